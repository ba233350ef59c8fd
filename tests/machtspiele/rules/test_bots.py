"""The bot: it wins among players of any legal form, sees only its own view, and never leaves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.contract import Dice, PlayerId, State, encode
from machtspiele.rules import RULES
from machtspiele.rules.board import boxes
from machtspiele.rules.bot import STRATEGIES
from machtspiele.rules.bots import bribing, choice, survey
from machtspiele.rules.bots.worth import Me
from machtspiele.rules.content import Mode
from machtspiele.rules.orders import ACTIONS
from machtspiele.rules.phases import board_meeting
from machtspiele.rules.state import Hidden, Public
from machtspiele.rules.table import Table
from tests.battery.judged import JudgedTrials
from tests.battery.play import start
from tools.trials import Trials, nobody, table

from .scene import P1, P2, K, M, Played, act, game
from .test_properties import all_steps

pytestmark = pytest.mark.slow


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
    """Their second and third choices differ, and every form of theirs passes `check` as a whole."""
    trials = JudgedTrials(RULES)
    for number in range(4):
        trials.game(f"four{number}", [RULES.advise] * 4)
    assert set(trials.chapters) <= set(range(3, 8))
    unused = {kind for kind in ACTIONS if not trials.orders[kind]}
    assert unused <= {"pass"}
    assert trials.orders["events"] and trials.orders["boss"] and trials.orders["exit"]
    assert trials.events["order_dropped"] == trials.events["left"] == trials.events["missed"] == 0


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
    row = ("fool#1",) * 8
    changed = {
        who: drawer if who == player else replace(drawer, cash=M, nemesis=None, filed=(), row=row)
        for who, drawer in state.private.items()
    }
    return State(state.public, changed, Hidden())


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


def phase_one(state: State) -> Public:
    """Steps 6.1 to 6.5 as the rules play them, in a turn in which nobody settles in."""
    public = replace(state.public, mode=Mode.ROUNDS, turn=2, question=None, appointments=())
    drawers = {player: replace(drawer, exits={}) for player, drawer in state.private.items()}
    table = Table(State(public, drawers, Hidden()), Dice(b"1"))
    for step in (board_meeting.thank_boss, board_meeting.elect_boss, board_meeting.appoint):
        step(table)
    board_meeting.influence(table)
    return table.public


def test_it_reckons_with_the_next_phase_one_as_the_rules_will_play_it() -> None:
    """Who would lead where, and the influence and boxes that come of it, where no reserve runs out and nobody
    is pushed off the board."""
    compared = 0
    for step in all_steps():
        state = step.before
        few = len(state.public.board) < 4 and min(s.reserve for s in state.public.seats.values()) > 6
        if not few or not state.public.turn:
            continue
        compared += 1
        seen, after = survey.survey(state.public), phase_one(state)
        assert (seen.leaders, seen.elected) == (after.directors, after.boss)
        then = [(tracks[0], tracks[4]) for tracks in seen.then]
        assert then == [(after.seats[p].influence, boxes(after, p)) for p in after.players]
    assert compared > 100


def test_in_the_setup_it_reckons_with_settling_in() -> None:
    """D50: the less directors it has than another, the more influence it expects."""
    state = game(offices={"legal-1": ("p2", 3), "personnel-1": ("p2", 3)})
    assert [tracks[0] for tracks in survey.survey(replace(state.public, turn=0)).then] == [4, 0, 4]


def row_of(state: State) -> list[str]:
    (order,) = RULES.advise(state.seen_by(P1), RULES.windows(state.public)[0], Dice(b"1")) or ()
    cards: list[str] = order.data["cards"]
    return cards


def test_it_orders_the_events_for_itself() -> None:
    """What costs it comes after the Board Meeting, which is as early as it may be; what makes its card worth
    more comes before it."""
    drawn = ("summer_gala#1", "birthday#1", "annual_outing#1", "motivation_minus_2#1", "motivation_plus_1#1")
    state = game(board="p1 p1", boss="p1", stage="order_events", drawn=(), cash={"p1": 900 * K})

    def with_cards(*cards: str, **fields: dict[str, str]) -> list[str]:
        scene = game(board="p1 p1", boss="p1", stage="order_events", **fields)
        private = {**scene.private, P1: replace(scene.private[P1], drawn=cards)}
        return row_of(State(scene.public, private, scene.hidden))

    assert state.public.question is not None
    row = with_cards(*drawn, "annual_outing#2")
    assert row.index("bonus_day") + 1 == row.index("board_meeting") == 4
    assert set(row[5:]) >= {"summer_gala#1", "birthday#1"}
    controlling = with_cards(*drawn, "annual_outing#2", cards={"controlling": "p1"})
    assert controlling[0] == "motivation_minus_2#1"


def test_refused_it_takes_the_employee_that_closes_most() -> None:
    offices = {"legal-1": ("p2", 4), "legal-2": ("p2", 1), "personnel-1": ("p2", 2, True)}
    state = game(offices=offices, cards={"legal": "p2"})
    ((_, order),) = bribing.offers(state.public, Me(P1, state.private[P1]))
    assert order.data["offers"][0]["remove"] == ["legal-2", "legal-1"]


def test_it_imagines_without_touching_what_is() -> None:
    state = game(offices={"legal-1": ("p1", 3)}, board="p2")
    before = encode(state.public)
    table = choice.imagine(state.public, Me(P1, state.private[P1]))
    table.join_board(P1)
    table.put("legal-1", -1)
    assert table.public.board == (P2, P1)
    assert encode(state.public) == before


def test_a_table_has_a_row_for_every_number_of_players() -> None:
    """`python -m tools.trials machtspiele --table`, of one game each."""
    head, line, *rows = table(RULES, {"mode": "rounds"}, None, 1)
    assert head.startswith("| players | games | seats")
    assert [row.split(" | ")[:2] for row in rows] == [["| 3", "1"], ["| 4", "1"], ["| 5", "1"]]
    assert {row.count("|") for row in (head, line, *rows)} == {6}


def test_a_table_of_strategies_has_a_column_for_each() -> None:
    """`--table --strategies`: what each has won of its share; nobody has won more than there is to win."""
    head, _, row, *_rest = table(RULES, {"mode": "rounds"}, None, 2, STRATEGIES)
    assert head.rstrip(" |").split(" | ")[-6:] == list(STRATEGIES)
    won = [float(cell) for cell in row.strip("| ").split(" | ")[-6:] if cell]
    assert len(won) >= 3 and 0 < sum(won) <= 6 and max(won) <= 3
