"""The rule book: complete, and every figure of it from the rules' data."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from msgspec.structs import replace

from corporate.pages import rulebook
from corporate.rules import content
from corporate.rules.orders import QUARTER_KINDS
from corporate.skin import SKIN

from ..stage import LANGUAGES, render


def book(language="en"):
    with translation.override(language):
        page = SKIN.rule_book()
    return render(page.template, page.context, None, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_anchor_exists_once(language):
    html = book(language)
    ids = re.findall(r'\bid="([\w-]+)"', html)
    assert len(ids) == len(set(ids))
    for anchor in re.findall(r'href="#([\w-]+)"', html):
        assert anchor in ids
    assert set(QUARTER_KINDS) <= set(ids)
    assert {chapter.anchor for chapter in rulebook.chapters()} <= set(ids)
    assert {"wall-street", "end", "titles", "effects", "transfer"} <= set(ids)


def test_every_row_of_the_tables_is_there():
    html = book()
    for row in content.CORPORATIONS.values():
        assert f'id="corp-{row.slug}"' in html
    for row in [*content.COALITIONS.values(), *content.BACKGROUNDS.values(), *content.TITLES.values()]:
        assert row.name.en in html


# The constants a reader has to know; the others are numbers of things ("one vote a turn").
TOLD = {
    "total_turns": 9, "initial_money": 3_210_000, "share_price_per_asset": 111_000,
    "share_price_per_asset_first_non_citizen": 222_000, "dividend_per_asset": 33_000,
    "dividend_per_asset_first": 44_000, "dividend_per_asset_last": 15_000,
    "influence_price_per_new_level": 555_000,
    "run_step_price": 66_000, "run_step_percent": 7, "run_influence_bonus_percent": 23,
    "timing_malus_percent": -13,
    "speculation_max_stake_per_influence": 77_000, "speculation_min_stake": 2_000,
    "speculation_stake_step": 4_000,
    "speculation_profit_derivative": 11, "speculation_profit_first_or_last": 12,
    "speculation_profit_other_rank": 13,
    "crash_at_or_below_assets": -3, "vote_up_delta": 5, "invisible_hand_down_delta": -6,
    "citizenship_claim_victory_points_per_turn_number": -2, "run_refund_denominator": 4,
    "initial_influence": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_another_constant_makes_another_text(name, monkeypatch):
    before = book()
    monkeypatch.setattr(content, "CONSTANTS", replace(content.CONSTANTS, **{name: TOLD[name]}))
    assert book() != before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("shares_by_final_rank", (7, 5, 2)), ("citizenship_base", 12), ("citizenship_per_other_citizen", -4),
        ("no_background", 6), ("strategy_max_points", 9), ("strategy_min_points", 2),
        ("strategies_max_total", 20),
    ],
)  # fmt: skip
def test_another_figure_of_the_score_makes_another_text(name, value, monkeypatch):
    before = book()
    monkeypatch.setattr(content, "VICTORY", replace(content.VICTORY, **{name: value}))
    assert book() != before


def test_the_worked_example_is_that_of_the_rules():
    html = book()
    for figure in ("250,000", "90%", "50%", "36%", "1,625,000", "1,300,000", "1,250,000", "750,000"):
        assert figure in html
