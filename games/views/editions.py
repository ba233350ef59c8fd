"""Links between the editions of a page, one for each chapter; drawn above the page for every title."""

from __future__ import annotations

from msgspec import Struct

from ..skin import Page, Scene, Skin

MOST_IN_SIGHT = 12  # editions; a longer list is folded, and the neighbours stay visible


class Edition(Struct, frozen=True):
    """One edition of a page. `url`: "" if it is not published yet."""

    chapter: int
    name: str
    url: str
    is_shown: bool


class Editions(Struct, frozen=True):
    """All editions of a page in order, including those to come, and the neighbours of the one shown."""

    all: tuple[Edition, ...]
    before: Edition | None
    after: Edition | None

    @property
    def folded(self) -> bool:
        return len(self.all) > MOST_IN_SIGHT


def editions_of(page: Page, skin: Skin, scene: Scene) -> Editions | None:
    """The editions of a page; None for a page with only one, or without. No query."""
    if not page.chaptered:
        return None
    to_come = 0 if scene.finished else skin.rules.meta.chapters or 0
    found = tuple(
        Edition(
            chapter,
            skin.chapter_text(chapter),
            scene.url(page.slug, chapter) if chapter <= scene.newest else "",
            chapter == scene.chapter,
        )
        for chapter in range(page.first, max(scene.newest, to_come) + 1)
    )
    out = {edition.chapter: edition for edition in found if edition.url}
    before, after = out.get(scene.chapter - 1), out.get(scene.chapter + 1)
    return Editions(found, before, after) if len(found) > 1 else None
