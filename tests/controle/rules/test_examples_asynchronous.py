"""The worked examples E25 to E29: windows, deadlines, sleep, plans; and the doors of section 15.4."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from controle.rules import RULES
from controle.rules.content import CARDS
from controle.rules.defaults import default
from games.clock import Calendar, next_deadline
from games.contract import Dice, encode

from .scene import (
    COURTS,
    DULL,
    EASY,
    P1,
    P2,
    P3,
    WALL,
    Played,
    game,
    level,
    new,
    numbers,
    plan,
    play,
)

# Everybody is at pol I, has a card of the first pile of Politics, and plays its first effect.
HANDS = {
    "p1": (COURTS, *DULL[:3]),
    "p2": ("pol1_05_gerrymander", *EASY[1:]),
    "p3": ("pol1_06_great_consultation", *DULL[1:]),
}
CARD = {player: hand[0] for player, hand in HANDS.items()}


def three(**given: Any) -> Played:
    return Played(game(played={"pol": 2}, hands=HANDS, **{"order": "p2 p3 p1", **given}))


def turn(player: str, *draws: str, **data: Any) -> Any:
    return play(CARD[player], 1, draws=list(draws), **data)


@pytest.mark.parametrize("first", ["p1", "p2"])
def test_e25_windows_of_a_round(first: str) -> None:
    """D27, D34, D35."""
    influence = {0: {first: "mil6"}}
    played = three(influence=influence)
    doors = ["file", "leave"]
    assert played.names == ["play/1/p2", *doors]
    played.act(turn("p2"))
    assert played.names == ["play/1/p3", "draw/1/p2", *doors]
    played.act(turn("p3", "pol1"))
    assert played.names == ["play/1/p1", "draw/1/p2", *doors]
    played.act(turn("p1"))
    if first == "p2":
        assert played.names == ["draw/2/p2/own", "play/2/p2", "draw/1/p1", *doors]
        return
    assert played.names == ["draw/2/p1/own", "play/2/p1", "draw/1/p2", *doors]
    (found,) = played.problems(play(played.hand(P1)[0], 1), "play")
    assert found.code == "draw_first"
    played.draw(P1, "com1")
    assert played.names == ["play/2/p1", "draw/1/p2", *doors]


MONDAY = datetime(2026, 11, 23, tzinfo=UTC)
PARIS = Calendar(time(12), "Europe/Paris")


def paris(day: int, hour: int) -> datetime:
    return MONDAY + timedelta(days=day, hours=hour - 1)


def test_e26_deadlines() -> None:
    """D26: the first noon that leaves the notice; a window opened by a noon counts as opened at it."""
    assert RULES.meta.notices == (6, 24)
    assert next_deadline(PARIS, paris(0, 9), 24) == paris(1, 12)
    assert next_deadline(PARIS, paris(0, 20), 24) == paris(2, 12)
    assert next_deadline(PARIS, paris(0, 20), 6) == paris(1, 12)
    assert next_deadline(PARIS, paris(2, 12), 24) == paris(3, 12)
    assert next_deadline(PARIS, paris(2, 13), 24) == paris(4, 12)


def test_e26_what_noon_does() -> None:
    """Wednesday: the default of p3, then that of the draw. Friday: draws and turn of p1 follow each other."""
    played = three(influence={0: {"p1": "mil6"}})
    played.act(turn("p2"))
    played.late("play/1/p3").late("draw/1/p2")
    assert played.questions == ["play/1/p1", "draw/1/p3"]
    played.act(turn("p1"))
    assert played.questions == ["draw/2/p1/own", "play/2/p1", "draw/1/p3"]
    played.late("draw/2/p1/own")
    assert [event.data["window"] for event in played.events if event.kind == "missed"] == ["draw"]
    played.late("play/2/p1")
    assert played.facts("missed") == [{"player": "p1", "window": "play"}]
    assert played.public.seats[P1].missed == 1


def test_e26_the_turn_missed_before_the_own_draw() -> None:
    """D34: whoever closes the turn first, the draw comes before it."""
    played = three(influence={0: {"p1": "mil6"}}).act(turn("p2")).act(turn("p3", "pol1")).act(turn("p1"))
    played.late("play/2/p1")
    assert [event.data["window"] for event in played.events if event.kind == "missed"] == ["draw", "play"]
    assert played.public.active == "p2"


def test_e27_asleep() -> None:
    """D38. p1 stays first, and everybody has something to play."""
    played = new(2, seed=1)
    played.miss("start")
    first, second = played.public.order
    played.late(f"play/1/{first}").late(f"draw/1/{first}").late(f"play/1/{second}")
    assert not played.public.absent
    number = {player: index for index, player in enumerate(played.public.order)}
    assert len(number) == 2
    for asked in list(played.questions):
        if asked.startswith("draw/1/") or asked.startswith("draw/2/"):
            played.late(asked)
    one, two = played.public.order
    played.late(f"play/2/{one}")
    assert "absent" in played.told
    assert not [name for name in played.questions if name.startswith(f"draw/2/{one}")]
    assert played.window("return").welcome == (one,)
    played.late(f"play/2/{two}")
    assert played.public.round == 3
    assert {"fell_asleep", "round_began"} <= set(played.told)
    assert played.names == ["return"]
    assert set(played.window("return").welcome) == {P1, P2}
    first, second = played.public.order
    played.come_back(second)
    assert [event.kind for event in played.events if event.kind in ("returned", "defaulted", "drew")] == [
        "returned",
        "defaulted",
        "defaulted",
        "drew",
    ]
    assert played.main.name == f"play/3/{second}"


def test_e27_asleep_in_rounds() -> None:
    played = new(2, seed=1, mode="rounds")
    played.miss("start").miss("round").miss("round")
    assert played.names == ["return"]
    played.come_back("p2")
    assert (played.main.name, played.main.awaited, played.main.welcome) == ("round/3", (P2,), (P1,))


# ---- plans ---------------------------------------------------------------------------------------------

BOTH = [level("pol", "pol"), level("pol", "mil", "com")]
WALL_PLAN = plan(WALL, 3, R=3, V=2, U="p2", choices=[["pol", "med"], [], []], invest=BOTH)


def waiting(held: str = "pol1 mil1 com2", grey: str = COURTS, **given: Any) -> Played:
    """Blue is p1 and second, Grey p2 and first (0125)."""
    state = game(
        players=4, influence={3: {"p1": "pol4", "p2": "pol2"}, 2: {"p2": "pol1"}},
        played={"pol": 1, "mil": 2}, held={"p1": held}, order="p2 p1 p3 p4",
        hands={"p1": (WALL, *DULL[:3]), "p2": (grey, *EASY[1:])}, **given,
    )  # fmt: skip
    return Played(state)


def mine(played: Played) -> dict[str, Any]:
    """The turn of p1 that the last act told."""
    return next(fact for fact in played.facts("played") if fact["player"] == "p1")


@pytest.mark.parametrize("before", [True, False])
def test_e28_a_plan(before: bool) -> None:
    """D37."""
    grey = COURTS if before else "mil1_04_training_camp"
    played = waiting(grey=grey).file("p1", *WALL_PLAN)
    assert [event.to for event in played.events] == [("p1",)]
    if before:
        played.act(play(COURTS, 1))
    else:
        played.act(play(grey, 1))
    assert played.public.active == "p3"
    told = mine(played)
    assert (told["card"], told["effect"]) == (WALL, 3)
    assert len(told["levels"]) == (1 if before else 2)
    assert played.held(P1) == (numbers("mil1 com2") if before else numbers("com1"))
    assert played.facts("plans_tried", "p1") == [{"taken": 0, "refused": []}]
    assert played.public.seats[P1].missed == 0


def test_e28_a_compensate_is_missing() -> None:
    played = waiting("mil1").file("p1", *WALL_PLAN).act(play(COURTS, 1))
    assert played.main.name == "play/1/p1"
    (tried,) = [event for event in played.events if event.kind == "plans_tried"]
    assert tried.to == ("p1",)
    (refused,) = tried.data["refused"]
    assert (tried.data["taken"], refused["problem"]) == (None, "level_short")
    assert refused["params"] == {"category": "pol", "needed": 3, "level": 2, "bought": 0}


HERITAGE = plan(WALL, 1, R=0)
HIGH = plan(WALL, 3, R=3, V=2, U="p2", choices=[["pol", "med"], [], []])


def round_of(form: Any) -> Any:
    """Yellow is p1, at pol II."""
    state = game(
        players=4,
        mode="rounds",
        played={"pol": 6},
        hands={"p1": (WALL, *DULL[:3]), "p2": (COURTS, *EASY[1:])},
    )
    played = Played(state)
    others = dict.fromkeys(("p2", "p3", "p4"), ())
    return played.hand_in("round", p1=form, **others)


def test_e29_two_plans() -> None:
    """D43: whoever does not own the form learns nothing of a plan that was never played."""
    both, alone = round_of((*HIGH, *HERITAGE)), round_of(HERITAGE)
    told = mine(both)
    assert (told["card"], told["effect"]) == (WALL, 1)
    (tried,) = both.facts("plans_tried", "p1")
    assert (tried["taken"], tried["refused"][0]["problem"]) == (1, "level_short")
    seen = [event for event in both.events if event.to != ("p1",)]
    assert encode(seen) == encode([event for event in alone.events if event.to != ("p1",)])
    assert encode(both.state) == encode(alone.state)


# ---- doors ---------------------------------------------------------------------------------------------


def test_d47_leaving_gives_the_default_at_once_and_only_the_door_brings_back() -> None:
    played = three().act(turn("p2"))
    played.leave("p2")
    assert "draw/1/p2" not in played.questions
    assert [event.kind for event in played.events] == ["left", "defaulted", "drew", "faces_drawn"]
    played.leave("p3")
    assert [event.kind for event in played.events][:3] == ["left", "defaulted", "played"]
    assert played.public.active == P1
    assert played.public.seats[P3].left
    assert (played.window("file").welcome, played.window("return").welcome) == ((P1,), (P2, P3))
    played.come_back("p3")
    assert not played.public.seats[P3].left
    assert played.window("leave").welcome == (P1, P3)


def test_d47_a_form_of_a_round_does_not_bring_back_who_has_left() -> None:
    played = new(3, seed=2, mode="rounds").miss("start").leave("p3")
    assert (played.main.awaited, played.main.welcome) == ((P1, P2), (P3,))
    played.hand_in("round", p1=(), p2=(), p3=())
    assert played.public.seats[P3].left
    assert "returned" not in played.told


def test_a_form_of_a_round_brings_back_who_was_absent() -> None:
    """15.4: as it is resolved."""
    played = new(3, seed=2, mode="rounds").miss("start")
    for _ in range(2):
        played.hand_in("round", p1=(), p2=())
    assert played.main.welcome == (P3,)
    played.hand_in("round", p1=(), p2=(), p3=())
    assert played.facts("returned") == [{"player": "p3"}]
    assert played.main.awaited == (P1, P2, P3)


def test_plans_are_erased_by_leaving_and_by_a_form_without_any() -> None:
    played = waiting().file("p1", *WALL_PLAN)
    assert played.state.private[P1].plans
    played.file("p1")
    assert played.state.private[P1].plans == ()
    played.file("p1", *WALL_PLAN).leave("p1")
    assert played.state.private[P1].plans == ()


def test_plans_last_until_the_turn_is_over() -> None:
    played = waiting("mil1").file("p1", *WALL_PLAN).act(play(COURTS, 1))
    assert played.state.private[P1].plans
    (found,) = RULES.check(played.state.seen_by(P1), played.window("file"), WALL_PLAN)
    assert found.code == "answer_your_turn"
    played.act(play(WALL, 2, U="p2"))
    assert played.state.private[P1].plans == ()


def test_filing_shows_to_nobody() -> None:
    """4: not even that plans are filed."""
    without = waiting()
    played = waiting().file("p1", *WALL_PLAN)
    assert encode(played.public) == encode(without.public)
    assert all(event.to == ("p1",) for event in played.events)


def test_answers_of_any_question_end_the_count_of_absence() -> None:
    played = three(missed={"p2": 1}).act(turn("p2"))
    assert played.public.seats[P2].missed == 0
    played = three().act(turn("p2")).late("play/1/p3")
    assert played.public.seats[P3].missed == 1
    played.draw(P3, "com1")
    assert played.public.seats[P3].missed == 0


def test_d38_two_turns_by_default_make_absent() -> None:
    played = three(missed={"p2": 1}).late("play/1/p2")
    assert played.facts("absent") == [{"player": "p2"}]
    assert played.window("return").welcome == (P2,)
    assert played.questions == ["play/1/p3"]  # the draw was served at once


def test_a_late_plan_keeps_its_player_here() -> None:
    """15.4: a plan counts when it is applied, not when it is filed."""
    played = waiting(missed={"p1": 1}).file("p1", *WALL_PLAN)
    assert played.public.seats[P1].missed == 1
    played.act(play(COURTS, 1))
    assert played.public.seats[P1].missed == 0


def test_15_3_a_page_can_say_beforehand_what_happens_without_an_answer() -> None:
    """The default is the order that is taken."""
    played = three()
    order = default(played.state.seen_by(P2), played.main)
    late = RULES.resolve(played.state, played.main, {}, Dice(b"x"))
    taken = RULES.resolve(played.state, played.main, {P2: order}, Dice(b"x"))
    assert [e for e in late.events if e.kind == "played"] == [e for e in taken.events if e.kind == "played"]
    assert CARDS[order[0].data["card"]]
