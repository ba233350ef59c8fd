"""The queue of a site without Redis: kombu's folder of messages, with writes that are whole or nothing.

kombu creates a file and then fills it; another process that reads in between finds it empty and
dies of it, and with it the site. Here a message appears by renaming, is claimed by renaming, and
what a killed worker had claimed is forgotten: the database says what is due, and the next minute
asks again.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)


def write_whole(path: Path, text: str) -> None:
    """Write a file that others see complete or not at all."""
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    part.write_text(text)
    os.replace(part, path)


class Channel(filesystem.Channel):
    """Messages as files: `<nanoseconds>_<random>.<queue>.msg`, the oldest first."""

    def _folders(self) -> None:
        """Make the folders anew, if somebody threw them away while the site runs. What was in them is
        forgotten: the database says what is due."""
        folders = (self.data_folder_in, self.data_folder_out, self.processed_folder, self.control_folder)
        lost = [folder for folder in map(Path, folders) if not folder.exists()]
        for folder in lost:
            folder.mkdir(parents=True, exist_ok=True)
        if lost:
            log.error("queue folder lost, made anew")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._folders()
        with (self.control_folder / "lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._locked():
            table = self.get_table(exchange)
            if binding not in table:
                write_whole(self._exchange_file(exchange), dumps([binding, *table]))

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4().hex}.{queue}.msg"
        path = Path(self.data_folder_out) / name
        try:
            write_whole(path, dumps(payload))
        except FileNotFoundError:
            self._folders()
            write_whole(path, dumps(payload))

    def _lookup(self, exchange: str, routing_key: str, default: str | None = None) -> Any:
        # A folder that was lost took the bindings with it; each queue here is bound by its own name.
        return super()._lookup(exchange, routing_key, default) if self.get_table(exchange) else [routing_key]

    def _size(self, queue: str) -> int:
        self._folders()
        return int(super()._size(queue))

    def _get(self, queue: str) -> Any:
        folder, claimed = Path(self.data_folder_in), Path(self.processed_folder)
        if not (folder.exists() and claimed.exists()):
            self._folders()
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            try:
                os.rename(folder / name, claimed / name)
            except FileNotFoundError:
                continue  # another worker was faster
            text = (claimed / name).read_text()
            os.remove(claimed / name)
            return loads(text)
        raise Empty


class Transport(filesystem.Transport):
    """`folder://`, with the transport options of kombu's `filesystem://`."""

    Channel = Channel


TRANSPORT_ALIASES["folder"] = "config.broker:Transport"
