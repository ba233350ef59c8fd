"""How a title is shown and asked: the Skin protocol, and the values that pass through it.

Rules know `p1` and slugs; the platform knows games, people and clocks; the skin turns both into sentences,
forms and pages for one reader. A skin never reads the database: everything it may show is in the `Scene` it
is given, and a scene contains one reader's view only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol

from ..contract import (
    Closes,
    Event,
    Json,
    Orders,
    PlayerId,
    Problem,
    Quote,
    Rules,
    View,
    Window,
)
from .doors import DoorText
from .rulebook import Chapter
from .summary import ReceiptLine, ReceiptText, Remark, Share, Summary, SummaryLine, Text

__all__ = [
    "REST",
    "Chapter",
    "Desk",
    "DoorText",
    "Edit",
    "FormPage",
    "Opened",
    "Page",
    "Person",
    "Receipt",
    "ReceiptLine",
    "ReceiptText",
    "Remark",
    "Scene",
    "Share",
    "Skin",
    "Summary",
    "SummaryLine",
    "Text",
]


@dataclass(frozen=True, slots=True)
class Person:
    """A player as pages show them. `picture`: the address of an uploaded avatar, or "" for the drawn one."""

    id: PlayerId
    name: str
    picture: str = ""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """One open turn in front of one player: the window, the player's form, and its receipt.

    `orders`: the saved form. `revision`: how often the player has saved here; where forms are resolved at
    once, how many of them were. The page posts it back, so that a form sent twice is handled once.
    `saved_at` and `deadline`: aware datetimes; `deadline` is None for a door. `fingerprint` is "" until
    something is saved. `ready`: the player is ready, or has declared a form saved in parts complete.
    `set_aside`, `withdrawn`: there was a form, and it no longer counts.

    `typed`: what was posted and is not saved, to be shown again; `problems`: why it was refused.
    `looked_at`: the player looks at a form before handing it in: `orders` and `quote` are those of what was
    typed, and nothing is saved. `seal`: the SHA-256 of the turn's seed, published when the turn opened.
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

    @property
    def saved(self) -> bool:
        """Whether a saved form exists and is shown. An empty form is an answer, too."""
        if self.window.closes is Closes.AT_ONCE or self.looked_at:
            return False
        return self.revision > 0 and not self.set_aside and not self.withdrawn


@dataclass(frozen=True, slots=True)
class Opened:
    """A dossier: the events that `of` was told in `chapter`, opened to the reader by a grant."""

    of: PlayerId
    chapter: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt of a resolved form, repeated in the message about the turn. `count`: the number of its
    orders; `revision`: how many times it was saved, 0 if that was not recorded; `seal` as in `Desk`."""

    fingerprint: str
    saved_at: datetime
    count: int
    revision: int = 0
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a page may show to one reader.

    `base`: the address of the game; `zone`: its time zone. `chapter`: the one shown; `latest`: the last one
    resolved (-1: none); `public_events` and `own_events`: those of the chapter shown. `query`: the GET
    parameters. `noons`: when each chapter was published.

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


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a game. `context` returns the template's values for a scene.

    `chaptered`: it has one edition per chapter from `first` on, at `/<slug>/<chapter>/`; in a game of moves
    (`Meta.at_noon` false) also one of the chapter in progress, which grows with each move (`Scene.newest`).
    `private`: for players only. `tab`: shown among the tabs. `final`: available only once the game is over.
    `live`: it shows each move as it is made, see `games/views/live.py`; growing editions do so by themselves.
    """

    slug: str
    label: Text
    template: str
    context: Callable[[Scene], dict[str, Any]]
    chaptered: bool = False
    first: int = 0
    private: bool = False
    tab: bool = True
    final: bool = False
    live: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """What a POST makes of a form: always the whole new form, and typing errors if there are any.

    With `errors` the orders are not saved; each error names the field beside which it is shown. `anchor`:
    the id of the element to return to. `told`: the next page shows the outcome of the act by itself, so that
    the platform adds no message.

    A POST brings every field of the page, whichever button was pressed, and none may be lost. `along`: what
    was saved besides the act of the button, in words. `left`: fields with values that are not in `orders`;
    they are shown again. `keeps`: False if there is nothing to save (a question was opened, or only `left`
    was filled in). `asks`: True if `left` could not be shown again after saving, so that the author is asked
    first. `complete`: a form saved in parts is now complete.
    """

    orders: Orders
    errors: tuple[Problem, ...] = ()
    anchor: str = ""
    told: bool = False
    left: Mapping[str, str] = field(default_factory=dict)
    along: tuple[str, ...] = ()
    keeps: bool = True
    asks: bool = False
    complete: bool = False


REST: Final = "rest"
"""The `act` of a POST whose button is not one of the form's own: resolve now, ready, a door."""


@dataclass(frozen=True, slots=True)
class FormPage:
    """The template of an order form and its values. The template extends `games/order_form.html`.

    `passes`: whether its reader may answer with an empty form by a button of its own (`act` "pass").
    `live`: the page shows each move as it is made, see `games/views/live.py`; not while something is typed.
    `summary`: what the form costs and leaves, drawn beside it. `doors`: those that ask nothing but to be
    used, drawn with what was refused there. Names of the platform's own values (`games/views/values.py`) are
    not to be used in `context`.
    """

    template: str
    context: dict[str, Any]
    passes: bool = False
    live: bool = False
    summary: Summary | None = None
    doors: tuple[DoorText, ...] = ()


class Skin(Protocol):
    """The part of a title that shows it. The platform knows titles by this protocol only."""

    @property
    def rules(self) -> Rules[Any, Any, Any]: ...

    name: Text  # of the title
    place: Text  # beside it in the kicker of every page ("Manhattan")
    pitch: Text  # one or two sentences for somebody who has never heard of it
    length: Text  # "8 days"
    form_label: Text  # of the tab of the order form: "Orders"
    pages: tuple[Page, ...]

    def option_text(self, key: str) -> tuple[Text, Text]:
        """Label and hint of one of the title's options."""
        ...

    def rule_book(self) -> FormPage:
        """The rule book: template and values; every figure comes from the title's data."""
        ...

    def form(self, scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
        """The order form of one open turn, with the open doors beside it.

        `desk.typed` and `desk.problems` are shown next to their fields; `scene.query` says which part is
        open (`?add=`, `?edit=`).
        """
        ...

    def waiting(self, scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
        """The page of a player who is asked nothing except at the `doors`; None for the platform's own."""
        ...

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        """Turn a POST (add, replace, remove, pass) into the whole new form. The scene has the reader's view
        and the people, but no events.

        Reads strings into orders and reports typing errors; `rules.check` judges the orders. A post with
        `look` only asks what the form would be, and is read as if the act had been pressed. With `act` =
        `REST` no button of this form was pressed: save what can be changed later, and return the rest in
        `left`.
        """
        ...

    def turn_text(self, kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
        """The name of a turn, by the `kind` and `at` of its window: "Turn 3", "Round 4, Ana's move". The
        turn may be over, when nothing else is known of it."""
        ...

    def progress_text(self, window: Window) -> str:
        """The same with the length of the game: "Turn 3 of 8"."""
        ...

    def chapter_text(self, chapter: int) -> str:
        """The name of a chapter: "Turn 3", "Round 4"."""
        ...

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        """A refusal as a sentence: what did not happen, why, with both figures, what to do."""
        ...

    def event_text(self, scene: Scene, event: Event) -> str:
        """One event as one sentence, in the reader's language."""
        ...

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> ReceiptText:
        """What a form says and costs: one line per order, and their sum where something is paid."""
        ...

    def headline(self, public: Any) -> Json:
        """The lobby's line about the game, as data; stored on the game at each resolution."""
        ...

    def headline_text(self, data: Json) -> str:
        """That line as a sentence, in the reader's language."""
        ...

    def result_text(self, rank: int, players: int, score: int) -> str:
        """A finished game on its player's card in the lobby: "Second of six, with 44 points"."""
        ...
