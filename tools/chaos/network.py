"""A network connection between the site and a server that can be cut without notice to either end.

The kernel drops everything that arrives at the sockets (by a filter that lets nothing pass) before TCP sees
it: nothing is acknowledged or refused, as when a cable is pulled.
"""

from __future__ import annotations

import ctypes
import socket
import struct
import threading

ATTACH, DETACH = 26, 27  # SO_ATTACH_FILTER, SO_DETACH_FILTER
_NOTHING = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # "return 0 bytes"
_PROGRAM = struct.pack("HxxxxxxQ", 1, ctypes.addressof(_NOTHING))


class Wire:
    """Listens on `port` and forwards to `target`, a port of this machine."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = int(self.listener.getsockname()[1])
        self.near: list[socket.socket] = []
        self.far: list[socket.socket] = []
        self.lost: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                if self.listener.fileno() < 0:
                    return
                continue
            self.near.append(near)
            self.far.append(far)
            threading.Thread(target=self._pass, args=(near, far), daemon=True).start()
            threading.Thread(target=self._pass, args=(far, near), daemon=True).start()

    def _pass(self, come: socket.socket, go: socket.socket) -> None:
        try:
            while data := come.recv(65536):
                if come not in self.lost:
                    go.sendall(data)
        except OSError:
            pass
        if come not in self.lost:
            come.close()
            go.close()

    def cut(self) -> None:
        """Drop everything from now on, in both directions, without notice."""
        self.lost.update(self.near, self.far)
        for one in [self.listener, *self.near]:
            if one.fileno() >= 0:
                one.setsockopt(socket.SOL_SOCKET, ATTACH, _PROGRAM)

    def reconnect(self) -> None:
        """Let new connections pass; earlier ones stay cut."""
        self.listener.setsockopt(socket.SOL_SOCKET, DETACH, b"\0\0\0\0")

    def close(self) -> None:
        for one in [self.listener, *self.near, *self.far]:
            one.close()
