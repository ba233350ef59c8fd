"""How a title is shown and asked: the Skin protocol, and the values that pass through it.

Rules know `p1` and slugs; the platform knows games, people and clocks; the skin turns both into sentences,
forms and pages for one reader. A skin never reads the database: everything it may show is in the `Scene` it
is given, and a scene contains one reader's view only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from msgspec import Struct, field

from ..contract import Event, Json, Orders, PlayerId, Problem, Quote, Rules, Window
from .doors import DoorText, bots_wait_text
from .guide import Guide, GuideStep
from .rulebook import Chapter
from .scene import Archived, Desk, Opened, Past, Person, Receipt, Scene
from .summary import ReceiptLine, ReceiptText, Remark, Share, Summary, SummaryLine, Text
from .towers import Tower, towers_of

__all__ = [
    "REST",
    "Archived",
    "Chapter",
    "Desk",
    "DoorText",
    "Edit",
    "FormPage",
    "Guide",
    "GuideStep",
    "Opened",
    "Page",
    "Past",
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
    "Tower",
    "bots_wait_text",
    "towers_of",
]


class Page(Struct, frozen=True):
    """A page of a game. `context` returns the template's values for a scene.

    `chaptered`: it has one edition per chapter from `first` on, at `/<slug>/<chapter>/`; in a game of moves
    (`Meta.at_noon` false) also one of the chapter in progress, which grows with each move (`Scene.newest`).
    `private`: for players only. `tab`: shown among the tabs. `final`: available only once the game is over.
    `live`: it shows each move as it is made, see `games/views/live.py`; growing editions do so by themselves.
    `past`: it is given the public events of all chapters up to the one shown (`Scene.past`); not in games of
    moves.
    `course`: it is given the reader's view at the end of each chapter up to the one shown (`Scene.course`).
    `archives`, for a page that is `final` and `private`: it is given every resolution of the game
    (`Scene.archives`).
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
    past: bool = False
    course: bool = False
    archives: bool = False


class Edit(Struct, frozen=True):
    """What a POST makes of a form: always the whole new form, and typing errors if there are any.

    With `errors` the orders are not saved; each error names the field beside which it is shown. `anchor`:
    the id of the element to return to. `told`: the next page shows the outcome of the act by itself, so that
    the platform adds no message.

    A POST brings every field of the page, whichever button was pressed, and none may be lost. `along`: what
    was saved besides the act of the button, in words. `left`: fields with values that are not in `orders`;
    they are shown again. `keeps`: False if there is nothing to save (a question was opened, or only `left`
    was filled in). `asks`: True if `left` could not be shown again after saving, so that the author has to
    confirm first. `complete`: a form saved in parts is now complete.
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


class FormPage(Struct, frozen=True):
    """The template of an order form and its values. The template extends `games/order_form.html`.

    `passes`: whether its reader may answer with an empty form by a button of its own (`act` "pass").
    `live`: the page shows each move as it is made, see `games/views/live.py`; not while something is typed.
    `summary`: what the form costs and leaves, drawn beside it. `doors`: those that ask nothing but to be
    used, drawn with what was refused there. `guide`: the steps of a guided turn, if
    `Scene.guided` and the title has one for this turn. `reply`: it asks for an answer to what another player
    did, so that nothing but that stands above it, not what wins either. Names of the platform's own values
    (`games/views/values.py`) are not to be used in `context`.
    """

    template: str
    context: dict[str, Any]
    passes: bool = False
    live: bool = False
    summary: Summary | None = None
    doors: tuple[DoorText, ...] = ()
    guide: tuple[GuideStep, ...] = ()
    reply: bool = False


class Skin(Protocol):
    """The part of a title that shows it. The platform knows titles by this protocol only."""

    @property
    def rules(self) -> Rules[Any, Any, Any]: ...

    name: Text  # of the title
    place: Text  # beside it in the kicker of every page ("Manhattan")
    pitch: Text  # one or two sentences for somebody who has never heard of it
    length: Text  # of a game, a chapter a noon: "8 days"
    first_game: Text  # how long a rehearsal takes somebody new: "about 10 minutes"
    form_label: Text  # of the tab of the order form: "Orders"
    pages: tuple[Page, ...]
    opened: tuple[str, ...]  # the kinds of private events that the end of a game opens to all its players

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
        """The page of a player who has nothing to hand in except at the `doors`; None for the platform's
        own."""
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

    def draw_texts(self, scene: Scene, kept: Archived) -> Mapping[str, str]:
        """The draws of one resolution of a finished game, by label, each in a sentence: what was drawn,
        against what, what came of it. Where `kept.same_rules` is false, only what the draw itself says."""
        ...

    def aim(self, public: Any) -> tuple[str, ...]:
        """What wins, in three lines, with the figures of this game: they stand above the order form until the
        first chapter is over, except above a reply."""
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

    def towers(self, public: Any) -> tuple[Tower, ...]:
        """The skyline on the card by which the game's pages are shared, from the public drawer: what the
        title has to compare, at most twelve towers; () for the site's own."""
        ...
