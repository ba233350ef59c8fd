"""Play that needs no answer: one step after the other until a question opens, the game sleeps, or it is
over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.forms import Answers
from games.rulekit.moves import repeat

from . import orders as o
from .defaults import filed_for
from .events import Defaulted
from .judge import is_legal
from .phases import board_meeting, bribes, placement, services
from .state import Private, Public, Question
from .table import Table
from .windows import is_sealed

STAGES: Final[Mapping[str, Callable[[Table], None]]] = {
    "placement": placement.ask,
    **dict.fromkeys(board_meeting.NAMES, board_meeting.step),
    "event": services.event,
    "actions": services.actions,
    "checkpoint": services.checkpoint,
    "boss": services.boss_privilege,
    "extra": services.extra_action,
    "meeting": services.meeting,
    "meeting_checkpoint": services.meeting_checkpoint,
}
"""What is done when the game has come so far and no question is pending (13.4)."""

ANSWERS: Final[Mapping[str, Callable[[Table, Question, Answers], None]]] = {
    "placement": placement.answer,
    "director_exit": board_meeting.exits_chosen,
    "event_order": board_meeting.events_chosen,
    "action": services.acted,
    "bribe_reply": bribes.answered,
    "boss_privilege": services.boss_answered,
    "extra_action": services.acted,
    "round": services.round_closed,
    "meeting": services.meeting_closed,
}
"""What is done with the answers to a question."""

MOST_STEPS: Final = 1_000
"""Steps until the game waits again: a turn of five players needs about fifty, and no turn passes unasked."""


def go_on(table: Table) -> None:
    """Take the steps of 13.4 until the game waits. Raises RuntimeError after `MOST_STEPS`."""
    repeat(table, _goes_on, MOST_STEPS, lambda: f"turn {table.public.turn}")


def _goes_on(table: Table) -> bool:
    """Take the first step that applies; False if the game waits."""
    public, question = table.public, table.public.question
    if public.over:
        return False
    if question is None:
        STAGES[public.stage](table)
        return True
    sealed = is_sealed(public, question.kind)
    if public.asleep:
        if not sealed:  # a player who comes back is asked again, or answered for by what they have filed
            table.change(question=replace(question, open=False))
        return False
    away = public.away
    here = [player for player in question.asked if player not in away]
    if question.open and (sealed or here):
        return False
    if not here:
        close(table, question, {})
        return True
    if sealed:
        _open(table, replace(question, filed=_filed(table, question, here)))
        return False
    if not has_filed_answer(table, question) or _would_pass_unasked(public, question):
        _open(table, question)
        return False
    close(table, question, {})
    return True


def _open(table: Table, question: Question) -> None:
    """Open a question."""
    table.change(question=replace(question, open=True), asked=True)


def _filed(table: Table, question: Question, here: list[PlayerId]) -> tuple[PlayerId, ...]:
    """The players with a filed answer when a round opens; nobody if all who are here have filed, because then
    all are awaited, and that they have filed does not show (D52). The events of round 1 cannot be filed
    (13.6)."""
    if question.kind != "round":
        return ()
    orders_events = table.public.marker if question.at[1] == 1 else None
    filed = tuple(
        player
        for player in question.asked
        if player != orders_events and filed_for(table.public, table.private[player])
    )
    return filed if any(player not in filed for player in here) else ()


def has_filed_answer(table: Table, question: Question) -> bool:
    """Whether the filed actions of the player asked answer this question now."""
    player = question.asked[0]
    if question.kind == "bribe_reply":
        return bribes.standing_reply(table, player) is not None
    if question.kind not in ("action", "extra_action"):
        return False
    filed = map(o.filed_action, filed_for(table.public, table.private[player]))
    return any(is_legal(table.public, player, table.cash(player), action) for action in filed)


def _answers_all(public: Public, private: Private, question: Question, player: PlayerId) -> bool:
    """Whether a player's filed actions answer everything that a sealed question asks of them, so that they
    have not missed it: actions, but neither the order of the events nor the other parts of a meeting."""
    if not filed_for(public, private):
        return False
    if question.kind == "round":
        return question.at[1] != 1 or public.marker != player
    return question.kind == "meeting" and services.acts_alone(public, player)


def _would_pass_unasked(public: Public, question: Question) -> bool:
    """Whether this is the last action, of players who are here, in a round in which nobody was asked since
    its event."""
    if question.kind != "action" or public.asked:
        return False
    return set(public.to_act[1:]) <= set(public.away)


def close(table: Table, question: Question, answers: Answers, missed: Collection[PlayerId] = ()) -> None:
    """Close a question with its answers: from forms, from filed actions, otherwise defaults. A default for a
    player who has not missed the deadline is an event, too."""
    for player in question.asked:
        if player not in (*answers, *missed) and not answered_in_advance(table, question, player):
            table.tell(Defaulted(player, question.kind))
    ANSWERS[question.kind](table, question, answers)


def answered_in_advance(table: Table, question: Question, player: PlayerId) -> bool:
    """Whether a player is answered for by what they have filed."""
    if not is_sealed(table.public, question.kind):
        return has_filed_answer(table, question)
    return _answers_all(table.public, table.private[player], question, player)
