"""The decisions of section 18 that the examples do not show, and the particular cases of section 16."""

from __future__ import annotations

from typing import Any

import pytest

from controle.rules import RULES, defaults
from controle.rules.content import CARDS, PILES, C, copies
from controle.rules.draws import cards_by_pile, default_piles, draws_of, instead
from controle.rules.ending import begin_round
from controle.rules.notation import PLACE, read_civil_society
from controle.rules.society import players_of, react, region_of
from controle.rules.world import World
from games.contract import Closes, Dice, PlayerId

from .scene import (
    COURTS,
    DULL,
    EASY,
    MERGER,
    P1,
    P2,
    PATRONAGE,
    RADIO,
    STARTUP,
    STUCK,
    WALL,
    Played,
    act,
    counted,
    game,
    level,
    new,
    numbers,
    plan,
    play,
    table,
    world,
)

CONSULTATION = "pol1_06_great_consultation"
COMPLEX = "mil2_06_military_industrial_complex"


def test_d1_the_level_of_a_category_is_that_of_its_leading_cube() -> None:
    """Also of somebody without a single influence: the token pushes everybody."""
    seen = world(influence={0: {"p1": "com4"}, 1: {"p2": "com4"}}, played={"com": 3})
    assert [seen.column(player, PLACE["com"]) for player in range(3)] == [7, 7, 3]
    assert (seen.global_level(PLACE["com"]), seen.level(2, PLACE["com"])) == (2, 1)


@pytest.mark.parametrize("players", range(2, 7))
def test_d2_d5_d33_the_setup(players: int) -> None:
    """5.2: four influences, four cards, two tokens each; nothing is set aside for levels reached."""
    played = new(players, seed=players).miss("start")
    public = played.public
    assert public.players == tuple(f"p{n}" for n in range(1, players + 1))
    assert public.zone == ()
    for player in public.players:
        assert sum(sum(region.influence[player]) for region in public.regions) == 4
        assert len(played.hand(player)) == C.figures.hand
        assert sum(played.held(player)) == 2
    assert not public.absent  # 16.12
    assert len({seat.home for seat in public.seats.values()}) == players
    assert len({seat.organization for seat in public.seats.values()}) == players


def test_d6_the_first_order_is_by_tracks_and_ties_by_lot() -> None:
    played = new(4, seed=3)
    provisional = played.public.order
    played.miss("start")
    seen = World.of(played.public)
    number = {player: place for place, player in enumerate(played.public.players)}
    key = {player: seen.two_tracks(number[player]) for player in provisional}
    assert list(played.public.order) == sorted(provisional, key=lambda player: key[player], reverse=True)


def test_d48_the_named_draws() -> None:
    """And nothing else is drawn."""
    ids = (P1, P2)
    dice = Dice(b"names")
    RULES.setup(ids, {"mode": "turns"}, dice)
    assert list(dice.draws) == [
        "regions", "chips", *(f"pile/{pile}" for pile in PILES), "organizations", "homes", "minor/p1",
        "minor/p2", "provisional",
    ]  # fmt: skip
    assert {name: draw.kind for name, draw in dice.draws.items() if draw.kind != "shuffle"} == {
        "minor/p1": "pick", "minor/p2": "pick",
    }  # fmt: skip
    drawn = Dice(b"minor").pick((1, 3, 4), "minor", "p1")
    assert drawn in (1, 3, 4)


def test_d8_any_region_may_be_the_main_one() -> None:
    played = Played(game(played={"pol": 2}, hands={"p1": (COURTS, *DULL[:3])}))
    played.act(play(COURTS, 1, R=5))
    assert played.stack(5, P1) == numbers("pol1")


def refilling() -> Played:
    """pol1 is empty, and its archive holds three cards."""
    archive = ["pol1_02_town_hall_patronage", "pol1_03_quiet_lobbying", "pol1_03_quiet_lobbying"]
    hands = {"p1": (COURTS, *DULL[:3]), "p2": ("pol1_05_gerrymander", *EASY[1:])}
    state = game(played={"pol": 2}, hands=hands, archive=archive, empty=("pol1",))
    return Played(state)


def test_d11_d36_an_archive_returns_to_its_pile_when_a_card_is_needed() -> None:
    """D48: under the name of the pile and the number of the refill; discards are never shuffled back."""
    played = refilling().act(play(COURTS, 1))
    assert len(played.public.archive) == 3
    discards = played.public.discards
    played.draw(P1, "pol1")
    assert played.fact("refilled") == {"pile": "pol1", "cards": 3}
    assert (played.public.archive, played.public.piles["pol1"], played.public.refills) == ((), 2, 1)
    assert played.public.discards == discards
    dice = Dice(b"again")
    again = refilling().act(play(COURTS, 1))
    RULES.resolve(again.state, again.window("draw"), {P1: act("draw", draws=["pol1"])}, dice)
    assert list(dice.draws) == ["refill/pol1/1"]


def test_10_5_an_exhausted_pile_is_replaced_as_it_is_served() -> None:
    left = cards_by_pile(game(empty=("pol1", "rel1", "rel2")).public)
    assert instead(left, "pol2") == "pol2"
    assert instead(left, "pol1") == "pol2"
    assert instead(left, "rel1") == "pol2"  # the first pile with cards
    left["pol2"] = 0
    assert instead(left, "rel2") == "mil1"


def test_d9_surplus_goes_under_the_pile_not_to_the_discard() -> None:
    trading = "com2_04_algorithmic_trading"
    played = Played(game(hands={"p1": (trading, *DULL[:3])}, played={"com": 6}))
    played.act(play(trading, 1)).draw(P1, "com1", "mil1")
    discards, back = played.public.discards, DULL[1]
    pile = played.state.hidden.piles[CARDS[back].pile]
    assert pile[-1] != back
    played.answer("surplus", P1, act("surplus", return_=[back]))
    assert played.public.discards == discards
    assert played.state.hidden.piles[CARDS[back].pile] == (*pile, back)


def test_d19_the_player_struck_is_fixed_before_the_losses() -> None:
    """After the first loss somebody else would be dominant."""
    influence = {0: {"p1": "med2 pol1", "p2": "med2"}, 1: {"p3": "med6"}}
    now = table(game(influence=influence, played={"med": 5}, development={0: 3}, zone=(RADIO,)))
    react(now)
    (struck,) = (event.data for event in now.outcome().events if event.kind == "civil_society")
    assert (struck["level"], struck["region"]) == (3, 0)
    assert [(loss["player"], loss["category"]) for loss in struck["losses"]] == [("p1", "med")] * 2


def test_d28_round_twelve_is_the_last() -> None:
    played = Played(game(round=12))
    for _ in range(3):
        played.hand_in()
    assert played.public.over
    assert (played.fact("game_over")["reason"], played.public.round) == ("rounds", 12)


def test_d29_backs_are_shown_in_the_order_of_the_piles() -> None:
    """0125: their order tells nothing."""
    played = Played(game(played={"pol": 2}, hands={"p1": (COURTS, *DULL[:3])}))
    played.act(play(COURTS, 1)).draw(P1, "pol1")
    assert played.public.seats[P1].backs == ("pol1", "mil2", "rel2", "bio2")


def test_d10_cards_of_civil_society_go_to_the_archive() -> None:
    now = table(game(zone=(STARTUP, COURTS), influence={0: {"p1": "com2"}}))
    react(now)
    assert now.public.archive == (STARTUP, COURTS)
    assert sum(map(len, now.public.discards.values())) == 0


def test_d12_all_piles_are_named_at_once() -> None:
    trading = "com2_04_algorithmic_trading"
    played = Played(game(hands={"p1": (trading, *DULL[:3])}, played={"com": 6})).act(play(trading, 1))
    assert played.codes("p1", act("draw", draws=["com1"]), "draw") == ["wrong_draws"]


def test_d39_surplus_is_asked_as_usual_after_draws_that_came_with_the_turn() -> None:
    trading = "com2_04_algorithmic_trading"
    played = Played(game(hands={"p1": (trading, *DULL[:3])}, played={"com": 6}))
    played.act(play(trading, 1, draws=["com1", "mil1"]))
    assert "surplus/1/p1" in played.questions
    wrong = Played(game(hands={"p1": (trading, *DULL[:3])}, played={"com": 6}))
    wrong.act(play(trading, 1, draws=["com1"]))  # not legal as T2: it is asked
    assert "draw/1/p1" in wrong.questions


def stuck() -> Played:
    """p1 could play a card of Politics by paying, and nothing without."""
    return Played(game(hands={"p1": (COURTS, *DULL[:3])}, held={"p1": "pol1"}))


def test_d13_nobody_has_to_pay_to_play() -> None:
    played = stuck()
    assert played.main.name == "play/1/p1"
    played.act(STUCK)
    assert played.main.name == "forced/1/p1"
    assert played.told[0] == "stuck"
    assert played.held(P1) == numbers("pol1")
    late = stuck().late("play/1/p1")  # the default: stuck, followed at once by that of T1F
    turn = [kind for kind in late.told if kind in ("missed", "stuck", "forced", "played")]
    assert turn[:4] == ["missed", "stuck", "forced", "played"]
    assert late.public.seats[P1].missed == 1


def test_d16_the_pile_of_civil_society() -> None:
    """Level 1 up to II, level 2 from III, the other one if it is exhausted."""
    for column, pile in ((1, "pol1"), (5, "pol1"), (10, "pol2"), (16, "pol2")):
        held = {"p1": "pol1"}
        # One more Politics card is played: the leading cube reaches the next level.
        state = game(
            players=4, influence={0: {"p1": f"pol{column - 1}"}}, played={"pol": 1}, held=held,
            hands={"p1": (COURTS, *DULL[:3])}, development={0: 9},
        )  # fmt: skip
        played = Played(state).act(play(COURTS, 1, invest=[level("pol", "pol")] if column < 2 else []))
        assert played.fact("crossed")["pile"] == pile, column
    empty = game(influence={0: {"p1": "pol1"}}, played={"pol": 1}, hands={"p1": (COURTS, *DULL[:3])},
                 held={"p1": "pol1"}, empty=("pol1",))  # fmt: skip
    played = Played(empty).act(play(COURTS, 1, invest=[]))
    assert played.public.zone == ()  # it was at I before


def test_d25_late_steps_come_in_the_order_chosen_and_crossings_last() -> None:
    steps = CARDS[CONSULTATION].effects[2].steps
    assert [step.late for step in steps] == [False, False, False, True]
    state = game(
        players=4, influence={0: {"p1": "pol4 com4"}}, played={"pol": 8, "bio": 1},
        hands={"p1": (CONSULTATION, *DULL[:3])}, development={1: 1},
    )  # fmt: skip
    form = play(CONSULTATION, 3, R=0, V=1, choices=[[], ["bio", "bio"], [], []], end_steps=[3])
    played = Played(state).act(form)
    assert played.public.regions[1].development == 2
    changes = played.fact("played")["changes"]
    assert [change["step"] for change in changes if change["by"] == "effect"] == [0, 1, 2, 3]


def test_d25_the_order_of_crossings() -> None:
    """Several categories in one turn: those named first, then the others."""
    state = game(
        players=4, influence={0: {"p1": "pol9 mil1 med5"}}, played={"pol": 1, "mil": 1},
        hands={"p1": (WALL, *DULL[:3])}, held={"p1": "pol1"},
    )  # fmt: skip
    choices = [["pol", "med"], [], []]
    form = play(
        WALL,
        3,
        R=0,
        V=1,
        U="p2",
        choices=choices,
        crossing_order=["rel", "med"],
        invest=[level("pol", "pol")],
    )
    played = Played(state).act(form)
    assert [fact["category"] for fact in played.facts("crossed")] == ["med", "pol"]
    assert played.public.zone == ("med1", "pol2")


def test_d32_losses_of_others_are_chosen_by_the_server() -> None:
    """O: each of them, from the largest stack, tie by category order; L: the other with the highest total."""
    drones = "mil2_05_martial_law"  # R:O-1*
    influence = {0: {"p1": "mil1", "p2": "pol2 com2", "p3": "rel1 med2"}}
    state = game(influence=influence, played={"mil": 17}, hands={"p1": (drones, *DULL[:3])})
    played = Played(state).act(play(drones, 3, choices=[["mil"] * 3, []]))
    assert played.stack(0, P2) == numbers("pol1 com2")
    assert played.stack(0, "p3") == numbers("rel1 med1")
    army = "mil2_01_private_army"  # R:L-2*
    state = game(influence=influence, played={"mil": 17}, hands={"p1": (army, COURTS)}, order="p1 p3 p2")
    played = Played(state).act(play(army, 3))
    assert played.stack(0, P2) == numbers("pol1 com1")
    assert played.stack(0, "p3") == numbers("rel1 med2")


def test_d32_equal_stacks_fall_by_category_order_whatever_order_the_card_prints() -> None:
    inquisition = "rel2_03_morality_inquisition"  # R:O-1bio/med
    state = game(influence={0: {"p2": "bio1 med1"}}, played={"rel": 11}, hands={"p1": (inquisition, COURTS)})
    assert Played(state).act(play(inquisition, 2)).stack(0, P2) == numbers("bio1")


def test_16_4_with_two_players_l_is_nobody_where_the_other_has_nothing() -> None:
    army = "mil2_01_private_army"
    state = game(2, influence={1: {"p2": "pol2"}}, played={"mil": 17}, hands={"p1": (army, *DULL[:2])})
    played = Played(state).act(play(army, 3, R=0))
    assert played.stack(1, P2) == numbers("pol2")


def test_d44_an_exhausted_type_may_be_named_and_gives_nothing() -> None:
    """A theft names what the other holds."""
    held = {"p1": "mil1", "p2": "com4", "p3": "com3"}
    state = game(held=held, influence={0: {"p1": "pol6"}}, hands={"p1": (PATRONAGE, *DULL[:3])})
    assert state.public.reserve[PLACE["com"]] == 0
    played = Played(state).act(play(PATRONAGE, 2, choices=[[], [], ["com"]], icons=["pol"]))
    assert played.held(P1) == numbers("mil1 pol1")


def test_d22_no_more_than_eight_tokens() -> None:
    state = game(held={"p1": "mil4 com3 pol1"}, played={"pol": 2}, hands={"p1": (PATRONAGE, *DULL[:3])})
    played = Played(state).act(play(PATRONAGE, 1, icons=["pol"]))
    assert played.held(P1) == numbers("mil4 com3 pol1")


def test_d45_no_more_draws_than_cards() -> None:
    """Piles and archives together; with none at all the hand stays short, and nothing is asked."""
    state = game(
        played={"pol": 2}, hands={"p1": (COURTS, *DULL[:3])}, empty=PILES, archive=[MERGER],
    )  # fmt: skip
    assert draws_of(state.public, 2, 3) == 1
    assert default_piles(state.public, P1, 3) == ("com2",)
    state = game(played={"pol": 2}, hands={"p1": (COURTS, *DULL[:3])}, empty=PILES)
    played = Played(state).act(play(COURTS, 1))
    assert "draw/1/p1" not in played.questions
    assert len(played.hand(P1)) == 3


def test_11_6_who_can_play_nothing_passes_if_there_is_no_card() -> None:
    """D28: a round in which all pass ends the game."""
    nothing = {f"p{n}": () for n in (1, 2, 3)}
    state = game(hands=nothing, empty=PILES)
    assert state.public.over
    state = game(hands={"p1": DULL, "p2": (COURTS,), "p3": ()}, played={"pol": 2}, empty=PILES)
    assert (state.public.passed, state.public.active) == ((P1,), P2)


def test_d50_a_form_of_a_round_is_saved_in_parts() -> None:
    asked = new(3, mode="rounds").miss("start").main
    assert asked.in_parts
    assert asked.closes is Closes.TOGETHER
    assert asked.orders == ("surplus", "plan", "draw", "relief")


def test_d43_there_is_no_other_question_in_a_round() -> None:
    played = new(3, mode="rounds").miss("start")
    assert played.names == ["round/1", "leave"]


def test_15_6_draws_by_name_then_by_default_and_what_is_above_four_waits() -> None:
    trading = "com2_04_algorithmic_trading"
    played = Played(game(mode="rounds", hands={"p1": (trading, *DULL[:3])}, played={"com": 6}))
    form = (*plan(trading, 1), *act("draw", draws=["bio1"]))
    played.hand_in("round", p1=form, p2=(), p3=())
    told = next(fact for fact in played.facts("drew") if fact["player"] == "p1")
    assert told["piles"] == ["bio1", "com1"]
    assert len(played.hand(P1)) == 5
    assert [each.what for each in played.public.pending] == ["surplus"]
    assert played.names == ["round/2", "leave"]
    last = played.hand(P1)[-1]
    played.hand_in("round", p1=(), p2=(), p3=())
    assert next(fact for fact in played.facts("faces_returned", "p1"))["cards"] == [last]


@pytest.mark.parametrize("relief", [True, False])
def test_15_6_relief_after_a_forced_turn(relief: bool) -> None:
    played = Played(game(mode="rounds", hands={"p1": DULL}))
    played.hand_in("round", p1=act("relief") if relief else (), p2=(), p3=())
    assert [fact["player"] for fact in played.facts("forced")][:1] == ["p1"]
    assert (set(played.hand(P1)) == set(DULL)) is not relief
    assert len(played.hand(P1)) == 4


def test_15_6_a_surplus_is_returned_before_any_turn() -> None:
    """A plan may be made of what is left."""
    from controle.rules.state import Pending

    five = (COURTS, *DULL)
    state = game(mode="rounds", played={"pol": 2}, hands={"p1": five}, pending=(Pending(1, P1, "surplus"),))
    played = Played(state)
    form = (*act("surplus", return_=[DULL[0]]), *plan(COURTS, 1))
    played.hand_in("round", p1=form, p2=(), p3=())
    assert played.told[:2] == ["put_back", "faces_returned"]
    assert played.facts("faces_returned", "p1")[0]["cards"] == [DULL[0]]
    assert next(fact for fact in played.facts("played") if fact["player"] == "p1")["card"] == COURTS


def test_16_6_a_region_exists_even_if_nobody_has_anything() -> None:
    society = read_civil_society("pol>med: dev+1 D:pol-1 T-2 X:pol-1")
    seen = world()
    assert region_of(seen, society) == 0
    assert [players_of(seen, 0, step) for step in society.steps] == [[], [], [], []]


def test_12_2_regions_by_rank_tie_total_and_slot() -> None:
    society = read_civil_society("pol>med: D:pol-1")
    assert region_of(world(influence={2: {"p1": "pol2"}, 1: {"p2": "pol1"}}), society) == 2
    assert region_of(world(influence={2: {"p1": "pol2 med1"}, 1: {"p2": "pol2"}}), society) == 2
    assert region_of(world(influence={2: {"p1": "pol2 bio1"}, 1: {"p2": "pol2"}}), society) == 2
    assert region_of(world(influence={2: {"p1": "pol2"}, 1: {"p2": "pol2"}}), society) == 1
    dominated = read_civil_society("dom>pol: T-2")
    assert region_of(world(influence={2: {"p1": "com3"}, 1: {"p1": "com2", "p2": "pol2"}}), dominated) == 2


def test_16_9_the_card_of_a_forced_turn_lies_nowhere_else() -> None:
    played = Played(game(hands={"p1": DULL}))
    assert played.main.kind == "forced"
    assert counted(played.state)["forced"] == 1
    assert sum(counted(played.state).values()) == 144


def test_16_10_two_copies_are_two_cards() -> None:
    played = Played(game(played={"pol": 2}, hands={"p1": (COURTS, COURTS, *DULL[:2])}))
    played.act(play(COURTS, 1))
    assert played.hand(P1) == (COURTS, *DULL[:2])
    assert copies("pol1").count(COURTS) == 2


def test_16_1_a_rise_and_fall_within_a_turn_is_no_crossing() -> None:
    """The level of the category, not of a player, is looked at, and only at the end."""
    state = game(
        influence={0: {"p1": "pol1", "p2": "pol4"}}, played={"pol": 1}, held={"p1": "pol1"},
        hands={"p1": (WALL, *DULL[:3])},
    )  # fmt: skip
    sabotage = {"use": "sabotage", "category": "pol", "target": "p2", "pay": ["pol"]}
    played = Played(state).act(play(WALL, 1, R=0, invest=[sabotage]))
    assert played.facts("crossed") == []  # p2: 3 + 2 cards, as before


def test_turn_order_counts_equal_columns_twice() -> None:
    """13: the two highest may be equal."""
    now = table(game(influence={0: {"p1": "pol5", "p2": "mil5 com5", "p3": "rel6"}}))
    begin_round(now, World.of(now.public))
    assert now.public.order == ("p3", "p2", "p1")


def test_defaults_name_piles_as_far_as_they_have_cards() -> None:
    """T2: level 1 of the most advanced category, else level 2, else the next category."""
    state = game(influence={0: {"p1": "com3 pol2"}}, empty=("com1",))
    assert default_piles(state.public, P1, 2) == ("com2", "com2")
    state = game(influence={0: {"p1": "com3 pol2"}}, empty=("com1", "com2"))
    assert default_piles(state.public, P1, 1) == ("pol1",)


def test_the_default_of_the_setup() -> None:
    played = new(2, seed=5)
    seat = played.public.seats[P1]
    from controle.rules.content import ORGANIZATIONS

    major, minor = ORGANIZATIONS[seat.organization].major, ORGANIZATIONS[seat.organization].minor
    answer = defaults.start(played.public, P1)
    assert (answer.free.region, answer.free.category) == (seat.home, major)
    assert answer.piles == (f"{major}1", f"{major}1", f"{minor}1", f"{major}2")


def test_nobody_else_decides_anything_during_a_turn() -> None:
    """15.2: only the active player is asked for the turn."""
    played = Played(game(players=4, order="p3 p1 p2 p4"))
    assert played.main.awaited == (PlayerId("p3"),)


def test_d37_a_theft_in_a_plan_takes_what_the_other_has_most_of() -> None:
    """The type named is gone when the turn comes."""
    racket = "mil1_05_dockside_racket"
    theft = plan(racket, 2, U="p2", choices=[[], ["pol"], []])
    hands = {"p1": (racket, *DULL[:3]), "p2": (COURTS, *EASY[1:])}
    state = game(
        players=4,
        order="p2 p1 p3 p4",
        played={"mil": 6, "pol": 2},
        hands=hands,
        held={"p2": "pol1 rel1 bio2"},
    )
    played = Played(state).file("p1", *theft)
    played.act(play(COURTS, 1, invest=[{"use": "boost", "category": "pol"}]))
    assert played.held(P1) == numbers("bio1")
    assert played.held(P2) == numbers("rel1 bio1")


def test_a_default_gains_by_category_order_whatever_order_the_card_prints() -> None:
    """15.3.4: two columns are equal, and the card prints Media before Commerce."""
    influencers = "med1_02_influencers"  # R:J+1med/com
    state = game(
        influence={0: {"p1": "pol1"}}, played={"med": 2, "com": 2}, hands={"p1": (influencers, *DULL[:3])}
    )
    assert Played(state).late("play/1/p1").stack(0, P1) == numbers("pol1 com1")


def test_d37_moves_and_uses_that_have_become_impossible_are_left_out() -> None:
    gerrymander = "pol1_05_gerrymander"
    hands = {"p1": (gerrymander, *DULL[:3]), "p2": (COURTS, *EASY[1:])}
    state = game(order="p2 p1 p3", played={"pol": 6}, hands=hands, held={"p1": "com1"})
    sabotage = {"use": "sabotage", "category": "com", "target": "p2", "pay": ["com"]}
    boost = {"use": "boost", "category": "rel"}
    form = plan(gerrymander, 2, V=1, choices=[["com"], []], invest=[sabotage, boost])
    played = Played(state).file("p1", *form).act(play(COURTS, 1))
    assert played.stack(0, P1) == numbers("pol2")
    assert played.held(P1) == numbers("com1")


def test_d34_a_turn_opens_only_once_the_hand_is_complete() -> None:
    """The three cards left could not be played: it is the fourth that decides whether the turn is forced."""
    hands = {"p1": (COURTS, *DULL[:3]), "p2": (WALL, *EASY[1:]), "p3": ("pol1_05_gerrymander",)}
    state = game(influence={0: {"p1": "com6"}}, played={"pol": 2}, hands=hands, order="p2 p3 p1")
    played = Played(state).act(play(WALL, 1)).late("play/1/p3").act(play(COURTS, 1))
    assert played.questions[:2] == ["draw/2/p1/own", "play/2/p1"]
    assert played.public.forced is None
    played.draw(P1, "pol1")
    assert played.main.name == "play/2/p1"


def test_15_6_relief_is_for_forced_turns_alone() -> None:
    played = Played(game(mode="rounds", played={"pol": 2}, hands={"p1": (COURTS, *DULL[:3])}))
    played.hand_in("round", p1=act("relief"), p2=(), p3=())
    assert set(DULL[:3]) <= set(played.hand(P1))


def test_t2b_by_default_returns_the_last_drawn_first() -> None:
    six = (COURTS, *DULL, MERGER)
    assert defaults.surplus(six).return_ == (MERGER, DULL[3])


@pytest.mark.parametrize(("held", "asked"), [("com1", "forced"), ("com2", "play"), ("pol1", "play")])
def test_11_1_playable_by_compensating(held: str, asked: str) -> None:
    """One token of the category, or two others, for each level."""
    played = Played(game(hands={"p1": (COURTS, *DULL[:3])}, held={"p1": held}))
    assert played.main.kind == asked


def shown_hand() -> Played:
    """p1 can play nothing; his hand is shown, and a card drawn in its place."""
    played = Played(game(hands={"p1": DULL}))
    assert played.questions == ["forced/1/p1"]
    return played


def test_t1f_may_carry_its_draws_and_what_it_returns() -> None:
    """15.2: a legal answer to T2 that came along is taken at once, and nothing is asked any more."""
    back = list(DULL[:2])
    played = shown_hand().act(act("forced", R=0, return_=back, draws=["pol1", "com1"]))
    assert "draw/1/p1" not in played.questions
    assert len(played.hand("p1")) == 4
    assert not set(back) & set(played.hand("p1"))
    assert played.fact("drew")["piles"] == ["pol1", "com1"]


@pytest.mark.parametrize(
    "given",
    [{}, {"draws": ["pol1"]}, {"return_": list(DULL[:2]), "draws": ["pol1"]}, {"return_": [WALL]}],
    ids=["none", "one too many", "one too few", "a card that is not held"],
)
def test_what_t1f_carries_is_left_out_where_it_is_not_legal_and_t2_is_asked(given: dict[str, Any]) -> None:
    played = shown_hand().act(act("forced", R=0, **given))
    assert "draw/1/p1" in played.questions
    assert set(played.hand("p1")) == set(DULL)
    assert not {"drew", "put_back"} & set(played.told)
    played.draw("p1", "mil1", back=[DULL[0]])
    assert len(played.hand("p1")) == 4
