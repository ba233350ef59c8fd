"""Shared by several pages: players, letters of the MegaCorps, short names of countries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.contract import Event, PlayerId
from games.rulekit.events import EventData, read_events
from games.skin import Person, Scene

from ..rules.events import KINDS
from ..rules.state import Public
from ..texts import names

SHORT: Final[Mapping[str, Promise]] = {
    "european_union": pgettext_lazy("a country in short", "Europe"),
    "great_russia": pgettext_lazy("a country in short", "Russia"),
    "african_federation": pgettext_lazy("a country in short", "Africa"),
}


@dataclass(frozen=True, slots=True)
class Owner:
    """A player in tables and acts. `letter` and `megacorp` are "" until the MegaCorps are dealt."""

    person: Person
    own: bool
    letter: str
    megacorp: str

    @property
    def name(self) -> str:
        """How the party is called: by the MegaCorp, as soon as it has one."""
        return self.megacorp or self.person.name

    @property
    def runs(self) -> str:
        """The player who runs the MegaCorp; "" while the name is the player's anyway."""
        return self.person.name if self.megacorp else ""


def public_of(scene: Scene) -> Public:
    found: Public = scene.view.public
    return found


def owner(scene: Scene, player: PlayerId) -> Owner:
    """A player with their MegaCorp."""
    slug = public_of(scene).seats[player].megacorp
    megacorp = names.megacorp(slug) if slug else ""
    person = scene.people.get(player) or Person(player, player)
    return Owner(person, player == scene.reader, megacorp[:1], megacorp)


def owners(scene: Scene) -> dict[PlayerId, Owner]:
    """Everybody who ever had a seat, in seat order."""
    return {player: owner(scene, player) for player in public_of(scene).players}


def facts(events: Iterable[Event]) -> list[EventData]:
    """The typed data of events in their order, without unknown kinds."""
    return read_events(KINDS, events)


def country_short(slug: str) -> str:
    """The short name of a country."""
    return str(SHORT[slug]) if slug in SHORT else names.country(slug)


def rules_url() -> str:
    """The URL of this title's rule book."""
    return reverse("games:rules", args=["megacorps"])
