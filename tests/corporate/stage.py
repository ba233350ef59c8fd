"""Games played by the rules alone, and their pages as each reader would be shown them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from corporate.rules import RULES
from corporate.skin import SKIN
from games.contract import Event, Grant, Order, PlayerId, State, View
from games.skin import Desk, Opened, Page, Person, Receipt, Scene
from games.views.receipts import desk_receipt
from games.views.values import FormValues, context_of
from tests.corporate.rules.playing import play

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Jack", "Shiro", "Lena")
START = datetime(2026, 11, 14, 11, tzinfo=UTC)
LANGUAGES = ("en", "fr")
# What the platform puts around every page: a page's own values may not hide it.
FRAME = {"game", "entry", "skin", "people", "me", "tabs", "day", "progress", "title_key", "scene"}


@dataclass
class Played:
    """A game at some point of its life: the state, and what everybody was told so far."""

    state: Any
    told: dict[str, dict[int, list[Event]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    grants: list[tuple[int, Grant]] = field(default_factory=list)
    latest: int = -1

    @property
    def window(self):
        return RULES.windows(self.state.public)[0]

    def people(self) -> dict[PlayerId, Person]:
        seats = self.state.public.players
        return {seat: Person(seat, name) for seat, name in zip(seats, NAMES, strict=False)}

    def scene(
        self, reader: str | None, chapter: int | None = None, query: Mapping[str, str] | None = None
    ) -> Scene:
        """What `reader` may see (None: a spectator), on a page of one chapter."""
        at = self.latest if chapter is None else chapter
        viewer = PlayerId(reader) if reader else None
        view = self.state.seen_by(viewer) if viewer else View(None, self.state.public, None)
        return Scene(
            view=view,
            people=self.people(),
            base="/g/abc/",
            zone="Europe/Paris",
            chapter=at,
            latest=self.latest,
            public_events=tuple(self.told["public"][at]),
            own_events=tuple(self.told[reader][at]) if reader else (),
            opened=self._opened(reader, at),
            receipt=Receipt("C2E188B05A97C2E188B05A97", START, 8) if reader else None,
            noons={number: START + timedelta(days=number) for number in range(self.latest + 1)},
            query=query or {},
            finished=not RULES.windows(self.state.public),
        )

    def _opened(self, reader: str | None, chapter: int) -> tuple[Opened, ...]:
        return tuple(
            Opened(
                grant.of,
                read,
                tuple(event for event in self.told[grant.of][read] if event.kind not in grant.without),
            )
            for made, grant in self.grants
            if grant.reader == reader and made == chapter
            for read in grant.chapters
        )

    def desk(self, reader: str, orders: tuple[Order, ...] = (), **values: Any) -> Desk:
        """The main window in front of a player, with these orders saved."""
        saved = {
            "revision": 3,
            "saved_at": START,
            "fingerprint": "7F3A19C204DE7F3A19C204DE",
            "salt": "ab" * 16,
        }
        quote = RULES.quote(self.state.seen_by(PlayerId(reader)), self.window, orders)
        return Desk(
            self.window,
            orders,
            deadline=START + timedelta(days=1),
            quote=quote,
            **((saved if orders else {}) | values),
        )


def played(count: int = 4, seed: int = 1, until: int | None = None, **options: bool) -> Played:
    """A random game, whole or up to the opening of turn `until`."""
    return _played(count, seed, until, tuple(sorted(options.items())))


@lru_cache(maxsize=16)
def _played(count: int, seed: int, until: int | None, options: tuple[tuple[str, bool], ...]) -> Played:
    now: Played | None = None
    for step in play(count, seed, **dict(options)):
        if now is None:
            now = Played(step.before)
        if until is not None and now.state.public.turn >= until:
            return now
        # What happens while a turn is open belongs to that turn's chapter.
        chapter = step.before.public.turn
        now.state = step.outcome.state
        for event in step.outcome.events:
            for reader in event.to:
                now.told[str(reader)][chapter].append(event)
        now.grants += [(chapter, grant) for grant in step.outcome.grants]
        if not step.window.is_door:
            now.latest = chapter
    assert now is not None
    return now


def opening(count: int = 4, seed: int = 1, **options: bool) -> Played:
    """A game whose characters window is open."""
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    from games.contract import Dice

    chosen = {"characters": True, "wire_transfers": False} | options
    return Played(RULES.setup(players, chosen, Dice(b"%d" % seed)).state)


def with_public(game: Played, **changes: Any) -> Played:
    """The same game with something of its public drawer changed by hand."""
    from dataclasses import replace

    state = State(replace(game.state.public, **changes), game.state.private, game.state.hidden)
    return Played(state, game.told, game.grants, game.latest)


def frame() -> dict[str, Any]:
    """What the platform puts around a page, as far as its templates look at it."""
    game = SimpleNamespace(public_id="abc", name="Fifth Avenue", is_rehearsal=False, paused=False, pk=1)
    return {
        "game": game,
        "skin": SKIN,
        "tabs": [],
        "day": None,
        "progress": "",
        "me": "p1",
        "title_key": "corporate",
    }


def page_of(slug: str) -> Page:
    return next(page for page in SKIN.pages if page.slug == slug)


def render(template: str, context: dict[str, Any], scene: Scene | None = None, language: str = "en") -> str:
    """A template within the site's frame, as an anonymous request would be shown it."""
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.signed_cookies import SessionStore

    request = RequestFactory().get("/g/abc/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    request.LANGUAGE_CODE = language
    with translation.override(language):
        return render_to_string(template, {**frame(), **context, "scene": scene}, request)


def render_page(slug: str, scene: Scene, language: str = "en") -> str:
    page = page_of(slug)
    with translation.override(language):
        context = page.context(scene)
    return render(page.template, context, scene, language)


def render_form(
    scene: Scene, desk: Desk, doors: tuple[Desk, ...] = (), language: str = "en", **more: Any
) -> str:
    """The form of a desk, with everything the platform adds to it."""
    with translation.override(language):
        page = SKIN.form(scene, desk, doors)
        receipt = desk_receipt(SKIN, scene, desk) if desk.saved else None
    given: dict[str, Any] = {"withdraw_url": "", **more}
    values = FormValues(
        desk,
        "/g/abc/orders/",
        doors=doors,
        receipt=receipt,
        passes=page.passes,
        summary=page.summary,
        **given,
    )
    return render(page.template, context_of(values, own=page.context), scene, language)


def pressed(post: dict[str, Any]) -> dict[str, str]:
    """What a browser posts when one question of the order form is answered. In: `act` (add, replace,
    remove), `kind` or `place`, and the question's own fields by their short names."""
    own = {key: str(value) for key, value in post.items() if key not in ("act", "kind", "place")}
    frame = {key: own.pop(key) for key in ("turn", "revision") if key in own}
    key = str(post.get("kind", "")) if post["act"] == "add" else f"o{post.get('place', '')}"
    named = {f"{key}-{name}": value for name, value in own.items()}
    opened = {f"open-{key}": "1"} if post["act"] in ("add", "replace") else {}
    return {**frame, **opened, **named, "act": f"{post['act']}-{key}"}
