"""The twelve kinds of the order form: what each says, how many it has, whether one may be added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.skin import Desk, Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..rules.market import influence_price, share_price
from ..rules.orders import RankSpeculation
from ..rules.percent import odds
from ..texts import figures, names
from . import wording
from .fields import ranked
from .questions import claimable

GROUPS: Final = {
    "buy": ("buy_share", "buy_influence", "citizenship_claim"),
    "ally": ("vote", "join_coalition"),
    "runs": ("datasteal", "sabotage", "extraction", "information", "protection"),
    "bet": ("derivative_speculation", "rank_speculation"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """One kind on one player's form: how many orders of it are saved."""

    scene: Scene
    rules: RulesDesk
    desk: Desk
    kind: str
    saved: int

    @property
    def turn(self) -> int:
        return self.desk.window.chapter

    @property
    def left(self) -> int:
        return max(0, self.desk.quote.left)


@dataclass(frozen=True, slots=True)
class Way:
    """Whether an order of a kind may be added now, why not, and what it would cost."""

    open: bool
    cost: str = ""
    shut: str = ""


def kind_count(at: Standing) -> str:
    """What stands at the end of a kind's heading: "2 of 3", "1 order", "level 3"."""
    match at.kind:
        case "buy_share":
            return _("{used} of {of}").format(used=at.saved, of=at.rules.shares_quota)
        case "buy_influence":
            return _("level {level}").format(level=at.rules.seat.influence)
        case "citizenship_claim":
            return _("1 of 1") if at.saved else _("no claim")
        case "vote" | "join_coalition":
            return _("{used} of {of}").format(used=at.saved, of=1)
    return ngettext("{count} order", "{count} orders", at.saved).format(count=at.saved)


def say(at: Standing) -> str:
    """The one sentence under a kind's heading."""
    seat = at.rules.seat
    match at.kind:
        case "buy_share":
            return _("A share pays every turn; it cannot be sold.")
        case "buy_influence" if at.turn >= content.CONSTANTS.total_turns:
            return _("One more level, for the score: no turn is left to use it.")
        case "buy_influence":
            return _("One more level from turn {turn}: more shares, bonuses, speculations.").format(
                turn=at.turn + 1
            )
        case "citizenship_claim" if seat.citizenship:
            return _("You are a citizen of {corporation}.").format(corporation=names.corp(seat.citizenship))
        case "citizenship_claim":
            return _("You are a citizen of no corporation.")
        case "vote":
            return _("+1 to one corporation, −1 to another.")
        case "join_coalition":
            return _("You, and the corporations where you hold strictly the most shares.")
        case "information" if at.turn < 2:
            return _("A player’s secrets.")
        case "information" if at.turn == 2:
            return _("A player’s secrets, and the message of turn 1.")
        case "information":
            return _("A player’s secrets, and the messages of turns 1 to {turn}.").format(turn=at.turn - 1)
        case "protection":
            return _("One more defence this turn, {percent} at best. Never refunded.").format(
                percent=figures.percent(content.RUNS["protection"].max_percent)
            )
        case "derivative_speculation" if not at.rules.market.derivatives:
            return ""
        case "derivative_speculation":
            listed = [names.derivative(slug) for slug in at.rules.market.derivatives]
            return _("{derivatives}, up or down. Unchanged loses.").format(derivatives=_(" or ").join(listed))
        case "rank_speculation" if at.rules.market.size < 3:
            return _("First or last: 1 for {edge}.").format(edge=_odds(at, 1))
        case "rank_speculation":
            return _("First or last: 1 for {edge}. Any other rank: 1 for {middle}.").format(
                edge=_odds(at, 1), middle=_odds(at, 0)
            )
    return run_effect(at.kind)


def run_effect(kind: str) -> str:
    """What a run does to assets, in a sentence made from its figures."""
    hits = content.RUNS[kind].assets
    target, gain = hits.get("target", 0), hits.get("beneficiary", 0)
    if not gain:
        return _("The target loses {loss}.").format(loss=-target)
    if not target:
        return _("The beneficiary gains {gain}, the target loses nothing.").format(gain=gain)
    return _("The target loses {loss}, the beneficiary gains {gain}.").format(loss=-target, gain=gain)


def _odds(at: Standing, rank: int) -> int:
    market = at.rules.market
    return odds(market.in_force, at.rules.player, RankSpeculation("", rank, 0), market.size)


def add_label(at: Standing) -> str:
    match at.kind:
        case "buy_share":
            return _("Buy a share") if not at.saved else _("Buy another share")
        case "buy_influence":
            level = at.rules.seat.influence + 1
            return _("Buy level {level} · {price}").format(
                level=level, price=figures.money(influence_price(level))
            )
        case "citizenship_claim":
            which = claimable(at.rules)
            if len(which) == 1:
                return _("Claim {corporation}").format(corporation=names.corp(which[0]))
            return _("Claim a citizenship")
        case "vote":
            return pgettext("act", "Vote")
        case "join_coalition":
            return _("Join a coalition")
        case "datasteal":
            return _("Add a datasteal")
        case "sabotage":
            return _("Add a sabotage")
        case "extraction":
            return _("Add an extraction")
        case "information":
            return _("Add an Information run")
        case "protection":
            return _("Add a protection")
        case "derivative_speculation":
            return _("Bet on a derivative")
    return _("Bet on a rank")


def door(at: Standing) -> Way:
    """May an order of this kind be added, and if not, the sentence that stands in its place."""
    if at.kind in ("buy_share", "buy_influence", "citizenship_claim"):
        return {"buy_share": _share, "buy_influence": _influence, "citizenship_claim": _claim}[at.kind](at)
    if at.kind in ("vote", "join_coalition"):
        return Way(not at.saved and _enough(at), cost=_("free"), shut="" if _enough(at) else _too_few())
    forbidden = at.kind in at.rules.market.in_force.forbidden.get(at.rules.player, ())
    if forbidden:
        return Way(False, shut=_("Not this turn: the council forbids it to you."))
    return _bet(at) if at.kind.endswith("speculation") else _run(at)


def _enough(at: Standing) -> bool:
    return at.kind == "join_coalition" or at.rules.market.size > 1


def _too_few() -> str:
    return _("It takes two corporations, and one is left")


def _short(what: str, missing: int) -> str:
    return _("{what}: {missing} short").format(what=what, missing=figures.money(missing))


def _share(at: Standing) -> Way:
    desk = at.rules
    if at.saved >= desk.shares_quota:
        return Way(False)
    prices = {slug: share_price(desk.market, slug, desk.seat.citizenship) for slug in ranked(desk)}
    bound = desk.seat.first_share if not at.saved else None
    if bound in prices:
        prices = {bound: prices[bound]}
    cheapest = min(prices.values(), default=0)
    if cheapest > at.left:
        what = (
            _("Your first share, {corporation}").format(corporation=names.corp(bound))
            if bound
            else _("Another share")
        )
        if not at.saved and not bound:
            what = _("A share")
        return Way(
            False,
            _("the cheapest {price}").format(price=figures.money(cheapest)),
            _short(what, cheapest - at.left),
        )
    return Way(True, _("from {price}").format(price=figures.money(cheapest)))


def _influence(at: Standing) -> Way:
    level = at.rules.seat.influence + 1
    price = influence_price(level)
    if at.saved:
        return Way(False)
    if price > at.left:
        return Way(
            False, figures.money(price), _short(_("Level {level}").format(level=level), price - at.left)
        )
    return Way(True)


def _claim(at: Standing) -> Way:
    if at.saved:
        return Way(False)
    if claimable(at.rules):
        return Way(True, wording.victory(at.rules.claim_points))
    if at.turn == 1:
        return Way(False, shut=_("From turn 2, once you own a share"))
    if at.rules.seat.shares:
        return Way(False, shut=_("You hold shares of your own corporation only"))
    return Way(False, shut=_("Needs a share you owned when the turn opened"))


def _run(at: Standing) -> Way:
    price = content.CONSTANTS.run_step_price * content.CONSTANTS.run_min_steps
    if at.kind == "information" and len(at.rules.market.players) < 2:
        return Way(False, shut=_("There is nobody else to find out about"))
    if at.kind in ("datasteal", "extraction") and at.rules.market.size < 2:
        return Way(False, shut=_too_few())
    if price > at.left:
        return Way(False, shut=_short(_("A first step"), price - at.left))
    return Way(True, _("from {price}").format(price=figures.money(price)))


def _bet(at: Standing) -> Way:
    quota = at.desk.quote.quotas.get("speculations")
    least = content.CONSTANTS.speculation_min_stake
    if at.kind == "derivative_speculation" and not at.rules.market.derivatives:
        return Way(False, shut=_("No derivative has a corporation left"))
    if quota and quota.used >= quota.of:
        return Way(
            False,
            shut=ngettext(
                "Your speculation of this turn is placed",
                "Your {of} speculations of this turn are placed",
                quota.of,
            ).format(of=quota.of),
        )
    if least > at.left:
        return Way(False, shut=_short(_("The smallest stake"), least - at.left))
    return Way(True, _("from {price}").format(price=figures.money(least)))
