"""What sentences about draws need: the things that a stored draw chose, or put in order; and what titles say
alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from ..contract import Draw, PlayerId
from . import Archived, Scene

T = TypeVar("T")


def chosen(draw: Draw, items: Sequence[T]) -> T | None:
    """The item that a draw of one number chose, counted from 0; None if it was made among another number of
    items than these."""
    value = draw.value
    return items[value] if isinstance(value, int) and draw.n == len(items) and value < draw.n else None


def ordered(draw: Draw, items: Sequence[T]) -> tuple[T, ...]:
    """The items in the order a shuffle gave them; () if it shuffled another number of items."""
    value = draw.value
    if not isinstance(value, tuple) or sorted(value) != list(range(len(items))):
        return ()
    return tuple(items[index] for index in value)


def told(say: Callable[[Scene, Any, str, Draw], str]) -> Callable[[Scene, Archived], dict[str, str]]:
    """What each draw of a resolution decided, by label, as `say` puts it from the public drawer afterwards;
    those of which it says nothing are left out."""

    def texts(scene: Scene, kept: Archived) -> dict[str, str]:
        found = {label: say(scene, kept.after, label, draw) for label, draw in kept.draws.items()}
        return {label: text for label, text in found.items() if text}

    return texts


def first_player(scene: Scene, draw: Draw, players: Sequence[PlayerId]) -> str:
    """Who begins; the number drawn, if it was drawn among others than these."""
    player = chosen(draw, players)
    return _("Who begins was drawn among {count}: {player}.").format(
        count=draw.n, player=scene.name(player) if player else draw.value
    )
