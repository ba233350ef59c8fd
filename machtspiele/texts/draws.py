"""The draws of a finished game in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Draw
from games.skin import Scene, figures
from games.skin.drawing import first_player, ordered, told

from ..rules.content import NEMESIS_CARDS, OTHERS, C
from ..rules.state import Public
from . import names


def _text(scene: Scene, public: Public, label: str, draw: Draw) -> str:
    what, *rest = label.split("/")
    players = public.players
    if what == "first":
        return first_player(scene, draw, players)
    if label == "nemesis/colours":
        dealt = zip(players, ordered(draw, players), strict=False)
        return _("Nemeses were dealt: {dealt}.").format(
            dealt=figures.parts(f"{scene.name(one)} → {scene.name(other)}" for one, other in dealt) or draw.n
        )
    if label == "nemesis/competences":
        dealt_cards = zip(players, ordered(draw, tuple(NEMESIS_CARDS)), strict=False)
        return _("In what to outdo them was dealt, too: {dealt}.").format(
            dealt=figures.parts(f"{scene.name(one)}, {names.competence(card)}" for one, card in dealt_cards)
            or draw.n
        )
    if what == "events" and rest:
        row = ordered(draw, OTHERS)[: C.row.drawn]
        return _("Of {count} events, these were drawn for the row: {events}.").format(
            count=draw.n, events=figures.parts(names.event(card) for card in row) or draw.n
        )
    return ""


texts = told(_text)
