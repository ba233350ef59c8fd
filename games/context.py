"""A template context processor: adds one value, `house`, to every page."""

from __future__ import annotations

import functools
import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.forms import languages as site_languages
from config.addresses import address

from .registry import all_skins


def site(request: HttpRequest) -> dict[str, Any]:
    """`house`: theme, zone, now, here (the path of this page, to return to; without the query string, which
    no page may repeat, see `web.compression`), languages and the languages other than the reader's (as (code,
    own name)), books ((key, name) of each title), rules_url, source_url, contact (`text` and `url`, or
    None), mail_configured, clock_words. No database query."""
    books = [(skin.rules.meta.key, skin.name) for skin in all_skins()]
    languages = site_languages()
    return {
        "house": {
            "theme": getattr(request, "theme", ""),
            "zone": getattr(request, "zone_name", settings.DEFAULT_GAME_ZONE),
            "now": timezone.now(),
            "here": request.path if request.method in ("GET", "HEAD") else "",
            "languages": languages,
            "other_languages": [pair for pair in languages if pair[0] != get_language()],
            "books": books,
            "rules_url": rules_url([key for key, _name in books]),
            "source_url": settings.SOURCE_URL,
            "contact": {"text": settings.CONTACT, "url": contact_url()} if settings.CONTACT else None,
            "mail_configured": settings.MAIL_CONFIGURED,
            "clock_words": clock_words() if settings.DEBUG else clock_words_in(get_language()),
        }
    }


def rules_url(titles: list[str]) -> str:
    """The target of the link “Rules”: the rule book of the only title, or the list of all titles."""
    return address("games:rules", *titles) if len(titles) == 1 else address("games:landing") + "#played"


def contact_url() -> str:
    """The setting CONTACT as a URL."""
    return settings.CONTACT if "://" in settings.CONTACT else f"mailto:{settings.CONTACT}"


@functools.cache
def clock_words_in(language: str | None) -> str:
    """`clock_words`, made once per language; each time with DEBUG, where catalogues are reloaded."""
    return clock_words()


def clock_words() -> str:
    """The texts of the countdown as JSON, for the script that updates it. They use the msgids of the server's
    texts, so that both agree."""
    return json.dumps(
        {
            "noon": _("Noon in %(left)s"),
            "label": _("%(left)s until noon"),
            "dayAlone": ngettext("%(days)s day", "%(days)s days", 1),
            "daysAlone": ngettext("%(days)s day", "%(days)s days", 2),
            "day": ngettext("%(days)s day %(hours)s h", "%(days)s days %(hours)s h", 1),
            "days": ngettext("%(days)s day %(hours)s h", "%(days)s days %(hours)s h", 2),
            "hours": _("%(hours)s h %(minutes)02d"),
            "minutes": _("%(minutes)s min"),
            "past": _("Noon has passed"),
            "printing": _("The new edition is being printed."),
            "offline": _("Not saved. Your text is kept here; try again."),
        },
        ensure_ascii=False,
    )
