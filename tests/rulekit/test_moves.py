"""A resolution of a title of moves: its window is answered, or its door used, and the game goes on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from games.contract import Closes, Dice, Event, Order, Orders, Outcome, PlayerId, State, Window, only
from games.rulekit.events import EventData
from games.rulekit.forms import FormJudge, JudgedForm
from games.rulekit.judging import Refusals
from games.rulekit.moves import Moves, read_form, repeat
from games.rulekit.worktable import Worktable

from .orders import SHAPES, Give

ANA, BOB = PlayerId("p1"), PlayerId("p2")


class Day(Struct, frozen=True):
    number: int = 1
    players: tuple[PlayerId, ...] = (ANA, BOB)
    answered: int = 0
    asleep: bool = False


class Own(Struct, frozen=True):
    given: int = 0


class Slept(EventData, frozen=True):
    kind = "slept"


Table = Worktable[Day, Own, Own]


def windows(public: Day) -> tuple[Window, ...]:
    door = Window("door", (), ("give",), Closes.AT_ONCE, welcome=public.players)
    return Window("day", (public.number,), ("give",), Closes.TOGETHER, public.players), door


def judge(form: JudgedForm[Day, Own], order: Any, refuse: Refusals) -> None:
    if order.amount > 5:
        refuse("too_dear", "amount")


JUDGE = FormJudge[Day, Own](SHAPES, windows, judge)


def answer(table: Table, window: Window, forms: Any) -> None:
    table.change(answered=len(forms), asleep=not forms)


def door(table: Table, window: Window, player: PlayerId, orders: Orders) -> None:
    form = read_form(table, JUDGE, window, player, orders)
    for give in form.of(Give) if form else ():
        table.set_private(player, given=table.private[player].given + give.amount)


def go_on(table: Table) -> None:
    table.change(number=table.public.number + 1)


MOVES = Moves[Day, Own, Own, Table](windows, Worktable, answer, door, go_on, Slept)
START = State(Day(), {ANA: Own(), BOB: Own()}, Own())
DAY, DOOR = windows(START.public)


def resolved(window: Window, **forms: Orders) -> Outcome[Day, Own, Own]:
    return MOVES.resolve(
        START, window, {PlayerId(player): form for player, form in forms.items()}, Dice(b"moves")
    )


def give(amount: int) -> Order:
    return Order("give", {"to": "p2", "amount": amount})


def test_a_window_is_answered_and_the_game_goes_on() -> None:
    outcome = resolved(DAY, p1=(), p2=())
    assert outcome.state.public == Day(2, answered=2) and outcome.events == ()
    assert START.public == Day()


def test_a_window_that_is_no_longer_open_changes_nothing() -> None:
    late = Window("day", (0,), ("give",), Closes.TOGETHER, (ANA, BOB))
    assert resolved(late, p1=()) == Outcome(START)


def test_at_a_door_each_form_is_applied_and_what_falls_is_told_to_its_author() -> None:
    outcome = resolved(DOOR, p1=(give(2), give(6), give(1)))
    assert outcome.state.private == {ANA: Own(3), BOB: Own()} and outcome.state.public == Day(2)
    data = {"to": "p2", "amount": 6}
    told = {"order": "give", "data": data, "problem": "too_dear", "params": {}}
    assert outcome.events == (Event("order_dropped", told, only(ANA)),)


def test_who_may_hand_in_nothing_is_told_so_and_nothing_is_read() -> None:
    table: Table = Worktable(START, Dice(b"moves"))
    late = Window("day", (0,), ("give",), Closes.TOGETHER, (ANA, BOB))
    assert read_form(table, JUDGE, late, BOB, (give(1),)) is None
    told = {"order": "", "data": {}, "problem": "not_asked", "params": {}}
    assert table.outcome().events == (Event("order_dropped", told, only(BOB)),)


def test_falling_asleep_is_told_once() -> None:
    outcome = resolved(DAY)
    assert outcome.events == (Event("slept"),)
    again = MOVES.resolve(outcome.state, windows(outcome.state.public)[1], {ANA: ()}, Dice(b"more"))
    assert again.state.public.asleep and again.events == ()


def test_steps_are_repeated_until_the_game_waits_but_not_without_end() -> None:
    table: Table = Worktable(START, Dice(b"moves"))

    def step(table: Table) -> bool:
        go_on(table)
        return table.public.number < 7

    repeat(table, step, 6, lambda: "no round")
    assert table.public.number == 7
    with pytest.raises(RuntimeError, match="no end after 3 steps, in round 10"):
        repeat(table, lambda table: go_on(table) is None, 3, lambda: f"round {table.public.number}")
