"""A game set up in a line or two, played form by form, and what was told of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games.contract import Dice, Order, PlayerId, State
from megacorps.rules import RULES
from megacorps.rules.advance import advance
from megacorps.rules.content import COMPANIES, CONTENT, COUNTRIES, CompanyState, Government, Mode
from megacorps.rules.frames import FRAMES, EndRound, Program, Turn
from megacorps.rules.orders import SHAPES
from megacorps.rules.phases.doors import file
from megacorps.rules.state import Company, Country, Hidden, Private, Public, Seat
from megacorps.rules.table import Table
from tests.playing import Playing

P1, P2, P3, P4, P5, P6 = (PlayerId(f"p{number}") for number in range(1, 7))
Game = State[Public, Private, Hidden]
Form = tuple[Order, ...]


def act(kind: str, **data: Any) -> Form:
    """A form of one order; A key that is a keyword of Python is named with a trailing `_`."""
    return (Order(kind, {key.removesuffix("_"): value for key, value in data.items()}),)


def play(card: str, **data: Any) -> Form:
    return act("play_card", card=card, **data)


def game(
    *megacorps: str,
    mode: Mode = Mode.SEQUENTIAL,
    owned: Mapping[str, Iterable[str]] | None = None,
    controls: Mapping[str, Iterable[str]] | None = None,
    states: Mapping[str, str] | None = None,
    governments: Mapping[str, str] | None = None,
    hands: Mapping[str, Iterable[str]] | None = None,
    money: Mapping[str, int] | None = None,
    mercenaries: Mapping[str, int] | None = None,
    missed: Mapping[str, int] | None = None,
    standing: Mapping[str, Form] | None = None,
    deck: int = 10,
    **public: Any,
) -> Game:
    """A game of these MegaCorps, `p1` first, in round 3 before the first turn, or before the
    programmes. All companies are unowned and no country has a controller but as given; companies and hands
    by MegaCorp. Cards in no hand are in the deck, and beyond its size set aside."""
    players = tuple(PlayerId(f"p{number}") for number in range(1, len(megacorps) + 1))
    who = dict(zip(megacorps, players, strict=True))
    hand = {who[name]: tuple(cards) for name, cards in (hands or {}).items()}
    state = Public(
        mode=mode, players=players, round=3, active=P1,
        seats={
            player: Seat(
                name, (money or {}).get(name, 40), (mercenaries or {}).get(name, 1),
                len(hand.get(player, ())), (missed or {}).get(name, 0),
            )
            for name, player in who.items()
        },
        companies=_companies(who, owned or {}, states or {}),
        countries=_countries(who, controls or {}, governments or {}),
    )  # fmt: skip
    state = replace(state, **public)
    cards = [slug for slug, card in CONTENT.cards.items() for _ in range(card.count)]
    for held in hand.values():
        for card in held:
            cards.remove(card)
    hidden = Hidden(tuple(cards[:deck]), tuple(cards[deck:]), _frames(state))
    private = {player: Private(hand.get(player, ())) for player in players}
    whole = State(replace(state, deck=deck, aside=len(cards[deck:])), private, hidden)
    return begun(_with_standing(whole, {who[name]: form for name, form in (standing or {}).items()}))


def _companies(
    who: Mapping[str, PlayerId], owned: Mapping[str, Iterable[str]], states: Mapping[str, str]
) -> dict[str, Company]:
    board = {one: Company(CONTENT.countries[CONTENT.boxes[one].country].box_state) for one in COMPANIES}
    for company, state in states.items():
        board[company] = Company(CompanyState(state))
    for name, companies in owned.items():
        for company in companies:
            board[company] = Company(CompanyState.OWNED, who[name])
    return board


def _countries(
    who: Mapping[str, PlayerId], controls: Mapping[str, Iterable[str]], governments: Mapping[str, str]
) -> dict[str, Country]:
    controllers = {country: who[name] for name, countries in controls.items() for country in countries}
    start = {country: CONTENT.countries[country].government for country in COUNTRIES}
    start |= {country: Government(name) for country, name in governments.items()}
    return {slug: Country(start[slug] or Government.DEMOCRACY, controllers.get(slug)) for slug in COUNTRIES}


def _frames(public: Public) -> Any:
    """What is left of the round: all turns, the last frame first."""
    turns = [Turn(player) for player in public.in_order]
    rest = [EndRound(), Program()] if public.programmed else [EndRound(), *reversed(turns)]
    return tuple(FRAMES.keep(frame) for frame in rest)


def _with_standing(state: Game, filed: Mapping[PlayerId, Form]) -> Game:
    table = Table(state, Dice(b"filed"))
    for player, orders in filed.items():
        file(table, player, tuple(SHAPES.read(order, 0) for order in orders))
    return State(state.public, table.private, state.hidden)


def begun(state: Game) -> Game:
    """Play goes on until somebody is asked; nothing that is told then is kept."""
    table = Table(state, Dice(b"begun"))
    advance(table)
    return table.outcome().state


def programmed(*megacorps: str, **given: Any) -> Game:
    return game(*megacorps, mode=Mode.PROGRAMMED, **given)


class Played(Playing):
    """A game of MegaCorps being played."""

    rules = RULES

    def leave(self, player: PlayerId) -> Played:
        return self.at("leave", player, act("leave"))

    def come_back(self, player: PlayerId) -> Played:
        return self.at("come_back", player, act("come_back"))

    def money(self, *players: PlayerId) -> list[int]:
        return [self.public.seats[player].money for player in players]

    def mercenaries(self, *players: PlayerId) -> list[int]:
        return [self.public.seats[player].mercenaries for player in players]

    def hand(self, player: PlayerId) -> tuple[str, ...]:
        return self.state.private[player].hand

    def owner(self, company: str) -> PlayerId | None:
        return self.public.companies[company].owner

    def state_of(self, company: str) -> str:
        return self.public.companies[company].state.value

    def controller(self, country: str) -> PlayerId | None:
        return self.public.countries[country].controller


def new(count: int, seed: int = 1, **options: Any) -> Played:
    """A new game of so many players, MegaCorps not yet chosen."""
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    played = Played(RULES.setup(players, options, Dice(b"%d" % seed)).state)
    return played
