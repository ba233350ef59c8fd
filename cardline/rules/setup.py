"""The set-up: options, draws, deal, and the first question (section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Dice, Outcome, PlayerId, State
from games.rulekit.events import event

from .content import CHARACTERISTICS, TABLE_VERSION, TABLES
from .events import GameStarted, Hand
from .meta import chosen
from .state import Hidden, Mode, Options, Private, Public


def setup(
    players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """The state in which the first placement is asked. Only options left to chance draw a number (D23)."""
    characteristic = chosen(options, "characteristic")
    if characteristic == "random":
        characteristic = dice.pick(CHARACTERISTICS, "characteristic")
    first_seat = _first_seat(len(players), chosen(options, "first_player"), dice)
    settled = Options(
        characteristic=characteristic,
        hand_size=int(chosen(options, "hand_size")),
        mode=_mode(len(players), chosen(options, "mode")),
        max_rounds=int(chosen(options, "max_rounds")),
        bots=chosen(options, "bots"),
    )
    deck = dice.shuffled(sorted(TABLES[TABLE_VERSION]), "deck")
    in_order = players[first_seat:] + players[:first_seat]
    dealt = settled.hand_size * len(players)
    hands = {player: deck[place : dealt : len(players)] for place, player in enumerate(in_order)}
    rest = deck[dealt + 1 :]
    public = Public(
        options=settled,
        table_version=TABLE_VERSION,
        players=players,
        first_seat=first_seat,
        hands={player: hands[player] for player in players},
        line=(deck[dealt],),
        deck_count=len(rest),
        skips_in_a_row=dict.fromkeys(players, 0),
    )
    state = State(public, {player: Private() for player in players}, Hidden(rest))
    return Outcome(state, (event(_started(public)),))


def _first_seat(count: int, wanted: str, dice: Dice) -> int:
    """The seat that was chosen; drawn if it was left to chance, or nobody holds it (D28)."""
    if wanted != "random" and int(wanted) < count:
        return int(wanted)
    return dice.below(count, "first_seat")


def _mode(count: int, wanted: str) -> Mode:
    """D5."""
    if wanted == "default":
        return Mode.SEQUENTIAL if count == 2 else Mode.SIMULTANEOUS
    return Mode(wanted)


def _started(public: Public) -> GameStarted:
    (card,) = public.line
    options = public.options
    return GameStarted(
        characteristic=options.characteristic,
        mode=options.mode,
        hand_size=options.hand_size,
        max_rounds=options.max_rounds,
        first=public.in_order[0],
        card=card,
        figures=TABLES[public.table_version][card].figures,
        hands=tuple(Hand(player, public.hands[player]) for player in public.in_order),
    )
