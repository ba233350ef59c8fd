"""The questions that are no round: placement, the meeting, and the seven windows of mode `classic`."""

from __future__ import annotations

import pytest

from machtspiele.rules.content import BOARD_MEETING, BONUS_DAY, DIVISIONS
from machtspiele.skin import SKIN

from ..rules.scene import K, Played, bribe, game, new
from .sheet import Sheet

OFFICES = {
    "personnel-1": ("p1", 3),
    "personnel-2": ("p1", 2),
    "accounting-1": ("p2", 2),
    "legal-1": ("p3", 2),
}
SEVEN = (
    "placement",
    "director_exit",
    "event_order",
    "action",
    "bribe_reply",
    "boss_privilege",
    "extra_action",
)

SILENCE = {"en": "If you hand in nothing", "fr": "Si vous ne remettez rien"}


def placing(mode: str) -> Sheet:
    played = new(mode=mode)
    return Sheet(played, played.main.awaited[0])


def ousted() -> Sheet:
    """`p1` directs Legal, where `p3` has the only head now."""
    scene = game(offices=OFFICES, directors={"legal": "p1", "personnel": "p1"}, stage="appoint", round=1)
    return Sheet(Played(scene), "p1")


def ordering() -> Sheet:
    return Sheet(Played(game(offices=OFFICES, stage="order_events", round=1)))


def acting() -> Sheet:
    return Sheet(Played(game(offices=OFFICES, cards={"legal": "p2"})))


def bribed() -> Sheet:
    return Sheet(acting().played.act(bribe(("legal", 150 * K, "accounting-1"))), "p2")


def privileged() -> Sheet:
    return Sheet(Played(game(offices=OFFICES, round=6, cards={"boss": "p1"})))


def extra() -> Sheet:
    return Sheet(Played(game(offices=OFFICES, round=6, cards={"communication": "p1 corrupt"})))


def meeting() -> Sheet:
    cards, directors = {"boss": "p1", "communication": "p1 corrupt"}, {"personnel": "p1"}
    return Sheet(Played(game(mode="rounds", offices=OFFICES, round=6, cards=cards, directors=directors)))


CLASSIC = {
    "placement": lambda: placing("classic"), "director_exit": ousted, "event_order": ordering,
    "action": acting, "bribe_reply": bribed, "boss_privilege": privileged, "extra_action": extra,
}  # fmt: skip
FINAL = [kind for kind in SEVEN if kind != "director_exit"]


def test_these_are_the_seven_windows_of_classic():
    assert tuple(CLASSIC) == SEVEN
    assert [make().window.kind for make in CLASSIC.values()] == list(SEVEN)


@pytest.mark.parametrize("kind", SEVEN)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_window_says_what_happens_without_an_answer_and_offers_the_doors(kind, language):
    sheet = CLASSIC[kind]()
    sheet.language = language
    page = sheet.page()
    doors = {button.value for button in page.buttons if button.name == "door"}
    assert {"file", "leave"} <= doors
    assert SILENCE[language] in sheet.text()


@pytest.mark.parametrize("kind", SEVEN)
def test_an_envelope_alone_asks_for_a_reply(kind):
    """The platform puts nothing between the two."""
    sheet = CLASSIC[kind]()
    form = SKIN.form(sheet.scene, sheet.desk(sheet.window), ())
    assert form.reply is (kind == "bribe_reply")


@pytest.mark.parametrize("kind", FINAL)
def test_a_final_answer_can_be_looked_at_first(kind):
    sheet = CLASSIC[kind]()
    if kind in ("action", "extra_action"):
        sheet = sheet.press("open-buy_shares")
    looks = [button for button in sheet.page().buttons if button.name == "look"]
    assert {button.value for button in looks} == {sheet.window.name}


# ---- placement -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["rounds", "classic"])
@pytest.mark.parametrize("where", [*DIVISIONS, "board"])
def test_an_executive_is_placed_in_one_step(mode, where):
    data = {"to": "board"} if where == "board" else {"to": "department", "division": where}
    assert placing(mode).press("add-place", **{"place-to": where}).data() == data


def test_nowhere_is_refused_at_its_field():
    refused = placing("classic").press("add-place")
    assert [(each.code, each.input) for each in refused.problems] == [("choose_one", "to")]
    assert 'id="place-to-no"' in refused.page().text


# ---- directors who go ------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["board", "consultant"])
def test_where_a_director_goes(to):
    chosen = ousted().press("all", **{"exit-legal-to": to})
    assert [(order.kind, dict(order.data)) for order in chosen.orders] == [
        ("exit", {"division": "legal", "to": to})
    ]


def test_only_offices_that_are_lost_are_asked_about():
    assert "exit-personnel-to" not in ousted().page().inputs


# ---- the events ------------------------------------------------------------------------------------------


def test_the_events_are_moved_one_by_one_and_the_round_count_says_so():
    sheet = ordering()
    cards = sheet.page().inputs["events-cards"].value.split()
    assert (cards.index(BONUS_DAY), cards.index(BOARD_MEETING)) == (3, 5)
    assert "5 rounds" in sheet.text()
    later = sheet.press(f"later-{BOARD_MEETING}")
    assert later.page().inputs["events-cards"].value.split().index(BOARD_MEETING) == 6
    assert "6 rounds" in later.text()
    earlier = later.press(f"earlier-{BOARD_MEETING}").press(f"earlier-{BOARD_MEETING}")
    assert "4 rounds" in earlier.text()
    final = later.press("add-events")
    assert final.data()["cards"].index(BOARD_MEETING) == 6


def test_an_order_that_cannot_be_is_refused_with_the_cards_as_they_were_put():
    sheet = ordering()
    cards = sheet.page().inputs["events-cards"].value.split()
    put = [BOARD_MEETING, *(card for card in cards if card != BOARD_MEETING)]
    refused = sheet.press("add-events", **{"events-cards": " ".join(put)})
    assert {each.code for each in refused.problems} == {"bonus_after_meeting", "meeting_too_early"}
    assert refused.page().inputs["events-cards"].value.split() == put


# ---- actions, bribes -------------------------------------------------------------------------------------


def test_an_action_of_classic_is_one_order():
    done = acting().press("open-buy_shares").press("add-buy_shares", **{"buy_shares-value": "2"})
    assert done.orders[0].data == {"value": 2}
    assert not done.problems


def test_what_is_not_possible_now_is_refused_with_both_figures():
    opened = acting().press("open-buy_shares")
    refused = opened.press("add-buy_shares", **{"buy_shares-value": "7"})
    assert "1,600,000 P are needed, and you have 800,000 P" in refused.text()
    assert refused.page().inputs["buy_shares-value"].value == "7"


def test_a_bribe_is_answered_with_its_amount_in_sight():
    sheet = bribed()
    text = sheet.text()
    assert "150,000 P" in text
    assert "One employee of yours is removed" in text
    for answer, accepted in (("true", True), ("false", False)):
        assert sheet.press("add-reply", **{"reply-accept": answer}).data() == {"accept": accepted}
    assert [each.code for each in sheet.press("add-reply").problems] == ["choose_one"]


def test_the_amount_of_a_bribe_is_on_nobody_elses_page():
    played = bribed().played
    text = Sheet(played, "p3").text().partition('id="filing"')[0]  # whose lists offer amounts of all sizes
    assert "150,000" not in text


# ---- the Board Meeting -----------------------------------------------------------------------------------


def test_the_boss_card_is_used_or_left():
    sheet = privileged()
    assert sheet.press("add-boss", **{"boss-division": "legal"}).data() == {"division": "legal"}
    assert sheet.press("add-boss", **{"boss-division": "decline"}).data() == {"decline": True}
    assert sheet.press("add-boss").problems


def test_the_extra_action_is_any_action():
    done = extra().press("open-recruit").press("add-recruit")  # the proposal is the default
    assert (done.kinds(), done.problems) == (["recruit"], ())


def test_a_meeting_has_each_part_once_and_they_lie_side_by_side():
    sheet = meeting()
    assert {"boss-division", "exit-personnel-to", "open-replies"} <= sheet.page().inputs.keys()
    sheet = sheet.press("add-boss", **{"boss-division": "legal"})
    sheet = sheet.press("add-exit-personnel", **{"exit-personnel-to": "consultant"})
    sheet = sheet.press("add-pass")
    sheet = sheet.press("add-replies", **{"replies-boss": "200000"})
    assert sorted(sheet.kinds()) == ["boss", "exit", "pass", "replies"]
    changed = sheet.press(f"replace-o{sheet.kinds().index('boss')}", **{"o0-division": "decline"})
    assert {"decline": True} in [dict(order.data) for order in changed.orders]
    assert sorted(changed.kinds()) == sorted(sheet.kinds())


def test_who_has_only_a_director_is_asked_about_him_alone():
    cards = {"boss": "p2", "communication": "p3 corrupt"}
    state = game(mode="rounds", offices=OFFICES, round=6, cards=cards, directors={"personnel": "p1"})
    page = Sheet(Played(state)).page()
    assert "exit-personnel-to" in page.inputs
    assert "boss-division" not in page.inputs
    assert not [button for button in page.buttons if button.value.startswith("open-")]


def test_a_sealed_round_takes_what_others_may_still_make_possible():
    """D54."""
    sheet = Sheet(Played(game(mode="rounds", offices=OFFICES)))
    kept = sheet.press("open-buy_shares").press("add-buy_shares", **{"buy_shares-value": "7"})
    assert kept.data() == {"value": 7}
    refused = sheet.press("open-recruit").press("add-recruit", **{"recruit-place.legal.1": "1"})
    assert "not_your_office" in [each.code for each in refused.problems]


# ---- an office that the Boss card opens before the extra action ------------------------------------------


def both_cards(boss: str, **offices: tuple[str, int]) -> Sheet:
    """`p1` may use the Boss card and then act; the others have departments."""
    there = {**{"accounting-1": ("p2", 2), "legal-1": ("p3", 2)}, **offices}
    cards = {"boss": boss, "communication": "p1 corrupt"}
    return Sheet(Played(game(mode="rounds", offices=there, round=6, cards=cards)))


def shut(sheet: Sheet) -> set[str]:
    """The actions that the page does not offer."""
    opened = {button.value for button in sheet.page().buttons if button.value.startswith("open-")}
    kinds = ("recruit", "move", "merge", "open_own", "use_legal")
    return {kind for kind in kinds if f"open-{kind}" not in opened}


@pytest.mark.parametrize("boss", ["p1", "p1 corrupt"])
def test_somebody_without_a_department_recruits_into_the_office_that_the_boss_card_opens(boss):
    sheet = both_cards(boss)
    assert shut(sheet) == {"merge", "open_own", "use_legal"}
    sheet = sheet.press("add-boss", **{"boss-division": "legal"})
    kept = sheet.press("open-recruit").press("add-recruit", **{"recruit-place.legal.2": "2"})
    assert not kept.problems
    assert {"place": [{"office": "legal-2", "count": 2}]} in [dict(order.data) for order in kept.orders]
    text = sheet.press("open-move").text()
    assert "Legal & Patents 2 (if your Boss card opens it)" in text


@pytest.mark.parametrize(("boss", "merges"), [("p1", True), ("p1 corrupt", False), ("p2", False)])
def test_a_single_department_is_merged_with_the_one_that_the_boss_card_opens(boss, merges):
    sheet = both_cards(boss, **{"personnel-1": ("p1", 3)})
    assert ("merge" not in shut(sheet)) == merges
    if merges:
        both = {"merge-from.0": "personnel-1", "merge-from.1": "legal-2", "merge-to": "personnel-1"}
        assert not sheet.press("open-merge").press("add-merge", **both).problems
