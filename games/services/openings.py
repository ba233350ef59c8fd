"""Which turns are open: compare the windows of a state with the rows, and start and stop clocks.

The caller is in a transaction; nothing here commits.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from msgspec import Struct, field

from .. import clock, vault
from ..contract import Closes, PlayerId, Window, decode
from ..models import By, Excuse, Game, OrderForm, Resolution, Turn
from ..writes import Writes
from .seat_forms import forms_settle
from .turn_plan import Change, Step, compare

log = logging.getLogger(__name__)
# The hands that do not count as a player's. A deputy's does not count either: a game that goes on faster, or
# does not pause itself, would reveal the deputy.
NOBODYS = frozenset({By.BOT.value, By.PLAN.value, By.DEPUTY.value})
UNRESOLVED = (Turn.Status.OPEN, Turn.Status.PAUSED, Turn.Status.STUCK)


class OpenedTurns(Struct):
    """The turns that ask something new: those just opened, with their seeds, and those that were open before
    and now ask other players, or were reopened. `asked`: each turn with the players it newly asks."""

    fresh: list[tuple[Turn, bytes]] = field(default_factory=list)
    changed: list[Turn] = field(default_factory=list)
    asked: list[tuple[Turn, tuple[PlayerId, ...]]] = field(default_factory=list)


def sync_turns(
    game: Game,
    windows: Iterable[Window],
    opened: datetime,
    bots: Iterable[PlayerId] = (),
    turns: Iterable[Turn] | None = None,
    writes: Writes | None = None,
) -> OpenedTurns:
    """Write what `turn_plan.compare` finds: open, reopen, change and pause the turns of a game.

    `opened`: the moment at which their notice begins; `turns`: the unresolved ones, if the caller has read
    them; `writes`: writes the new turns later, together with other rows. A turn that awaits only `bots`, or
    seats that are left empty, is marked to close at once, as `BotPace` says. Returns the turns in which
    bots may have to answer.
    """
    empty = empty_seats(game)
    windows, answered_for = tuple(windows), frozenset(bots) | {PlayerId(f"p{n}") for n in empty}
    held = waits_for_its_person(game, windows, answered_for)
    pace = BotPace(game, answered_for, opened, held=held)
    if turns is None:
        turns = Turn.objects.filter(game=game, status__in=UNRESOLVED)
    plan = compare(windows, turns)
    written = Writes() if writes is None else writes
    fresh: list[tuple[Turn, bytes]] = []
    changed: list[Turn] = []
    asked: list[tuple[Turn, tuple[PlayerId, ...]]] = []
    rewritten: list[tuple[Step, Turn]] = []
    for step in plan.steps:
        if step.turn is None:
            turn = _new_turn(game, step, opened, can_close_early=pace.closes_at_once(step.window))
            fresh.append((turn, vault.open_turn(written, turn)))
            asked.append((turn, step.newly_asked))
        elif step.change is not Change.KEEP:
            rewritten.append((step, step.turn))
            asked.append((step.turn, step.newly_asked))
            if step.change is not Change.STAY_STUCK:
                changed.append(step.turn)
        elif not step.turn.can_close_early and pace.closes_at_once(step.window):  # a player has come back
            step.turn.can_close_early = True
            Turn.objects.filter(pk=step.turn.pk).update(can_close_early=True)
    _rewrite(game, rewritten, opened, empty, held=held)
    _pause(plan.pause)
    if fresh:
        transaction.on_commit(lambda: _log_opened(game, [turn for turn, _secret in fresh]))
    if writes is None:
        written.run()
    return OpenedTurns(fresh, changed, asked)


def _rewrite(
    game: Game, steps: Sequence[tuple[Step, Turn]], opened: datetime, empty: Collection[int], *, held: bool
) -> None:
    """Write the unresolved turns whose questions changed: at most three queries, however many there are."""
    if not steps:
        return
    forms = OrderForm.objects.filter(turn__in=[turn for _, turn in steps], set_aside=False)
    handed_in: dict[int, list[tuple[int, bool, str]]] = {}
    for pk, number, ready, by in forms.values_list("turn_id", "player__number", "ready", "by"):
        handed_in.setdefault(pk, []).append((number, ready, by))
    groups: dict[bool, list[Turn]] = {False: [], True: []}
    for step, turn in steps:
        reopened = step.change is Change.REOPEN
        turn.window, turn.position = step.text, step.position
        if reopened:
            turn.status, turn.alarmed = Turn.Status.OPEN, False
            turn.deadline = deadline_of(game, step.window, opened)
        if step.change is not Change.STAY_STUCK:
            # the turn keeps its forms; fewer players may be awaited now
            forms_of = handed_in.get(turn.pk, ())
            turn.can_close_early = not held and _completes(
                game, step.window, forms_of, empty, newcomers(turn), numbers_away(turn)
            )
        groups[reopened].append(turn)
    fields = ["window", "position", "can_close_early"]
    for reopened, turns in groups.items():
        if turns:
            Turn.objects.bulk_update(
                turns, [*fields, "status", "deadline", "alarmed"] if reopened else fields
            )


def _pause(gone: Sequence[Turn]) -> None:
    """Pause turns whose questions the state no longer asks; they keep their forms in case it asks again."""
    if not gone:
        return
    Turn.objects.filter(pk__in=[turn.pk for turn in gone]).update(
        status=Turn.Status.PAUSED, can_close_early=False, incident="", incident_step=""
    )
    for turn in gone:
        was_stuck = turn.status == Turn.Status.STUCK
        turn.status, turn.can_close_early = Turn.Status.PAUSED, False
        if was_stuck:
            forms_settle(turn)


class BotPace:
    """Whether turns that await only bots close at once: they do if a person has acted within the last three
    noons, or the game began within them. Otherwise they wait for noon, so that people who are away have
    the days that the rules give them. In a rehearsal they close at once unless it is `held`: it waits for
    its person, as `waits_for_its_person` says. At most one query."""

    NOONS = 3

    def __init__(self, game: Game, bots: frozenset[PlayerId], now: datetime, *, held: bool = False) -> None:
        self.game, self.bots, self.now, self.held = game, bots, now, held
        self.answer: bool | None = None

    def closes_at_once(self, window: Window) -> bool:
        if self.held or window.is_door or window.closes is Closes.AT_NOON:
            return False
        if not self.bots.issuperset(window.awaited):
            return False
        if self.answer is None:
            self.answer = not self.game.has_clock or self._person_acted()
        return self.answer

    def _person_acted(self) -> bool:
        since = clock.noon_before(calendar_of(self.game), self.now, self.NOONS)
        recent = Resolution.objects.filter(game=self.game, at__gt=since).order_by("-number")
        return any(
            cause == Resolution.Cause.SETUP or self._of_people(decode(forms, dict[str, dict[str, object]]))
            for cause, forms in recent.values_list("cause", "forms").iterator()
        )

    def _of_people(self, forms: Mapping[str, Mapping[str, object]]) -> bool:
        """Whether a person has handed in one of these forms; forms handed in for players who are away do not
        count."""
        return any(pid not in self.bots and form.get("by") not in NOBODYS for pid, form in forms.items())


def waits_for_its_person(game: Game, windows: Iterable[Window], bots: Collection[PlayerId]) -> bool:
    """Whether a rehearsal goes no further by itself, because its person is away: a door stands open for them
    to come back. Bots would otherwise play the game to its end within a request."""
    if game.has_clock:
        return False
    return any(window.comes_back and not set(window.players) <= set(bots) for window in windows)


def _new_turn(game: Game, step: Step, opened: datetime, *, can_close_early: bool) -> Turn:
    window = step.window
    return Turn(
        game=game, name=window.name, chapter=window.chapter, window=step.text, position=step.position,
        opened_at=opened, deadline=deadline_of(game, window, opened), can_close_early=can_close_early,
    )  # fmt: skip


def _log_opened(game: Game, turns: list[Turn]) -> None:
    for turn in turns:
        log.info(
            "turn opened game=%s turn_id=%s turn=%s deadline=%s",
            game.public_id, turn.pk, turn.name, turn.deadline.isoformat() if turn.deadline else "-",
        )  # fmt: skip


def is_complete(game: Game, turn: Turn, window: Window) -> bool:
    """Whether a turn can close before its deadline: every awaited player has handed in, and where forms are
    saved in parts has declared theirs complete. `AT_NOON`: only if the game was created so, and everybody
    is ready. Forms in an `AT_ONCE` turn or at a door are from bots: those of people are resolved when
    they are handed in."""
    if _waits_for_noon(game, window):
        return False
    forms = OrderForm.objects.filter(turn=turn, set_aside=False)
    values = forms.values_list("player__number", "ready", "by")
    return _completes(game, window, values, empty_seats(game), newcomers(turn), numbers_away(turn))


def newcomers(turn: Turn) -> set[int]:
    """The numbers of the seats taken over too shortly before this turn's deadline: nobody waits for them. No
    query."""
    excused: dict[str, str] = turn.excused
    return {int(pid[1:]) for pid, why in excused.items() if why == Excuse.NEW}


def numbers_away(turn: Turn) -> set[int]:
    """The numbers of the seats whose holders are away in this turn: nobody waits for them. No query."""
    return {int(pid[1:]) for pid in turn.seats_away}


def empty_seats(game: Game) -> set[int]:
    """The numbers of the seats that were left, that nobody has taken over and no bot plays: nobody waits for
    them, unless nobody is left at all. One query where the settings leave such seats empty, otherwise
    none."""
    if game.on_leave != Game.OnLeave.EMPTY:
        return set()
    seats = game.players.values_list("number", "user_id", "is_bot", "offer")
    found = {number for number, user, is_bot, offer in seats if not (user or is_bot) and offer}
    return found if any(user for _number, user, _is_bot, _offer in seats) else set()


def _waits_for_noon(game: Game, window: Window) -> bool:
    return window.closes is Closes.AT_NOON and not game.close_when_all_ready


def _completes(
    game: Game,
    window: Window,
    forms: Iterable[tuple[int, bool, str]],
    empty: Collection[int] = (),
    new: Collection[int] = (),
    away: Collection[int] = (),
) -> bool:
    """`is_complete` for given forms: the number of each seat, whether it is ready, and whose hand saved it.
    The turn does not wait for `empty` seats, nor for `new` ones unless it asks nobody else, nor for seats
    `away`, whatever their plan has handed in. A turn with seats away closes early only if a person has
    answered it, so that one plan cannot be distinguished from another."""
    if _waits_for_noon(game, window):
        return False
    declared = window.closes is Closes.AT_NOON or window.in_parts
    numbers = {int(pid[1:]) for pid in asks(window)}
    waited_for = numbers.difference(() if window.is_door else empty)
    waited_for = waited_for.difference(new) or waited_for
    absent = set[int]() if window.is_door else numbers.intersection(away)
    waited_for = waited_for - absent
    hands = [by for number, ready, by in forms if number in waited_for and (ready or not declared)]
    if window.is_door:
        return bool(hands)
    if absent and NOBODYS.issuperset(hands):
        return False
    # a sealed turn that only awaits empty seats closes at noon
    if not waited_for and window.closes is Closes.AT_NOON:
        return False
    return len(hands) == len(waited_for)


def deadline_of(game: Game, window: Window, opened: datetime) -> datetime | None:
    """When a turn opened at `opened` closes; None for doors and in rehearsals."""
    if window.is_door or not game.has_clock:
        return None
    return clock.next_deadline(calendar_of(game), opened, game.notice)


def calendar_of(game: Game) -> clock.Calendar:
    """The days and the hour of a game's noons. No query."""
    return game.calendar


def asks(window: Window) -> tuple[PlayerId, ...]:
    """The players who are asked something: the awaited; at a door, everybody who may use it."""
    return window.awaited or window.welcome
