"""The rule book. All its figures and tables come from the data of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import Chapter, FormPage

from ..orders.runs import run_effect
from ..rules import content
from ..texts import figures, names, words


class RunRow(Struct, frozen=True):
    anchor: str
    name: str
    base: int
    effect: str
    cap: int


def chapters() -> list[Chapter]:
    """The chapters in their order; kinds of orders have anchors of their own within them."""
    return [
        Chapter("aim", _("Aim of the game")),
        Chapter("turn", _("A turn")),
        Chapter("corporations", _("The corporations")),
        Chapter("buy_share", _("Shares and dividends")),
        Chapter("buy_influence", _("Influence")),
        Chapter("citizenship_claim", _("Citizenship")),
        Chapter("vote", _("Votes and the invisible hand")),
        Chapter("join_coalition", _("The MDC and its coalitions")),
        Chapter("runs", _("Runs")),
        Chapter("speculations", _("Speculations")),
        Chapter("effects", _("First and last effects")),
        Chapter("crash", _("Crashes")),
        Chapter("wall-street", _("What is published")),
        Chapter("end", _("End of the game and points")),
        Chapter("titles", _("Titles")),
        Chapter("characters", _("Characters")),
        Chapter("transfer", _("Wire transfers")),
    ]


def page() -> FormPage:
    """Template and values of the rule book."""
    return FormPage("corporate/rules.html", context())


def context() -> dict[str, Any]:
    """Every value of the book; nothing in its template is a figure of the rules."""
    return {
        "chapters": chapters(),
        "c": content.CONSTANTS,
        "v": content.VICTORY,
        "limits": content.LIMITS,
        "corporations": corporation_rows(),
        "assets": ", ".join(map(str, content.INITIAL_ASSETS)),
        "late": late_starters(),
        "derivatives": [
            (names.derivative(slug), figures.listed([names.corp(member) for member in row.members]))
            for slug, row in content.DERIVATIVES.items()
        ],
        "coalitions": [
            {
                "name": names.coalition(slug),
                "opposite": names.coalition(row.opposite),
                "effects": words.coalition_effects(slug),
            }
            for slug, row in content.COALITIONS.items()
        ],
        "runs": run_rows(),
        "backgrounds": [(names.background(slug), words.background(slug)) for slug in content.BACKGROUNDS],
        "titles": [
            (names.title(slug), words.measure(slug), row.points) for slug, row in content.TITLES.items()
        ],
        "share_points": share_points(),
        "ex": examples(),
        **derived(),
    }


def corporation_rows() -> list[dict[str, Any]]:
    return [
        {
            "slug": slug,
            "name": names.corp(slug),
            "defence": row.defence,
            "detection": row.detection,
            "first": words.effect(slug, "first"),
            "last": words.effect(slug, "last"),
            "presentation": words.presentation(slug),
        }
        for slug, row in content.CORPORATIONS.items()
    ]


def late_starters() -> str:
    """A sentence on the corporations that cannot start at the top; "" if there are none."""
    late: dict[int, list[str]] = {}
    for slug, row in content.CORPORATIONS.items():
        if row.best_initial_rank > 1:
            late.setdefault(row.best_initial_rank, []).append(names.corp(slug))
    return " ".join(
        _("{corporations} never start better than {rank}.").format(
            corporations=figures.listed(listed), rank=figures.ordinal(rank)
        )
        for rank, listed in sorted(late.items())
    )


def run_rows() -> list[RunRow]:
    """A row per kind of run, and one per kind of Defence for Protections."""
    rows = []
    for kind, run in content.RUNS.items():
        if isinstance(run.base_percent, Mapping):
            for place, (defence, base) in enumerate(run.base_percent.items()):
                name = _("Protection against {defence}").format(defence=names.defence(defence))
                anchor = kind if not place else f"{kind}-{defence}"
                rows.append(RunRow(anchor, name, base, _("One more defence this turn."), run.max_percent))
        elif kind == "information":
            rows.append(
                RunRow(kind, names.kind(kind), run.base_percent, _("A dossier on a player."), run.max_percent)
            )
        else:
            rows.append(RunRow(kind, names.kind(kind), run.base_percent, run_effect(kind), run.max_percent))
    return rows


def share_points() -> str:
    """What a share scores, by final rank: "5 points for the 1st, 3 for the 2nd"."""
    return ", ".join(
        _("{points} for the {rank}").format(points=points, rank=figures.ordinal(rank))
        for rank, points in enumerate(content.VICTORY.shares_by_final_rank, 1)
    )


def derived() -> dict[str, Any]:
    """Figures computed from the constants for the text."""
    c, v = content.CONSTANTS, content.VICTORY
    return {
        "odds_derivative": 1 + c.speculation_profit_derivative,
        "odds_edge": 1 + c.speculation_profit_first_or_last,
        "odds_middle": 1 + c.speculation_profit_other_rank,
        "claim_each": -c.citizenship_claim_victory_points_per_turn_number,
        "malus": -c.timing_malus_percent,
        "refund": figures.percent(100 * c.run_refund_numerator // c.run_refund_denominator),
        "level_two": c.influence_price_per_new_level * (c.initial_influence + 1),
        "level_three": c.influence_price_per_new_level * (c.initial_influence + 2),
        "other_citizen": -v.citizenship_per_other_citizen,
        "last_rank_points": v.citizenship_base + v.citizenship_per_rank * len(content.INITIAL_ASSETS),
    }


def examples() -> dict[str, Any]:
    """The figures of the worked examples, computed from the constants."""
    c = content.CONSTANTS
    extraction, renraku = content.RUNS["extraction"], content.CORPORATIONS.get("renraku")
    base = extraction.base_percent if isinstance(extraction.base_percent, int) else 0
    protection = content.RUNS["protection"]
    shield_base = protection.base_percent["extraction"] if isinstance(protection.base_percent, Mapping) else 0
    steps, bonus = 5, c.run_influence_bonus_percent
    jack = min(extraction.max_percent, base + c.run_step_percent * steps + bonus)
    shiro = min(protection.max_percent, shield_base + c.run_step_percent + bonus)
    defence = renraku.defence["extraction"] if renraku else 0
    return {
        "share_assets": 5,
        "share_price": 5 * c.share_price_per_asset,
        "leader_assets": 13,
        "leader_price": 13 * c.share_price_per_asset_first_non_citizen,
        "leader_citizen": 13 * c.share_price_per_asset,
        "dividend": 2 * 5 * c.dividend_per_asset + 10 * c.dividend_per_asset,
        "dividend_first": 2 * 5 * c.dividend_per_asset + 10 * c.dividend_per_asset_first,
        "dividend_last": 2 * 5 * c.dividend_per_asset_last + 10 * c.dividend_per_asset,
        "steps": steps,
        "base": base,
        "jack_price": steps * c.run_step_price,
        "jack": jack,
        "shiro": shiro,
        "shiro_price": c.run_step_price,
        "defence": defence,
        "detection": renraku.detection if renraku else 0,
        "chance": round(jack * (100 - defence) * (100 - shiro) / 10_000),
        "target_loss": -extraction.assets.get("target", 0),
        "gain": extraction.assets.get("beneficiary", 0),
        "stake": 100_000,
        "won": 100_000 * (1 + c.speculation_profit_other_rank),
        "malus_raw": 70,
        "malus_final": 70 + c.timing_malus_percent,
        "claim_turn": 6,
        "claim_cost": -c.citizenship_claim_victory_points_per_turn_number * 6,
    }
