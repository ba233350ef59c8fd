"""Cache backends that tolerate faults: while Redis or the folder fails, a cache in memory replaces it.

The cache holds only counts: of posts, of log-ins, of mails to the operators. A page must not fail because
Redis does, and guesses of passwords stay limited meanwhile, although by each process for itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

log = logging.getLogger(__name__)
# Seconds during which a backend that failed is not asked again: if the server does not answer at all, every
# request would otherwise wait for the time-out.
REST = 5.0
QUIET = 60.0  # seconds between two lines in the log


def _tolerant(name: str) -> Callable[..., Any]:
    """A method that calls `name` of the backend, or of the cache in memory if the backend raises."""

    def method(self: _Tolerant, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self.rests_until:
            try:
                return getattr(super(_Tolerant, self), name)(*args, **kwargs)
            except ValueError:  # `incr` of a missing key: not a fault
                raise
            except Exception as problem:
                self._failed(problem)
        return getattr(self.memory, name)(*args, **kwargs)

    return method


class _Tolerant:
    """Mixin for a cache backend, to be the first base class. Django creates one object per thread."""

    logged_at = float("-inf")  # on the class: one line for all threads

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)  # type: ignore[call-arg]  # the backend it is mixed with
        self.rests_until = float("-inf")
        self.memory = LocMemCache("while the cache is away", {})

    def _failed(self, problem: Exception) -> None:
        now = time.monotonic()
        self.rests_until = now + REST
        if now - _Tolerant.logged_at > QUIET:
            _Tolerant.logged_at = now
            log.error("cache out of reach: each process counts for itself %s", type(problem).__name__)

    add = _tolerant("add")
    get = _tolerant("get")
    set = _tolerant("set")
    touch = _tolerant("touch")
    delete = _tolerant("delete")
    incr = _tolerant("incr")
    has_key = _tolerant("has_key")
    get_many = _tolerant("get_many")
    set_many = _tolerant("set_many")
    delete_many = _tolerant("delete_many")

    def clear(self) -> None:
        self.memory.clear()
        _tolerant("clear")(self)


class Redis(_Tolerant, RedisCache):
    """Django's Redis cache, tolerant of a server that is out of reach."""


class Folder(_Tolerant, FileBasedCache):
    """Django's file-based cache, tolerant of a disk that is full or read-only."""
