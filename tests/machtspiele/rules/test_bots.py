"""The bot: it wins among players of any legal form, sees only its own view, and never leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Dice, PlayerId, State, encode
from machtspiele.rules import RULES
from machtspiele.rules.orders import ACTIONS
from machtspiele.rules.state import Hidden
from tests.battery.play import start
from tools.trials import Trials, nobody

from .scene import P1, P2, K, M, Played, act, game


@pytest.mark.parametrize(("count", "mode"), [(3, "rounds"), (5, "rounds"), (3, "classic")])
def test_one_bot_wins_among_players_of_any_legal_form(count: int, mode: str) -> None:
    """A part of the trials (`docs/titles/machtspiele.md`), in which 90 of 100 are asked of it."""
    trials = Trials(RULES, {"mode": mode})
    makers = [RULES.advise, *[RULES.sample] * (count - 1)]
    assert [trials.game(f"{mode}{number}", makers) for number in range(3)].count((P1,)) >= 2


def test_one_bot_wins_among_players_who_let_every_deadline_pass() -> None:
    trials = Trials(RULES)
    assert trials.game("alone", [RULES.advise, nobody, nobody, nobody]) == (P1,)


def test_bots_alone_do_nearly_everything_in_three_to_seven_turns() -> None:
    """Their second and third choices differ; one form takes less than a second even on a slow machine."""
    trials = Trials(RULES)
    for number in range(4):
        trials.game(f"four{number}", [RULES.advise] * 4)
    assert set(trials.chapters) <= set(range(3, 8))
    unused = {kind for kind in ACTIONS if not trials.orders[kind]}
    assert unused <= {"pass"}
    assert trials.orders["events"] and trials.orders["boss"] and trials.orders["exit"]
    assert trials.events["order_dropped"] == trials.events["left"] == trials.events["missed"] == 0
    assert trials.slowest < 1


def test_what_others_hide_changes_no_form() -> None:
    """Other purses, nemeses, rows and filings of the others: the same form."""
    state = start(RULES, 5, 4).state
    for number in range(8):
        (window, *_) = RULES.windows(state.public)
        forms = {}
        for player in window.players:
            dice = f"{number}/{player}".encode()
            forms[player] = RULES.advise(state.seen_by(player), window, Dice(dice)) or ()
            other = otherwise(state, player).seen_by(player)
            assert RULES.advise(other, window, Dice(dice)) == forms[player]
            assert len({order.kind for order in forms[player]}) == len(forms[player])
        state = RULES.resolve(state, window, forms, Dice(b"%d" % number)).state


def otherwise(state: State, player: PlayerId) -> State:
    changed = {
        who: drawer if who == player else replace(drawer, cash=M, nemesis=None, filed=())
        for who, drawer in state.private.items()
    }
    return State(state.public, changed, replace(Hidden(), row=("fool#1",) * 8))


def test_it_takes_its_fourth_point() -> None:
    tracks = {"p1": {"influence": 7, "corruption": 9, "shares": 12, "general_departments": 4}}
    state = game(tracks=tracks, cash={"p1": 1_200 * K}, offices={"legal-1": ("p1", 4)})
    (order,) = RULES.advise(state.seen_by(P1), RULES.windows(state.public)[0], Dice(b"1")) or ()
    assert (order.kind, order.data["value"]) == ("buy_shares", 6)


def test_it_gives_a_plain_card_away_for_much() -> None:
    state = game(cards={"personnel": "p2"}, offices={"legal-1": ("p2", 3)}, cash={"p1": 800 * K})
    bribed = Played(state).act(act("bribe", offers=[{"card": "personnel", "amount": 500 * K}]))
    (order,) = RULES.advise(bribed.state.seen_by(P2), bribed.main, Dice(b"1")) or ()
    assert order.data == {"accept": True}


def test_it_comes_back_and_never_leaves_nor_files() -> None:
    played = Played(game()).leave("p2")
    seen = {
        door: RULES.advise(
            played.state.seen_by(P2 if door == "return" else P1), played.window(door), Dice(b"1")
        )
        for door in ("return", "leave", "file")
    }
    assert seen == {"return": act("return"), "leave": None, "file": None}


def test_its_forms_are_the_same_twice() -> None:
    state = start(RULES, 3, 5).state
    (window, *_) = RULES.windows(state.public)
    forms = {encode(RULES.advise(state.seen_by(P1), window, Dice(b"same"))) for _ in range(2)}
    assert len(forms) == 1
