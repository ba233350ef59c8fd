"""The figures of a quote's lines, typed: one class for each kind of order that has any.

Rules write them with `quote_line`, skins read them with `read_figures`; if a figure is renamed on one side,
type checking fails on the other.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from ..contract import Line
from ..contract.codec import as_kept, from_plain


class QuoteFigures(msgspec.Struct, frozen=True):
    """The figures of an order's line beside its amount: the fields are the keys of `Line.params`. A title
    derives one class for each shape of figures."""


F = TypeVar("F", bound=QuoteFigures)


def quote_line(code: str, amount: int, figures: QuoteFigures | None = None) -> Line:
    """A line of a quote: `code` is the kind of its order, `amount` its cost. `figures` is None for an order
    without any, or one that cannot be read."""
    return Line(code, amount, as_kept(figures) if figures is not None else {})


def read_figures(line: Line, kind: type[F]) -> F | None:
    """The figures of a line; None if it has none. Raises msgspec.ValidationError if they are of another
    kind."""
    return from_plain(line.params, kind) if line.params else None
