"""What the messages of the queue tell of it: one delivered again, and two beats.

Neither does harm: a turn is closed once, however often it is asked for. But the operator should know:
two beats mean two machines that both believe to be the site, and a queue that repeats itself is broken.
Each worker goes by what it has seen itself, so that no message costs more than a look into memory.
"""

from __future__ import annotations

import logging
from collections import deque

log = logging.getLogger(__name__)
REMEMBERED = 5000

_order: deque[str] = deque(maxlen=REMEMBERED)
_seen: set[str] = set()
_beats: deque[str] = deque(maxlen=5)


def message_came(task_id: str, task: str) -> None:
    """A message arrived, with its id. One id comes once, unless the queue delivers it again."""
    if task_id in _seen:
        log.error("message delivered again task=%s id=%s", task, task_id)
        return
    if len(_order) == REMEMBERED:
        _seen.discard(_order[0])
    _order.append(task_id)
    _seen.add(task_id)


def beat_heard(origin: str) -> None:
    """A beat sent its minute's message. Two are at work if one is heard again after another: a beat
    that was started anew has another name, and the old one is never heard again."""
    if _beats and _beats[-1] == origin:
        return
    if origin in _beats:
        log.error("two beats send %s", " ".join(sorted({origin, _beats[-1]})))
    _beats.append(origin)


def forget() -> None:
    """As if nothing had come yet."""
    for kept in (_order, _seen, _beats):
        kept.clear()
