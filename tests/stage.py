"""A game that the rules of a title play alone: a scene of it for each reader, and its forms as drawn.

A title derives a class of its own: `skin`, and `chapter`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from msgspec import Struct, field

from games.contract import Event, Grant, Outcome, PlayerId, State, View
from games.skin import Desk, FormPage, Opened, Page, Person, Scene, Skin
from games.views.values import FormValues, context_of, shown_doors
from tests.battery.play import play, start

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Jack", "Shiro", "Lena")
LANGUAGES = ("en", "fr")
NOON = datetime(2026, 11, 21, 11, tzinfo=UTC)
START = datetime(2026, 11, 14, 11, tzinfo=UTC)


class Played(Struct):
    """A game at some point of its life, with the events of each chapter."""

    skin: ClassVar[Skin]
    state: State[Any, Any, Any]
    told: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))

    @property
    def chapter(self) -> int:
        """The one being played."""
        raise NotImplementedError

    def scene(self, reader: str | None, **values: Any) -> Scene:
        """What a reader may see (None: a spectator), with the two last chapters, as the platform gives it."""
        state, chapter = self.state, self.chapter
        view = state.seen_by(PlayerId(reader)) if reader else View(None, state.public, None)
        people = {seat: Person(seat, name) for seat, name in zip(state.public.players, NAMES, strict=False)}
        base: dict[str, Any] = {
            "chapter": chapter, "latest": chapter - 1, "public_events": tuple(self.told[chapter]),
            "recent": {n: tuple(events) for n, events in self.told.items() if n >= chapter - 1},
            "finished": not self.skin.rules.windows(state.public),
            "noons": dict.fromkeys(range(chapter), NOON),
        }  # fmt: skip
        return Scene(view, people, "/g/abc/", "Europe/Paris", **{**base, **values})

    def desks(self, reader: str) -> tuple[Desk | None, tuple[Desk, ...]]:
        """The main question to this player, if there is one, and his doors."""
        windows = self.skin.rules.windows(self.state.public)
        mine = [Desk(window) for window in windows if reader in window.players]
        main = next((desk for desk in mine if not desk.window.is_door), None)
        return main, tuple(desk for desk in mine if desk.window.is_door)

    @classmethod
    def whole_game(cls, seed: int, players: int = 4, absence: float = 0.15, chapters: int = 0) -> Self:
        """A random game, whole or up to a chapter."""
        first = start(cls.skin.rules, seed, players)
        game = cls(first.state)
        game.told[0].extend(first.events)
        for step in play(cls.skin.rules, seed, players, absence):
            if chapters and game.chapter >= chapters:
                return game
            game.told[game.chapter].extend(step.outcome.events)
            game.state = step.outcome.state
        return game


def draw(page: FormPage, skin: Skin, **around: Any) -> str:
    """A form's own part of the page, as the platform renders it."""
    request = RequestFactory().get("/g/abc/orders/")
    frame: Mapping[str, Any] = {
        "skin": skin, "game": {"name": "Game", "public_id": "abc"}, "scene": {"latest": -1, "newest": -1},
        "tabs": [], "request": request, "live": page.live,
    }  # fmt: skip
    doors = around.pop("doors", ())
    scene = around.pop("scene", SimpleNamespace(rehearses=False))
    texts = shown_doors(skin, scene, page.doors, doors)
    values = FormValues(
        around.pop("desk", None), form_url="/g/abc/orders/", withdraw_url="/g/abc/withdraw/",
        doors=doors, door_texts=texts, passes=page.passes, summary=page.summary,
    )  # fmt: skip
    return render_to_string(
        page.template, {**frame, **context_of(values, own=page.context), **around}, request
    )


# ---- what each reader was told, and whole pages ---------------------------------------------------------


class Told(Struct):
    """A game at some point of its life: the state, and what each reader was told, by chapter. A title
    derives a class of its own: `skin`. `grants`: with the chapter in which each was made."""

    skin: ClassVar[Skin]
    state: State[Any, Any, Any]
    told: dict[str, dict[int, list[Event]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    grants: list[tuple[int, Grant]] = field(default_factory=list)
    latest: int = -1
    names: tuple[str, ...] = NAMES

    def tell(self, outcome: Outcome[Any, Any, Any], chapter: int) -> None:
        """What one resolution of a chapter changed, told and granted."""
        self.state = outcome.state
        for event in outcome.events:
            for reader in event.to:
                self.told[str(reader)][chapter].append(event)
        self.grants += [(chapter, grant) for grant in outcome.grants]

    def scene(self, reader: str | None, chapter: int | None = None, **values: Any) -> Scene:
        """What `reader` may see (None: a spectator), on a page of one chapter, by default the latest."""
        public, at = self.state.public, self.latest if chapter is None else chapter
        base: dict[str, Any] = {
            "chapter": at, "latest": self.latest, "public_events": tuple(self.told["public"][at]),
            "own_events": tuple(self.told[reader][at]) if reader else (), "opened": self._opened(reader, at),
            "noons": {number: START + timedelta(days=number) for number in range(self.latest + 1)},
            "finished": not self.skin.rules.windows(public),
            "past": {n: tuple(said) for n, said in sorted(self.told["public"].items()) if n <= at},
        }  # fmt: skip
        view = self.state.seen_by(PlayerId(reader)) if reader else View(None, public, None)
        return Scene(view, self.people(), "/g/abc/", "Europe/Paris", **{**base, **values})

    def people(self) -> dict[PlayerId, Person]:
        seats = self.state.public.players
        return {seat: Person(seat, name) for seat, name in zip(seats, self.names, strict=False)}

    def _opened(self, reader: str | None, chapter: int) -> tuple[Opened, ...]:
        return tuple(
            Opened(grant.of, read, tuple(e for e in self.told[grant.of][read] if e.kind not in grant.without))
            for made, grant in self.grants
            if grant.reader == reader and made == chapter
            for read in grant.chapters
        )


def render(
    skin: Skin, template: str, context: Mapping[str, Any], reader: str | None, language: str = "en"
) -> str:
    """A template within the site's frame, as an anonymous request would be shown it. `reader`: whose page it
    is, as far as the frame looks at it."""
    request = RequestFactory().get("/g/abc/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
    game = SimpleNamespace(public_id="abc", name="Fifth Avenue", is_rehearsal=False, paused=False, pk=1)
    frame: dict[str, Any] = {
        "game": game, "skin": skin, "tabs": [], "day": None, "progress": "", "me": reader,
        "title_key": skin.rules.meta.key,
    }  # fmt: skip
    with translation.override(language):
        return render_to_string(template, {**frame, **context}, request)


def page_of(skin: Skin, slug: str) -> Page:
    return next(page for page in skin.pages if page.slug == slug)


def render_page(skin: Skin, slug: str, scene: Scene, language: str = "en") -> str:
    """One of the title's own pages."""
    page = page_of(skin, slug)
    with translation.override(language):
        context = page.context(scene)
    return render(skin, page.template, {**context, "scene": scene}, scene.reader, language)
