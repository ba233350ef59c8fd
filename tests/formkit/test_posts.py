"""A POST makes a whole new form: what was pressed, what goes along with it, and what is left."""

from __future__ import annotations

import pytest

from games.contract import Closes, Line, Order, PlayerId, Problem, Quote, View, Window
from games.formkit import posts
from games.formkit.fields import NumberField
from games.formkit.form import KindsForm
from games.formkit.kinds import Availability, FormKinds, OrderKind
from games.skin import REST, Desk, Scene

BID, SKIP = Order("bid", {"sum": 3}), Order("skip", {})


class Bid(OrderKind[None]):
    def read(self, reader, scene):
        reader.number("sum")

    def fields(self, question):
        return [NumberField("sum", "Sum", value=question.value("sum"))]

    def available(self, question):
        why_not = "" if question.saved < 2 else "Two is all"
        return Availability(not why_not, cost="free", why_not=why_not)


class Skip(OrderKind[None]):
    at_once = True

    def available(self, question):
        return Availability(not question.saved)


def check(view, window, orders):
    """No sum twice, and nothing beside a skip that comes first."""
    sums = [order.data.get("sum") for order in orders if order.kind == "bid"]
    found = [Problem("twice", place, "sum") for place, sum_ in enumerate(sums) if sum_ in sums[:place]]
    return tuple(found)


KINDS = FormKinds({"bid": Bid("bid"), "skip": Skip("skip")}, check, lambda problem: f"<{problem.code}>")
SCENE = Scene(View(PlayerId("p1"), None), {}, "/g/abc/", "UTC")


def desk(*orders, typed=None, problems=()):
    window = Window("round", (1,), ("bid", "skip"), Closes.AT_NOON, (PlayerId("p1"),))
    quote = Quote(orders=tuple(Line(order.kind, 0) for order in orders))
    return Desk(window, orders, revision=len(orders), typed=typed, problems=problems, quote=quote)


def edit(given, **post):
    return posts.edit(KINDS, SCENE, given, {key.replace("_", "-"): value for key, value in post.items()})


def test_the_pressed_order_is_added_replaced_and_removed():
    assert edit(desk(BID), act="add-skip").orders == (BID, SKIP)
    assert edit(desk(BID), act="replace-o0", o0_sum="5").orders == (Order("bid", {"sum": 5}),)
    assert edit(desk(BID, SKIP), act="remove-o0").orders == (SKIP,)
    assert edit(desk(BID), act="pass").orders == ()


def test_what_else_is_filled_in_goes_along_and_what_cannot_is_left():
    done = edit(desk(), act="add-skip", open_bid="1", bid_sum="7")
    assert (done.orders, done.along) == ((SKIP, Order("bid", {"sum": 7})), ("bid",))
    done = edit(desk(BID), act="add-skip", open_bid="1", bid_sum="many")
    assert done.orders == (BID, SKIP)
    assert done.left == {"open-bid": "1", "bid-sum": "many"}
    done = edit(desk(BID), act=REST, open_bid="1", bid_sum="3")  # the rules refuse it
    assert not done.keeps
    assert done.left["bid-sum"] == "3"


def test_what_the_page_had_put_there_itself_is_not_filled_in():
    done = edit(desk(), act=REST, open_bid="1", bid_sum="9", was_bid_sum="9")
    assert (done.keeps, done.left) == (False, {})


def test_opening_a_question_speaks_of_what_is_not_saved_only_if_there_is_something():
    assert "open" in edit(desk(), act="open-skip").left
    assert "open" in edit(desk(), act="open-skip", open_bid="1", bid_sum="").left
    assert "open" not in edit(desk(), act="open-skip", open_bid="1", bid_sum="7").left
    assert "open" in edit(desk(), act="close-bid", open_bid="1", bid_sum="7").left


@pytest.mark.parametrize("act", ["remove-o3", "replace-o3"])
def test_an_order_that_is_gone_is_said_to_be(act):
    assert [found.code for found in edit(desk(BID), act=act).errors] == ["gone_from_form"]


@pytest.mark.parametrize("act", ["", "x", "add-unheard_of", "add-o0", "remove"])
def test_an_unknown_button_changes_nothing(act):
    done = edit(desk(BID), act=act)
    assert done.errors
    assert done.orders == (BID,)


def section(given, kind="bid", **query):
    scene = Scene(View(PlayerId("p1"), None), {}, "/g/abc/", "UTC", query=query)
    return KindsForm(KINDS, scene, given, None).section(kind)


def test_a_kind_shows_its_orders_and_the_way_to_one_more():
    made = section(desk(BID))
    assert [one.id for one in made.saved] == ["o0"]
    assert (made.question, made.cost, made.why_not) == (None, "free", "")
    assert section(desk(BID, Order("bid", {"sum": 4}))).why_not == "Two is all"
    assert section(desk(), "skip").at_once


def test_one_question_is_open_by_its_address_and_filled_with_what_is_saved():
    assert section(desk(), add="bid").question.act == "add-bid"
    (order,) = section(desk(BID), edit="0").saved
    assert (order.question.act, order.question.fields[0].value) == ("replace-o0", "3")


def test_a_refusal_stands_under_its_field_with_what_was_typed():
    typed = {"act": "add-bid", "open-bid": "1", "bid-sum": "many"}
    refused = posts.edit(KINDS, SCENE, desk(), typed).errors
    question = section(desk(typed=typed, problems=refused)).question
    (field,) = question.fields
    assert (field.value, field.refusals, field.focus) == ("many", ["<not_a_number>"], False)
    assert question.refused
