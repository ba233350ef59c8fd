"""Choices in order of preference: added, moved up and down, changed, removed; what the page says of each."""

from __future__ import annotations

from machtspiele.rules.content import C

from ..rules.scene import PASS, buy
from .sheet import Sheet
from .test_verbs import table


def three() -> Sheet:
    """Certificates of 6, of 1, and passing."""
    return Sheet(table(cash={"p1": 800_000}), orders=(*buy(6), *buy(1), *PASS))


def test_up_down_and_remove():
    sheet = three()
    assert sheet.press("down-o0").kinds() == ["buy_shares", "buy_shares", "pass"]
    assert [sheet.press("down-o0").data(place)["value"] for place in range(2)] == [1, 6]
    assert sheet.press("up-o2").kinds() == ["buy_shares", "pass", "buy_shares"]
    assert sheet.press("remove-o1").kinds() == ["buy_shares", "pass"]
    assert sheet.press("remove-o1").data()["value"] == 6


def test_the_ends_have_no_button_that_leads_nowhere():
    values = {button.value for button in three().page().buttons}
    assert {"down-o0", "up-o1", "down-o1", "up-o2"} <= values
    assert not {"up-o0", "down-o2"} & values
    assert {f"remove-o{place}" for place in range(3)} <= values


def test_choices_move_past_what_lies_between_them():
    """The answers to bribes lie on the same form, and are no choice."""
    sheet = three().press("remove-o1")
    kept = sheet.press("add-replies", **{"replies-legal": "150000"})
    assert sorted(kept.kinds()) == ["buy_shares", "pass", "replies"]
    at = kept.kinds().index("pass")
    moved = kept.press(f"up-o{at}")
    assert [kind for kind in moved.kinds() if kind != "replies"] == ["pass", "buy_shares"]


def test_each_choice_says_whether_it_is_possible_and_what_it_would_leave():
    text = three().text()
    assert "Not as things stand. 1,200,000 P are needed, and you have 800,000 P." in text
    assert "✓ Possible as things stand. You would have 700,000 P." in text
    assert "Possible too, but choice 2 comes first. Move this one up if you prefer it." in text


def test_it_says_so_in_french_too():
    sheet = three()
    sheet.language = "fr"
    text = sheet.text()
    for english in ("Not as things stand", "Possible as things stand", "comes first"):
        assert english not in text
    assert "1 200 000 P" in text.replace("\u202f", " ").replace("\u00a0", " ")


def test_after_three_choices_nothing_can_be_added():
    full = three()
    adds = {button.value for button in full.page().buttons if button.value.startswith("add-")}
    opens = {button.value for button in full.page().buttons if button.value.startswith("open-")}
    assert C.actions.preferences == 3
    assert adds <= {"add-replies"}
    assert opens == {"open-o0", "open-o1"}  # those that lie there; passing has no field to change


def test_one_action_is_open_at_a_time_and_nothing_typed_is_lost():
    sheet = Sheet(table()).press("open-buy_shares")
    assert "open-buy_shares" in sheet.page().inputs
    other = sheet.press("open-buy_general")
    assert "open-buy_general" in other.page().inputs
    assert "open-buy_shares" not in other.page().inputs
    typed = sheet.press("open-buy_general", **{"buy_shares-value": "4"})
    assert typed.page().inputs["buy_shares-value"].value == "4"


def test_a_refusal_keeps_everything_that_was_typed_elsewhere():
    sheet = Sheet(table(tracks={"p2": {"certificates": (7, 7, 7), "shares": 21}}))
    opened = sheet.press("open-buy_shares")
    refused = opened.press("add-buy_shares", **{"buy_shares-value": "7", "replies-legal": "200000"})
    assert refused.problems
    fields = refused.page().inputs
    assert (fields["buy_shares-value"].value, fields["replies-legal"].value) == ("7", "200000")
