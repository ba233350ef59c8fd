"""Each place where a question arises links to its own section of the rule book, and the section is there."""

from __future__ import annotations

import pytest

from machtspiele.orders.kinds import ACTIONS
from machtspiele.orders.rule import AT
from tests.battery import rule_links

from ..pages.test_rulebook import book
from .sheet import Sheet
from .test_verbs import table
from .test_windows import CLASSIC, meeting, placing


def places(sheet: Sheet) -> set[str]:
    return rule_links.places("machtspiele", sheet.page().text)


def test_every_place_is_in_the_rule_book():
    assert set(AT.values()) <= rule_links.ids(book("en"))


@pytest.mark.parametrize("kind", [kind for kind, action in ACTIONS.items() if not action.at_once])
def test_an_open_action_links_to_its_own_rule(kind):
    assert AT[kind] in places(Sheet(table()).press(f"open-{kind}"))
    chosen = Sheet(table()).use("file", **{"file-when": "any", "file-kind": kind})
    assert AT[kind] in places(chosen)


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("placement", "start"),
        ("director_exit", "rule-exit"),
        ("event_order", "rule-events"),
        ("bribe_reply", "bribes"),
        ("boss_privilege", "cards"),
    ],
)
def test_a_question_that_stands_open_links_to_its_rule(kind, place):
    assert place in places(CLASSIC[kind]())


def test_a_form_of_several_questions_links_to_each():
    assert {"cards", "rule-exit", "bribes", "time"} <= places(meeting())
    assert "start" in places(placing("rounds"))
