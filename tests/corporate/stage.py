"""Games played by the rules alone, and their pages as each reader would be shown them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.utils import translation
from msgspec import field
from msgspec.structs import replace

from corporate.rules import RULES
from corporate.rules.archives import OPENED
from corporate.skin import SKIN
from games.contract import Dice, Order, PlayerId, State
from games.skin import Archived, Desk, Page, Receipt, Scene
from games.views.receipts import desk_receipt
from games.views.values import FormValues, context_of
from tests import stage
from tests.corporate.rules.playing import play

START, LANGUAGES = stage.START, stage.LANGUAGES
# What the platform puts around every page: a page's own values may not hide it.
FRAME = {"game", "entry", "skin", "people", "me", "tabs", "day", "progress", "title_key", "scene"}


class Played(stage.Told):
    """A game at some point of its life: the state, and what everybody was told so far."""

    skin = SKIN
    archives: list[Archived] = field(default_factory=list)

    @property
    def window(self):
        return RULES.windows(self.state.public)[0]

    def scene(
        self, reader: str | None, chapter: int | None = None, query: Mapping[str, str] | None = None
    ) -> Scene:
        """What `reader` may see (None: a spectator), on a page of one chapter."""
        receipt = Receipt("C2E188B05A97C2E188B05A97", START, 8) if reader else None
        is_over = not RULES.windows(self.state.public)
        archives = tuple(self.archives) if reader and is_over else ()
        return super().scene(reader, chapter, query=query or {}, receipt=receipt, archives=archives)

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
        now.tell(step.outcome, chapter)
        told = {reader: tuple(events) for reader, events in step.opened(OPENED).items()}
        now.archives.append(Archived(chapter, step.before.public, step.draws, told))
        if not step.window.is_door:
            now.latest = chapter
    assert now is not None
    return now


def opening(count: int = 4, seed: int = 1, **options: bool) -> Played:
    """A game whose characters window is open."""
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    chosen = {"characters": True, "wire_transfers": False} | options
    return Played(RULES.setup(players, chosen, Dice(b"%d" % seed)).state)


def with_public(game: Played, **changes: Any) -> Played:
    """The same game with something of its public drawer changed by hand."""
    state = State(replace(game.state.public, **changes), game.state.private, game.state.hidden)
    return replace(game, state=state)


def page_of(slug: str) -> Page:
    return stage.page_of(SKIN, slug)


def render(template: str, context: dict[str, Any], scene: Scene | None = None, language: str = "en") -> str:
    """A template within the site's frame, for the first player."""
    return stage.render(SKIN, template, {**context, "scene": scene}, "p1", language)


def render_page(slug: str, scene: Scene, language: str = "en") -> str:
    return stage.render_page(SKIN, slug, scene, language)


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
