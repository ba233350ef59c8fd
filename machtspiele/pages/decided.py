"""What decided a game: who reached enough points, what the runner-up lacked, what broke a tie."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.contract import Standing
from games.skin import Scene, figures
from games.skin.deciding import first_two

from ..rules import board
from ..rules.content import THRESHOLDS, C
from ..rules.points import KIND_OF, NEMESIS
from ..texts import amounts, names
from .common import public_of


def decided(scene: Scene) -> list[str]:
    """In sentences, when all cards are open; empty for a game that was ended early."""
    standings = public_of(scene).standings
    if standings is None:
        return []
    found = [_end(scene)]
    if two := first_two(standings):
        found += _difference(scene, *two)
    return [text for text in found if text]


def _end(scene: Scene) -> str:
    """Who brought the end about."""
    public = public_of(scene)
    called = [scene.name(player) for player in public.players if public.seats[player].four]
    if not called:
        return ""
    return _("{players} reached {needed} points or more, so this round was the last.").format(
        needed=figures.number(C.end.needed), players=figures.listed(called)
    )


def _difference(scene: Scene, first: Standing, second: Standing) -> Iterator[str]:
    winner, loser = scene.name(first.player), scene.name(second.player)
    mine, theirs = _kinds(first), _kinds(second)
    lacks = [kind for kind in mine if kind not in theirs]
    if lacks:
        yield _("What {second} did not have, and {winner} did: {kinds}.").format(
            second=loser, winner=winner, kinds=figures.listed([names.point(kind) for kind in lacks])
        )
        yield _nearest(scene, second, lacks)
    if NEMESIS in mine and first.score - second.score <= 1:
        yield _("Without the secret point, {winner} would have had {count}.").format(
            winner=winner, count=figures.number(first.score - 1)
        )
    if first.score == second.score:
        yield _tie(scene, first, second)


def _kinds(row: Standing) -> list[str]:
    return [line.code for line in row.breakdown if line.amount]


def _nearest(scene: Scene, row: Standing, lacks: list[str]) -> str:
    """Of the kinds that the runner-up lacks, the nearest one."""
    public = public_of(scene)
    found = [
        (board.competence(public, row.player, track) / least, track, least)
        for track, least in THRESHOLDS.items()
        if KIND_OF[track] in lacks
    ]
    if not found:
        return ""
    _share, track, least = max(found)
    text = (
        _("{second} was nearest in {track}: {value} of {least}.")
        if len(lacks) > 1
        else _("{second} had {value} of the {least} it takes.")
    )
    return text.format(
        second=scene.name(row.player),
        track=names.competence(track),
        value=figures.number(board.competence(public, row.player, track)),
        least=figures.number(least),
    )


def _tie(scene: Scene, first: Standing, second: Standing) -> str:
    """What decides between two players with equal points."""
    public = public_of(scene)
    assert public.ending is not None
    cash = public.ending.cash
    seats = public.seats[first.player], public.seats[second.player]
    compared = [
        (_("cash"), cash[first.player], cash[second.player]),
        *(
            (names.competence(track), getattr(seats[0], track), getattr(seats[1], track))
            for track in ("shares", "influence", "corruption")
        ),
    ]
    name, mine, theirs = next((one for one in compared if one[1] != one[2]), compared[-1])
    written = amounts.pinats if name == compared[0][0] else figures.number
    return _(
        "{winner} and {second} have as many points. What decides: {what}, {mine} against {theirs}."
    ).format(
        winner=scene.name(first.player),
        second=scene.name(second.player),
        what=name[:1].lower() + name[1:],
        mine=written(mine),
        theirs=written(theirs),
    )
