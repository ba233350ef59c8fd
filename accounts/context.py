"""What every page of the site may show: one value, `house`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

# Each language under its own name, whatever the reader's.
OWN_NAMES = {"en": "English", "fr": "Français"}


def site(request: HttpRequest) -> dict[str, Any]:
    """`house`: theme, zone, now, languages ((code, own name) each), source_url, mail_configured.

    No query."""
    return {
        "house": {
            "theme": getattr(request, "theme", ""),
            "zone": getattr(request, "zone_name", settings.DEFAULT_GAME_ZONE),
            "now": timezone.now(),
            "languages": [(code, OWN_NAMES.get(code, str(name))) for code, name in settings.LANGUAGES],
            "source_url": settings.SOURCE_URL,
            "mail_configured": settings.MAIL_CONFIGURED,
        }
    }
