"""Shared by several pages: players, letters of the MegaCorps."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from msgspec import Struct

from games.contract import Event, PlayerId
from games.rulekit.events import EventData, read_events
from games.skin import Person, Scene

from ..rules.events import KINDS
from ..rules.state import Public
from ..texts import names


class Owner(Struct, frozen=True):
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


def rules_url() -> str:
    """The URL of this title's rule book."""
    return reverse("games:rules", args=["megacorps"])
