"""The cards are those of the supplied table, figure by figure (section 15)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from cardline.rules import content
from cardline.rules.meta import META

from .scene import CARDS

ROOT = Path(__file__).parents[3]
BOOK = list(csv.DictReader((ROOT / "docs/rules/cardline-countries.csv").read_text("utf-8").splitlines()))
SOURCES = sorted((ROOT / "cardline" / "rules").glob("*.py"))


def test_d22_every_row_of_the_book() -> None:
    assert [row["iso3"] for row in BOOK] == list(CARDS) == sorted(CARDS)
    assert len(CARDS) == 110
    for row in BOOK:
        card = CARDS[row["iso3"]]
        assert (card.iso3, card.iso2, card.continent) == (row["iso3"], row["iso2"], row["continent"])
        assert card.figures == {
            "area": int(row["area_km2"]),
            "population": int(row["population_2012"]),
            "gdp": int(row["gdp_2011_musd"]),
            "co2": int(Decimal(row["co2_2011_t_per_capita"]) * 100),
        }


def test_range_checks() -> None:
    for column in ("iso2", "iso3", "name_en", "name_fr"):
        assert len({row[column] for row in BOOK}) == 110
    ends = {
        "area": (716, "SGP", 17_098_250, "RUS"),
        "population": (248_883, "VUT", 1_354_190_000, "CHN"),
        "gdp": (770, "VUT", 15_599_732, "USA"),
        "co2": (4, "COD", 3_915, "QAT"),
    }
    for name, (least, first, most, last) in ends.items():
        ordered = sorted(CARDS, key=lambda card: CARDS[card].figures[name])
        assert (ordered[0], ordered[-1]) == (first, last)
        assert (CARDS[first].figures[name], CARDS[last].figures[name]) == (least, most)


def test_equal_values_are_those_of_the_book() -> None:
    for name in ("area", "population", "gdp"):
        assert len({card.figures[name] for card in CARDS.values()}) == 110
    pairs: dict[int, list[str]] = {}
    for card in CARDS.values():
        pairs.setdefault(card.figures["co2"], []).append(card.iso3)
    assert {value: cards for value, cards in pairs.items() if len(cards) > 1} == {
        8: ["ETH", "NER"], 11: ["MDG", "UGA"], 13: ["BFA", "MOZ"], 30: ["CIV", "KEN"],
        167: ["COL", "PER"], 441: ["IRQ", "ROU"], 776: ["IRN", "NZL"],
    }  # fmt: skip


def test_d21_continents() -> None:
    counts = Counter(card.continent for card in CARDS.values())
    book = {"africa": 27, "asia": 28, "europe": 27, "north_america": 12, "south_america": 11, "oceania": 5}
    assert counts == book
    assert set(content.CONTINENTS) == set(book)


@pytest.mark.parametrize(("text", "value"), [("4.41", 441), ("0.04", 4), ("39.15", 3_915)])
def test_d2_hundredths_are_exact(text: str, value: int) -> None:
    assert content.hundredths(text) == value


@pytest.mark.parametrize("text", ["4.4", "4", "4.411", "", "x.yz"])
def test_d2_two_decimals_are_needed(text: str) -> None:
    with pytest.raises(ValueError):
        content.hundredths(text)


def test_tables_are_kept_by_version() -> None:
    assert content.TABLE_VERSION in content.TABLES
    files = {path.stem for path in (ROOT / "cardline" / "data").glob("*.csv")}
    assert files == {f"countries-{version}" for version in content.TABLES}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_no_rule_names_a_country(source: Path) -> None:
    text = source.read_text("utf-8")
    assert not [card for card in CARDS if re.search(rf"\b{card}\b", text)]
    assert not [row["name_en"] for row in BOOK if re.search(rf"\b{re.escape(row['name_en'])}\b", text)]


def test_only_these_modules_may_read_a_figure() -> None:
    """What serves a player (windows, check, quote, sample, standings, bot) does not touch the table:
    the bot asks `knowledge`, and open figures come from `figures`."""
    readers = {path.stem for path in SOURCES if "TABLES" in path.read_text("utf-8")}
    assert readers == {"content", "figures", "knowledge", "moves", "setup"}


def test_meta() -> None:
    assert (META.key, META.min_players, META.max_players, META.notice) == ("cardline", 2, 8, 24)
    options = {option.key: option for option in META.options}
    assert {key: option.default for key, option in options.items()} == {
        "characteristic": "random", "mode": "default", "hand_size": "4", "first_player": "random",
        "max_rounds": "60", "bots": "traveller",
    }  # fmt: skip
    assert options["hand_size"].choices == tuple(str(n) for n in range(1, 11))
    assert options["max_rounds"].choices == tuple(str(n) for n in range(5, 201))
    assert options["first_player"].choices == ("random", *"01234567")
    assert all(option.default in option.choices for option in META.options)
