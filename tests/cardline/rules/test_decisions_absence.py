"""The decisions of section 14 on absence, sleep and waking, by their numbers."""

from __future__ import annotations

import pytest

from cardline.rules import RULES
from cardline.rules.figures import fits, line_values
from games.contract import Closes, Dice, Order

from .scene import ANA, BOB, CARDS, CHLOE, Played, game, place, simultaneous, skips

TWO = (["CHE", "NOR"], ["LUX", "FJI"])
THREE = (*TWO, ["BEL", "POL"])


def test_windows_of_both_modes() -> None:
    move, door = RULES.windows(game(["FRA"], *TWO).public)
    assert (move.name, move.closes, move.orders) == ("move/1/p1", Closes.AT_ONCE, ("place",))
    assert (door.name, door.is_door, door.welcome) == ("resign", True, (ANA, BOB))
    sealed = RULES.windows(simultaneous(["FRA"], *THREE, skips_in_a_row=skips(p1=0, p2=2, p3=1)).public)
    assert [asked.name for asked in sealed] == ["round/1", "resign", "return"]
    assert (sealed[0].closes, sealed[0].awaited, sealed[0].welcome) == (Closes.TOGETHER, (ANA, CHLOE), (BOB,))
    assert sealed[2].welcome == (BOB,)


def test_d18_a_skip_changes_nothing_but_its_count() -> None:
    played = Played(game(["FRA"], *TWO))
    before = played.state
    played.miss()
    assert played.facts("skipped") == [{"player": "p1", "in_a_row": 1}]
    assert (played.public.hands, played.line, played.state.hidden) == (
        before.public.hands, before.public.line, before.hidden,
    )  # fmt: skip
    assert played.windows[0] == "move/1/p2"


def test_d19_dormant_after_two_and_out_after_five() -> None:
    played = Played(simultaneous(["FRA"], *THREE))
    for count in range(1, 6):
        wrong = {p: (played.hand(p)[0], _wrong(played, p)) for p in (ANA, BOB)}
        played.round(**wrong)
        assert played.facts("skipped") == [{"player": "p3", "in_a_row": count}]
        assert ("became_dormant" in played.told) == (count == 2)
        assert (CHLOE in played.public.dormant) == (2 <= count < 5)
    assert played.facts("forfeited") == [{"player": "p3", "cards": ["BEL", "POL"]}]
    assert played.main.players == (ANA, BOB)


def _wrong(played: Played, player: str) -> int:
    """A gap that is wrong for the first card of a hand."""
    value = CARDS[played.public.hands[player][0]].figures["area"]
    values = line_values(played.public)
    return next(gap for gap in range(len(values) + 1) if not fits(values, gap, value))


def test_d19_a_placement_resets_the_count_right_or_wrong() -> None:
    for gap in (0, 1):
        played = Played(game(["FRA"], *TWO, skips_in_a_row=skips(p1=1, p2=0))).move(ANA, "CHE", gap)
        assert played.public.skips_in_a_row[ANA] == 0


def test_d19_several_forfeit_at_one_moment() -> None:
    state = simultaneous(["FRA"], *TWO, ["BEL", "POL"], ["GRC"], skips_in_a_row=skips(p1=0, p2=0, p3=4, p4=4))
    played = Played(state).round(p1=("CHE", 0), p2=("LUX", 0))
    left = played.public.left
    assert {player: (one.moment, one.cards) for player, one in left.items()} == {"p3": (1, 2), "p4": (1, 1)}
    played.resign(BOB)
    assert played.ranks == {"p1": 1, "p2": 2, "p4": 3, "p3": 4}


def test_d24_the_game_never_plays_on_by_itself() -> None:
    for state in (game(["FRA"], *THREE), simultaneous(["FRA"], *THREE)):
        played = Played(state)
        while not played.public.asleep:
            played.miss()
        assert played.windows == ["resign", "return"]
        assert set(played.public.skips_in_a_row.values()) == {2}
        assert [event.kind for event in played.log].count("fell_asleep") == 1


def test_d24_a_resignation_in_a_sleeping_game() -> None:
    state = simultaneous(["FRA"], *THREE, skips_in_a_row=skips(p1=2, p2=2, p3=2))
    played = Played(state).resign(CHLOE)
    assert played.told == ["resigned"]  # it slept before
    played.resign(ANA)
    assert (played.winners, played.reason) == ((BOB,), "last_standing")


def test_d24_a_sealed_round_has_the_same_name_when_it_wakes() -> None:
    state = simultaneous(["FRA"], *THREE, round_no=7, skips_in_a_row=skips(p1=0, p2=2, p3=2))
    played = Played(state)
    name = played.main.name
    played.resign(ANA)
    assert name not in played.windows
    played.come_back(BOB)
    assert played.main.name == name


def test_d29_nobody_forfeits_if_all_would() -> None:
    state = simultaneous(["FRA"], *TWO, skips_in_a_row=skips(p1=4, p2=4))
    assert Played(state).public.asleep
    # The only one awake left after their fifth skip: see Ex. 21. In a sealed round nobody awake is
    # left out, so that the fifth skip of all cannot come at once.
    woken = Played(state).come_back(ANA)
    woken.round()
    assert woken.told[-2:] == ["forfeited", "won"]
    assert woken.winners == (ANA,)


def test_d31_the_door_wakes_at_once() -> None:
    played = Played(game(["FRA"], *TWO, skips_in_a_row=skips(p1=0, p2=2)))
    assert played.check(BOB, (Order("return"),), kind="return") == ()
    played.come_back(BOB)
    assert played.told == ["returned"]
    assert played.public.dormant == ()
    assert played.move(ANA, "CHE", 0).windows[0] == "move/1/p2"  # asked in this round


def test_d31_who_comes_back_joins_the_awaited_of_the_same_round() -> None:
    played = Played(simultaneous(["FRA"], *THREE, skips_in_a_row=skips(p1=0, p2=0, p3=2)))
    name = played.main.name
    played.come_back(CHLOE)
    assert (played.main.name, played.main.awaited) == (name, (ANA, BOB, CHLOE))


def test_d31_a_submission_wakes_at_the_resolution() -> None:
    played = Played(simultaneous(["FRA"], *THREE, skips_in_a_row=skips(p1=0, p2=0, p3=4)))
    played.round(p1=("CHE", 0), p2=("LUX", 0), p3=("BEL", 1))
    assert played.public.skips_in_a_row[CHLOE] == 0
    assert [event.kind for event in played.events].count("returned") == 1


@pytest.mark.parametrize("kind", ["resign", "return"])
def test_doors_are_used_one_at_a_time(kind: str) -> None:
    """Whatever is handed in together, the second is judged after the first."""
    state = simultaneous(["FRA"], *TWO, skips_in_a_row=skips(p1=2, p2=2))
    asked = next(one for one in RULES.windows(state.public) if one.kind == kind)
    outcome = RULES.resolve(state, asked, {BOB: (Order(kind),), ANA: (Order(kind),)}, Dice(b"x"))
    told = [(event.kind, event.to) for event in outcome.events]
    if kind == "resign":
        assert told == [("resigned", ("public",)), ("won", ("public",)), ("order_dropped", ("p2",))]
    else:
        assert told == [("returned", ("public",))] * 2


def test_who_is_out_is_in_no_window_and_told_so() -> None:
    played = Played(simultaneous(["FRA"], *THREE)).resign(CHLOE)
    assert all(CHLOE not in asked.players for asked in RULES.windows(played.public))
    assert [one.code for one in played.check(CHLOE, place("BEL", 0))] == ["not_alive"]
    outcome = RULES.resolve(played.state, played.main, {CHLOE: place("BEL", 0)}, Dice(b"x"))
    (dropped,) = [event for event in outcome.events if event.kind == "order_dropped"]
    assert (dropped.to, dropped.data["problem"]) == (("p3",), "not_alive")
    assert "BEL" not in outcome.state.public.line
