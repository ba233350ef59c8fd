"""Reads for the archives, which open when a game is over: every resolution, as its players may read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import QuerySet

from ..contract import Event, decode
from ..draws import readable
from ..models import Drawer, Game, ReaderEvents, Resolution, Turn
from ..registry import skin_for
from ..schema import read_drawer
from ..skin import Archived

_CLOSED_CAUSES = (Resolution.Cause.SETUP, Resolution.Cause.REWIND)


def archives_of(game: Game) -> tuple[Archived, ...]:
    """Every resolution after the start that was not undone, oldest first, with the public events and the
    private ones that the title opens; () while the game is not over. Three queries."""
    if game.stage != Game.Stage.FINISHED:
        return ()
    skin = skin_for(game.title)
    rules, kinds = skin.rules, skin.opened
    resolved = (
        Resolution.objects.filter(game=game)
        .exclude(cause__in=_CLOSED_CAUSES)
        .exclude(turn__status=Turn.Status.UNDONE)
        .order_by("number")
        .only("number", "chapter", "draws", "key_version", "rules_version")
    )
    written = list(Drawer.objects.filter(game=game, owner="public").order_by("number"))
    told = events_opened(ReaderEvents.objects.filter(game=game), kinds)
    found, before, public = [], iter(written), None
    upcoming = next(before, None)
    for row in resolved:
        while upcoming is not None and upcoming.number < row.number:
            public, upcoming = upcoming, next(before, None)
        assert public is not None
        draws = readable(row.draws, row.key_version)
        same = row.rules_version == rules.meta.rules_version and bool(draws)
        found.append(Archived(row.chapter, read_drawer(rules, public), draws, told.get(row.number, {}), same))
    return tuple(found)


def events_opened(
    written: QuerySet[ReaderEvents], kinds: Collection[str]
) -> Mapping[int, Mapping[str, tuple[Event, ...]]]:
    """The public events and the private ones of these kinds, by resolution and reader. One query."""
    found: dict[int, dict[str, tuple[Event, ...]]] = defaultdict(dict)
    for row in written:
        events = decode(row.content, tuple[Event, ...])
        found[row.number][row.reader] = tuple(e for e in events if row.reader == "public" or e.kind in kinds)
    return found
