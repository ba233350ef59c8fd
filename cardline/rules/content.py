"""The 110 country cards, read once from `cardline/data/countries-<version>.csv`.

Code that shows something to a player must not read figures here: `figures.shown` returns those that have been
shown.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from importlib import resources
from typing import Final

from msgspec import Struct

DATA: Final = "cardline.data"
TABLE_VERSION: Final = 1
"""The table a new game starts with, and keeps."""

CHARACTERISTICS: Final = ("area", "population", "gdp", "co2")
CONTINENTS: Final = ("africa", "asia", "europe", "north_america", "south_america", "oceania")

_COLUMNS: Final = {
    "area": "area_km2",
    "population": "population_2012",
    "gdp": "gdp_2011_musd",
    "co2": "co2_2011_t_per_capita",
}


class Card(Struct, frozen=True):
    """A country. `figures` by characteristic: km², inhabitants, millions of US dollars, hundredths
    of a tonne per inhabitant (D2)."""

    iso3: str
    iso2: str
    continent: str
    figures: Mapping[str, int]


def hundredths(text: str) -> int:
    """`4.41` as 441, exactly. Raises ValueError unless there are two decimals."""
    whole, point, cents = text.partition(".")
    if not point or len(cents) != 2:
        raise ValueError(f"two decimals are needed: {text}")
    return 100 * int(whole) + int(cents)


def read(version: int) -> dict[str, Card]:
    """One version of the table, by `iso3` in its order. Raises FileNotFoundError, ValueError."""
    text = resources.files(DATA).joinpath(f"countries-{version}.csv").read_text("utf-8")
    return {row["iso3"]: _card(row) for row in csv.DictReader(text.splitlines())}


def _card(row: Mapping[str, str]) -> Card:
    figures = {
        name: hundredths(row[column]) if name == "co2" else int(row[column])
        for name, column in _COLUMNS.items()
    }
    return Card(row["iso3"], row["iso2"], row["continent"], figures)


TABLES: Final[Mapping[int, Mapping[str, Card]]] = {version: read(version) for version in (1,)}
"""Every table a kept game may have started with: a revision adds one and changes none."""
