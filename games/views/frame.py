"""The frame of every page of a game: header, countdown, tabs, announcements."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from config.addresses import address

from .. import selectors
from ..access import Entry
from ..awaytexts import away_text, deputy_text
from ..contract import PlayerId
from ..countdown import countdown_of
from ..models import Game, Player, Turn
from ..registry import skin_for
from ..skin import Page, Skin, Text
from ..texts import ended_text, proposal_text
from .live import news_of, refresh_of
from .sharing import ShareTags, game_tags
from .values import PageValues, Tab


def reader_zone(request: HttpRequest) -> str:
    """The reader's time zone, as set by the preferences middleware."""
    return str(getattr(request, "zone_name", "") or "")


def page_values(
    request: HttpRequest,
    entry: Entry,
    current: str,
    players: list[Player] | None = None,
    turns: list[Turn] | None = None,
) -> PageValues:
    """Values of `games/page.html`. `current`: the slug of the open tab. Two queries, unless seats and open
    turns are given; one more while something is proposed to the players."""
    game, skin = entry.game, skin_for(entry.game.title)
    players = selectors.seats_of(game) if players is None else players
    turns = selectors.open_turns(game) if turns is None else turns
    people, now = selectors.people_of(players), timezone.now()
    me = PlayerId(entry.player.pid) if entry.player else None
    news = news_of(game, turns, now)
    at_table = entry.player is not None or entry.is_master
    return PageValues(
        game=game,
        skin=skin,
        people=people,
        me=me or "",
        tabs=_without_talk(entry, tabs(game, entry.player, skin, current, entry.is_master)),
        day=countdown_of(game, turns, now, reader_zone(request), me),
        news=news,
        refresh=None if current == "orders" else refresh_of(request, news),
        progress=progress_text(game, skin, turns),
        title_key=game.title,
        notice_chosen=bool(skin.rules.meta.notices) and game.has_clock,
        share=_share(request, game, skin, current),
        ended_how=ended_text(game.ended) if game.stage == Game.Stage.FINISHED else "",
        # only for players, and only while somebody is awaited; spectators learn of nobody's days away
        away=away_text(game, people) if at_table and game.stage == Game.Stage.RUNNING else "",
        deputy=deputy_text(entry.deputy.until, people[me]) if entry.deputy and me else "",
        proposed=_proposed(entry, now) if current != "together" else (),
    )


def _proposed(entry: Entry, now: datetime) -> list[str]:
    """What awaits the reader's answer on "Decide together", for players only."""
    if entry.player is None or entry.deputy or entry.game.stage != Game.Stage.RUNNING:
        return []
    asked = selectors.proposals_awaiting(entry.game, entry.player, now)
    return [proposal_text(each.kind, each.about) for each in asked]


def _without_talk(entry: Entry, found: list[Tab]) -> list[Tab]:
    """The tabs of a reader. A deputy gets the tab of conversations only if the holder of the seat allowed it,
    and without the count of unread messages, which is the holder's."""
    if entry.deputy is None:
        return found
    talk = address("games:talk", entry.game.public_id)
    found = [replace(tab, new=False, count=0) for tab in found]
    return [tab for tab in found if entry.deputy.reads_talk or tab.url != talk]


def _share(request: HttpRequest, game: Game, skin: Skin, current: str) -> ShareTags | None:
    """The preview of a page where it is shared; None for pages that only players see."""
    labels: dict[str, Text] = {page.slug: page.label for page in skin.pages if not page.private}
    labels |= {"ledger": _("Ledger of this game"), "draws": _("Draws")}
    return game_tags(request, game, labels[current]) if current in labels else None


def progress_text(game: Game, skin: Skin, turns: list[Turn]) -> str:
    """How far the game is: "Turn 7 of 8", finished, or still gathering players."""
    if game.stage == Game.Stage.FINISHED:
        return _("Over")
    if game.stage != Game.Stage.RUNNING or not turns:
        return str(game.get_stage_display())
    return skin.progress_text(selectors.window_of(turns[0]))


def tabs(game: Game, player: Player | None, skin: Skin, current: str, runs: bool = False) -> list[Tab]:
    """A reader's tabs: the order form for players, the title's pages, conversations, the rules at the end.
    `runs`: the reader is a game master, to whom players can write even in games without talk among
    players."""
    found, final = [], 0
    if player and game.stage == Game.Stage.RUNNING:
        url = address("games:orders", game.public_id)
        found.append(Tab(str(skin.form_label), url, current == "orders"))
    for page in skin.pages if game.number >= 0 else ():
        if not page.tab or not may_open(page, game, player):
            continue
        url = address("games:page", game.public_id, page.slug)
        new = is_unread(page, game, player) and page.slug != current
        tab = Tab(page.label, url, page.slug == current, new)
        if page.final:
            found.insert(final, tab)
            final += 1
        else:
            found.append(tab)
    if game.has_talk and (player or runs or game.press != Game.Press.NONE):
        count = player.unread if player else 0
        url = address("games:talk", game.public_id)
        found.append(Tab(_("Talk"), url, current == "talk", count=count))
    found.append(Tab(_("Rules"), address("games:rules", game.title), end=True))
    return found


def may_open(page: Page, game: Game, player: Player | None) -> bool:
    """Whether a reader may open this page at all."""
    if page.private and player is None:
        return False
    return not page.final or game.has_final_places


def is_unread(page: Page, game: Game, player: Player | None) -> bool:
    """Whether the page has an edition that its player has not opened."""
    if player is None or not page.chaptered or game.latest < page.first:
        return False
    seen = player.seen if isinstance(player.seen, Mapping) else {}
    return int(seen.get(page.slug, -1)) < game.latest
