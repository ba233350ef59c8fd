"""A game set up in a line or two, played form by form, and what was told of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.contract import Dice, Event, Order, Orders, PlayerId, Problem, State, Window
from megacorps.rules import RULES
from megacorps.rules.advance import advance
from megacorps.rules.content import COMPANIES, CONTENT, COUNTRIES, CompanyState, Government, Mode
from megacorps.rules.frames import FRAMES, EndRound, Program, Turn
from megacorps.rules.orders import read_order
from megacorps.rules.phases.doors import file
from megacorps.rules.state import Company, Country, Hidden, Private, Public, Seat
from megacorps.rules.table import Table

P1, P2, P3, P4, P5, P6 = (PlayerId(f"p{number}") for number in range(1, 7))
Game = State[Public, Private, Hidden]
Form = tuple[Order, ...]


def act(kind: str, **data: Any) -> Form:
    """A form of one order; `vote` stands for the key `for`."""
    return (Order(kind, {"for" if key == "vote" else key: value for key, value in data.items()}),)


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
        file(table, player, tuple(read_order(order, 0) for order in orders))
    return State(state.public, table.private, state.hidden)


def begun(state: Game) -> Game:
    """Play goes on until somebody is asked; nothing that is told then is kept."""
    table = Table(state, Dice(b"begun"))
    advance(table)
    return table.outcome().state


def programmed(*megacorps: str, **given: Any) -> Game:
    return game(*megacorps, mode=Mode.PROGRAMMED, **given)


class Played:
    """A game being played: each form is checked as the platform does, then resolved."""

    def __init__(self, state: Game) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        self.log: list[Event] = []
        self._count = 0

    # ---- acts ---------------------------------------------------------------------------------

    def hand_in(self, _kind: str = "", /, **forms: Form) -> Played:
        """The open question answered by these (`p1=...`); whoever is not named has missed it."""
        asked = self.main
        assert _kind in ("", asked.kind), f"asked is {asked.name}"
        given = {PlayerId(player): form for player, form in forms.items()}
        for player, form in given.items():
            assert player in asked.players, f"{asked.name} does not ask {player}"
            assert self.check(player, form) == (), self.check(player, form)
        return self._resolve(asked, given)

    def miss(self, kind: str = "") -> Played:
        """The deadline of the open question, and nobody has answered."""
        return self.hand_in(kind)

    def at(self, door: str, player: PlayerId, form: Form) -> Played:
        asked = self.window(door)
        assert RULES.check(self.state.seen_by(player), asked, form) == ()
        return self._resolve(asked, {player: form})

    def leave(self, player: PlayerId) -> Played:
        return self.at("leave", player, act("leave"))

    def come_back(self, player: PlayerId) -> Played:
        return self.at("come_back", player, act("come_back"))

    def force(self, door_or_question: str, forms: Mapping[PlayerId, Orders]) -> Played:
        """Forms nobody has checked."""
        return self._resolve(self.window(door_or_question), forms)

    def _resolve(self, asked: Window, forms: Mapping[PlayerId, Orders]) -> Played:
        self._count += 1
        outcome = RULES.resolve(self.state, asked, forms, Dice(b"%d" % self._count))
        self.state, self.events = outcome.state, outcome.events
        self.log += outcome.events
        return self

    # ---- what came of it ------------------------------------------------------------------------

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def names(self) -> list[str]:
        return [asked.name for asked in RULES.windows(self.public)]

    @property
    def main(self) -> Window:
        asked = RULES.windows(self.public)[0]
        assert not asked.is_door, "the game sleeps"
        return asked

    @property
    def asleep(self) -> bool:
        return self.public.asleep

    def window(self, kind: str) -> Window:
        return next(asked for asked in RULES.windows(self.public) if asked.kind == kind)

    def check(self, player: PlayerId | None, form: Orders, kind: str = "") -> tuple[Problem, ...]:
        asked = self.window(kind) if kind else self.main
        return RULES.check(self.state.seen_by(player), asked, form)

    def codes(self, player: PlayerId, form: Orders, kind: str = "") -> list[str]:
        return [problem.code for problem in self.check(player, form, kind)]

    @property
    def told(self) -> list[str]:
        """The kinds of what the last act told."""
        return [event.kind for event in self.events]

    def facts(self, kind: str, to: str = "") -> list[dict[str, Any]]:
        return [
            dict(event.data) for event in self.events if event.kind == kind and (not to or to in event.to)
        ]

    def fact(self, kind: str) -> dict[str, Any]:
        (only,) = self.facts(kind)
        return only

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

    @property
    def ranks(self) -> dict[str, int]:
        return {one.player: one.rank for one in RULES.standings(self.public) or ()}


def new(count: int, seed: int = 1, **options: Any) -> Played:
    """A new game of so many players, MegaCorps not yet chosen."""
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    played = Played(RULES.setup(players, options, Dice(b"%d" % seed)).state)
    return played
