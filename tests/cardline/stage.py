"""A scene of Cardline for each reader, and whole games with all that was told in them."""

from __future__ import annotations

from typing import Any

from cardline.skin import SKIN
from games.skin import FormPage
from tests import stage

LANGUAGES = stage.LANGUAGES


class Played(stage.Played):
    """A game at some point of its life, with the events of each round."""

    skin = SKIN

    @property
    def chapter(self) -> int:
        return self.state.public.round_no


whole_game = Played.whole_game


def draw(page: FormPage, **around: Any) -> str:
    return stage.draw(page, SKIN, **around)
