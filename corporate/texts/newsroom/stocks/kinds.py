"""The type of a stock of phrasings."""

from __future__ import annotations

from msgspec import Struct

Variant = tuple[str, ...]
"""One sentence, or a headline and its body; marked for translation, told in the reader's language."""


class Stock(Struct, frozen=True):
    """The variants of one kind of sentence: all of them have the same fields and say the same thing."""

    slug: str
    variants: tuple[Variant, ...]
