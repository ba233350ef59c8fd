"""Notes on the order form: the market, and what the MDC changes this turn."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from ..rules.desk import PlayerTurn
from ..rules.market import share_price
from ..texts import figures, names
from .facts import change_of
from .fields import ranked


class Note(Struct, frozen=True):
    title: str
    text: str
    kind: str = ""  # "", "yes" or "no"


class Quoted(Struct, frozen=True):
    """A corporation when the turn opens: rank, assets, their change last turn (None on the first), the price
    of a share for this player."""

    slug: str
    name: str
    rank: int
    assets: int
    change: int | None
    price: int
    owned: int


def group_names() -> dict[str, tuple[str, str]]:
    """The groups of the form: the short name for the jump bar, and the heading."""
    return {
        "buy": (pgettext("order form", "Buy"), pgettext("order form", "Buy")),
        "ally": (pgettext("order form", "Vote"), _("Vote and ally")),
        "runs": (_("Runs"), _("Runs")),
        "bet": (_("Speculate"), _("Speculate")),
    }


def opening(rules: PlayerTurn) -> list[Quoted]:
    """The market at the opening of the turn, best first."""
    market, seat = rules.market, rules.seat
    return [
        Quoted(
            slug,
            names.corp(slug),
            market.ranks[slug],
            market.assets[slug],
            change_of(market.corporations[slug].history),
            share_price(market, slug, seat.citizenship),
            seat.shares.get(slug, 0),
        )
        for slug in ranked(rules)
    ]


def _won(rules: PlayerTurn, own: str | None) -> str:
    """The reason for a note: which coalition won last turn, and which one the player had joined (`own`)."""
    winner = names.coalition(rules.market.in_force.winner or "")
    turn = rules.market.turn - 1
    if own == rules.market.in_force.winner:
        return _("{winner} won on turn {turn}, and you were in it.").format(winner=winner, turn=turn)
    if own:
        return _("{winner} won on turn {turn}, and you were in {coalition}.").format(
            winner=winner, turn=turn, coalition=names.coalition(own)
        )
    return _("{winner} won on turn {turn}.").format(winner=winner, turn=turn)


def council(rules: PlayerTurn, group: str) -> list[Note]:
    """The effects of last turn's victory on this player, for one group of the form."""
    force, player = rules.market.in_force, rules.player
    if force.winner is None or group not in ("runs", "bet"):
        return []
    why = _won(rules, rules.seat.coalition)
    forbidden = force.forbidden.get(player, ())
    found = []
    if group == "runs":
        found += _on_runs(rules, why)
        if "protection" in forbidden:
            found.append(Note(_("No Protections this turn"), why, "no"))
        return found
    if "rank_speculation" in forbidden or "derivative_speculation" in forbidden:
        found.append(Note(_("No speculations this turn"), why, "no"))
    if player in force.profit_bonus:
        title = _("Odds {delta} this turn").format(delta=figures.signed(force.profit_bonus[player]))
        found.append(Note(title, why, "yes"))
    if player in force.keep_stakes:
        found.append(Note(_("Lost stakes come back this turn"), why, "yes"))
    return found


def _on_runs(rules: PlayerTurn, why: str) -> list[Note]:
    force, player = rules.market.in_force, rules.player
    found = []
    own = {run: delta for (sponsor, run), delta in force.sponsored.items() if sponsor == player}
    for delta in sorted(set(own.values()), reverse=True):
        runs = figures.listed([names.run(run) for run in own if own[run] == delta])
        title = _("{percent} on your runs this turn").format(percent=figures.signed_percent(delta))
        found.append(Note(title, f"{why} ({runs})", "yes" if delta > 0 else "no"))
    hit: dict[str, int] = {}
    for (target, _run), delta in force.targeting.items():
        if target in rules.market.ranks:
            hit[target] = delta
    for delta in sorted(set(hit.values())):
        listed = figures.listed([names.corp(slug) for slug in rules.market.ranks if hit.get(slug) == delta])
        title = _("{percent} against some corporations this turn").format(
            percent=figures.signed_percent(delta)
        )
        found.append(
            Note(
                title,
                figures.sentence(_("For runs against: {corporations}.").format(corporations=listed), why),
            )
        )
    return found
