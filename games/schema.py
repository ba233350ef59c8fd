"""Read a drawer's text into the title's dataclass, upgrading it to the present schema."""

from __future__ import annotations

import json
from typing import Any, Protocol

from .contract import HIDDEN, Rules, decode
from .contract.codec import from_plain


class StoredDrawer(Protocol):
    """A stored drawer: a row of the model, or what a hand-written statement read of it."""

    @property
    def owner(self) -> str: ...

    @property
    def content(self) -> str: ...

    @property
    def schema(self) -> int: ...


def read_drawer(rules: Rules[Any, Any, Any], drawer: StoredDrawer) -> Any:
    """The value a drawer holds. Older schemas are upgraded step by step, in memory only.

    Raises msgspec.ValidationError for a text that no version of the title can have written, LookupError for
    a drawer of a later release, which could lose data if it were read as one of this release.
    """
    kinds = {"public": rules.drawers.public, HIDDEN: rules.drawers.hidden}
    kind = kinds.get(drawer.owner, rules.drawers.private)
    if drawer.schema == rules.meta.schema_version:
        return decode(drawer.content, kind)
    if drawer.schema > rules.meta.schema_version:
        raise LookupError(f"schema {drawer.schema} of a later release, ours is {rules.meta.schema_version}")
    raw = json.loads(drawer.content)
    for version in range(drawer.schema, rules.meta.schema_version):
        raw = rules.upgrade(drawer.owner, raw, version)
    return from_plain(raw, kind)
