"""Resolution 0: the state in which the MegaCorps are asked (section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Dice, Outcome, PlayerId, State

from .content import COMPANIES, CONSTANTS, CONTENT, COUNTRIES
from .events import GameStarted
from .frames import ChooseMegacorps
from .meta import mode_for
from .state import Company, Country, Hidden, Private, Public, Question, Seat
from .table import Table


def setup(
    players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """The first state: only the order of the cards is drawn; everybody is asked to rank the MegaCorps (D4,
    D72)."""
    mode = mode_for(len(players), options)
    cards = [slug for slug, card in CONTENT.cards.items() for _ in range(card.count)]
    public = Public(
        mode=mode,
        players=players,
        seats={player: Seat() for player in players},
        companies={
            slug: Company(CONTENT.countries[CONTENT.boxes[slug].country].box_state) for slug in COMPANIES
        },
        countries={slug: Country(_government(slug)) for slug in COUNTRIES},
    )
    deck = dice.shuffled(cards, "deck")
    table = Table(State(public, {player: Private() for player in players}, Hidden(deck)), dice)
    table.tell(GameStarted(mode, CONSTANTS.deck[str(len(players))]))
    table.push(ChooseMegacorps())
    table.ask(Question("choose_megacorp", (0,), players))
    return table.outcome()


def _government(slug: str) -> Any:
    return CONTENT.countries[slug].government
