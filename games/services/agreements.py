"""Decisions of the players of a game: pause, resume, move noon by a day, replace somebody, end.

More than half of the people who have a seat decide. A missing vote counts as consent to resuming, and as
refusal of anything else. Nobody learns who voted what, or how many have voted: see
docs/decisions/0151-what-a-table-decides.md.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import islice

from django.db import transaction
from django.utils import timezone

from web.errors import DATABASE_UNAVAILABLE

from .. import clock
from ..contract import PlayerId, Window, decode
from ..models import Game, LedgerEntry, Notice, Player, Proposal, Resolution, Sitting, Turn, Vote
from ..selectors import turns_missed
from .claims import lock_game
from .endings import game_end_early
from .leaving import seat_vacate
from .ledger import ledger_write
from .notices import tell, tell_table
from .pauses import clock_start, clock_stop, deadlines_move
from .refusals import Refused
from .seating import players_in_play

log = logging.getLogger(__name__)
Act, Kind, State = LedgerEntry.Act, Proposal.Kind, Proposal.State
NOTICE = 12  # a proposal is open until the first noon after this number of hours
PAUSED_FOR = timedelta(days=14)  # then a game that its players paused resumes by itself
LOOKED_AT = 60  # how many resolutions are searched for the last two that asked somebody


# ---- what may be proposed -------------------------------------------------------------------------


def why_not(game: Game, kind: str, about: Player | None = None) -> str:
    """The code of the refusal if this can neither be proposed nor done now; "" if it can. At most five
    queries."""
    try:
        _may(game, kind, about)
    except Refused as refused:
        return refused.code
    return ""


def _may(game: Game, kind: str, about: Player | None) -> None:
    if game.stage != Game.Stage.RUNNING or not game.has_table:
        raise Refused("not_running")
    if kind == Kind.GO_ON:
        if not game.paused:
            raise Refused("not_paused")
        if game.idle_since is not None:
            raise Refused("by_one")
        return
    if game.paused and kind not in (Kind.END, Kind.REPLACE):
        raise Refused("clock_stands")
    turns = list(Turn.objects.filter(game=game, status=Turn.Status.OPEN))
    if not game.paused and any(turn.is_due(timezone.now()) for turn in turns):
        raise Refused("due")
    if kind == Kind.LATER and not any(turn.deadline for turn in turns):
        raise Refused("no_deadline")
    if kind == Kind.REPLACE:
        if about is None or about.game_id != game.pk or about.user_id is None:
            raise Refused("no_such_player")
        if not _to_replace(game, [about]):
            raise Refused("not_missed_two")


def replaceable(game: Game, seats: Sequence[Player]) -> list[Player]:
    """The seats whose replacement can be proposed now. At most six queries, however many seats there are."""
    held = [seat for seat in seats if seat.user_id is not None]
    # The first conditions are the same for every seat: the game, its clock, a due turn.
    if not held or why_not(game, Kind.REPLACE, held[0]) not in ("", "not_missed_two"):
        return []
    return _to_replace(game, held)


def _to_replace(game: Game, seats: Sequence[Player]) -> list[Player]:
    """Those of these seats that are still asked something and whose holders missed the last two deadlines
    that awaited them; excused deadlines are skipped. At most four queries."""
    missed = turns_missed(game, seats, Sitting.objects.filter(game=game, player__in=seats))
    often = [seat for seat in seats if len(missed.get(PlayerId(seat.pid), ())) >= 2]
    if not often:
        return []
    resolved = Resolution.objects.filter(game=game).exclude(turn__status=Turn.Status.UNDONE)
    resolved = resolved.exclude(cause__in=(Resolution.Cause.SETUP, Resolution.Cause.MASTER))
    rows = resolved.order_by("-number").values_list("turn__name", "turn__window", "turn__excused")[:LOOKED_AT]
    asked = [(name, decode(window, Window).awaited, excused) for name, window, excused in rows]
    playing = players_in_play(game)

    def lately(pid: PlayerId) -> list[str]:
        return list(islice((name for name, who, excused in asked if pid in who and pid not in excused), 2))

    pids = [(seat, PlayerId(seat.pid)) for seat in often]
    return [seat for seat, pid in pids if pid in playing and lately(pid) == list(missed[pid][:2])]


def proposal_make(*, player: Player, kind: str, about: Player | None = None) -> Proposal:
    """Propose something on behalf of a player, which counts as their consent. The others are notified, but
    not told by whom. Raises `Refused`: what `why_not` says, `no_such_player` (the user has lost the seat
    meanwhile), `proposed` (one of that kind is open), `proposed_lately` (one was decided since the last
    noon)."""
    with transaction.atomic():
        game, seat, user = _at_table(player)
        if kind not in Kind.values:
            raise Refused("not_proposed")
        if why := why_not(game, kind, about if kind == Kind.REPLACE else None):
            raise Refused(why)
        now = timezone.now()
        before = Proposal.objects.filter(game=game, kind=kind).first()
        if before is not None and before.state == State.OPEN:
            raise Refused("proposed")
        decided = before.decided_at if before is not None else None
        if decided is not None and clock.next_deadline(game.calendar, decided, 0) > now:
            raise Refused("proposed_lately")
        if before is not None:
            before.delete()
        proposal = Proposal.objects.create(
            game=game, kind=kind, about=about if kind == Kind.REPLACE else None, opened_at=now,
            until=clock.next_deadline(game.calendar, now, NOTICE),
        )  # fmt: skip
        _count(game)
        Vote.objects.create(proposal=proposal, player=seat, user_id=user, agrees=True)
        if not _decide(game, proposal, now):
            data = {
                "proposal": kind,
                "name": proposal.about.name if proposal.about else "",
                "until": proposal.until.isoformat(),
            }
            users = game.players.exclude(pk=seat.pk).values_list("user_id", flat=True)
            tell(
                game=game, users=users, kind=Notice.Kind.ANNOUNCED, data=data,
                key=f"proposal/{kind}/{now.isoformat()}",
            )  # fmt: skip
    return proposal


def proposal_vote(*, player: Player, kind: str, agrees: bool) -> bool:
    """Answer the open proposal of a kind on behalf of a player, or change the answer. Returns whether that
    decided it. Raises `Refused`: `not_running`, `no_such_player`, `not_proposed` (none is open any more),
    `due`."""
    with transaction.atomic():
        game, seat, user = _at_table(player)
        if game.stage != Game.Stage.RUNNING:
            raise Refused("not_running")
        now = timezone.now()
        proposal = Proposal.objects.filter(game=game, kind=kind, state=State.OPEN, until__gt=now).first()
        if proposal is None:
            raise Refused("not_proposed")
        if agrees and why_not(game, kind, proposal.about) == "due":
            raise Refused("due")
        Vote.objects.update_or_create(
            proposal=proposal, player=seat, defaults={"user_id": user, "agrees": agrees}
        )
        return _decide(game, proposal, now)


def _at_table(player: Player) -> tuple[Game, Player, int]:
    """The game with its row locked, the seat, and the id of its user, if the user still holds the seat."""
    game = lock_game(player.game_id)
    seat = game.players.filter(pk=player.pk, user=player.user_id).exclude(user=None).first()
    if seat is None or seat.user_id is None:
        raise Refused("no_such_player")
    return game, seat, seat.user_id


# ---- counting -------------------------------------------------------------------------------------


def outcome(kind: str, seats: int, agree: int, refuse: int, *, closes: bool = False) -> Proposal.State | None:
    """The outcome of a proposal with these votes among `seats` people; None while it is open. `closes`:
    voting is over, and missing votes count as consent to resuming."""
    if 2 * agree > seats or (closes and kind == Kind.GO_ON and 2 * (seats - refuse) > seats):
        return State.AGREED
    if 2 * (seats - refuse) <= seats:
        return State.REFUSED
    return State.LAPSED if closes else None


def _decide(game: Game, proposal: Proposal, now: datetime, *, closes: bool = False) -> bool:
    """Count the votes and do what was agreed on. Returns whether the proposal is decided. The game's row must
    be locked."""
    holders = dict(game.players.exclude(user=None).values_list("pk", "user_id"))
    votes = proposal.votes.values_list("player_id", "user_id", "agrees")
    valid = [agrees for player, user, agrees in votes if holders.get(player) == user]
    state = outcome(proposal.kind, len(holders), sum(valid), len(valid) - sum(valid), closes=closes)
    if state is None:
        return False
    if state == State.AGREED and (why := why_not(game, proposal.kind, proposal.about)):
        if why == "due":  # done within a minute, once the turn is resolved
            return False
        state = State.LAPSED
    if state == State.AGREED:
        try:
            _ACTS[Kind(proposal.kind)](game, proposal, now)
        except Refused:  # refused before anything was written, because noon would come too late
            state = State.LAPSED
    proposal.state, proposal.decided_at = state, now
    if (proposal.kind, state) == (Kind.PAUSE, State.AGREED):
        proposal.until = now + PAUSED_FOR
    proposal.save(update_fields=["state", "decided_at", "until"])
    proposal.votes.all().delete()
    _count(game)
    log.info("proposal closed game=%s kind=%s state=%s", game.public_id, proposal.kind, state)
    return True


def _count(game: Game) -> None:
    """Store the number of open proposals in the game's row, for its pages."""
    game.open_proposals = Proposal.objects.filter(game=game, state=State.OPEN).count()
    game.save(update_fields=["open_proposals"])


def proposals_close(*, now: datetime) -> int:
    """Close the proposals whose time is over, and resume games whose agreed pause is over; returns how many.
    One query if there is none. Never raises, so that the sweep continues."""
    closed = 0
    over = Proposal.objects.filter(state__in=(State.OPEN, State.AGREED), until__lte=now)
    waiting = over.filter(state=State.OPEN) | over.filter(state=State.AGREED, kind=Kind.PAUSE)
    for pk, game_id in list(waiting.values_list("pk", "game_id")):
        try:
            closed += _close(pk, game_id, now)
        except DATABASE_UNAVAILABLE as problem:
            log.error("proposal put off game_id=%s %s", game_id, type(problem).__name__)
        except Exception as problem:
            log.error("proposal not carried out game_id=%s %s", game_id, type(problem).__name__)
            _drop(pk, game_id, now)
    return closed


def _drop(pk: int, game_id: int, now: datetime) -> None:
    """Close a proposal that cannot be carried out because the rules raise, so that it is not tried again each
    minute."""
    with transaction.atomic():
        game = lock_game(game_id)
        Proposal.objects.filter(pk=pk).update(state=State.LAPSED, decided_at=now)
        _count(game)


def _close(pk: int, game_id: int, now: datetime) -> bool:
    with transaction.atomic():
        game = lock_game(game_id)
        proposal = Proposal.objects.select_related("about").filter(pk=pk, until__lte=now).first()
        if proposal is None:
            return False
        if proposal.state == State.OPEN:
            return _decide(game, proposal, now, closes=True)
        if (proposal.state, proposal.kind) != (State.AGREED, Kind.PAUSE):
            return False
        if game.stage == Game.Stage.RUNNING and game.paused:
            _go_on(game, proposal, now)
        proposal.state = State.OVER
        proposal.save(update_fields=["state"])
    return True


# ---- what is done ---------------------------------------------------------------------------------


def _pause(game: Game, _proposal: Proposal, now: datetime) -> None:
    clock_stop(game)
    ledger_write(game=game, act=Act.PAUSED, data={"table": True})
    until = (now + PAUSED_FOR).isoformat()
    _tell_all(game, f"paused/{now.isoformat()}", {"act": Act.PAUSED, "table": True, "until": until})


def _go_on(game: Game, proposal: Proposal, now: datetime) -> None:
    """Resume the game: agreed on, or because an agreed pause has lasted as long as it may."""
    agreed = proposal.kind == Kind.GO_ON
    clock_start(game, now)
    data = {"table": True} if agreed else {"itself": True}
    ledger_write(game=game, act=Act.RESUMED, data=data)
    _tell_all(game, f"resumed/{now.isoformat()}", {**data, "act": Act.RESUMED})


def _later(game: Game, _proposal: Proposal, now: datetime) -> None:
    turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN, deadline__isnull=False)
    last = max(turn.deadline for turn in turns if turn.deadline)
    until = clock.next_deadline(game.calendar, last, 1)
    was = deadlines_move(game, until, now)
    data = {"was": was.isoformat(), "until": until.isoformat(), "table": True}
    ledger_write(game=game, act=Act.EXTENDED, data=data)
    _tell_all(game, f"extended/{now.isoformat()}", {**data, "act": Act.EXTENDED})


def _replace(game: Game, proposal: Proposal, now: datetime) -> None:
    seat = proposal.about
    assert seat is not None and seat.user_id is not None
    name, user = seat.name, seat.user_id
    seat_vacate(game, seat)
    data = {"name": name, "about": user, "way": str(game.on_leave), "table": True}
    entry = ledger_write(game=game, act=Act.UNSEATED, data=data)
    tell(
        game=game, users=[user], kind=Notice.Kind.REMOVED, key=f"removed/{entry.pk}",
        data={"act": entry.act, "table": True},
    )  # fmt: skip
    _tell_all(game, f"unseated/{entry.pk}", {**data, "act": Act.UNSEATED})


def _end(game: Game, _proposal: Proposal, now: datetime) -> None:
    game_end_early(game, Game.Ended.BY_TABLE, now)
    ledger_write(game=game, act=Act.ENDED, data={"how": game.ended, "table": True})


_ACTS: dict[Proposal.Kind, Callable[[Game, Proposal, datetime], None]] = {
    Kind.PAUSE: _pause,
    Kind.GO_ON: _go_on,
    Kind.LATER: _later,
    Kind.REPLACE: _replace,
    Kind.END: _end,
}


def _tell_all(game: Game, key: str, data: dict[str, object]) -> None:
    """Tell everybody who has a seat, and the game masters."""
    users = game.players.values_list("user_id", flat=True)
    tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, key=key, data=data)
    tell_table(game=game, kind=Notice.Kind.ANNOUNCED, key=key, data=data, asks=True)
