"""What a resolution keeps of its draws.

Version 1 kept values alone. Since version 2 each has its kind and range, so that whoever holds seed and
forms can compute it without the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from .contract import Dice, Draw, decode, encode
from .contract.dice import Drawn


def packed(dice: Dice, version: int) -> str:
    """The text that is kept of all draws of one resolution. Equal draws give equal texts."""
    return encode(dict(dice.draws) if version > 1 else dice.drawn)


def unpacked(text: str, version: int) -> Mapping[str, Draw]:
    """The draws by label. Those of version 1 have the kind "", and the range 0 but for shuffles."""
    if version > 1:
        return decode(text, dict[str, Draw])
    values = decode(text, dict[str, Drawn])
    return {
        label: Draw("shuffle", len(value), value) if isinstance(value, tuple) else Draw("", 0, value)
        for label, value in values.items()
    }
