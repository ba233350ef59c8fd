"""Handing in order forms: one transaction from locking the game's row to the receipt."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone
from msgspec import Struct

from ..contract import Closes, Orders, PlayerId, Problem, View, Window, decode, encode
from ..contract.codec import is_keepable, to_plain
from ..models import By, Game, OrderForm, Player, Resolution, Turn
from ..receipts import fingerprint, new_salt
from ..registry import skin_for
from ..selectors import view_of
from . import acts, claims, openings, resolving
from .claims import Claim
from .deputies import deputy_check
from .refusals import Refused
from .turns import turn_close, turns_close_early
from .vacations import came_back, seat_stays_away

log = logging.getLogger(__name__)


class SavedForm(Struct, frozen=True):
    """The result of handing in: saved (`resolved` false), or resolved at once."""

    revision: int
    fingerprint: str
    saved_at: datetime
    resolved: bool = False
    closes: int | None = None  # the id of the turn to close now: everybody awaited is in
    came_back: bool = False  # the player was on vacation, which this form has ended


class Declined(Struct, frozen=True):
    """Refused by the rules, for itself or because of another open form of its author; nothing was saved."""

    problems: tuple[Problem, ...]


# The rules limit orders by money only; this limit keeps rich players who conspire from delaying noon.
# See docs/decisions/0030-orders-per-form.md.
MAX_ORDERS = 100  # on one form
MAX_TOGETHER = 1_000  # on all forms of one turn; each seat has a fixed share
# Of one player in one turn that resolves at once: a door may stay open for a whole game.
MAX_ACTS = Resolution.bound.most


def most_orders(seats: int) -> int:
    """How many orders one form may have in a turn that asks this number of seats. Twenty at fifty seats."""
    return max(1, min(MAX_ORDERS, MAX_TOGETHER // max(1, seats)))


class _Undo(Exception):
    """Rolls back a transaction and carries the result to return."""

    def __init__(self, declined: Declined) -> None:
        self.declined = declined


class Seen(Struct, frozen=True):
    """A player's view, and the number of the game's last resolution read before it: while the game has that
    number, the view is current."""

    number: int
    view: View[Any, Any]


def order_form_save(
    *,
    player: Player,
    turn_name: str,
    revision: int,
    orders: Orders,
    ready: bool = False,
    seen: Seen | None = None,
    deputy: int | None = None,
) -> SavedForm | Declined:
    """Save a player's whole form for one open turn, or resolve it if the turn closes `AT_ONCE`.

    `revision`: that of the form the player was looking at, 0 for none; where forms are resolved at once, how
    many of the player's were. `ready`: the player is ready, or the form saved in parts is complete. `seen`:
    the player's view, if the caller has read it. `deputy`: the id of the user who saves it for a player who
    is away; such a form is always stored until the turn closes, because resolving it at once would reveal the
    deputy. Raises `Refused`: what `claim_game` raises, `stale` (with the saved revision), `done_already`,
    `too_many_acts`, `unkeepable`, `too_many_orders`; for a deputy, what `deputy_check` raises.
    """
    _refuse_unkeepable(orders)
    try:
        with transaction.atomic():
            claim = claims.claim_game(player, turn_name)
            if deputy is not None:
                deputy_check(claim, player, deputy)
            by = By.SELF if deputy is None else By.DEPUTY
            saved = _save(claim, player, revision, orders, ready, seen, by)
    except _Undo as undo:
        return undo.declined
    if isinstance(saved, SavedForm) and claim.game.closes_in_request:
        _close_here(claim.game, saved.closes)
    return saved


def _close_here(game: Game, turn_id: int | None) -> None:
    """Close the turn of a rehearsal in this request, because its player waits for the outcome, and the turns
    that bots complete after it."""
    if turn_id:
        turn_close(turn_id=turn_id)
    turns_close_early(game_id=game.pk)


def _save(
    claim: Claim,
    player: Player,
    revision: int,
    orders: Orders,
    ready: bool,
    seen: Seen | None,
    by: By,
) -> SavedForm | Declined:
    _refuse_too_many(claim.window, orders)
    if claim.window.closes is Closes.AT_ONCE and by == By.SELF:
        _not_done_twice(claim.turn.acts.get(player.pid, 0), revision)
        return _act(claim, player, orders)
    _own, saved = claim.own_form or (None, 0)
    if saved != revision:
        raise Refused("stale", revision=saved)
    view = seen.view if seen and seen.number == claim.game.number else view_of(claim.game, player)
    if problems := skin_for(claim.game.title).rules.check(view, claim.window, orders):
        return Declined(problems)
    return _keep(claim, player, orders, ready, by)


def order_form_look(
    *, title: str, view: View[Any, Any], window: Window, orders: Orders
) -> tuple[Problem, ...]:
    """Every problem of a form that its author only looks at; () if it could be handed in now. Nothing is
    saved. Raises `Refused`: `unkeepable`, `too_many_orders`."""
    _refuse_unkeepable(orders)
    _refuse_too_many(window, orders)
    return skin_for(title).rules.check(view, window, orders)


def _refuse_unkeepable(orders: Orders) -> None:
    try:
        keepable = is_keepable([to_plain(order) for order in orders])
    except (RecursionError, TypeError):  # nested too deeply, or not a JSON value
        keepable = False
    if not keepable:
        raise Refused("unkeepable")


def _refuse_too_many(window: Window, orders: Orders) -> None:
    if len(orders) > (most := most_orders(len(window.players))):
        raise Refused("too_many_orders", most=most)


def _not_done_twice(done: int, seen: int) -> None:
    """Refuse an act if its author has acted in this turn since the page was drawn: a form sent twice would
    be paid twice. Acts of other players do not count, so that nobody learns of them."""
    if done >= MAX_ACTS:
        raise Refused("too_many_acts", most=MAX_ACTS)
    if done != seen:
        raise Refused("done_already")


def _keep(claim: Claim, player: Player, orders: Orders, ready: bool, by: str = By.SELF) -> SavedForm:
    turn, salt, now = claim.turn, new_salt(), timezone.now()
    was_away = claim.away and by == By.SELF
    if was_away:
        came_back(claim, player)
    elif by == By.DEPUTY:
        seat_stays_away(turn, player)
    own, revision = claim.own_form or (None, 0)
    print_ = fingerprint(salt, turn.name, player.pid, orders)
    values = {
        "orders": encode(orders), "salt": salt, "fingerprint": print_, "saved_at": now,
        "revision": revision + 1, "ready": ready, "set_aside": False, "by": by,
    }  # fmt: skip
    if own is None:
        OrderForm.objects.create(turn=turn, player=player, author_id=player.user_id, **values)
    else:
        # a form saved again without a change keeps its `previous`
        previous = Case(
            When(fingerprint="", then=Value(None)),  # withdrawn
            When(orders=values["orders"], then=F("previous")),
            When(set_aside=False, then=F("orders")),
            default=Value(None),
        )
        OrderForm.objects.filter(pk=own).update(previous=previous, **values)
    # a form saved in parts closes nothing, not even if its author is only welcome
    whole = ready or not claim.window.in_parts
    closes = (whole or turn.can_close_early) and openings.is_complete(claim.game, turn, claim.window)
    if closes != turn.can_close_early:
        Turn.objects.filter(pk=turn.pk).update(can_close_early=closes)
    return SavedForm(revision + 1, print_, now, closes=turn.pk if closes else None, came_back=was_away)


def _act(claim: Claim, player: Player, orders: Orders) -> SavedForm | Declined:
    """Resolve one form alone, in the transaction that received it: the response shows the outcome."""
    turn, author = claim.turn, PlayerId(player.pid)
    claims.read_for_act(claim)
    view = claim.load().state.seen_by(author)
    if problems := skin_for(claim.game.title).rules.check(view, claim.window, orders):
        return Declined(problems)
    salt, now, was_away = new_salt(), timezone.now(), claim.away
    if was_away:
        came_back(claim, player)
    print_ = fingerprint(salt, turn.name, author, orders)
    claim.seats.forms = {author: claims.Form(orders, print_, salt, now, 1)}
    try:
        acts.act_resolve(claim, author, now)
    except acts.BreaksOwnForm as broken:
        raise _Undo(Declined(broken.problems)) from None
    story = resolving.story(claim, Resolution.Cause.ACT)
    transaction.on_commit(lambda: log.info("turn resolved %s", story))
    return SavedForm(0, print_, now, resolved=True, came_back=was_away)


def order_form_ready(*, player: Player, turn_name: str, revision: int, ready: bool) -> int | None:
    """Declare oneself ready or one's form complete, or revoke it; returns the id of the turn if that closes
    it. Raises `Refused`: what `claim_game` raises, `nothing_saved`, `ready_stale`.

    `revision`: that of the form the player was looking at, because another one may have been saved since.
    Only in games created to close early, and where forms are saved in parts. What is saved counts either
    way.
    """
    with transaction.atomic():
        claim = claims.claim_game(player, turn_name)
        form = OrderForm.objects.filter(turn=claim.turn, player=player, set_aside=False).first()
        if form is None or not (claim.game.close_when_all_ready or claim.window.in_parts):
            raise Refused("nothing_saved")
        if form.revision != revision:
            raise Refused("ready_stale")
        form.ready = ready
        form.save(update_fields=["ready"])
        closes = ready or claim.turn.can_close_early
        closes = closes and openings.is_complete(claim.game, claim.turn, claim.window)
        Turn.objects.filter(pk=claim.turn.pk).update(can_close_early=closes)
    closing = claim.turn.pk if closes else None
    if claim.game.closes_in_request:
        _close_here(claim.game, closing)
    return closing


def order_form_undo(*, player: Player, turn_name: str, revision: int) -> SavedForm | Declined:
    """Undo the last change of a saved form: its orders become what they were before, judged like any others.
    Undoing that puts the change back. A withdrawn form is handed in again.

    `revision`: that of the form the author was looking at. Raises `Refused`: what `claim_game` raises,
    `nothing_to_undo`, `undo_stale`.
    """
    with transaction.atomic():
        claim = claims.claim_game(player, turn_name)
        forms = OrderForm.objects.filter(turn=claim.turn, player=player, author=player.user_id)
        form = forms.filter(Q(set_aside=False) | Q(fingerprint=""), previous__isnull=False).first()
        if form is None or form.previous is None:
            raise Refused("nothing_to_undo")
        if form.revision != revision:
            raise Refused("undo_stale")
        orders, view = decode(form.previous, Orders), view_of(claim.game, player)
        if problems := skin_for(claim.game.title).rules.check(view, claim.window, orders):
            return Declined(problems)
        saved = _keep(claim, player, orders, ready=False)
    if claim.game.closes_in_request:
        _close_here(claim.game, saved.closes)
    return saved


def order_form_withdraw(*, player: Player, turn_name: str, revision: int) -> None:
    """Withdraw a sealed form: its author has handed in nothing. Its orders become its previous ones
    (`OrderForm.previous`), which only the author can change or hand in again until the turn closes. A turn
    that was about to close early waits for the author again.

    `revision`: that of the form the author was looking at. Raises `Refused`: `withdrawn_late` if the turn
    has closed, `withdrawn_stale`, `nothing_to_withdraw`, `due`, `paused`, `not_running`, `not_asked`.
    """
    with transaction.atomic():
        try:
            claim = claims.claim_game(player, turn_name)
        except Refused as refused:
            raise Refused("withdrawn_late") if refused.code == "closed" else refused from None
        form = OrderForm.objects.filter(turn=claim.turn, player=player, set_aside=False).first()
        if form is None:
            raise Refused("nothing_to_withdraw")
        if form.revision != revision:
            raise Refused("withdrawn_stale")
        form.orders, form.previous, form.salt, form.fingerprint = encode(()), form.orders, "", ""
        form.revision, form.ready, form.set_aside, form.by = form.revision + 1, False, True, By.SELF
        form.save()
        closes = claim.turn.can_close_early and openings.is_complete(claim.game, claim.turn, claim.window)
        Turn.objects.filter(pk=claim.turn.pk).update(can_close_early=closes)
