"""What is still to be done, kept as data: a stack of frames, each of them one dataclass of the title's.

A title whose questions interrupt one another (a card within a turn, an auction within a card) keeps in its
hidden drawer what comes after the open question. The last frame is the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..contract.codec import as_kept, from_plain


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing to be done: the name of its kind, and its figures as JSON."""

    kind: str
    data: Mapping[str, Any]


class Kinds:
    """The frames of a title: dataclasses by their names. Raises ValueError if two have the same name."""

    def __init__(self, *kinds: type[Any]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        if len(self._kinds) != len(kinds):
            raise ValueError("two frames have one name")

    def keep(self, value: Any) -> Frame:
        """A frame as it is kept. Raises KeyError for a dataclass that is no frame of this title."""
        kind = type(value).__name__
        if self._kinds[kind] is not type(value):
            raise KeyError(kind)
        return Frame(kind, as_kept(value))

    def read(self, frame: Frame) -> Any:
        """The dataclass that `keep` was given. Raises KeyError, msgspec.ValidationError."""
        return from_plain(frame.data, self._kinds[frame.kind])
