"""The account pages that allauth does not have: preferences, profile, picture."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from config.logs import logged_already
from web.discreet import discreet

from . import services
from .calendars import Fetched, calendar_address
from .forms import PictureForm, PreferencesForm, ProfileForm
from .guests import open_to_guests
from .mails import stopped_by
from .middleware import THEME_COOKIE, ZONE_COOKIE
from .requests import ReaderRequest, UserRequest

YEAR = 365 * 24 * 3600


def safe_next(request: HttpRequest, fallback: str) -> str:
    """The URL to redirect to: the form's `next` if it is on this site, otherwise `fallback`."""
    asked = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure()):
        return asked
    return resolve_url(fallback)


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: ReaderRequest) -> HttpResponse:
    """Language, theme and time zone, with or without an account."""
    now: dict[str, str] = {
        "language": request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""),
        "theme": request.theme,
        "time_zone": request.zone_name,
    }
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect("accounts:profile")
        return render(request, "accounts/preferences.html", {"form": PreferencesForm(initial=now)})
    form = PreferencesForm(request.POST, initial=now)
    if not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form}, status=400)
    chosen = form.chosen()
    if request.user.is_authenticated:
        services.preferences_set(user=request.user, chosen=chosen)
    response = HttpResponseRedirect(safe_next(request, "games:landing"))
    remember(response, chosen)
    return response


def remember(response: HttpResponse, chosen: dict[str, str]) -> None:
    """Store the chosen preferences in cookies, for when nobody is logged in."""
    names = {"language": settings.LANGUAGE_COOKIE_NAME, "theme": THEME_COOKIE, "time_zone": ZONE_COOKIE}
    for key, name in names.items():
        if chosen.get(key):
            response.set_cookie(
                name, chosen[key], max_age=YEAR, secure=settings.TLS, httponly=True, samesite="Lax"
            )
        elif key in chosen:
            response.delete_cookie(name, samesite="Lax")


def profile_page(request: UserRequest, *, status: int = 200, **forms: Any) -> HttpResponse:
    """Render the profile with its two forms. `forms`: a bound `form` or `picture_form` with errors."""
    user = request.user
    kept = {
        "display_name": user.display_name, "language": user.language, "theme": user.theme,
        "time_zone": request.zone_name, "run_news": user.run_news, "game_mail": user.game_mail,
    }  # fmt: skip
    context = {
        "form": forms.get("form") or ProfileForm(initial=kept, runs=user.is_staff),
        "picture_form": forms.get("picture_form") or PictureForm(),
        "calendar": calendar_address(user),
        "feed": calendar_address(user, Fetched.FEED),
    }
    return render(request, "accounts/profile.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: UserRequest) -> HttpResponse:
    """The profile: name, language, theme, time zone, and links to the other account pages."""
    if request.method != "POST":
        return profile_page(request)
    kept = {"display_name": request.user.display_name, "time_zone": request.zone_name}
    form = ProfileForm(request.POST, initial=kept, runs=request.user.is_staff)
    if not form.is_valid():
        return profile_page(request, form=form, status=400)
    chosen = form.chosen()
    services.preferences_set(user=request.user, chosen=chosen)
    with translation.override(request.user.language or translation.get_language()):
        messages.success(request, _("Your profile is saved."))
    response = redirect("accounts:profile")
    remember(response, chosen)
    return response


@csrf_exempt  # anybody with the address may stop the mails, and mail programs post without our cookie
@discreet
@require_http_methods(["GET", "HEAD", "POST"])
def mails_stop(request: ReaderRequest, token: str) -> HttpResponse:
    """The address at the foot of each mail about games: GET asks, POST stops them, without a log-in. Mail
    programs post there by themselves when their owner presses "unsubscribe" (RFC 8058)."""
    user_id = stopped_by(token)
    done = request.method == "POST" and user_id is not None and services.mails_stop(user_id=user_id)
    wrong = user_id is None or (request.method == "POST" and not done)
    context = {"done": done, "wrong": wrong, "nav": "account"}
    return render(request, "accounts/mails_stop.html", context, status=404 if wrong else 200)


@login_required
@require_POST
def calendar(request: UserRequest) -> HttpResponse:
    """Make the secret addresses of calendar and feed, make new ones in their place, or take them away."""
    if request.POST.get("act") == "revoke":
        services.calendar_close(user=request.user)
        messages.success(request, _("Your calendar and your feed have no address any more."))
    else:
        services.calendar_open(user=request.user)
        messages.success(request, _("Your calendar and your feed have new addresses. No older one works."))
    return HttpResponseRedirect(f"{resolve_url('accounts:profile')}#calendar")


@login_required
@require_POST
def picture(request: UserRequest) -> HttpResponse:
    """Upload a picture, or remove it and show the drawn one again."""
    if "remove" in request.POST:
        services.picture_remove(user=request.user)
        messages.success(request, _("Your picture is removed. The skyline drawn from your name is back."))
        return redirect("accounts:profile")
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        if not form.has_error("picture", "busy"):
            return profile_page(request, picture_form=form, status=400)
        response = profile_page(request, picture_form=form, status=503)
        response["Retry-After"] = "5"
        return logged_already(response)  # not an error of the site: nothing to log
    services.picture_set(user=request.user, content=form.cleaned_data["content"])
    messages.success(request, _("Your picture is saved."))
    return redirect("accounts:profile")
