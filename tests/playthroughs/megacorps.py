"""The games of MegaCorps that are kept as golden texts: bots, and a script for what bots do not do."""

from __future__ import annotations

from games.contract import Orders
from megacorps.rules import RULES
from megacorps.rules.content import Mode
from megacorps.rules.state import Public
from tests.megacorps.rules.scene import Game, act, game, play

from .recorder import Played, Script, Visit, record, record_from


def means(public: Public) -> str:
    """What each of those still in has; money in euros."""
    rows = (
        f"{player} money={seat.money} mercenaries={seat.mercenaries} cards={seat.cards}"
        for player, seat in public.seats.items()
        if seat.left is None
    )
    return f"means {'; '.join(rows)}"


def nobody(*players: str) -> dict[str, Orders | None]:
    """These let the deadline pass."""
    return dict.fromkeys(players)


def sequential(played: Played) -> str:
    """Three players and every window of this mode. p3 wages a war without saying which spoils he wants; p2
    files an order and trades with p3; p1 misses three turns, in the last of which a card of p3's asks him
    anew, and comes back; p3 leaves before the end."""
    forms = {
        "turn/4/p3/0": {"p3": act("war", country="china")},
        "war_aid/4/19": {"p1": act("war_aid", to_defender=1)},
        **dict.fromkeys(("turn/14/p1/0", "turn/15/p1/0", "turn/16/p1/1"), nobody("p1")),
    }
    queued = {"kind": "buy_mercenaries", "data": {"from_bank": 4}}
    offer = act("trade_offer", to="p3", give={"mercenaries": 1}, want={"money": 2})
    answer = act("trade_answer", offer="p2-p3-1", accept=True)
    visits = {
        "turn/13/p2/0": [Visit("file", "p2", act("queued_action", action=queued))],
        "turn/14/p3/0": [Visit("trade", "p2", offer), Visit("trade", "p3", answer)],
        "turn/16/p1/0": [Visit("cards", "p3", play("democratic_revolution", country="china"))],
        "turn/17/p2/0": [Visit("come_back", "p1", act("come_back"))],
        "turn/18/p2/0": [Visit("leave", "p3", act("leave"))],
    }
    script = Script(forms=forms, visits=visits, figures=means)
    return record(RULES, 3, {"round_mode": "sequential"}, "quito", played, script)


def with_programmes(played: Played) -> str:
    """Five players; auctions that tie, elections, a last call."""
    return record(RULES, 5, {"round_mode": "programmed"}, "rabat", played, Script(figures=means))


def asleep(played: Played) -> str:
    """For three rounds nobody hands in a programme, and the game sleeps. p2 wakes it by the door; p3 is back
    with a programme, p4 by the door a round later, p1 with a form at the last call."""
    players = "p1", "p2", "p3", "p4"
    forms = {
        **dict.fromkeys(("program/3", "program/4", "program/5"), nobody(*players)),
        "come_back/6": nobody("p1", "p3", "p4"),
        "program/6": nobody("p1", "p4"),
        "program/7": nobody("p1"),
    }
    visits = {"program/7": [Visit("come_back", "p4", act("come_back"))]}
    script = Script(forms=forms, visits=visits, figures=means)
    state = four(Mode.PROGRAMMED, deck=4)
    return record_from(RULES, state, "programmed, from round 3", "delhi", played, script)


def active_leaves(played: Played) -> str:
    """p1, who begins the round, leaves while permission for his own purchase is asked."""
    forms = {"turn/3/p1/0": {"p1": act("buy_company", company="oil.china")}}
    visits = {"antitrust/3/1": [Visit("leave", "p1", act("leave"))]}
    script = Script(forms=forms, visits=visits, figures=means)
    state = four(Mode.SEQUENTIAL, deck=2)
    return record_from(RULES, state, "sequential, from round 3", "cairo", played, script)


def four(mode: Mode, deck: int) -> Game:
    """Round 3 of four players, each with two companies, three with a country."""
    return game(
        "mokia", "globbo", "lenogo", "windoze",
        mode=mode, deck=deck,
        controls={"mokia": ["european_union"], "globbo": ["mercosur"], "lenogo": ["china"]},
        owned={
            "mokia": ["oil.european_union", "oil.maghreb"], "globbo": ["metals.mercosur", "metals.nafta"],
            "lenogo": ["solar.china", "solar.japan"], "windoze": ["media.nafta", "media.india"],
        },
        hands={"windoze": ["elections"], "lenogo": ["bull_market"]},
    )  # fmt: skip
