"""A game of Contrôle Global set up in a line or two, played form by form, and what was told of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from controle.rules import RULES
from controle.rules.advance import go_on
from controle.rules.content import CARDS, ORGANIZATIONS, PILES, Mode, copies, size_of
from controle.rules.defaults import answer_of, default_turn
from controle.rules.draws import owed
from controle.rules.notation import CATEGORIES, PLACE
from controle.rules.orders import Draw, Plan, Play, order
from controle.rules.playable import options
from controle.rules.state import Hidden, Private, Public, Region, Seat, Six
from controle.rules.table import Table
from controle.rules.world import World, six
from games.contract import Dice, Order, Orders, PlayerId, Problem, State, View, Window
from tests.playing import Playing

P1, P2, P3, P4, P5, P6 = (PlayerId(f"p{number}") for number in range(1, 7))
Game = State[Public, Private, Hidden]

WALL = "pol1_01_identity_ideology"
PATRONAGE = "pol1_02_town_hall_patronage"
COURTS = "pol1_04_obedient_courts"
STARTUP = "com1_01_import_export_startup"
MERGER = "com2_02_merger_and_acquisition"
DRONES = "mil2_02_strike_drones"
RADIO = "med1_01_neighbourhood_radio"
NETWORK = "med2_01_global_social_network"
TRADE = "com2_06_free_trade_agreement"
PROPHECY = "rel1_05_local_prophecy"
DULL = ("rel2_06_secret_council", "mil2_01_private_army", "bio2_03_total_agribusiness", DRONES)
"""Cards of second piles, which need level II at least."""
EASY = ("pol1_04_obedient_courts", "mil1_04_training_camp", "com1_05_retail_giant", "bio1_02_patented_seeds")
"""Cards whose first effect needs level I."""


def act(kind: str, **data: Any) -> Orders:
    """A form of one order; `return_` stands for the key `return`."""
    return (Order(kind, {key.removesuffix("_"): value for key, value in data.items()}),)


def play(card: str, effect: int, R: int = 0, **data: Any) -> Orders:
    return act("play", card=card, effect=effect, R=R, **data)


def plan(card: str, effect: int, R: int = 0, **data: Any) -> Orders:
    return act("plan", card=card, effect=effect, R=R, **data)


def level(category: str, *pay: str) -> dict[str, Any]:
    return {"use": "level", "category": category, "pay": list(pay)}


STUCK = act("stuck")
LEAVE = act("leave")
BACK = act("return")


def numbers(words: str) -> Six:
    """Six numbers from words: `pol2 com1`."""
    found = [0] * len(CATEGORIES)
    for word in words.split():
        found[PLACE[word[:3]]] += int(word[3:])
    return six(found)


def game(
    players: int = 3,
    mode: str = "turns",
    influence: Mapping[int, Mapping[str, str]] | None = None,
    development: Mapping[int, int] | None = None,
    played: Mapping[str, int] | None = None,
    held: Mapping[str, str] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    order: str = "",
    zone: Sequence[str] = (),
    archive: Sequence[str] = (),
    empty: Sequence[str] = (),
    plans: Mapping[str, Orders] | None = None,
    round: int = 1,
    missed: Mapping[str, int] | None = None,
    **public: Any,
) -> Game:
    """A game as a turn opens. `influence`: by slot and player; `played`: how many cards lie in a discard;
    `held`: tokens; `zone`, `archive`: cards; `empty`: piles whose cards are all in the discard of another
    game, as it were: they are taken out. Hands that are not given hold easy cards; piles hold what is left,
    in the order of the data."""
    ids = tuple(PlayerId(f"p{number}") for number in range(1, players + 1))
    left = {pile: list(copies(pile)) for pile in PILES}

    def take(card: str) -> str:
        left[CARDS[card].pile].remove(card)
        return card

    given = {player: tuple(map(take, (hands or {}).get(player, ()))) for player in ids}
    beyond = {"zone": tuple(map(take, zone)), "archive": tuple(map(take, archive))}
    dealt = {}
    for number, player in enumerate(ids):
        easy = [f"{CATEGORIES[(number + place) % len(CATEGORIES)]}1" for place in range(4)]
        dealt[player] = (
            given[player] if player in (hands or {}) else tuple(take(left[pile][-1]) for pile in easy)
        )
    discards = {}
    for category in CATEGORIES:
        pool = [*left[f"{category}1"], *left[f"{category}2"]]
        discards[category] = tuple(
            take(card) for card in reversed(pool[len(pool) - (played or {}).get(category, 0) :])
        )
    for pile in empty:
        left[pile] = []
    size = size_of(players)
    seats = {}
    for number, player in enumerate(ids):
        backs = sorted((CARDS[card].pile for card in dealt[player]), key=PILES.index)
        seats[player] = Seat(
            list(ORGANIZATIONS)[number], number, numbers((held or {}).get(player, "")), tuple(backs),
            (missed or {}).get(player, 0),
        )  # fmt: skip
    used = [sum(seat.held[place] for seat in seats.values()) for place in range(6)]
    regions = tuple(
        Region(
            f"slot_{slot}",
            (development or {}).get(slot, 3),
            {player: numbers((influence or {}).get(slot, {}).get(player, "")) for player in ids},
        )
        for slot in range(len(size.chips))
    )
    shown = Public(
        mode=Mode(mode), players=ids, seats=seats, regions=regions,
        reserve=six([size.reserve - held for held in used]),
        piles={pile: len(cards) for pile, cards in left.items()},
        order=tuple(map(PlayerId, order.split())) or ids, round=round, discards=discards,
        archive=beyond["archive"], zone=tuple(CARDS[card].pile for card in zone),
    )  # fmt: skip
    shown = replace(shown, **public)
    private = {player: Private(dealt[player], (plans or {}).get(player, ())) for player in ids}
    hidden = Hidden({pile: tuple(cards) for pile, cards in left.items()}, beyond["zone"])
    return begun(State(shown, private, hidden))


def begun(state: Game) -> Game:
    """Play goes on until somebody is asked; nothing that is told then is kept."""
    table = Table(state, Dice(b"begun"))
    go_on(table)
    return table.outcome().state


def table(state: Game) -> Table:
    return Table(state, Dice(b"table"))


def world(**given: Any) -> World:
    return World.of(game(**given).public)


class Played(Playing):
    """A game being played."""

    rules = RULES

    def act(self, orders: Orders) -> Played:
        """The turn of the one who is asked."""
        asked = next(each for each in RULES.windows(self.public) if each.kind in ("play", "forced"))
        (player,) = asked.awaited
        found = self.check(player, orders, asked.kind)
        assert found == (), found
        return self._resolve(asked, {player: orders})

    def draw(self, player: str, *piles: str, back: Sequence[str] = ()) -> Played:
        return self.answer("draw", player, act("draw", draws=list(piles), return_=list(back)))

    def answer(self, kind: str, player: str, orders: Orders) -> Played:
        asked = next(w for w in RULES.windows(self.public) if w.kind == kind and player in w.players)
        found = RULES.check(self.state.seen_by(PlayerId(player)), asked, orders)
        assert found == (), found
        return self._resolve(asked, {PlayerId(player): orders})

    def late(self, name: str) -> Played:
        """The deadline of a window passes without a form."""
        asked = next(each for each in RULES.windows(self.public) if each.name == name)
        return self._resolve(asked, {})

    def file(self, player: str, *plans: Order) -> Played:
        return self.at("file", player, plans)

    def leave(self, player: str) -> Played:
        return self.at("leave", player, LEAVE)

    def come_back(self, player: str) -> Played:
        return self.at("return", player, BACK)

    @property
    def questions(self) -> list[str]:
        """The open windows but the doors."""
        return [each.name for each in RULES.windows(self.public) if not each.is_door]

    def problems(self, orders: Orders, kind: str = "") -> list[Problem]:
        """Of a form of the one who is asked."""
        asked = self.window(kind) if kind else self.main
        return list(self.check(asked.players[0], orders, asked.kind))

    def stack(self, slot: int, player: str) -> Six:
        return self.public.regions[slot].influence[PlayerId(player)]  # type: ignore[no-any-return]

    def held(self, player: str) -> Six:
        return self.public.seats[PlayerId(player)].held  # type: ignore[no-any-return]

    def hand(self, player: str) -> tuple[str, ...]:
        return self.state.private[PlayerId(player)].hand  # type: ignore[no-any-return]

    def column(self, player: str, category: str) -> int:
        seen = World.of(self.public)
        return seen.column(self.public.players.index(player), PLACE[category])

    def level(self, player: str, category: str) -> int:
        seen = World.of(self.public)
        return seen.level(self.public.players.index(player), PLACE[category])


def new(players: int = 3, seed: int = 1, mode: str = "turns") -> Played:
    ids = tuple(PlayerId(f"p{number}") for number in range(1, players + 1))
    return Played(RULES.setup(ids, {"mode": mode}, Dice(b"%d" % seed)).state)


def counted(state: Game) -> Counter[str]:
    """Every card of the game by where it lies."""
    found = Counter(
        hands=sum(len(drawer.hand) for drawer in state.private.values()),
        piles=sum(map(len, state.hidden.piles.values())),
        discards=sum(map(len, state.public.discards.values())),
        zone=len(state.hidden.zone),
        archive=len(state.public.archive),
    )
    found["forced"] = 0 if state.public.forced is None else 1
    return found


def modestly(view: View[Public, Private], window: Window) -> Orders:
    """A form that keeps all columns low, so that no category is at level V for long: the weakest effect of
    the card of the lowest column, and draws from the lowest piles."""
    assert view.viewer is not None
    assert view.private is not None
    world, me = World.of(view.public), view.public.players.index(view.viewer)
    lowest = sorted(range(len(CATEGORIES)), key=lambda each: world.column(me, each))
    draws = tuple(f"{CATEGORIES[each]}1" for each in lowest if view.public.piles[f"{CATEGORIES[each]}1"])
    pending = view.public.pending_of(view.viewer)
    if window.kind == "draw" and pending is not None:
        return (order(Draw(draws=draws[: owed(view.public, pending)])),)
    free = [each for each in options(world, me, view.private.hand) if not each.invest]
    if window.kind not in ("play", "round") or not free:
        return RULES.advise(view, window, Dice(b"modestly")) or ()
    best = min(free, key=lambda each: (lowest.index(each.card.category), each.effect.sum_of_levels))
    turn = default_turn(world.copy(), me, best.card, best.effect)
    card = {"card": best.card.id, "effect": best.effect.rank, **answer_of(turn)}
    if window.kind == "play":
        return (order(Play(draws=draws[: max(1, turn.extra)], **card)),)
    return order(Plan(**card)), order(Draw(draws=draws))
