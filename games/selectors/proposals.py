"""What the players of a game have proposed."""

from __future__ import annotations

from datetime import datetime

from ..models import Game, Player, Proposal, Vote


def proposals_awaiting(game: Game, player: Player, now: datetime) -> list[Proposal]:
    """The open proposals that the holder of a seat has not answered, oldest first. No query while nothing is
    proposed in the game, otherwise one."""
    if not game.open_proposals:
        return []
    mine = Vote.objects.filter(player=player, user=player.user_id).values("proposal")
    asked = game.proposals.filter(state=Proposal.State.OPEN, until__gt=now).exclude(pk__in=mine)
    return list(asked.select_related("about").order_by("opened_at"))
