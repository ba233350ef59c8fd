"""Pages for decisions of a game's players: proposals, votes, and resuming a game that paused itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from config.addresses import address

from .. import access, selectors
from ..access import Arrival, Entry
from ..models import Game, Player, Proposal, Vote
from ..refusaltexts import refusal_text
from ..services.agreements import proposal_make, proposal_vote, replaceable, why_not
from ..services.pauses import game_go_on
from ..services.refusals import Refused
from ..texts import moment_text, proposal_text
from .answers import SeeOther, acting
from .frame import page_values
from .live import arriving, unchanged
from .values import context_of

Kind, State = Proposal.Kind, Proposal.State
SHOWN_FOR = timedelta(days=2)  # decided proposals that are shown


@acting
def go_on(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Resume a game that has paused itself, on behalf of one of its players."""
    assert entry.player is not None
    try:
        game_go_on(player=entry.player)
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
    else:
        messages.success(request, _("The game goes on, with fresh deadlines. The others are told."))
    return SeeOther(address("games:game", entry.game.public_id))


class ShownProposal(Struct, frozen=True):
    """A proposal. `what`: what it proposes; `silence`: what a missing answer counts as; `mine`: the reader's
    own answer, None without one; `decided`: what became of it, "" while it is open."""

    kind: str
    what: str
    silence: str
    until: str
    mine: bool | None
    decided: str = ""


class Offer(Struct, frozen=True):
    """Something the reader can propose. `seats`: number and name of those who can be replaced."""

    kind: str
    what: str
    text: str
    seats: tuple[tuple[int, str], ...] = ()


@require_http_methods(["GET", "HEAD", "POST"])
def together(request: HttpRequest, public_id: str) -> HttpResponse:
    """The proposals of a running game, and what the reader may propose: GET shows them, POST proposes or
    votes. For players only."""
    page = address("games:game", public_id)
    if not request.user.is_authenticated:
        return redirect_to_login(page) if request.method == "POST" else redirect(page)
    if request.method == "POST":
        return _posted(request, access.seat_for(request.user, public_id))
    arrival = arriving(request, public_id, seated=True)
    if not arrival.entry.game.has_table:
        raise Http404
    if arrival.entry.game.stage != Game.Stage.RUNNING:
        return redirect(page)
    return unchanged(request, arrival, request.path) or _page(request, arrival)


def _posted(request: HttpRequest, entry: Entry) -> HttpResponse:
    assert entry.player is not None
    kind, act = request.POST.get("kind", ""), request.POST.get("act", "")
    try:
        if act == "propose":
            made = proposal_make(
                player=entry.player, kind=kind, about=_about(entry, request.POST.get("who", ""))
            )
            decided = made.state != State.OPEN
            done = _("Your proposal is made. The others are told, and not by whom.")
        elif act in ("agree", "refuse"):
            decided = proposal_vote(player=entry.player, kind=kind, agrees=act == "agree")
            done = _("Your answer counts. Until it is decided you can change it.")
        else:
            raise Refused("not_proposed")
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
    else:
        messages.success(request, _("That decided it.") if decided else done)
    running = Game.objects.filter(pk=entry.game.pk, stage=Game.Stage.RUNNING).exists()
    return SeeOther(address("games:together" if running else "games:game", entry.game.public_id))


def _about(entry: Entry, number: str) -> Player | None:
    """The seat of this number, posted by a form that asks who is to be replaced."""
    if not (number.isascii() and number.isdigit() and len(number) < 5):
        return None
    return entry.game.players.filter(number=int(number)).first()


def _page(request: HttpRequest, arrival: Arrival) -> HttpResponse:
    entry, now = arrival.entry, timezone.now()
    game, me = entry.game, entry.player
    assert me is not None
    seats = selectors.seats_of(game)
    people = [seat for seat in seats if seat.user_id is not None]
    rows = list(game.proposals.select_related("about").order_by("opened_at"))
    mine = dict(
        Vote.objects.filter(proposal__in=rows, player=me, user=me.user_id).values_list(
            "proposal_id", "agrees"
        )
    )
    open_ones = [row for row in rows if row.state == State.OPEN and row.until > now]
    decided = [
        row
        for row in rows
        if row.state != State.OPEN and row.decided_at is not None and row.decided_at > now - SHOWN_FOR
    ]
    values = page_values(request, entry, "together", seats, arrival.turns)
    own = {
        "open_ones": [_shown(game, row, mine.get(row.pk)) for row in open_ones],
        "decided": [_shown(game, row, None) for row in decided],
        "offers": _offers(game, people, {row.kind for row in open_ones}),
        "count_text": _count_text(len(people)),
        "until": moment_text(_closes(rows), game),
    }
    return render(request, "games/together.html", context_of(values, own=own))


def _closes(rows: list[Proposal]) -> datetime | None:
    """When an agreed pause ends by itself; None without one."""
    paused = (row for row in rows if (row.kind, row.state) == (Kind.PAUSE, State.AGREED))
    return next((row.until for row in paused), None)


def _count_text(people: int) -> str:
    """How many people decide, and how many are more than half of them."""
    half = people // 2 + 1
    text = ngettext(
        "%(count)s person has a seat here: that is enough.",
        "%(count)s people have a seat here: %(half)s of them are more than half.",
        people,
    )
    return text % {"count": people, "half": half}


def _shown(game: Game, row: Proposal, mine: bool | None) -> ShownProposal:
    silence = (
        _("Whoever does not answer agrees.")
        if row.kind == Kind.GO_ON
        else _("Whoever does not answer refuses.")
    )
    decided = {
        State.AGREED: _("Agreed, and done."),
        State.OVER: _("Agreed, and done."),
        State.REFUSED: _("Not agreed."),
        State.LAPSED: _("Not agreed in time."),
    }
    what = proposal_text(row.kind, row.about)
    text = decided.get(State(row.state), "")
    return ShownProposal(row.kind, what, silence, moment_text(row.until, game), mine, text)


def _offers(game: Game, people: list[Player], taken: set[str]) -> list[Offer]:
    """What can be proposed now. At most a dozen queries, however many people there are."""
    texts = {
        Kind.PAUSE: _(
            "No turn closes and nothing is taken until you agree to go on; after 14 days the game goes on by "
            "itself."
        ),
        Kind.GO_ON: _("Every deadline begins anew, with its whole notice."),
        Kind.LATER: _("The next noon of the open turns comes one day later. What is saved stays saved."),
        Kind.REPLACE: _(
            "The seat is offered to others, with all that belongs to it; this person is out of the game."
        ),
        Kind.END: _("The game is over at once, without final places. This cannot be undone."),
    }
    found = []
    for kind in Kind:
        if kind in taken:
            continue
        if kind == Kind.REPLACE:
            seats = tuple((p.number, selectors.seat_name(p)) for p in replaceable(game, people))
            if seats:
                found.append(Offer(kind, _("Replace somebody who has missed two noons"), texts[kind], seats))
        elif not why_not(game, kind):
            found.append(Offer(kind, proposal_text(kind), texts[kind]))
    return found
