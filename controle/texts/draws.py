"""The draws of a finished game in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Draw, PlayerId
from games.skin import Scene, figures
from games.skin.drawing import chosen, ordered, told

from ..rules.content import ORGANIZATIONS, REGIONS, layout_of
from ..rules.state import Public
from . import names


def _text(scene: Scene, public: Public, label: str, draw: Draw) -> str:
    what, *rest = label.split("/")
    players = public.players
    if what == "regions":
        laid = ordered(draw, tuple(REGIONS))[: len(public.regions)]
        return _("The regions were shuffled and laid out: {regions}.").format(
            regions=figures.listed([names.region(region) for region in laid]) or draw.n
        )
    if what == "chips":
        return ngettext(
            "{count} level of development to begin with was shuffled and laid on the regions.",
            "{count} levels of development to begin with were shuffled and laid on the regions.",
            draw.n,
        ).format(count=draw.n)
    if what == "pile" and rest:
        return _("The pile {pile} was shuffled: {count} cards.").format(
            pile=names.pile(rest[0]), count=draw.n
        )
    if what == "refill" and rest:
        return ngettext(
            "The pile {pile} was empty; its archive was shuffled into a new one: {count} card.",
            "The pile {pile} was empty; its archive was shuffled into a new one: {count} cards.",
            draw.n,
        ).format(pile=names.pile(rest[0]), count=draw.n)
    if what == "organizations":
        dealt = zip(players, ordered(draw, tuple(ORGANIZATIONS)), strict=False)
        return _("Organizations were dealt: {dealt}.").format(
            dealt=figures.parts(f"{scene.name(player)}, {names.organization(slug)}" for player, slug in dealt)
            or draw.n
        )
    if what == "homes":
        slots = ordered(draw, tuple(range(len(public.regions))))
        return _("Home regions were dealt: {dealt}.").format(
            dealt=figures.parts(
                f"{scene.name(player)}, {names.region_at(public, slot)}"
                for player, slot in zip(players, slots, strict=False)
            )
            or draw.n
        )
    if what == "minor" and rest:
        home = public.seats[PlayerId(rest[0])].home
        beside = chosen(draw, layout_of(len(players)).neighbours[home])
        return _("{player}: of {count} neighbours of the home region, {region}.").format(
            player=scene.name(rest[0]),
            count=draw.n,
            region=names.region_at(public, beside) if beside is not None else draw.value,
        )
    if what == "provisional":
        order = ordered(draw, players)
        return _("The first cards are dealt in this order: {players}.").format(
            players=figures.listed([scene.name(player) for player in order]) or draw.n
        )
    return ""


texts = told(_text)
