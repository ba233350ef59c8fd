"""The building: six towers of six offices, the board room, the boss, consultants, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene

from ..rules import events as told
from ..rules import state
from ..rules.content import CARDS, DIVISIONS, OFFICES_OF, C
from ..texts import effects, general, names
from .common import public_of
from .log import Sitting
from .marks import Marked, marked

WINDOWS: Final = tuple(f"M{x} {y}h8v6h-8z" for y in (1, 10) for x in (1, 12, 23))
"""The windows of an office, parts of a path in a drawing of 33 by 17; one for each employee it can hold."""


class Office(Struct, frozen=True):
    """`owner` None: it is free. `lit`, `dark`: the windows as paths. `said`: all of it in words; `short`: in
    a cell of a table."""

    number: int
    said: str
    short: str
    owner: Marked | None = None
    general: bool = False
    lit: str = ""
    dark: str = ""
    new: bool = False

    @property
    def marks(self) -> SafeString:
        """Those of the heads: two of them in a general department."""
        if self.owner is None:
            return SafeString("")
        mark = self.owner.mark
        return mark + mark if self.general else mark


class Card(Struct, frozen=True):
    """A privilege card. `lies`: its holder, side and face in words; `gives`: what it gives now."""

    slug: str
    name: str
    lies: str
    gives: str
    corrupt: bool
    down: bool
    holder: Marked | None

    @property
    def css(self) -> str:
        own = self.holder is not None and self.holder.own
        marks = (("corrupt", self.corrupt), ("down", self.down), ("own", own))
        return " ".join(["ms-card", *[name for name, on in marks if on]])

    @property
    def tag(self) -> SafeString:
        """Holder, side and face as a small card."""
        return format_html('{} <span class="{}">{}</span>', _("Card"), self.css, self.lies)


class Consultants(Struct, frozen=True):
    who: Marked
    count: int


class Tower(Struct, frozen=True):
    slug: str
    name: str
    director: Marked | None
    card: Card
    offices: tuple[Office, ...]
    consultants: tuple[Consultants, ...]


class Building(Struct, frozen=True):
    """`seats`: those of the board room, from the left; None where nobody sits."""

    towers: tuple[Tower, ...]
    seats: tuple[Marked | None, ...]
    boss: Marked | None
    boss_card: Card
    cards: tuple[Card, ...]
    supply: int


def building(scene: Scene, new: Collection[str]) -> Building:
    """The company as it stands. `new`: the offices that were opened lately."""
    public, people = public_of(scene), marked(scene)
    dealt, words = cards(scene), _words()
    towers = tuple(
        Tower(
            division,
            names.division(division),
            people.get(public.directors.get(division, PlayerId(""))),
            dealt[division],
            tuple(
                _office(number, public.offices.get(office), people, words, office in new)
                for number, office in enumerate(OFFICES_OF[division], 1)
            ),
            tuple(
                Consultants(people[player], count)
                for player, count in Counter(public.consultants.get(division, ())).items()
            ),
        )
        for division in DIVISIONS
    )
    members = tuple(people[player] for player in public.board)
    empty = (None,) * (C.figures.seats - len(members))
    boss = people[public.boss] if public.boss else None
    return Building(towers, members + empty, boss, dealt["boss"], tuple(dealt.values()), public.supply)


class OfficeWords(Struct, frozen=True):
    """The words that all offices of a page have in common, translated once. `employees`: by their number."""

    free: str
    taken: str
    kinds: tuple[str, str]
    employees: tuple[str, ...]
    new: str


def _words() -> OfficeWords:
    return OfficeWords(
        free=_("Office {number}: free"),
        taken=_("Office {number}: {player}, {kind}, {employees}"),
        kinds=(_("department"), _("general department")),
        employees=tuple(map(general.employees_text, range(C.figures.most_employees + 1))),
        new=_("new"),
    )


def _office(
    number: int,
    found: state.Office | None,
    people: Mapping[PlayerId, Marked],
    words: OfficeWords,
    new: bool,
) -> Office:
    if found is None:
        return Office(number, words.free.format(number=number), "–")
    who = people[found.owner]
    said = words.taken.format(
        number=number,
        player=who.name,
        kind=words.kinds[found.general],
        employees=words.employees[found.employees],
    )
    short = f"{who.name} ×2, {found.employees}" if found.general else f"{who.name}, {found.employees}"
    lit = "".join(WINDOWS[: found.employees])
    dark = "".join(WINDOWS[found.employees :])
    return Office(number, f"{said}, {words.new}" if new else said, short, who, found.general, lit, dark, new)


def cards(scene: Scene) -> Mapping[str, Card]:
    """The seven privilege cards by slug."""
    public, people = public_of(scene), marked(scene)
    found = {}
    for slug in CARDS:
        card = public.cards[slug]
        holder = people[card.holder] if card.holder else None
        side = pgettext("a card", "corrupt") if card.corrupt else pgettext("a card", "plain")
        words = [holder.name if holder else _("nobody")]
        if holder and card.face_down:
            words.append(pgettext("a card", "face down"))
        if holder and (card.corrupt or not card.face_down):
            words.append(side)
        gives = (
            effects.privilege(slug, card.corrupt, public.motivation) if holder and not card.face_down else ""
        )
        found[slug] = Card(
            slug, names.card(slug), ", ".join(words), gives, card.corrupt, card.face_down, holder
        )
    return found


def opened(sitting: Sitting | None) -> frozenset[str]:
    """The offices in which a sitting put a department."""
    found: set[str] = set()
    for data in sitting.all() if sitting else ():
        match data:
            case told.Opened():
                found.update(each.office for each in data.new)
            case told.NewcomerOpened() | told.Merged() | told.GeneralBought() | told.BossUsed():
                found.add(data.office)
            case told.DepartmentsMoved():
                found.update(each.now for each in data.moves)
            case told.Placed(office=str() as office):
                found.add(office)
    return frozenset(found)
