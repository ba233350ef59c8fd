"""What a resolution keeps of its draws: a few bytes for each, where they are many.

Version 1 kept values alone. Since version 2 each has its kind and range, so that whoever holds seed and
forms can compute it without the rules.

Few draws are JSON, to be read by eye. Many are two columns, labels and what was drawn, in the order of
the labels, where neighbours are nearly the same: compressed, five bytes a draw instead of forty. A label
cannot be left out and computed again: the rules that made it may no longer be installed.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any

from .contract import Dice, Draw, decode, encode
from .contract.dice import Drawn

PLAIN = 4_000  # characters of JSON up to which draws are kept as they are
MOST = 100_000_000  # bytes one row may unpack to: what a damaged row claims is not believed beyond it
_MARK = "zlib:"
_LEVEL = 4  # a quarter of the time of the best, for a tenth more bytes


def packed(dice: Dice, version: int) -> str:
    """The text that is kept of all draws of one resolution. Equal draws give equal texts only as long as
    zlib stays the same: compare what `unpacked` gives."""
    return short(dict(dice.draws) if version > 1 else dice.drawn)


def unpacked(text: str, version: int) -> Mapping[str, Draw]:
    """The draws by label. Those of version 1 have the kind "", and the range 0 but for shuffles. Raises
    ValueError or zlib.error for what `packed` never wrote."""
    if version > 1:
        return long(text, Draw)
    return {
        label: Draw("shuffle", len(value), value) if isinstance(value, tuple) else Draw("", 0, value)
        for label, value in long(text, Drawn).items()
    }


def readable(text: str, version: int) -> Mapping[str, Draw]:
    """The same for pages, which say elsewhere that draws differ: none where they cannot be read."""
    try:
        return unpacked(text, version)
    except (ValueError, zlib.error):
        return {}


def short(draws: Mapping[str, Any]) -> str:
    """The text of a mapping of labels to values that JSON can hold."""
    text = encode(dict(draws))
    if len(text) <= PLAIN:
        return text
    labels = sorted(draws)
    columns = encode([labels, [draws[label] for label in labels]])
    return _MARK + base64.b85encode(zlib.compress(columns.encode(), _LEVEL)).decode()


def long(text: str, kind: Any) -> dict[str, Any]:
    """The mapping of labels to values of type `kind` whose text this is."""
    if not text.startswith(_MARK):
        return decode(text, dict[str, kind])
    unzip = zlib.decompressobj()
    columns = unzip.decompress(base64.b85decode(text[len(_MARK) :]), MOST)
    if not unzip.eof:
        raise ValueError("draws that are damaged or too long")
    labels, values = decode(columns, tuple[list[str], list[kind]])
    return dict(zip(labels, values, strict=True))
