"""The table of contents that every rule book has."""

from __future__ import annotations

from msgspec import Struct

from .summary import Text


class Chapter(Struct, frozen=True):
    """A chapter of a rule book: the id that links go to, and its name in the table of contents. Those of a
    book are the value `chapters` of its template, which extends `games/rule_book.html`."""

    anchor: str
    name: Text
