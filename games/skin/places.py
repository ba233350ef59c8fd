"""Places on the page with the final scores: `templates/games/scores.html` and its list of places."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec import Struct

from ..contract import Standing
from . import figures
from .scene import Person, Scene


class Ranked(Struct, frozen=True):
    """A player's place in `games/includes/places.html`.

    `figure`: the score as it is written, "" for none. `note`: a line under the name. `mark`: the drawing
    beside the name where the title has one of its own; players have their avatar otherwise.
    """

    rank: int
    person: Person
    own: bool
    figure: str = ""
    note: str = ""
    mark: SafeString | None = None


def ranked(
    scene: Scene, row: Standing, figure: str = "", note: str = "", mark: SafeString | None = None
) -> Ranked:
    """The place of `row`'s player, as the reader of `scene` sees it."""
    person = scene.people.get(row.player) or Person(row.player, row.player)
    return Ranked(row.rank, person, row.player == scene.reader, figure, note, mark)


def winners_text(scene: Scene, standings: Sequence[Standing]) -> str:
    """Who won, or who share the victory: the headline of the page. "" without standings."""
    winners = [scene.name(row.player) for row in standings if row.rank == 1]
    if not winners:
        return ""
    if len(winners) == 1:
        return _("{winner} wins").format(winner=winners[0])
    return _("{winners} share the victory").format(winners=figures.listed(winners))
