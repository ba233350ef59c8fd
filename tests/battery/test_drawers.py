"""A drawer is read completely or not at all: no part of it is lost silently."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from games.contract import HIDDEN, encode
from games.registry import skin_for
from games.schema import read_drawer
from tests.battery.walks import games


class Kept(Struct, frozen=True):
    """A drawer as its row holds it."""

    owner: str
    content: str
    schema: int


@pytest.fixture
def drawers(title) -> list[tuple[Kept, Any]]:
    """The drawers of the middle and the end of a few games, as they are kept, and their values."""
    rules = skin_for(title).rules
    version = rules.meta.schema_version
    found: list[tuple[Kept, Any]] = []
    for game in list(games(rules))[:3]:
        for step in (game[len(game) // 2], game[-1]):
            state = step.outcome.state
            values = {"public": state.public, HIDDEN: state.hidden, **state.private}
            found += [(Kept(owner, encode(value), version), value) for owner, value in values.items()]
    return found


def objects(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of the objects of JSON within a value."""
    if isinstance(value, dict):
        yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list):
            yield from objects(item, (*path, key))


def with_field(content: str, path: tuple[Any, ...]) -> str:
    """The same text with one more field in one of its objects."""
    raw = json.loads(content)
    at = raw
    for key in path:
        at = at[key]
    at["of_tomorrow"] = None
    return json.dumps(raw)


def test_a_drawer_is_read_as_it_was_written(title, drawers):
    rules = skin_for(title).rules
    for kept, value in drawers:
        assert read_drawer(rules, kept) == value
        spaced = replace(kept, content=json.dumps(json.loads(kept.content), indent=1))
        assert read_drawer(rules, spaced) == value


def test_a_drawer_with_a_field_that_the_title_does_not_know_is_refused(title, drawers):
    rules, refused = skin_for(title).rules, 0
    for kept, value in drawers:
        for path in objects(json.loads(kept.content)):
            damaged = replace(kept, content=with_field(kept.content, path))
            try:
                read = read_drawer(rules, damaged)
            except msgspec.ValidationError:
                refused += 1
            else:  # a mapping takes any key: nothing is lost
                assert "of_tomorrow" in encode(read)
                assert read != value
        with pytest.raises(msgspec.ValidationError, match="of_tomorrow"):
            read_drawer(rules, replace(kept, content=with_field(kept.content, ())))
    assert refused >= len(drawers)


def test_a_drawer_of_a_later_release_is_refused(title, drawers):
    for kept, _value in drawers:
        with pytest.raises(LookupError):
            read_drawer(skin_for(title).rules, replace(kept, schema=kept.schema + 1))
