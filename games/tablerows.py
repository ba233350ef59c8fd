"""Sentences of the platform: a game that its master runs, as a row of the lobby and of the admin."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct

from config.addresses import address

from .clock import next_deadline
from .countdown import left_text, noon_text
from .models import Game
from .registry import is_installed, skin_for
from .selectors import MastersLetters, RunGame, window_of
from .skin.figures import date_text, listed

MOST_LETTERS = 2  # buttons of one row


class TableRow(Struct, frozen=True):
    """`when`: how long until the next noon, or why there is none; `hours`: its hour with its zone, and the
    reader's where it differs; `kicker`: title and progress; `who`: the players; `to_come`, `unreached`,
    `places`, `to_read`: in words; `lacks`, `missed_by_mail`, `reports`: the same in figures; `letters`: whom
    of those not reached its master can write to, and where; `fills`: whether it can start with bots."""

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
    to_read: str = ""
    reports: int = 0
    letters: tuple[tuple[str, str], ...] = ()
    fills: bool = False


def table_row(run: RunGame, now: datetime, zone: str, letters: MastersLetters | None = None) -> TableRow:
    """The row of a game for a reader in a time zone ("" if it is not known); `letters`: of all games of the
    reader. No query."""
    game = run.game
    gathering = game.stage == Game.Stage.GATHERING
    noon, late = run.deadline, False
    stuck = run.stuck is not None
    shown = next_deadline(game.calendar, now, 0) if gathering and game.has_clock else noon
    hours = noon_text(shown, game.zone, zone) if shown else ""
    reports = letters.reports.get(game.pk, 0) if letters else 0
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
        to_read=_to_read(reports),
        reports=reports,
        letters=_letters(run, letters),
        fills=gathering and bool(run.free) and bool(run.people) and game.bots_play and not game.starts_on,
    )


def _to_read(reports: int) -> str:
    if not reports:
        return pgettext("reports", "none")
    return ngettext("%(count)s to read", "%(count)s to read", reports) % {"count": reports}


def _letters(run: RunGame, letters: MastersLetters | None) -> tuple[tuple[str, str], ...]:
    """The players reached by no channel to whom the master can write within the game."""
    game = run.game
    if letters is None or game.pk not in letters.writes:
        return ()
    return tuple(
        (name, address("games:conversation", game.public_id, f"masters-{number}"))
        for name, number in zip(run.unreached, run.numbers, strict=True)
    )[:MOST_LETTERS]


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
    who = ngettext("%(count)s player", "%(count)s players", run.people) % {"count": run.people}
    if run.bots:
        who = f"{who}, {ngettext('%(count)s bot', '%(count)s bots', run.bots) % {'count': run.bots}}"
    away = [
        _("%(name)s is away until %(day)s.") % {"name": name, "day": date_text(day, "l j F")}
        for name, day in run.away
    ]
    return " · ".join([who, *away])


def _to_come(run: RunGame) -> str:
    """The awaited players, if the whole table may know them."""
    game = run.game
    if game.stage == Game.Stage.GATHERING:
        missing = game.min_players - run.people - run.bots
        if missing <= 0:
            return _("nobody: it can start")
        text = ngettext(
            "%(count)s player before it can start", "%(count)s players before it can start", missing
        )
        return text % {"count": missing}
    if run.to_come and not game.paused:
        return listed(run.to_come)
    return _("sealed until noon") if run.sealed and not game.paused else _("nobody")


def _places(run: RunGame) -> str:
    if not run.free and run.offered:
        return ngettext("%(count)s offered", "%(count)s offered", run.offered) % {"count": run.offered}
    if not run.free:
        return _("all taken")
    if run.game.stage == Game.Stage.GATHERING:
        return ngettext("%(count)s free", "%(count)s free", run.free) % {"count": run.free}
    return ngettext("%(count)s empty", "%(count)s empty", run.free) % {"count": run.free}
