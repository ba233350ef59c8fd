"""Pages about the site itself: what it is, how noon works, the rule books; and uploaded avatars."""

from __future__ import annotations

from datetime import timedelta

from django.apps import apps
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.guests import open_to_guests
from games.context import contact_url

from .. import access
from ..registry import all_skins, skin_for
from .sharing import site_tags, title_tags

LANDING = gettext_lazy(
    "Long games for small groups: one order form a day, and at noon all are opened at once. "
    "French and English, free."
)
SECURITY_TXT_VALID = timedelta(days=180)  # renewed each day; the standard asks for less than a year


@open_to_guests
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """What the site is, in one screen."""
    share = site_tags(request, _("Write your orders. Noon does the rest."), LANDING)
    return render(request, "games/landing.html", {"titles": all_skins(), "share": share})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to report a vulnerability to (RFC 9116), in plain text. Raises Http404 if the operator has named
    nobody."""
    if not settings.CONTACT:
        raise Http404
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    fields = [
        ("Contact", contact_url()),
        ("Expires", (today + SECURITY_TXT_VALID).strftime("%Y-%m-%dT%H:%M:%SZ")),
        ("Preferred-Languages", ", ".join(code for code, _name in settings.LANGUAGES)),
    ]
    if settings.TLS:  # the standard allows no other URL for the file
        fields.append(("Canonical", settings.SITE_URL + reverse("games:security_txt")))
    text = "".join(f"{name}: {value}\n" for name, value in fields)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@open_to_guests
@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """How noon works: deadlines, receipts, sealed seeds, absence."""
    share = site_tags(request, _("How noon works"), _("Deadlines, receipts, sealed seeds, absence."))
    return render(request, "games/how.html", {"share": share})


@open_to_guests
@require_safe
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """The rule book of a title."""
    try:
        skin = skin_for(title)
    except KeyError:
        raise Http404 from None
    book = skin.rule_book()
    return render(
        request,
        book.template,
        {**book.context, "skin": skin, "title_key": title, "share": title_tags(request, skin)},
    )


@require_safe
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """An uploaded avatar, for users who may see one of its seats."""
    found = apps.get_model("accounts", "Picture").objects.filter(key=key).select_related("shown_by").first()
    owner = getattr(found, "shown_by", None) if found else None
    if found is None or not access.may_see_picture(request.user, found.pk, owner.pk if owner else None):
        raise Http404
    response = HttpResponse(bytes(found.content), content_type=found.content_type)
    # The key changes with each upload, so browsers may cache the picture; shared caches may not.
    response["Cache-Control"] = "private, max-age=604800, immutable"
    return response
