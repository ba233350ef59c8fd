"""A game of Macht$piele set up in a line or two, played form by form, and what was told of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.contract import Dice, Order, Orders, PlayerId, State
from machtspiele.rules import RULES
from machtspiele.rules.advance import go_on
from machtspiele.rules.content import CARDS, OTHERS, C, Mode
from machtspiele.rules.state import Card, Hidden, Nemesis, Office, Private, Public, Reply, Seat
from machtspiele.rules.table import Table
from tests.playing import Playing

P1, P2, P3, P4, P5 = (PlayerId(f"p{number}") for number in range(1, 6))
Game = State[Public, Private, Hidden]
K = 1_000
M = 1_000_000
QUIET = (
    ("annual_outing#1",) * 3 + ("bonus_day", "annual_outing#1", "board_meeting") + ("annual_outing#1",) * 2
)
"""A row in which little happens; the Board Meeting is on 6."""


def act(kind: str, **data: Any) -> Orders:
    """A form of one order; `from_` stands for the key `from`."""
    return (Order(kind, _keys(data)),)


def _keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key.removesuffix("_"): _keys(inner) for key, inner in value.items()}
    return [_keys(each) for each in value] if isinstance(value, list) else value


def at(office: str, count: int = 1) -> dict[str, Any]:
    return {"office": office, "count": count}


def recruit(*places: str, when: str = "") -> Orders:
    """One employee for each office named."""
    return act("recruit", place=[at(office) for office in places], **({"when": when} if when else {}))


def buy(value: int, when: str = "") -> Orders:
    return act("buy_shares", value=value, **({"when": when} if when else {}))


def bribe(*offers: tuple[Any, ...]) -> Orders:
    """Offers of card, amount, and offices to remove an employee from."""
    return act("bribe", offers=[{"card": c, "amount": a, "remove": list(r)} for c, a, *r in offers])


PASS = act("pass")


def game(
    players: int = 3,
    mode: str = "classic",
    offices: Mapping[str, tuple[Any, ...]] | None = None,
    directors: Mapping[str, str] | None = None,
    board: str = "",
    boss: str | None = None,
    consultants: Mapping[str, str] | None = None,
    cards: Mapping[str, str] | None = None,
    cash: Mapping[str, int] | None = None,
    reserve: Mapping[str, int] | None = None,
    tracks: Mapping[str, Mapping[str, Any]] | None = None,
    nemesis: Mapping[str, tuple[str, str]] | None = None,
    filed: Mapping[str, Orders] | None = None,
    replies: Mapping[str, Mapping[str, Any]] | None = None,
    drawn: Sequence[str] = OTHERS[:6],
    row: Sequence[str] = QUIET,
    turn: int = 2,
    round: int = 2,
    stage: str = "event",
    **public: Any,
) -> Game:
    """A game before the event of a round, or at another stage; `p1` has the start marker.

    `offices`: owner, employees, and True for a general department; `board` and `consultants`: players, with
    spaces; `cards`: the holder, `corrupt`, `down`. What is not given follows: reserves, the supply, the track
    of general departments, the market.
    """
    ids = tuple(PlayerId(f"p{number}") for number in range(1, players + 1))
    stand = {office: Office(PlayerId(o[0]), o[1], len(o) > 2) for office, o in (offices or {}).items()}
    on_board = tuple(PlayerId(player) for player in board.split())
    inside = {box: tuple(map(PlayerId, names.split())) for box, names in (consultants or {}).items()}
    leads = {division: PlayerId(player) for division, player in (directors or {}).items()}
    used = Counter(on_board) + Counter(leads.values()) + Counter(p for box in inside.values() for p in box)
    for office in stand.values():
        used[office.owner] += office.heads
    used[PlayerId(boss or "")] += 1
    seats = {}
    for player in ids:
        values = {"reserve": C.figures.reserve - used[player], **((tracks or {}).get(player, {}))}
        if player in (reserve or {}):
            values["reserve"] = (reserve or {})[player]
        generals = sum(o.general for o in stand.values() if o.owner == player)
        values.setdefault("general_departments", generals)
        seats[player] = Seat(**values)
    bought = Counter(value for seat in seats.values() for value in seat.certificates)
    shown = Public(
        mode=Mode(mode), players=ids, order=ids, marker=P1, seats=seats,
        market=tuple(C.figures.certificates - bought[value] for value in range(1, 8)),
        supply=C.figures.employees - sum(o.employees for o in stand.values()),
        offices=stand, directors=leads, board=on_board, boss=PlayerId(boss) if boss else None,
        consultants=inside, cards={slug: _card((cards or {}).get(slug, "")) for slug in CARDS},
        turn=turn, round=round, stage=stage, placed=3 * players,
        revealed=tuple(row[: round - 1]), row=len(row) - round + 1,
    )  # fmt: skip
    shown = replace(shown, **public)
    private = {
        player: Private(
            cash=(cash or {}).get(player, C.money.start),
            nemesis=Nemesis(PlayerId(nemesis[player][0]), nemesis[player][1])
            if nemesis and player in nemesis
            else None,
            filed=(filed or {}).get(player, ()),
            replies={c: Reply(**r) for c, r in (replies or {}).get(player, {}).items()},
            drawn=tuple(drawn) if player == shown.marker else (),
            row=tuple(row) if player == shown.marker else (),
        )
        for player in ids
    }
    return begun(State(shown, private, Hidden()))


def _card(words: str) -> Card:
    holder, *marks = words.split() or [""]
    return Card(PlayerId(holder) if holder else None, "corrupt" in marks, "down" in marks)


def begun(state: Game) -> Game:
    """Play goes on until somebody is asked; nothing that is told then is kept."""
    table = Table(state, Dice(b"begun"))
    go_on(table)
    return table.outcome().state


class Played(Playing):
    """A game of Macht$piele being played."""

    rules = RULES

    def act(self, orders: Orders) -> Played:
        """The action of the one who is asked."""
        (player,) = self.main.awaited
        return self.hand_in(self.main.kind, **{player: orders})

    def file(self, player: str, *orders: Orders) -> Played:
        return self.at("file", player, tuple(order for form in orders for order in form))

    def leave(self, player: str) -> Played:
        return self.at("leave", player, act("leave"))

    def come_back(self, player: str) -> Played:
        return self.at("return", player, act("return"))

    def cash(self, *players: str) -> list[int]:
        return [self.state.private[PlayerId(player)].cash for player in players]

    def employees(self, *offices: str) -> list[int]:
        """0 also where nothing stands."""
        return [
            self.public.offices[office].employees if office in self.public.offices else 0
            for office in offices
        ]

    def reserve(self, player: str) -> int:
        return int(self.public.seats[player].reserve)

    def points(self, player: str, track: str) -> int:
        return int(getattr(self.public.seats[player], track))

    @property
    def board(self) -> str:
        return " ".join(self.public.board)

    def card(self, slug: str) -> str:
        """The holder and how the card lies, as `game` takes it."""
        card = self.public.cards[slug]
        marks = [word for word, on in (("corrupt", card.corrupt), ("down", card.face_down)) if on]
        return " ".join([card.holder or "", *marks])


def new(players: int = 3, seed: int = 1, mode: str = "classic") -> Played:
    ids = tuple(PlayerId(f"p{number}") for number in range(1, players + 1))
    return Played(RULES.setup(ids, {"mode": mode}, Dice(b"%d" % seed)).state)
