"""What surrounds every page of a game: header, countdown, tabs, announcements."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from config.addresses import address

from .. import selectors
from ..access import Entry
from ..contract import PlayerId
from ..countdown import countdown_of
from ..models import Game, Player, Turn
from ..registry import skin_for
from ..skin import Page, Skin, Text
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
    turns are given."""
    game, skin = entry.game, skin_for(entry.game.title)
    players = selectors.seats_of(game) if players is None else players
    turns = selectors.open_turns(game) if turns is None else turns
    now = timezone.now()
    me = PlayerId(entry.player.pid) if entry.player else None
    news = news_of(game, turns, now)
    return PageValues(
        game=game,
        skin=skin,
        people=selectors.people_of(players),
        me=me or "",
        tabs=tabs(game, entry.player, skin, current),
        day=countdown_of(game, turns, now, reader_zone(request), me),
        news=news,
        refresh=None if current == "orders" else refresh_of(request, news),
        progress=progress_text(game, skin, turns),
        title_key=game.title,
        notice_chosen=bool(skin.rules.meta.notices) and game.has_clock,
        share=_share(request, game, skin, current),
    )


def _share(request: HttpRequest, game: Game, skin: Skin, current: str) -> ShareTags | None:
    """What a page of the game says of itself where it is shared; None for pages of players alone."""
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


def tabs(game: Game, player: Player | None, skin: Skin, current: str) -> list[Tab]:
    """A reader's tabs: the order form for players, the title's pages, the rules at the end."""
    found = []
    if player and game.stage == Game.Stage.RUNNING:
        url = address("games:orders", game.public_id)
        found.append(Tab(str(skin.form_label), url, current == "orders"))
    for page in skin.pages if game.number >= 0 else ():
        if not page.tab or not may_open(page, game, player):
            continue
        url = address("games:page", game.public_id, page.slug)
        new = is_unread(page, game, player) and page.slug != current
        tab = Tab(page.label, url, page.slug == current, new)
        found.insert(0, tab) if page.final else found.append(tab)
    found.append(Tab(_("Rules"), address("games:rules", game.title), end=True))
    return found


def may_open(page: Page, game: Game, player: Player | None) -> bool:
    """Whether a reader may open this page at all."""
    if page.private and player is None:
        return False
    return not page.final or game.stage == Game.Stage.FINISHED


def is_unread(page: Page, game: Game, player: Player | None) -> bool:
    """Whether the page has an edition that its player has not opened."""
    if player is None or not page.chaptered or game.latest < page.first:
        return False
    seen = player.seen if isinstance(player.seen, Mapping) else {}
    return int(seen.get(page.slug, -1)) < game.latest
