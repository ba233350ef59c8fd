"""The page of the scores: places, the money of each player line by line, shared victories."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import Line, Standing
from games.skin import Scene
from games.skin.places import Ranked, ranked, winners_text

from ..rules.content import CONTENT
from ..rules.standings import FinalPayoutOf, LeftGame
from ..texts import amounts, general, names
from . import money
from .common import owner, public_of, rules_url
from .decided import decided, money_before


class Cell(Struct, frozen=True):
    """The money of one player in a line of the score; `companies`: the number of companies owned, in
    words."""

    amount: str
    companies: str = ""


def context(scene: Scene) -> dict[str, Any]:
    """Values of `megacorps/scores.html`; the game is over."""
    public = public_of(scene)
    standings = public.standings or ()
    stayed = [row for row in standings if public.seats[row.player].left is None]
    return {
        "headline": winners_text(scene, standings),
        "decided": decided(scene),
        "stand": stand(stayed, public.round),
        "places": [place(scene, row) for row in standings],
        "columns": [owner(scene, row.player) for row in stayed],
        "table": table(stayed),
        "totals": [amounts.euros(row.score) for row in stayed],
        "chart": money.chart(scene, last_round(scene)),
        "chart_label": money.chart_label(last_round(scene)),
        "board_url": scene.url("board"),
        "rules_url": rules_url(),
    }


def stand(stayed: list[Standing], rounds: int) -> str:
    """How it ended, in a sentence."""
    if len(stayed) == 1:
        return _("All the others have left the game.")
    return ngettext(
        "The most money after {count} round and the final payouts: {money}.",
        "The most money after {count} rounds and the final payouts: {money}.",
        rounds,
    ).format(count=rounds, money=amounts.euros(stayed[0].score))


def place(scene: Scene, row: Standing) -> Ranked:
    """A place, with the money and the MegaCorp, or when the player left."""
    left = next((general.score_line(line) for line in row.breakdown if line.code == LeftGame.code), "")
    if left:
        return ranked(scene, row, note=left)
    return ranked(scene, row, amounts.euros(row.score), owner(scene, row.player).megacorp)


def table(stayed: list[Standing]) -> list[tuple[str, list[Cell]]]:
    """The money before the final payouts, then the twelve industries, a cell for each player; no industries
    if none paid."""
    found = [
        (_("Money before the final payouts"), [Cell(amounts.euros(money_before(row))) for row in stayed])
    ]
    for industry in CONTENT.industries:
        lines = [_line(row, industry) for row in stayed]
        if any(lines):
            found.append((names.industry(industry), [_cell(line) for line in lines]))
    return found


def _line(row: Standing, industry: str) -> Line | None:
    payouts = (line for line in row.breakdown if line.code == FinalPayoutOf.code)
    return next((line for line in payouts if line.params["industry"] == industry), None)


def _cell(line: Line | None) -> Cell:
    if line is None or not line.params["companies"]:
        return Cell("–")
    return Cell(amounts.euros(line.amount), general.companies_text(line.params["companies"]))


def last_round(scene: Scene) -> int:
    """The last round for which the money of any player was recorded."""
    return max(len(seat.history) for seat in public_of(scene).seats.values()) - 1
