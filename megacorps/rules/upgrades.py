"""Steps that bring a drawer of an older schema up to date, one version at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.contract import Json

STEPS: Final[Mapping[int, Callable[[str, Json], Json]]] = {}
"""By version they start from: (owner, drawer) to the drawer of the next version. Schema 1 is the
first, so that there is none."""


def upgrade(owner: str, raw: Json, version: int) -> Json:
    """One drawer, from `version` to the next one. Raises LookupError for a version never kept."""
    return STEPS[version](owner, raw)
