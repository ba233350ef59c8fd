"""What the order form says besides asking: the market, what the MDC changes, a line under an order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.contract import Line, Order
from games.skin import Desk, Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..rules.market import share_price
from ..texts import figures, names
from . import wording
from .fields import ranked


@dataclass(frozen=True, slots=True)
class Note:
    title: str
    text: str
    kind: str = ""  # "", "yes" or "no"


@dataclass(frozen=True, slots=True)
class Quoted:
    """A corporation as the turn opens: place, assets, the price of a share for this player."""

    slug: str
    name: str
    rank: int
    assets: int
    price: int
    owned: int


def group_names() -> dict[str, tuple[str, str]]:
    """Each group of the form: its word in the jump bar, and its heading."""
    return {
        "buy": (pgettext("order form", "Buy"), pgettext("order form", "Buy")),
        "ally": (pgettext("order form", "Vote"), _("Vote and ally")),
        "runs": (_("Runs"), _("Runs")),
        "bet": (_("Speculate"), _("Speculate")),
    }


def opening(rules: RulesDesk) -> list[Quoted]:
    """The market at the opening of the turn, best first."""
    market, seat = rules.market, rules.seat
    return [
        Quoted(
            slug,
            names.corp(slug),
            market.ranks[slug],
            market.assets[slug],
            share_price(market, slug, seat.citizenship),
            seat.shares.get(slug, 0),
        )
        for slug in ranked(rules)
    ]


def _won(rules: RulesDesk, own: str | None) -> str:
    """Why something applies: who won last turn, and where one was."""
    winner = names.coalition(rules.market.in_force.winner or "")
    turn = rules.market.turn - 1
    if own == rules.market.in_force.winner:
        return _("{winner} won on turn {turn}, and you were in it.").format(winner=winner, turn=turn)
    if own:
        return _("{winner} won on turn {turn}, and you were in {coalition}.").format(
            winner=winner, turn=turn, coalition=names.coalition(own)
        )
    return _("{winner} won on turn {turn}.").format(winner=winner, turn=turn)


def council(rules: RulesDesk, group: str) -> list[Note]:
    """What the victory of last turn changes for this player, told where it matters."""
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


def _on_runs(rules: RulesDesk, why: str) -> list[Note]:
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


# ---- the line under an order ------------------------------------------------------------------


def order_note(scene: Scene, rules: RulesDesk, desk: Desk, order: Order, line: Line) -> str:
    """What one should know of a saved order, on one line; "" if its figures say it all."""
    params = line.params
    match order.kind:
        case "buy_share":
            return _share(params)
        case "buy_influence":
            last = rules.market.turn >= content.CONSTANTS.total_turns
            text = _("Level {level}, for the score") if last else _("Level {level}, from next turn")
            return text.format(level=params.get("level", 0))
        case "citizenship_claim" if rules.seat.citizenship:
            return _("Takes effect at the end of the turn, and replaces the one you hold")
        case "citizenship_claim":
            return _("Takes effect at the end of the turn")
        case "join_coalition":
            return followers(scene, rules, desk)
        case "derivative_speculation":
            return _("{now} at the opening · {odds}").format(
                now=_derivative(rules, str(order.data.get("derivative"))), odds=_odds(params)
            )
        case "rank_speculation":
            rank = rules.market.ranks.get(str(order.data.get("corporation")), 0)
            return _("{now} at the opening · {odds}").format(now=figures.ordinal(rank), odds=_odds(params))
    return wording.run_odds(line)


def _share(params: Mapping[str, Any]) -> str:
    assets, owned = params.get("assets", 0), params.get("owns_after", 0)
    per_asset = params.get("price", 0) // assets if assets else 0
    text = ngettext("{count} asset at {price}", "{count} assets at {price}", assets).format(
        count=assets, price=figures.number(per_asset)
    )
    if owned <= 1:
        return text + " · " + _("your first one")
    return text + " · " + _("you will have {count}").format(count=owned)


def _odds(params: Mapping[str, Any]) -> str:
    return _("1 for {odds} · brings {money} if it is right").format(
        odds=params.get("odds", 0), money=figures.money(params.get("returns", 0))
    )


def _derivative(rules: RulesDesk, slug: str) -> str:
    members = rules.market.derivatives.get(slug, ())
    return figures.number(sum(rules.market.assets[member] for member in members))


def followers(scene: Scene, rules: RulesDesk, desk: Desk) -> str:
    """The corporations that would follow this player at the MDC, with his purchases of this turn.

    From what everybody knows and his own form: what others buy is not known before noon.
    """
    owned = dict(rules.seat.shares)
    for order in desk.orders:
        if order.kind == "buy_share":
            slug = str(order.data.get("corporation"))
            owned[slug] = owned.get(slug, 0) + 1
    seats = scene.view.public.seats
    lines = []
    for slug in ranked(rules):
        rivals = {
            player: seats[player].shares.get(slug, 0)
            for player in rules.market.players
            if player != rules.player
        }
        best = max(rivals.values(), default=0)
        if owned.get(slug, 0) <= best:
            continue
        values = {"corporation": names.corp(slug), "count": owned[slug]}
        if best:
            against = figures.listed(
                [scene.name(player) for player, count in rivals.items() if count == best]
            )
            lines.append(
                ngettext(
                    "{corporation} follows you if nobody buys any: {count} share, "
                    "against {best} ({players}).",
                    "{corporation} follows you if nobody buys any: {count} shares, "
                    "against {best} ({players}).",
                    owned[slug],
                ).format(**values, best=best, players=against)
            )
        else:
            lines.append(
                ngettext(
                    "{corporation} follows you if nobody buys any: {count} share, against none.",
                    "{corporation} follows you if nobody buys any: {count} shares, against none.",
                    owned[slug],
                ).format(**values)
            )
    return " ".join(lines) or _("No corporation follows you: in none do you hold strictly the most shares.")


def ask_aside(kind: str) -> str:
    """The word beside the button of an open form: what happens if it goes wrong."""
    if kind not in content.RUNS:
        return ""
    constants = content.CONSTANTS
    if not content.RUNS[kind].refund_on_failure:
        return _("Never refunded")
    if 2 * constants.run_refund_numerator == constants.run_refund_denominator:
        return _("Half comes back if it fails")
    return _("Part of it comes back if it fails")
