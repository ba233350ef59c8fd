"""The lobby, and the two ways to a new game: creating one, or a rehearsal against bots."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext_lazy, pgettext, to_locale
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from accounts.models import User
from accounts.zones import place_of
from config.zones import is_zone
from web.errors import logged_out

from .. import selectors
from ..clock import EVERY_DAY, Calendar, next_deadline
from ..countdown import noon_text
from ..forms import BOTS, GameForm, RehearsalForm, first_values
from ..models import Game, Notice
from ..noticetexts import notice_about, notice_address, notice_text
from ..policies import PRESETS
from ..policytexts import days_text
from ..refusaltexts import refusal_text
from ..registry import all_skins, skin_for
from ..services.games import game_create
from ..services.notices import notices_read
from ..services.refusals import Refused
from ..services.rehearsals import rehearsal_create, usual_options
from ..skin import Skin, figures
from .cards import Card, card_of, players_text
from .frame import reader_zone
from .tables import games_run, place_row, tally_of

# The lists of the lobby, by the word in their address.
LISTS = {
    "tables": gettext_lazy("Tables you run"),
    "mine": gettext_lazy("Your games"),
    "open": gettext_lazy("Open games"),
    "running": gettext_lazy("Games to watch"),
    "finished": gettext_lazy("Finished games"),
}
PLACES_SHOWN = 6  # the places to take over that the lobby shows
TABLES = 12  # the games run by the reader that the lobby shows
MOST_PAGES = 1_000_000  # beyond, the offset would exceed what databases can count
# The field beside which each refusal of the services is shown.
PLACES = {"game_name_taken": "name", "name_taken": "seat_name", "fewer_than_joined": "max_players"}


class NoticeLine(Struct, frozen=True):
    """A notice in the lobby: its subject, its link ("" if the user no longer has access), its text."""

    name: str
    url: str
    text: str


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The games the user may see: those they run, their own, the public ones. At most eight queries, besides
    that of the user; seven more for members of staff."""
    now, zone, user = timezone.now(), reader_zone(request), request.user
    found = selectors.lobby_for(user, now, PLACES_SHOWN)
    cards = {
        which: [card_of(game, user, found.forms, now, zone) for game in games]
        for which, games in found.lists.items()
    }
    run = games_run(user, 1, TABLES, now, zone)
    shown = {row.game.pk for row in run.rows}  # a game that the reader runs is not listed twice
    mine = [card for card in cards.pop("mine") if card.game.pk not in shown]
    urgent, others = _by_urgency(mine, user.pk)
    context = {
        **cards,
        "urgent": urgent,
        "others": others,
        "tables": run.rows,
        "tally": tally_of(run.rows),
        "more": found.more | ({"tables"} if run.more else set()),
        "awaited": sum(card.due for card in urgent),
        "places": [place_row(place, now, zone) for place in found.places],
        "told": [_notice_line(notice, found.seats) for notice in found.notices],
        "at": _read_until(found.notices, now).isoformat(),
        "today": timezone.localtime(now),
        "place": place_of(zone) if zone else "",
        "nav": "games",
        "bots": BOTS,
    }
    return render(request, "games/lobby.html", context)


@require_safe
def listed(request: HttpRequest, which: str, page: int = 1) -> HttpResponse:
    """One whole list of the lobby, a page at a time. At most four queries, besides that of the user."""
    user = request.user
    if which not in LISTS or not 1 <= page <= MOST_PAGES:
        raise Http404
    if which in ("mine", "tables") and not user.is_authenticated:
        raise Http404
    now, zone = timezone.now(), reader_zone(request)
    if which == "tables":
        run = games_run(user, page, selectors.PAGE, now, zone)
        return _list_page(request, which, page, {"tables": run.rows}, more=run.more)
    found = selectors.games_listed(user, which, page, now)
    cards = [card_of(game, user, found.forms, now, zone) for game in found.lists[which]]
    return _list_page(request, which, page, {"cards": cards}, more=bool(found.more))


def _list_page(
    request: HttpRequest, which: str, page: int, shown: dict[str, Any], *, more: bool
) -> HttpResponse:
    """A page of a list: `shown` has its cards, or the games that the reader runs. Raises Http404 beyond the
    last page."""
    if page > 1 and not any(shown.values()):
        raise Http404
    context = {"title": LISTS[which], "page": page, "nav": "games", **shown}
    if page > 1:
        context["before"] = reverse("games:list_of", args=[which, page - 1])
    if more:
        context["after"] = reverse("games:list_of", args=[which, page + 1])
    return render(request, "games/list.html", context)


def _by_urgency(mine: list[Card], user_id: int | None) -> tuple[list[Card], list[Card]]:
    """Running games first, by their next noon; then all others."""
    last = datetime.max.replace(tzinfo=UTC)
    plays = [c for c in mine if c.running and any(seat.user_id == user_id for seat in c.seats)]
    urgent = sorted(plays, key=lambda card: (card.deadline or last, not card.due))
    return urgent, [card for card in mine if card not in plays]


def _read_until(notices: list[Notice], now: datetime) -> datetime:
    """The moment up to which notices are dismissed from this page: later ones of the same minute are not.
    Rounded to the minute if none came in it, so that the page stays the same."""
    minute = now.replace(second=0, microsecond=0)
    return max([minute, *(notice.created_at for notice in notices)])


def _notice_line(notice: Notice, seats: Mapping[int, list[selectors.ListedSeat]]) -> NoticeLine:
    gone = notice.kind == Notice.Kind.REMOVED
    url = "" if gone else notice_address(notice)
    return NoticeLine(notice_about(notice), url, notice_text(notice, seats.get(notice.game_id or 0)))


def notices_dismiss(request: HttpRequest) -> HttpResponse:
    """Dismiss the notices that the lobby showed when it was opened."""
    if request.method == "POST" and request.user.is_authenticated:
        notices_read(user_id=request.user.pk, at=_moment(request.POST.get("at", "")) or timezone.now())
    return redirect("games:lobby")


def _moment(text: str) -> datetime | None:
    """A moment as the page wrote it; None for anything else."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


# ---- a new game -----------------------------------------------------------------------------------


def create(request: HttpRequest) -> HttpResponse:
    """A new game: its settings, refusals next to their fields, and when it would be played."""
    if not request.user.is_authenticated:
        return logged_out(request) if request.method == "POST" else redirect_to_login(request.path)
    zone = reader_zone(request)
    first = all_skins()[0] if all_skins() else None
    initial = {**first_values(first, str(request.user)), "runs": True}
    shown: dict[str, Any] = {"reader_zone": zone, "organizes": request.user.is_organizer}
    if request.method == "POST":
        form = GameForm(request.POST, initial=initial, **shown)
        if form.is_valid():
            try:
                game = game_create(creator=request.user, plan=form.plan(), seat_name=form.seat())
            except Refused as refused:
                form.add_error(PLACES.get(refused.code), refusal_text(refused.code, refused.params))
            else:
                messages.success(request, _("The game is created. Now it needs players."))
                return redirect("games:game", game.public_id)
    elif request.headers.get("HX-Request") and request.GET:
        form = GameForm(request.GET, initial=initial, **shown)
        return render(
            request, "games/includes/summary.html", {"summary": summary_of(form, reader_zone(request))}
        )
    else:
        form = GameForm(initial=initial, **shown)
    return settings_page(request, form)


def settings_page(request: HttpRequest, form: GameForm) -> HttpResponse:
    """The page with a game's settings, for a new game or one that has not started."""
    context = {
        "form": form,
        "game": form.game,
        "summary": summary_of(form, reader_zone(request)),
        "nav": "games",
    }
    if form.game:
        context["title_key"] = form.game.title
    elif len(form.offered) == 1:
        context["title_key"] = form.offered[0].rules.meta.key
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "games/create.html", context, status=status)


def summary_of(form: GameForm, zone: str) -> list[tuple[str, str]]:
    """A summary of the settings, as far as they are valid, as label and value: what follows "If it starts
    today"."""
    skin = _skin_of(form)
    if skin is None:
        return []
    meta = skin.rules.meta
    lines = [(pgettext("what is played", "Game"), str(skin.name))]
    least, most = _number(form, "min_players"), _number(form, "more_players")
    if not most and (usual := _number(form, "max_players")):
        most = form.most_within(meta, usual)
    if least:
        least = form.least_within(meta, least)
    if least and most:
        lines.append((_("Players"), players_text(least, most)))
    hour, game_zone = _value(form, "hour"), _value(form, "zone")
    if isinstance(hour, time) and is_zone(str(game_zone)):
        preset = PRESETS.get(str(_value(form, "policy")))
        days: Collection[int] = _value(form, "days") or (preset.days if preset else EVERY_DAY)
        dates = _value(form, "dates_out") or ()
        calendar = Calendar(hour, str(game_zone), days, frozenset(dates))
        noon = next_deadline(calendar, timezone.now(), form.notice(skin))
        lines.append((_("Noon"), noon_text(noon, calendar.zone, zone)))
        lines.append((_("Days played"), days_text(days)))
        lines.append((_("First noon"), _day(noon, calendar)))
        if meta.chapters and meta.chapters > 1:
            for _again in range(meta.chapters - 1):
                noon = next_deadline(calendar, noon, form.notice(skin))
            label = _("Last of %(count)s, at the earliest") % {"count": meta.chapters}
            lines.append((label, _day(noon, calendar)))
    return lines


def _day(noon: datetime, calendar: Calendar) -> str:
    """A day in a few characters, as the language writes it: "Sun 22 Nov"."""
    local = noon.astimezone(ZoneInfo(calendar.zone))
    text = format_date(local.date(), "EEE d MMM", locale=to_locale(get_language() or "en"))
    return figures.first_of_month(text)


def _skin_of(form: GameForm) -> Skin | None:
    if form.game:
        return form.offered[0]
    keys = {skin.rules.meta.key: skin for skin in form.offered}
    return keys.get(str(form["title"].value() or ""))


def _value(form: GameForm, key: str) -> Any:
    """The cleaned value of one field, although the rest of the form may not be valid yet."""
    field = form.fields[key]
    try:
        return field.clean(form[key].value())
    except ValidationError:
        return None


def _number(form: GameForm, key: str) -> int | None:
    value = _value(form, key)
    return value if isinstance(value, int) else None


# ---- rehearsal ------------------------------------------------------------------------------------


def rehearsal(request: HttpRequest) -> HttpResponse:
    """A game against bots: GET shows the choices, POST starts it, without fields with the defaults."""
    if not request.user.is_authenticated:
        return redirect(reverse("account_signup") + "?" + urlencode({"next": reverse("games:rehearsal")}))
    skins = all_skins()
    initial = {"title": skins[0].rules.meta.key if skins else "", "bots": BOTS}
    if request.method != "POST":
        return _rehearsal_page(request, RehearsalForm(initial=initial))
    asked = "asked" in request.POST
    form = RehearsalForm(request.POST if asked else initial)
    if not form.is_valid():
        return _rehearsal_page(request, form)
    title = form.cleaned_data["title"]
    try:
        game = rehearsal_create(
            user=request.user,
            title=title,
            name=str(request.user),
            bots=form.cleaned_data["bots"],
            options=form.options() if asked else usual_options(skin_for(title).rules.meta),
            game_name=rehearsal_name(request.user, title),
            zone=reader_zone(request),
            drop=request.POST.get("drop", ""),
        )
    except Refused as refused:
        form.add_error(None, refusal_text(refused.code, refused.params))
        return _rehearsal_page(request, form, selectors.oldest_rehearsal(request.user))
    return redirect("games:game", game.public_id)


def rehearsal_name(user: User, title: str) -> str:
    """The name of a user's next rehearsal of a title, the same in every language: "Cardline 2", the first
    number that no rehearsal of this user has. One query."""
    taken = selectors.rehearsal_names(user)
    named = (f"{skin_for(title).name} {number}" for number in itertools.count(1))
    return next(name for name in named if name not in taken)


def _rehearsal_page(request: HttpRequest, form: RehearsalForm, oldest: Game | None = None) -> HttpResponse:
    """`oldest`: a rehearsal that may make room for a new one."""
    context = {"form": form, "nav": "games", "oldest": oldest}
    return render(request, "games/rehearsal.html", context, status=422 if form.errors else 200)
