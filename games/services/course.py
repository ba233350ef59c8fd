"""Notices about the course of a game: which ones a resolution writes, and for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from msgspec import Struct

from ..contract import PlayerId, Window, decode
from ..models import Game, Notice, Resolution, Turn
from ..registry import skin_for
from ..writes import Writes

Seal = list[str]  # the name of a turn, and the commitment of its seed


class AnsweredTurn(Struct, frozen=True):
    """The turn that was resolved. `handed_in`: the players with a form; `missing`: those who were awaited
    and had none."""

    turn: Turn
    cause: str
    handed_in: tuple[PlayerId, ...] = ()
    missing: tuple[PlayerId, ...] = ()

    @property
    def authors(self) -> tuple[PlayerId, ...]:
        """The players whose act this was. Their page shows the outcome and the next question, so that they
        need no notice."""
        return self.handed_in if self.cause == Resolution.Cause.ACT else ()


class Course(Struct, frozen=True):
    """What a resolution changed in the course of a game. `answered`: None at the start; `before`: the chapter
    until now; `chapter`: that of the next question, None if the game is over; `opened`: the turns just
    opened; `asked`: each turn with the players it newly asks."""

    game: Game
    users: Mapping[PlayerId, int | None]
    answered: AnsweredTurn | None
    before: int
    chapter: int | None
    opened: Sequence[Turn] = ()
    asked: Sequence[tuple[Turn, Sequence[PlayerId]]] = ()

    @property
    def is_over(self) -> bool:
        """Whether the chapter is over."""
        return self.chapter is not None and self.chapter > self.before


class CourseNotice(Struct, frozen=True):
    """One notice: its kind, the key that prevents a second one, and the figures of its sentence."""

    kind: str
    key: str
    data: dict[str, Any]


def write_notices(writes: Writes, course: Course) -> None:
    """Add the notices to `writes`: start and end for everybody; between them each resolved turn if turns
    close at noon, otherwise what `_of_moves` says. None for rehearsals."""
    users = {pid: user for pid, user in course.users.items() if user is not None}
    if not users or not course.game.sends_notices:
        return
    told = {user: notice for pid, notice in _notices(course).items() if (user := users.get(pid)) is not None}
    each: dict[str, list[Any]] = {
        "user_id": list(told),
        "kind": [notice.kind for notice in told.values()],
        "key": [notice.key for notice in told.values()],
        "data": [{**notice.data, "seals": _seals(course)} for notice in told.values()],
    }
    shared = {"game_id": course.game.pk, "created_at": timezone.now()}
    writes.insert(Notice, shared, each, once=True)


def _notices(course: Course) -> dict[PlayerId, CourseNotice]:
    answered = course.answered
    name = answered.turn.name if answered else "setup"
    if answered is None:
        kind = Notice.Kind.STARTED
    elif course.chapter is None:
        kind = Notice.Kind.FINISHED
    elif not skin_for(course.game.title).rules.meta.at_noon:
        return _of_moves(course, answered)
    elif decode(answered.turn.window, Window).is_door:
        return {}
    else:
        kind = Notice.Kind.RESOLVED
    return dict.fromkeys(course.users, CourseNotice(kind, f"{kind}/{name}", {"turn": name}))


def _of_moves(course: Course, answered: AnsweredTurn) -> dict[PlayerId, CourseNotice]:
    """Notices of a game of moves: for players who are asked something new or whose question closed without
    an answer, and for everybody once a chapter is over. At most two per player and chapter, because there
    are only two keys: one for a question of the chapter; one for a missed question or the end of the
    chapter."""
    told: dict[PlayerId, CourseNotice] = {}
    questions = _next_questions(course)
    for player in course.users:
        missed = {"missed": answered.turn.name} if player in answered.missing else {}
        over = {"over": course.before} if course.is_over else {}
        question = {} if player in answered.authors else questions.get(player, {})
        data = {"turn": answered.turn.name, **missed, **over, **question}
        closed = f"closed/{course.before}"
        if question and (over or not missed):
            told[player] = CourseNotice(Notice.Kind.ASKED, f"asked/{course.chapter}", data)
        elif missed:
            told[player] = CourseNotice(Notice.Kind.UNANSWERED, closed, data)
        elif over:
            told[player] = CourseNotice(Notice.Kind.CHAPTER_OVER, closed, data)
    return told


def _next_questions(course: Course) -> dict[PlayerId, dict[str, str]]:
    """For each player the open question that closes first, with its deadline (ISO, UTC)."""
    last = datetime.max.replace(tzinfo=UTC)
    found: dict[PlayerId, dict[str, str]] = {}
    for turn, players in sorted(course.asked, key=lambda asked: asked[0].deadline or last):
        until = {"until": turn.deadline.isoformat()} if turn.deadline else {}
        for player in players:
            found.setdefault(player, {"asked": turn.name, **until})
    return found


def _seals(course: Course) -> list[Seal]:
    """The seals of the turn that was resolved and of those that opened."""
    turns = [course.answered.turn] if course.answered else []
    return [[turn.name, turn.commitment] for turn in (*turns, *course.opened)]
