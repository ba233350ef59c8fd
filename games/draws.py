"""How the draws of a resolution are stored: a few bytes for each if there are many.

Version 1 stored only values. Since version 2 each draw has its kind and range, so that anybody with the seed
and the forms can compute it without the rules.

A few draws are stored as readable JSON. Many are stored as two columns, labels and draws, sorted by label, so
that neighbours are similar: compressed, they take five bytes each instead of forty. Labels must be stored,
because the rules that made them may no longer be installed.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any

from .contract import Dice, Draw, decode, encode
from .contract.dice import Drawn

PLAIN = 4_000  # characters of JSON up to which draws are not compressed
MOST = 100_000_000  # bytes to which one row may unpack: a damaged row must not exhaust the memory
_MARK = "zlib64:"
# of older rows, whose bytes are in base 85: writing that takes as long as everything before it
_OLD_MARK = "zlib:"
_LONG = 200  # so many draws are compressed without looking how long they are
_LEVEL = 4  # a quarter of the time of the best compression, for a tenth more bytes


def packed(dice: Dice, version: int) -> str:
    """The stored text of all draws of one resolution. Another version of zlib may give another text for the
    same draws: compare the values of `unpacked`."""
    return short(dict(dice.draws) if version > 1 else dice.drawn)


def unpacked(text: str, version: int) -> Mapping[str, Draw]:
    """The draws by label. Those of version 1 have the kind "" and, except for shuffles, the range 0. Raises
    ValueError or zlib.error for a text that `packed` cannot have written."""
    if version > 1:
        return long(text, Draw)
    return {
        label: Draw("shuffle", len(value), value) if isinstance(value, tuple) else Draw("", 0, value)
        for label, value in long(text, Drawn).items()
    }


def readable(text: str, version: int) -> Mapping[str, Draw]:
    """`unpacked` for pages: {} if the text cannot be read, which pages report elsewhere."""
    try:
        return unpacked(text, version)
    except (ValueError, zlib.error):
        return {}


def short(draws: Mapping[str, Any]) -> str:
    """The JSON text of a mapping of labels to values, compressed if it is long."""
    if len(draws) < _LONG and len(text := encode(dict(draws))) <= PLAIN:
        return text
    labels = sorted(draws)
    columns = encode([labels, [draws[label] for label in labels]])
    return _MARK + base64.b64encode(zlib.compress(columns.encode(), _LEVEL)).decode()


def long(text: str, kind: Any) -> dict[str, Any]:
    """The mapping of labels to values of type `kind` that `short` encoded."""
    if text.startswith(_MARK):
        kept = base64.b64decode(text.removeprefix(_MARK), validate=True)
    elif text.startswith(_OLD_MARK):
        kept = base64.b85decode(text.removeprefix(_OLD_MARK))
    else:
        return decode(text, dict[str, kind])
    unzip = zlib.decompressobj()
    columns = unzip.decompress(kept, MOST)
    if not unzip.eof:
        raise ValueError("draws that are damaged or too long")
    labels, values = decode(columns, tuple[list[str], list[kind]])
    return dict(zip(labels, values, strict=True))
