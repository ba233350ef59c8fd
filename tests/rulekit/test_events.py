"""Typed events and score lines: stored as plain JSON, and equal when read back."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec
import pytest

from games.contract import Event, Line, PlayerId, only
from games.rulekit.events import (
    EventData,
    ScoreLine,
    event,
    event_kinds,
    line,
    line_codes,
    read_event,
    read_line,
)


class Colour(Enum):
    RED = "red"


class Moved(EventData, frozen=True):
    """What two kinds have in common; no kind itself."""

    player: PlayerId
    fields: tuple[int, ...]


class Jumped(Moved, frozen=True):
    kind = "jumped"
    colour: Colour
    over: Mapping[str, tuple[int, int]]


class Rested(EventData, frozen=True):
    kind = "rested"


class Missed(EventData, frozen=True):
    kind = "scored"
    only_if = {"goals": 0}
    goals: int
    why: str


class Scored(EventData, frozen=True):
    kind = "scored"
    goals: int


class Stars(ScoreLine, frozen=True):
    code = "stars"
    where: tuple[str, ...]


ANA = PlayerId("p1")
JUMPED = Jumped(ANA, (3, 4), Colour.RED, {"p2": (1, 2)})


def test_an_event_is_kept_as_json_under_the_names_of_its_fields():
    data = {"player": "p1", "fields": [3, 4], "colour": "red", "over": {"p2": [1, 2]}}
    assert event(JUMPED) == Event("jumped", data)
    assert event(Rested(), only(ANA)) == Event("rested", {}, ("p1",))


def test_the_kinds_of_a_module_are_found_by_themselves():
    assert event_kinds(globals()) == {"jumped": (Jumped,), "rested": (Rested,), "scored": (Missed, Scored)}
    assert line_codes(globals()) == {"stars": (Stars,)}


def test_an_event_comes_back_as_it_went():
    kinds = event_kinds(globals())
    assert read_event(kinds, event(JUMPED)) == JUMPED
    assert read_event(kinds, event(Rested())) == Rested()


def test_a_kind_that_is_not_known_is_none_and_damage_is_an_error():
    kinds = event_kinds(globals())
    assert read_event(kinds, Event("flew", {})) is None
    assert read_event(kinds, Event("rested", {"why": "of another time"})) == Rested()
    with pytest.raises(msgspec.ValidationError):
        read_event(kinds, Event("jumped", {"player": "p1"}))


def test_a_line_of_the_score_keeps_its_amount_apart():
    kept = line(Stars(7, ("north",)))
    assert kept == Line("stars", 7, {"where": ["north"]})
    assert read_line(line_codes(globals()), kept) == Stars(7, ("north",))
    assert read_line(line_codes(globals()), Line("planets", 7)) is None


def test_a_kind_of_several_shapes_is_read_by_what_it_holds():
    kinds = event_kinds(globals())
    for data in (Missed(0, "offside"), Scored(2)):
        assert read_event(kinds, event(data)) == data
