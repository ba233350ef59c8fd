"""The bot: it wins among players of any legal form, sees only its own view, and gives nothing away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.contract import Dice, PlayerId, State, encode
from megacorps.rules import RULES
from megacorps.rules.orders import ACTIONS
from megacorps.rules.state import Hidden, Private
from tests.battery.play import start
from tools.megacorps_trials import ACTION_EVENTS, Trials

from .scene import P1, Game, Played, act, game, programmed

ABC = ("mokia", "globbo", "nonintendo")


@pytest.mark.parametrize(
    ("count", "mode"), [(3, "sequential"), (3, "programmed"), (4, "programmed"), (6, "programmed")]
)
def test_one_bot_wins_among_players_of_any_legal_form(count: int, mode: str) -> None:
    """A part of the trials, in which 95 of 100 are asked of it."""
    trials = Trials()
    makers = [RULES.advise, *[RULES.sample] * (count - 1)]
    won = sum(P1 in trials.game(f"{mode}{count}/{number}", makers, mode) for number in range(3))
    assert won == 3


def test_bots_alone_use_every_action_and_most_cards_and_windows() -> None:
    trials = Trials()
    trials.game("alone", [RULES.advise] * 4, "programmed")
    trials.game("alone", [RULES.advise] * 3, "sequential")
    assert set(ACTION_EVENTS.values()) == set(ACTIONS)
    assert [action for action in ACTIONS if not trials.events[action]] in ([], ["pass"])
    assert len(trials.cards) >= 8
    assert set(trials.windows) >= {
        "turn", "program", "antitrust", "buy_again", "payout_reaction", "war_aid", "auction_bid", "last_call",
    }  # fmt: skip
    assert trials.events["order_dropped"] == trials.events["given"] == trials.events["player_left"] == 0


def test_what_others_hide_changes_no_form() -> None:
    """Another deck, other hands and standing orders of the others: the same form."""
    state = start(RULES, 5, 4).state
    for number in range(12):
        (window, *_) = RULES.windows(state.public)
        forms = {}
        for player in window.players:
            dice = f"{number}/{player}".encode()
            forms[player] = RULES.advise(state.seen_by(player), window, Dice(dice)) or ()
            other = otherwise(state, player).seen_by(player)
            assert RULES.advise(other, window, Dice(dice)) == forms[player]
        state = RULES.resolve(state, window, forms, Dice(b"%d" % number)).state


def otherwise(state: Game, player: PlayerId) -> Game:
    private = {who: state.private[who] if who == player else Private() for who in state.private}
    return State(state.public, private, replace(Hidden(), deck=("l5",)))


def test_it_buys_what_pays_it() -> None:
    own = [f"nanotech.{country}" for country in ("nafta", "european_union", "mercosur")]
    state = game(*ABC, owned={"mokia": own})
    played = Played(state)
    (order,) = RULES.advise(state.seen_by(P1), played.main, Dice(b"1")) or ()
    assert (order.kind, order.data["company"]) == ("buy_company", "nanotech.asean")


def test_it_keeps_shortages_for_its_own_payout() -> None:
    own = [
        f"oil.{country}" for country in ("european_union", "great_russia", "china", "caliphate", "maghreb")
    ]
    state = programmed(*ABC, "lenogo", owned={"mokia": own}, hands={"mokia": ["shortages"]})
    orders = RULES.advise(state.seen_by(P1), Played(state).main, Dice(b"1")) or ()
    assert (orders[0].kind, orders[0].data["industry"], orders[0].data["first"]) == (
        "payout",
        "oil",
        "shortages",
    )


def test_it_files_its_prices_once() -> None:
    played = Played(game(*ABC))
    orders = RULES.advise(played.state.seen_by(P1), played.window("file"), Dice(b"1"))
    assert orders
    played.at("file", P1, orders)
    assert RULES.advise(played.state.seen_by(P1), played.window("file"), Dice(b"1")) is None


def test_it_plays_what_gains_anything_at_the_last_call() -> None:
    state = game(*ABC, deck=0, hands={"mokia": ["bull_market"]}, owned={"mokia": ["oil.china"]})
    played = Played(state).miss().miss().miss()
    assert played.main.kind == "last_call"
    (order,) = RULES.advise(played.state.seen_by(P1), played.main, Dice(b"1")) or ()
    assert dict(order.data) == {"card": "bull_market", "industry": "oil"}


def test_it_comes_back_and_never_leaves_nor_trades() -> None:
    state = game(*ABC, missed={"globbo": 3, "nonintendo": 3})
    played = Played(state)
    seen = {door: RULES.advise(state.seen_by(PlayerId("p2")), played.window(door), Dice(b"1"))
            for door in ("come_back", "leave", "trade")}  # fmt: skip
    assert seen == {"come_back": act("come_back"), "leave": None, "trade": None}


def test_its_forms_are_the_same_twice() -> None:
    state = start(RULES, 3, 5).state
    forms: Counter[str] = Counter()
    for _ in range(2):
        (window, *_rest) = RULES.windows(state.public)
        forms[encode(RULES.advise(state.seen_by(P1), window, Dice(b"same")))] += 1
    assert list(forms.values()) == [2]
