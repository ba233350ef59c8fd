"""Filing in advance: chosen, filled in, filed; shown, taken away; and standing replies beside it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from machtspiele.orders.kinds import ACTIONS

from ..rules.scene import act, buy
from .sheet import Sheet
from .test_verbs import TYPED, table

CHOSEN = {"file-when": "any", "file-kind": "buy_shares"}


def filed(sheet: Sheet) -> Sheet:
    """The game after the form was handed in at the door."""
    assert not sheet.problems
    played = sheet.played.at("file", sheet.player, sheet.orders)
    return replace(sheet, played=played, orders=(), typed=None, at="")


def actions(sheet: Sheet) -> list[str]:
    """What is filed besides the standing replies, which go with every form."""
    return [kind for kind in sheet.kinds() if kind != "replies"]


def test_an_action_is_chosen_then_filled_in_then_filed():
    sheet = Sheet(table())
    chosen = sheet.use("file", **CHOSEN)
    assert "file-buy_shares-value" in chosen.page().inputs
    done = chosen.use("file", **{"file-buy_shares-value": "4"})
    assert done.data() == {"value": 4, "when": "any"}
    assert "of 4" in filed(done).text() or "4 shares" in filed(done).text()


@pytest.mark.parametrize(("kind", "typed", "data"), [row[:3] for row in TYPED], ids=[row[0] for row in TYPED])
def test_every_action_can_be_filed(kind, typed, data):
    chosen = Sheet(table()).use("file", **{"file-when": "2.3", "file-kind": kind})
    if not ACTIONS[kind].at_once:
        chosen = chosen.use("file", **{f"file-{name}": value for name, value in typed.items()})
    assert not chosen.problems
    assert chosen.data() == {**data, "when": "2.3"}


def test_what_lies_there_stays_until_it_is_taken_away():
    first = filed(Sheet(table()).use("file", **{"file-when": "any", "file-kind": "pass"}))
    assert "file-out0" in first.page().inputs
    both = first.use("file", **CHOSEN).use("file", **{"file-buy_shares-value": "1"})
    assert actions(both) == ["pass", "buy_shares"]
    assert actions(filed(both).use("file", **{"file-out0": "on"})) == ["buy_shares"]
    none = filed(both).use("file", **{"file-out0": "on", "file-out1": "on"})
    assert actions(none) == []
    assert "Nothing is filed." in filed(none).text()


def test_an_action_for_no_round_is_refused_at_its_field_and_kept():
    chosen = Sheet(table()).use("file", **{"file-when": "", "file-kind": "buy_shares"})
    refused = chosen.use("file", **{"file-buy_shares-value": "4"})
    assert [(each.code, each.input) for each in refused.problems] == [("choose_one", "when")]
    fields = replace(refused, at="").page().inputs
    assert (fields["file-kind"].value, fields["file-buy_shares-value"].value) == ("buy_shares", "4")
    assert 'id="file-when-no"' in refused.page().text


def test_standing_replies_are_filed_with_it():
    done = Sheet(table()).use("file", **{"file-replies-legal": "300000"})
    assert [(order.kind, dict(order.data)) for order in done.orders] == [
        ("replies", {"legal": {"accept_from": 300_000}})
    ]
    assert filed(done).page().inputs["file-replies-legal"].value == "300000"


def test_classic_has_a_second_amount_below_which_is_refused():
    sheet = Sheet(table("classic"))
    done = sheet.use("file", **{"file-replies-legal": "300000", "file-replies-legal.below": "100000"})
    assert done.data() == {"legal": {"accept_from": 300_000, "refuse_below": 100_000}}
    crossed = sheet.use("file", **{"file-replies-legal": "100000", "file-replies-legal.below": "300000"})
    assert [each.code for each in crossed.problems] == ["limits_crossed"]
    assert 'id="file-replies-legal' in crossed.page().text


def test_rounds_ahead_are_offered_and_none_that_is_past():
    choices = Sheet(table()).page().inputs["file-when"].choices
    assert choices[0] == "2.2"
    assert choices[-1] == "any"
    assert not {"1.1", "2.1"} & set(choices)


def test_what_is_filed_shows_on_nobody_elses_page():
    """Two games that differ in a filing alone."""
    played = table()
    other = played.file("p1", buy(3, when="any"), act("pass", when="2.3"))
    for player in ("p2", "p3"):
        assert Sheet(played, player).text() == Sheet(other, player).text()


def test_nothing_of_the_question_is_lost_when_the_door_is_used():
    sheet = Sheet(table()).press("open-buy_shares")
    chosen = sheet.use("file", **{**CHOSEN, "buy_shares-value": "5"})
    fields = chosen.page().inputs
    assert fields["file-kind"].value == "buy_shares"
