"""The games that a master runs, as rows of the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec import Struct

from accounts.requests import AnyUser
from config.addresses import address

from .. import selectors
from ..countdown import left_text, noon_text
from ..models import Game
from ..registry import skin_for
from ..selectors import OfferedPlace
from ..tablerows import TableRow, table_row


class PlaceRow(Struct, frozen=True):
    """A place to take over, as the lobby shows it: `when`: how long until the next noon; `hours`: its hour
    with its zone; `who`: the place and who plays there now; `lead`: how
    the game stands, as its title makes public."""

    game: Game
    when: str
    hours: str
    kicker: str
    who: str
    lead: str
    url: str


def place_row(place: OfferedPlace, now: datetime, zone: str) -> PlaceRow:
    """The row of an offered place for a reader in a time zone ("" if it is not known). No query."""
    game, noon, skin = place.game, place.noon, skin_for(place.game.title)
    when = _("no deadline")
    if noon is not None:
        when = _("late") if noon <= now else _("in %(left)s") % {"left": left_text(noon - now)}
    name = {"name": selectors.seat_name(place)}
    return PlaceRow(
        game=game,
        when=when,
        hours=noon_text(noon, game.zone, zone) if noon else "",
        kicker=f"{skin.name} · {skin.chapter_text(game.chapter)}",
        who=_who(place) % name,
        lead=skin.headline_text(game.headline) if game.headline is not None else "",
        url=address("games:place", place.token),
    )


def _who(place: OfferedPlace) -> str:
    if place.is_held:
        return _("%(name)s, who has missed several noons")
    return _("%(name)s, played by a bot for now") if place.is_bot else _("%(name)s, empty")


class TablesPage(Struct, frozen=True):
    """A page of the games that a user runs; `more`: whether there are further ones."""

    rows: list[TableRow]
    more: bool


class Tally(Struct, frozen=True):
    """How many of these games are stuck, people not reached, places to fill, reports to read."""

    stuck: int
    unreached: int
    places: int
    reports: int


def games_run(user: AnyUser, page: int, size: int, now: datetime, zone: str) -> TablesPage:
    """A page of the games a user runs, by their next noon. Seven queries for members of staff, otherwise
    none."""
    if not (user.is_authenticated and user.is_staff):
        return TablesPage([], False)
    games = selectors.games_run_by(user.pk, size + 1, size * (page - 1))
    found = selectors.run_games(games[:size], now)
    letters = selectors.masters_letters(user.pk, games[:size])
    return TablesPage([table_row(run, now, zone, letters) for run in found], len(games) > size)


def tally_of(rows: Sequence[TableRow]) -> Tally:
    """The sums above a list of games."""
    return Tally(
        stuck=sum(row.stuck for row in rows),
        unreached=sum(row.missed_by_mail for row in rows),
        places=sum(row.lacks for row in rows),
        reports=sum(row.reports for row in rows),
    )
