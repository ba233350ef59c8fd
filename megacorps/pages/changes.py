"""What changed hands in a round: companies, countries and the Paid card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene

from ..rules import events as told
from ..rules.content import CompanyState, Government
from ..texts import names
from .common import facts

INTO = {
    Government.DEMOCRACY: CompanyState.UNOWNED,
    Government.DICTATORSHIP: CompanyState.NATIONALISED,
    Government.WIKISYNDICALISM: CompanyState.SYNDICALISED,
}


@dataclass(frozen=True, slots=True)
class Change:
    """`whose` it is now, in words: a player's name, or why it is nobody's."""

    what: str
    whose: str


def changes(scene: Scene) -> list[Change]:
    """The final owner of everything that changed hands in the chapter shown, in the order of the first
    change."""
    found: dict[str, str] = {}
    for data in facts(scene.public_events):
        found.update(_of(scene, data))
    return [Change(what, whose) for what, whose in found.items()]


def _of(scene: Scene, data: EventData) -> Iterator[tuple[str, str]]:
    match data:
        case told.CompanyTaken() | told.CompanyBought():
            yield names.company(data.company), scene.name(data.player)
        case told.Intervened():
            into = INTO.get(data.government)
            whose = names.state(into.value) if into else scene.name(data.player)
            yield names.company(data.company), whose
        case told.CompanyChanged():
            yield names.company(data.company), names.state(data.state.value)
        case told.CountryDealt():
            yield names.country(data.country), scene.name(data.player)
        case told.WarFought() if data.won:
            yield names.country(data.country), scene.name(data.player)
        case told.AuctionHeld() | told.ElectionHeld() if data.controller != data.before:
            yield names.country(data.country), _controller(scene, data.controller)
        case told.PaidTaken():
            yield _("Paid"), scene.name(data.player)
        case told.Given():
            yield from _given(scene, data.give, data.to)
        case told.Traded():
            yield from _given(scene, data.give, data.to)
            yield from _given(scene, data.want, data.player)
        case told.PlayerLeft():
            for company in data.companies:
                yield names.company(company), names.state(CompanyState.UNOWNED.value)
            for country in data.countries:
                yield names.country(country), _("nobody")


def _given(scene: Scene, things: told.Moved, to: PlayerId) -> Iterator[tuple[str, str]]:
    for company in things.companies:
        yield names.company(company), scene.name(to)
    for country in things.countries:
        yield names.country(country), scene.name(to)


def _controller(scene: Scene, player: PlayerId | None) -> str:
    return scene.name(player) if player else _("nobody")
