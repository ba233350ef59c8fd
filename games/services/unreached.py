"""Telling those who run a game that a player cannot be reached, when a delivery has failed."""

from __future__ import annotations

from ..models import Delivery, Notice, Player
from ..selectors.tables import OF_ITS_READER
from .notices import tell_table

State = Delivery.State


def unreached_tell(notice: Notice) -> None:
    """If no channel delivers this notice to a player, tell the masters of the game: once, until something
    reaches the player again. A notice for its reader alone tells nothing, whatever becomes of it. In the
    transaction in which the last delivery failed; at most six queries."""
    game = notice.game
    if game is None or not game.has_masters or notice.kind in OF_ITS_READER:
        return
    # two channels may fail at the same moment; the second one sees both
    list(Notice.objects.select_for_update().filter(pk=notice.pk).values_list("pk"))
    if Delivery.objects.filter(notice=notice).exclude(state=State.FAILED).exists():
        return
    seat = Player.objects.filter(game=game, user=notice.user_id).first()
    if seat is None:
        return
    arrived = Delivery.objects.filter(state=State.SENT, notice__game=game, notice__user=notice.user_id)
    last = arrived.exclude(notice__kind__in=OF_ITS_READER).order_by("-notice_id").first()
    key = f"unreached/{notice.user_id}/{last.notice_id if last else 0}"
    data = {"name": seat.name, "about": notice.user_id}
    tell_table(game=game, kind=Notice.Kind.UNREACHED, key=key, data=data, asks=True)
