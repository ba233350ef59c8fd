"""Days away: a page with the reader's days away, a form for more, and a button that ends each; and deputies:
asking for one, and answering a request."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from accounts.requests import UserRequest
from accounts.zones import place_of

from .. import access, selectors
from ..awaytexts import asked_text, plan_hint, plan_text
from ..forms.away import EVERYWHERE, ONE_GAME, AwayForm
from ..models import Deputy, Game, Vacation
from ..refusaltexts import refusal_text
from ..selectors import seat_name
from ..services.deputies import deputy_accept, deputy_ask, deputy_leave, deputy_withdraw
from ..services.plans import plans_run
from ..services.refusals import Refused
from ..services.vacations import not_over, vacation_begin, vacation_end
from ..skin import figures
from .ahead import Ahead, ahead_of

# The field beside which each refusal is shown; that of the first day for any other.
PLACES = {"away_backwards": "last", "away_past": "last", "away_long": "last", "no_such_player": "game"}


class AwayLine(Struct, frozen=True):
    """One vacation in words: the days, from which game ("" for all), the plan, whether it has begun; the
    state of its deputy, "" without one, and whether one can be asked."""

    key: int
    days: str
    game: str
    plan: str
    begun: bool
    deputy: str = ""
    may_ask: bool = False


class CareLine(Struct, frozen=True):
    """A seat for which the reader is deputy or may become it: `accepted`, or waiting for an answer; `url`:
    its pages, "" before they may be read."""

    key: int
    name: str
    game: str
    days: str
    accepted: bool
    reads_talk: bool
    over: bool
    url: str


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def away(request: UserRequest) -> HttpResponse:
    """The reader's days away, the form for more, and the seats in their care; asked by a script, what follows
    from what is typed. Five queries."""
    games = access.games_to_be_away_from(request.user)
    if request.headers.get("HX-Request") and "first" in request.GET:
        ahead = _ahead(request, request.GET, games)
        return render(request, "games/includes/ahead.html", {"ahead": ahead})
    form = _form(request, games)
    if request.method == "POST" and form.is_valid() and _saved(request, form):
        return redirect("games:away")
    now = timezone.now()
    typed = form.data if form.is_bound else {name: str(value) for name, value in form.initial.items()}
    context = {
        "ahead": _ahead(request, typed, games),
        "form": form,
        "lines": _lines(request, now),
        "care": [line for line in _care(request, now) if not line.over],
        "games": games,
        "plans": [(plan.value, plan.label, plan_hint(plan)) for plan in Vacation.Plan],
        "place": place_of(request.zone_name),
        "nav": "games",
    }
    return render(request, "games/away.html", context, status=422 if form.errors else 200)


def _ahead(request: UserRequest, typed: Mapping[str, Any], games: list[Game]) -> Ahead:
    """One query."""
    noons = selectors.next_deadlines(games)
    return ahead_of(typed, games, noons, request.zone_name, request.user.display_name)


def _form(request: UserRequest, games: list[Game]) -> AwayForm:
    if request.method == "POST":
        return AwayForm(request.POST, games=games)
    asked = request.GET.get("game", "")
    tomorrow = timezone.localdate() + timedelta(days=1)
    where = ONE_GAME if any(game.public_id == asked for game in games) else EVERYWHERE
    first: dict[str, object] = {"first": tomorrow, "last": tomorrow, "where": where, "game": asked}
    return AwayForm(initial={**first, "plan": Vacation.Plan.AGAIN}, games=games)


def _saved(request: UserRequest, form: AwayForm) -> bool:
    """Whether the days were saved; if not, the form says why."""
    first, last, plan = form.chosen_days()
    try:
        vacation = vacation_begin(
            user=request.user, first=first, last=last, zone=request.zone_name, plan=plan,
            game=form.chosen_game(),
        )  # fmt: skip
    except Refused as refused:
        form.add_error(PLACES.get(refused.code, "first"), refusal_text(refused.code, refused.params))
        return False
    plans_run(now=timezone.now(), user_id=request.user.pk)
    messages.success(request, _("Your days away are noted. You can come back at any hour."))
    if form.cleaned_data["who"]:
        _ask(request, vacation, form.cleaned_data["who"], reads_talk=form.cleaned_data["talk"])
    return True


def _ask(request: UserRequest, vacation: Vacation, who: str, *, reads_talk: bool) -> None:
    """Ask for a deputy, and show the result as a message."""
    try:
        deputy_ask(vacation=vacation, name=who, reads_talk=reads_talk)
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
    else:
        text = _("%(name)s is asked, if there is one account of that name. Until then your plan is done.")
        messages.success(request, text % {"name": who})


@login_required
@require_POST
def ask(request: UserRequest, vacation: int) -> HttpResponse:
    """Ask for a deputy on one's own days away, or withdraw the request or the deputy."""
    found = not_over(request.user, timezone.now()).filter(pk=vacation).first()
    if found is None:
        raise Http404
    if request.POST.get("do") != "withdraw":
        _ask(request, found, request.POST.get("who", ""), reads_talk="talk" in request.POST)
        return redirect("games:away")
    asked = found.deputies.filter(over_at=None).first()
    if asked is not None:
        deputy_withdraw(deputy=asked)
    messages.success(request, _("You have no deputy any more. What was saved for you stays saved."))
    return redirect("games:away")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deputy(request: UserRequest, asked: int) -> HttpResponse:
    """A request to the reader to be a deputy; POST accepts, declines, or steps down. Two queries."""
    found = access.requests_to(request.user).filter(pk=asked).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        try:
            if request.POST.get("do") == "accept":
                deputy_accept(deputy=found)
                messages.success(request, _("You are the deputy on these days. Only the player knows."))
            else:
                deputy_leave(deputy=found)
                messages.success(request, _("You do not stand in there. The player is told."))
        except Refused as refused:
            messages.warning(request, refusal_text(refused.code, refused.params))
        return redirect("games:deputy", asked)
    line = _care_line(found, timezone.now())
    return render(request, "games/deputy.html", {"line": line, "nav": "games"})


@login_required
@require_POST
def back(request: UserRequest, vacation: int) -> HttpResponse:
    """End one's own vacation, or forget one that has not begun."""
    found = not_over(request.user, timezone.now()).filter(pk=vacation).first()
    if found is None:
        if not Vacation.objects.filter(pk=vacation, user=request.user).exists():
            raise Http404
        messages.success(request, _("These days away are over already."))
        return redirect("games:away")
    vacation_end(vacation=found)
    plans_run(now=timezone.now(), user_id=request.user.pk)
    messages.success(
        request, _("From now on nothing is handed in for you. What is saved stays saved: look at your forms.")
    )
    return redirect("games:away")


def _days(vacation: Vacation) -> str:
    first, last = (figures.date_text(day, "l j F") for day in (vacation.first, vacation.last))
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


def _lines(request: UserRequest, now: datetime) -> list[AwayLine]:
    """Two queries."""
    found = list(not_over(request.user, now))
    standing = Deputy.objects.filter(vacation__in=found, over_at=None).select_related("user")
    asked = {each.vacation_id: each for each in standing}
    return [_line(vacation, now, asked.get(vacation.pk)) for vacation in found]


def _line(vacation: Vacation, now: datetime, asked: Deputy | None) -> AwayLine:
    days = _days(vacation)
    game = vacation.game.name if vacation.game is not None else ""
    return AwayLine(
        *(vacation.pk, days, game, plan_text(vacation.plan), vacation.begins_at <= now),
        deputy=asked_text(asked) if asked else "",
        may_ask=asked is None and vacation.game is not None and vacation.game.stage == Game.Stage.RUNNING,
    )


def _care(request: UserRequest, now: datetime) -> list[CareLine]:
    """The seats for which the reader is deputy or may become it. One query."""
    asked = access.requests_to(request.user).filter(over_at=None, vacation__ends_at__gt=now)
    return [_care_line(each, now) for each in asked]


def _care_line(asked: Deputy, now: datetime) -> CareLine:
    vacation, game = asked.vacation, asked.game
    assert vacation is not None
    over = asked.over_at is not None or vacation.ended_at is not None or vacation.ends_at <= now
    over = over or game.stage != Game.Stage.RUNNING or asked.player.user_id != vacation.user_id
    accepted = asked.accepted_at is not None
    reads = accepted and not over and vacation.begins_at <= now
    url = reverse("games:game", args=[game.public_id]) if reads else ""
    name = seat_name(asked.player)
    return CareLine(asked.pk, name, game.name, _days(vacation), accepted, asked.reads_talk, over, url)
