"""Handing in: one transaction from the lock on the game's row to the receipt."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from .. import vault
from ..contract import Closes, Orders, PlayerId, Problem, Window, decode, encode
from ..contract.codec import is_keepable, to_plain
from ..models import Game, OrderForm, Player, Resolution, Turn
from ..receipts import fingerprint, new_salt
from ..registry import skin_for
from ..selectors import view_of
from . import claims, openings, resolving
from .claims import lock_game
from .notices import tell
from .refusals import Refused
from .turns import marked_turns_close, turn_close

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a form: kept (`resolved` false), or resolved at once."""

    revision: int
    fingerprint: str
    saved_at: datetime
    resolved: bool = False
    closes: int | None = None  # the id of the turn to close now: everybody awaited is in


@dataclass(frozen=True, slots=True)
class Declined:
    """The rules refuse the form, or another open form of its author's on its account: nothing was kept."""

    problems: tuple[Problem, ...]


# The rules set no limit but money; this one keeps a conspiracy of the rich from holding up noon.
# See docs/decisions/0030-orders-per-form.md.
MAX_ORDERS = 100  # on one form
MAX_TOGETHER = 1_000  # on all forms of one turn: each seat has its share, so that nobody learns of others'
# Of one player in one turn that resolves at once: a door may stay open for a whole game.
MAX_ACTS = Resolution.bound.most


def most_orders(seats: int) -> int:
    """How many orders one form may hold in a turn that asks so many seats. Twenty at fifty seats."""
    return max(1, min(MAX_ORDERS, MAX_TOGETHER // max(1, seats)))


class _Undo(Exception):
    """Rolls a transaction back with an answer to give."""

    def __init__(self, declined: Declined) -> None:
        self.declined = declined


@dataclass(slots=True)
class _Held:
    """What is known once the game's row is locked."""

    game: Game
    turn: Turn
    window: Window
    others: list[Turn] = field(default_factory=list)


def order_form_save(
    *, player: Player, turn_name: str, revision: int, orders: Orders, ready: bool = False
) -> Saved | Declined:
    """Keep a player's whole form for one open turn, or resolve it if the turn is one of acts.

    `revision` is that of the form the player was looking at, 0 for none; where forms are resolved at
    once, the number of his that were. Raises `Refused`: `closed`, `due`, `paused`, `not_running`,
    `not_asked`, `stale` (with the saved revision), `done_already`, `too_many_acts`, `unkeepable`,
    `too_many_orders`. The deadline is compared after the lock is held: whoever waited
    for it is late.
    """
    if not is_keepable([to_plain(order) for order in orders]):
        raise Refused("unkeepable")
    try:
        with transaction.atomic():
            held = _hold(player, turn_name)
            saved = _save(held, player, revision, orders, ready)
    except _Undo as undo:
        return undo.declined
    if isinstance(saved, Saved) and saved.closes and held.game.is_rehearsal:
        turn_close(turn_id=saved.closes)  # somebody presses and waits: in this request
    if isinstance(saved, Saved) and held.game.is_rehearsal:
        marked_turns_close(game_id=held.game.pk)
    return saved


def _hold(player: Player, turn_name: str) -> _Held:
    game = lock_game(player.game_id)
    now = timezone.now()
    if game.stage != Game.Stage.RUNNING:
        raise Refused("not_running")
    if game.paused:
        raise Refused("paused")
    turns = list(Turn.objects.filter(game=game, status__in=Turn.ASKED))
    turn = next((t for t in turns if t.name == turn_name), None)
    if any(t.stops_orders(now) for t in turns):
        raise Refused("due")
    if turn is None:
        raise Refused("closed")
    window = decode(turn.window, Window)
    # Whoever waited for the lock may have lost his seat meanwhile: what he brings is not the next one's.
    seated = Player.objects.filter(pk=player.pk, user=player.user_id).exists()
    if not seated or PlayerId(player.pid) not in window.players:
        raise Refused("not_asked")
    return _Held(game, turn, window, [t for t in turns if t.pk != turn.pk])


def _save(held: _Held, player: Player, revision: int, orders: Orders, ready: bool) -> Saved | Declined:
    rules = skin_for(held.game.title).rules
    at_once = held.window.closes is Closes.AT_ONCE
    if len(orders) > (most := most_orders(len(held.window.players))):
        raise Refused("too_many_orders", most=most)
    form = None if at_once else OrderForm.objects.filter(turn=held.turn, player=player).first()
    if at_once:
        _not_done_twice(held.turn.acts.get(player.pid, 0), revision)
    elif (form.revision if form else 0) != revision:
        raise Refused("stale", revision=form.revision if form else 0)
    view = view_of(held.game, player)
    problems = rules.check(view, held.window, orders)
    if problems:
        return Declined(problems)
    now = timezone.now()
    if at_once:
        return _act(held, player, orders, now)
    return _keep(held, player, form, orders, ready, now)


def _not_done_twice(done: int, seen: int) -> None:
    """Refuse an act whose author has acted in this turn since the page he sent it from: a form sent
    twice would be paid twice. Others' acts do not count: nobody learns of them, or is held up by them.
    """
    if done >= MAX_ACTS:
        raise Refused("too_many_acts", most=MAX_ACTS)
    if done != seen:
        raise Refused("done_already")


def _keep(
    held: _Held, player: Player, form: OrderForm | None, orders: Orders, ready: bool, now: datetime
) -> Saved:
    salt = new_salt()
    print_ = fingerprint(salt, held.turn.name, player.pid, orders)
    form = form or OrderForm(turn=held.turn, player=player, author_id=player.user_id, revision=0)
    form.orders, form.salt, form.fingerprint, form.saved_at = encode(orders), salt, print_, now
    form.revision, form.ready, form.set_aside = form.revision + 1, ready, False
    form.save()
    Game.objects.filter(pk=held.game.pk).update(touched_at=now)
    closes = openings.may_close(held.game, held.turn, held.window)
    if closes != held.turn.marked:
        Turn.objects.filter(pk=held.turn.pk).update(marked=closes)
    return Saved(form.revision, print_, now, closes=held.turn.pk if closes else None)


# ---- acts -----------------------------------------------------------------------------------------


def _act(held: _Held, player: Player, orders: Orders, now: datetime) -> Saved:
    """Resolve one form alone, in the transaction that took it: its author reads the outcome."""
    turn = held.turn
    ours = claims.claim_turn(turn.pk)
    if ours is None:
        raise Refused("closed")
    salt = new_salt()
    print_ = fingerprint(salt, turn.name, player.pid, orders)
    ours.seats.forms = {PlayerId(player.pid): claims.Form(orders, print_, salt, now, 1)}
    _outcome, dice = resolving.resolve_turn(ours, Resolution.Cause.ACT, now)
    _recheck(held, player, drew=bool(dice.drawn))
    story = resolving.story(ours, Resolution.Cause.ACT)
    transaction.on_commit(lambda: log.info("turn resolved %s", story))
    return Saved(0, print_, now, resolved=True)


def _recheck(held: _Held, author: Player, *, drew: bool) -> None:
    """Forms that lie in other open turns must still be legal. The author's own refuses the act,
    unless dice were drawn (a refusal would tell the draw); another's is set aside, and he is told."""
    rules = skin_for(held.game.title).rules
    forms = OrderForm.objects.filter(turn__in=held.others, set_aside=False).select_related("player", "turn")
    if not forms:
        return
    state = vault.load(held.game, rules).state
    for form in forms:
        turn = form.turn
        if turn.status != Turn.Status.OPEN:
            continue
        window = decode(turn.window, Window)
        view = state.seen_by(PlayerId(form.player.pid))
        problems = rules.check(view, window, decode(form.orders, Orders))
        if not problems:
            continue
        if form.player_id == author.pk and not drew:
            raise _Undo(Declined(problems))
        OrderForm.objects.filter(pk=form.pk).update(set_aside=True)
        tell(
            game=held.game, users=[form.player.user_id], kind="set_aside",
            key=f"set_aside/{turn.name}/{form.revision}", data={"turn": turn.name},
        )  # fmt: skip
        if turn.marked:  # what was complete lacks a form now
            marked = openings.may_close(held.game, turn, window)
            Turn.objects.filter(pk=turn.pk).update(marked=marked)


def order_form_ready(*, player: Player, turn_name: str, ready: bool) -> int | None:
    """Say, or take back, that one is ready; the id of the turn if that closes it. Raises `Refused`.

    Only in games created to close early; what is saved counts either way.
    """
    with transaction.atomic():
        held = _hold(player, turn_name)
        form = OrderForm.objects.filter(turn=held.turn, player=player, set_aside=False).first()
        if form is None or not held.game.early:
            raise Refused("nothing_saved")
        form.ready = ready
        form.save(update_fields=["ready"])
        closes = openings.may_close(held.game, held.turn, held.window)
        Turn.objects.filter(pk=held.turn.pk).update(marked=closes)
    return held.turn.pk if closes else None


def order_form_withdraw(*, player: Player, turn_name: str, revision: int) -> None:
    """Take back a form that waits sealed: its author counts as having handed in nothing, and what he
    had written is gone. A turn that was only waiting to close stays open for him.

    `revision`: that of the form he was looking at. Raises `Refused`: `taken_back_late` if the turn
    has closed, `taken_back_stale`, `nothing_to_take_back`, `due`, `paused`, `not_running`, `not_asked`.
    """
    with transaction.atomic():
        try:
            held = _hold(player, turn_name)
        except Refused as refused:
            raise Refused("taken_back_late") if refused.code == "closed" else refused from None
        form = OrderForm.objects.filter(turn=held.turn, player=player, set_aside=False).first()
        if form is None:
            raise Refused("nothing_to_take_back")
        if form.revision != revision:
            raise Refused("taken_back_stale")
        form.orders, form.salt, form.fingerprint = encode(()), "", ""
        form.revision, form.ready, form.set_aside = form.revision + 1, False, True
        form.save()
        Game.objects.filter(pk=held.game.pk).update(touched_at=timezone.now())
        closes = openings.may_close(held.game, held.turn, held.window)
        Turn.objects.filter(pk=held.turn.pk).update(marked=closes)
