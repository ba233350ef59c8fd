"""The worked examples of section 16: setup, phase I, events, victory points, the end (X1–X9, X18–X25, X31,
X33)."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from games.contract import Dice, LoadedDice, PlayerId, State
from machtspiele.rules import RULES
from machtspiele.rules.content import DIVISIONS, OTHERS
from machtspiele.rules.forms import JUDGE
from machtspiele.rules.judge import share_price
from machtspiele.rules.phases.board_meeting import candidates, elect_boss
from machtspiele.rules.phases.events import reveal
from machtspiele.rules.points import kinds, outdoes, settle
from machtspiele.rules.state import Appointment, Nemesis
from machtspiele.rules.table import Table

from .scene import P1, P2, P3, P4, PASS, QUIET, K, M, Played, act, at, bribe, buy, game


def table_of(state, seed: bytes = b"x") -> Table:
    return Table(state, Dice(seed))


def four(first: int) -> Played:
    ids = tuple(PlayerId(f"p{n}") for n in range(1, 5))
    return Played(RULES.setup(ids, {"mode": "classic"}, LoadedDice({"first": first})).state)


def test_x1_placement_order():
    played = four(first=1)
    order = []
    while played.main.kind == "placement":
        order.append(int(played.main.awaited[0][1:]))
        played.act(act("place", to="board"))
    assert order == [2, 3, 4, 1, 1, 4, 3, 2, 2, 3, 4, 1]


def test_x2_supply_after_setup():
    played = four(first=0)
    for number in range(12):
        to = {"to": "board"} if number < 3 else {"to": "department", "division": DIVISIONS[number % 6]}
        played.act(act("place", **to))
        if number == 10:
            assert [seat.reserve for seat in played.public.seats.values()] == [15, 15, 15, 16]
    assert played.public.supply == 33


def test_x3_full_board():
    table = table_of(game(4, board="p1 p2 p3 p1 p2"))
    before = table.seat(P1).reserve
    assert table.join_board(P4) == P1
    assert table.public.board == (P2, P3, P1, P2, P4)
    assert table.seat(P1).reserve == before + 1


def test_x4_boss_with_a_tie():
    table = table_of(game(board="p2 p1 p3 p1 p2"))
    elect_boss(table)
    assert (table.public.boss, table.public.board) == (P2, (P1, P3, P1, P2))
    assert table.outcome().events[-1].data["tied"]


def test_x5_influence():
    state = game(board="p1 p3 p1 p2", boss="p2", turn=3, stage="influence", round=1)
    assert [state.public.seats[p].influence for p in (P1, P2, P3)] == [2, 3, 1]


@pytest.mark.parametrize(
    ("sitting", "generals", "new"), [("p3", 2, "p1"), ("p2", 2, None), (None, 4, "p1")], ids=["a", "b", "c"]
)
def test_x6_director(sitting, generals, new):
    offices = {
        "development-1": ("p1", 3), "development-2": ("p2", generals, True), "development-3": ("p1", 1),
        "development-4": ("p3", 4),
    }  # fmt: skip
    state = game(offices=offices, directors={"development": sitting} if sitting else {})
    found = candidates(state.public)
    old = PlayerId(sitting) if sitting else None
    assert found == ([Appointment("development", PlayerId(new), old)] if new else [])
    if sitting == "p3":
        played = Played(game(offices=offices, directors={"development": "p3"}, stage="appoint", round=1))
        assert played.main.kind == "director_exit"
        played.hand_in(p3=act("exit", division="development", to="board"))
        assert (played.public.directors["development"], played.board) == (P1, "p3")


def ordering(cards: list[str]) -> list[str]:
    state = game(stage="order_events", round=1)
    played = Played(state)
    drawn = list(state.private[P1].drawn)
    row = [{"P": "bonus_day", "V": "board_meeting"}.get(c) or drawn.pop() for c in cards]
    return played.codes("p1", act("events", cards=row))


def test_x7_event_orders():
    assert ordering(list("mmPmVmmm")) == []
    assert ordering(list("mmmmmmPV")) == []
    assert ordering(list("PmmVmmmm")) == ["meeting_too_early"]
    assert ordering(list("mmmmVPmm")) == ["bonus_after_meeting"]
    legal = [pair for pair in permutations(range(8), 2) if ordering(_row(*pair)) == []]
    assert len(legal) == 22
    by_place = {v: sum(pair[1] == v for pair in legal) for v in range(8)}
    assert [by_place[v] for v in (4, 5, 6, 7)] == [4, 5, 6, 7]
    assert len(legal) * 720 == 15_840


def _row(bonus: int, meeting: int) -> list[str]:
    return ["P" if n == bonus else "V" if n == meeting else "m" for n in range(8)]


def test_x7_the_rounds_of_a_row():
    """R = p - 1."""
    for place in range(5, 9):
        row = [*["annual_outing#1"] * (place - 2), "bonus_day", "board_meeting"]
        row += ["annual_outing#1"] * (8 - place)
        played = Played(game(row=row, round=1, stage="event"))
        rounds = 0
        while played.public.turn == 2:
            rounds = max(rounds, played.public.round if played.main.kind == "action" else 0)
            played.hand_in(
                **{played.main.awaited[0]: PASS}
            ) if played.main.kind == "action" else played.miss()
        assert rounds == place - 1


BONUS_NEXT = (*QUIET[:2], "bonus_day", *QUIET[3:])


def bonus(state) -> dict[str, int]:
    played = Played(state)
    while not played.facts("income"):
        played.act(PASS)
    return {one["player"]: one["amount"] for one in played.facts("income")}


def test_x8_bonus_day():
    state = game(
        row=BONUS_NEXT, round=2, motivation=3,
        offices={"legal-1": ("p1", 1), "legal-2": ("p1", 1), "legal-3": ("p1", 1),
                 "legal-4": ("p1", 0, True)},
        board="p1 p1", boss="p1", cards={"controlling": "p1"},
        tracks={"p1": {"certificates": (3, 5), "shares": 8}},
    )  # fmt: skip
    assert bonus(state) == {"p1": 1_500 * K}


@pytest.mark.parametrize(
    ("motivation", "card", "total"),
    [(2, "p2 corrupt", 1_200), (6, "p2 corrupt", 1_000), (0, "p2 corrupt", 1_400), (6, "p2", 600)],
)
def test_x9_controlling_corrupt(motivation, card, total):
    state = game(
        row=BONUS_NEXT, round=2, motivation=motivation,
        offices={"legal-1": ("p2", 1), "legal-2": ("p2", 1), "legal-3": ("p2", 0, True),
                 "legal-4": ("p2", 0, True)},
        cards={"controlling": card},
    )  # fmt: skip
    assert bonus(state) == {"p2": total * K}


def test_x10_shares():
    for card, motivation, value, price in (
        ("", 6, 5, 900), ("p1", 3, 5, 600), ("p1 corrupt", 0, 7, 600), ("p1 corrupt", 1, 2, 100),
    ):  # fmt: skip
        state = game(cards={"accounting": card}, motivation=motivation, cash={"p1": 2 * M})
        assert share_price(state.public, P1, value) == price * K
        played = Played(state).act(buy(value))
        assert played.points("p1", "shares") == value
        assert played.cash("p1") == [2 * M - price * K]
        assert played.fact("shares_bought")["cost"] == price * K


def test_x11_ways_to_18_shares_without_bonus():
    state = game()
    for values, cost in (((7, 7, 4), 3_800), ((6, 6, 6), 3_600), ((5, 5, 5, 3), 3_100),
                         ((1, 1, 1, 2, 2, 2, 3, 3, 3), 2_100)):  # fmt: skip
        assert sum(values) == 18
        assert sum(share_price(state.public, P1, value) for value in values) == cost * K


def after_event(card: str, **given):
    table = table_of(game(row=("annual_outing#1", "annual_outing#1", *QUIET[2:]), **given))
    table.set_private(P1, row=(*table.public.revealed, card))
    reveal(table)
    return table


def test_x18_fool_card():
    table = after_event("fool#1", players=4, directors={"communication": "p1"}, cash={"p1": 250 * K})
    assert [table.cash(p) - 800 * K for p in (P2, P3, P4)] == [100 * K] * 3
    assert table.cash(P1) == 0
    (told,) = [event.data for event in table.outcome().events if event.kind == "fool_paid"]
    assert [(s["player"], s["paid"], s["bank"]) for s in told["shares"]] == [
        ("p2", 100 * K, 0), ("p3", 100 * K, 0), ("p4", 50 * K, 50 * K),
    ]  # fmt: skip


def test_x19_birthday_and_gala():
    table = after_event("birthday#1", boss="p1", directors={"development": "p1", "communication": "p1"})
    assert table.cash(P1) == 600 * K
    table = after_event("summer_gala#1", boss="p1", board="p1 p1", cash={"p1": 150 * K})
    assert table.cash(P1) == 0
    (told,) = [event.data for event in table.outcome().events if event.kind == "fine"]
    assert (told["due"], told["amount"]) == (200 * K, 150 * K)


def test_x20_motivation():
    def after(was: int, *cards: str) -> list[int]:
        found = []
        for card in cards:
            table = after_event(f"{card}#1", motivation=was)
            was = table.public.motivation
            found.append(was)
        return found

    minus, plus = "motivation_minus_", "motivation_plus_"
    assert after(1, f"{minus}3") == [0]
    assert after(5, f"{plus}2") == [6]
    assert after(6, f"{minus}2", f"{minus}1", f"{plus}1", f"{minus}3") == [4, 3, 4, 1]
    for card, price in (("p1", 300), ("p1 corrupt", 200)):  # 2 and 3 extra shares on one of 5
        state = game(cards={"accounting": card}, motivation=1)
        assert share_price(state.public, P1, 5) == {300: 400, 200: 200}[price] * K


def test_x21_another_player_as_nemesis():
    both = {"p1": {"influence": 5, "shares": 9, "general_departments": 2},
            "p2": {"influence": 5, "shares": 4, "general_departments": 1}}  # fmt: skip
    generals = {"legal-1": ("p1", 0, True), "legal-2": ("p1", 0, True), "legal-3": ("p2", 0, True),
                "controlling-1": ("p1", 3), "personnel-1": ("p2", 2), "personnel-2": ("p2", 2)}  # fmt: skip
    state = game(tracks=both, offices=generals, nemesis={"p1": ("p2", "n5")})
    played = Played(state)
    assert not state.private[P1].outdone
    played.act(act("buy_influence", dismiss=[at("controlling-1", 3)]))
    assert played.state.private[P1].outdone
    assert [event.to for event in played.events if event.kind == "nemesis_outdone"] == [("p1",)]
    played.act(act("merge", from_=["personnel-1", "personnel-2"], to="personnel-1"))
    assert played.points("p2", "general_departments") == 2
    assert not played.state.private[P1].outdone
    assert "nemesis_lost" in played.told


def test_x22_oneself_as_nemesis():
    tracks = {
        "p1": {"shares": 12, "corruption": 6}, "p2": {"shares": 10, "corruption": 5},
        "p3": {"shares": 12, "corruption": 3}, "p4": {"shares": 5, "corruption": 5},
    }  # fmt: skip
    boxes = {"legal": "p1 p2", "controlling": "p1", "personnel": "p3"}
    public = game(4, tracks=tracks, consultants=boxes).public
    assert outdoes(public, P1, Nemesis(P1, "n6"))
    fewer = replace(public, consultants={"legal": (P1, P2), "personnel": (P3,)})
    assert not outdoes(fewer, P1, Nemesis(P1, "n6"))


def test_x23_end():
    """The nemesis point is locked at the moment of the fourth point; ties go by cash."""
    tracks = {
        "p1": {"influence": 7, "corruption": 9, "shares": 13, "certificates": ()},
        "p2": {"influence": 6, "corruption": 9, "shares": 18, "general_departments": 2},
        "p3": {"influence": 3, "corruption": 8, "shares": 17},
    }
    state = game(
        tracks=tracks, nemesis={"p2": ("p3", "n1")}, marker=P2,
        offices={"legal-1": ("p2", 3), "legal-2": ("p3", 6), "legal-3": ("p3", 3)},
        consultants={"legal": "p1 p3", "personnel": "p1 p3", "controlling": "p1 p3"},
        cash={"p1": 1_250 * K, "p2": 300 * K}, directors={"legal": "p2"}, cards={"legal": "p2"},
    )  # fmt: skip
    played = Played(state).act(act("buy_influence", dismiss=[at("legal-1", 3)]))
    assert played.fact("four_points") == {"player": "p2", "nemesis": "p3", "card": "n1"}
    played.act(bribe(("legal", 50 * K)))  # p3 draws level in corruption: no effect
    played.hand_in("bribe_reply", p2=act("reply", accept=False))
    assert played.public.seats[P2].nemesis is not None
    assert "nemesis_lost" not in [event.kind for event in played.log]
    played.act(buy(5))
    assert [(s.player, s.rank, s.score) for s in RULES.standings(played.public)] == [
        ("p1", 1, 4), ("p2", 2, 4), ("p3", 3, 2),
    ]  # fmt: skip
    assert played.cash("p1", "p2") == [350 * K, 300 * K]


def test_x25_points_in_phase_one():
    """Whoever has four points after 6.5: round 1 is played with its event, then the game ends."""
    tracks = {"p1": {"influence": 6, "shares": 18, "corruption": 9, "general_departments": 4}}
    played = Played(game(board="p1 p2", tracks=tracks, stage="elect_boss", round=1))
    assert played.public.seats[P1].four
    assert played.main.name == "event_order/2"
    played.miss().act(PASS).act(PASS)
    assert played.public.standings is None
    played.act(PASS)
    assert [standing.rank for standing in RULES.standings(played.public)] == [1, 2, 3]


def test_x31_settling_in():
    """D50."""
    directors = {"development": "p5", "personnel": "p5", "communication": "p1", "accounting": "p2",
                 "legal": "p3", "controlling": "p4"}  # fmt: skip
    for turn, expected in ((1, [3, 3, 4, 2, 0]), (2, [1, 1, 2, 0, 0])):
        state = game(5, directors=directors, board="p1 p2", boss="p3", stage="influence", turn=turn, round=1)
        assert [state.public.seats[p].influence for p in state.public.players] == expected


def test_x33_latest_end():
    """D45: the Boss card and the extra action of turn 10 are carried out, then the ranking applies."""
    played = Played(
        game(
            turn=10, round=6, cards={"boss": "p2", "communication": "p3 corrupt"},
            offices={"legal-1": ("p3", 1)},
        )
    )  # fmt: skip
    assert played.main.name == "boss_privilege/10"
    played.act(act("boss", division="legal"))
    assert played.main.name == "extra_action/10"
    played.act(buy(1))
    assert played.public.over
    assert played.fact("game_over")["last_turn"]
    assert played.ranks == {"p1": 1, "p2": 1, "p3": 3}


def test_what_a_form_is_judged_by_is_what_the_view_shows():
    state: State = game()
    form = JUDGE.sift(state.seen_by(P1), RULES.windows(state.public)[0], buy(7))
    assert [problem.code for problem in form.problems] == ["not_enough_money"]
    assert kinds(state.public, P1) == ()
    table = table_of(state)
    settle(table)
    assert table.outcome().events == ()
    assert len(OTHERS) == 24
