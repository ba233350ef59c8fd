"""The draws of a finished game in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Draw
from games.skin import Scene
from games.skin.drawing import chosen, first_player, ordered, told

from ..rules.content import CHARACTERISTICS, TABLES
from ..rules.state import Public
from . import names

SHOWN = 3  # cards named of a deck


def _text(scene: Scene, public: Public, label: str, draw: Draw) -> str:
    what = label.partition("/")[0]
    if what == "deck":
        cards = ordered(draw, sorted(TABLES.get(public.table_version, ())))[:SHOWN]
        if not cards:
            return _("The {count} cards of the deck were shuffled.").format(count=draw.n)
        return _("The {count} cards of the deck were shuffled; on top: {cards}.").format(
            count=draw.n, cards=names.countries(cards)
        )
    if what == "refill":
        return ngettext(
            "The box was shuffled into a new deck: {count} card.",
            "The box was shuffled into a new deck: {count} cards.",
            draw.n,
        ).format(count=draw.n)
    if what == "first_seat":
        return first_player(scene, draw, public.players)
    if what == "characteristic":
        key = chosen(draw, CHARACTERISTICS)
        return _("What the line is ordered by was drawn among {count}: {characteristic}.").format(
            count=draw.n, characteristic=names.characteristic(key) if key else draw.value
        )
    return ""


texts = told(_text)
