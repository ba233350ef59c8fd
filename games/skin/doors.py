"""Doors that ask nothing but to be used, in words: leaving a game, coming back into it.

A title gives these values; `games/order_form.html` draws them. A door with questions is drawn by its title.
"""

from __future__ import annotations

from dataclasses import dataclass

from .summary import Text


@dataclass(frozen=True, slots=True)
class DoorText:
    """A door in words. `name`: that of its window. `text`: what happens, before it does. `inviting`: its
    reader is expected to use it, as who is away to come back: it stands above the question. Otherwise it is
    folded, below everything beside the form, so that nobody uses it by mistake."""

    name: str
    title: Text
    text: Text
    button: Text
    inviting: bool = False
