"""The tables of the rules are those of the rule book, whole, both ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from corporate.rules import content
from corporate.rules.meta import META
from corporate.rules.noon import ORDER_OF_THE_DAY

BOOK: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "corporate.json").read_text("utf-8"))
RULES = Path(content.__file__).parent

# Sentences of the book that explain a behaviour: the tests of each rule hold them, not the tables.
PROSE = ("measure", "rule", "money", "strategy_failure", "title_tie")
# What the platform keeps for every title.
PLATFORM = ("timezone",)


def corporation(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the TOML in the notation of the book."""
    effects = [
        {
            "when": effect["when"],
            "target": f"rank:{effect['rank']}"
            if "rank" in effect
            else f"corporation:{effect['corporation']}",
            "delta": effect["delta"],
        }
        for effect in row["effects"]
    ]
    return {**row, "derivative": row.get("derivative"), "effects": effects}


def test_corporations_and_derivatives() -> None:
    data = content.read("corporations")
    assert [corporation(row) for row in data["corporations"]] == BOOK["corporations"]
    assert data["derivatives"] == BOOK["derivatives"]
    assert data["initial_assets_by_rank"] == BOOK["initial_assets_by_rank"]
    constraints = [
        {"slug": slug, "min_rank": content.CORPORATIONS[slug].best_initial_rank}
        for slug in data["drawn_first"]
    ]
    assert constraints == BOOK["initial_rank_constraints"]
    assert set(data) == {"corporations", "derivatives", "initial_assets_by_rank", "drawn_first"}


def test_corporations_and_derivatives_agree() -> None:
    limited = {slug for slug, row in content.CORPORATIONS.items() if row.best_initial_rank > 1}
    assert limited == set(content.DRAWN_FIRST)
    for slug, row in content.CORPORATIONS.items():
        holding = [name for name, one in content.DERIVATIVES.items() if slug in one.members]
        assert holding == ([row.derivative] if row.derivative else [])
    assert sum(content.INITIAL_ASSETS) == 100
    assert len(content.INITIAL_ASSETS) == len(content.CORPORATIONS)


def test_coalitions() -> None:
    assert content.read("council") == {"coalitions": BOOK["coalitions"]}


def test_runs() -> None:
    rows = content.read("runs")["runs"]
    assert [{"target": None, "defence": None, **row} for row in rows] == BOOK["runs"]


# Figures of the book that no table repeats: the shape of an order says them, or the rows of another table.
SAID_ELSEWHERE = {
    "max_starting_citizenships",  # the character names one corporation, or none
    "run_influence_bonuses_per_run",  # an order has the bonus or not
    "run_max_percent",  # each kind of run has its own limit
    "resolution_period_days",  # the platform's days
}


def test_constants() -> None:
    book = {key: value for key, value in BOOK["constants"].items() if key not in SAID_ELSEWHERE}
    assert content.read("constants")["constants"] == book
    assert asdict(content.CONSTANTS) == book
    assert {BOOK["constants"][key] for key in SAID_ELSEWHERE - {"run_max_percent"}} == {1}
    assert {run.max_percent for run in content.RUNS.values()} == {BOOK["constants"]["run_max_percent"], 50}


def test_options() -> None:
    ours = {option.key: option.default for option in META.options}
    assert ours == {key: value for key, value in BOOK["options"].items() if key not in PLATFORM}


def test_order_of_the_day() -> None:
    assert [step.__name__ for step in ORDER_OF_THE_DAY] == BOOK["resolution_order"]


def test_victory_points() -> None:
    ours = content.read("scoring")
    book = {key: value for key, value in BOOK["victory_points"].items() if key not in PROSE}
    by_rank = book.pop("shares_by_final_rank")
    titles, backgrounds = book.pop("titles"), book.pop("backgrounds")
    figures = dict(ours["victory_points"])
    assert figures.pop("shares_by_final_rank") == list(by_rank.values())
    assert list(by_rank) == ["1", "2", "3"]
    assert figures == book
    assert [(row["slug"], row["points"]) for row in ours["titles"]] == [
        (row["slug"], row["points"]) for row in titles
    ]
    for mine, row in zip(ours["titles"], titles, strict=True):
        assert mine["name"]["fr"] in (f"Le {row['fr']}", f"L'{row['fr']}")
    assert len(ours["backgrounds"]) == len(backgrounds)
    for mine, row in zip(ours["backgrounds"], backgrounds, strict=True):
        assert background(mine) == {key: value for key, value in row.items() if key not in PROSE}


def background(row: dict[str, Any]) -> dict[str, Any]:
    found = {
        "slug": row["slug"],
        "fr": row["name"]["fr"],
        "when": row["when"],
        "points": row.get("scale", row.get("points")),
    }
    return found | ({"flat_points": row["flat_points"]} if "flat_points" in row else {})


def test_typed_tables_drop_no_key() -> None:
    """What the TOML holds is what the typed values hold: a key nobody reads would be a lie."""
    for row in content.read("runs")["runs"]:
        assert set(row) <= set(asdict(content.RUNS[row["slug"]]))
    for row in content.read("council")["coalitions"]:
        typed = asdict(content.COALITIONS[row["slug"]])
        assert set(row) == set(typed)
        for effect, kept in zip(row["effects"], typed["effects"], strict=True):
            assert all(
                getattr(kept, key) == (tuple(v) if isinstance(v, list) else v) for key, v in effect.items()
            )
    for row in content.read("scoring")["backgrounds"]:
        assert set(row) <= set(asdict(content.BACKGROUNDS[row["slug"]]))
    assert asdict(content.LIMITS) == content.read("constants")["limits"]


@pytest.mark.parametrize("source", sorted(RULES.rglob("*.py")), ids=lambda path: path.name)
def test_d52_no_rule_tests_the_name_of_a_corporation(source: Path) -> None:
    text = source.read_text("utf-8")
    for slug, row in content.CORPORATIONS.items():
        assert f'"{slug}"' not in text
        assert row.name not in text


def test_meta() -> None:
    assert (META.key, META.name, META.stage, META.chapters) == ("corporate", "Corporate Game", "ready", 8)
    assert (META.min_players, META.max_players, META.suggested_max, META.notice) == (2, 50, 10, 24)
    assert (META.schema_version, META.rules_version) == (1, "1")
