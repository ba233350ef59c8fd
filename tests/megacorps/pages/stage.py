"""Games played by the rules alone, and their pages as each reader would be shown them."""

from __future__ import annotations

from functools import cache
from typing import Any

from games.skin import Scene
from megacorps.rules import RULES
from megacorps.skin import SKIN
from tests import stage
from tests.battery.play import Step, play

LANGUAGES = stage.LANGUAGES


class Played(stage.Told):
    """A game at some point of its life: the state, and what everybody was told so far, by round."""

    skin = SKIN

    def scene(self, reader: str | None, chapter: int | None = None, **values: Any) -> Scene:
        """What `reader` may see (None: a spectator), on a page of one round."""
        public = self.state.public
        return super().scene(reader, chapter, in_progress=None if public.over else public.round, **values)


@cache
def steps(count: int, seed: int, absence: float = 0.15) -> tuple[Step, ...]:
    return tuple(play(RULES, seed, count, absence))


def played(count: int, seed: int, until: int | None = None, absence: float = 0.15) -> Played:
    """A random game, whole or up to the beginning of round `until`."""
    now: Played | None = None
    for step in steps(count, seed, absence):
        now = now or Played(step.before)
        if until is not None and now.state.public.round >= until:
            break
        chapter = now.state.public.round
        now.tell(step.outcome, chapter)
        if now.state.public.round > chapter or now.state.public.over:
            now.latest = chapter
    assert now is not None
    return now


def render(template: str, context: dict[str, Any], reader: str | None, language: str) -> str:
    """A template within the site's frame, as an anonymous request would be shown it."""
    return stage.render(SKIN, template, context, reader, language)


def render_page(page: Any, scene: Scene, language: str = "en") -> str:
    """A page of the module `page`, whose name is its slug."""
    return stage.render_page(SKIN, page.__name__.rpartition(".")[2], scene, language)
