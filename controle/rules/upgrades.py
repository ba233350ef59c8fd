"""Steps that bring a drawer of an older schema up to date, one version at a time."""

from __future__ import annotations

from typing import Final

from games.rulekit.upgrades import upgrade_chain

from .meta import META

upgrade: Final = upgrade_chain(META.schema_version, {})
"""Schema 1 is the first, so that there is no step yet."""
