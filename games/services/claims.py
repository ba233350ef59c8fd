"""Claiming a game: lock its row, then read what a change needs. Acts, noon, game masters and seating all
start here; this module imports no other service except the refusals.

The caller is in a transaction; nothing here commits.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.utils import timezone
from msgspec import Struct, field

from .. import rows, vault
from ..contract import Orders, PlayerId, Window, decode
from ..models import By, Game, Player, Turn
from ..reads import resolution as reads
from ..registry import skin_for
from .refusals import Refused


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A saved form with the values of its receipt. `revision`: how many times it was saved, 0 for rows older
    than that column. `by`: whose hand saved it, kept if it was not the player's own."""

    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime
    revision: int = 0
    by: str = By.SELF.value


class Seats(Struct):
    """The seats of a game and their forms for one turn: the result of one query."""

    users: dict[PlayerId, int | None] = field(default_factory=dict)
    ids: dict[PlayerId, int] = field(default_factory=dict)
    bots: list[PlayerId] = field(default_factory=list)
    forms: dict[PlayerId, Form] = field(default_factory=dict)


class OtherForm(Struct, frozen=True):
    """A form in an open turn other than the claimed one. `orders`: encoded."""

    pk: int
    turn_id: int
    player: PlayerId
    user_id: int | None
    orders: str
    revision: int


class Claim(Struct):
    """A game whose row is locked, and one of its turns. `others`: the game's other unresolved turns (open,
    paused or stuck).

    What a resolution needs besides: `seats`, `drawers`, and a `game.number` that is the resolution's own.
    `claim_turn` reads them; `read_for_act` does so for a claim of `claim_game`'s, with the `other_forms`,
    which the act may have made illegal. `own_form`: id and revision of the form that the player for whom
    the game was claimed has in this turn; `away`: whether that player is on vacation.
    """

    game: Game
    turn: Turn
    secret: bytes
    others: list[Turn]
    seats: Seats = field(default_factory=Seats)
    drawers: list[rows.Row] = field(default_factory=list)
    own_form: tuple[int, int] | None = None
    away: bool = False
    other_forms: list[OtherForm] = field(default_factory=list)
    _loaded: vault.Loaded | None = None

    @property
    def window(self) -> Window:
        return decode(self.turn.window, Window)

    def load(self) -> vault.Loaded:
        """Build the game's state from the drawers, once."""
        if self._loaded is None:
            self._loaded = vault.read(skin_for(self.game.title).rules, self.drawers)
        return self._loaded


def lock_game(game_id: int) -> Game:
    """The game with its row locked: on SQLite by the transaction itself, on PostgreSQL by the row. As with
    all locks here, the key is not locked: rows that refer to the game can be written, and two transactions
    that each write a row about what the other has locked do not wait for each other."""
    return Game.objects.select_for_update(no_key=True).get(pk=game_id)


def claim_turn(turn_id: int, *, wait: bool = True) -> Claim | None:
    """Claim a running game for one of its open turns and read everything needed to resolve it, in four
    statements; `game.number` is that of the resolution. None if the game is not running or the turn is
    not open; without `wait` also if somebody else holds the game.

    Everything is read after the lock, because the turn may have been moved or resolved while this call
    waited. Nothing is written: a caller who resolves nothing only has to end the transaction.
    """
    # A query of its own: other workers will have resolved some of these turns meanwhile.
    (claimed,) = rows.run(reads.claim_of_turn(turn_id, wait=wait))
    games = [rows.build(Game, row) for row in claimed]
    claims = [
        Claim(turn.game, turn, bytes(secret), [other for _, other in turns if other is not turn])
        for turns in _unresolved(games).values()
        for secret, turn in turns
        if turn.pk == turn_id and turn.status == Turn.Status.OPEN
    ]
    _read_for_resolution(claims)
    return claims[0] if claims else None


class Claimed(Struct):
    """Games claimed together. `claims`: those that can be resolved together, each for its one due turn;
    `singly`: the turns of the others, in the order in which they close, game by game; `games`: the number
    of games claimed, including those whose turn somebody else has just resolved."""

    games: int = 0
    claims: list[Claim] = field(default_factory=list)
    singly: list[int] = field(default_factory=list)


def claim_due(now: datetime, titles: Collection[str], without: Collection[int], most: int) -> Claimed:
    """Claim up to `most` games that have a due turn and that nobody else holds, and read everything needed
    to resolve them, in four statements. PostgreSQL only. `without`: turns to leave out.

    A game goes singly if its resolution reads rows it has just written: if several turns are due, bots play,
    a turn can close early, or a door is open.
    """
    (claimed,) = rows.run(reads.claim_of_due(now, titles, without, most))
    found = Claimed(games=len(claimed))
    for turns in _unresolved([rows.build(Game, row) for row in claimed]).values():
        due = [turn for _, turn in turns if turn.is_due(now) and turn.pk not in without]
        due.sort(key=lambda turn: (turn.deadline, turn.position, turn.pk))
        if len(due) == 1 and not any(_reads_again(turn) for _, turn in turns):
            (secret,) = (secret for secret, turn in turns if turn is due[0])
            others = [other for _, other in turns if other is not due[0]]
            found.claims.append(Claim(due[0].game, due[0], bytes(secret), others))
        else:
            found.singly += [turn.pk for turn in due]
    _read_for_resolution(found.claims)
    found.singly += [claim.turn.pk for claim in found.claims if claim.seats.bots]
    found.claims = [claim for claim in found.claims if not claim.seats.bots]
    return found


def _reads_again(turn: Turn) -> bool:
    """Whether closing an unresolved turn depends on rows that a resolution has just written."""
    return turn.can_close_early or (turn.status == Turn.Status.OPEN and decode(turn.window, Window).is_door)


def _unresolved(games: list[Game]) -> dict[int, list[tuple[Any, Turn]]]:
    """The unresolved turns of some games with their seeds, by the game's id. At most one statement."""
    if not games:
        return {}
    by_id = {game.pk: game for game in games}
    (found,) = rows.run(reads.unresolved_turns(by_id))
    turns: dict[int, list[tuple[Any, Turn]]] = {game.pk: [] for game in games}
    for secret, *row in found:
        turn = rows.build(Turn, row)
        turn.game = by_id[turn.game_id]
        turns[turn.game_id].append((secret, turn))
    return turns


def _read_for_resolution(claims: list[Claim]) -> None:
    """Read seats, forms and drawers of claimed games in two statements; their next numbers are those of the
    resolutions."""
    if not claims:
        return
    of_game = {claim.game.pk: claim for claim in claims}
    turns = [claim.turn.pk for claim in claims]
    seats, drawers = rows.run(reads.seats_with_forms(of_game, turns), reads.newest_drawers(of_game))
    for game_id, *seat in seats:
        _sit(of_game[game_id].seats, *seat)
    for drawer in drawers:
        of_game[drawer[-1]].drawers.append(drawer)
    for claim in claims:
        claim.game.number += 1


def claim_game(player: Player, turn_name: str) -> Claim:
    """Lock a player's game for an act in one of its turns, in two statements, and record the activity.
    Raises `Refused`: `not_running`, `paused`, `due`, `closed` (no such turn is open), `not_asked`.

    The deadline is compared after the lock is acquired: a form that waited for the lock until after the
    deadline is late.
    """
    (claimed,) = rows.run(reads.claim_of_game(player.game_id, timezone.now()))
    if not claimed:
        raise Game.DoesNotExist
    game = rows.build(Game, claimed[0])
    now = timezone.now()
    if game.stage != Game.Stage.RUNNING:
        raise Refused("not_running")
    if game.paused:
        raise Refused("paused")
    (found,) = rows.run(reads.unresolved_turns_with_form_of(player.pk, game.pk))
    if not found:  # the seat no longer exists
        raise Refused("not_asked")
    turns = [(*row[:5], rows.build(Turn, row[5:])) for row in found]
    if any(turn.stops_orders(now) for *_rest, turn in turns):
        raise Refused("due")
    asked = next((row for row in turns if row[-1].name == turn_name and row[-1].status in Turn.ASKED), None)
    if asked is None:
        raise Refused("closed")
    holder, away, form, revision, secret, turn = asked
    others = [other for *_rest, other in turns if other is not turn]
    for each in (turn, *others):
        each.game = game
    claim = Claim(game, turn, bytes(secret), others, away=bool(away))
    claim.own_form = (form, revision) if form is not None else None
    # The seat may have changed hands while this waited: orders never count for its next holder.
    if holder != player.user_id or PlayerId(player.pid) not in claim.window.players:
        raise Refused("not_asked")
    return claim


def read_for_act(claim: Claim) -> None:
    """Read what resolving an act needs, and the forms it may make illegal, in two statements; the game's
    next number is that of the act."""
    game, turn = claim.game, claim.turn
    seats, claim.drawers = rows.run(
        reads.seats_with_other_forms(game.pk, turn.pk), reads.newest_drawers([game.pk])
    )
    for seat in seats:
        _seat_and_other_form(claim, *seat)
    game.number += 1


def read_other_forms(claim: Claim) -> None:
    """Read the forms that an act may make illegal, for a claim of `claim_turn`'s, in one statement."""
    (seats,) = rows.run(reads.seats_with_other_forms(claim.game.pk, claim.turn.pk))
    for seat in seats:
        _seat_and_other_form(claim, *seat)


def _seat_and_other_form(
    claim: Claim, pk: int, number: int, user: int | None, is_bot: bool, form: int | None, *rest: Any
) -> None:
    pid = _seat(claim.seats, pk, number, user, is_bot)
    if form is not None:
        turn_id, orders, revision = rest
        claim.other_forms.append(OtherForm(form, turn_id, pid, user, orders, revision))


def _sit(
    seats: Seats, pk: int, number: int, user: int | None, is_bot: bool, orders: str | None, *form: Any
) -> None:
    """Add the seat of one row, and its form unless that was set aside."""
    pid = _seat(seats, pk, number, user, is_bot)
    if orders is not None:
        print_, salt, saved_at, revision, by = form
        seats.forms[pid] = Form(
            *(decode(orders, Orders), print_, salt, _moment(saved_at), revision),
            # The default object itself: the encoder leaves out only that, not an equal string.
            *([] if by == By.SELF else [by]),
        )


def _seat(seats: Seats, pk: int, number: int, user: int | None, is_bot: bool) -> PlayerId:
    """Add the seat of one row; the same seat may come in several rows."""
    pid = PlayerId(f"p{number}")
    if is_bot and pid not in seats.ids:
        seats.bots.append(pid)
    seats.users[pid], seats.ids[pid] = user, pk
    return pid


def _moment(value: datetime | str) -> datetime:
    """An aware datetime; SQLite stores it as text in UTC."""
    if isinstance(value, datetime):
        return value
    return datetime.fromisoformat(value).replace(tzinfo=UTC)
