"""The stocks of phrasings: the variants of each kind of sentence, translated by gettext."""

from __future__ import annotations

from . import causes, council, ending, market, people, runs
from .kinds import Stock

ALL: dict[str, Stock] = {
    stock.slug: stock
    for module in (causes, council, ending, market, people, runs)
    for stock in vars(module).values()
    if isinstance(stock, Stock)
}
"""Every stock by its slug."""
