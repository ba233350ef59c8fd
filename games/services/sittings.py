"""Who had which seat when: written whenever a seat gets or loses its user. The caller has locked the game's
row."""

from __future__ import annotations

from django.utils import timezone

from ..models import Deputy, Notice, Player, Sitting


def sitting_begin(player: Player) -> None:
    """The user of this seat has it from now on. Coming back to a game that has not started continues the
    earlier row, so that joining and leaving repeatedly adds none."""
    assert player.user_id is not None
    now = timezone.now()
    before = Sitting.objects.filter(game=player.game_id, user=player.user_id, player=None)
    if not before.update(player=player, since=now, until=None):
        Sitting.objects.create(game_id=player.game_id, player=player, user_id=player.user_id, since=now)


def sitting_end(player: Player) -> None:
    """The user of this seat loses it or gives it back; their unread notices about its messages are
    deleted."""
    sitting = Sitting.objects.filter(game=player.game_id, user=player.user_id, until=None)
    sitting.update(until=timezone.now())
    told = Notice.objects.filter(game=player.game_id, user=player.user_id, kind=Notice.Kind.MESSAGE)
    told.filter(read_at=None).delete()


def sat_elsewhere(player: Player, user_id: int) -> bool:
    """Whether a user has held another seat of this game since its start. One query."""
    others = Sitting.objects.filter(game=player.game_id, user=user_id, player__isnull=False)
    return others.exclude(player=player).exists()


def was_deputy_elsewhere(player: Player, user_id: int) -> bool:
    """Whether a user has been deputy for another seat of this game. One query."""
    accepted = Deputy.objects.filter(game=player.game_id, user=user_id, accepted_at__isnull=False)
    return accepted.exclude(player=player).exists()
