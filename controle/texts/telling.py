"""The registry of sentences for events, `tell`, and parts that sentences share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.contract import PlayerId
from games.skin import Scene, figures
from games.skin.telling import teller

from ..rules.events import Change, Level, Played
from . import amounts, names

tell: Final = teller()


def regions(scene: Scene, player: PlayerId, changes: Iterable[Change]) -> list[tuple[int, str]]:
    """The changes of a turn on the map, by slot: `development +1, +1 Military, Chloé −1 Military`. Changes of
    `player` are told without a name."""
    found: dict[int, dict[tuple[PlayerId | None, str | None], int]] = {}
    for each in changes:
        if each.region is not None:
            region = found.setdefault(each.region, {})
            of = (each.player, each.category)
            region[of] = region.get(of, 0) + each.amount
    told = []
    for slot, amounts_of in found.items():
        said = [
            _changed(scene, player, whose, category, amount)
            for (whose, category), amount in amounts_of.items()
            if amount
        ]
        if said:
            told.append((slot, ", ".join(said)))
    return told


def _changed(
    scene: Scene, player: PlayerId, whose: PlayerId | None, category: str | None, amount: int
) -> str:
    if category is None:
        return amounts.development(amount)
    change = amounts.in_category(amount, category)
    if whose is None or whose == player:
        return change
    return _("{player} {change}").format(player=scene.name(whose), change=change)


def tokens(scene: Scene, data: Played) -> list[str]:
    """The uses of tokens in a turn, one by one: `compensates Politics (1 Networks)`, `privatizes 1 Data`."""
    told = [_level(each) for each in data.levels]
    told += _taken(scene, data)
    for use in ("boost", "sabotage", "develop"):
        if any(each.by == use for each in data.changes):
            told.append(_used(scene, data.changes, use))
    icons = [each.category for each in data.changes if each.by == "icon" and each.what == "token"]
    told.append(
        _("privatizes {tokens}").format(tokens=amounts.paid(icons)) if icons else _("privatizes nothing")
    )
    return told


def _level(each: Level) -> str:
    return _("compensates a level in {category} ({tokens})").format(
        category=names.category(each.category), tokens=amounts.paid(each.paid)
    )


def _taken(scene: Scene, data: Played) -> list[str]:
    """The tokens that the effect itself brought, from the reserve or from a rival."""
    moved = [each for each in data.changes if each.by == "effect" and each.what == "token"]
    stolen = {each.step: each for each in moved if each.player != data.player}
    taken = [each.category for each in moved if each.player == data.player and each.step not in stolen]
    told = [_("takes {tokens}").format(tokens=amounts.paid(taken))] if taken else []
    return told + [
        _("takes {tokens} from {player}").format(
            tokens=amounts.paid([each.category]), player=scene.name(each.player or "")
        )
        for each in stolen.values()
    ]


def _used(scene: Scene, changes: Sequence[Change], use: str) -> str:
    mine = [each for each in changes if each.by == use]
    paid = amounts.paid(each.category for each in mine if each.what == "token")
    hit = next((each for each in mine if each.what == "influence"), None)
    category = names.category(hit.category) if hit is not None else pgettext("an influence", "nothing")
    if use == "boost":
        return _("boosts {category} ({tokens})").format(category=category, tokens=paid)
    if use == "sabotage":
        player = scene.name(hit.player or "") if hit is not None else _("nobody")
        return _("sabotages {player} in {category} ({tokens})").format(
            player=player, category=category, tokens=paid
        )
    return _("develops the region ({tokens})").format(tokens=paid)


def extra_draws(changes: Iterable[Change]) -> int:
    """The number of draws that an effect added."""
    return sum(each.amount for each in changes if each.what == "draw")


def cards(ids: Iterable[str]) -> str:
    return figures.listed([names.card(card) for card in ids])
