"""Every page, for every kind of reader, at every turn, in both languages; what it says and keeps."""

from __future__ import annotations

import re

import pytest

from machtspiele.pages import company, minutes, scores

from .stage import GAMES, LANGUAGES, played, render_page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_renders(game: tuple[int, int], language: str) -> None:
    over = played(*game)
    for reader in ("p1", None):
        for chapter in range(over.latest + 1):
            looked_at(render_page(minutes, over.scene(reader, chapter), language))
        looked_at(render_page(scores, over.scene(reader), language))
        for until in ((0, 0), (1, 1), (2, 3), None):
            looked_at(render_page(company, played(*game, until).scene(reader), language))


def looked_at(html: str) -> None:
    assert "style=" not in html
    assert html.count("<h1") == 1
    assert "{" not in re.sub(r"<(?:meta|body)[^>]*>", "", html)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
