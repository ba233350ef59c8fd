"""What the players of a game have proposed."""

from __future__ import annotations

from datetime import datetime

from ..models import Game, Player, Proposal


def proposals_awaiting(game: Game, player: Player, now: datetime) -> list[Proposal]:
    """The open proposals that the holder of a seat has not answered, oldest first. No query while nothing is
    proposed in the game, otherwise one."""
    if not game.open_proposals:
        return []
    asked = game.proposals.filter(state=Proposal.State.OPEN, until__gt=now).select_related("about")
    return list(asked.exclude(votes__player=player, votes__user=player.user_id).order_by("opened_at"))
