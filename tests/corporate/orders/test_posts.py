"""What is posted becomes orders, or a typing problem; it never raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corporate.rules import RULES, content
from corporate.rules.orders import SHAPES
from corporate.skin import SKIN
from corporate.texts import problems
from games.contract import Dice, Order

from ..stage import opening, played, pressed

GAME = played(4, 1, until=3)
SCENE = GAME.scene("p1")
VOTE = Order("vote", {"up": "ares", "down": "sony"})
SHARE = Order("buy_share", {"corporation": "ares"})
ODD = st.sampled_from(
    ["", " ", "0", "-1", "999999999999999999999", "\x00", "\ud800", "1.5", "½", "٣", "ares", "p2",
    "nobody", "up", "more",
     "sabotage-3", "sabotage-", "-", "none", "true", "x" * 5000, "50 000", "1,000,000"]
)  # fmt: skip
KEYS = [
    "turn", "revision", "act", "kind", "place", "corporation", "up", "down", "coalition", "target",
    "beneficiary",
    "steps", "steps_more", "effort", "influence_bonus", "defence", "derivative", "direction",
    "stake", "rank", "to",
    "amount", "public_text", "secrets", "citizenship", "background", "hidden", "avenger",
    "strategy_leader", "x",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), ODD | st.text(max_size=30), max_size=20),
    st.sampled_from(["add", "replace", "remove", "pass", "character", "transfer", "", "x"]),
    st.sampled_from([*SHAPES, "", "unheard_of"]),
)
def test_a_damaged_post_never_raises(post, act, kind):
    desk = GAME.desk("p1", (VOTE, SHARE))
    done = SKIN.edit(SCENE, desk, pressed({**post, "act": act, "kind": kind}) | {"open-vote": "1"})
    for found in done.errors:
        assert SKIN.problem_text(SCENE, found)
    if not done.errors:
        RULES.check(SCENE.view, desk.window, done.orders)
        SKIN.receipt(SCENE, desk.window, done.orders, RULES.quote(SCENE.view, desk.window, done.orders))


def test_add_replace_remove_and_pass():
    """D9: each act makes the whole new form, and there is nothing else to send."""
    desk = GAME.desk("p1", (VOTE, SHARE))
    added = SKIN.edit(
        SCENE, desk, pressed({"act": "add", "kind": "join_coalition", "coalition": "transparency"})
    )
    assert added.orders == (VOTE, SHARE, Order("join_coalition", {"coalition": "transparency"}))
    assert added.anchor == "o2"
    replaced = SKIN.edit(SCENE, desk, pressed({"act": "replace", "place": "0", "up": "sony", "down": "ares"}))
    assert replaced.orders == (Order("vote", {"up": "sony", "down": "ares"}), SHARE)
    assert replaced.anchor == "o0"
    removed = SKIN.edit(SCENE, desk, pressed({"act": "remove", "place": "0"}))
    assert removed.orders == (SHARE,)
    passed = SKIN.edit(SCENE, desk, {"act": "pass"})
    assert passed.orders == ()
    assert not passed.errors


@pytest.mark.parametrize("place", ["", "2", "-1", "x", "99999999999999999"])
@pytest.mark.parametrize("act", ["replace", "remove"])
def test_an_order_that_is_gone_is_said_to_be(act, place):
    desk = GAME.desk("p1", (VOTE, SHARE))
    done = SKIN.edit(SCENE, desk, pressed({"act": act, "place": place, "up": "sony", "down": "ares"}))
    assert [found.code for found in done.errors] == ["gone_from_form"]
    assert done.orders == desk.orders


def test_typing_problems_have_their_place():
    desk = GAME.desk("p1", (VOTE,))
    post = {"act": "add", "kind": "sabotage", "target": "", "steps": "many"}
    done = SKIN.edit(SCENE, desk, pressed(post))
    assert {(found.code, found.order, found.input) for found in done.errors} == {
        ("choose_one", 1, "target"),
        ("not_a_number", 1, "steps"),
    }
    assert all(found.code in problems.TEXTS for found in done.errors)


def test_ten_steps_and_more_are_a_number_of_their_own():
    desk = GAME.desk("p1")
    post = {"act": "add", "kind": "sabotage", "target": "ares", "steps": "more", "steps_more": "12"}
    assert SKIN.edit(SCENE, desk, pressed(post)).orders[0].data["steps"] == 12
    # A cell that is chosen afterwards is what counts.
    assert SKIN.edit(SCENE, desk, pressed({**post, "steps": "5"})).orders[0].data["steps"] == 5


def test_a_number_that_is_not_written_is_asked_for_as_one():
    """Nobody is told to choose where there is nothing but a line to write in."""
    desk = GAME.desk("p1")
    stake = {"act": "add", "kind": "derivative_speculation", "derivative": "nikkei", "direction": "up"}
    run = {"act": "add", "kind": "sabotage", "target": "ares"}
    for post, code in (
        ({**stake, "stake": ""}, "no_number"),
        ({**run, "steps": "more", "steps_more": ""}, "no_number"),
        ({**run, "steps": "", "steps_more": ""}, "choose_one"),
    ):
        assert [found.code for found in SKIN.edit(SCENE, desk, pressed(post)).errors] == [code]


def test_a_protection_is_one_cell_or_two_fields():
    desk = GAME.desk("p1")
    post = {"act": "add", "kind": "protection", "beneficiary": "sony"}
    cell = SKIN.edit(SCENE, desk, pressed({**post, "effort": "extraction-3", "influence_bonus": "on"}))
    two = {**post, "defence": "extraction", "steps": "3", "influence_bonus": "on"}
    plain = SKIN.edit(SCENE, desk, pressed(two))
    assert cell.orders == plain.orders
    assert cell.orders[0].data == {
        "beneficiary": "sony", "defence": "extraction", "steps": 3, "influence_bonus": True
    }  # fmt: skip
    assert SKIN.edit(SCENE, desk, pressed(post)).errors[0].code == "choose_one"


def test_every_legal_order_can_be_typed():
    """What the rules can hold, the form can say: `sample`'s forms go through unchanged."""
    for seed in range(12):
        for orders in [RULES.sample(SCENE.view, GAME.window, Dice(b"%d" % seed)) or ()]:
            desk = GAME.desk("p1")
            for order in orders:
                post = {key: str(value) for key, value in order.data.items() if value is not False}
                done = SKIN.edit(SCENE, desk, pressed({**post, "act": "add", "kind": order.kind}))
                assert done.orders[-1] == order
                desk = GAME.desk("p1", done.orders)


def test_a_character_is_read_whole():
    game = opening()
    post = {
        "act": "character", "public_text": "One.\r\nTwo.", "secrets": " Sh. ", "citizenship": "ares",
        "background": "nobody", "hidden": "avenger", "avenger": "sony", "strategy_leader": "6",
        "strategy_rentier": "",
    }  # fmt: skip
    done = SKIN.edit(game.scene("p1"), game.desk("p1"), post)
    assert done.orders == (
        Order(
            "character",
            {
                "public_text": "One.\nTwo.", "secrets": "Sh.", "citizenship": "ares", "background": "nobody",
                "hidden": "avenger", "avenger": "sony", "strategies": {"leader": 6},
            },
        ),
    )  # fmt: skip


def test_choices_of_another_background_are_left_out_without_a_script():
    game = opening()
    post = {
        "act": "character",
        "background": "heir",
        "hidden": "lawyer",
        "avenger": "sony",
        "citizenship": "none",
    }
    data = SKIN.edit(game.scene("p1"), game.desk("p1"), post).orders[0].data
    assert (data["background"], data["hidden"], data["avenger"], data["citizenship"]) == (
        "heir",
        None,
        None,
        None,
    )
    assert not RULES.check(
        game.scene("p1").view, game.window, SKIN.edit(game.scene("p1"), game.desk("p1"), post).orders
    )


def test_every_background_and_title_can_be_chosen():
    game = opening()
    scene = game.scene("p1")
    prey = scene.view.private.avenger_draw[0]
    for slug in content.BACKGROUNDS:
        post = {"act": "character", "background": slug, "hidden": "heir", "avenger": prey}
        done = SKIN.edit(scene, game.desk("p1"), post)
        assert not done.errors
        assert not RULES.check(scene.view, game.window, done.orders), slug


def test_a_window_takes_its_own_kinds_only():
    characters = opening()
    done = SKIN.edit(
        characters.scene("p1"), characters.desk("p1"), {"act": "add", "kind": "vote", "up": "ares"}
    )
    assert done.errors[0].code == "unknown_act"
    assert SKIN.edit(SCENE, GAME.desk("p1"), {"act": "character"}).errors[0].code == "unknown_act"
