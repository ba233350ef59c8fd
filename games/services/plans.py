"""Handing in for players who are away, and telling the table who is away. The sweep does it each minute,
after the turns have opened, so that it costs a noon nothing.

A plan is carried out once for each turn whose deadline falls on the days away, when the turn opens: its form,
if it has one, is saved like any other, and the seat is noted in `Turn.away`, so that the turn does not wait
for it. The seat is noted for every plan, "nothing" included. See docs/decisions/0158-days-away.md.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from msgspec import Struct, field

from .. import clock, vault
from ..contract import Orders, PlayerId, Window, decode, encode
from ..models import (
    By,
    Excuse,
    Game,
    Notice,
    OrderForm,
    Player,
    Resolution,
    Sitting,
    Turn,
    Vacation,
)
from ..receipts import fingerprint, new_salt
from ..registry import installed, skin_for
from .bots import Bots
from .claims import Form, lock_game
from .notices import tell
from .openings import UNRESOLVED, calendar_of, is_complete
from .vacations import DONE_FOR, FORGOTTEN, under_way, written

log = logging.getLogger(__name__)
MOST_READ = 60  # how many resolutions are searched for the last form


class Table(Struct):
    """What is needed of a game to carry out plans: the `seats` of people; the unresolved `turns`; the
    `vacations` of each user, from this game or from all; turn and seat of the forms that count and were saved
    by hand (`own`), and of forms handed in by a plan that were set aside since (`aside`)."""

    game: Game
    seats: list[Player] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    vacations: dict[int, list[Vacation]] = field(default_factory=dict)
    own: set[tuple[int, int]] = field(default_factory=set)
    aside: set[tuple[int, int]] = field(default_factory=set)

    def holidays(self, seat: Player) -> list[Vacation]:
        """The vacations that concern this seat, the game's own first."""
        mine = self.vacations.get(seat.user_id or 0, [])
        found = [each for each in mine if each.game_id in (None, self.game.pk)]
        return sorted(found, key=lambda each: (each.game_id is None, each.pk))

    def vacation(self, seat: Player, now: datetime) -> Vacation | None:
        """The one that lasts now."""
        return next((each for each in self.holidays(seat) if lasts(each, now)), None)


class Task(Struct, frozen=True):
    """A plan to be carried out for a seat in a turn."""

    turn: Turn
    seat: Player
    plan: str


def lasts(vacation: Vacation, now: datetime) -> bool:
    """Whether a vacation lasts at this moment."""
    return vacation.ended_at is None and vacation.begins_at <= now < vacation.ends_at


def plans_run(*, now: datetime, user_id: int | None = None) -> int:
    """Carry out the plans of users who are away, in every game or in those of one user, and update
    `Game.away`, which the table may read. Returns how many games changed. At most five queries if there is
    nothing to do, one if nobody is away."""
    changed = 0
    for table in _tables(now, user_id):
        try:
            if _tasks(table, now) or _back(table, now) or _shown(table, now) != table.game.away:
                changed += _settle(table.game.pk, now)
        except Exception as problem:  # go on with the other games; the next minute tries again
            log.error("plan not done game=%s %s", table.game.public_id, type(problem).__name__)
    return changed


def _tables(now: datetime, user_id: int | None = None) -> list[Table]:
    """The games in which somebody is away, or `Game.away` or `Turn.away` still say so."""
    mine = Q(game=None) | Q(game=F("user__seats__game"))
    away = Vacation.objects.filter(under_way(now), mine).values("user__seats__game")
    marked = Turn.objects.filter(~Q(away=""), status=Turn.Status.OPEN).values("game")
    games = Game.objects.with_clock().filter(stage=Game.Stage.RUNNING, paused=False, title__in=installed())
    # three lists that are short, however many games there are
    games = games.filter(~Q(away="") | Q(pk__in=marked) | Q(pk__in=away))
    if user_id is not None:
        games = games.filter(Exists(Player.objects.filter(game=OuterRef("pk"), user=user_id)))
    return _read(list(games), now)


def _read(games: Sequence[Game], now: datetime) -> list[Table]:
    """Their seats, turns, vacations and forms: four queries."""
    tables = {game.pk: Table(game) for game in games}
    if not tables:
        return []
    for seat in Player.objects.filter(game__in=tables).exclude(user=None).order_by("number"):
        tables[seat.game_id].seats.append(seat)
    for turn in Turn.objects.filter(game__in=tables, status__in=UNRESOLVED).order_by("position", "pk"):
        turn.game = tables[turn.game_id].game
        tables[turn.game_id].turns.append(turn)
    users = {seat.user_id for table in tables.values() for seat in table.seats}
    recent = Vacation.objects.filter(user__in=users, begins_at__lte=now, ends_at__gt=now - FORGOTTEN)
    by_user = defaultdict[int, list[Vacation]](list)
    for vacation in recent:
        by_user[vacation.user_id].append(vacation)
    forms = OrderForm.objects.filter(turn__game__in=tables, turn__status__in=UNRESOLVED)
    saved = forms.values_list("turn__game_id", "turn_id", "player_id", "set_aside", "by")
    for game_id, turn_id, player_id, set_aside, by in saved:
        if set_aside == (by in DONE_FOR):
            (tables[game_id].aside if set_aside else tables[game_id].own).add((turn_id, player_id))
    for table in tables.values():
        table.vacations = by_user
    return list(tables.values())


# ---- who is away in which turn --------------------------------------------------------------------


def _absent(table: Table, turn: Turn, seat: Player, now: datetime) -> Vacation | None:
    """The vacation during which the deadline of this turn falls, for this seat; None without one."""
    vacation = table.vacation(seat, now)
    if vacation is None or turn.deadline is None or turn.deadline >= vacation.ends_at:
        return None
    return vacation


def _open(table: Table, now: datetime) -> Iterable[Turn]:
    """The turns for which forms can still be saved: none while one is due or stuck."""
    if any(turn.stops_orders(now) for turn in table.turns):
        return ()
    return [turn for turn in table.turns if turn.status == Turn.Status.OPEN]


def _tasks(table: Table, now: datetime) -> list[Task]:
    """The plans that are to be done now."""
    found = []
    for turn in _open(table, now):
        window = decode(turn.window, Window)
        for seat in () if window.is_door else table.seats:
            if PlayerId(seat.pid) not in window.awaited:
                continue
            vacation = _absent(table, turn, seat, now)
            of = (turn.pk, seat.pk)
            done = of in table.own or (seat.pid in turn.seats_away and of not in table.aside)
            if vacation is not None and not done:
                found.append(Task(turn, seat, vacation.plan))
    return found


def _back(table: Table, now: datetime) -> list[tuple[Turn, frozenset[str]]]:
    """The open turns that must wait again for seats, each with the seats that stay away."""
    found = []
    for turn in _open(table, now):
        away = {seat.pid for seat in table.seats if _absent(table, turn, seat, now) is not None}
        if not turn.seats_away <= away:
            found.append((turn, turn.seats_away & away))
    return found


# ---- what the table reads -------------------------------------------------------------------------


def _shown(table: Table, now: datetime) -> str:
    """The value that `Game.away` should have now. An entry appears and disappears only after a noon: when the
    next noon after the change has passed, and every turn that was open at the change is over."""
    before = dict(entry.split(":") for entry in table.game.away.split())
    after = {}
    for seat in table.seats:
        vacation = table.vacation(seat, now)
        until = vacation.last.isoformat() if vacation is not None else ""
        known = before.get(seat.pid, "")
        if until != known and not _noon_has_struck(table, _changed_at(table, seat, now), now):
            until = known
        if until:
            after[seat.pid] = until
    return " ".join(f"{pid}:{until}" for pid, until in after.items())


def _changed_at(table: Table, seat: Player, now: datetime) -> datetime | None:
    """When this seat last went away or came back; None if that is no longer known."""
    if (vacation := table.vacation(seat, now)) is not None:
        return max(vacation.begins_at, vacation.created_at)
    return max(
        (min(each.ended_at or each.ends_at, each.ends_at) for each in table.holidays(seat)), default=None
    )


def _noon_has_struck(table: Table, since: datetime | None, now: datetime) -> bool:
    if since is None:
        return True
    if clock.next_deadline(calendar_of(table.game), since, 0) > now:
        return False
    return all(turn.deadline is None or turn.opened_at > since for turn in table.turns)


# ---- doing it -------------------------------------------------------------------------------------


def _settle(game_id: int, now: datetime) -> bool:
    """Carry out all plans of one game, with its row locked. Returns whether anything changed."""
    with transaction.atomic():
        game = lock_game(game_id)
        if game.stage != Game.Stage.RUNNING or game.paused:
            return False
        (table,) = _read([game], now)
        changed = False
        for turn, away in _back(table, now):
            turn.away = written(away)
            turn.save(update_fields=["away"])
            changed = True
        tasks = _tasks(table, now)
        if tasks:
            state = vault.load(game, skin_for(game.title).rules).state
            for task in tasks:
                _do(Bots(game, {PlayerId(task.seat.pid): task.seat.pk}, state, now), task)
        if changed or tasks:
            _mark_again(table, now)
        shown = _shown(table, now)
        if shown != game.away:
            Game.objects.filter(pk=game.pk).update(away=shown)
            changed = True
        return changed or bool(tasks)


def _mark_again(table: Table, now: datetime) -> None:
    """Update whether turns can close early, after the seats away have changed."""
    for turn in _open(table, now):
        marked = is_complete(table.game, turn, decode(turn.window, Window))
        if marked != turn.can_close_early:
            Turn.objects.filter(pk=turn.pk).update(can_close_early=marked)


def _do(bot: Bots, task: Task) -> None:
    """Carry out one plan in one turn, in which its player has saved nothing by hand. `bot`: a bot at this
    seat."""
    turn, seat = task.turn, task.seat
    turn.away = written(turn.seats_away | {seat.pid})
    if task.plan != Vacation.Plan.NOTHING:
        OrderForm.objects.filter(turn=turn, player=seat).delete()  # one that was set aside
        form = _form(bot, task)
        if form is None:
            turn.excused = {**turn.excused, seat.pid: Excuse.AWAY.value}
        else:
            form.author_id = seat.user_id
            form.save()
    turn.save(update_fields=["away", "excused"])


def _form(bot: Bots, task: Task) -> OrderForm | None:
    """The form that the plan hands in; None if no form of the plan passes the rules."""
    pid = PlayerId(task.seat.pid)
    if task.plan == Vacation.Plan.BOT:
        secret, _turn = vault.seed_with_turn(task.turn.pk)
        for form in bot.forms(task.turn, secret, [pid]):
            return form
    orders = _orders(bot, task)
    if orders is None:
        return None
    salt = new_salt()
    return OrderForm(
        turn=task.turn, player=task.seat, orders=encode(orders), ready=True, salt=salt,
        fingerprint=fingerprint(salt, task.turn.name, pid, orders), saved_at=bot.now, by=By.PLAN,
    )  # fmt: skip


def _orders(bot: Bots, task: Task) -> Orders | None:
    """The orders of the last form that still pass; otherwise no orders, if an empty form passes."""
    check, window = skin_for(bot.game.title).rules.check, decode(task.turn.window, Window)
    view = bot.state.seen_by(PlayerId(task.seat.pid))

    def passes(orders: Orders) -> bool:
        return not check(view, window, orders)

    if task.plan == Vacation.Plan.AGAIN:
        last = _last_form(bot.game, task.seat, window)
        kept = passing(passes, last)
        if len(kept) < len(last):
            _tell_left_out(bot.game, task)
        if kept:
            return kept
    return () if passes(()) else None


def passing(passes: Callable[[Orders], bool], orders: Orders) -> Orders:
    """The orders that pass together, added one after the other; all of them if the whole form passes."""
    if passes(orders):
        return orders
    kept: Orders = ()
    for order in orders:
        if passes((*kept, order)):
            kept = (*kept, order)
    return kept


def _last_form(game: Game, seat: Player, window: Window) -> Orders:
    """The seat's orders when a question of this kind was last asked and its present holder had the seat; ()
    without any."""
    sitting = Sitting.objects.filter(game=game, user=seat.user_id, until=None).first()
    past = Resolution.objects.filter(game=game).exclude(turn__status=Turn.Status.UNDONE)
    if sitting is not None:
        past = past.filter(at__gt=sitting.since)
    for forms, text in past.order_by("-number").values_list("forms", "turn__window")[:MOST_READ]:
        found = decode(forms, dict[str, Form]).get(seat.pid) if f'"{seat.pid}":' in forms else None
        if found is not None and decode(text, Window).kind == window.kind:
            return found.orders
    return ()


def _tell_left_out(game: Game, task: Task) -> None:
    """Notify the player who is away, and nobody else, that not all orders of the last form passed."""
    name = task.turn.name
    tell(
        game=game, users=[task.seat.user_id], kind=Notice.Kind.SET_ASIDE, key=f"plan/{name}",
        data={"turn": name, "plan": True},
    )  # fmt: skip
