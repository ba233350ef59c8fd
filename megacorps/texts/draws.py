"""The draws of a finished game in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Draw
from games.skin import Scene, figures
from games.skin.drawing import first_player, ordered, told
from games.skin.telling import players as players_text

from ..rules.content import MEGACORPS
from ..rules.state import Public
from . import names
from .parties import parties, party


def _text(scene: Scene, public: Public, label: str, draw: Draw) -> str:
    what, *rest = label.split("/")
    players = public.players
    if what == "deck":
        return _("The {count} cards were shuffled.").format(count=draw.n)
    if what == "megacorps":
        order = ordered(draw, players)
        return _("The order in which MegaCorps were given out: {players}.").format(
            players=players_text(order, scene) or draw.n
        )
    if what == "ranking" and rest:
        ranking = ordered(draw, MEGACORPS)
        return _("{player} had ranked no MegaCorps, so that a ranking was drawn: {megacorps}.").format(
            player=scene.name(rest[0]),
            megacorps=figures.listed([names.megacorp(slug) for slug in ranking]) or draw.n,
        )
    if what == "first_player":
        return first_player(scene, draw, players)
    if what == "countries":
        order = ordered(draw, players)[:2]
        return _("The two countries that are given by chance went to {players}.").format(
            players=parties(scene, order) or draw.n
        )
    if what == "company" and rest:
        return _("{player} had no wish left: one of {count} free companies was drawn.").format(
            player=party(scene, rest[0]), count=draw.n
        )
    return ""


texts = told(_text)
