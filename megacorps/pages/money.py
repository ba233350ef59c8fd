"""Money, round by round: who had what before and after a round, and all rounds as a chart and a table."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene, charts

from ..texts import amounts
from .common import Owner, owner, public_of


class MoneyRow(Struct, frozen=True):
    """A player's money after a round. `was`: before the round, "" where there was none; `change` in euros."""

    rank: int
    who: Owner
    was: str
    change: int
    changed: str
    now: str

    @property
    def css(self) -> str:
        return "up" if self.change > 0 else "dn" if self.change < 0 else "eq"


def rows(scene: Scene) -> list[MoneyRow]:
    """The players still in the game at the end of the chapter shown, or now if it is in progress; the richest
    first."""
    had = {player: at_end(scene, player, scene.chapter) for player in public_of(scene).players}
    now = {player: money for player, money in had.items() if money is not None}
    found = []
    for player in sorted(now, key=lambda player: -now[player]):
        before = at_end(scene, player, scene.chapter - 1)
        change = now[player] - before if before is not None else 0
        found.append(
            MoneyRow(
                1 + sum(money > now[player] for money in now.values()),
                owner(scene, player),
                "" if before is None else amounts.euros(before),
                change,
                amounts.signed(change),
                amounts.euros(now[player]),
            )
        )
    return found


def at_end(scene: Scene, player: PlayerId, chapter: int) -> int | None:
    """A player's money at the end of a round, or now if it is in progress; None for a player who had left."""
    seat = public_of(scene).seats[player]
    if 0 <= chapter < len(seat.history):
        return seat.history[chapter]
    newest = chapter == len(seat.history) and seat.left is None and not public_of(scene).over
    return seat.money if newest and seat.megacorp else None


def chart(scene: Scene, chapter: int) -> charts.Chart | None:
    """The money of rounds 0 to `chapter`, the richest first; None before the first round is over."""
    public = public_of(scene)
    histories = []
    for player in public.players:
        values = [at_end(scene, player, number) for number in range(chapter + 1)]
        figured = tuple(value for value in values if value is not None)
        who = owner(scene, player)
        if figured:
            ended = public.seats[player].left is not None and len(figured) <= chapter
            histories.append(charts.History(player, who.megacorp, figured, ended, who.own))
    if not histories or chapter < 1:
        return None
    histories.sort(key=lambda one: (one.ended, -one.values[-1]))
    words = charts.Words(_("Players"), _("Player"), pgettext("beside a name", "out"))
    return charts.chart(histories, chapter, words, amounts.euros)


def chart_label(chapter: int) -> str:
    return _(
        "Money of the players at the end of rounds 0 to {round}. The same figures are in the table below."
    ).format(round=chapter)
