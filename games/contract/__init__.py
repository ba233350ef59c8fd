"""The contract between the platform and a title's rules.

Rules are *pure*: frozen values (`msgspec.Struct`) and functions; no Django, no clock, no `random`, no I/O.
What a function may see is in its signature, so that no visibility check can be forgotten: `setup` and
`resolve` see the whole state; `windows` and `standings` the public drawer alone; `check`, `quote`, `sample`
and `advise` what one player sees.

Obligations of every title, each tested by `tests/battery` for every registered one:

1. `resolve` is a function: the same state, window, forms and dice give the same outcome, whatever the order
   of arrival; the old state is not changed.
2. `check` refuses what the view can refute; what turns out impossible later becomes an event, never an
   error. `sample` and `advise` pass `check`. `resolve` accepts any form, drops order by order what cannot be
   applied, and tells the author.
3. A reader gets a whole event or none: "someone sabotaged Ares" and "it was p3" are two events.
4. State and events are JSON when stored, and equal when loaded again (see `codec`).
5. Draws are named; drawing the same label twice raises (see `dice`).
6. Random games end, and a game in which nobody answers any more ends, too, or sleeps: only doors stay
   open. At the end `resolve` writes every line of the score into the public drawer.
7. No secret shows: nothing in a drawer, a window, an event or a quote tells its reader what another player
   hides.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Generic, NewType, Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from .codec import Json, decode, encode
from .dice import Dice, Draw, LabelReused, LoadedDice

__all__ = [
    "HIDDEN",
    "PUBLIC",
    "TASTE",
    "Closes",
    "Dice",
    "Draw",
    "Drawers",
    "Event",
    "Forms",
    "Grant",
    "Json",
    "LabelReused",
    "Line",
    "LoadedDice",
    "Meta",
    "Option",
    "Order",
    "Orders",
    "Outcome",
    "PlayerId",
    "Problem",
    "Quota",
    "Quote",
    "Reader",
    "Rules",
    "Standing",
    "State",
    "View",
    "Window",
    "chapter_of",
    "decode",
    "encode",
    "only",
]

PlayerId = NewType("PlayerId", str)
"""`p1`, `p2`, ... in the order of joining; never a database id, never a name."""

Reader = NewType("Reader", str)
"""Who is told an event: a player's id, or `public`. Drawers have the same owners, and `hidden`."""

PUBLIC: Final[tuple[Reader, ...]] = (Reader("public"),)
HIDDEN: Final = "hidden"

TASTE: Final = "taste"
"""The key of a game's options that says how its bots play: one of `Meta.tastes`, missing if nobody chose."""


def only(*players: PlayerId) -> tuple[Reader, ...]:
    """The audience of an event told to these players alone (at least one)."""
    return tuple(Reader(player) for player in players)


class Option(Struct, frozen=True):
    """Something the creator of a game may choose. `key` names it in `Rules.setup`'s options.

    `default` also tells its type: a bool is a tick box, a str one of `choices`. `at_first`: its value in
    somebody's first game, a rehearsal that starts without asking anything; None: the default.
    """

    key: str
    default: bool | str
    choices: tuple[str, ...] = ()
    at_first: bool | str | None = None


class Meta(Struct, frozen=True):
    """What the platform must know of a title before a game exists.

    `notice`: the minimum of hours a turn stays open; `notices`: those a game's creator may choose among, ()
    for no choice. `rules_version` changes whenever the same forms and dice could give another outcome;
    `schema_version` whenever a drawer changes its shape. `stage`: "alpha", "beta" or "ready".
    `suggested_max`: the number of players the lobby proposes; `max_players`: the most the rules allow.
    `chapters`: the number of chapters of a whole game, None if it varies. `at_noon`: whether turns close at
    noon; otherwise they close as soon as everybody awaited has answered, at noon at the latest. Players can
    read so before a game starts; each window says how it closes. If it is true, a creator may let turns close
    as soon as everybody is ready. `recruiting_days`: for how many days a new game waits for players;
    `may_start_below_max`: whether it then starts with those who have joined, if they are enough, or is
    closed. `prologue`: the kind of the first question if it asks players who they want to be rather than to
    play; in somebody's first game a bot answers it for them. `tastes`: the words for how bots may play; the
    creator of a rehearsal chooses one, the first is for somebody's first game. () for nothing to choose.
    `absence`: whether the rules of the title deal with a player who misses several turns in a row. `leaves`:
    the kind of the door by which players leave, which takes one order without data; "" for none.
    """

    key: str
    name: str
    min_players: int
    max_players: int
    suggested_max: int
    notice: int
    schema_version: int
    rules_version: str
    stage: str
    chapters: int | None = None
    options: tuple[Option, ...] = ()
    notices: tuple[int, ...] = ()
    at_noon: bool = True
    recruiting_days: int = 14
    may_start_below_max: bool = False
    prologue: str = ""
    tastes: tuple[str, ...] = ()
    leaves: str = ""
    absence: bool = False


class Order(msgspec.Struct, frozen=True):
    """One instruction on an order form; `data` is JSON, its shape given by the title for each kind."""

    kind: str
    data: Mapping[str, Any] = {}


Orders = tuple[Order, ...]
Forms = Mapping[PlayerId, Orders]
"""The forms handed in for one window. An awaited player who is no key of it has missed it;
one whose form is empty has answered."""


class Closes(Enum):
    """When a window is resolved, and what is shown until then."""

    AT_ONCE = "at_once"  # a form is resolved alone, the moment it is handed in: a move, a gift
    TOGETHER = "together"  # sealed until all the awaited are in, or the deadline; who is in, shows
    AT_NOON = "at_noon"  # sealed until the deadline; who is in does not show


class Window(Struct, frozen=True):
    """A question that is open now: who may hand in what, and when it closes. A value without a clock.

    `kind` and `at` name it: the same name is the same question, which keeps its deadline and forms. `at` is
    the position in the game, chapter first; a door may have none. `orders`: the kinds of orders allowed. The
    game waits for the `awaited`; the `welcome` may act, but nobody waits for them. A window that awaits
    nobody is a *door*: it has no deadline and is resolved once per form. `in_parts`, if it closes
    `TOGETHER`: a form may be put together in several sittings. What is saved counts at the deadline; its
    author is waited for until declaring it complete. `comes_back`: a door by which players come back for whom
    the game no longer waits; a rehearsal goes no further by itself while its person is welcome at it.
    """

    kind: str
    at: tuple[int | str, ...]
    orders: tuple[str, ...]
    closes: Closes
    awaited: tuple[PlayerId, ...] = ()
    welcome: tuple[PlayerId, ...] = ()
    in_parts: bool = False
    comes_back: bool = False

    @property
    def name(self) -> str:
        return "/".join([self.kind, *map(str, self.at)])

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self.awaited + self.welcome

    @property
    def is_door(self) -> bool:
        return not self.awaited

    @property
    def chapter(self) -> int:
        """The number players count by (a quarter, a round); 0 for a window without a place."""
        return chapter_of(self.at)


def chapter_of(at: tuple[int | str, ...]) -> int:
    """The chapter of a window by its `at`: the number it begins with, 0 if it begins with none."""
    first = at[0] if at else 0
    return first if isinstance(first, int) else 0


class Problem(Struct, frozen=True):
    """A refusal: a code and a place, never prose.

    `order`: index of the refused order on the form, None for the form as a whole. `input`: the key
    of its data at fault, None for the whole order. `params`: JSON figures for the sentence.
    """

    code: str
    order: int | None = None
    input: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


class Event(msgspec.Struct, frozen=True):
    """What happened, as data, for an audience: `PUBLIC` or `only(...)`."""

    kind: str
    data: Mapping[str, Any] = {}
    to: tuple[Reader, ...] = PUBLIC


class Line(Struct, frozen=True):
    """One line of a bill, a receipt or a score: its code, its amount, and the figures of its sentence."""

    code: str
    amount: int
    params: Mapping[str, Any] = field(default_factory=dict)


class Quota(Struct, frozen=True):
    used: int
    of: int


class Quote(Struct, frozen=True):
    """What a form would cost and leave. `orders[i]` belongs to the form's i-th order.

    The form, the preview, the receipt and `check` all use it, so that they cannot disagree.
    """

    orders: tuple[Line, ...] = ()
    spent: int = 0
    left: int = 0
    quotas: Mapping[str, Quota] = field(default_factory=dict)


class Standing(Struct, frozen=True):
    """A player's place at the end. `breakdown` adds up to `score`; equal ranks are shared."""

    player: PlayerId
    rank: int
    score: int
    breakdown: tuple[Line, ...] = ()


class Grant(Struct, frozen=True):
    """From now on `reader` may read the events `of` was told in `chapters`, except kinds in `without`.
    Events that `of` reads by other grants are not included."""

    reader: PlayerId
    of: PlayerId
    chapters: tuple[int, ...]
    without: tuple[str, ...] = ()


Pub = TypeVar("Pub")
Priv = TypeVar("Priv")
Hid = TypeVar("Hid")


class View(Struct, Generic[Pub, Priv], frozen=True):
    """What one reader sees: the public drawer and the reader's own. Spectators have neither id nor private
    drawer."""

    viewer: PlayerId | None
    public: Pub
    private: Priv | None = None


class State(Struct, Generic[Pub, Priv, Hid], frozen=True):
    """The whole state of a game, in drawers by who may read them. It contains `p1`, never names."""

    public: Pub
    private: Mapping[PlayerId, Priv]
    hidden: Hid

    def seen_by(self, viewer: PlayerId | None) -> View[Pub, Priv]:
        private = None if viewer is None else self.private.get(viewer)
        return View(viewer if private is not None else None, self.public, private)


class Outcome(Struct, Generic[Pub, Priv, Hid], frozen=True):
    """The result of a resolution: the next state, its events, and the reading rights it grants."""

    state: State[Pub, Priv, Hid]
    events: tuple[Event, ...] = ()
    grants: tuple[Grant, ...] = ()


class Drawers(Struct, Generic[Pub, Priv, Hid], frozen=True):
    """The three types of a title's state; the codec reads and writes them."""

    public: type[Pub]
    private: type[Priv]
    hidden: type[Hid]


class Rules(Protocol[Pub, Priv, Hid]):
    """A title's rules: everything the platform ever asks of them.

    An instance, a module-like object or a class of static methods: no state is stored in it.
    """

    @property
    def meta(self) -> Meta: ...

    @property
    def drawers(self) -> Drawers[Pub, Priv, Hid]: ...

    # ---- may see everything -------------------------------------------------------------------

    def setup(
        self, players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
    ) -> Outcome[Pub, Priv, Hid]:
        """Resolution 0: the state in which the first question is asked.

        `options` has a value for every `meta.options` key. `players` is in the order of joining.
        """
        ...

    def resolve(
        self, state: State[Pub, Priv, Hid], window: Window, forms: Forms, dice: Dice
    ) -> Outcome[Pub, Priv, Hid]:
        """Answer one open window and go on until somebody has to be asked.

        For `AT_ONCE` windows and doors `forms` has exactly one key, unless the deadline has passed without a
        form. For an awaited player without a form the default of the rule book is applied, and an event says
        so. Never raises because of a form.
        """
        ...

    # ---- may see what everybody sees ----------------------------------------------------------

    def windows(self, public: Pub) -> tuple[Window, ...]:
        """Every question open now, the main one first; () if and only if the game is over."""
        ...

    def standings(self, public: Pub) -> tuple[Standing, ...] | None:
        """The final places, best first; not None if and only if the game is over."""
        ...

    # ---- may see what one player sees ---------------------------------------------------------

    def check(self, view: View[Pub, Priv], window: Window, orders: Orders) -> tuple[Problem, ...]:
        """Every problem of the whole form at once; () if it can be saved. Never raises."""
        ...

    def quote(self, view: View[Pub, Priv], window: Window, orders: Orders) -> Quote:
        """What the form would cost and leave. Never raises, not even for orders that `check` refuses."""
        ...

    def sample(self, view: View[Pub, Priv], window: Window, dice: Dice) -> Orders | None:
        """Some legal form, for random games; None for no form."""
        ...

    def advise(self, view: View[Pub, Priv], window: Window, dice: Dice, taste: str = "") -> Orders | None:
        """The bot's form: sensible, made from its own view alone; None for no form. `taste`: one of
        `Meta.tastes`, "" if nobody chose."""
        ...

    # ---- keep ---------------------------------------------------------------------------------

    def upgrade(self, owner: str, raw: Json, version: int) -> Json:
        """One schema step of one drawer as plain JSON, from `version` to `version + 1`.

        Applied whenever a drawer is read; what is stored is never rewritten.
        """
        ...
