"""One resolution: from a claimed game to the rows written. Setup, noons and single acts share it.

The caller is in a transaction and has claimed the game's number; nothing here commits.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from .. import clock, draws, vault
from ..contract import Closes, Dice, Event, Outcome, PlayerId, Standing, State, Window, decode, encode
from ..health import LATE
from ..models import (
    By,
    FinalStanding,
    Game,
    Notice,
    OrderForm,
    Player,
    ReaderEvents,
    ReadingRight,
    Resolution,
    Turn,
)
from ..registry import skin_for
from ..writes import Writes
from . import openings
from .bots import Bots
from .claims import Claim, Form, Seats
from .course import AnsweredTurn, Course, write_notices
from .notices import tell_table

log = logging.getLogger(__name__)


def resolve_turn(
    claim: Claim, cause: str, now: datetime, writes: Writes
) -> tuple[Outcome[Any, Any, Any], Dice]:
    """Resolve one open turn with the forms it has, and add all resulting rows to `writes`: ten statements,
    whatever the number of players and games. If bots play, or other players are asked, some rows are
    written at once."""
    game, turn, seats = claim.game, claim.turn, claim.seats
    rules = skin_for(game.title).rules
    loaded = claim.load()
    window = claim.window
    forms = {pid: form for pid, form in seats.forms.items() if pid in window.players}
    if window.is_door:  # each form is resolved alone; the other players' forms wait
        forms = dict(list(forms.items())[:1])
    _take(writes, turn, window, seats, forms, acted=cause == Resolution.Cause.ACT)
    if any(by_a_person(form) for form in forms.values()):
        game.played_at = now if cause != Resolution.Cause.DEADLINE else turn.deadline or now
    orders = {pid: form.orders for pid, form in forms.items()}
    dice = Dice(vault.dice_key(claim.secret, turn.resolutions, orders))
    outcome = rules.resolve(loaded.state, window, orders, dice)
    missing = [] if window.is_door else [p for p in window.awaited if p not in forms]
    due = turn.deadline if cause == Resolution.Cause.DEADLINE else None
    chapter = game.chapter  # that of the first question listed before
    _write(writes, game, turn, chapter, cause, due or now, forms, missing, dice, outcome, loaded.texts)
    known = [*claim.others, turn]
    answered = AnsweredTurn(turn, cause, tuple(forms), tuple(missing))
    opened = clock.counts_as_opened(due, now)
    _move_on(writes, game, answered, known, seats, outcome.state, opened, due or now)
    if due is not None and now - due > LATE:
        _tell_missed(game, turn, due, now)
    return outcome, dice


def _tell_missed(game: Game, turn: Turn, due: datetime, now: datetime) -> None:
    """Notify the masters of a game that its noon came late, unless they were told that the turn was stuck. At
    most three queries; none at a noon that is in time."""
    if not game.has_masters:
        return
    if Notice.objects.filter(game=game, kind=Notice.Kind.STUCK, data__turn=turn.name).exists():
        return
    data = {"turn": turn.name, "was": due.isoformat(), "struck": now.isoformat()}
    tell_table(game=game, kind=Notice.Kind.MISSED, key=f"missed/{game.number}", data=data, asks=True)


def by_a_person(form: Form) -> bool:
    """Whether a player filled this form in: not a bot, nor the plan or the deputy of somebody who is away."""
    return form.by not in (By.BOT, By.PLAN, By.DEPUTY)


def _take(
    writes: Writes, turn: Turn, window: Window, seats: Seats, forms: Mapping[PlayerId, Form], *, acted: bool
) -> None:
    """Delete the forms of a resolved turn, which its resolution contains. Acts of people were never stored as
    forms, those of bots and of players who are away were."""
    if window.closes is not Closes.AT_ONCE:
        writes.delete(OrderForm, "turn_id", turn.pk)
    elif any(pid in seats.bots or not acted for pid in forms):
        OrderForm.objects.filter(turn=turn, player__in=[seats.ids[pid] for pid in forms]).delete()


def story(claim: Claim, cause: str, late: float = 0) -> str:
    """The log entry of a resolved turn: ids and figures, never an order. `late`: seconds."""
    game, turn = claim.game, claim.turn
    return (
        f"game={game.public_id} turn_id={turn.pk} turn={turn.name} cause={cause} number={game.number}"
        f" forms={len(claim.seats.forms)} late_s={late:.1f} stage={game.stage}"
    )


def set_up(game: Game, players: list[Player], now: datetime) -> None:
    """Resolution 0 of a game that has just started: the first state and the first open turns."""
    rules = skin_for(game.title).rules
    writes = Writes()
    turn = Turn(
        game=game, name="setup", chapter=0, window=encode(Window("setup", (0,), (), Closes.TOGETHER)),
        opened_at=now, status=Turn.Status.RESOLVED, resolutions=1, resolved_at=now,
    )  # fmt: skip
    secret = vault.open_turn(writes, turn)
    writes.run()  # later resolutions count from this one
    dice = Dice(vault.dice_key(secret, 0, {}))
    outcome = rules.setup(tuple(PlayerId(p.pid) for p in players), game.options, dice)
    seats = Seats(
        users={PlayerId(p.pid): p.user_id for p in players},
        ids={PlayerId(p.pid): p.pk for p in players},
        bots=[PlayerId(p.pid) for p in players if p.is_bot],
    )
    turn.resolutions, game.played_at = 0, now
    _write(writes, game, turn, 0, Resolution.Cause.SETUP, now, {}, [], dice, outcome, {})
    _move_on(writes, game, None, [], seats, outcome.state, now, now)
    writes.run()


# ---- writing --------------------------------------------------------------------------------------


def _write(
    writes: Writes,
    game: Game,
    turn: Turn,
    chapter: int,
    cause: str,
    at: datetime,
    forms: Mapping[PlayerId, Form],
    missing: list[PlayerId],
    dice: Dice,
    outcome: Outcome[Any, Any, Any],
    before: Mapping[str, str],
) -> None:
    rules = skin_for(game.title).rules
    of: dict[str, Any] = {"game_id": game.pk, "number": game.number}
    writes.insert(Resolution, {
        **of, "turn_id": turn.pk, "chapter": chapter, "cause": cause, "at": at, "made_at": timezone.now(),
        "forms": encode(dict(forms)), "missing": encode(missing),
        "draws": draws.packed(dice, vault.KEY_VERSION), "key_version": vault.KEY_VERSION,
        "rules_version": rules.meta.rules_version, "nth": turn.resolutions,
    })  # fmt: skip
    vault.store(writes, game, rules, outcome.state, before)
    told: dict[str, list[Event]] = defaultdict(list)
    for event in outcome.events:
        for reader in event.to:
            told[reader].append(event)
    if told:
        texts = [encode(events) for events in told.values()]
        writes.insert(ReaderEvents, {**of, "chapter": chapter}, {"reader": list(told), "content": texts})
    if grants := outcome.grants:
        each: dict[str, list[Any]] = {
            "reader": [g.reader for g in grants],
            "of": [g.of for g in grants],
            "chapters": [list(g.chapters) for g in grants],
            "without": [list(g.without) for g in grants],
        }
        writes.insert(ReadingRight, {**of, "chapter": chapter}, each)
    if turn.status != Turn.Status.RESOLVED:  # setup answers no question
        _answered(writes, game, turn, at, forms)


def _answered(writes: Writes, game: Game, turn: Turn, at: datetime, forms: Iterable[PlayerId]) -> None:
    """Record an answer in its turn: a question becomes resolved, a door stays open for the next form. Acts
    are counted per player."""
    window = decode(turn.window, Window)
    turn.resolutions += 1
    if window.closes is Closes.AT_ONCE:
        turn.acts = {**turn.acts, **{pid: turn.acts.get(pid, 0) + 1 for pid in forms}}
    turn.can_close_early = window.is_door and openings.is_complete(game, turn, window)
    if not window.is_door:
        turn.status, turn.resolved_at = Turn.Status.RESOLVED, at
    changed = ("resolutions", "acts", "can_close_early", "status", "resolved_at")
    writes.update(Turn, turn.pk, {name: getattr(turn, name) for name in changed})


def _move_on(
    writes: Writes,
    game: Game,
    answered: AnsweredTurn | None,
    known: list[Turn],
    seats: Seats,
    state: State[Any, Any, Any],
    opened: datetime,
    at: datetime,
) -> None:
    """Compare the new state's windows with the unresolved turns `known`; open, keep, pause and close turns.
    `answered`: None at the start."""
    skin = skin_for(game.title)
    windows = skin.rules.windows(state.public)
    # A sleeping game has only doors, whose windows may name no chapter: it keeps its own.
    asked_in = next((window.chapter for window in windows if not window.is_door), game.chapter)
    main, before = asked_in if windows else None, game.chapter
    if answered is not None and (main is None or main > before):
        game.latest = before
    if main is not None:
        game.chapter = main
    game.headline = skin.headline(state.public)
    game.touched_at = at
    known = [each for each in known if each.status != Turn.Status.RESOLVED]
    if answered is not None and game.has_masters and _falls_asleep(windows, answered, known):
        tell_table(game=game, kind=Notice.Kind.ASLEEP, key=f"asleep/{game.number}", asks=True)
    asked = openings.OpenedTurns()
    if windows:
        if seats.bots:
            writes.run()  # their pace depends on who has acted
        asked = openings.sync_turns(game, windows, opened, seats.bots, known, writes)
        if seats.bots:
            writes.run()  # their forms refer to turns that must exist
            Bots(game, {pid: seats.ids[pid] for pid in seats.bots}, state, opened).hand_in(asked)
    else:
        finish(writes, game, known, seats, skin.rules.standings(state.public) or (), at)
    fresh = [turn for turn, _secret in asked.fresh]
    write_notices(writes, Course(game, seats.users, answered, before, main, fresh, asked.asked))
    changed = ("number", "chapter", "latest", "headline", "touched_at", "played_at", "stage", "finished_at")
    writes.update(Game, game.pk, {name: getattr(game, name) for name in changed})


def _falls_asleep(windows: Sequence[Window], answered: AnsweredTurn, others: Sequence[Turn]) -> bool:
    """Whether something was asked until now, and from now on only doors are open."""
    if not windows or not all(window.is_door for window in windows):
        return False
    asked = [answered.turn, *(turn for turn in others if turn.status in Turn.ASKED)]
    return any(not decode(turn.window, Window).is_door for turn in asked)


def finish(
    writes: Writes,
    game: Game,
    unresolved: Iterable[Turn],
    seats: Seats,
    standings: Iterable[Standing],
    at: datetime,
    told: dict[str, Any] | None = None,
) -> None:
    """End a game: write the final places, which the lobby shows, and close every turn without resolving its
    forms. Its masters are notified if they chose to be; `told`: the data of their notice."""
    game.stage, game.finished_at = Game.Stage.FINISHED, at
    for turn in unresolved:
        turn.status, turn.resolved_at = Turn.Status.RESOLVED, at
        writes.update(Turn, turn.pk, {"status": turn.status, "resolved_at": at})
        writes.delete(OrderForm, "turn_id", turn.pk)
    places = list(standings)
    each = {
        "player_id": [seats.ids[place.player] for place in places],
        "rank": [place.rank for place in places],
        "score": [place.score for place in places],
    }
    writes.insert(FinalStanding, {"game_id": game.pk}, each)
    if game.has_masters:
        tell_table(game=game, kind=Notice.Kind.FINISHED, key="finished", data=told)
