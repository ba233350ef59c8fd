"""The bot: it wins among players of any legal form, sees only its own view, and gives nothing away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from games.contract import Dice, Orders, PlayerId, State, encode
from megacorps.rules import RULES
from megacorps.rules.content import MEGACORPS, Mode
from megacorps.rules.state import Hidden, Private
from tests.battery.judged import JudgedTrials
from tests.battery.play import start
from tools.trials import Fact, Trials, never

from .scene import P1, P2, P3, Game, Played, act, game, play, programmed

pytestmark = pytest.mark.slow

ABC = ("mokia", "globbo", "nonintendo")


NOT_ASKED = {
    Mode.SEQUENTIAL: ("wish_list", "program"),
    Mode.PROGRAMMED: (
        "pick_company", "turn", "antitrust", "buy_again", "mercenary_reply", "mercenary_counter", "war_aid",
        "war_spoils", "payout_reaction",
    ),
}  # fmt: skip
"""The questions that are not asked in a mode (16.3)."""
DONE = (
    "company_bought", "intervened", "mercenaries_bought", "war_declared", "passed", "paid_taken",
)  # fmt: skip
"""What is told of the six actions."""
CARDS = (Fact("card_played", "card"), Fact("reaction_played", "card"))


@pytest.mark.parametrize("mode", ["sequential", "programmed"])
@pytest.mark.parametrize("count", [3, 4, 6])
def test_one_bot_wins_among_players_of_any_legal_form(count: int, mode: str) -> None:
    """A tenth of the trials (`tools.trials --others sample`), in which 95 of 100 are asked of it."""
    trials = Trials(RULES, {"round_mode": mode})
    makers = [RULES.advise, *[RULES.sample] * (count - 1)]
    won = sum(P1 in trials.game(f"trial{number}", makers) for number in range(10))
    assert won >= 9


def test_bots_alone_use_every_action_and_most_cards_and_windows() -> None:
    """Every form of theirs passes `check`, also at doors: nothing of it is dropped."""
    programmed, sequential = (JudgedTrials(RULES, {"round_mode": each.value}, counted=CARDS) for each in Mode)
    programmed.game("alone", [RULES.advise] * 4)
    for number in range(2):
        sequential.game(f"alone{number}", [RULES.advise] * 3)
    told = programmed.events + sequential.events
    assert {kind for kind in DONE if not told[kind]} <= {"passed"}
    assert len(programmed.values + sequential.values) >= 8
    assert set(programmed.windows + sequential.windows) >= {
        "turn", "antitrust", "buy_again", "payout_reaction", "war_aid", "last_call", "file", "trade",
    }  # fmt: skip
    assert told["order_dropped"] == told["given"] == told["player_left"] == 0
    for mode, trials in zip(Mode, (programmed, sequential), strict=True):
        assert not set(NOT_ASKED[mode]) & set(trials.windows)


def test_what_came_up_in_no_game_is_named() -> None:
    trials = Trials(RULES, {"round_mode": "programmed"})
    trials.game("alone", [RULES.advise] * 3)
    left_out = never("megacorps", trials)
    assert {"leave", "come_back", "player_left"} <= set(left_out)
    assert not {"buy_company", "company_bought"} & set(left_out)


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


def advised(played: Played, player: PlayerId, kind: str = "") -> Orders | None:
    """The bot's form for the open question, or at a door; it passes `check`."""
    window = played.window(kind) if kind else played.main
    orders = RULES.advise(played.state.seen_by(player), window, Dice(b"1"))
    assert orders is None or RULES.check(played.state.seen_by(player), window, orders) == ()
    return orders


def test_it_files_once_what_answers_in_programmes() -> None:
    played = Played(programmed(*ABC, "lenogo"))
    orders = advised(played, P1, "file")
    assert orders and [order.kind for order in orders] == ["mercenary_prices", "spoils_preferences"]
    played.at("file", P1, orders)
    assert advised(played, P1, "file") is None
    assert advised(Played(game(*ABC)), P1, "file") is None  # there it is asked itself


def test_it_files_its_answers_to_payouts_while_it_holds_the_card() -> None:
    oil = [
        f"oil.{country}" for country in ("european_union", "great_russia", "china", "caliphate", "maghreb")
    ]
    played = Played(
        programmed(
            *ABC, "lenogo", hands={"mokia": ["oversupply"]}, owned={"globbo": oil, "mokia": ["metals.nafta"]}
        )
    )
    orders = advised(played, P1, "file") or ()
    assert dict(orders[-1].data) == {
        "rules": [{"answer": "play", "industry": "oil", "first": "oversupply", "counter": []}]
    }
    played.at("file", P1, orders)
    assert advised(played, P1, "file") is None


def test_it_ranks_the_megacorps_each_time_anew() -> None:
    first = {advise_ranking(number)[0] for number in range(60)}
    assert first == set(MEGACORPS)


def advise_ranking(number: int) -> Sequence[str]:
    state = start(RULES, 1, 4).state
    (window, *_) = RULES.windows(state.public)
    (order,) = RULES.advise(state.seen_by(P1), window, Dice(b"%d" % number)) or ()
    return order.data["ranking"]


def test_it_offers_what_both_gain_by_and_accepts_it() -> None:
    owned = {
        "mokia": ["oil.china", "oil.caliphate", "solar.china"],
        "globbo": ["solar.japan", "solar.maghreb", "oil.maghreb"],
    }  # fmt: skip
    played = Played(programmed(*ABC, "lenogo", owned=owned))
    offer = advised(played, P1, "trade") or ()
    assert [order.kind for order in offer] == ["trade_offer"]
    assert (offer[0].data["give"], offer[0].data["want"]) == (
        {"companies": ["solar.china"]}, {"companies": ["oil.maghreb"]},
    )  # fmt: skip
    played.at("trade", P1, offer)
    assert advised(played, P1, "trade") is None  # one at a time
    answer = advised(played, P2, "trade") or ()
    assert answer == act("trade_answer", offer="p1-p2-1", accept=True, cards=[])
    played.at("trade", P2, answer)
    assert (played.owner("oil.maghreb"), played.owner("solar.china")) == (P1, P2)


@pytest.mark.parametrize(
    ("give", "want"),
    [
        ({"money": 1}, {"companies": ["solar.japan"]}),
        ({}, {"money": 1}),
        ({"money": 40}, {"cards": ["any"]}),
    ],
)
def test_it_gives_nothing_away(give: dict[str, Any], want: dict[str, Any]) -> None:
    played = Played(programmed(*ABC, "lenogo", owned={"globbo": ["solar.japan"]}, hands={"globbo": ["l5"]}))
    played.at("trade", P1, act("trade_offer", to=P2, give=give, want=want))
    assert advised(played, P2, "trade") == act("trade_answer", offer="p1-p2-1", accept=False, cards=[])


def test_a_card_that_gains_much_is_played_before_others_have_their_turns() -> None:
    oil = [
        f"oil.{country}" for country in ("european_union", "great_russia", "china", "caliphate", "maghreb")
    ]
    hands = {"mokia": ["bull_market"], "globbo": ["bull_market"]}
    played = Played(programmed(*ABC, "lenogo", hands=hands, owned={"globbo": oil}))
    assert advised(played, P2, "cards") == act("play_card", card="bull_market", industry="oil")
    assert advised(played, P1, "cards") is None  # whose turn comes first


def test_it_helps_where_that_turns_the_war() -> None:
    state = game(
        *ABC, controls={"mokia": ["nafta", "china"], "globbo": ["japan"]}, mercenaries={"nonintendo": 4},
        owned={"mokia": ["media.nafta"]}, money={"mokia": 90},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("war", country="japan"))
    assert advised(played, P3) == act("war_aid", to_attacker=0, to_defender=2)


def test_it_votes_for_itself_where_it_can_win() -> None:
    media = ["media.nafta", "media.japan", "media.india"]
    state = game(
        *ABC, hands={"mokia": ["elections"]}, owned={"mokia": media[2:], "nonintendo": media[:2]},
        controls={"globbo": ["india"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=play("elections", country="india", for_="p1"))
    assert advised(played, P3) == act("election_vote", for_="p3")


def test_who_leads_pays_more_for_a_mercenary() -> None:
    for money, answer in ((40, "accept"), (90, "counter")):
        state = game(*ABC, owned={"globbo": ["defense.china"]}, money={"mokia": money, "globbo": 50})
        played = Played(state).hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 2}))
        (order,) = advised(played, P2) or ()
        assert order.data["answer"] == answer


def test_it_plays_what_gains_anything_at_the_last_call() -> None:
    state = game(*ABC, deck=0, hands={"mokia": ["bull_market"]}, owned={"mokia": ["oil.china"]})
    played = Played(state).miss().miss().miss()
    assert played.main.kind == "last_call"
    (order,) = RULES.advise(played.state.seen_by(P1), played.main, Dice(b"1")) or ()
    assert dict(order.data) == {"card": "bull_market", "industry": "oil"}


def test_it_comes_back_and_never_leaves() -> None:
    state = game(*ABC, missed={"globbo": 3, "nonintendo": 3})
    played = Played(state)
    seen = {door: advised(played, P2, door) for door in ("come_back", "leave", "trade")}
    assert seen == {"come_back": act("come_back"), "leave": None, "trade": None}


def test_its_forms_are_the_same_twice() -> None:
    state = start(RULES, 3, 5).state
    forms: Counter[str] = Counter()
    for _ in range(2):
        (window, *_rest) = RULES.windows(state.public)
        forms[encode(RULES.advise(state.seen_by(P1), window, Dice(b"same")))] += 1
    assert list(forms.values()) == [2]
