"""The worked examples of section 17, E1 to E24: table, turns, civil society, order, sharing."""

from __future__ import annotations

import pytest

from controle.rules import defaults
from controle.rules.content import CARDS
from controle.rules.draws import draws_of
from controle.rules.ending import begin_round, end_round, ranked, shares
from controle.rules.notation import PLACE
from controle.rules.society import players_of, react
from controle.rules.state import Pending
from controle.rules.world import World, share_out

from .scene import (
    DRONES,
    DULL,
    EASY,
    MERGER,
    NETWORK,
    P1,
    P2,
    P3,
    PATRONAGE,
    PROPHECY,
    RADIO,
    STARTUP,
    TRADE,
    WALL,
    Game,
    Played,
    act,
    game,
    level,
    numbers,
    play,
    table,
    world,
)

COM, MED = PLACE["com"], PLACE["med"]
ROW = {0: {"p1": "com3", "p2": "com2"}, 1: {"p1": "com1", "p2": "com1", "p3": "com1"}}


def columns(seen: World, category: int) -> list[int]:
    return [seen.column(player, category) for player in range(seen.size)]


def levels(seen: World, category: int) -> list[int]:
    return [seen.level(player, category) for player in range(seen.size)]


def test_e1_a_row() -> None:
    seen = world(influence=ROW, played={"com": 2})
    assert columns(seen, COM) == [6, 5, 3]
    assert levels(seen, COM) == [2, 1, 1]
    assert seen.global_level(COM) == 2


def pushed() -> Played:
    state = game(influence=ROW, played={"com": 2}, order="p2 p3 p1", hands={"p2": (STARTUP, *EASY[:3])})
    return Played(state).act(play(STARTUP, 1, R=2))


def test_e2_pushing() -> None:
    played = pushed()
    assert [played.column(player, "com") for player in (P1, P2, P3)] == [7, 7, 4]
    assert [played.level(player, "com") for player in (P1, P2, P3)] == [2, 2, 1]
    assert "crossed" not in played.told
    assert played.public.zone == ()


def test_e3_reconstruction() -> None:
    """Nothing of the table is kept: it is read from discard and map."""
    seen = World.of(pushed().public)
    assert seen.played[COM] == 3
    assert [mine[COM] for mine in seen.everywhere] == [4, 4, 1]
    assert columns(seen, COM) == [7, 7, 4]


# ---- E4 and E5: slots 3 and 2 border where four play (0125) ---------------------------------------------

WALL_ANSWER = {"V": 2, "U": "p2", "choices": [["pol", "med"], [], []]}
BOTH = [level("pol", "pol"), level("pol", "mil", "com")]


def blue(held: str = "pol1 mil1 com2") -> Played:
    """Blue is p1 here, and Grey p2."""
    return Played(
        game(
            players=4,
            influence={3: {"p1": "pol4", "p2": "pol2"}, 2: {"p2": "pol1"}},
            played={"pol": 1},
            held={"p1": held},
            hands={"p1": (WALL, *DULL[:3])},
        )
    )


def test_e4_compensating() -> None:
    played = blue()
    assert (played.column(P1, "pol"), played.level(P1, "pol")) == (5, 1)
    played.act(play(WALL, 3, R=3, **WALL_ANSWER, invest=BOTH))
    assert played.held(P1) == numbers("com1")
    played = blue("pol1 mil1")
    (short,) = played.problems(play(WALL, 3, R=3, **WALL_ANSWER, invest=BOTH[:1]))
    assert (short.code, short.input) == ("level_short", "effect")
    assert short.params == {"category": "pol", "needed": 3, "level": 1, "bought": 1}
    (unpaid,) = played.problems(play(WALL, 3, R=3, **WALL_ANSWER, invest=BOTH))
    assert (unpaid.code, unpaid.input) == ("tokens_short", "invest.1")
    assert unpaid.params == {"category": "com", "needed": 1, "held": 0}


def test_e5_the_wall() -> None:
    played = blue()
    top = played.state.hidden.piles["pol1"][0]
    played.act(play(WALL, 3, R=3, **WALL_ANSWER, invest=BOTH, icons=["pol", "med"]))
    assert played.stack(3, P1) == numbers("pol5 med1")
    assert played.stack(2, P1) == numbers("mil1")
    assert (played.stack(2, P2), played.stack(3, P2)) == (numbers(""), numbers("pol2"))
    assert [(played.column(p, "pol"), played.level(p, "pol")) for p in (P1, P2)] == [(7, 2), (4, 1)]
    assert played.fact("crossed") == {"player": "p1", "category": "pol", "was": 1, "now": 2, "pile": "pol1"}
    assert played.public.zone == ("pol1",)
    assert played.state.hidden.zone == (top,)
    assert played.held(P1) == numbers("pol1 com1 med1")


def investing(*uses: dict[str, object]) -> Played:
    """Grey is p2; four in the region, before the effect gives one."""
    state = game(
        influence={0: {"p1": "pol1", "p2": "pol2"}}, development={0: 4}, played={"pol": 1},
        held={"p1": "pol2 com1 mil1"}, hands={"p1": (WALL, *DULL[:3])},
    )  # fmt: skip
    return Played(state)


BOOST = {"use": "boost", "category": "pol"}
SABOTAGE = {"use": "sabotage", "category": "pol", "target": "p2", "pay": ["pol"]}
DEVELOP = {"use": "develop", "pay": ["com"]}


def test_e6_investing_after_the_effect() -> None:
    """D40."""
    played = investing().act(play(WALL, 1, R=0, invest=[BOOST, SABOTAGE, DEVELOP]))
    assert played.stack(0, P1) == numbers("pol3")
    assert played.stack(0, P2) == numbers("pol1")
    assert played.public.regions[0].development == 5
    assert played.held(P1) == numbers("mil1")
    for twice in (BOOST, SABOTAGE, DEVELOP):
        (found,) = investing().problems(play(WALL, 1, R=0, invest=[twice, twice]))
        assert (found.code, found.params) == ("used_too_often", {"use": twice["use"], "named": 2, "most": 1})
    nothing = {**SABOTAGE, "category": "com", "pay": ["com"]}
    (found,) = investing().problems(play(WALL, 1, R=0, invest=[nothing]))
    assert (found.code, found.input) == ("nothing_to_sabotage", "invest.0")
    assert found.params == {"player": "p2", "category": "com", "region": 0}


def test_e7_several_levels_at_once() -> None:
    """D17."""
    state = game(
        players=4, influence={0: {"p1": "med1"}}, played={"med": 4}, held={"p1": "med4"},
        hands={"p1": (NETWORK, *DULL[:3])},
    )  # fmt: skip
    played = Played(state)
    assert (played.column(P1, "med"), played.level(P1, "med")) == (5, 1)
    uses = [level("med", "med")] * 3 + [{"use": "boost", "category": "med"}]
    played.act(play(NETWORK, 3, R=0, V=1, W=3, invest=uses))
    assert World.of(played.public).everywhere[0][MED] == 6
    assert (played.column(P1, "med"), played.level(P1, "med")) == (11, 3)
    assert played.facts("crossed") == [
        {"player": "p1", "category": "med", "was": 1, "now": 3, "pile": "med2"}
    ]
    assert played.public.zone == ("med2",)


# ---- civil society ------------------------------------------------------------------------------------

NORTH = {"p1": "pol2 med1 mil2", "p2": "pol2 med3", "p3": "pol1"}
SOUTH = {"p1": "pol1", "p4": "pol4 med2"}


@pytest.mark.parametrize(("cards", "losses"), [(3, "e8"), (8, "e9")])
def test_e8_and_e9_civil_society(cards: int, losses: str) -> None:
    """D19, D42: E8 at level II, E9 at level III."""
    state = game(
        players=4, influence={0: NORTH, 2: SOUTH}, development={0: 3}, played={"med": cards}, zone=(RADIO,)
    )
    now = table(state)
    react(now)
    seen = World.of(now.public)
    assert now.public.regions[0].development == 4
    struck = now.outcome().events[-1].data
    assert (struck["card"], struck["region"], struck["level"]) == (RADIO, 0, 2 if losses == "e8" else 3)
    left = (seen.stacks[0][1][MED], seen.stacks[0][0][PLACE["mil"]])
    assert left == ((2, 2) if losses == "e8" else (1, 1))
    assert [loss["player"] for loss in struck["losses"]] == (["p2"] if losses == "e8" else ["p2", "p2", "p1"])
    assert (now.public.archive, now.public.zone, now.hidden.zone) == ((RADIO,), (), ())


@pytest.mark.parametrize(("yellow", "order", "struck"), [
    ("med2 pol3", "p2 p1 p3", 0), ("med2 pol2", "p2 p1 p3", 1), ("med2 pol2", "p1 p2 p3", 0),
])  # fmt: skip
def test_e10_tie_for_dominance(yellow: str, order: str, struck: int) -> None:
    """D21: the higher total, then who plays earlier."""
    seen = world(influence={0: {"p1": yellow, "p2": "med2 com2"}}, order=order)
    step = next(step for step in CARDS[RADIO].civil_society.steps if step.who == "dominant")
    assert players_of(seen, 0, step) == [struck]


@pytest.mark.parametrize(
    ("purple", "order"),
    [("mil7 rel6", "p2 p3 p1 p4"), ("mil7 rel5", "p2 p1 p3 p4"), ("mil7 rel5 bio4", "p2 p1 p3 p4")],
    ids=["e11", "e12", "e12_third"],
)
def test_e11_and_e12_turn_order(purple: str, order: str) -> None:
    """E12: a third column does not matter."""
    yours = {"p1": "bio7 com5", "p2": "pol9 com4", "p3": purple, "p4": "rel6 med6"}
    now = table(game(players=4, influence={0: yours}, order="p1 p4 p3 p2"))
    begin_round(now, World.of(now.public))
    assert " ".join(now.public.order) == order


# ---- sharing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("development", "influence", "points"),
    [(8, [3, 4], [3, 4]), (6, [4, 3, 1], [3, 2, 0]), (5, [3, 3, 3], [1, 1, 1]), (1, [2, 2], [0, 0]),
     (4, [4, 3], [2, 1])],
    ids=["e13", "e14", "e15", "e16", "e17"],
)  # fmt: skip
def test_e13_to_e17_sharing(development: int, influence: list[int], points: list[int]) -> None:
    """E13, E14, E15, E16, E17."""
    assert share_out(development, influence) == points


def test_e14_the_lost_points_are_told() -> None:
    """E14, E15: what nobody gets."""
    state = game(influence={0: {"p1": "pol4", "p2": "mil3", "p3": "rel1"}, 1: {"p1": "pol3", "p2": "mil3",
                 "p3": "rel3"}}, development={0: 6, 1: 5})  # fmt: skip
    first, second, *_ = shares(state.public)
    assert [(share.influence, share.points) for share in first.shares] == [(4, 3), (3, 2), (1, 0)]
    assert (first.lost, second.lost) == (1, 2)


# ---- drawing, the forced case, ends ---------------------------------------------------------------------


def test_e18_drawing() -> None:
    public = game().public
    assert [draws_of(public, extra, 3) for extra in (0, 1, 2)] == [1, 1, 2]
    played = Played(game(hands={"p1": (MERGER, *DULL[:3])}, played={"com": 6}))
    played.act(play(MERGER, 1, U="p2"))  # draw+1
    assert len(played.hand(P1)) == 3
    played.draw(P1, "com1")
    assert len(played.hand(P1)) == 4
    assert "surplus/1/p1" not in played.questions
    trading = "com2_04_algorithmic_trading"  # draw+2
    played = Played(game(hands={"p1": (trading, *DULL[:3])}, played={"com": 6}))
    played.act(play(trading, 1)).draw(P1, "com1", "mil1")
    assert len(played.hand(P1)) == 5
    assert "surplus/1/p1" in played.questions
    back = played.hand(P1)[0]
    under = CARDS[back].pile
    played.answer("surplus", P1, act("surplus", return_=[back]))
    assert len(played.hand(P1)) == 4
    assert played.state.hidden.piles[under][-1] == back


PURPLE = {"influence": {0: {"p1": "rel1"}}, "played": {"rel": 2, "pol": 1}, "order": "p1 p2 p3"}


def test_e19_forced_case() -> None:
    """D14, D15; Purple is p1 here."""
    played = Played(game(**PURPLE, hands={"p1": DULL}))
    assert played.main.name == "forced/1/p1"
    forced = played.public.forced
    assert forced.hand == DULL
    assert CARDS[forced.card].pile == "rel1"
    played = Played(_with_prophecy())
    assert played.public.forced.card == PROPHECY
    played.act(act("forced", R=2))
    assert played.stack(2, P1) == numbers("rel1")
    assert (played.column(P1, "rel"), played.level(P1, "rel")) == (5, 1)
    assert "crossed" not in played.told
    assert played.hand(P1) == DULL
    assert "draw/1/p1" in played.questions
    back = DULL[1:3]
    played.draw(P1, "rel1", "pol1", back=back)
    assert len(played.hand(P1)) == 4
    assert not set(back) & set(played.hand(P1))
    assert played.fact("put_back")["piles"] == [CARDS[card].pile for card in back]


def _with_prophecy() -> Game:
    """The card of the example on top of its pile: the designs before it lie in the archive, which stays
    there."""
    before = [card for card in CARDS.values() if card.pile == "rel1" and card.id < PROPHECY]
    return game(**PURPLE, hands={"p1": DULL}, archive=[card.id for card in before for _ in range(2)])


@pytest.mark.parametrize("waiting", [True, False])
def test_e20_the_end_put_off(waiting: bool) -> None:
    """D18, D20: civil society pushes the leading cube below V before the test."""
    state = game(
        influence={0: {"p2": "com12"}}, played={"com": 12}, zone=(TRADE,) if waiting else (), round=7
    )
    assert World.of(state.public).global_level(COM) == 5
    now = table(state)
    end_round(now)
    assert now.public.over is not waiting
    if waiting:
        assert World.of(now.public).column(1, COM) == 22
        assert now.public.round == 8
    else:
        assert now.outcome().events[-1].data["reason"] == "level"


def test_e21_last_tie() -> None:
    influence = {0: {"p1": "pol14", "p2": "mil14"}, 1: {"p3": "rel11"}}
    state = game(
        influence=influence, development={0: 28, 1: 11}, held={"p1": "pol3", "p2": "mil5", "p3": "rel1"}
    )
    places = [(each.player, each.rank, each.score) for each in ranked(state.public, shares(state.public))]
    assert places == [("p2", 1, 14), ("p1", 2, 14), ("p3", 3, 11)]


def test_e22_floor() -> None:
    """A step of -1 on a region at 1, then +1."""
    hand = (PATRONAGE, *DULL[:3])
    played = Played(game(hands={"p1": hand}, development={0: 1}, played={"pol": 11}, held={"p1": "com1"}))
    town = play(PATRONAGE, 3, choices=[["pol"] * 4, []], invest=[DEVELOP])
    played.act(town)
    assert played.public.regions[0].development == 2
    played = Played(game(hands={"p1": hand}, development={0: 1}, played={"pol": 11}))
    played.act(play(PATRONAGE, 3, choices=[["pol"] * 4, []]))
    assert played.public.regions[0].development == 1


def test_e23_a_queue_of_two_cards() -> None:
    state = game(influence={0: {"p2": "com5"}}, played={"com": 6}, zone=(TRADE, TRADE))
    now = table(state)
    react(now)
    first, second = (event.data for event in now.outcome().events if event.kind == "civil_society")
    assert (first["level"], [loss["amount"] for loss in first["losses"]]) == (3, [1, 1])
    assert (second["level"], [loss["amount"] for loss in second["losses"]]) == (2, [1])
    assert World.of(now.public).column(1, COM) == 8


def test_e24_default_play() -> None:
    """D46."""
    hand = (PATRONAGE, STARTUP, MERGER, DRONES)
    state = game(
        influence={1: {"p1": "com2"}, 2: {"p1": "com1"}}, played={"pol": 2, "com": 4}, hands={"p1": hand}
    )
    played = Played(state)
    assert (played.level(P1, "pol"), played.level(P1, "com")) == (1, 2)
    played.miss("play")
    assert played.fact("missed") == {"player": "p1", "window": "play"}
    told = played.fact("played")
    assert (told["card"], told["effect"], told["R"]) == (PATRONAGE, 1, 1)
    assert played.held(P1) == numbers("pol1")
    (pending,) = played.public.pending
    assert pending == Pending(1, P1, "draw", extra=1)
    assert defaults.draw(played.public, pending).draws == ("com1",)
    played.late("draw/1/p1")
    assert played.fact("drew") == {"player": "p1", "piles": ["com1"]}
    assert len(played.hand(P1)) == 4
