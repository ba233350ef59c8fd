"""Wire transfers, an option of the game: immediate and irrevocable (4.4, D17)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from games.contract import Dice, Forms, Orders, Outcome, Problem, State, only
from games.rulekit.judging import Refusals, dropped, sift_first
from games.rulekit.worktable import Worktable

from .content import LIMITS
from .desk import PlayerTurn
from .events.message import TransferReceived, TransferSent
from .market import market
from .orders import SHAPES, TRANSFERS, Transfer
from .state import Hidden, Private, Public


def sift_transfer(desk: PlayerTurn, orders: Orders) -> tuple[Transfer | None, tuple[Problem, ...]]:
    """The transfer on a form, if there is one, and all problems. Never raises. The platform checks the saved
    form of the quarter again, so that money staked there cannot be sent.
    """
    if not orders:
        return None, (Problem("missing"),)
    return sift_first(TRANSFERS, orders, partial(_judge, desk))


def _judge(desk: PlayerTurn, order: Transfer, refuse: Refusals) -> None:
    amount, left, sent = order.amount, desk.private.money, desk.private.transfers_sent
    if order.to not in desk.market.players:
        refuse("unknown_choice", "to")
    elif order.to == desk.player:
        refuse("self_target", "to")
    if amount < LIMITS.transfer_min:
        refuse("amount_too_low", "amount", amount=amount, minimum=LIMITS.transfer_min)
    if amount % LIMITS.transfer_step:
        refuse("amount_step", "amount", amount=amount, step=LIMITS.transfer_step)
    if amount > left:
        refuse("not_enough_money", "amount", price=amount, left=left, missing=amount - left)
    if sent >= LIMITS.transfers_per_turn:
        refuse("transfer_quota", used=sent + 1, of=LIMITS.transfers_per_turn)


def resolve_transfer(
    state: State[Public, Private, Hidden], forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """Move the money at once; only the two players are told (4.4)."""
    table = Worktable(state, dice)
    private, here = table.private, market(state.public)
    for player in state.public.players:
        form = forms.get(player)
        if not form:
            continue
        desk = PlayerTurn(player, state.public.seats[player], private[player], here)
        order, problems = sift_transfer(desk, form)
        for each in dropped(SHAPES, form, problems):
            table.tell(each, only(player))
        if order is None:
            continue
        to, sender = order.to, private[player]
        private[player] = replace(
            sender, money=sender.money - order.amount, transfers_sent=sender.transfers_sent + 1
        )
        private[to] = replace(private[to], money=private[to].money + order.amount)
        table.tell(TransferSent(to, order.amount), only(player))
        table.tell(TransferReceived(player, order.amount), only(to))
    return table.outcome()
