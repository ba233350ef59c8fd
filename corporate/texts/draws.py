"""The draws of a finished game in sentences: the number drawn, the number it was compared with, and the
outcome."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.contract import Draw
from games.skin import Archived, Scene, figures
from games.skin.drawing import chosen, ordered

from ..rules import content
from ..rules.archives import Deed, Drawn, Noon, turns
from ..rules.market import market
from . import archives, names


def texts(scene: Scene, kept: Archived) -> dict[str, str]:
    """What each draw of a resolution decided, by label; draws whose meaning is unknown are left out."""
    found = dict(_of_runs(scene, kept))
    for label, draw in kept.draws.items():
        if label not in found and (text := _text(scene, kept, label, draw)):
            found[label] = text
    return found


def _of_runs(scene: Scene, kept: Archived) -> Iterator[tuple[str, str]]:
    """The tests of the runs of a turn, with the chance each was compared with; empty for games under older
    rules."""
    if kept.before is None or not kept.same_rules or not kept.draws:
        return
    for turn in turns([Noon(kept.chapter, kept.before, kept.draws, kept.told, True)]):
        for deed in turn.deeds:
            for test in deed.tests:
                yield test.label, _test(scene, deed, test)


def _test(scene: Scene, deed: Deed, test: Drawn) -> str:
    name = archives.test_name(scene, test, names.corp(deed.corporation or ""))
    return _("{run}. {test}, {drawn} {outcome}.").format(
        run=archives.title(scene, deed), test=name, drawn=test.drawn, outcome=archives.test_outcome(test)
    )


def _text(scene: Scene, kept: Archived, label: str, draw: Draw) -> str:
    what, *rest = label.split("/")
    if what == "hand" and kept.before is not None:
        return _hand(kept, rest[0] == "up", draw)
    if what == "avenger" and rest:
        pair = ordered(draw, tuple(content.CORPORATIONS))[: content.LIMITS.avenger_choices]
        return _("The corporations among which {player} could choose as Avenger: {corporations}.").format(
            player=scene.name(rest[0]), corporations=_listed(pair) or draw.n
        )
    if label == "rank/others":
        return _(
            "The other corporations were shuffled for the places that were left: {corporations}."
        ).format(
            corporations=_listed(
                ordered(draw, [slug for slug in content.CORPORATIONS if slug not in content.DRAWN_FIRST])
            )
            or draw.n
        )
    if what == "rank" and rest:
        row = kept.after.corporations.get(rest[0])
        return _("{corporation}: its first place was drawn among {count}, and is {rank}.").format(
            corporation=names.corp(rest[0]),
            count=draw.n,
            rank=figures.ordinal(row.initial_rank) if row else "?",
        )
    return _without_odds(scene, what, rest, draw)


def _hand(kept: Archived, up: bool, draw: Draw) -> str:
    """The invisible hand: the second corporation is drawn from those left after the first."""
    candidates = tuple(market(kept.before).assets)
    if not up:
        first = kept.draws.get("hand/up")
        given = chosen(first, candidates) if first else None
        candidates = tuple(slug for slug in candidates if slug != given)
    found = chosen(draw, candidates)
    text = (
        _("The invisible hand gives one asset to one of {count} corporations: {corporation}.")
        if up
        else _("The invisible hand takes one asset from one of {count} corporations: {corporation}.")
    )
    return text.format(count=draw.n, corporation=names.corp(found) if found else draw.value)


def _without_odds(scene: Scene, what: str, rest: list[str], draw: Draw) -> str:
    """A test of a run, if nothing but the draw is known."""
    if not rest:
        return ""
    text = {
        "success": _("A run by {player}, success: {drawn} drawn."),
        "defence": _("A run by {player}, defence of the target: {drawn} drawn."),
        "protection": _("A run by {player}, a Protection of the target: {drawn} drawn."),
        "detection": _("A run by {player}, detection: {drawn} drawn."),
    }.get(what, "")
    return text.format(player=scene.name(rest[0].partition(".")[0]), drawn=draw.value)


def _listed(slugs: tuple[str, ...]) -> str:
    return figures.listed([names.corp(slug) for slug in slugs])
