"""Saved forms when a seat changes hands: a form belongs to its author, not to the next holder of the seat.
The caller has locked the game's row; nothing here commits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet

from .. import vault
from ..contract import Orders, PlayerId, Window, decode
from ..models import Game, LeftForm, Notice, OrderForm, Player, Turn
from ..registry import skin_for
from .notices import tell

# Forms in a stuck turn were final at its deadline and stay with whoever held the seat then.
MAY_COUNT = (Turn.Status.OPEN, Turn.Status.PAUSED)
_COLUMNS = ("orders", "revision", "ready", "set_aside", "salt", "fingerprint", "saved_at", "by")


def forms_leave(seat: Player, user_id: int | None) -> None:
    """A user has lost a seat: their forms for turns that are open, or may reopen, no longer count. The forms
    are stored where nobody sees them, in case the user comes back."""
    _leave(OrderForm.objects.filter(player=seat, turn__status__in=MAY_COUNT), user_id)


def _leave(forms: QuerySet[OrderForm], user_id: int | None) -> None:
    """Keep the forms that are this user's own, and remove all forms from the seat."""
    if user_id is not None:
        own = [form for form in forms if form.author_id == user_id]
        LeftForm.objects.filter(
            user=user_id, player__in={form.player_id for form in own}, turn__in={form.turn_id for form in own}
        ).delete()
        LeftForm.objects.bulk_create(
            LeftForm(turn_id=form.turn_id, player_id=form.player_id, user_id=user_id, **_columns(form))
            for form in own
        )
    forms.delete()


def forms_arrive(game: Game, seat: Player, *, from_bot: bool) -> None:
    """A user has got a seat: forms they saved there themselves count again. Otherwise the bot's form is
    theirs to keep or change; forms of deleted accounts are given to nobody."""
    restored = _return(seat, MAY_COUNT)
    others = OrderForm.objects.filter(player=seat, turn__status__in=MAY_COUNT).exclude(turn__in=restored)
    if from_bot:
        others.update(author=seat.user_id)
    else:
        others.delete()
    _check_again(game, seat, restored)


def _return(seat: Player, statuses: Iterable[str]) -> list[int]:
    """Put back the forms that a seat's user had left; returns the ids of their turns."""
    left = list(LeftForm.objects.filter(player=seat, user=seat.user_id, turn__status__in=statuses))
    turns = [form.turn_id for form in left]
    if turns:
        OrderForm.objects.filter(player=seat, turn__in=turns).delete()
        OrderForm.objects.bulk_create(
            OrderForm(turn_id=form.turn_id, player=seat, author_id=seat.user_id, **_columns(form))
            for form in left
        )
        LeftForm.objects.filter(pk__in=[form.pk for form in left]).delete()
    return turns


def _check_again(game: Game, seat: Player, turns: list[int]) -> None:
    """Set aside forms that other players' acts have made illegal meanwhile, and notify the author."""
    forms = OrderForm.objects.filter(
        player=seat, turn__in=turns, turn__status=Turn.Status.OPEN, set_aside=False
    ).select_related("turn")
    if not forms:
        return
    rules = skin_for(game.title).rules
    view = vault.load(game, rules).state.seen_by(PlayerId(seat.pid))
    for form in forms:
        if rules.check(view, decode(form.turn.window, Window), decode(form.orders, Orders)):
            OrderForm.objects.filter(pk=form.pk).update(set_aside=True)
            tell(
                game=game, users=[seat.user_id], kind=Notice.Kind.SET_ASIDE,
                key=f"set_aside/{form.turn.name}/{form.revision}", data={"turn": form.turn.name},
            )  # fmt: skip


def forms_settle(turn: Turn) -> None:
    """After a stuck turn reopens: each seat's form becomes that of its present holder. Two queries, and a
    few for each seat that changed hands meanwhile."""
    for form in OrderForm.objects.filter(turn=turn).select_related("player"):
        seat = form.player
        if form.author_id != seat.user_id or (form.author_id is None and not seat.is_bot):
            _leave(OrderForm.objects.filter(pk=form.pk), form.author_id)
    back = LeftForm.objects.filter(turn=turn, user=F("player__user")).select_related("player")
    for seat in {form.player for form in back}:
        _return(seat, [turn.status])


def _columns(form: OrderForm | LeftForm) -> dict[str, Any]:
    return {name: getattr(form, name) for name in _COLUMNS}
