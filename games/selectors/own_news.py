"""What a resolution told the reader of a notice about it alone."""

from __future__ import annotations

from ..access import Entry
from ..models import Notice, Player, Resolution, Turn
from ..registry import is_installed
from ..skin import Scene
from .game import scene_for, seats_of
from .told import SceneRequest

PUBLISHES = (Notice.Kind.RESOLVED, Notice.Kind.FINISHED)


def told_alone(notice: Notice) -> Scene | None:
    """The scene of the chapter that a notice publishes, as its reader sees it, with what they were told alone
    in `own_events`. None for any other notice, and for a reader who has no seat in the game any more. Nothing
    that other players were told is read, not even what the reader was granted. At most six queries."""
    game = notice.game
    if game is None or not is_installed(game.title):
        return None
    chapter = _chapter(notice)
    player = Player.objects.filter(game=game, user=notice.user_id).first() if chapter is not None else None
    if chapter is None or player is None:
        return None
    entry = Entry(game, player, is_creator=False, is_master=False)
    return scene_for(entry, seats_of(game), SceneRequest(chapter), {})


def _chapter(notice: Notice) -> int | None:
    """The chapter whose publication a notice tells. At most one query."""
    data: dict[str, object] = notice.data
    over, name = data.get("over"), data.get("turn")
    if isinstance(over, int):
        return over
    if notice.kind not in PUBLISHES or not name:
        return None
    found = Resolution.objects.filter(game=notice.game, turn__name=name)
    found = found.exclude(turn__status=Turn.Status.UNDONE).order_by("-number")
    return found.values_list("chapter", flat=True).first()
