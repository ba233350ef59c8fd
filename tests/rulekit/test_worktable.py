"""The worktable: drawers are replaced, the old state does not change, events keep their order."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from games.contract import PUBLIC, Dice, Event, Grant, PlayerId, State, View, only
from games.rulekit.events import EventData
from games.rulekit.worktable import Worktable

ANA, BOB = PlayerId("p1"), PlayerId("p2")


class Open(Struct, frozen=True):
    round_no: int


class Own(Struct, frozen=True):
    money: int


class Rang(EventData, frozen=True):
    kind = "rang"
    times: int


def table() -> tuple[State[Open, Own, Own], Worktable[Open, Own, Own]]:
    state = State(Open(1), {ANA: Own(5), BOB: Own(6)}, Own(0))
    return state, Worktable(state, Dice(b"worktable"))


def test_the_state_it_began_with_stays_as_it_was() -> None:
    state, work = table()
    work.public = replace(work.public, round_no=2)
    work.private[ANA] = Own(4)
    work.hidden = Own(1)
    assert state == State(Open(1), {ANA: Own(5), BOB: Own(6)}, Own(0))
    after = work.outcome().state
    assert after == State(Open(2), {ANA: Own(4), BOB: Own(6)}, Own(1))
    work.private[BOB] = Own(0)
    assert after.private[BOB] == Own(6)


def test_what_is_told_keeps_its_order_and_its_audience() -> None:
    _, work = table()
    work.tell(Rang(1))
    work.tell(Rang(2), only(BOB))
    first, second = Event("rang", {"times": 1}, PUBLIC), Event("rang", {"times": 2}, only(BOB))
    assert work.outcome().events == (first, second)


def test_a_right_given_twice_is_one() -> None:
    _, work = table()
    for right in (Grant(ANA, BOB, (2,)), Grant(ANA, BOB, (1,)), Grant(ANA, BOB, (2,))):
        work.grant(right)
    assert work.outcome().grants == (Grant(ANA, BOB, (2,)), Grant(ANA, BOB, (1,)))


def test_nothing_done_changes_nothing() -> None:
    state, work = table()
    assert work.outcome().state == state
    assert (work.outcome().events, work.outcome().grants) == ((), ())


def test_a_drawer_is_changed_by_its_fields() -> None:
    state, work = table()
    work.change(round_no=3)
    work.set_private(BOB, money=1)
    work.set_hidden(money=2)
    assert work.outcome().state == State(Open(3), {ANA: Own(5), BOB: Own(1)}, Own(2))
    assert state == State(Open(1), {ANA: Own(5), BOB: Own(6)}, Own(0))


def test_a_player_is_told_alone_and_sees_the_table_as_it_stands() -> None:
    _, work = table()
    work.change(round_no=2)
    work.tell_only(Rang(1), ANA, BOB)
    assert work.outcome().events == (Event("rang", {"times": 1}, only(ANA, BOB)),)
    assert work.view(ANA) == View(ANA, Open(2), Own(5))
