"""The context of the questions of one page: the view of their reader, and the choices it gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import PlayerId, Window
from games.skin import Scene

from ..pages.building import Card, cards
from ..rules.board import boss_offices, free, own
from ..rules.content import DIVISIONS, OFFICES, C
from ..rules.state import Office, Private, Public
from ..rules.windows import has_boss_card
from ..texts import amounts, effects, general, names
from .fields import CardChoice, Pairs


class Ground(Struct, frozen=True):
    """One reader's view at one question. `waits`: the answer is sealed or filed, so that others may change
    what is possible before it counts (D54). `opened`: the offices of which the reader's Boss card may open
    one just before the answer counts."""

    scene: Scene
    public: Public
    private: Private
    me: PlayerId
    waits: bool
    opened: Mapping[str, Office] = field(default_factory=dict)

    # ---- offices ---------------------------------------------------------------------------------------

    @property
    def mine(self) -> tuple[str, ...]:
        return own(self.public, self.me)

    @property
    def departments(self) -> tuple[str, ...]:
        """The reader's offices that are not general departments."""
        return tuple(office for office in self.mine if not self.public.offices[office].general)

    @property
    def usable(self) -> tuple[str, ...]:
        """The reader's offices, and those of which the Boss card may open one."""
        return (*self.mine, *self.opened)

    @property
    def most_departments(self) -> int:
        """The most departments the reader can have when the answer counts."""
        return len(self.departments) + any(not office.general for office in self.opened.values())

    @property
    def staff(self) -> int:
        """The number of the reader's employees."""
        return sum(self.public.offices[office].employees for office in self.mine)

    @property
    def most_staff(self) -> int:
        """The same with an employee whom the Boss card may bring."""
        return self.staff + max((office.employees for office in self.opened.values()), default=0)

    def office(self, slug: str) -> Office:
        return self.public.offices.get(slug) or self.opened[slug]

    def named(self, slug: str) -> str:
        """An office with its employees: "Legal & Patents 2 (1 employee)"."""
        if slug in self.opened:
            return _("{office} (if your Boss card opens it)").format(office=names.office(slug))
        inside = general.employees_text(self.office(slug).employees)
        return _("{office} ({employees})").format(office=names.office(slug), employees=inside)

    def own_offices(self) -> Pairs:
        return [(slug, self.named(slug)) for slug in self.usable]

    def own_departments(self) -> Pairs:
        """Those that are not general departments."""
        return [(slug, self.named(slug)) for slug in self.usable if not self.office(slug).general]

    def with_staff(self) -> Pairs:
        return [(slug, self.named(slug)) for slug in self.usable if self.office(slug).employees]

    def counted(self, slugs: Iterable[str]) -> Iterator[tuple[str, str, int]]:
        """Offices with the number of employees that can be taken out of each."""
        return ((slug, self.named(slug), self.office(slug).employees) for slug in slugs)

    def others(self) -> list[tuple[str, Pairs]]:
        """The offices of opponents that have employees, by owner."""
        found: list[tuple[str, Pairs]] = []
        for player in self.public.players:
            offices = [
                (slug, self._theirs(slug))
                for slug in OFFICES
                if (it := self.public.offices.get(slug)) and it.owner == player and it.employees
            ]
            if player != self.me and offices:
                found.append((self.scene.name(player), offices))
        return found

    def _theirs(self, slug: str) -> str:
        if self.office(slug).employees == 1 and not self.office(slug).general:
            return _("{office} (its last employee: it closes)").format(office=names.office(slug))
        return self.named(slug)

    # ---- divisions ---------------------------------------------------------------------------------------

    def divisions(self, without: str = "") -> Pairs:
        """All divisions, each with the office that would be used."""
        return [(slug, self._free(slug)) for slug in DIVISIONS if slug != without]

    def _free(self, slug: str) -> str:
        offices = free(self.public, slug)
        name = names.division(slug)
        if not offices:
            return _("{division}: full now").format(division=name)
        return _("{division}: office {number}").format(division=name, number=offices[0].rsplit("-", 1)[1])

    # ---- cards -------------------------------------------------------------------------------------------

    def card_choices(self) -> list[CardChoice]:
        """The cards that opponents hold, with what they would give the reader."""
        found = []
        for slug, card in self.cards.items():
            if card.holder is None or card.holder.own:
                continue
            made = CardChoice(slug, card.name, effects.privilege(slug, True, self.public.motivation))
            made.holder, made.corrupt, made.face_down = card.lies, card.corrupt, card.down
            found.append(made)
        return found

    @property
    def cards(self) -> Mapping[str, Card]:
        return cards(self.scene)

    # ---- money -------------------------------------------------------------------------------------------

    def short(self, cost: int) -> str:
        """A price, and how much of it the reader lacks."""
        missing = cost - self.private.cash
        told = amounts.pinats(cost)
        if missing <= 0:
            return told
        return _("{cost}, {missing} short").format(cost=told, missing=amounts.pinats(missing))


def ground(scene: Scene, window: Window) -> Ground:
    """The context for a reader with a seat; nobody else sees a form."""
    assert scene.reader is not None
    public: Public = scene.view.public
    private: Private = scene.view.private or Private()
    waits = window.in_parts or window.is_door
    boss_first = window.kind == "meeting" and has_boss_card(public, scene.reader)
    opened = boss_offices(public, scene.reader) if boss_first else {}
    return Ground(scene, public, private, scene.reader, waits, opened)


MOST = C.figures.most_employees
