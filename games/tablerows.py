"""Sentences of the platform: a game that its master runs, as a row of the lobby and of the admin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .countdown import left_text, noon_text
from .models import Game
from .registry import is_installed, skin_for
from .selectors import RunGame, window_of
from .skin.figures import listed


@dataclass(frozen=True, slots=True)
class TableRow:
    """`when`: how long until the next noon, or why there is none; `hours`: its hour with its zone, and the
    reader's where it differs; `kicker`: title and progress; `who`: the players; `to_come`, `unreached`,
    `places`: in words, and whether it `asks` its master for something."""

    game: Game
    when: str
    hours: str
    kicker: str
    who: str
    to_come: str
    unreached: str
    places: str
    stuck: bool = False
    late: bool = False
    lacks: int = 0
    missed_by_mail: int = 0
    gathering: bool = False


def table_row(run: RunGame, now: datetime, zone: str) -> TableRow:
    """The row of a game for a reader in a time zone ("" if it is not known). No query."""
    game = run.game
    gathering = game.stage == Game.Stage.GATHERING
    noon, late = run.deadline, False
    stuck = run.stuck is not None
    hours = noon_text(noon, game.zone, zone) if noon else ""
    if stuck:
        when = _("stuck")
    elif game.paused:
        when = _("paused")
    elif gathering:
        when = _("not yet")
    elif noon is None:
        when = _("no deadline")
    else:
        late = noon <= now
        when = _("late") if late else _("in %(left)s") % {"left": left_text(noon - now)}
    return TableRow(
        game=game,
        when=when,
        hours=hours,
        kicker=_kicker(run),
        who=_who(run),
        to_come=_to_come(run),
        unreached=listed(run.unreached) if run.unreached else _("nobody"),
        places=_places(run),
        stuck=stuck,
        late=late,
        lacks=run.free,
        missed_by_mail=len(run.unreached),
        gathering=gathering,
    )


def _kicker(run: RunGame) -> str:
    game = run.game
    if not is_installed(game.title):
        return game.title
    skin = skin_for(game.title)
    if game.stage == Game.Stage.GATHERING:
        stage = _("gathering players")
    else:
        stage = skin.progress_text(window_of(run.turns[0])) if run.turns else _("running")
    return f"{skin.name} · {stage}"


def _who(run: RunGame) -> str:
    people = ngettext("%(count)s player", "%(count)s players", run.people) % {"count": run.people}
    if not run.bots:
        return people
    return f"{people}, {ngettext('%(count)s bot', '%(count)s bots', run.bots) % {'count': run.bots}}"


def _to_come(run: RunGame) -> str:
    """Who is awaited, where the whole table may know."""
    if run.game.stage == Game.Stage.GATHERING or run.game.paused:
        return "·"
    if run.to_come:
        return listed(run.to_come)
    return _("sealed until noon") if run.sealed else "·"


def _places(run: RunGame) -> str:
    if not run.free:
        return _("all taken")
    if run.game.stage == Game.Stage.GATHERING:
        return ngettext("%(count)s free", "%(count)s free", run.free) % {"count": run.free}
    return ngettext("%(count)s empty", "%(count)s empty", run.free) % {"count": run.free}
