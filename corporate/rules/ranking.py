"""The ranking of the corporations, without ties (5.2)."""

from __future__ import annotations

from collections.abc import Mapping

from .content import CORPORATIONS
from .state import Corporation


def in_play(corporations: Mapping[str, Corporation]) -> tuple[str, ...]:
    """The corporations that have not crashed, in the order of the tables."""
    return tuple(slug for slug in CORPORATIONS if slug in corporations and corporations[slug].crashed is None)


def ranking(assets: Mapping[str, int], corporations: Mapping[str, Corporation]) -> tuple[str, ...]:
    """The corporations of `assets`, best first (5.2).

    `assets`: those now; `corporations`: with their histories. More assets now come first, then more at the
    end of the last turn, and so on back to turn 0, then the better initial rank.
    """

    def place(slug: str) -> tuple[int, list[int], int]:
        corporation = corporations[slug]
        return -assets[slug], [-past for past in reversed(corporation.history)], corporation.initial_rank

    return tuple(sorted(assets, key=place))
