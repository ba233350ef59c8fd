"""The choice of phrasings: each is used once in a game, in an order that depends on public facts only."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from .grammar import Named, Word
from .stocks.kinds import Stock, Variant


class Sentence(Struct, frozen=True):
    """A phrasing and its values, which becomes text in the reader's language."""

    stock: str
    variant: Variant
    values: Mapping[str, Any]

    @property
    def head(self) -> str:
        return _(self.variant[0]).format_map(self.values)

    @property
    def text(self) -> str:
        return _(self.variant[-1]).format_map(self.values)


class Later(Word):
    """A sentence as an item of a list, formatted when it is read."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence

    def said(self, form: str) -> str:
        return Named(self.sentence.text).said(form)


@lru_cache(maxsize=4096)
def in_turn(key: str, stock: Stock) -> tuple[Variant, ...]:
    """The variants of a stock in the order in which a game uses them."""
    digests = {
        v: hashlib.blake2b(f"{key}/{stock.slug}/{v[0]}".encode(), digest_size=8).digest()
        for v in stock.variants
    }
    return tuple(sorted(stock.variants, key=digests.__getitem__))


class Writer:
    """Chooses phrasings for a whole game. `key`: public facts that differ between games."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.used: Counter[str] = Counter()

    def maybe(self, stock: Stock, **values: Any) -> Sentence | None:
        """The next unused phrasing; None if all of them were printed in this game."""
        at = self.used[stock.slug]
        if at >= len(stock.variants):
            return None
        self.used[stock.slug] = at + 1
        return Sentence(stock.slug, in_turn(self.key, stock)[at], values)

    def has(self, stock: Stock) -> bool:
        return self.used[stock.slug] < len(stock.variants)

    def tell(self, stock: Stock, **values: Any) -> Sentence:
        """The next phrasing, beginning again with the first after all were printed: for clauses, and for
        sentences whose values occur only once in a game."""
        order = in_turn(self.key, stock)
        at = self.used[stock.slug]
        self.used[stock.slug] = at + 1
        return Sentence(stock.slug, order[at % len(order)], values)
