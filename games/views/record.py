"""What anybody can check about a game: the ledger of its masters' acts, and its draws."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from accounts.guests import open_to_guests
from config.addresses import address

from .. import access, selectors
from ..access import Entry
from ..contract import Draw, PlayerId, View, Window, encode
from ..ledgertexts import ledger_text
from ..models import By, Game, Turn
from ..policytexts import policy_name, policy_of
from ..registry import skin_for
from ..services.audit import (
    Difference,
    OpenedForm,
    OpenedResolution,
    OpenedTurn,
    Result,
    Verdict,
    opened_chapter,
)
from ..services.draws_file import draws_file
from ..services.waiting import may_ask
from ..skin import Person, ReceiptLine, Scene, Skin
from .frame import page_values, reader_zone
from .live import arriving, unchanged
from .values import context_of

MOST_SHOWN = 1_000  # draws shown of one resolution: more than an ordinary noon has
People = Mapping[PlayerId, Person]


@open_to_guests
@require_safe
def ledger(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ledger: every act upon a game, its author and reason, for everybody who may see the game."""
    arrival = arriving(request, public_id, deputies=True)
    entry, turns = arrival.entry, arrival.turns
    if same := unchanged(request, arrival, request.path):
        return same
    prefetch_related_objects([entry.game], "players")
    lines = [{"entry": line, "text": ledger_text(line)} for line in selectors.ledger_of(entry.game)]
    values = page_values(request, entry, "ledger", turns=turns)
    hosts = (entry.is_creator or entry.is_master) and entry.game.has_table
    own: dict[str, Any] = {"lines": lines, "offered": _offered(entry), "hosts": hosts}
    if entry.game.has_clock:
        own["may_ask"] = may_ask(entry.game, None if entry.deputy else entry.player)
        own["policy"] = policy_of(entry.game, timezone.now(), reader_zone(request))
        own["policy_name"] = policy_name(entry.game)
    return render(request, "games/ledger.html", context_of(values, own=own))


def _offered(entry: Entry) -> list[tuple[str, str]]:
    """The names and links of the places to take over. No query: the game's seats were read."""
    if entry.game.stage != Game.Stage.RUNNING:
        return []
    seats = [seat for seat in entry.game.players.all() if seat.offer]
    return [
        (selectors.seat_name(p), settings.SITE_URL + address("games:place", p.offer or "")) for p in seats
    ]


# ---- draws ----------------------------------------------------------------------------------------


class Sealed(Struct, frozen=True):
    """A turn as everybody may see it: the commitment to its seed."""

    name: str
    text: str
    opened_at: datetime
    commitment: str


class Drawn(Struct, frozen=True):
    """One draw. `text`: what it decided, in a sentence, "" for one that the title does not know; `among`: the
    possible values, in words, "" if that was not recorded."""

    label: str
    text: str
    among: str
    value: str


class FormShown(Struct, frozen=True):
    """One form. `raw`: the stored orders without those that stay closed. `revision`: how many times the form
    was saved, 0 if that was not recorded; `by`: by whom, in words."""

    who: str
    lines: tuple[ReceiptLine, ...]
    raw: str
    fingerprint: str
    salt: str
    revision: int
    by: str


class Resolved(Struct, frozen=True):
    """One resolution of a turn. `nth`: how many came before it; `salted`: its key was made of the
    fingerprints, as in the first releases; `drawn`: the number of all its draws; `more`: the number of
    those not shown, which the file contains."""

    nth: int
    salted: bool
    forms: tuple[FormShown, ...]
    draws: tuple[Drawn, ...]
    drawn: int
    more: int


class Shown(Struct, frozen=True):
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
    arrival = arriving(request, public_id, deputies=True)
    entry, open_turns = arrival.entry, arrival.turns
    game, skin = entry.game, skin_for(entry.game.title)
    if same := unchanged(request, arrival, request.path):
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
            _draws(resolution, entry, skin, people),
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
        scene.name(form.player),
        lines,
        encode(form.orders),
        form.fingerprint,
        form.salt,
        form.revision,
        _("by %(whom)s") % {"whom": By(form.by).label},
    )


def _draws(resolution: OpenedResolution, entry: Entry, skin: Skin, people: People) -> tuple[Drawn, ...]:
    """The draws of a resolution, in the order in which the title tells them: as many as a page shows."""
    kept = resolution.kept
    scene = Scene(
        view=View(None, kept.after),
        people=people,
        base=reverse("games:game", args=[entry.game.public_id]),
        zone=entry.game.zone,
        chapter=kept.chapter,
        latest=entry.game.latest,
        finished=True,
    )
    texts = skin.draw_texts(scene, kept)
    told = {label: draw for label in texts if (draw := resolution.draws.get(label))}
    found = islice((told | dict(resolution.draws)).items(), MOST_SHOWN)
    return tuple(_drawn(label, draw, texts.get(label, "")) for label, draw in found)


def _drawn(label: str, draw: Draw, text: str) -> Drawn:
    texts = {
        "below": _("a number from 0 to %(last)s"),
        "percent": _("a number from 1 to 100"),
        "pick": _("one of %(n)s, counted from 0"),
        "shuffle": _("the order of %(n)s, counted from 0"),
        "": "",
    }
    among = texts[draw.kind] % {"n": draw.n, "last": draw.n - 1}
    value = draw.value
    return Drawn(label, text, among, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value))


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
