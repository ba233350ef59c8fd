"""The worked examples of section 13 on absence, sleep and resignation, by their numbers."""

from __future__ import annotations

from datetime import UTC, datetime, time

from cardline.rules.meta import META
from games.clock import Calendar, next_deadline

from .scene import ANA, BOB, CHLOE, Played, game, simultaneous, skips

HANDS = (["CHE", "RUS"], ["LUX", "CAN"], ["BEL", "USA"])


def test_ex14_missed_deadline() -> None:
    played = Played(simultaneous(["FRA"], *HANDS))
    played.round(p1=("CHE", 0), p2=("LUX", 0))
    assert played.told == ["placed_correctly", "placed_correctly", "skipped"]
    assert played.hand(CHLOE) == ("BEL", "USA")
    assert played.main.awaited == (ANA, BOB, CHLOE)
    played.round(p1=("RUS", 0), p2=("CAN", 0))  # both wrong
    assert played.told[-2:] == ["skipped", "became_dormant"]
    assert (played.main.awaited, played.main.welcome) == ((ANA, BOB), (CHLOE,))
    # She hands in before the others are in: it counts, and she is awaited again.
    played.round(p3=("BEL", 1))
    assert played.facts("returned") == [{"player": "p3"}]
    assert "placed_correctly" in played.told
    assert played.main.awaited == (ANA, BOB, CHLOE)


def test_ex18_deadline() -> None:
    """The platform's clock, with the two notices a game may have (D6, D30; January: UTC+1)."""
    calendar = Calendar(time(12), "Europe/Paris")

    def due(day: int, hour: int, minute: int, notice: int) -> tuple[int, int]:
        found = next_deadline(calendar, datetime(2026, 1, day, hour - 1, minute, tzinfo=UTC), notice)
        return found.day, found.hour

    assert META.notice == 24
    assert due(5, 8, 30, 6) == (6, 11)  # noon is 3 1/2 hours away
    assert due(5, 22, 0, 6) == (6, 11)  # 14 hours
    assert due(5, 5, 0, 6) == (5, 11)
    assert due(5, 8, 30, META.notice) == (6, 11)
    assert due(5, 22, 0, META.notice) == (7, 11)


def test_ex19_everybody_absent_sequential() -> None:
    played = Played(game(["FRA"], ["CHE", "RUS"], ["LUX", "CAN"], deck=["ITA"]))
    for name in ("move/1/p1", "move/1/p2", "move/2/p1", "move/2/p2"):
        assert played.windows[0] == name
        played.miss()
    assert played.told == ["skipped", "became_dormant", "fell_asleep"]
    assert played.windows == ["resign", "return"]
    assert played.public.round_no == 3
    assert played.public.skips_in_a_row == skips(p1=2, p2=2)
    played.come_back(BOB)
    assert played.told == ["returned", "skipped"]
    assert played.windows[0] == "move/3/p2"
    played.move(BOB, "LUX", 1)  # wrong
    assert played.public.skips_in_a_row[ANA] == 4
    assert played.windows[0] == "move/4/p2"
    back = Played(played.state).come_back(ANA)
    assert back.windows[0] == "move/4/p2"
    back.move(BOB, "CAN", 0)
    assert back.windows[0] == "move/5/p1"
    played.move(BOB, "CAN", 0)
    assert played.facts("skipped") == [{"player": "p1", "in_a_row": 5}]
    assert played.windows[0] == "move/5/p2"
    played.move(BOB, played.hand(BOB)[0], 0)
    assert played.told[-2:] == ["forfeited", "won"]
    assert (played.winners, played.reason) == ((BOB,), "last_standing")


def test_ex20_everybody_absent_simultaneous() -> None:
    played = Played(simultaneous(["FRA"], *HANDS, round_no=4, skips_in_a_row=skips(p1=0, p2=2, p3=3)))
    assert (played.main.name, played.main.awaited) == ("round/4", (ANA,))
    played.resign(ANA)
    assert played.told == ["resigned", "fell_asleep"]
    assert played.windows == ["resign", "return"]
    played.come_back(CHLOE)
    assert played.told == ["returned"]
    assert played.main.name == "round/4"
    assert (played.main.awaited, played.main.welcome) == ((CHLOE,), (BOB,))
    played.resign(BOB)
    assert (played.winners, played.reason) == ((CHLOE,), "last_standing")
    assert played.ranks == {"p3": 1, "p2": 2, "p1": 3}


def test_ex21_resignations_inside_a_round() -> None:
    def after_ana() -> Played:
        state = game(["FRA"], ["CHE"], ["RUS"], ["CAN", "USA"])
        return Played(state).move(ANA, "CHE", 0)

    bob_leaves = after_ana().resign(BOB)
    assert (bob_leaves.winners, bob_leaves.reason) == ((ANA,), "alone")
    assert bob_leaves.ranks == {"p1": 1, "p3": 2, "p2": 3}
    ana_leaves = after_ana().resign(ANA)
    assert ana_leaves.windows[0] == "move/1/p2"
    assert (ana_leaves.public.acted, ana_leaves.public.emptied) == ((), ())
    ana_leaves.move(BOB, "RUS", 0)
    assert ana_leaves.windows[0] == "move/1/p3"


def test_ex21_nobody_awake_is_left() -> None:
    state = game(
        ["FRA"], ["CHE", "NOR"], ["RUS", "FJI"], ["CAN", "USA"],
        first_seat=1, round_no=5, skips_in_a_row=skips(p1=0, p2=5, p3=5), acted=(BOB, CHLOE),
    )  # fmt: skip
    played = Played(state)
    assert played.windows[0] == "move/5/p1"
    played.resign(ANA)
    assert played.told == ["resigned", "fell_asleep"]
    assert played.public.round_no == 6
    played.come_back(CHLOE)
    assert played.told == ["returned", "skipped"]
    played.move(CHLOE, "CAN", 0)
    assert played.told[-2:] == ["forfeited", "won"]
    assert played.winners == (CHLOE,)
