"""Doors without a question, in words: leaving a game, coming back into it.

A title gives these values; `games/order_form.html` draws them. A door with questions is drawn by its title.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from .scene import Desk
from .summary import Text


def bots_wait_text() -> tuple[str, str]:
    """What a rehearsal says while its player is away: in the head of its pages, at the door by which one
    comes back, and wherever a title says that a player is away."""
    return _("The bots wait for you"), _("They go on as soon as you come back.")


class DoorText(Struct, frozen=True):
    """A door in words. `name`: that of its window. `text`: what happens, before it does. `inviting`: its
    reader is expected to use it, for example to come back after an absence; it is shown above the question.
    Otherwise it is folded, below everything beside the form, so that nobody uses it by mistake."""

    name: str
    title: Text
    text: Text
    button: Text
    inviting: bool = False


def exits(doors: Iterable[Desk], texts: Mapping[str, tuple[Text, Text, Text, bool]]) -> tuple[DoorText, ...]:
    """The open doors without a question. `texts`: title, text, button and `inviting` by the kind of the
    door's window; other doors are left out."""
    windows = (desk.window for desk in doors)
    return tuple(DoorText(each.name, *texts[each.kind]) for each in windows if each.kind in texts)
