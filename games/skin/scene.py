"""The values that a skin gets: the scene of one reader, and the desks of a player.

A skin never reads the database: everything it may show is here."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct, field

from ..contract import Closes, Draw, Event, Orders, PlayerId, Problem, Quote, View, Window, decode


class Person(Struct, frozen=True):
    """A player as pages show them. `picture`: the URL of an uploaded avatar, or "" for the drawn one."""

    id: PlayerId
    name: str
    picture: str = ""
    is_bot: bool = False


class Desk(Struct, frozen=True):
    """One open turn in front of one player: the window, the player's form, and its receipt.

    `orders`: the saved form. `revision`: how often the player has saved here; where forms are resolved at
    once, how many of them were. The page posts it back, so that a form sent twice is handled once.
    `saved_at` and `deadline`: aware datetimes; `deadline` is None for a door. `fingerprint` is "" until
    something is saved. `ready`: the player is ready, or has declared a form saved in parts complete.
    `set_aside`, `withdrawn`: there was a form, and it no longer counts. `withdrawn_orders`: what it held, for
    fields that show again what was typed.

    `typed`: what was posted and is not saved, to be shown again; `problems`: why it was refused.
    `looked_at`: the player looks at a form before handing it in: `orders` and `quote` are those of what was
    typed, and nothing is saved. `seal`: the SHA-256 of the turn's seed, published when the turn opened.
    `undoable`: the last change of the saved form can be undone, or its withdrawal. `by`: whose hand saved it,
    a value of `games.models.By`.
    """

    window: Window
    orders: Orders = ()
    revision: int = 0
    saved_at: datetime | None = None
    fingerprint: str = ""
    salt: str = ""
    ready: bool = False
    set_aside: bool = False
    withdrawn: bool = False
    deadline: datetime | None = None
    typed: Mapping[str, Any] | None = None
    problems: tuple[Problem, ...] = ()
    quote: Quote = field(default_factory=Quote)
    seal: str = ""
    looked_at: bool = False
    undoable: bool = False
    withdrawn_orders: Orders = ()
    by: str = "self"

    @property
    def saved(self) -> bool:
        """Whether a saved form exists and is shown. An empty form is an answer, too."""
        if self.looked_at or (self.window.closes is Closes.AT_ONCE and not self.fingerprint):
            return False  # only a deputy's form is stored there
        return self.revision > 0 and not self.set_aside and not self.withdrawn


class Opened(Struct, frozen=True):
    """A dossier: the events that `of` was told in `chapter`, opened to the reader by a grant."""

    of: PlayerId
    chapter: int
    events: tuple[Event, ...]


class Receipt(Struct, frozen=True):
    """The receipt of a resolved form, repeated in the message about the turn. `count`: the number of its
    orders; `revision`: how many times it was saved, 0 if that was not recorded; `seal` and `by` as in
    `Desk`."""

    fingerprint: str
    saved_at: datetime
    count: int
    revision: int = 0
    seal: str = ""
    by: str = "self"


class Past(Mapping[int, tuple[Event, ...]]):
    """The public events of chapters, by chapter, as they are stored: read when they are asked for.

    `key`: equal for equal events and cheap to compare, so that what is made of them can be kept."""

    def __init__(self, stored: Mapping[int, tuple[str, ...]]) -> None:
        self.key: Hashable = tuple(stored.items())
        self._stored = stored

    def __getitem__(self, chapter: int) -> tuple[Event, ...]:
        return tuple(event for text in self._stored[chapter] for event in decode(text, tuple[Event, ...]))

    def __iter__(self) -> Iterator[int]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


class Archived(Struct, frozen=True):
    """One resolution of a finished game, as its players may read it.

    `before`, `after`: the public drawers it began and ended with; `before` is None for the start, `after` is
    given where draws are explained. `draws`: its draws by label, {} if they are damaged; `told`: by reader,
    the public events and the private ones of the kinds in `Skin.opened`. `same_rules`: whether the rules that
    are installed resolved it, so that its draws can be explained.
    """

    chapter: int
    before: Any
    draws: Mapping[str, Draw]
    told: Mapping[str, tuple[Event, ...]]
    same_rules: bool = True
    after: Any = None


class Scene(Struct, frozen=True):
    """Everything a page may show to one reader.

    `base`: the address of the game; `zone`: its time zone. `chapter`: the one shown; `latest`: the last one
    resolved (-1: none); `public_events` and `own_events`: those of the chapter shown. `query`: the GET
    parameters. `noons`: when each chapter was published.

    `past`: on pages that ask for it (`Page.past`), the public events of each chapter up to the one shown, by
    chapter.

    `rehearses`: the game is a rehearsal. `guided`, on the order form: its reader has not dismissed the guide
    of a first turn.

    `course`: on pages that ask for it (`Page.course`), the reader's view at the end of each chapter up to the
    one shown, by chapter.

    `archives`: on pages that ask for it (`Page.archives`), every resolution after the start, in order; () as
    long as the game is not over.

    In games of moves only: `recent`: the public events of the latest chapter and since, on the order form,
    on pages without chapters and on growing editions; `own_recent`: the reader's own. `answered`: who has
    handed in a complete form, for a sealed question that shows it. `in_progress`: the chapter being played,
    whose pages grow; None once the game is over.
    """

    view: View[Any, Any]
    people: Mapping[PlayerId, Person]
    base: str
    zone: str
    chapter: int = 0
    latest: int = -1
    public_events: tuple[Event, ...] = ()
    own_events: tuple[Event, ...] = ()
    opened: tuple[Opened, ...] = ()
    receipt: Receipt | None = None
    noons: Mapping[int, datetime] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    finished: bool = False
    recent: Mapping[int, tuple[Event, ...]] = field(default_factory=dict)
    own_recent: Mapping[int, tuple[Event, ...]] = field(default_factory=dict)
    answered: frozenset[PlayerId] = frozenset()
    in_progress: int | None = None
    rehearses: bool = False
    guided: bool = False
    past: Mapping[int, tuple[Event, ...]] = field(default_factory=dict)
    course: Mapping[int, View[Any, Any]] = field(default_factory=dict)
    archives: tuple[Archived, ...] = ()

    @property
    def newest(self) -> int:
        """The last chapter whose pages can be read (-1: none): the one in progress, or else the latest."""
        return self.latest if self.in_progress is None else self.in_progress

    @property
    def grows(self) -> bool:
        """Whether the chapter shown is in progress, so that events may still be added."""
        return self.chapter == self.in_progress

    @property
    def reader(self) -> PlayerId | None:
        return self.view.viewer

    def name(self, player: str) -> str:
        """The name of a player's seat, or the id of an unknown player."""
        person = self.people.get(PlayerId(player))
        return person.name if person else player

    def url(self, slug: str, chapter: int | None = None) -> str:
        """The address of one of this game's pages, of one chapter or of the latest."""
        return f"{self.base}{slug}/" + ("" if chapter is None else f"{chapter}/")
