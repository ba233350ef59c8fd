"""A game before its start: who has joined, the invitation, and what its creator may change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from accounts.requests import UserRequest, is_logged_in
from web.errors import logged_out

from .. import access, selectors
from ..access import Entry
from ..contract import Meta
from ..forms import GameForm, JoinForm, hours_text, values_of
from ..models import Game
from ..policytexts import policy_name, policy_of
from ..refusaltexts import refusal_text
from ..registry import skin_for
from ..services import games as service
from ..services.refusals import Refused
from ..services.rematches import rematch
from ..skin import figures
from ..skin.figures import sentence
from ..texts import ended_text, option_lines
from .answers import SeeOther, acting
from .cards import SHOWN, noon_hour, places_text, players_text
from .frame import reader_zone
from .lobby import PLACES, settings_page
from .sharing import game_tags

View = Callable[[UserRequest, str], HttpResponse | None]


def waiting_room(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The page of a game that is gathering players, or never started."""
    if entry.game.stage == Game.Stage.CANCELLED:
        return _cancelled(request, entry)
    return room(request, entry, join_form(request))


def room(request: HttpRequest, entry: Entry, form: JoinForm, token: str = "") -> HttpResponse:
    """The waiting room; `token`: the invitation through which a stranger sees it."""
    game, zone = entry.game, reader_zone(request)
    players = selectors.seats_of(game)
    people = list(selectors.people_of(players).values())
    if token and not game.is_public:
        # only players of a private game see uploaded pictures; strangers get the drawn avatars
        people = [replace(one, picture="") for one in people]
    free = max(0, game.max_players - len(players))
    here = reverse("games:invitation", args=[token]) if token else ""
    context = {
        "game": game,
        "title_key": game.title,
        "skin": skin_for(game.title),
        "entry": entry,
        "seats": list(zip(players, people, strict=True)),
        "free": free,
        "people": sum(player.user_id is not None for player in players),
        "free_places": range(min(free, SHOWN)),
        "places": places_text(len(players), free),
        "lines": _lines(game, zone),
        "policy": policy_of(game, timezone.now(), zone),
        "policy_name": policy_name(game),
        "waits": "" if game.starts_on else _waits(skin_for(game.title).rules.meta),
        "missing": max(0, game.min_players - len(players)),
        "may_need_fewer": game.min_players > skin_for(game.title).rules.meta.min_players,
        "form": form,
        "invited": bool(token),
        "join_url": here or reverse("games:join", args=[game.public_id]),
        "back_url": here or reverse("games:game", args=[game.public_id]),
        "nav": "games",
    }
    context["share"] = game_tags(request, game)
    context["hosts"] = entry.is_creator or (not token and access.runs(request.user, entry))
    if context["hosts"] and game.invitation:
        context["invitation_url"] = settings.SITE_URL + reverse("games:invitation", args=[game.invitation])
    return render(request, "games/gathering.html", context, status=422 if form.errors else 200)


def _waits(meta: Meta) -> str:
    """What happens to a game that does not fill, in a sentence."""
    if meta.may_start_below_max:
        text = ngettext(
            "A game that has not started after %(days)s day starts with those who have joined, if they are "
            "enough; otherwise it is closed.",
            "A game that has not started after %(days)s days starts with those who have joined, if they are "
            "enough; otherwise it is closed.",
            meta.recruiting_days,
        )
    else:
        text = ngettext(
            "A game that has not started after %(days)s day is closed.",
            "A game that has not started after %(days)s days is closed.",
            meta.recruiting_days,
        )
    where = (
        _("Its players learn of it by mail and from their list of games.")
        if settings.MAIL_CONFIGURED
        else _("Its players learn of it from their list of games.")
    )
    return sentence(text % {"days": meta.recruiting_days}, where)


def _lines(game: Game, zone: str) -> list[tuple[str, str]]:
    """A game's settings in words: label and value."""
    skin = skin_for(game.title)
    lines = [
        (_("Players"), players_text(game.min_players, game.max_players)),
        (_("Who may come"), _("Everybody") if game.is_public else _("By invitation")),
        (_("Noon"), noon_hour(game, timezone.now(), zone)),
    ]
    if game.starts_on is not None:
        lines.append((_("Start"), start_text(game)))
    if not skin.rules.meta.at_noon:
        lines.append(
            (_("A turn closes"), _("as soon as everybody awaited has answered, at noon at the latest"))
        )
    elif game.close_when_all_ready:
        lines.append((_("A turn closes"), _("at noon, or as soon as everybody is ready")))
    else:
        lines.append((_("A turn closes"), _("at noon")))
    if skin.rules.meta.notices:
        lines.append((_("Notice"), _("at least %(hours)s") % {"hours": hours_text(game.notice)}))
    lines.append((_("Whoever leaves"), leaving_text(game)))
    lines.append((_("Who may talk"), press_text(game)))
    return lines + option_lines(game)


def start_text(game: Game) -> str:
    """The day on which a game starts, in a few words; "" for one without a day."""
    if game.starts_on is None:
        return ""
    return _("on %(day)s, with those who have joined") % {"day": figures.date_text(game.starts_on, "l j F")}


def leaving_text(game: Game) -> str:
    """What happens to the place of a player who leaves the running game, in a few words."""
    if skin_for(game.title).rules.meta.leaves:
        return _("leaves by the rules of the game")
    if game.on_leave == Game.OnLeave.EMPTY:
        return _("leaves an empty place, to be taken over")
    return _("leaves it to a bot, until somebody takes it over")


def press_text(game: Game) -> str:
    """Which players may write to each other in the running game, in a few words."""
    if game.press == Game.Press.ALL:
        return _("everybody: at the table, in groups and in letters")
    if game.press == Game.Press.TABLE:
        return _("the table: what one says, all of them read")
    return _("nobody: only the game masters are written to")


def _cancelled(request: HttpRequest, entry: Entry) -> HttpResponse:
    """What happened to a game that never started, and the next step."""
    game = entry.game
    context = {
        "game": game, "title_key": game.title, "skin": skin_for(game.title), "nav": "games",
        "sentence": ended_text(game.ended),
    }  # fmt: skip
    return render(request, "games/cancelled.html", context)


# ---- acts: by POST, by somebody who is logged in ----------------------------------------------------


def act(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """The base of posts about a gathering game. GET redirects to the game's page, which is also where a
    login leads. What the services refuse is shown on that page."""

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str) -> HttpResponse:
        page = reverse("games:game", args=[public_id])
        if request.method != "POST":
            return redirect(page)
        if not is_logged_in(request):
            return redirect_to_login(page)
        try:
            return view(request, public_id) or redirect(page)
        except Refused as refused:
            messages.warning(request, refusal_text(refused.code, refused.params))
            return redirect(page)

    return wrapped


def join_form(request: HttpRequest) -> JoinForm:
    """The form for a place, filled in with the account's name."""
    name = str(request.user) if request.user.is_authenticated else ""
    return JoinForm(initial={"name": name})


@act
def join(request: UserRequest, public_id: str) -> HttpResponse | None:
    """Take a place in a public game; without a posted name, under the account's own."""
    entry = access.game_for(request.user, public_id)
    return take_place(request, entry)


def take_place(request: UserRequest, entry: Entry, token: str = "") -> HttpResponse | None:
    """Take a place, in a public game or by invitation: None once done, or the page again if the name is
    refused."""
    typed = request.POST if "name" in request.POST else {"name": str(request.user)}
    form = JoinForm(typed)
    if form.is_valid():
        try:
            service.game_join(game=entry.game, user=request.user, name=form.cleaned_data["name"])
        except Refused as refused:
            if refused.code != "name_taken":
                raise
            form.add_error("name", refusal_text(refused.code, refused.params))
    if form.errors:
        return room(request, entry, form, token)
    entry.game.refresh_from_db(fields=["stage"])
    if entry.game.stage == Game.Stage.GATHERING:
        text = (
            _("You are in. The game starts %(start)s.") % {"start": start_text(entry.game)}
            if entry.game.starts_on
            else _("You are in. The game starts with its last place, or when its creator says.")
        )
        messages.success(request, text)
    else:
        messages.success(request, _("You are in, and the last place is taken: the game has started."))
    return None


@acting
def again(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Create a rematch of a game that is over, on behalf of one of its players, or take a place in the
    rematch that another one created."""
    assert entry.player is not None
    assert is_logged_in(request)
    try:
        made = rematch(player=entry.player, user=request.user)
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
        return SeeOther(reverse("games:game", args=[entry.game.public_id]))
    if made.creator_id == request.user.pk:
        messages.success(request, _("The game is created, and everybody who played is invited."))
    else:
        messages.success(request, _("You are in: somebody had asked for this game before you."))
    return SeeOther(reverse("games:game", args=[made.public_id]))


@act
def start(request: UserRequest, public_id: str) -> HttpResponse | None:
    """The creator starts the game with the players who have joined."""
    service.game_start(game=access.gathering_for_creator(request.user, public_id), author=request.user)
    messages.success(request, _("The game has started."))
    return None


@act
def bots(request: UserRequest, public_id: str) -> HttpResponse | None:
    """The creator seats a bot, or starts the game with bots in the free places."""
    game = access.gathering_for_creator(request.user, public_id)
    if request.POST.get("act") == "start":
        service.game_start_with_bots(game=game, author=request.user)
        messages.success(request, _("The game has started, with bots in the places that were free."))
        return None
    service.game_seat_bots(game=game, count=1)
    messages.success(request, _("A bot has a place."))
    return None


def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """The creator changes the settings; everybody who joined is notified."""
    page = reverse("games:game", args=[public_id])
    if not request.user.is_authenticated:
        return logged_out(request) if request.method == "POST" else redirect_to_login(page)
    game = access.gathering_for_creator(request.user, public_id)
    if game.stage != Game.Stage.GATHERING:
        if request.method == "POST":
            messages.warning(request, refusal_text("started", {}))
        return redirect(page)
    zone = reader_zone(request)
    form = GameForm(
        request.POST if request.method == "POST" else None,
        initial=values_of(game),
        game=game,
        reader_zone=zone,
    )
    if request.method == "POST" and form.is_valid():
        try:
            service.game_edit(game=game, author=request.user, plan=form.plan())
        except Refused as refused:
            form.add_error(PLACES.get(refused.code), refusal_text(refused.code, refused.params))
        else:
            messages.success(request, _("Settings saved. Whoever had joined is told."))
            return redirect(page)
    return settings_page(request, form)


@act
def remove(request: UserRequest, public_id: str) -> HttpResponse | None:
    """The creator removes a player. The number of a free place goes to the next player who joins, so the
    page also posts the name it showed."""
    game = access.gathering_for_creator(request.user, public_id)
    number = request.POST.get("number", "")
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        raise Refused("no_such_player")
    who = request.POST.get("who", "")
    service.player_remove(game=game, number=int(number), name=who, author=request.user)
    messages.success(request, _("The place is free again. Its player is told."))
    return None


@act
def cancel(request: UserRequest, public_id: str) -> HttpResponse | None:
    """The creator cancels the game."""
    service.game_cancel(game=access.gathering_for_creator(request.user, public_id), author=request.user)
    return None


@act
def invitation_change(request: UserRequest, public_id: str) -> HttpResponse | None:
    """Replace the invitation by a new one, or remove it."""
    game = access.gathering_for_host(request.user, public_id)
    if request.POST.get("act") == "revoke":
        service.invitation_revoke(game=game)
        messages.success(request, _("The link is revoked. Nobody can join with it any more."))
    else:
        service.invitation_renew(game=game)
        messages.success(request, _("Here is a new link. The old one no longer works."))
    return None
