"""Events in words: each title has its own teller, although they share classes of the kit."""

from __future__ import annotations

import pytest

from games.contract import Event, PlayerId, View
from games.rulekit.events import EventData, event, event_kinds
from games.skin import Person, Scene
from games.skin.telling import players, sentence, teller


class Rang(EventData, frozen=True):
    kind = "rang"
    times: int


SCENE = Scene(
    View(None, None),
    {PlayerId(f"p{at}"): Person(PlayerId(f"p{at}"), name) for at, name in enumerate("AB")},
    "",
    "",
)


def test_an_event_is_told_by_the_function_of_its_class_and_an_unknown_one_is_not() -> None:
    tell, kinds = teller(), event_kinds({"Rang": Rang})

    @tell.register
    def _rang(data: Rang, scene: Scene) -> str:
        return f"{data.times} times"

    assert sentence(tell, kinds, SCENE, event(Rang(3))) == "3 times"
    assert sentence(tell, kinds, SCENE, Event("sang", {})) == ""


def test_a_class_without_a_function_raises_whatever_other_titles_have() -> None:
    @teller().register
    def _rang(data: Rang, scene: Scene) -> str:
        return ""

    with pytest.raises(NotImplementedError):
        sentence(teller(), event_kinds({"Rang": Rang}), SCENE, event(Rang(3)))


def test_players_are_listed_by_name() -> None:
    assert players((PlayerId("p0"), PlayerId("p1"), PlayerId("p7")), SCENE) == "A, B and p7"
