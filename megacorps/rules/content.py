"""The tables of section 2, read once from `megacorps/data/*.toml` into typed values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from importlib import resources
from typing import Any, Final

from msgspec import Struct, field

from games.contract.codec import from_plain

DATA: Final = "megacorps.data"


class Government(Enum):
    DEMOCRACY = "democracy"
    DICTATORSHIP = "dictatorship"
    KLEPTOCRACY = "kleptocracy"
    WIKISYNDICALISM = "wikisyndicalism"


class CompanyState(Enum):
    UNOWNED = "unowned"
    OWNED = "owned"
    NATIONALISED = "nationalised"
    SYNDICALISED = "syndicalised"
    ABSENT = "absent"


class Mode(Enum):
    PROGRAMMED = "programmed"
    SEQUENTIAL = "sequential"


class Timing(Enum):
    """When a card may be played (10.2)."""

    OPEN = "open"
    OWN_TURN = "own_turn"
    PAYOUT_REACTION = "payout_reaction"


class Effect(Enum):
    """What a card does (2.6)."""

    COMPETITORS = "competitors"
    AUCTION = "auction"
    ELECTION = "election"
    CLONE_SOLDIERS = "clone_soldiers"
    ENTER = "enter"
    GOVERNMENT = "government"
    PAYOUT = "payout"
    SYNDICALISE = "syndicalise"
    PRIVATISE = "privatise"


class Constants(Struct, frozen=True):
    """Money in euros; `payout` by competitors from 0 to 5, `starting_cards` by countries controlled,
    `deck` and `modes` by players."""

    megacorps: tuple[str, ...]
    start_money: int
    start_mercenaries: int
    start_companies: int
    company_price: int
    bank_mercenary_price: int
    compensation: int
    attacker_minimum_loss: int
    programmed_actions: int
    absent_after: int
    payout: tuple[int, ...]
    starting_cards: tuple[int, ...]
    deck: Mapping[str, int]
    modes: Mapping[str, Mode]


class CountryData(Struct, frozen=True):
    """A row of 2.3. A country without a government is neutral. `start`: the MegaCorp that begins with its
    control, or `random_draw_1`, `random_draw_2`. `box_state`: that of its companies at the start."""

    slug: str
    boxes: tuple[str, ...]
    government: Government | None = None
    defence: int = 0
    strength: int = 0
    start: str | None = None
    box_state: CompanyState = CompanyState.UNOWNED

    @property
    def neutral(self) -> bool:
        return self.government is None


class CardData(Struct, frozen=True):
    """A row of 2.6. `governments`: those of the countries it may be played on; `states`: those of the
    companies."""

    slug: str
    count: int
    timing: Timing
    effect: Effect
    governments: tuple[Government, ...] = ()
    controlled: bool = False
    states: tuple[CompanyState, ...] = ()
    delta: int = 0
    government: Government | None = None
    company: str | None = None


class Box(Struct, frozen=True):
    """The position of a company: its industry and its country."""

    industry: str
    country: str


class _Board(Struct, frozen=True):
    industries: tuple[str, ...]
    countries: tuple[CountryData, ...]


class _Cards(Struct, frozen=True):
    cards: tuple[CardData, ...]


class Content(Struct, frozen=True):
    """All tables, keyed by identifier, in the order of section 2."""

    industries: tuple[str, ...]
    countries: Mapping[str, CountryData]
    cards: Mapping[str, CardData]
    boxes: Mapping[str, Box] = field(default_factory=dict)
    by_industry: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_country: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _read(name: str) -> Any:
    return tomllib.loads(resources.files(DATA).joinpath(f"{name}.toml").read_text("utf-8"))


def read() -> Content:
    """The tables of the data files. Raises msgspec.ValidationError where a file is not of their shape."""
    board, cards = from_plain(_read("board"), _Board), from_plain(_read("cards"), _Cards)
    boxes = {
        f"{industry}.{country.slug}": Box(industry, country.slug)
        for industry in board.industries
        for country in board.countries
        if industry in country.boxes
    }
    return Content(
        board.industries,
        {country.slug: country for country in board.countries},
        {card.slug: card for card in cards.cards},
        boxes,
        {one: tuple(slug for slug, box in boxes.items() if box.industry == one) for one in board.industries},
        {
            one.slug: tuple(slug for slug, box in boxes.items() if box.country == one.slug)
            for one in board.countries
        },
    )


CONSTANTS: Final = from_plain(_read("constants"), Constants)
CONTENT: Final = read()
MEGACORPS: Final = CONSTANTS.megacorps
COMPANIES: Final = tuple(CONTENT.boxes)
COUNTRIES: Final = tuple(slug for slug, country in CONTENT.countries.items() if not country.neutral)
"""The eleven that can be controlled, in the order of the rows."""
REACTIONS: Final = tuple(
    slug for slug, card in CONTENT.cards.items() if card.timing is Timing.PAYOUT_REACTION
)
"""Oversupply and Shortages."""
NEVER_BOUGHT: Final = tuple(
    slug
    for slug, box in CONTENT.boxes.items()
    if CONTENT.countries[box.country].box_state is CompanyState.SYNDICALISED
)
"""Companies that no game ever sells."""
