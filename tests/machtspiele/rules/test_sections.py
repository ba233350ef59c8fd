"""Rules that neither an example nor a decision shows, each with its section."""

from __future__ import annotations

import pytest

from machtspiele.rules.defaults import default

from .scene import P1, P2, P3, P4, PASS, K, Played, act, at, bribe, buy, game, recruit
from .test_examples_setup import after_event

# ---- departments and cards: 5 and 9 ----------------------------------------------------------------------


def test_a_general_department_stays_open_with_nobody_in_it() -> None:
    """5.1."""
    offices = {"legal-1": ("p1", 3, True), "legal-2": ("p1", 1)}
    played = Played(game(offices=offices)).act(act("buy_influence", dismiss=[at("legal-1", 3)]))
    assert (played.employees("legal-1"), played.points("p1", "general_departments")) == ([0], 1)
    assert "legal-1" in played.public.offices
    assert "closed" not in played.told


def test_a_department_that_others_move_out_of_closes_with_its_last() -> None:
    """B2, 5.1."""
    played = Played(game(offices={"legal-1": ("p1", 2)}))
    played.act(act("open_new", division="personnel", move=[{"from_": "legal-1", "count": 2}]))
    assert played.employees("legal-1", "personnel-1") == [0, 3]
    assert played.fact("closed") == {"player": "p1", "office": "legal-1"}
    assert played.reserve("p1") == 17


def test_a_card_bought_face_down_stays_face_down() -> None:
    """E, 5.4."""
    played = Played(game(cards={"legal": "p2 down"}, offices={"personnel-1": ("p1", 2)}))
    played.act(bribe(("legal", 50 * K))).hand_in(p2=act("reply", accept=True))
    assert played.card("legal") == "p1 corrupt down"
    played.act(PASS).act(PASS)
    assert played.codes("p1", act("use_legal", dismiss=[at("personnel-1")])) == ["card_not_usable"]


@pytest.mark.parametrize(("supply", "asked"), [(1, "boss_privilege"), (0, "event_order")])
def test_the_plain_boss_card_takes_an_employee_of_the_supply(supply: int, asked: str) -> None:
    """9.7."""
    played = Played(game(round=6, cards={"boss": "p2"}, supply=supply))
    assert played.main.kind == asked


def test_the_bonus_that_is_told_is_the_one_that_was_not_paid_for() -> None:
    """F4, X10: at least a certificate of 1 is paid for."""
    played = Played(game(cards={"accounting": "p1 corrupt"}, motivation=1)).act(buy(2))
    assert played.fact("shares_bought") == {"player": "p1", "value": 2, "cost": 100 * K, "bonus": 1}


@pytest.mark.parametrize(("mode", "most"), [("classic", 2), ("rounds", 4)])
def test_a_form_that_waits_may_count_on_the_best_its_cards_can_give(mode: str, most: int) -> None:
    """13.6.5: motivation may have fallen by then."""
    scene = game(mode=mode, offices={"legal-1": ("p1", 1)}, cards={"personnel": "p1"}, motivation=6)
    played = Played(scene)
    assert played.codes("p1", act("recruit", place=[at("legal-1", most)])) == []
    assert played.codes("p1", act("recruit", place=[at("legal-1", most + 1)])) == ["too_many_employees"]


# ---- events: 8 ---------------------------------------------------------------------------------------------


def test_the_fool_pays_from_his_left_while_he_can() -> None:
    """8.1: clockwise, the bank pays the last ones."""
    table = after_event("fool#1", players=4, directors={"communication": "p2"}, cash={"p2": 150 * K})
    (told,) = [event.data for event in table.outcome().events if event.kind == "fool_paid"]
    assert [(share["player"], share["paid"]) for share in told["shares"]] == [
        (P3, 100 * K), (P4, 50 * K), (P1, 0),
    ]  # fmt: skip
    assert (table.cash(P2), table.cash(P1)) == (0, 900 * K)


# ---- asynchronous play: 10 and 13 --------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "asked"), [(50, False), (100, True), (150, True), (200, False)])
def test_between_the_limits_of_a_standing_reply_one_is_asked(amount: int, asked: bool) -> None:
    """10: accept from 200k, refuse below 100k."""
    replies = {"p2": {"legal": {"accept_from": 200 * K, "refuse_below": 100 * K}}}
    played = Played(game(cards={"legal": "p2"}, replies=replies)).act(bribe(("legal", amount * K)))
    assert (played.main.kind == "bribe_reply") == asked


@pytest.mark.parametrize(("inside", "done"), [((6, 6), []), ((6, 5), [6, 6]), ((6, 4), [6, 6])])
def test_the_default_recruits_while_there_is_room(inside: tuple[int, int], done: list[int]) -> None:
    """13.2: otherwise it passes."""
    offices = {"legal-1": ("p1", inside[0]), "legal-2": ("p1", inside[1])}
    played = Played(game(offices=offices)).miss()
    assert ("passed" in played.told) == (not done)
    assert played.employees("legal-1", "legal-2") == (done or list(inside))


def test_where_all_have_filed_nobody_sees_who_has() -> None:
    """13.1: all are awaited as if nobody had; otherwise those who have are welcome."""
    filed = {player: recruit("legal-1", when="any") for player in ("p1", "p2", "p3")}
    everybody = Played(game(mode="rounds", filed=filed))
    assert (everybody.public.question.filed, everybody.main.awaited) == ((), (P1, P2, P3))
    some = Played(game(mode="rounds", filed={"p1": filed["p1"]}))
    assert (some.public.question.filed, some.main.awaited) == ((P1,), (P2, P3))


def test_filing_leaves_the_count_of_misses_as_it_is() -> None:
    """13.1: of who is here; that somebody files shows to nobody."""
    played = Played(game(offices={"legal-1": ("p1", 2)})).miss().act(PASS).act(PASS)
    assert played.public.seats[P1].missed == 1
    before = played.public
    played.file("p1", recruit("legal-1", when="9.1"))
    assert played.public == before
    played.miss()
    assert played.public.away == (P1,)


def test_an_answer_filed_does_not_count_once_its_author_is_asked_although_it_lies_there() -> None:
    """D52, reading 1 of decision 0120: whatever others do at the doors."""
    offices = {f"legal-{number}": (f"p{number}", 1) for number in (1, 2, 3)}
    filed = {f"p{number}": recruit(f"legal-{number}", when="any") for number in (1, 2, 3)}
    played = Played(game(offices=offices, filed=filed))
    assert played.main.name == "action/2/2/p3"
    played.file("p1", recruit("legal-1", when="any"))
    assert played.main.name == "action/2/2/p3"


def test_what_is_filed_replaces_what_was_filed_before() -> None:
    """13.1."""
    played = Played(game()).file("p2", recruit("legal-1", when="any"), buy(1, when="3.1"))
    played.file("p2", buy(2, when="any"))
    assert [order.kind for order in played.state.private[P2].filed] == ["buy_shares"]


def test_a_meeting_of_silence_says_where_each_director_would_go() -> None:
    """13.6."""
    played = Played(game(mode="rounds", round=6, directors={"legal": "p1", "personnel": "p1"}))
    silent = default(played.state.seen_by(P1), played.main)
    assert silent is not None
    assert [order.data for order in silent if order.kind == "exit"] == [
        {"division": "personnel", "to": "consultant"},
        {"division": "legal", "to": "consultant"},
    ]


def test_an_office_that_the_own_boss_card_will_open_may_be_named() -> None:
    """Reading 8 of decision 0120: the Boss card is used before the extra action."""
    cards = {"boss": "p1", "communication": "p1 corrupt"}
    played = Played(game(mode="rounds", round=6, cards=cards))
    form = (*act("boss", division="legal"), *recruit("legal-1"))
    assert played.codes("p1", form) == []
    assert played.codes("p1", recruit("legal-2")) == ["not_your_office"]
    played.hand_in(p1=form)
    assert played.employees("legal-1") == [2]


# ---- what is taken and scored: 6.3, 7.1, 9 and 12 ----------------------------------------------------------


def test_a_new_director_is_taken_from_the_reserve() -> None:
    """6.3.5."""
    played = Played(game(stage="appoint", round=1, offices={"legal-1": ("p1", 2)}))
    assert (played.public.directors, played.reserve("p1")) == ({"legal": P1}, 16)


def test_the_corrupt_boss_card_takes_two_executives() -> None:
    """9.7; a third one becomes the director of that division, in the phase I that follows."""
    played = Played(game(round=6, cards={"boss": "p2 corrupt"})).act(act("boss", division="legal"))
    assert (played.reserve("p2"), played.public.directors) == (15, {"legal": P2})


def test_a_merger_may_stand_in_the_second_of_its_offices() -> None:
    """C2."""
    played = Played(game(offices={"legal-1": ("p1", 2), "personnel-1": ("p1", 3)}))
    played.act(act("merge", from_=["legal-1", "personnel-1"], to="personnel-1"))
    assert set(played.public.offices) == {"personnel-1"}


def test_the_corrupt_legal_card_gives_a_point_for_each_dismissed() -> None:
    """9.5."""
    played = Played(game(cards={"legal": "p1 corrupt"}, offices={"personnel-1": ("p1", 3)}))
    played.act(act("use_legal", dismiss=[at("personnel-1", 2)]))
    assert (played.points("p1", "influence"), played.employees("personnel-1")) == (2, [1])


def test_what_the_supply_has_not_is_not_taken() -> None:
    """B2, 9.1: step by step, the second employee is one too many."""
    cards = {"personnel": "p1", "development": "p1 corrupt"}
    scene = game(cards=cards, motivation=2, supply=1, offices={"legal-1": ("p1", 1)})
    take = [{"from_": "supply", "to": "legal-1"}]
    assert Played(scene).codes("p1", act("open_new", division="legal", extra=1)) == ["supply_short"]
    assert Played(scene).codes("p1", act("use_development", take=take)) == []
    assert Played(scene).codes("p1", act("use_development", take=take * 2)) == ["supply_short"]


@pytest.mark.parametrize("count", [2, 4])
def test_influence_takes_three_employees_neither_more_nor_fewer(count: int) -> None:
    """F1."""
    played = Played(game(offices={"legal-1": ("p1", 5)}))
    assert played.codes("p1", act("buy_influence", dismiss=[at("legal-1", count)])) == ["not_so_many"]


def test_all_envelopes_lie_open_at_the_end() -> None:
    """12."""
    played = Played(game(turn=10, round=5, cards={"legal": "p2"})).act(bribe(("legal", 150 * K)))
    played.hand_in(p2=act("reply", accept=True)).act(PASS).act(PASS)
    while not played.public.over:
        played.miss()
    assert [(one.amount, one.accepted) for one in played.public.ending.bribes] == [(150 * K, True)]
