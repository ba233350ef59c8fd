"""The decisions of section 14 on turns, judging, the end of a round and of the game, by their numbers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import permutations

import pytest
from msgspec.structs import replace

from cardline.rules import RULES
from cardline.rules.figures import fits, shown
from cardline.rules.state import Boxed, Exit, Left
from games.contract import Dice, Order

from .scene import ANA, BOB, CARDS, CHLOE, DAN, Played, game, place, simultaneous, skips

AREA = {card: CARDS[card].figures["area"] for card in CARDS}
P1_P2 = (["CHE", "NOR"], ["LUX", "FJI"])


@pytest.mark.parametrize("value", range(8))
def test_section_6_is_bisect(value: int) -> None:
    line = (1, 2, 2, 2, 5)
    right = [gap for gap in range(len(line) + 1) if fits(line, gap, value)]
    assert right == list(range(bisect_left(line, value), bisect_right(line, value) + 1))


def test_d1_the_other_figures_play_no_part() -> None:
    """Singapore is tiny by area and rich by GDP: only the game's characteristic counts."""
    small = Played(game(["FRA"], ["SGP", "NOR"], ["LUX"])).move(ANA, "SGP", 0)
    assert small.told == ["placed_correctly"]
    rich = Played(game(["VUT"], ["SGP", "NOR"], ["LUX"], characteristic="gdp")).move(ANA, "SGP", 0)
    assert rich.told == ["placed_wrongly", "drew"]


@pytest.mark.parametrize("first", range(3))
def test_d7_the_first_seat_opens_every_round(first: int) -> None:
    hands = (["CHE", "NOR"], ["LUX", "FJI"], ["BEL", "POL"])
    played = Played(game(["FRA"], *hands, first_seat=first))
    order = [f"p{(first + step) % 3 + 1}" for step in range(3)]
    for round_no in (1, 2):
        for player in order:
            assert played.main.awaited == (player,)
            assert played.main.at == (round_no, player)
            played.miss()
        if round_no == 1:
            assert played.public.first_seat == first


def test_d7_the_next_alive_seat_opens_when_the_first_is_out() -> None:
    hands = (["CHE", "NOR"], ["LUX", "FJI"], ["BEL", "POL"])
    played = Played(game(["FRA"], *hands, first_seat=1)).resign(BOB)
    assert played.windows[0] == "move/1/p3"
    played.miss().miss()
    assert played.windows[0] == "move/2/p3"
    assert played.public.first_seat == 1


def test_d8_dealing_to_survivors_goes_from_the_first_seat() -> None:
    state = simultaneous(["FRA"], ["CHE"], ["LUX"], ["BEL"], deck=["ITA", "POL", "GRC"], first_seat=1)
    played = Played(state).round(p1=("CHE", 0), p2=("LUX", 0), p3=("BEL", 0))
    assert [one["player"] for one in played.facts("drew")] == ["p2", "p3", "p1"]
    assert (played.hand(BOB), played.hand(CHLOE), played.hand(ANA)) == (("ITA",), ("POL",), ("GRC",))


def test_d9_an_extra_round_without_success_puts_nobody_out() -> None:
    state = simultaneous(["FRA"], ["CHE"], ["LUX"], tie_break=True, deck=["ITA", "POL"])
    played = Played(state).round(p1=("CHE", 1))
    assert played.told == ["placed_wrongly", "drew", "skipped", "extra_round"]
    assert (played.hand(ANA), played.hand(BOB)) == (("ITA",), ("LUX",))  # a skip keeps its card
    assert played.public.tie_break
    assert played.public.left == {}


def test_d10_a_dormant_player_still_to_act_counts() -> None:
    """He holds one card: he may come back before his turn, so that the round goes on."""
    state = game(["FRA"], ["CHE"], ["NOR", "FJI"], ["LUX"], skips_in_a_row=skips(p1=0, p2=0, p3=2))
    played = Played(state).move(ANA, "CHE", 0)
    assert played.windows[0] == "move/1/p2"
    other = Played(played.state)
    played.miss()  # then the dormant one is skipped, and the round is over
    assert (played.winners, played.told[:2]) == ((ANA,), ["skipped", "skipped"])
    other.come_back(CHLOE).miss()
    assert other.windows[0] == "move/1/p3"
    other.move(CHLOE, "LUX", 0)
    assert other.facts("extra_round") == [{"round": 2, "players": ["p1", "p3"]}]


def test_d10_a_skip_may_end_the_round() -> None:
    played = Played(game(["FRA"], ["CHE"], ["LUX"], ["NOR", "FJI"])).move(ANA, "CHE", 0).miss()
    assert played.told == ["skipped", "won"]
    assert CHLOE not in played.public.acted
    assert played.public.skips_in_a_row[CHLOE] == 0  # he has not skipped


def test_d11_the_last_one_wins_even_dormant() -> None:
    played = Played(game(["FRA"], *P1_P2, skips_in_a_row=skips(p1=0, p2=3))).resign(ANA)
    assert (played.winners, played.reason) == ((BOB,), "last_standing")
    assert played.windows == []


def test_d12_ranking() -> None:
    """Later is better, then fewer cards; who left of his own will is last; beaten ones keep hands."""
    left = {
        "p4": Left(Exit.ELIMINATED, 1, 2, 3),
        "p5": Left(Exit.ELIMINATED, 1, 2, 1),
        "p6": Left(Exit.ELIMINATED, 1, 2, 3),
        "p7": Left(Exit.FORFEITED, 2, 3, 1),
        "p8": Left(Exit.RESIGNED, 3, 3, 4),
    }
    hands = [["CHE"], ["NOR", "FJI"], ["LUX", "BEL"], *[[]] * 5]
    state = simultaneous(["FRA"], *hands, left=left, round_no=4)
    played = Played(state).round(p1=("CHE", 0))
    assert (played.winners, played.reason) == ((ANA,), "alone")
    assert played.ranks == {"p1": 1, "p2": 2, "p3": 2, "p5": 4, "p4": 5, "p6": 5, "p8": 7, "p7": 8}
    assert played.hand(BOB) == ("NOR", "FJI")
    assert played.public.left[BOB].how is Exit.BEATEN


def test_d13_the_box_comes_back_under_the_deck() -> None:
    box = (Boxed("ITA", True), Boxed("POL", False))
    state = simultaneous(["FRA"], ["CHE"], ["LUX"], ["BEL", "GRC"], deck=["FJI"], refills=4)
    state = replace(state, public=replace(state.public, box=box))
    dice = Dice(b"d13")
    forms = {ANA: place("CHE", 1), BOB: place("LUX", 1), CHLOE: place("BEL", 1)}
    outcome = RULES.resolve(state, RULES.windows(state.public)[0], forms, dice)
    assert [event.kind for event in outcome.events] == [
        "placed_wrongly", "placed_wrongly", "placed_wrongly", "drew", "deck_refilled", "drew", "drew",
    ]  # fmt: skip
    # Seen and unseen, in the order in which they entered, the failed ones last; one shuffle, named.
    entered = ["ITA", "POL", "CHE", "LUX", "BEL"]
    order = [entered[index] for index in dice.drawn["refill/5"]]
    public = outcome.state.public
    assert public.hands[ANA] == ("FJI",)
    assert (public.hands[BOB], public.hands[CHLOE]) == ((order[0],), ("GRC", order[1]))
    assert outcome.state.hidden.deck == tuple(order[2:])
    assert (public.box, public.refills, public.deck_count) == ((), 5, 3)


def test_d14_a_refill_that_is_not_enough() -> None:
    state = game(["FRA"], ["CHE"], ["LUX"], deck=[], box=["ITA"])
    played = Played(state).move(ANA, "CHE", 0).move(BOB, "LUX", 0)
    assert played.told == ["placed_correctly", "deck_refilled", "shared_victory"]
    assert played.reason == "no_cards"
    assert (played.hand(ANA), played.public.deck_count) == ((), 1)


def test_d16_the_cap_comes_before_the_cards_that_are_not_there() -> None:
    """In the last round no card has to be dealt any more, and none is missed."""
    state = simultaneous(["FRA"], ["CHE"], ["LUX"], deck=[], round_no=60, max_rounds=60)
    played = Played(state).round(p1=("CHE", 0), p2=("LUX", 0))
    assert (played.winners, played.reason) == ((ANA, BOB), "max_rounds")
    before = simultaneous(["FRA"], ["CHE"], ["LUX"], deck=[], round_no=59, max_rounds=60)
    assert Played(before).round(p1=("CHE", 0), p2=("LUX", 0)).reason == "no_cards"


def test_d14_the_hands_of_the_eliminated_are_dealt_again() -> None:
    state = game(["FRA"], ["CHE"], ["LUX"], ["NOR", "FJI"], deck=[])
    played = Played(state).move(ANA, "CHE", 0).move(BOB, "LUX", 0)
    assert {*played.hand(ANA), *played.hand(BOB)} == {"NOR", "FJI"}


def test_d15_hands_of_those_who_are_out_go_unseen_to_the_box() -> None:
    played = Played(simultaneous(["FRA"], ["CHE", "NOR"], ["LUX"], ["BEL"])).resign(ANA)
    assert played.facts("resigned") == [{"player": "p1", "cards": ["CHE", "NOR"]}]
    assert played.public.box == (Boxed("CHE", False), Boxed("NOR", False))
    assert shown(played.public, "CHE") is None
    assert played.hand(ANA) == ()


def test_d16_the_cap_comes_before_the_forfeits() -> None:
    state = simultaneous(
        ["FRA"], ["CHE", "NOR"], ["LUX"], round_no=5, max_rounds=5, skips_in_a_row=skips(p1=0, p2=4)
    )
    played = Played(state).round(p1=("CHE", 0))
    assert (played.winners, played.reason) == ((ANA, BOB), "max_rounds")
    assert "forfeited" not in played.told


def test_d16_one_with_the_fewest_cards_wins() -> None:
    state = game(["FRA"], ["CHE", "NOR"], ["LUX", "FJI", "POL"], round_no=5, max_rounds=5)
    played = Played(state).move(ANA, "CHE", 0).move(BOB, "LUX", 0)
    assert played.told == ["placed_correctly", "won"]
    assert played.facts("won") == [{"player": "p1", "reason": "max_rounds", "round": 5}]


def test_d17_the_deck_is_published_when_the_game_has_ended() -> None:
    played = Played(game(["FRA"], *P1_P2, deck=["ITA", "POL"]))
    assert played.public.deck == ()
    played.resign(ANA)
    assert played.public.deck == ("ITA", "POL")
    assert shown(played.public, "LUX") is None  # nobody has seen its figures, and nobody ever will


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_d20_the_verdict_depends_on_nobody_else(order: tuple[int, ...]) -> None:
    hands = (["CHE", "NOR"], ["LUX", "FJI"], ["RUS", "POL"])
    forms = {ANA: place("CHE", 0), BOB: place("LUX", 0), CHLOE: place("RUS", 1)}
    state = simultaneous(["FRA"], *hands)
    asked = RULES.windows(state.public)[0]
    alone = [RULES.resolve(state, asked, {who: forms[who]}, Dice(b"x")).events[0].kind for who in forms]
    assert alone == ["placed_correctly"] * 3
    listed = [list(forms.items())[index] for index in order]
    outcome = RULES.resolve(state, asked, dict(listed), Dice(b"x"))
    assert [event.data["player"] for event in outcome.events[:3]] == ["p1", "p2", "p3"]
    assert outcome.state.public.line == ("LUX", "CHE", "FRA", "RUS")


def test_d20_the_round_is_always_complete_and_closes_once() -> None:
    state = simultaneous(["FRA"], ["CHE"], ["LUX", "NOR"], ["RUS", "POL"])
    played = Played(state).resign(BOB)
    assert played.windows[0] == "round/1"  # a resignation does not end it
    played.round(p1=("CHE", 0), p3=("RUS", 0))
    assert played.winners == (ANA,)
    assert CHLOE in played.public.left


def test_d20_first_seat_orders_what_is_told() -> None:
    hands = (["CHE", "NOR"], ["LUX", "FJI"], ["RUS", "POL"])
    played = Played(simultaneous(["FRA"], *hands, first_seat=2)).round(p1=("CHE", 1), p2=("LUX", 1))
    assert [(event.kind, event.data["player"]) for event in played.events] == [
        ("placed_wrongly", "p1"), ("placed_wrongly", "p2"), ("drew", "p1"), ("drew", "p2"), ("skipped", "p3"),
    ]  # fmt: skip


def test_d20_equal_values_of_the_line_keep_their_order() -> None:
    state = simultaneous(["ROU"], ["IRQ", "NOR"], ["LUX", "FJI"], characteristic="co2")
    assert Played(state).round(p1=("IRQ", 0)).line == ("ROU", "IRQ")  # those of the line come first
    one = game(["ROU"], ["IRQ", "NOR"], ["LUX", "FJI"], characteristic="co2")
    assert Played(one).move(ANA, "IRQ", 0).line == ("IRQ", "ROU")  # by turns it lies where it was put


def test_d25_exactly_one_order_of_the_kind_asked() -> None:
    played = Played(game(["FRA"], *P1_P2))
    for form in ((), place("CHE", 0) * 2):
        assert [one.code for one in played.check(ANA, form)] == ["one_order"]
    assert [one.code for one in played.check(ANA, (Order("resign"),))] == ["unknown_order"]
    resign = played.check(BOB, place("LUX", 0), kind="resign")
    assert [one.code for one in resign] == ["unknown_order"]


def test_d25_a_gap_is_guarded_by_the_version_of_the_line() -> None:
    played = Played(game(["FRA"], *P1_P2)).move(ANA, "CHE", 0)
    assert played.public.line_version == 2
    assert [one.code for one in played.check(BOB, place("LUX", 0, 1))] == ["stale_line"]
    assert played.check(BOB, place("LUX", 0, 2)) == ()
    played.move(BOB, "LUX", 2)  # wrong: the line stays
    assert played.public.line_version == 2
    together = Played(simultaneous(["FRA"], *P1_P2)).round(p1=("CHE", 0), p2=("LUX", 0))
    assert together.public.line_version == 2  # once per resolution


def test_d25_all_faults_at_once() -> None:
    problems = Played(game(["FRA"], *P1_P2)).check(ANA, place("LUX", 2, 9))
    assert [(one.code, one.input, one.order) for one in problems] == [
        ("card_not_in_hand", "card", 0),
        ("gap_out_of_range", "gap", 0),
        ("stale_line", "line_version", 0),
    ]


def test_d27_the_score_is_the_cards_on_leaving() -> None:
    played = Played(game(["FRA"], ["CHE"], ["LUX", "FJI"], ["NOR", "POL", "GRC"])).resign(CHLOE)
    played.move(ANA, "CHE", 0)
    standings = RULES.standings(played.public) or ()
    assert [(one.player, one.rank, one.score) for one in standings] == [
        ("p1", 1, 0),
        ("p2", 2, 2),
        ("p3", 3, 3),
    ]
    assert [dict(one.breakdown[0].params) for one in standings] == [
        {"how": "won", "round": 1},
        {"how": "beaten", "round": 1},
        {"how": "resigned", "round": 1},
    ]


def test_d29_the_absent_are_eliminated_with_the_others() -> None:
    hands = (["CHE"], ["LUX"], ["NOR", "POL"])
    state = simultaneous(["FRA"], *hands, skips_in_a_row=skips(p1=0, p2=0, p3=4))
    played = Played(state).round(p1=("CHE", 0), p2=("LUX", 0))
    assert played.public.left[CHLOE].how is Exit.ELIMINATED
    assert "forfeited" not in played.told


def test_d29_a_win_comes_before_a_forfeit() -> None:
    hands = (["CHE"], ["LUX", "FJI"], ["NOR", "POL"])
    state = simultaneous(["FRA"], *hands, skips_in_a_row=skips(p1=0, p2=0, p3=4))
    played = Played(state).round(p1=("CHE", 0))
    assert played.public.left[CHLOE].how is Exit.BEATEN


def test_d32_a_card_that_comes_back_shows_its_name_alone() -> None:
    state = game(["FRA"], ["RUS", "FJI"], ["CHE", "NOR"], deck=[])
    played = Played(state)
    assert shown(played.public, "RUS") is None
    played.move(ANA, "RUS", 0)
    assert played.hand(ANA) == ("FJI", "RUS")
    assert shown(played.public, "RUS") is None
    assert played.facts("placed_wrongly")[0]["figures"]["area"] == AREA["RUS"]  # the log keeps them
    assert shown(played.public, "FRA") == CARDS["FRA"].figures


def test_a_winner_ends_all_questions() -> None:
    played = Played(game(["FRA"], *P1_P2))
    asked = played.window("resign")
    played.resign(ANA)
    assert [one.code for one in RULES.check(played.state.seen_by(BOB), asked, (Order("resign"),))] == [
        "game_over"
    ]
    assert RULES.resolve(played.state, asked, {BOB: (Order("resign"),)}, Dice(b"x")).state == played.state
    assert DAN not in played.public.players
