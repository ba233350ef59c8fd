"""Files for programs: robots.txt, the sitemap, the web manifest and the icons."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.staticfiles import finders
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ..access import Entry
from ..models import Game
from ..registry import all_skins
from ..share_cards import icon_of
from .play import home_url

SIDES = (180, 192, 512)  # pixels of the icons: the first for iOS
PAPER, INK = "#edf1e8", "#13181a"  # of the site's sheet, by day
CLOSED = (
    *("/account/", "/admin/", "/games/new/", "/games/rehearsal/", "/i/", "/places/", "/try/", "/calendar/"),
    *("/g/*/orders/", "/g/*/draws.json"),
)  # fmt: skip


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """`robots.txt`: nothing that needs an account, no order form; where the sitemap is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED), ""]
    lines.append(f"Sitemap: {settings.SITE_URL}{reverse('games:sitemap')}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class SitePages(Sitemap):  # type: ignore[type-arg]  # generic in the stubs alone
    """The pages about the site, and the rule book of each title."""

    def items(self) -> list[str]:
        books = [reverse("games:rules", args=[skin.rules.meta.key]) for skin in all_skins()]
        return [reverse("games:landing"), reverse("games:how"), reverse("games:lobby"), *books]

    def location(self, item: str) -> str:
        return item


class PublicGames(Sitemap):  # type: ignore[type-arg]
    """The public games that have begun, the newest first."""

    limit = 1000

    def items(self) -> QuerySet[Game]:
        shown = (Game.Stage.RUNNING, Game.Stage.FINISHED)
        titles = [skin.rules.meta.key for skin in all_skins()]
        found = Game.objects.with_table().filter(is_public=True, stage__in=shown, title__in=titles)
        return found.order_by("-started_at", "-pk")

    def location(self, item: Game) -> str:
        return home_url(Entry(item, None, is_creator=False, is_master=False))

    def lastmod(self, item: Game) -> datetime | None:
        return item.finished_at


SITEMAPS = {"site": SitePages, "games": PublicGames}


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web manifest, in the reader's language: how a phone installs the site."""
    icons = [
        {"src": reverse("games:icon", args=[side]), "sizes": f"{side}x{side}", "type": "image/png"}
        for side in SIDES
    ]
    body = {
        "name": _("Noon: games by correspondence"),
        "short_name": "Noon",
        "description": _("Games by correspondence, one move a day"),
        "lang": get_language(),
        "start_url": reverse("games:lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [{"src": static("noon/icon.svg"), "sizes": "any", "type": "image/svg+xml"}, *icons],
    }
    return JsonResponse(body, content_type="application/manifest+json")


@require_safe
def icon(request: HttpRequest, side: int) -> HttpResponse:
    """The site's icon as a PNG. Raises Http404 for a size that the manifest does not name."""
    if side not in SIDES:
        raise Http404
    response = HttpResponse(icon_of(_drawing(), side), content_type="image/png")
    response["Cache-Control"] = "public, max-age=604800"
    return response


@cache
def _drawing() -> str:
    found = finders.find("noon/icon.svg")
    assert isinstance(found, str)
    return Path(found).read_text(encoding="utf-8")
