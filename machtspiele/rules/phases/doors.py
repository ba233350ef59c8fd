"""The doors: filing in advance, leaving, coming back (13.1)."""

from __future__ import annotations

from games.contract import Orders, PlayerId

from .. import orders as o
from ..events import Filed, PlayerLeft, Returned
from ..forms import Form, limits_of
from ..state import Reply
from ..table import Table


def is_here(table: Table, player: PlayerId) -> None:
    """Note that a player has handed in something that counts: the misses are 0 again, and the player is no
    longer away."""
    if player in table.public.away:
        table.tell(Returned(player))
    table.set_seat(player, missed=0, left=False)


def leave(table: Table, player: PlayerId) -> None:
    table.set_seat(player, left=True)
    table.tell(PlayerLeft(player))


def file(table: Table, form: Form, orders: Orders) -> None:
    """File actions: they replace all that were filed before; standing replies are replaced only by others
    (D46)."""
    player = form.player
    kept = list(zip(form.kept, form.places, strict=True))
    actions = tuple(orders[place] for order, place in kept if isinstance(order, o.Action))
    table.set_private(player, filed=actions)
    for order, _ in kept:
        if isinstance(order, o.Replies):
            keep_replies(table, player, order)
    table.tell_only(Filed(len(actions), len(table.private[player].replies)), player)


def keep_replies(table: Table, player: PlayerId, order: o.Replies) -> None:
    """Replace the standing replies of a player by these."""
    replies = {
        card: Reply(limits.accept_from, limits.refuse_below) for card, limits in limits_of(order).items()
    }
    table.set_private(player, replies=replies)
