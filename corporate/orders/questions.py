"""What each kind of order asks: choices only from what is possible for this player."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..rules.market import share_price
from ..rules.orders import RankSpeculation
from ..rules.percent import odds
from ..texts import figures, names, words
from .fields import (
    Bench,
    Choice,
    Field,
    bonus_field,
    choose,
    corporations,
    defence_text,
    protections_field,
    ranked,
    steps_field,
)


def _share(bench: Bench) -> list[Field]:
    desk, choices = bench.desk, []
    bound = None if bench.shares_on_form else desk.seat.first_share
    for slug in ranked(desk):
        price = share_price(desk.market, slug, desk.seat.citizenship)
        if price <= bench.budget and bound in (None, slug):
            choices.append(Choice(slug, f"{names.corp(slug)} · {figures.money(price)}"))
    dear = len(desk.market.ranks) - len(choices)
    constants = content.CONSTANTS
    if bound:
        hint = _("You started as a citizen of {corporation}: your first share is one of its own.").format(
            corporation=names.corp(bound)
        )
    else:
        common = figures.money(constants.share_price_per_asset)
        if ranked(desk)[:1] == [desk.seat.citizenship]:
            hint = _("{price} per asset, for you that of the leader, too.").format(price=common)
        else:
            hint = _("{price} per asset, {first} for the leader.").format(
                price=common, first=figures.money(constants.share_price_per_asset_first_non_citizen)
            )
        if dear:
            hint += " " + ngettext(
                "One corporation is beyond your money.", "{count} corporations are beyond your money.", dear
            ).format(count=dear)
    return [
        Field(
            "corporation",
            _("Corporation"),
            "select",
            choices=choose(bench, "corporation", choices),
            hint=hint,
        )
    ]


def claimable(desk: RulesDesk) -> list[str]:
    """The corporations whose citizenship may be claimed: a share owned, and not held already."""
    return [slug for slug in ranked(desk) if desk.seat.shares.get(slug) and slug != desk.seat.citizenship]


def _claim(bench: Bench) -> list[Field]:
    choices = [Choice(slug, names.corp(slug)) for slug in claimable(bench.desk)]
    return [Field("corporation", _("Corporation"), "select", choices=choose(bench, "corporation", choices))]


def _vote(bench: Bench) -> list[Field]:
    return [
        corporations(bench, "up", _("Give +1 to")),
        corporations(bench, "down", _("Give −1 to")),
    ]


def _coalition(bench: Bench) -> list[Field]:
    value = bench.value("coalition")
    last = bench.desk.market.turn >= content.CONSTANTS.total_turns
    choices = [
        Choice(slug, names.coalition(slug), words.coalition_pitch(slug, last), chosen=slug == value)
        for slug in content.COALITIONS
    ]
    return [Field("coalition", _("Coalition"), "frames", choices=choices)]


def _against(bench: Bench, kind: str) -> list[Field]:
    found = [corporations(bench, "target", _("Target"), kind)]
    if content.RUNS[kind].beneficiary:
        found.append(corporations(bench, "beneficiary", _("Beneficiary")))
    return [*found, steps_field(bench, kind), bonus_field(bench)]


def _information(bench: Bench) -> list[Field]:
    citizenships = bench.desk.market.citizenships
    choices = [
        Choice(player, f"{bench.scene.name(player)} · {defence_text(citizenships[player], 'information')}")
        for player in bench.desk.market.players
        if player != bench.desk.player
    ]
    target = Field("target", _("Player"), "select", choices=choose(bench, "target", choices))
    return [target, steps_field(bench, "information"), bonus_field(bench)]


def _protection(bench: Bench) -> list[Field]:
    return [
        corporations(bench, "beneficiary", _("Corporation to protect")),
        protections_field(bench),
        bonus_field(bench),
    ]


def _stake(bench: Bench) -> Field:
    constants = content.CONSTANTS
    most = min(bench.desk.max_stake, max(bench.budget, 0))
    most -= most % constants.speculation_stake_step
    return Field(
        "stake",
        _("Stake, {least} to {most}").format(
            least=figures.number(constants.speculation_min_stake), most=figures.money(most)
        ),
        "number",
        value=bench.value("stake") or figures.number(most),
        was=figures.number(most),
    )


def _derivative(bench: Bench) -> list[Field]:
    market = bench.desk.market
    choices = []
    for slug, members in market.derivatives.items():
        now = sum(market.assets[member] for member in members)
        choices.append(
            Choice(
                slug,
                _("{derivative}, {value} now").format(
                    derivative=names.derivative(slug), value=figures.number(now)
                ),
            )
        )
    ways = [Choice("up", _("Up")), Choice("down", _("Down"))]
    return [
        Field("derivative", _("Derivative"), "select", choices=choose(bench, "derivative", choices)),
        Field("direction", _("It will go"), "frames", choices=choose(bench, "direction", ways)),
        _stake(bench),
    ]


def _rank(bench: Bench) -> list[Field]:
    market, player = bench.desk.market, bench.desk.player
    corps = [
        Choice(
            slug,
            _("{corporation}, {rank} now").format(corporation=names.corp(slug), rank=figures.ordinal(rank)),
        )
        for slug, rank in sorted(market.ranks.items(), key=lambda item: item[1])
    ]
    ranks = [
        Choice(
            str(rank),
            _("{rank} · 1 for {odds}").format(
                rank=figures.ordinal(rank),
                odds=odds(market.in_force, player, RankSpeculation("", rank, 0), market.size),
            ),
        )
        for rank in range(1, market.size + 1)
    ]
    return [
        Field("corporation", _("Corporation"), "select", choices=choose(bench, "corporation", corps)),
        Field("rank", _("Rank at the end of the turn"), "select", choices=choose(bench, "rank", ranks)),
        _stake(bench),
    ]


def fields(bench: Bench, kind: str, key: str) -> list[Field]:
    """The fields of a kind of order, filled with the bench's values and named after `key`."""
    match kind:
        case "buy_share":
            found = _share(bench)
        case "citizenship_claim":
            found = _claim(bench)
        case "vote":
            found = _vote(bench)
        case "join_coalition":
            found = _coalition(bench)
        case "datasteal" | "sabotage" | "extraction":
            found = _against(bench, kind)
        case "information":
            found = _information(bench)
        case "protection":
            found = _protection(bench)
        case "derivative_speculation":
            found = _derivative(bench)
        case "rank_speculation":
            found = _rank(bench)
        case _:
            found = []
    for one in found:
        one.id = f"{key}-{one.name}"
        for group in one.groups if one.shape == "protections" else ():
            group.name = f"{key}-effort"
        if one.shape == "select" and len(one.choices) == 1:
            one.was = one.choices[0].value
    return found
