"""The race for four points: the figures of all players on each track, and those needed."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene, figures

from ..rules import board
from ..rules.content import NEMESIS_CARDS, THRESHOLDS
from ..rules.points import NEMESIS, outdoes
from ..rules.points import kinds as kinds_of
from ..rules.state import Nemesis
from ..texts import names
from .common import own_of, public_of
from .marks import Marked, marked


class Cell(Struct, frozen=True):
    """A player's figure for one kind of point; `got`: the point is reached; `width`: that of the bar, ""
    without one."""

    text: str
    got: bool
    own: bool
    width: str = ""

    @property
    def css(self) -> str:
        """`own`, `got`, both, or "num" for neither."""
        return " ".join([name for name, on in (("own", self.own), ("got", self.got)) if on]) or "num"


class Row(Struct, frozen=True):
    """A kind of victory point, and the figure needed for it."""

    name: str
    takes: str
    cells: tuple[Cell, ...]


class Rival(Struct, frozen=True):
    """A competence in which somebody is to be outdone: the player's figure and the other's."""

    name: str
    mine: int
    theirs: int

    @property
    def ahead(self) -> bool:
        return self.mine > self.theirs


class Outdoing(Struct, frozen=True):
    """A player's two nemesis cards. `whom` None: everybody. `takes`: the condition; `done`: whether it is
    met; `locked`: whether the point is locked."""

    whom: Marked | None
    takes: str
    rivals: tuple[Rival, ...]
    done: bool
    locked: bool


def race(scene: Scene) -> list[Row]:
    """A row for each kind, a cell for each player in seat order."""
    public, found = public_of(scene), []
    for track, least in THRESHOLDS.items():
        cells = []
        for player in public.players:
            value = board.competence(public, player, track)
            width = f"{min(100, round(100 * value / least))}%"
            cells.append(Cell(figures.number(value), value >= least, player == scene.reader, width))
        takes = _("{least} for a point").format(least=figures.number(least))
        found.append(Row(names.competence(track), takes, tuple(cells)))
    cells = [_nemesis_cell(scene, player) for player in public.players]
    return [*found, Row(names.point(NEMESIS), _("secret until it counts"), tuple(cells))]


def _nemesis_cell(scene: Scene, player: PlayerId) -> Cell:
    public, own = public_of(scene), player == scene.reader
    drawer = own_of(scene)
    if public.standings is not None:
        lines = next(row.breakdown for row in public.standings if row.player == player)
        got = any(line.code == NEMESIS for line in lines)
    elif public.seats[player].nemesis is not None:
        got = True
    elif own and drawer is not None:
        got = drawer.outdone
    else:
        return Cell("?", False, own)
    return Cell("1" if got else "0", got, own)


def points(scene: Scene) -> list[int]:
    """The public victory points by player; at the end, all points."""
    public = public_of(scene)
    if public.standings is not None:
        scores = {row.player: row.score for row in public.standings}
        return [scores[player] for player in public.players]
    return [
        len(kinds_of(public, player)) + (public.seats[player].nemesis is not None)
        for player in public.players
    ]


def outdoing(scene: Scene, player: PlayerId, nemesis: Nemesis) -> Outdoing:
    """A player's figures against the nemesis in each of the three competences, and the condition."""
    public = public_of(scene)
    alone = nemesis.player == player
    others = [other for other in public.players if other != player] if alone else [nemesis.player]
    rivals = tuple(
        Rival(
            names.competence(track),
            board.competence(public, player, track),
            max(board.competence(public, other, track) for other in others),
        )
        for track in NEMESIS_CARDS[nemesis.card]
    )
    takes = (
        _("Be strictly ahead of everybody in two of these three.")
        if alone
        else _("Be strictly ahead in all three.")
    )
    locked = public.seats[player].nemesis is not None
    whom = None if alone else marked(scene)[nemesis.player]
    return Outdoing(whom, takes, rivals, locked or outdoes(public, player, nemesis), locked)
