"""The cache, which may go away: Redis or the folder, and while it fails a small memory of this process.

Nothing but counts stands in it: of posts, of log-ins, of mails to the operators. A page that asks for
one must not fail because Redis does; and guesses of passwords stay limited meanwhile, if only by each
process for itself.
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
# Whoever failed is not asked again for so many seconds: a server that does not answer at all would
# otherwise cost every request its time-out.
REST = 5.0
QUIET = 60.0  # seconds between two lines of log


def _forgiving(name: str) -> Callable[..., Any]:
    """The method `name` of the class behind, or of the memory where that one raises."""

    def method(self: _Forgiving, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self.rests_until:
            try:
                return getattr(super(_Forgiving, self), name)(*args, **kwargs)
            except ValueError:  # `incr` of what is not there: an answer
                raise
            except Exception as problem:
                self._failed(problem)
        return getattr(self.memory, name)(*args, **kwargs)

    return method


class _Forgiving:
    """For a cache backend to inherit first. One object serves one thread, as Django makes them."""

    told_at = float("-inf")  # of the class: one line for all threads

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)  # type: ignore[call-arg]  # the backend it is mixed with
        self.rests_until = float("-inf")
        self.memory = LocMemCache("while the cache is away", {})

    def _failed(self, problem: Exception) -> None:
        now = time.monotonic()
        self.rests_until = now + REST
        if now - _Forgiving.told_at > QUIET:
            _Forgiving.told_at = now
            log.error("cache out of reach: each process counts for itself %s", type(problem).__name__)

    add = _forgiving("add")
    get = _forgiving("get")
    set = _forgiving("set")
    touch = _forgiving("touch")
    delete = _forgiving("delete")
    incr = _forgiving("incr")
    has_key = _forgiving("has_key")
    get_many = _forgiving("get_many")
    set_many = _forgiving("set_many")
    delete_many = _forgiving("delete_many")

    def clear(self) -> None:
        self.memory.clear()
        _forgiving("clear")(self)


class Redis(_Forgiving, RedisCache):
    """Django's own, forgiving."""


class Folder(_Forgiving, FileBasedCache):
    """Django's own, forgiving: a full disk, or one that is read only."""
