"""What anybody can check about a game: the ledger of its masters' acts, and its draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.guests import open_to_guests

from .. import access, selectors
from ..access import Entry
from ..contract import Draw, PlayerId, Window, encode
from ..ledgertexts import ledger_text
from ..models import Game, Turn
from ..registry import skin_for
from ..services.audit import Difference, OpenedForm, OpenedTurn, Result, Verdict, opened_chapter
from ..services.draws_file import draws_file
from ..skin import Person, ReceiptLine, Scene, Skin
from .frame import page_values
from .live import unchanged
from .values import context_of

MOST_SHOWN = 1_000  # draws shown of one resolution: more than an ordinary noon has
People = Mapping[PlayerId, Person]


@open_to_guests
@require_safe
def ledger(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ledger: every act upon a game, its author and reason, for everybody who may see the game."""
    entry = access.game_for(request.user, public_id)
    turns = selectors.open_turns(entry.game)
    if same := unchanged(request, entry, turns, request.path):
        return same
    prefetch_related_objects([entry.game], "players")
    lines = [{"entry": line, "text": ledger_text(line)} for line in selectors.ledger_of(entry.game)]
    values = page_values(request, entry, "ledger", turns=turns)
    return render(request, "games/ledger.html", context_of(values, own={"lines": lines}))


# ---- draws ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sealed:
    """A turn as everybody may see it: the commitment to its seed."""

    name: str
    text: str
    opened_at: datetime
    commitment: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw. `among`: the possible values, in words; "" if that was not recorded."""

    label: str
    among: str
    value: str


@dataclass(frozen=True, slots=True)
class FormShown:
    """One form. `raw`: the stored orders without those that stay closed. `revision`: how many times the form
    was saved, 0 if that was not recorded."""

    who: str
    lines: tuple[ReceiptLine, ...]
    raw: str
    fingerprint: str
    salt: str
    revision: int


@dataclass(frozen=True, slots=True)
class Resolved:
    """One resolution of a turn. `nth`: how many came before it; `salted`: its key was made of the
    fingerprints, as in the first releases; `drawn`: the number of all its draws; `more`: the number of
    those not shown, which the file contains."""

    nth: int
    salted: bool
    forms: tuple[FormShown, ...]
    draws: tuple[Drawn, ...]
    drawn: int
    more: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn of a finished game, opened to its players. `told`: the result of re-running it."""

    sealed: Sealed
    seed: str
    verified: bool
    told: str
    checked_at: datetime | None
    places: tuple[str, ...]
    resolutions: tuple[Resolved, ...]


@open_to_guests
@require_safe
def draws(request: HttpRequest, public_id: str, chapter: int | None = None) -> HttpResponse:
    """The commitments of a game's turns; after its end, for its players, also what they committed to."""
    entry = access.game_for(request.user, public_id)
    game, skin = entry.game, skin_for(entry.game.title)
    open_turns = selectors.open_turns(game)
    if same := unchanged(request, entry, open_turns, request.path):
        return same
    turns = list(Turn.objects.filter(game=game).order_by("chapter", "opened_at", "pk"))
    chapters = sorted({turn.chapter for turn in turns})
    if chapter is not None and chapter not in chapters:
        raise Http404
    values = page_values(request, entry, "draws", turns=open_turns)
    people = values.people
    is_open = game.stage == Game.Stage.FINISHED and entry.player is not None
    shown = opened_chapter(game, chapter) if is_open and chapter is not None else []
    wanted = [turn for turn in turns if chapter in (None, turn.chapter)]
    return render(
        request,
        "games/draws.html",
        {
            **context_of(values),
            "is_open": is_open,
            "download_url": reverse("games:draws_download", args=[game.public_id]),
            "chapter": chapter,
            "chapter_text": skin.chapter_text(chapter) if chapter is not None else "",
            "chapters": [(c, skin.chapter_text(c), _url(game, c)) for c in chapters] if is_open else [],
            "sealed": [] if shown else [_sealed(turn, skin, people) for turn in wanted],
            "shown": [_shown(turn, entry, skin, people) for turn in shown],
        },
    )


@open_to_guests
@require_safe
def draws_download(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    """Seals, seeds, forms and draws of a finished game as a JSON file, for its players. Raises Http404
    before its end."""
    game = access.seat_for(request.user, public_id).game
    if game.stage != Game.Stage.FINISHED:
        raise Http404
    name = f"draws-{game.public_id}.json"
    return StreamingHttpResponse(
        draws_file(game),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _url(game: Game, chapter: int) -> str:
    return reverse("games:draws_of", args=[game.public_id, chapter])


def _sealed(turn: Turn, skin: Skin, people: People) -> Sealed:
    window = selectors.window_of(turn)
    # The start is not a window of the title: it asks nobody anything.
    text = skin.turn_text(window.kind, window.at, people) if window.players else _("The start")
    return Sealed(turn.name, text, turn.opened_at, turn.commitment)


def _shown(opened: OpenedTurn, entry: Entry, skin: Skin, people: People) -> Shown:
    resolutions = tuple(
        Resolved(
            resolution.nth,
            resolution.key_version == 1,
            tuple(_form(form, resolution.window, entry, skin, people) for form in resolution.forms),
            tuple(_drawn(label, draw) for label, draw in islice(resolution.draws.items(), MOST_SHOWN)),
            len(resolution.draws),
            max(0, len(resolution.draws) - MOST_SHOWN),
        )
        for resolution in opened.resolutions
    )
    places = tuple(_place(d, people) for d in opened.verdict.differences)
    return Shown(
        _sealed(opened.turn, skin, people), opened.seed,
        opened.verdict.result is Result.VERIFIED, _verdict_text(opened.verdict), opened.verdict.at, places,
        resolutions,
    )  # fmt: skip


def _form(form: OpenedForm, window: Window, entry: Entry, skin: Skin, people: People) -> FormShown:
    scene = Scene(
        view=form.view,
        people=people,
        base=reverse("games:game", args=[entry.game.public_id]),
        zone=entry.game.zone,
        chapter=window.chapter,
        latest=entry.game.latest,
        finished=True,
    )
    quote = skin.rules.quote(form.view, window, form.orders)
    lines = skin.receipt(scene, window, form.orders, quote).lines
    return FormShown(
        scene.name(form.player), lines, encode(form.orders), form.fingerprint, form.salt, form.revision
    )


def _drawn(label: str, draw: Draw) -> Drawn:
    texts = {
        "below": _("a number from 0 to %(last)s"),
        "percent": _("a number from 1 to 100"),
        "pick": _("one of %(n)s, counted from 0"),
        "shuffle": _("the order of %(n)s, counted from 0"),
        "": "",
    }
    among = texts[draw.kind] % {"n": draw.n, "last": draw.n - 1}
    value = draw.value
    return Drawn(label, among, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value))


def _verdict_text(verdict: Verdict) -> str:
    return {
        Result.VERIFIED: lambda: _("Verified: running this turn again gave the same result, in every byte."),
        Result.DIFFERS: lambda: _(
            "Running this turn again gave another result. Tell the game masters; below is where it differs."
        ),
        Result.NOT_RESOLVED: lambda: _("This turn was never resolved: nothing was drawn."),
        Result.OTHER_RULES: lambda: _(
            "Not run again: this turn was played under an earlier version of the rules. Its seed and its "
            "draws are below all the same."
        ),
    }[verdict.result]()


def _place(difference: Difference, people: People) -> str:
    """Where a turn differs, in words."""
    person = people.get(PlayerId(difference.where))
    whose = {"public": _("everybody"), "hidden": _("nobody")}.get(difference.where) or (
        person.name if person else difference.where
    )
    texts = {
        "commitment": _("the seed, which does not fit its seal"),
        "resolutions": _("resolutions are missing"),
        "fingerprint": _("the fingerprint of a form: %(whose)s"),
        "draws": _("the draws"),
        "drawer": _("what is kept for: %(whose)s"),
        "events": _("what was told to: %(whose)s"),
        "grants": _("who may read whose dossier"),
        "missing": _("who was missing"),
        "raised": _("the rules, which stopped"),
    }
    text = texts[difference.what]
    return text % {"whose": whose} if "%(" in text else text
