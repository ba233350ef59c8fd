"""Atom feeds of a public game and of a reader's own games: which turns are published, without their
content."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.calendars import Fetched, calendar_address
from accounts.models import User

from .. import access, selectors
from ..models import Game
from ..registry import skin_for
from ..skin import Page
from .answers import unless_known
from .calendars import fetched
from .sharing import LOCALES

FRESH = 300  # seconds for which a feed may be cached
LISTED = 40  # the newest chapters


FeedItem = selectors.PublishedChapter

if TYPE_CHECKING:  # a generic class for type checkers only
    _Feed = Feed[FeedItem, Game]
    _OwnFeed = Feed[FeedItem, User]
else:
    _Feed = _OwnFeed = Feed


def _game_link(game: Game) -> str:
    return settings.SITE_URL + reverse("games:game", args=[game.public_id])


class _Entries:
    """The entries of a feed: one for each chapter."""

    def item_description(self, item: FeedItem) -> str:
        return ""

    def item_link(self, item: FeedItem) -> str:
        page = next((page for page in skin_for(item.game.title).pages if _is_read(page)), None)
        if page is None or item.chapter < page.first:
            return self.item_guid(item)
        path = reverse("games:page_of", args=[item.game.public_id, page.slug, item.chapter])
        return settings.SITE_URL + path

    def item_guid(self, item: FeedItem) -> str:
        return f"{_game_link(item.game)}#{item.chapter}"

    def item_pubdate(self, item: FeedItem) -> datetime:
        return item.at

    def item_updateddate(self, item: FeedItem) -> datetime:
        return item.at


class GameFeed(_Entries, _Feed):
    """The chapters of a game, newest first. The caller has checked that the game may be read."""

    feed_type = Atom1Feed

    def __init__(self, game: Game) -> None:
        self.game = game

    def get_object(self, request: HttpRequest, *args: object, **kwargs: object) -> Game:
        return self.game

    def title(self, game: Game) -> str:
        return f"{game.name} · {skin_for(game.title).name}"

    def link(self, game: Game) -> str:
        return _game_link(game)

    def feed_guid(self, game: Game) -> str:
        return _game_link(game)

    def feed_url(self, game: Game) -> str:
        return settings.SITE_URL + feed_path(game)

    def items(self, game: Game) -> list[FeedItem]:
        noons = selectors.noons_of(game)
        played = sorted((chapter for chapter in noons if chapter > 0), reverse=True)  # 0 is the start
        return [FeedItem(game, chapter, noons[chapter]) for chapter in played[:LISTED]]

    def item_title(self, item: FeedItem) -> str:
        return str(skin_for(item.game.title).chapter_text(item.chapter))


class OwnFeed(_Entries, _OwnFeed):
    """The chapters of all games that a user plays in, newest first."""

    feed_type = Atom1Feed

    def __init__(self, owner: User) -> None:
        self.owner = owner

    def get_object(self, request: HttpRequest, *args: object, **kwargs: object) -> User:
        return self.owner

    def title(self, owner: User) -> str:
        return _("Noon: your games")

    def link(self, owner: User) -> str:
        return settings.SITE_URL + reverse("games:lobby")

    def feed_url(self, owner: User) -> str:
        return calendar_address(owner, Fetched.FEED)

    def feed_guid(self, owner: User) -> str:
        return f"urn:noon:{salted_hmac('games.views.feeds', owner.calendar_key or '').hexdigest()[:32]}"

    def items(self, owner: User) -> list[FeedItem]:
        return selectors.published_chapters(owner, LISTED)

    def item_title(self, item: FeedItem) -> str:
        return f"{item.game.name} · {skin_for(item.game.title).chapter_text(item.chapter)}"


def _is_read(page: Page) -> bool:
    """Whether a page has an edition for each chapter that everybody may read."""
    return bool(page.chaptered and not page.private and not page.final)


def feed_path(game: Game) -> str:
    """The path of a game's feed in the language that is active."""
    return reverse("games:feed", args=[game.public_id, translation.get_language() or settings.LANGUAGE_CODE])


@require_safe
def game_feed(request: HttpRequest, public_id: str, language: str) -> HttpResponse:
    """The feed of a public game, the same for everybody, with an ETag. Raises Http404 for other games, and
    for a language that the site does not speak. Three queries."""
    game = access.game_for(AnonymousUser(), public_id).game
    if language not in LOCALES:
        raise Http404
    with translation.override(language):
        response = GameFeed(game)(request)
    response["Cache-Control"] = f"public, max-age={FRESH}"
    return unless_known(request, response)


@require_safe
def my_feed(request: HttpRequest, token: str) -> HttpResponse:
    """The feed of the user who has this secret address, with an ETag; no log-in is needed. Three queries.
    Raises Http404 for every other token."""
    return fetched(
        request, token, Fetched.FEED, Atom1Feed.content_type, lambda owner: OwnFeed(owner)(request).content
    )
