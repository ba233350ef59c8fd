"""The names of the things in the rules. Those in the data are in both languages; those of windows, orders and
uses of tokens go through gettext."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.contract import PlayerId
from games.skin import figures

from ..rules.content import CARDS, COLOURS, ORGANIZATIONS, REGIONS, RESOURCES, C, Name
from ..rules.notation import CATEGORIES
from ..rules.state import Public

Names = Mapping[str, str | Promise]

ROMAN: Final = ("0", "I", "II", "III", "IV", "V")

USES: Final[Names] = {
    "level": pgettext_lazy("a use of tokens", "Compensate"),
    "boost": pgettext_lazy("a use of tokens", "Boost"),
    "sabotage": pgettext_lazy("a use of tokens", "Sabotage"),
    "develop": pgettext_lazy("a use of tokens", "Develop"),
}

ORDERS: Final[Names] = {
    "start": pgettext_lazy("an order", "The start"),
    "play": pgettext_lazy("an order", "Play a card"),
    "stuck": pgettext_lazy("an order", "Declare yourself stuck"),
    "forced": pgettext_lazy("an order", "Play the forced card"),
    "draw": pgettext_lazy("an order", "Draw"),
    "surplus": pgettext_lazy("an order", "Return what is above four"),
    "plan": pgettext_lazy("an order", "Plan"),
    "relief": pgettext_lazy("an order", "Exchange a hand that was shown"),
    "leave": gettext_lazy("Leave the game"),
    "return": gettext_lazy("Come back"),
}

WINDOWS: Final[Names] = {
    "start": pgettext_lazy("a question", "The start"),
    "play": pgettext_lazy("a question", "A card to play"),
    "forced": pgettext_lazy("a question", "A forced card"),
    "draw": pgettext_lazy("a question", "Cards to draw"),
    "surplus": pgettext_lazy("a question", "Cards to return"),
    "round": pgettext_lazy("a question", "Plans of the round"),
    "file": pgettext_lazy("a question", "Plans in advance"),
    "leave": gettext_lazy("Leaving"),
    "return": gettext_lazy("Coming back"),
}

IN_REGIONS: Final[Names] = {
    "north_isles": gettext_lazy("in the Northern Isles"),
    "old_capitals": gettext_lazy("in the Old Capitals"),
    "great_plains": gettext_lazy("in the Great Plains"),
    "delta_cities": gettext_lazy("in the Delta Cities"),
    "high_plateaus": gettext_lazy("on the High Plateaus"),
    "inner_sea": gettext_lazy("in the Inner Sea"),
    "copper_coast": gettext_lazy("on the Copper Coast"),
    "rain_forests": gettext_lazy("in the Rain Forests"),
    "sand_crossroads": gettext_lazy("at the Sand Crossroads"),
    "long_archipelago": gettext_lazy("in the Long Archipelago"),
    "frozen_ports": gettext_lazy("in the Frozen Ports"),
    "lake_federation": gettext_lazy("in the Lake Federation"),
}
"""A region as the place where something happens, within a sentence."""

THE_REGIONS: Final[Names] = {
    "north_isles": gettext_lazy("the Northern Isles"),
    "old_capitals": gettext_lazy("the Old Capitals"),
    "great_plains": gettext_lazy("the Great Plains"),
    "delta_cities": gettext_lazy("the Delta Cities"),
    "high_plateaus": gettext_lazy("the High Plateaus"),
    "inner_sea": gettext_lazy("the Inner Sea"),
    "copper_coast": gettext_lazy("the Copper Coast"),
    "rain_forests": gettext_lazy("the Rain Forests"),
    "sand_crossroads": gettext_lazy("the Sand Crossroads"),
    "long_archipelago": gettext_lazy("the Long Archipelago"),
    "frozen_ports": gettext_lazy("the Frozen Ports"),
    "lake_federation": gettext_lazy("the Lake Federation"),
}
"""A region with its article, within a sentence."""


def named(name: Name) -> str:
    """A name of the data in the reader's language."""
    return name.fr if figures.is_french() else name.en


def slug_of(category: object) -> str:
    """The identifier of a category, given as that or as its place in the order."""
    if isinstance(category, int):
        return CATEGORIES[category] if 0 <= category < len(CATEGORIES) else str(category)
    return str(category)


_CATEGORIES: Final = {each.slug: each.name for each in C.categories}


def _of(table: Mapping[str, Name], slug: object) -> str:
    found = table.get(str(slug))
    return str(slug) if found is None else named(found)


def category(slug: object) -> str:
    """`Politics`; by its identifier or its place."""
    return _of(_CATEGORIES, slug_of(slug))


def resource(slug: object) -> str:
    """The tokens of a category: `Networks`."""
    return _of(RESOURCES, slug_of(slug))


def card(card_id: object) -> str:
    found = CARDS.get(str(card_id))
    return str(card_id) if found is None else named(found.name)


def effect(card_id: object, rank: int) -> str:
    """One of the three lines of a card, by its rank from 1."""
    found = CARDS.get(str(card_id))
    if found is None or not 1 <= rank <= len(found.effects):
        return str(rank)
    return named(found.effects[rank - 1].name)


def organization(slug: object) -> str:
    found = ORGANIZATIONS.get(str(slug))
    return str(slug) if found is None else named(found.name)


def colour(public: Public, player: PlayerId) -> str:
    """The colour of a player (D33); the id itself if there is no such seat."""
    slug = colour_slug(public, player)
    return named(COLOURS[slug].name) if slug else str(player)


def colour_slug(public: Public, player: PlayerId) -> str:
    """`yellow`; "" if there is no such seat."""
    return list(COLOURS)[public.players.index(player)] if player in public.players else ""


def region(slug: object) -> str:
    """`High Plateaus`, as a label."""
    found = REGIONS.get(str(slug))
    return str(slug) if found is None else named(found.name)


def in_region(slug: object) -> str:
    """`on the High Plateaus`, within a sentence."""
    return str(IN_REGIONS.get(str(slug), slug))


def the_region(slug: object) -> str:
    """`the High Plateaus`, within a sentence."""
    return str(THE_REGIONS.get(str(slug), slug))


def tile(public: Public, slot: object) -> str:
    """The identifier of the region on a slot of this world; the number itself if there is no such slot."""
    if isinstance(slot, int) and 0 <= slot < len(public.regions):
        return public.regions[slot].slug
    return str(slot)


def region_at(public: Public, slot: object) -> str:
    """`High Plateaus`, by its slot."""
    return region(tile(public, slot))


def in_region_at(public: Public, slot: object) -> str:
    """`on the High Plateaus`, by its slot."""
    return in_region(tile(public, slot))


def the_region_at(public: Public, slot: object) -> str:
    """`the High Plateaus`, by its slot."""
    return the_region(tile(public, slot))


def pile(slug: object) -> str:
    """`Politics 1`: the category and level of a pile, and of the back of its cards."""
    text = str(slug)
    if text[:-1] not in _CATEGORIES:
        return text
    return f"{category(text[:-1])}{figures.FIXED}{text[-1]}"


def level(number: object) -> str:
    """`III`; 0 is written as a figure."""
    return ROMAN[number] if isinstance(number, int) and 0 <= number < len(ROMAN) else str(number)


def required(levels: Iterable[tuple[int, int]]) -> str:
    """The requirements of an effect: `Politics III and Commerce I`."""
    return figures.listed([f"{category(place)}{figures.FIXED}{level(least)}" for place, least in levels])


def use(slug: object) -> str:
    return str(USES.get(str(slug), slug))


def order(kind: object) -> str:
    return str(ORDERS.get(str(kind), kind))


def window(kind: object) -> str:
    return str(WINDOWS.get(str(kind), kind))
