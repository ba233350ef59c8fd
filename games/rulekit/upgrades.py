"""The upgrade chain of a title's drawers: one step per schema version, on plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..contract import HIDDEN, PUBLIC, Json

Step = Callable[[Json], Json]
"""Converts a drawer of one version to the next. It may change its argument."""

DRAWERS: Final = (PUBLIC[0], "private", HIDDEN)
"""The kinds of drawers in `steps`; `private` are those of players."""


def upgrade_chain(
    schema_version: int, steps: Mapping[int, Mapping[str, Step]]
) -> Callable[[str, Json, int], Json]:
    """The function `Rules.upgrade` for a title at this schema version.

    `steps[n]` has a step for each kind of drawer that changed from version n to n + 1; the others stay as
    they are. Raises ValueError if a version is missing, or for an unknown kind of drawer.
    """
    if set(steps) != set(range(1, schema_version)):
        raise ValueError(f"steps from {sorted(steps)}, drawers of every version before {schema_version}")
    if strange := {kind for step in steps.values() for kind in step} - set(DRAWERS):
        raise ValueError(f"no drawers of these kinds: {sorted(strange)}")

    def upgrade(owner: str, raw: Json, version: int) -> Json:
        """Convert a drawer from `version` to the next one. Raises LookupError for an unknown version."""
        step = steps[version].get(owner if owner in DRAWERS else "private")
        return raw if step is None else step(raw)

    return upgrade
