"""The worked examples of section 16: filing in advance, sealed rounds, absence, deadlines."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from games.clock import Calendar, next_deadline
from machtspiele.rules import RULES

from .scene import P1, P2, P3, PASS, K, Played, act, bribe, buy, game, recruit

THREE = {"legal-1": ("p1", 2), "personnel-1": ("p2", 2), "controlling-1": ("p3", 2)}


def test_x29_filed_in_advance():
    state = game(
        cash={"p1": 700 * K}, offices={"legal-1": ("p1", 5)}, round=1, cards={"legal": "p1"},
    )  # fmt: skip
    played = Played(state)
    played.file("p1", buy(6, "2.3"), buy(4, "2.3"), recruit("legal-1", when="any"))
    assert played.names[0] == "action/2/1/p2"  # he recruited at once: his own window was open
    assert played.employees("legal-1") == [6]
    played.act(PASS).act(PASS)
    assert played.main.name == "action/2/2/p1"  # no room any more: his window opens
    played.act(act("open_own", new=[{"division": "legal", "from_": ["legal-1"] * 2}]))
    played.act(PASS).act(PASS)
    assert played.main.name == "action/2/3/p2"
    assert (played.points("p1", "shares"), played.cash("p1")) == (4, [100 * K])
    played.act(PASS).act(PASS)
    assert played.main.name == "action/2/4/p2"
    assert played.employees("legal-1") == [5]


@pytest.mark.parametrize(("amount", "answered"), [(300, True), (50, False), (200, None)])
def test_x29_a_standing_reply(amount, answered):
    reply = {"legal": {"accept_from": 300 * K, "refuse_below": 100 * K}}
    played = Played(game(cards={"legal": "p2"}, cash={"p1": 300 * K}, offices=THREE))
    played.file("p2", act("replies", **reply)).act(bribe(("legal", amount * K)))
    if answered is None:
        assert played.main.kind == "bribe_reply"
    else:
        assert played.main.name == "action/2/2/p2"
        assert ("bribe_accepted" in played.told) is answered


@pytest.mark.parametrize("least", [150, 100])
def test_x30_a_sealed_round(least):
    offices = {"legal-1": ("p2", 1), "legal-2": ("p3", 2)}
    played = Played(game(mode="rounds", offices=offices, cards={"legal": "p2"}))
    legal = act("use_legal", dismiss=[{"office": "legal-1", "count": 1}])
    replies = act("replies", legal={"accept_from": least * K})
    played.hand_in("round", p1=bribe(("legal", 100 * K, "legal-1")), p2=(*legal, *buy(1), *replies))
    assert played.points("p1", "corruption") == 1
    assert played.points("p2", "shares") == 1
    assert played.employees("legal-2") == [4]
    (passed_over,) = played.facts("passed_over", "p2")
    assert [each["problem"] for each in passed_over["refused"]] == [
        "not_your_office" if least == 150 else "card_not_usable"
    ]
    if least == 150:
        assert played.employees("legal-1") == [0]
        assert played.points("p2", "corruption") == 0
    else:
        assert (played.card("legal"), played.points("p2", "corruption")) == ("p1 corrupt", 1)
        assert played.employees("legal-1") == [1]


def test_x32_away():
    played = Played(game(offices=THREE, round=1))
    for number in (1, 2):
        played.act(PASS).miss()
        assert played.facts("missed") == [{"player": "p2", "window": "action"}]
        assert ("away" in played.told) == (number == 2)
        played.act(PASS)
    assert played.employees("personnel-1") == [6]
    played.act(PASS)
    assert played.main.name == "action/2/3/p3"  # nobody waited for him
    assert played.facts("defaulted") == [{"player": "p2", "window": "action"}]
    played.file("p2", recruit("personnel-1", when="2.5"))
    assert "returned" in played.told
    played.act(PASS).act(PASS)
    assert played.main.name == "action/2/4/p2"


def test_x34_asleep():
    played = Played(game(turn=1, round=1, offices=THREE))
    for _ in range(6):
        assert not played.asleep
        played.miss("action")
    assert "fell_asleep" in played.told
    assert (played.public.round, played.public.question.at) == (3, (1, 3, "p1"))
    assert played.names == ["return", "file"]
    assert played.employees("legal-1", "personnel-1", "controlling-1") == [6, 6, 6]
    played.come_back("p2")
    assert [event.data["player"] for event in played.events if event.kind == "defaulted"] == ["p1"]
    assert played.main.name == "action/1/3/p2"
    played.act(PASS)
    assert [f["player"] for f in played.facts("defaulted")] == ["p3", "p1"]
    assert played.main.name == "action/1/4/p2"


def sealed(round: int = 3, **given) -> Played:
    return Played(game(mode="rounds", offices=THREE, round=round, **given))


def test_x35_leaving_a_sealed_round():
    """A window is resolved by the platform once all the awaited are in."""
    played = sealed()
    assert (played.main.name, played.main.awaited) == ("round/2/3", (P1, P2, P3))
    played.leave("p3")
    assert (played.main.awaited, played.main.welcome) == ((P1, P2), (P3,))
    played.leave("p2")
    assert (played.main.name, played.main.awaited) == ("round/2/3", (P1,))
    played.leave("p1")
    assert played.asleep
    assert played.names == ["return", "file"]
    played.come_back("p2")
    assert (played.main.name, played.main.awaited, played.main.welcome) == ("round/2/3", (P2,), (P1, P3))
    played.hand_in(p2=PASS)
    assert [f["player"] for f in played.facts("defaulted")] == ["p1", "p3"]


def test_x35_if_of_those_it_asks_nobody_is_here_it_awaits_them_all():
    played = Played(game(mode="rounds", round=6, directors={"legal": "p1", "personnel": "p2"}, offices=THREE))
    assert played.main.awaited == (P1, P2)
    played.leave("p1").leave("p2")
    assert (played.main.name, played.main.awaited) == ("meeting/2", (P1, P2))


def test_x36_all_have_filed_in_rounds():
    filed = {player: recruit(office, when="2.4") for player, office in (
        ("p1", "legal-1"), ("p2", "personnel-1"), ("p3", "controlling-1"))}  # fmt: skip
    played = sealed(4, filed=filed)
    assert played.main.awaited == (P1, P2, P3)
    played.miss()
    assert not {"missed", "defaulted"} & set(played.told)
    assert played.employees("legal-1", "personnel-1", "controlling-1") == [3, 3, 3]
    played = sealed(4, filed={player: filed[player] for player in ("p1", "p2")})
    assert (played.main.awaited, played.main.welcome) == ((P3,), (P1, P2))


def test_x36_all_have_filed_in_classic():
    filed = {player: recruit(office, when="2.4") for player, office in (
        ("p1", "legal-1"), ("p2", "personnel-1"), ("p3", "controlling-1"))}  # fmt: skip
    played = Played(game(round=4, offices=THREE, filed=filed))
    assert played.main.name == "action/2/4/p3"
    assert played.employees("legal-1", "personnel-1", "controlling-1") == [3, 3, 2]
    played.miss()
    assert not {"missed", "defaulted"} & set(played.told)
    assert played.employees("controlling-1") == [3]


def test_x36_round_one_and_the_start_marker():
    filed = {player: recruit("legal-1", when="any") for player in ("p1", "p2")}
    played = Played(game(mode="rounds", stage="order_events", offices=THREE, filed=filed, round=1))
    assert (played.main.name, played.main.awaited, played.main.welcome) == ("round/2/1", (P1, P3), (P2,))


def test_x37_out_of_the_question():
    played = Played(game(mode="rounds", offices={"legal-1": ("p1", 2)}))
    three = act("buy_influence", dismiss=[{"office": "legal-1", "count": 3}])
    assert played.codes("p1", act("resign", division="legal", to="board")) == ["not_director"]
    assert played.codes("p1", three) == ["too_few_employees"]
    assert played.codes("p1", recruit("legal-2")) == ["not_your_office"]
    assert played.codes("p1", buy(7)) == []
    (line,) = RULES.quote(played.state.seen_by(P1), played.main, buy(7)).orders
    assert dict(line.params) == {"problem": "not_enough_money", "needed": 1_600 * K, "money": 800 * K}
    played.hand_in(p1=(*buy(7), *buy(1)), p2=PASS, p3=PASS)
    assert played.points("p1", "shares") == 1


MONDAY = datetime(2026, 11, 23, tzinfo=UTC)
CALENDAR = Calendar(time(12), "UTC")


@pytest.mark.parametrize(
    ("opened", "in_24", "in_6"), [(9, 1, 1), (5, 1, 0), (13, 2, 1), (12, 1, 1)], ids=["9", "5", "13", "noon"]
)
def test_x38_deadlines(opened, in_24, in_6):
    """D53: days after Monday. A window opened by a noon counts as opened at it."""
    for notice, days in ((24, in_24), (6, in_6)):
        assert notice in RULES.meta.notices
        found = next_deadline(CALENDAR, MONDAY + timedelta(hours=opened), notice)
        assert found == MONDAY + timedelta(days=days, hours=12)
