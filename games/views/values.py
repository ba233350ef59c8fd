"""What the templates that titles extend are given: the values of every page of a game and of its order form.

Every field is a name in the template's context. Titles give their part as `games.skin.FormPage` and `Page`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from ..contract import PlayerId
from ..countdown import Countdown
from ..models import By, Game
from ..skin import Desk, DoorText, Guide, Person, ReceiptText, Scene, Skin, Summary, Text
from ..skin.doors import bots_wait_text
from ..texts import hand_text
from .editions import Editions
from .live import News
from .sharing import ShareTags


class Tab(Struct, frozen=True):
    label: Text
    url: str
    current: bool = False
    new: bool = False
    end: bool = False
    count: int = 0  # unread messages


class WhoIsIn(Struct, frozen=True):
    """The names of those who have handed in for an open question, and of those still awaited."""

    answered: str
    awaited: str


class ShownReceipt(Struct, frozen=True):
    """The receipt of a saved form, or of an act resolved at once. `name`: that of its turn; `revision`: how
    many times it was saved, 0 for an act; `by`: whose hand it was; `to_deputy`: its reader stands for the
    player."""

    name: str
    fingerprint: str
    salt: str
    saved_at: datetime | None
    seal: str
    text: ReceiptText
    revision: int = 0
    by: str = By.SELF.value
    to_deputy: bool = False

    @property
    def hand(self) -> str:
        """Whose hand it was, in a sentence to its reader."""
        return hand_text(self.by, to_deputy=self.to_deputy)


class Unsaved(Struct, frozen=True):
    """The question whether to continue without unsaved fields. `pressed` and `url`: of the button pressed."""

    pressed: str
    url: str


class ShownDoor(Struct, frozen=True):
    """A door in words, with the sentences of why its last use was refused."""

    name: str
    title: Text
    text: Text
    button: Text
    inviting: bool
    refusals: Sequence[str]


def shown_doors(
    skin: Skin, scene: Scene, texts: Sequence[DoorText], doors: Sequence[Desk]
) -> list[ShownDoor]:
    """The doors that the platform draws, with what is wrong with the form handed in there. In a rehearsal the
    door by which one comes back says what the head of the page says: the bots wait."""
    problems = {desk.window.name: desk.problems for desk in doors}
    back = {desk.window.name for desk in doors if desk.window.comes_back and scene.rehearses}
    return [
        ShownDoor(
            door.name,
            *(bots_wait_text() if door.name in back else (door.title, door.text)),
            door.button,
            door.inviting,
            [skin.problem_text(scene, each) for each in problems.get(door.name, ())],
        )
        for door in texts
    ]


class PageValues(Struct, frozen=True):
    """The values of `games/page.html`.

    `me`: the reader's player id, "" for spectators. `day`: the countdown. `news`: how the page asks for news;
    `full_news`: the same for a page that shows each move (`live`). `refresh`: when it reloads itself without
    scripts. `notice_chosen`: the notice was chosen for this game, and is shown.

    On the title's own pages: `scene`; `grows`: the edition is of the chapter in progress; `stays`: its reader
    asked for this edition and is not redirected; `editions`: the links to the others; `who_is_in`. `share`:
    the preview of the page where it is shared, None unless everybody may read it. `whose_hand`: who handed in
    the form that a message is about, "" if it was the reader. `ended_how`: why the game ended without final
    places, "" for any other game. `away`: who is away, in sentences. `deputy`: for a deputy, the player they
    stand in for and until when; "" for everybody else. `proposed`: what was proposed and the reader has not
    answered. `awaited`: on the title's own pages, whether an answer of the reader's is awaited.
    """

    game: Game
    skin: Skin
    people: Mapping[PlayerId, Person]
    me: str
    tabs: Sequence[Tab]
    day: Countdown | None
    news: News | None
    refresh: tuple[int, int] | None
    progress: str
    title_key: str
    notice_chosen: bool
    scene: Scene | None = None
    full_news: News | None = None
    live: bool = False
    grows: bool = False
    stays: bool = False
    editions: Editions | None = None
    who_is_in: WhoIsIn | None = None
    share: ShareTags | None = None
    whose_hand: str = ""
    ended_how: str = ""
    away: str = ""
    deputy: str = ""
    proposed: Sequence[str] = ()
    awaited: bool = False


class FormValues(Struct, frozen=True):
    """The values of `games/order_form.html`, in addition to those of the page. `desk`: the question, None if
    there is none for the reader; `doors`; `door_texts`: those drawn by the platform. `receipt`: of the form
    that is saved, or of the player's last act. `typed`: something is filled in that is not saved; `left`: and
    the reader is told so; `unsaved`: the question asked before it is lost. `looked_at`: the desk with a form
    that its author only looks at, and its text. `set_aside_why`: why a form was set aside. URLs: "" if the
    act is not possible. `passes`, `summary`, `guide`: the title's, see `FormPage`. `aim`: what wins, () once
    that is known.
    """

    desk: Desk | None
    form_url: str
    withdraw_url: str
    resolve_now_url: str = ""
    ready_url: str = ""
    undo_url: str = ""
    doors: tuple[Desk, ...] = ()
    door_texts: Sequence[ShownDoor] = ()
    receipt: ShownReceipt | None = None
    set_aside_why: Sequence[str] = ()
    typed: bool = False
    left: bool = False
    unsaved: Unsaved | None = None
    looked_at: Desk | None = None
    looked_at_text: ReceiptText | None = None
    passes: bool = False
    summary: Summary | None = None
    guide: Guide | None = None
    aim: tuple[str, ...] = ()


def context_of(*values: PageValues | FormValues, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The context of a template: every field by its name, and the page's `own` values, which must not use
    these names: a title that did would draw the platform's value in the place of its own."""
    found = {name: getattr(value, name) for value in values for name in value.__struct_fields__}
    taken = sorted(found.keys() & (own or {}).keys())
    assert not taken, f"names of the platform: {taken}"
    return {**found, **(own or {})}
