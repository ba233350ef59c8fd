"""The upgrade chain of a title's drawers: one step per schema version, on plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..contract import HIDDEN, PUBLIC, Json

Step = Callable[[Json], Json]
"""A drawer of one version to the same drawer of the next; it may change what it is given."""

DRAWERS: Final = (PUBLIC[0], "private", HIDDEN)
"""What `steps` calls the kinds of drawers; `private` are those of the players."""


def upgrade_chain(
    schema_version: int, steps: Mapping[int, Mapping[str, Step]]
) -> Callable[[str, Json, int], Json]:
    """`Rules.upgrade` for a title at this schema version.

    `steps[n]` brings the drawers of version n to n + 1; a kind of drawer without a step keeps its shape.
    Raises ValueError if a version has none of its own, or a step is for no kind of drawer.
    """
    if set(steps) != set(range(1, schema_version)):
        raise ValueError(f"steps from {sorted(steps)}, drawers of every version before {schema_version}")
    if strange := {kind for step in steps.values() for kind in step} - set(DRAWERS):
        raise ValueError(f"no drawers of these kinds: {sorted(strange)}")

    def upgrade(owner: str, raw: Json, version: int) -> Json:
        """One drawer, from `version` to the next one. Raises LookupError for a version never kept."""
        step = steps[version].get(owner if owner in DRAWERS else "private")
        return raw if step is None else step(raw)

    return upgrade
