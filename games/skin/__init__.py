"""How a title is shown and asked: the Skin protocol, and the values that pass through it.

The rules know `p1` and slugs; the platform knows games, people and clocks; the skin turns one into
sentences, forms and pages for a reader. A skin never touches the database: all it may show is in
the `Scene` it is handed, and a scene holds one reader's view and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol

from django.utils.functional import Promise

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

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Person:
    """A player as pages show him. `picture`: address of an uploaded avatar, or "" for the drawn one."""

    id: PlayerId
    name: str
    picture: str = ""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """One open turn in front of one player: the window, what he handed in, and its receipt.

    `typed`: what was posted and is not saved, to be shown again; `problems`: why it was refused.
    `saved_at` and `deadline` are aware datetimes; `deadline` is None for a door. `fingerprint` is "" until
    something is saved.
    `ready`: its author has said that he is, or that his form, saved in parts, is complete.
    `withdrawn`: there was a form, and its author has taken it back. `revision`: how often he has saved
    here; where forms are resolved at once, how many of his were. The page of the form posts it: what was
    sent twice is taken once. `looked_at`: its author looks at what he would hand in; `orders` and `quote` are
    those of what he typed, and nothing of it is kept. `seal`: the SHA-256 of the turn's seed, published when
    the turn opened.
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
        """Whether a form is in the database and shown: an empty one is an answer, too."""
        if self.window.closes is Closes.AT_ONCE or self.looked_at:
            return False
        return self.revision > 0 and not self.set_aside and not self.withdrawn


@dataclass(frozen=True, slots=True)
class Opened:
    """A dossier: what `of` was told in `chapter`, opened to the reader by a grant."""

    of: PlayerId
    chapter: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the platform keeps of a resolved form: told again in the resolution message. `count`: of its
    orders; `revision`: how many times it was saved, 0 where that was not kept; `seal` as in `Desk`."""

    fingerprint: str
    saved_at: datetime
    count: int
    revision: int = 0
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a page may be drawn from, for one reader.

    `chapter`: the one shown; `latest`: the last one resolved (-1: none); `public_events` and
    `own_events` are those of the chapter shown. `query`: the GET parameters. `noons`: the moment at
    which each chapter was published. `recent`: in a game that does not wait for noon, on the order
    form, on pages without chapters and on an edition that grows, what everybody was told in the latest
    chapter and since; `own_recent`: what the reader alone was told. `answered`: there, who has handed
    in, whole, for a sealed question that shows who has. `in_progress`: in such a game, the chapter being
    played, whose pages grow with it; None once the game is over.
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
        """The last chapter whose pages can be read (-1: none): the one in progress, or the latest."""
        return self.latest if self.in_progress is None else self.in_progress

    @property
    def grows(self) -> bool:
        """Whether the chapter shown is the one in progress: more will be told in it."""
        return self.chapter == self.in_progress

    @property
    def reader(self) -> PlayerId | None:
        return self.view.viewer

    def name(self, player: str) -> str:
        """The name of a player's seat; the bare id where there is none (it never happens)."""
        person = self.people.get(PlayerId(player))
        return person.name if person else player

    def url(self, slug: str, chapter: int | None = None) -> str:
        """The address of one of this game's pages, of one chapter or of the latest."""
        return f"{self.base}{slug}/" + ("" if chapter is None else f"{chapter}/")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a game. `context` makes the template's values from the scene.

    `chaptered`: it has one edition per chapter from `first` on, addressed `/<slug>/<chapter>/`; in a game of
    moves (`Meta.at_noon`) the chapter in progress has one, too, that grows with each move (`Scene.newest`).
    `private`: for players only. `tab`: shown in the tabs. `final`: there only once the game is over.
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


@dataclass(frozen=True, slots=True)
class Edit:
    """What a POST makes of a form: always the whole new form, and typing errors if there are any.

    With `errors` the orders are not kept; each error has the place where it is to be shown.
    `anchor`: the id of the element to return to. `told`: the page that follows tells what came of an
    act by itself, and needs no word of the platform's.

    A POST brings every field of the page, whichever button was pressed, and none may be lost. `along`:
    what was saved besides what the button asked for, in words. `left`: the fields that hold something
    which is not in `orders`; they are shown again. `keeps`: False if there is nothing to save (a
    question was opened, or nothing but `left` was filled in). `asks`: True if what is left could not be
    shown again once the orders are kept: its author is asked first. `complete`: a form saved in parts is
    handed in with this; its author is waited for no longer.
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
    """

    template: str
    context: dict[str, Any]
    passes: bool = False


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    text: str
    amount: str


class Skin(Protocol):
    """A title's other half, known to the platform by this protocol only."""

    @property
    def rules(self) -> Rules[Any, Any, Any]: ...

    name: Text  # of the title
    place: Text  # beside it in the kicker of every page ("Manhattan")
    pitch: Text  # one or two sentences for somebody who has never heard of it
    length: Text  # "8 days"
    pages: tuple[Page, ...]

    def option_text(self, key: str) -> tuple[Text, Text]:
        """Label and hint of one of the title's options."""
        ...

    def rule_book(self) -> FormPage:
        """The rule book: template and values; every figure comes from the title's data."""
        ...

    def form(self, scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
        """The order form of one open turn, with the doors that stand open beside it.

        `desk.typed` and `desk.problems` are shown next to their fields; `scene.query` says which
        part is open (`?add=`, `?edit=`)."""
        ...

    def waiting(self, scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
        """What a player sees while nothing is asked of him but at the `doors`; None: the platform's
        own page. With `live` among its values it shows each move, see `games/views/live.py`."""
        ...

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        """Turn what was posted (add, replace, remove, pass) into the whole new form. The scene has the
        reader's view and the people, and nothing that was told.

        Strings to orders, and typing errors; what the rules think of the pressed act is said by
        `rules.check`. A post with `look` comes from a button that only shows what the form would be: it is
        read as if the act had been pressed. With `act` = `REST` nothing of this form was pressed: what is
        filled in may be saved if it can be changed later, and what is not saved comes back in `left`."""
        ...

    def turn_text(self, kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
        """What a turn is called, by the `kind` and `at` of its window: "Turn 3", "Round 4, Ana's move".
        It may be over: nothing but its name is known of it."""
        ...

    def progress_text(self, window: Window) -> str:
        """The same with the way to go: "Turn 3 of 8"."""
        ...

    def chapter_text(self, chapter: int) -> str:
        """What a chapter is called: "Turn 3", "Round 4"."""
        ...

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        """A refusal as a sentence: what did not happen, why, with both figures, what to do."""
        ...

    def event_text(self, scene: Scene, event: Event) -> str:
        """One event as one sentence, in the reader's language."""
        ...

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> tuple[ReceiptLine, ...]:
        """One line per order: what, and what it costs. After them, without an amount, what holds for
        several."""
        ...

    def headline(self, public: Any) -> Json:
        """What the lobby says of the game, as data; kept on the game at each resolution."""
        ...

    def headline_text(self, data: Json) -> str:
        """The same, told."""
        ...

    def result_text(self, rank: int, players: int, score: int) -> str:
        """A finished game, as its player's line in the lobby: "Second of six, with 44 points"."""
        ...
