"""What an edition of the Newsfeeds is made of, before it is drawn."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import PlayerId

from .. import figures
from .grammar import Named
from .memory import Memory
from .writer import Sentence, Writer


class Story(Struct):
    """An article. `kind`: the kind of story; `section`: the part of the paper; `subject`: the corporation,
    coalition or player it is about.

    `covers`: the keys of the runs in it, which the briefs leave out. Texts are in the reader's language."""

    kind: str
    section: str
    subject: str
    head: Sentence
    more: list[Sentence] = field(default_factory=list)
    covers: frozenset[str] = frozenset()
    angle: str = ""

    @property
    def headline(self) -> str:
        return self.head.head

    @property
    def body(self) -> str:
        return self.head.text

    @property
    def rest(self) -> list[str]:
        return [sentence.text for sentence in self.more]

    @property
    def kicker(self) -> str:
        return SECTIONS[self.section]() + (f" · {ANGLES[self.angle]()}" if self.angle else "")


SECTIONS: dict[str, Callable[[], str]] = {
    "street": lambda: _("Economy"),
    "matrix": lambda: _("Matrix Buzz"),
    "council": lambda: _("MDC bulletin"),
    "people": lambda: _("People"),
    "last": lambda: _("Last edition"),
}

ANGLES: dict[str, Callable[[], str]] = {
    "top": lambda: _("a change at the top"),
    "back": lambda: _("a return"),
    "crash": lambda: _("a crash"),
    "comeback": lambda: _("a comeback"),
    "decline": lambda: _("a fall from the top"),
    "streak": lambda: _("a series"),
    "siege": lambda: _("a siege"),
    "again": lambda: _("once more"),
    "spared": lambda: _("a first"),
    "power": lambda: _("back in power"),
    "row": lambda: _("still in power"),
    "break": lambda: _("a coalition breaks"),
    "bet": lambda: _("a bet that paid"),
    "lesson": lambda: _("a costly lesson"),
    "owners": lambda: _("owners"),
}


class Candidate(Struct):
    """A story that may be printed: its weight, and the function that writes it."""

    score: int
    kind: str
    section: str
    subject: str
    write: Callable[[], Story]


class Newsroom(Struct):
    """What the writers of an edition share. `name` returns the name of a player; `told` has what may be
    printed only once in a game and has been."""

    memory: Memory
    writer: Writer
    name: Callable[[str], str]
    told: set[tuple[str, ...]] = field(default_factory=set)

    def person(self, player: PlayerId | str) -> Named:
        return Named(self.name(player))

    def keep(self, story: Story, *sentences: Sentence | None) -> Story:
        """The story made of those sentences that are not empty."""
        story.more += [sentence for sentence in sentences if sentence is not None]
        return story


class Brief(Struct):
    """Bare facts after a bold word. `kind`: the kind of facts."""

    kind: str
    title: str
    lines: list[Sentence]

    @property
    def text(self) -> str:
        return figures.sentence(*(line.text for line in self.lines))


class Edition(Struct):
    """The paper of one chapter."""

    turn: int
    lead: Story
    stories: list[Story] = field(default_factory=list)
    briefs: list[Brief] = field(default_factory=list)
    looking_back: list[tuple[int, Sentence]] = field(default_factory=list)

    def every(self) -> list[Story]:
        return [self.lead, *self.stories]

    def texts(self) -> list[str]:
        """Every sentence and headline of the edition, as printed."""
        found: list[str] = []
        for story in self.every():
            found += [story.headline, story.body, *story.rest]
        found += [line.text for brief in self.briefs for line in brief.lines]
        return found + [line.text for _turn, line in self.looking_back]
