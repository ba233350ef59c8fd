"""The site's own countdown, to noon in the site's time zone, for pages that belong to no game."""

from __future__ import annotations

from datetime import time
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.clock import Calendar, next_deadline
from games.countdown import DAY, Countdown, left_text, noon_text

register = template.Library()
NOON = time(12)


@register.simple_tag
def site_countdown() -> Countdown:
    """The countdown to the site's next noon, for `games/parts/countdown.html`. No query."""
    now, zone = timezone.now(), settings.DEFAULT_GAME_ZONE
    deadline = next_deadline(Calendar(NOON, zone), now.astimezone(ZoneInfo(zone)), 0)
    left = deadline - now
    return Countdown(
        words=_("Noon in %(left)s") % {"left": left_text(left)},
        where=noon_text(deadline, zone, timezone.get_current_timezone_name()),
        label=_("%(left)s until noon") % {"left": left_text(left)},
        percent=round(max(0.0, 1 - left / DAY) * 100, 1),
        deadline=deadline.isoformat(),
    )
