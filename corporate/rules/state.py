"""The state of a Corporate Game, in drawers by who may look (section 7 of the rules).

Money is in integer nuyens, assets are integers that may be negative, ranks and turns count from 1.
Slugs of corporations, coalitions, titles and Backgrounds are those of section 2 and 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from games.contract import PlayerId, Standing


class Stage(Enum):
    CHARACTERS = "characters"  # the first window is open, the ranking is not drawn yet (D6)
    TURNS = "turns"
    OVER = "over"


class Corporation(Struct, frozen=True):
    """One corporation's public figures. `history[t]` is its assets at the end of turn t (0: the
    draw); it stops growing with the crash. `rank` is that of the last ranking it was part of."""

    assets: int
    rank: int
    initial_rank: int
    history: tuple[int, ...]
    crashed: int | None = None  # the turn of its crash


class Seat(Struct, frozen=True):
    """The public part of a player (7.3): nothing here may depend on money or runs."""

    influence: int = 1
    citizenship: str | None = None
    shares: Mapping[str, int] = field(default_factory=dict)  # never a zero, never a crashed corporation
    coalition: str | None = None  # joined last turn
    first_share: str | None = None  # D3: the corporation the first share must be of, while it binds
    public_text: str = ""
    starting_citizenship: str | None = None
    background: str | None = None  # as shown: `nobody` hides the other one


class Council(Struct, frozen=True):
    """The record of the MDC at the end of a turn (5.5, D22), which applies on the next one."""

    winner: str | None = None
    players: Mapping[str, tuple[PlayerId, ...]] = field(default_factory=dict)  # by coalition
    corporations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Public(Struct, frozen=True):
    """The public drawer. `turn`: the open quarter, 0 before the first; once the game is over, the last one
    played."""

    stage: Stage
    turn: int
    players: tuple[PlayerId, ...]
    characters: bool
    wire_transfers: bool
    seats: Mapping[PlayerId, Seat]
    corporations: Mapping[str, Corporation] = field(default_factory=dict)  # all ten, crashed ones too
    council: Council = field(default_factory=Council)  # of turn - 1
    winning_turns: Mapping[PlayerId, int] = field(default_factory=dict)  # in the winning coalition
    standings: tuple[Standing, ...] | None = None  # every line of the score, once it is over


class Tally(Struct, frozen=True):
    """The measures of titles for a player so far, as the player knows them (8.4)."""

    speculations_won: int = 0
    runs_won: Mapping[str, int] = field(default_factory=dict)  # by run kind
    protections: Mapping[str, int] = field(default_factory=dict)  # launched, by kind of Defence
    informed_on: tuple[PlayerId, ...] = ()  # distinct players an Information run succeeded on


class Private(Struct, frozen=True):
    """A private drawer. `avenger_draw` is drawn for every player at setup (D70)."""

    money: int
    avenger_draw: tuple[str, ...]
    secrets: str = ""
    background: str | None = None  # beside `nobody`, the one that scores is `hidden_background`
    hidden_background: str | None = None
    avenger: str | None = None
    strategies: Mapping[str, int] = field(default_factory=dict)  # title -> 1..6
    claims: tuple[int, ...] = ()  # turns of the claims that took effect
    background_points: int = 0  # per-turn points so far, without Spin genius (D63)
    scoring_money: int = 0  # the record of step 12
    message_money: int = 0  # the balance shown by the last resolution message
    transfers_sent: int = 0  # on the open turn
    tally: Tally = field(default_factory=Tally)


class Hidden(Struct, frozen=True):
    """The hidden drawer: points that would reveal undetected runs (D63)."""

    spin_points: Mapping[PlayerId, int] = field(default_factory=dict)
