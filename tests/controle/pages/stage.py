"""Games played by the rules alone, and their pages as each reader would be shown them."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from msgspec import Struct, field

from controle.rules import RULES
from games.contract import Dice, Event, PlayerId, View
from games.skin import Person, Scene
from tests.battery.play import Step, play_on

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Émile")
START = datetime(2026, 11, 14, 11, tzinfo=UTC)
LANGUAGES = ("en", "fr")
GAMES = ((2, 1, "turns"), (4, 3, "turns"), (3, 9, "rounds"), (6, 4, "turns"), (5, 2, "rounds"))
"""Players, seeds and modes; `test_the_games_have_what_pages_tell` says what they have in them."""


class Played(Struct):
    """A game at some point of its life: the state, and what everybody was told so far, by chapter."""

    state: Any
    told: dict[str, dict[int, list[Event]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    latest: int = -1
    names: tuple[str, ...] = NAMES
    answered: frozenset[PlayerId] = frozenset()

    @property
    def chapter(self) -> int:
        """The chapter that is being played, or the last one."""
        return int(self.state.public.round)

    def scene(self, reader: str | None, chapter: int | None = None) -> Scene:
        """What `reader` may see (None: a spectator), on a page of one chapter."""
        public = self.state.public
        viewer = PlayerId(reader) if reader else None
        shown = range(max(self.latest, 0), public.round + 1)
        number = self.latest if chapter is None else chapter
        return Scene(
            view=self.state.seen_by(viewer) if viewer else View(None, public, None),
            people={seat: Person(seat, name) for seat, name in zip(public.players, self.names, strict=False)},
            base="/g/abc/",
            zone="Europe/Paris",
            chapter=number,
            latest=self.latest,
            public_events=self._told("public", number),
            own_events=self._told(reader, number),
            noons={each: START + timedelta(days=each) for each in range(self.latest + 1)},
            finished=public.over,
            recent={each: self._told("public", each) for each in shown},
            own_recent={each: self._told(reader, each) for each in shown} if reader else {},
            answered=self.answered,
            in_progress=None if public.over else public.round,
        )

    def _told(self, reader: str | None, chapter: int) -> tuple[Event, ...]:
        return tuple(self.told[reader][chapter]) if reader else ()

    def take(self, events: tuple[Event, ...], chapter: int) -> None:
        for event in events:
            for reader in event.to:
                self.told[str(reader)][chapter].append(event)


def first(count: int, seed: int, mode: str) -> Any:
    ids = tuple(PlayerId(f"p{number + 1}") for number in range(count))
    return RULES.setup(ids, {"mode": mode}, Dice(b"stage%d" % seed))


@cache
def steps(count: int, seed: int, mode: str, absence: float) -> tuple[Step, ...]:
    return tuple(play_on(RULES, first(count, seed, mode).state, seed, absence, doors=0.12))


def played(
    count: int, seed: int, mode: str = "turns", until: int | None = None, absence: float = 0.1,
    share: float = 0.5,
) -> Played:  # fmt: skip
    """A random game, whole or up to the round `until`, and that for the `share` of its resolutions."""
    opening = first(count, seed, mode)
    now = Played(opening.state)
    now.take(opening.events, 0)
    all_steps = steps(count, seed, mode, absence)
    if until is not None:
        inside = [at for at, step in enumerate(all_steps) if step.before.public.round == until]
        if inside:
            all_steps = all_steps[: inside[int(share * (len(inside) - 1))]]
    for step in all_steps:
        chapter = step.window.chapter if not step.window.is_door else now.state.public.round
        now.state = step.outcome.state
        now.take(step.outcome.events, chapter)
        if now.state.public.round > chapter or now.state.public.over:
            now.latest = max(now.latest, chapter)
    return now


def frame(reader: str | None) -> dict[str, Any]:
    """What the platform puts around a page, as far as its templates look at it."""
    game = SimpleNamespace(public_id="abc", name="Rien que le monde", is_rehearsal=False, paused=False, pk=1)
    skin = SimpleNamespace(name="Contrôle Global", place="The planet")
    return {"game": game, "skin": skin, "tabs": [], "me": reader, "title_key": "controle", "progress": ""}


def render(template: str, context: dict[str, Any], reader: str | None, language: str) -> str:
    """A template within the site's frame, as an anonymous request would be shown it."""
    request = RequestFactory().get("/g/abc/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    request.LANGUAGE_CODE = language
    with translation.override(language):
        return render_to_string(template, {**frame(reader), **context}, request)


def render_page(page: Any, scene: Scene, language: str = "en") -> str:
    """A page of the module `page`, whose template has its name."""
    with translation.override(language):
        context = page.context(scene)
    name = page.__name__.rpartition(".")[2]
    grows = name == "rounds" and scene.grows
    return render(
        f"controle/{name}.html", {**context, "scene": scene, "grows": grows}, scene.reader, language
    )
