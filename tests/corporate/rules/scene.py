"""Small scenes to play one noon on: states built in a line or two, forms, and what was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from corporate.rules import RULES
from corporate.rules.content import CORPORATIONS
from corporate.rules.state import Corporation, Council, Hidden, Private, Public, Seat, Stage, Tally
from games.contract import Grant, LoadedDice, Order, Orders, Outcome, PlayerId, Problem, State, View, Window

# Effects and hand touch the first and the last corporation alone: all others end as they started,
# but for what a test does to them.
CALM: dict[str, int] = {
    "spinrad": 40,
    "renraku": 12,
    "horizon": 11,
    "sony": 10,
    "ares": 9,
    "neonet": 8,
    "shiawase": 7,
    "aztechnology": 6,
    "prometheus": 5,
    "saeder-krupp": 3,
}
CALM_HAND = ("spinrad", "saeder-krupp")

Game = State[Public, Private, Hidden]
Assets = Mapping[str, int | Sequence[int]]

# The ranking of E27, turn 0.
MANHATTAN: dict[str, int] = {
    "ares": 13,
    "neonet": 12,
    "shiawase": 11,
    "renraku": 11,
    "spinrad": 10,
    "sony": 10,
    "aztechnology": 9,
    "horizon": 9,
    "saeder-krupp": 8,
    "prometheus": 7,
}


class Who(Struct, frozen=True):
    """A player of a scene."""

    money: int = 2_000_000
    influence: int = 1
    citizenship: str | None = None
    shares: Mapping[str, int] | None = None
    coalition: str | None = None
    first_share: str | None = None
    background: str | None = None
    hidden: str | None = None
    avenger: str | None = None
    avenger_draw: tuple[str, ...] = ("ares", "sony")
    strategies: Mapping[str, int] | None = None
    secrets: str = ""
    claims: tuple[int, ...] = ()
    points: int = 0
    scoring_money: int = 0
    tally: Tally = field(default_factory=Tally)
    wins: int = 0


def game(
    assets: Assets = MANHATTAN,
    *who: Who,
    turn: int = 1,
    council: Council | None = None,
    crashed: Mapping[str, int] | None = None,
    characters: bool = True,
    transfers: bool = False,
    spin: Mapping[str, int] | None = None,
) -> Game:
    """A game in its `turn`-th quarter; `assets` in initial rank order, a sequence being the history
    up to now. Three plain players unless told otherwise."""
    cast = who or (Who(), Who(), Who())
    players = tuple(PlayerId(f"p{number}") for number in range(1, len(cast) + 1))
    public = Public(
        stage=Stage.TURNS,
        turn=turn,
        players=players,
        characters=characters,
        wire_transfers=transfers,
        seats=dict(zip(players, map(_seat, cast), strict=True)),
        corporations=_corporations(assets, turn, crashed or {}),
        council=council or Council(),
        winning_turns={player: one.wins for player, one in zip(players, cast, strict=True)},
    )
    private = dict(zip(players, map(_private, cast), strict=True))
    return State(public, private, Hidden({PlayerId(p): n for p, n in (spin or {}).items()}))


def _seat(one: Who) -> Seat:
    return Seat(
        influence=one.influence,
        citizenship=one.citizenship,
        shares=dict(one.shares or {}),
        coalition=one.coalition,
        first_share=one.first_share,
        background=one.background,
    )


def _private(one: Who) -> Private:
    return Private(
        money=one.money,
        avenger_draw=one.avenger_draw,
        secrets=one.secrets,
        background=one.background,
        hidden_background=one.hidden,
        avenger=one.avenger,
        strategies=dict(one.strategies or {}),
        claims=one.claims,
        background_points=one.points,
        scoring_money=one.scoring_money,
        message_money=one.money,
        tally=one.tally,
    )


def _corporations(assets: Assets, turn: int, crashed: Mapping[str, int]) -> dict[str, Corporation]:
    histories = {
        slug: (value,) * turn if isinstance(value, int) else tuple(value) for slug, value in assets.items()
    }
    initial = {slug: rank for rank, slug in enumerate(assets, 1)}
    order = sorted(histories, key=lambda slug: ([-past for past in reversed(histories[slug])], initial[slug]))
    return {
        slug: Corporation(
            histories[slug][-1], order.index(slug) + 1, initial[slug], histories[slug], crashed.get(slug)
        )
        for slug in assets
    }


# ---- orders -----------------------------------------------------------------------------------


def share(corporation: str) -> Order:
    return Order("buy_share", {"corporation": corporation})


def influence() -> Order:
    return Order("buy_influence", {})


def claim(corporation: str) -> Order:
    return Order("citizenship_claim", {"corporation": corporation})


def vote(up: str, down: str) -> Order:
    return Order("vote", {"up": up, "down": down})


def join(coalition: str) -> Order:
    return Order("join_coalition", {"coalition": coalition})


def datasteal(target: str, beneficiary: str, steps: int = 1, bonus: bool = False) -> Order:
    return Order(
        "datasteal",
        {"target": target, "beneficiary": beneficiary, "steps": steps, "influence_bonus": bonus},
    )


def sabotage(target: str, steps: int = 1, bonus: bool = False) -> Order:
    return Order("sabotage", {"target": target, "steps": steps, "influence_bonus": bonus})


def extraction(target: str, beneficiary: str, steps: int = 1, bonus: bool = False) -> Order:
    return Order(
        "extraction",
        {"target": target, "beneficiary": beneficiary, "steps": steps, "influence_bonus": bonus},
    )


def information(target: str, steps: int = 1, bonus: bool = False) -> Order:
    return Order("information", {"target": target, "steps": steps, "influence_bonus": bonus})


def protection(beneficiary: str, defence: str, steps: int = 1, bonus: bool = False) -> Order:
    return Order(
        "protection",
        {"beneficiary": beneficiary, "defence": defence, "steps": steps, "influence_bonus": bonus},
    )


def derivative(which: str, direction: str, stake: int) -> Order:
    return Order("derivative_speculation", {"derivative": which, "direction": direction, "stake": stake})


def rank(corporation: str, bet: int, stake: int) -> Order:
    return Order("rank_speculation", {"corporation": corporation, "rank": bet, "stake": stake})


def transfer(to: str, amount: int) -> Order:
    return Order("transfer", {"to": to, "amount": amount})


def character(**data: Any) -> Order:
    blank = {
        "public_text": "",
        "citizenship": None,
        "background": None,
        "hidden": None,
        "avenger": None,
        "strategies": {},
        "secrets": "",
    }
    return Order("character", {**blank, **data})


# ---- asking and playing -----------------------------------------------------------------------


def view(state: Game, player: str = "p1") -> View[Public, Private]:
    return state.seen_by(PlayerId(player))


def window(state: Game) -> Window:
    return RULES.windows(state.public)[0]


def check(state: Game, *orders: Order, player: str = "p1") -> tuple[Problem, ...]:
    return RULES.check(view(state, player), window(state), orders)


def codes(state: Game, *orders: Order, player: str = "p1") -> list[str]:
    return [problem.code for problem in check(state, *orders, player=player)]


def quote(state: Game, *orders: Order, player: str = "p1") -> Any:
    return RULES.quote(view(state, player), window(state), orders)


class Noon(Struct, frozen=True):
    """One noon and what was told at it."""

    outcome: Outcome[Public, Private, Hidden]
    dice: LoadedDice

    @property
    def state(self) -> Game:
        return self.outcome.state

    @property
    def grants(self) -> tuple[Grant, ...]:
        return self.outcome.grants

    def told(self, reader: str, kind: str | None = None) -> list[Any]:
        """The data of a reader's events of a kind; without one, the kinds of all his events."""
        mine = [event for event in self.outcome.events if reader in event.to]
        if kind is None:
            return [event.kind for event in mine]
        return [event.data for event in mine if event.kind == kind]

    def public(self, kind: str) -> list[Any]:
        return self.told("public", kind)

    def street(self, corporation: str) -> dict[str, Any]:
        rows = self.public("wall_street")[0]["rows"]
        return next(row for row in rows if row["corporation"] == corporation)

    def assets(self, *corporations: str) -> Any:
        found = [self.state.public.corporations[slug].assets for slug in corporations]
        return found[0] if len(found) == 1 else found

    def money(self, player: str = "p1") -> int:
        return self.state.private[PlayerId(player)].money

    def ranking(self) -> list[str]:
        return [row["corporation"] for row in self.public("wall_street")[0]["rows"]]


def noon(
    state: Game,
    forms: Mapping[str, Sequence[Order]],
    hand: tuple[str, str] | None = None,
    draws: Mapping[str, int] | None = None,
) -> Noon:
    """Play one quarter. `hand`: the corporations the invisible hand raises and lowers, drawn if not
    given; `draws`: by label."""
    loaded: dict[str, Any] = dict(draws or {})
    alive = [
        slug
        for slug in CORPORATIONS
        if slug in state.public.corporations and state.public.corporations[slug].crashed is None
    ]
    if hand is not None:
        loaded["hand/up"] = alive.index(hand[0])
        loaded["hand/down"] = [slug for slug in alive if slug != hand[0]].index(hand[1])
    dice = LoadedDice(loaded)
    given: dict[PlayerId, Orders] = {PlayerId(player): tuple(orders) for player, orders in forms.items()}
    return Noon(RULES.resolve(state, window(state), given, dice), dice)


def calm(state: Game, forms: Mapping[str, Sequence[Order]], draws: Mapping[str, int] | None = None) -> Noon:
    """One quarter on a `CALM` market."""
    return noon(state, forms, CALM_HAND, draws)
