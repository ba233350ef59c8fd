"""What changed hands in a round: companies, countries and the Paid card."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene

from ..rules import events as told
from ..rules.content import CompanyState, Government
from ..texts import names
from ..texts.parties import party
from .common import facts

INTO = {
    Government.DEMOCRACY: CompanyState.UNOWNED,
    Government.DICTATORSHIP: CompanyState.NATIONALISED,
    Government.WIKISYNDICALISM: CompanyState.SYNDICALISED,
}


class Change(Struct, frozen=True):
    """`whose` it is now, and `before`, in words: a player's name, or why it is nobody's; `before` is "" where
    it was not told."""

    what: str
    whose: str
    before: str


def changes(scene: Scene) -> list[Change]:
    """Everything that changed hands in the chapter shown, in the order of the first change: whose it was
    before that one, and whose it is after the last."""
    found: dict[str, Change] = {}
    for data in facts(scene.public_events):
        for one in _of(scene, data):
            first = found.get(one.what, one)
            found[one.what] = replace(one, before=first.before)
    return list(found.values())


def _of(scene: Scene, data: EventData) -> Iterator[Change]:
    match data:
        case told.CompanyTaken() | told.CompanyBought():
            free = names.state(CompanyState.UNOWNED.value)
            yield Change(names.company(data.company), party(scene, data.player), free)
        case told.Intervened():
            into = INTO.get(data.government)
            whose = names.state(into.value) if into else party(scene, data.player)
            yield Change(names.company(data.company), whose, party(scene, data.owner))
        case told.CompanyChanged():
            state = names.state(data.state.value)
            yield Change(names.company(data.company), state, party(scene, data.owner) if data.owner else "")
        case told.CountryDealt():
            yield Change(names.country(data.country), party(scene, data.player), "")
        case told.WarFought() if data.won:
            before = _controller(scene, data.defender)
            yield Change(names.country(data.country), party(scene, data.player), before)
        case told.AuctionHeld() | told.ElectionHeld() if data.controller != data.before:
            whose, before = _controller(scene, data.controller), _controller(scene, data.before)
            yield Change(names.country(data.country), whose, before)
        case told.PaidTaken():
            yield Change(_("Paid"), party(scene, data.player), "")
        case told.Given():
            yield from _given(scene, data.give, data.player, data.to)
        case told.Traded():
            yield from _given(scene, data.give, data.player, data.to)
            yield from _given(scene, data.want, data.to, data.player)
        case told.PlayerLeft():
            before = party(scene, data.player)
            for company in data.companies:
                yield Change(names.company(company), names.state(CompanyState.UNOWNED.value), before)
            for country in data.countries:
                yield Change(names.country(country), _("nobody"), before)


def _given(scene: Scene, things: told.Moved, giver: PlayerId, to: PlayerId) -> Iterator[Change]:
    for company in things.companies:
        yield Change(names.company(company), party(scene, to), party(scene, giver))
    for country in things.countries:
        yield Change(names.country(country), party(scene, to), party(scene, giver))


def _controller(scene: Scene, player: PlayerId | None) -> str:
    return party(scene, player) if player else _("nobody")
