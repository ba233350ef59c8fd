"""The type of a stock of phrasings."""

from __future__ import annotations

from dataclasses import dataclass

Variant = tuple[str, ...]
"""One sentence, or a headline and its body; marked for translation, told in the reader's language."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The variants of one kind of sentence: all of them have the same fields and say the same thing."""

    slug: str
    variants: tuple[Variant, ...]
