"""A user's calendar for other programs: when noon is in each game, without any content."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.calendars import Fetched, calendar_owner
from accounts.models import User
from web.limits import within_rate

from .. import selectors
from ..registry import skin_for
from ..texts import moment_text
from .answers import unless_known

if TYPE_CHECKING:
    from icalendar import Event

TYPE = "text/calendar; charset=utf-8"
LENGTH = timedelta(minutes=15)  # programs show an event without one badly, or not at all


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar of the user who has this secret address, with an ETag; no log-in is needed. Two queries.
    Raises Http404 for every other token."""
    return fetched(request, token, Fetched.CALENDAR, TYPE, calendar_of)


def fetched(
    request: HttpRequest, token: str, what: Fetched, content_type: str, body_of: Callable[[User], bytes]
) -> HttpResponse:
    """The response to a program that fetches a secret address, in the language of its owner, with an ETag; no
    log-in is needed. One query, and those of `body_of`. Raises Http404 for every other token."""
    owner = calendar_owner(token, what)
    if owner is None:
        raise Http404
    if not within_rate("calendar_read", str(owner.pk)):
        response = HttpResponse(status=429, content_type=content_type)
        response["Retry-After"] = "3600"
    else:
        with translation.override(owner.language or settings.LANGUAGE_CODE), timezone.override(None):
            response = HttpResponse(body_of(owner), content_type=content_type)
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return unless_known(request, response) if response.status_code == 200 else response


def calendar_of(owner: User) -> bytes:
    """The calendar (RFC 5545) in the language that is active. The same bytes while nothing has changed. One
    query."""
    from icalendar import Calendar  # with its first use: it takes a twentieth of a second to load

    made = Calendar()
    made.add("prodid", "-//Noon//Noon//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", _("Noon"))
    for noon in selectors.calendar_noons(owner, timezone.now()):
        made.add_component(_event(noon))
    return bytes(made.to_ical())


def _event(noon: selectors.CalendarNoon) -> Event:
    from icalendar import Event

    game, event, at = noon.game, Event(), noon.at.astimezone(UTC)
    url = settings.SITE_URL + reverse("games:game", args=[game.public_id])
    turn = str(skin_for(game.title).chapter_text(noon.chapter))
    with timezone.override(game.zone):
        moment = moment_text(at, game)
    event.add("uid", f"{_name(noon.turn_id)}@{urlsplit(settings.SITE_URL).hostname or 'noon'}")
    event.add("sequence", noon.sequence)
    event.add("dtstamp", noon.opened_at.astimezone(UTC))  # with the current time, each response would differ
    event.add("dtstart", at)
    event.add("dtend", at + LENGTH)
    event.add("status", "CONFIRMED" if noon.comes else "CANCELLED")
    event.add("transp", "TRANSPARENT")  # does not block time in the reader's calendar
    event.add("summary", _("Noon: %(game)s, %(turn)s") % {"game": game.name, "turn": turn})
    zone = _("The game’s time zone: %(zone)s.") % {"zone": game.zone}
    event.add("description", f"{moment}\n{zone}\n{url}")
    event.add("url", url)
    return event


def _name(turn_id: int) -> str:
    """A turn's name for programs, always the same: the number itself would count the turns of the site."""
    return salted_hmac("games.views.calendars", str(turn_id), algorithm="sha256").hexdigest()[:32]
