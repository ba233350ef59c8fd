"""Figures of quotes: typed where rules write them and where skins read them, plain JSON in between."""

from __future__ import annotations

import msgspec
import pytest

from games.contract import Line
from games.rulekit.quotes import QuoteFigures, quote_line, read_figures


class Freight(QuoteFigures, frozen=True):
    """Tons on board, and the town they go to, None if it is unknown."""

    tons: int
    town: str | None


class Toll(QuoteFigures, frozen=True):
    """What a gate takes."""

    gate: str


def test_figures_are_plain_json_in_the_line_and_typed_again_when_they_are_read():
    line = quote_line("ship", 40, Freight(3, None))
    assert line == Line("ship", 40, {"tons": 3, "town": None})
    assert read_figures(line, Freight) == Freight(3, None)


def test_a_line_without_figures_has_none_to_read():
    assert quote_line("ship", 0) == Line("ship", 0)
    assert read_figures(quote_line("ship", 0), Freight) is None


def test_figures_of_another_kind_are_an_error():
    with pytest.raises(msgspec.ValidationError):
        read_figures(quote_line("ship", 40, Freight(3, "rome")), Toll)
