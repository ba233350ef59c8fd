"""A stack of what is still to be done, as data: each frame is one class of the title.

A title whose questions interrupt one another (a card within a turn, an auction within a card) keeps the stack
in its hidden drawer: what follows once the open question is answered. The last frame comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ..contract.codec import as_kept, from_plain


class Frame(Struct, frozen=True):
    """One thing to be done: the name of its class, and its fields as JSON."""

    kind: str
    data: Mapping[str, Any]


class Kinds:
    """The classes that a title uses as frames, by name. Raises ValueError if two have the same name."""

    def __init__(self, *kinds: type[Any]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        if len(self._kinds) != len(kinds):
            raise ValueError("two frames have one name")

    def keep(self, value: Any) -> Frame:
        """The frame for an instance. Raises KeyError if its class is not one of these."""
        kind = type(value).__name__
        if self._kinds[kind] is not type(value):
            raise KeyError(kind)
        return Frame(kind, as_kept(value))

    def read(self, frame: Frame) -> Any:
        """The instance that `keep` was given. Raises KeyError for an unknown name, and
        msgspec.ValidationError for wrong fields."""
        return from_plain(frame.data, self._kinds[frame.kind])
