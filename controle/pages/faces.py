"""Cards as pages show them: what each effect requires and does, its line of civil society and, for a card in
hand, whether it can be played now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.skin import Scene, figures
from games.skin.drawn import drawn

from ..rules.content import CARDS, Card, Effect
from ..rules.events import FacesDrawn
from ..rules.notation import CATEGORIES
from ..rules.playable import compensation, missing
from ..rules.world import World
from ..texts import amounts, effects, names
from .common import facts, own_of, public_of


class Back(Struct, frozen=True):
    """The back of a card: category and level of its pile."""

    category: str
    level: str
    name: str


class EffectLine(Struct, frozen=True):
    """One of the three effects. `requires`: categories and levels, `required`: the same in words. `css`:
    `ok`, `pay` if levels must be bought, or `no`; `why`: what is missing."""

    name: str
    requires: tuple[tuple[str, str], ...]
    required: str
    text: str
    css: str = "ok"
    why: str = ""


class Face(Struct, frozen=True):
    """A card. `note`: beside the name of its pile."""

    name: str
    back: Back
    effects: tuple[EffectLine, ...]
    icons: tuple[tuple[str, str], ...]
    society: str
    note: str = ""


def back(pile: str) -> Back:
    return Back(pile[:-1], pile[-1], names.pile(pile))


def face(card_id: str, world: World | None = None, me: int = 0) -> Face:
    """A card; with a `world`, as the player at place `me` could play it there."""
    plain = _plain(card_id, get_language())
    if world is None:
        return plain
    lines = zip(plain.effects, CARDS[card_id].effects, strict=True)
    return replace(plain, effects=tuple(_in_hand(line, effect, world, me) for line, effect in lines))


def drawn_face(card_id: str) -> SafeString:
    """A card as printed, without what could be played of it; rendered once per language."""
    return _drawn(card_id, get_language())


@lru_cache(maxsize=256)
def _drawn(card_id: str, language: str | None) -> SafeString:
    return drawn("controle/parts/face.jinja", face=_plain(card_id, language))


@lru_cache(maxsize=256)
def _plain(card_id: str, language: str | None) -> Face:
    """A card in a language, cached, because its text does not depend on the game."""
    card = CARDS[card_id]
    return Face(
        names.card(card_id),
        back(card.pile),
        tuple(_line(card, effect) for effect in card.effects),
        tuple((CATEGORIES[icon], names.resource(icon)) for icon in card.icons),
        effects.civil_society(card),
    )


def hand(scene: Scene) -> list[Face]:
    """The reader's own hand in the order of drawing; [] for spectators."""
    own, public = own_of(scene), public_of(scene)
    if own is None or scene.reader is None:
        return []
    world, me = None if public.over else World.of(public), public.players.index(scene.reader)
    new = () if public.over else drawn_last(scene)
    kept = len(own.hand) - len(new)
    return [
        replace(face(card, world, me), note=new_card() if place >= kept else "")
        for place, card in enumerate(own.hand)
    ]


def drawn_last(scene: Scene) -> tuple[str, ...]:
    """The cards of the hand that came with the last draw; () if those are all, or are not together any
    more."""
    own = own_of(scene)
    told = [event for chapter in sorted(scene.own_recent) for event in scene.own_recent[chapter]]
    last = [event for event in told if event.kind == FacesDrawn.kind][-1:]
    drawn = next((each.cards for each in facts(last) if isinstance(each, FacesDrawn)), ())
    if own is None or not 0 < len(drawn) < len(own.hand) or own.hand[-len(drawn) :] != drawn:
        return ()
    return drawn


def new_card() -> str:
    return pgettext("a card", "new")


def faces(cards: Sequence[str]) -> list[Face]:
    return [face(card) for card in cards]


def _line(card: Card, effect: Effect) -> EffectLine:
    return EffectLine(
        names.effect(card.id, effect.rank),
        tuple((CATEGORIES[category], names.level(level)) for category, level in effect.requires),
        names.required(effect.requires),
        effects.says(effect),
    )


def _in_hand(line: EffectLine, effect: Effect, world: World, me: int) -> EffectLine:
    css, why = _why(world, me, effect)
    return replace(line, css=css, why=why)


def _why(world: World, me: int, effect: Effect) -> tuple[str, str]:
    """Whether an effect can be played, and what is missing: `1 level in Politics`, with the tokens that
    compensate for it."""
    short = missing(world, me, effect)
    if not short:
        return "ok", ""
    levels = figures.listed(
        [
            _("{levels} in {category}").format(levels=amounts.levels(by), category=names.category(category))
            for category, by in short
        ]
    )
    bought = compensation(world, me, effect)
    if bought is None:
        return "no", _("Short of {levels}: your tokens do not make up for it.").format(levels=levels)
    paid = amounts.paid(kind for invest in bought for kind in invest.pay)
    return "pay", _("Short of {levels}. Tokens that make up for it: {tokens}.").format(
        levels=levels, tokens=paid
    )
