"""Steps that bring a drawer of an older schema up to date, one version at a time."""

from __future__ import annotations

from typing import Final

from games.contract import Json
from games.rulekit.upgrades import upgrade_chain

from .meta import META


def _for(raw: Json) -> Json:
    """In every play of a card in a drawer, rename the field `vote` to `for_`."""
    if isinstance(raw, list):
        return [_for(each) for each in raw]
    if not isinstance(raw, dict):
        return raw
    named = {"for_" if key == "vote" and "card" in raw else key: value for key, value in raw.items()}
    return {key: _for(value) for key, value in named.items()}


upgrade: Final = upgrade_chain(META.schema_version, {1: {"private": _for, "hidden": _for}})
"""Schema 2: `for_`."""
