"""Read a drawer's text into the title's struct, upgrading it to the current schema."""

from __future__ import annotations

import json
from typing import Any, Protocol

import msgspec

from .contract import HIDDEN, Json, Rules, decode, encode
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
    """The value of a drawer. Older schemas are upgraded step by step, in memory only.

    Raises msgspec.ValidationError for a text that no version of the title can have written, for example one
    with an unknown field, and LookupError for a drawer of a later release: reading either as one of this
    release could lose data.
    """
    kinds = {"public": rules.drawers.public, HIDDEN: rules.drawers.hidden}
    kind = kinds.get(drawer.owner, rules.drawers.private)
    if drawer.schema == rules.meta.schema_version:
        value = decode(drawer.content, kind)
        text = encode(value)
        if text != drawer.content:  # msgspec leaves unknown fields of a struct out
            _refuse_unknown(json.loads(drawer.content), json.loads(text))
        return value
    if drawer.schema > rules.meta.schema_version:
        raise LookupError(f"schema {drawer.schema} of a later release, ours is {rules.meta.schema_version}")
    raw = json.loads(drawer.content)
    for version in range(drawer.schema, rules.meta.schema_version):
        raw = rules.upgrade(drawer.owner, raw, version)
    value = from_plain(raw, kind)
    _refuse_unknown(raw, json.loads(encode(value)))
    return value


def _refuse_unknown(raw: Json, known: Json, path: str = "$") -> None:
    """Raise msgspec.ValidationError for a field of `raw` that is not in `known`, the value read from it."""
    if isinstance(raw, dict) and isinstance(known, dict):
        if lost := raw.keys() - known.keys():
            raise msgspec.ValidationError(f"Unknown fields {sorted(lost)} - at `{path}`")
        for key in raw:
            _refuse_unknown(raw[key], known[key], f"{path}.{key}")
    elif isinstance(raw, list) and isinstance(known, list):
        for at, (inner, read) in enumerate(zip(raw, known, strict=False)):
            _refuse_unknown(inner, read, f"{path}[{at}]")
