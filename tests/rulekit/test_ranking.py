"""The final places: equal keys share a rank, and places are read as they were written."""

from __future__ import annotations

from msgspec import Struct

from games.contract import PlayerId, Standing
from games.rulekit.ranking import as_written, with_ranks

ANA, BOB, EVE, ZOE = (PlayerId(f"p{number}") for number in range(1, 5))


class Drawer(Struct, frozen=True):
    standings: tuple[Standing, ...] | None = None


def test_who_is_equal_shares_a_rank_and_the_next_comes_after_them() -> None:
    keys = {ANA: (-3, 0), BOB: (-7, 2), EVE: (-3, 0), ZOE: (-1, 9)}
    assert with_ranks((ANA, BOB, EVE, ZOE), keys.__getitem__) == ((BOB, 1), (ANA, 2), (EVE, 2), (ZOE, 4))
    assert with_ranks((EVE, ANA), keys.__getitem__) == ((EVE, 1), (ANA, 1))
    assert with_ranks((), keys.__getitem__) == ()


def test_the_second_of_two_keys_breaks_ties() -> None:
    keys = {ANA: (-3, 5), BOB: (-3, 2)}
    assert with_ranks((ANA, BOB), keys.__getitem__) == ((BOB, 1), (ANA, 2))


def test_places_are_those_that_were_written() -> None:
    places = (Standing(ANA, 1, 9),)
    assert as_written(Drawer(places)) is places
    assert as_written(Drawer()) is None
