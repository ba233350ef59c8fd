"""The order form: choices only from what is possible, what was typed stays, refusals in their place."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone, translation
from msgspec.structs import replace

from corporate.orders.summary import summary
from corporate.rules import RULES, content
from corporate.rules.check import desk_of
from corporate.rules.market import dividend_rate
from corporate.rules.state import Council
from corporate.skin import SKIN
from corporate.texts import figures
from games.contract import Dice, Order, PlayerId, Problem, State
from games.formkit.fields import SelectField

from ..stage import LANGUAGES, START, Played, played, pressed, render_form, with_public

VOTE = Order("vote", {"up": "ares", "down": "sony"})
KINDS = (
    "buy_share", "buy_influence", "citizenship_claim", "vote", "join_coalition", "datasteal", "sabotage",
    "extraction", "information", "protection", "derivative_speculation", "rank_speculation",
)  # fmt: skip


def make(game: Played, orders=(), query=None, typed=None, found=(), language="en", **desk):
    """The form's values and its page, for p1."""
    scene = game.scene("p1", query=query)
    given = game.desk("p1", orders, typed=typed, problems=tuple(found), **desk)
    with translation.override(language):
        page = SKIN.form(scene, given, ())
    return page.context, render_form(scene, given, language=language)


def kind_of(context, slug):
    return next(kind for group in context["groups"] for kind in group.kinds if kind.slug == slug)


def field_of(ask, name):
    return next(field for field in ask.fields if field.name == name)


def rich(game: Played, money=9_000_000, influence=3) -> Played:
    """The same game with p1 rich and influential."""
    public = game.state.public
    seats = {
        **public.seats,
        PlayerId("p1"): replace(public.seats[PlayerId("p1")], influence=influence, first_share=None),
    }
    private = {**game.state.private, PlayerId("p1"): replace(game.state.private[PlayerId("p1")], money=money)}
    state = State(replace(public, seats=seats), private, game.state.hidden)
    return Played(state, game.told, game.grants, game.latest)


@pytest.fixture
def game():
    return rich(played(4, 1, until=3))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_twelve_kinds_are_always_there_in_their_order(game, language):
    context, page = make(game, language=language)
    assert tuple(kind.slug for group in context["groups"] for kind in group.kinds) == KINDS
    assert [page.index(f'id="{kind}"') for kind in KINDS] == sorted(
        page.index(f'id="{kind}"') for kind in KINDS
    )
    anchors = set(re.findall(r'href="/rules/corporate/#(\w+)"', page))
    assert set(KINDS) <= anchors


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_form_opens_by_its_address_alone(game, kind, language):
    context, page = make(game, query={"add": kind}, language=language)
    opened = [one.slug for group in context["groups"] for one in group.kinds if one.question]
    assert opened == ([] if kind_of(context, kind).why_not or kind == "buy_influence" else [kind])
    assert "style=" not in page
    assert "onclick" not in page


def test_an_open_form_edits_the_order_of_its_place(game):
    sabotage = Order("sabotage", {"target": "ares", "steps": 4, "influence_bonus": True})
    context, page = make(game, (VOTE, sabotage), {"edit": "1"})
    ask = kind_of(context, "sabotage").saved[0].question
    assert (ask.act, ask.key) == ("replace-o1", "o1")
    assert [choice.value for choice in field_of(ask, "target").choices if choice.chosen] == ["ares"]
    assert [cell.steps for cell in field_of(ask, "steps").cells if cell.chosen] == [4]
    assert field_of(ask, "influence_bonus").ticked
    assert "30 base + 40 (4 steps) + 30 (bonus) = 100, capped at 90: 10 points in reserve" in page
    assert 'id="o1"' in page


def test_an_order_opened_by_its_button_is_filled_with_what_is_saved(game):
    """Its fields are not on the page yet from which it is opened: their absence is no answer."""
    sabotage = Order("sabotage", {"target": "ares", "steps": 4, "influence_bonus": True})
    context, _page = make(game, (VOTE, sabotage), typed={"act": "open-o1"})
    ask = kind_of(context, "sabotage").saved[0].question
    assert [choice.value for choice in field_of(ask, "target").choices if choice.chosen] == ["ares"]
    assert [cell.steps for cell in field_of(ask, "steps").cells if cell.chosen] == [4]
    assert field_of(ask, "influence_bonus").ticked


@pytest.mark.parametrize("stake", [500, 100_000_500])
def test_an_amount_out_of_bounds_is_not_offered_multiples_that_are_refused_too(game, stake):
    order = Order("derivative_speculation", {"derivative": "nikkei", "direction": "up", "stake": stake})
    found = RULES.check(game.scene("p1").view, game.window, (order,))
    assert {"stake_step"} < {one.code for one in found}
    typed = pressed({"act": "add", "kind": order.kind, **order.data})
    context, _page = make(game, typed=typed, found=list(found))
    told = field_of(kind_of(context, order.kind).question, "stake").refusals
    assert told
    assert not [text for text in told if "multiple" in text]


def test_the_first_turn_shows_the_way():
    first = played(4, 1, until=1)
    context, page = make(first)
    opened = {one.slug for group in context["groups"] for one in group.kinds if one.question}
    assert opened <= {"buy_share", "vote", "join_coalition"}
    assert {"vote", "join_coalition"} <= opened
    assert "First time here?" in page
    after, _page = make(first, (VOTE,))
    assert not kind_of(after, "vote").question
    posted = pressed({"act": "add", "kind": "vote"}) | {"open-join_coalition": "1"}
    refused, _page = make(first, typed=posted, found=[Problem("missing", 0, "up")])
    assert kind_of(refused, "vote").question.refused
    assert kind_of(refused, "join_coalition").question
    assert not kind_of(refused, "join_coalition").question.refused
    assert not kind_of(refused, "join_coalition").question.fields[0].focus
    passed, _page = make(first, (), revision=1, saved_at=START)
    assert not any(one.question for group in passed["groups"] for one in group.kinds)


# ---- only what is possible --------------------------------------------------------------------


def test_crashed_corporations_are_never_offered(game):
    rows = game.state.public.corporations
    gone = replace(rows["spinrad"], assets=-1, crashed=2, history=rows["spinrad"].history[:3])
    game = with_public(game, corporations={**rows, "spinrad": gone})
    for kind in KINDS:
        context, _page = make(game, query={"add": kind})
        ask = kind_of(context, kind).question
        if ask:
            assert "spinrad" not in {
                choice.value for field in ask.fields for choice in getattr(field, "choices", ())
            }


def test_after_a_crash_the_last_rank_offered_is_that_of_those_left(game):
    rows = game.state.public.corporations
    gone = replace(rows["spinrad"], assets=-1, crashed=2, history=rows["spinrad"].history[:3])
    game = with_public(game, corporations={**rows, "spinrad": gone}, council=Council())
    context, _page = make(game, query={"add": "rank_speculation"})
    ranks = field_of(kind_of(context, "rank_speculation").question, "rank").choices
    assert [choice.label for choice in ranks[-2:]] == ["8th · 1 for 5", "9th · 1 for 3"]


def test_shares_beyond_ones_money_are_not_offered(game):
    poor = rich(game, money=700_000)
    context, _page = make(poor, query={"add": "buy_share"})
    kind = kind_of(context, "buy_share")
    market = {row.slug: row.price for row in context["market"]}
    offered = {choice.value for choice in kind.question.fields[0].choices} if kind.question else set()
    assert offered == {slug for slug, price in market.items() if price <= 700_000}
    broke, page = make(rich(game, money=0))
    assert "short" in kind_of(broke, "buy_share").why_not
    assert "short" in kind_of(broke, "buy_influence").why_not
    assert not any(one.add for group in broke["groups"] for one in group.kinds if one.slug in KINDS[5:])
    assert page.count('class="add shut"') >= 7


def test_steps_beyond_ones_money_cannot_be_chosen(game):
    context, _page = make(rich(game, money=160_000), query={"add": "sabotage"})
    cells = field_of(kind_of(context, "sabotage").question, "steps").cells
    assert [cell.steps for cell in cells if not cell.shut] == [1, 2, 3]
    assert [(cell.raw, cell.plus) for cell in cells[:3]] == [("40%", "70%"), ("50%", "80%"), ("60%", "90%")]
    assert (cells[6].raw, cells[6].plus) == ("90% +10", "90% +40")


def test_the_bonus_is_offered_as_long_as_there_is_one(game):
    runs = tuple(Order("sabotage", {"target": "ares", "steps": 1, "influence_bonus": True}) for _ in range(3))
    context, _page = make(game, runs, {"add": "datasteal"})
    assert field_of(kind_of(context, "datasteal").question, "influence_bonus").shut
    own, _page = make(game, runs, {"edit": "0"})
    assert not field_of(kind_of(own, "sabotage").saved[0].question, "influence_bonus").shut


def test_nobody_informs_on_himself(game):
    context, _page = make(game, query={"add": "information"})
    assert [choice.value for choice in kind_of(context, "information").question.fields[0].choices] == [
        "p2",
        "p3",
        "p4",
    ]


def test_a_citizenship_needs_a_share_and_is_not_ones_own(game):
    seats = game.state.public.seats
    mine = replace(seats[PlayerId("p1")], shares={"ares": 1, "sony": 2}, citizenship="ares")
    game = with_public(game, seats={**seats, PlayerId("p1"): mine})
    context, _page = make(game)
    assert kind_of(context, "citizenship_claim").add == "Claim Sony"
    assert kind_of(context, "citizenship_claim").cost == "−3 VP"
    none = with_public(game, seats={**seats, PlayerId("p1"): replace(mine, shares={})})
    assert kind_of(make(none)[0], "citizenship_claim").why_not


def test_the_first_share_of_a_starting_citizen_is_bound(game):
    seats = game.state.public.seats
    bound = replace(seats[PlayerId("p1")], first_share="horizon", citizenship="horizon", shares={})
    game = with_public(game, seats={**seats, PlayerId("p1"): bound})
    context, _page = make(game, query={"add": "buy_share"})
    assert [choice.value for choice in kind_of(context, "buy_share").question.fields[0].choices] == [
        "horizon"
    ]
    bought, _page = make(game, (Order("buy_share", {"corporation": "horizon"}),), {"add": "buy_share"})
    assert len(kind_of(bought, "buy_share").question.fields[0].choices) > 1


def test_what_the_council_changes_is_told_and_applied(game):
    def council(winner, **players):
        members = {slug: tuple(map(PlayerId, seats)) for slug, seats in players.items()}
        seats = game.state.public.seats
        own = next((slug for slug, who in members.items() if "p1" in who), None)
        changed = {**seats, PlayerId("p1"): replace(seats[PlayerId("p1")], coalition=own)}
        return with_public(
            game, council=Council(winner, members, {"targeted_controls": ("sony",)}), seats=changed
        )

    forbidden, page = make(council("banking_safeguards", deregulation=["p1"]))
    assert kind_of(forbidden, "rank_speculation").why_not
    assert "No speculations this turn" in page
    assert "Deregulation" in page
    better, page = make(council("deregulation", deregulation=["p1"]), query={"add": "rank_speculation"})
    ranks = field_of(kind_of(better, "rank_speculation").question, "rank").choices
    assert ranks[0].label.endswith("1 for 4")
    assert ranks[1].label.endswith("1 for 6")
    assert "Odds +1 this turn" in page
    clear, page = make(council("transparency", transparency=["p1"]), query={"add": "sabotage"})
    assert field_of(kind_of(clear, "sabotage").question, "steps").cells[0].raw == "50%"
    controlled, page = make(council("targeted_controls", transparency=["p1"]), query={"add": "sabotage"})
    notes = {c.value: c.note for c in field_of(kind_of(controlled, "sabotage").question, "target").choices}
    assert "−10%" in notes["sony"]
    assert "−10%" not in notes["ares"]
    assert "No Protections this turn</b>" in re.sub(r"\s+<", "<", page)
    assert kind_of(controlled, "protection").why_not
    _nobody, page = make(council("transparency"))
    assert "this turn</b>" not in re.sub(r"\s+<", "<", page)


def test_a_protection_offers_only_steps_that_add_something(game):
    context, _page = make(game, query={"add": "protection"})
    groups = field_of(kind_of(context, "protection").question, "steps").groups
    assert [[cell.raw for cell in group.cells] for group in groups] == [
        ["50%"], ["10%", "20%", "30%", "40%", "50%"], ["20%", "30%", "40%", "50%"]
    ]  # fmt: skip


# ---- refusals ---------------------------------------------------------------------------------


def test_what_was_typed_stays_next_to_its_refusal(game):
    typed = pressed(
        {"act": "add", "kind": "sabotage", "target": "sony", "steps": "4", "influence_bonus": "on"}
    )
    found = [Problem("bonus_quota", 1, "influence_bonus", {"used": 4, "of": 3})]
    context, page = make(game, (VOTE,), typed=typed, found=found)
    ask = kind_of(context, "sabotage").question
    assert [choice.value for choice in field_of(ask, "target").choices if choice.chosen] == ["sony"]
    assert [cell.steps for cell in field_of(ask, "steps").cells if cell.chosen] == [4]
    assert field_of(ask, "influence_bonus").ticked
    assert field_of(ask, "influence_bonus").refusals
    assert "Sabotage not saved." in page
    assert re.search(
        r'id="sabotage-influence_bonus"[^>]*aria-invalid="true"[^>]*aria-describedby="([\w-]+)"', page
    )
    assert 'id="sabotage-influence_bonus-no"' in page
    assert 'role="alert"' in page
    _, asked = make(game, (VOTE,), query={"add": "sabotage"})
    assert "autofocus" in asked
    assert "autofocus" not in page  # of a field that was right


def test_text_that_is_no_number_stays_in_its_field(game):
    typed = pressed(
        {"act": "add", "kind": "rank_speculation", "corporation": "ares", "rank": "1", "stake": "a lot"}
    )
    context, page = make(game, typed=typed, found=[Problem("not_a_number", 0, "stake")])
    assert 'value="a lot"' in page
    assert field_of(kind_of(context, "rank_speculation").question, "stake").invalid


def test_a_refused_influence_is_told_with_both_figures(game):
    typed = pressed({"act": "add", "kind": "buy_influence"})
    found = [
        Problem("not_enough_money", 0, None, {"price": 1_600_000, "left": 450_000, "missing": 1_150_000})
    ]
    _context, page = make(rich(game, money=450_000), typed=typed, found=found)
    assert "Influence not bought." in page
    assert "1,600,000" in page
    assert "1,150,000" in page


def test_a_refusal_of_another_order_stands_under_that_one(game):
    orders = (Order("buy_share", {"corporation": "ares"}), VOTE)
    typed = pressed({"act": "remove", "place": "0"})
    context, _page = make(game, orders, typed=typed, found=[Problem("one_only", 0, None, {"kind": "vote"})])
    assert kind_of(context, "vote").saved[0].refusals  # the vote stood at place 0 of the form refused
    assert kind_of(context, "buy_share").saved[0].refusals
    replaced = pressed({"act": "replace", "place": "0", "corporation": "sony"})
    found = [Problem("not_enough_money", 1, None, {"price": 1, "left": 0, "missing": 1})]
    context, page = make(game, orders, typed=replaced, found=found)
    assert kind_of(context, "vote").saved[0].refusals
    assert "another order of yours" in page


def test_a_refusal_of_the_whole_form_stands_at_its_top(game):
    _context, page = make(
        game, typed=pressed({"act": "remove", "place": "7"}), found=[Problem("gone_from_form")]
    )
    assert page.index("no longer on your form") < page.index('class="jump"')


# ---- the summary ------------------------------------------------------------------------------


def test_the_summary_adds_up_and_the_receipt_is_there(game):
    orders = (Order("buy_share", {"corporation": "ares"}), VOTE, Order("buy_influence", {}))
    _context, page = make(game, orders)
    quote = RULES.quote(game.scene("p1").view, game.window, orders)
    shown = summary(game.desk("p1", orders))
    assert shown.left == figures.number(quote.left)
    opening, *paid, left = (line.figure for line in shown.lines)
    assert (opening, left) == (figures.money(quote.left + quote.spent), figures.money(quote.left))
    assert paid == [figures.signed_money(-line.amount) for line in quote.orders if line.amount]
    assert all(re.sub(r"\s+", " ", figure) in re.sub(r"\s+", " ", page) for figure in (opening, *paid, left))
    assert sum(share.size for share in shown.shares) == pytest.approx(
        100 * quote.spent / (quote.left + quote.spent)
    )
    assert "7F3A 19C2 04DE" in page
    assert "3 orders saved" in page
    assert page.count('class="order') >= 3


def test_the_receipt_of_a_transfer_has_no_total_of_the_form_and_promises_no_message():
    game = rich(played(4, 5, until=3, transfers=True))
    scene = game.scene("p1", 3)
    by_kind = {window.kind: window for window in RULES.windows(game.state.public)}
    sent = (Order("transfer", {"to": "p2", "amount": 3_000}),)
    door, quarter = by_kind["transfer"], by_kind["quarter"]
    receipt = SKIN.receipt(scene, door, sent, RULES.quote(scene.view, door, sent))
    assert (len(receipt.lines), receipt.total, receipt.again) == (1, "", "")
    receipt = SKIN.receipt(scene, quarter, (VOTE,), RULES.quote(scene.view, quarter, (VOTE,)))
    assert receipt.total == figures.money(0)
    assert receipt.again


def test_passing_is_explicit(game):
    _context, page = make(game)
    assert "I pass this turn" in page
    _context, page = make(game, revision=1, saved_at=game.desk("p1", (VOTE,)).saved_at)
    assert "You pass this turn." in page
    assert "I pass this turn" not in page
    _context, page = make(game, (VOTE,))
    assert "Remove all and pass" in page


def test_what_is_saved_can_be_taken_back_and_nothing_else(game):
    _context, page = make(game)
    assert "/withdraw/" not in page
    page = render_form(game.scene("p1"), game.desk("p1", (VOTE,)), withdraw_url="/g/abc/withdraw/")
    assert page.count('formaction="/g/abc/withdraw/"') == 1
    assert "counts as missed" in page


def test_a_rehearsal_strikes_noon_from_the_summary_and_the_dock(game):
    scene, desk = game.scene("p1"), game.desk("p1", (VOTE,))
    page = render_form(scene, desk, resolve_now_url="/g/abc/resolve-now/")
    assert page.count('formaction="/g/abc/resolve-now/"') == 2
    assert page.count("Strike noon</button>") == 2
    assert "I am ready" in render_form(scene, desk, ready_url="/g/abc/ready/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_wire_transfers_stand_beside_the_summary(language):
    game = rich(played(4, 5, until=3, transfers=True))
    scene, desk = game.scene("p1", 3), game.desk("p1")
    window = next(one for one in RULES.windows(game.state.public) if one.kind == "transfer")
    door = replace(desk, window=window, orders=())
    page = render_form(scene, desk, (door,), language)
    assert 'name="amount"' in page
    assert 'value="p1"' not in page.split('id="to"')[1].split("</select>")[0]
    typed = {"act": "transfer", "to": "p2", "amount": "1500"}
    wrong = replace(
        door, typed=typed, problems=(Problem("amount_step", 0, "amount", {"amount": 1_500, "step": 1_000}),)
    )
    page = render_form(scene, desk, (wrong,), language)
    assert 'value="1500"' in page
    assert 'id="amount-no"' in page


def test_the_page_stays_small(game):
    game = rich(game, money=60_000_000, influence=40)
    view = game.scene("p1").view
    orders = ()
    for seed in range(60):
        for order in RULES.sample(view, game.window, Dice(b"%d" % seed)) or ():
            if len(orders) < 40 and not RULES.check(view, game.window, (*orders, order)):
                orders = (*orders, order)
    assert len(orders) >= 30
    _context, page = make(game, orders, {"edit": "0"})
    empty = make(game)[1]
    assert len(gzip.compress(page.encode())) < 20_000
    assert (len(page) - len(empty)) / len(orders) < 1_200


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_of_random_games_render_at_every_turn(language):
    for turn in range(1, 9):
        game = played(3, 8, until=turn)
        orders = RULES.sample(game.scene("p1").view, game.window, Dice(b"x%d" % turn)) or ()
        for place in [None, *range(len(orders))]:
            make(game, orders, {"edit": str(place)} if place is not None else None, language=language)


def test_every_choice_of_a_sampled_order_is_among_those_offered():
    """Whatever the rules would take is offered: nothing that is possible is hidden."""
    game = rich(played(4, 1, until=3))
    for kind in KINDS[5:10]:
        context, _page = make(game, query={"add": kind})
        ask = kind_of(context, kind).question
        market = set(content.CORPORATIONS) - {
            slug for slug, row in game.state.public.corporations.items() if row.crashed is not None
        }
        for field in ask.fields:
            chosen = isinstance(field, SelectField) and field.name in ("target", "beneficiary")
            if chosen and kind != "information":
                assert {choice.value for choice in field.choices} == market


def test_its_hours_are_those_of_the_readers_clock(game):
    scene, desk = game.scene("p1"), game.desk("p1", (VOTE,))
    with timezone.override("America/Montreal"), time_machine.travel(desk.deadline, tick=False):
        page = render_form(scene, desk)
    mine = desk.saved_at.astimezone(ZoneInfo("America/Montreal"))
    until = desk.deadline.astimezone(ZoneInfo(scene.zone))
    assert f"open until {until:%H:%M} Paris ({mine:%H:%M} for you)" in page
    assert f"1 order saved at {mine:%H:%M}" in page
    assert f"Receipt of {mine:%H:%M:%S}" in page
    for ahead, told in (
        (timedelta(), f"open until {until:%H:%M}<"),
        (timedelta(days=1), f"open until {until:%A} {until:%H:%M}<"),
        (timedelta(days=7), f"open until {until:%A} {until.day} {until:%B} {until:%H:%M}<"),
    ):
        with timezone.override(scene.zone), time_machine.travel(desk.deadline - ahead, tick=False):
            assert told in re.sub(r"\s+<", "<", render_form(scene, desk))


# ---- facts beside choices ---------------------------------------------------------------------


def test_every_corporation_to_choose_shows_its_facts(game):
    """Rank, assets, trend, dividend, defence and own shares, as the public drawer has them."""
    desk = desk_of(game.scene("p1").view)
    market = desk.market
    for kind, names in (
        ("buy_share", ["corporation"]), ("vote", ["up", "down"]), ("datasteal", ["target", "beneficiary"]),
        ("sabotage", ["target"]), ("protection", ["beneficiary"]), ("rank_speculation", ["corporation"]),
    ):  # fmt: skip
        context, page = make(game, query={"add": kind})
        ask = kind_of(context, kind).question
        for name in names:
            for pick in field_of(ask, name).choices:
                facts = pick.facts
                assert (facts.rank, facts.assets) == (market.ranks[pick.value], market.assets[pick.value])
                history = market.corporations[pick.value].history
                assert facts.change == history[-1] - history[-2]
                assert facts.trend.count("L") == len(history) - 1
                rate = dividend_rate(facts.rank, market.size)
                assert facts.dividend == figures.money(rate * facts.assets)
                assert facts.owned == desk.seat.shares.get(pick.value, 0)
        assert f'name="{kind}-{names[-1]}"' in page
    assert page.count('class="spark') == market.size


def test_what_cannot_be_chosen_says_why(game):
    rows = game.state.public.corporations
    gone = replace(rows["spinrad"], assets=-1, crashed=2, history=rows["spinrad"].history[:3])
    game = with_public(game, corporations={**rows, "spinrad": gone})
    context, page = make(rich(game, money=1_000_000), query={"add": "buy_share"})
    field = field_of(kind_of(context, "buy_share").question, "corporation")
    barred = dict(field.barred)
    assert barred["Spinrad"] == "crashed on turn 2"
    assert len(barred) + len(field.choices) == 10
    assert all("short" in why for name, why in barred.items() if name != "Spinrad")
    assert page.count('class="pick shut"') == len(barred)


def test_a_button_says_its_price_and_what_it_leaves(game):
    context, page = make(game, query={"add": "sabotage"})
    prices = kind_of(context, "sabotage").question.prices
    assert [one.text for one in prices[:2]] == [
        "50,000\u00a0ny, leaves 8,950,000\u00a0ny", "100,000\u00a0ny, leaves 8,900,000\u00a0ny"
    ]  # fmt: skip
    assert '<span class="w3">· 150,000\u00a0ny, leaves 8,850,000\u00a0ny</span>' in page
    context, _page = make(game, query={"add": "buy_share"})
    ask = kind_of(context, "buy_share").question
    for mark, pick in enumerate(field_of(ask, "corporation").choices, 1):
        text = next(one.text for one in ask.prices if one.mark == mark)
        assert pick.marks.split() == ["i", f"i{mark}"]
        assert text == f"{figures.money(pick.amount)}, leaves {figures.money(9_000_000 - pick.amount)}"
    saved = Order("sabotage", {"target": "ares", "steps": 4, "influence_bonus": False})
    context, _page = make(game, (saved,), {"edit": "0"})
    again = kind_of(context, "sabotage").saved[0].question.prices[3]
    assert again.text == "200,000\u00a0ny, leaves 8,800,000\u00a0ny"  # as if it were not on the form yet


def test_every_player_to_choose_shows_what_is_public(game):
    seat = game.state.public.seats[PlayerId("p2")]
    context, page = make(game, query={"add": "information"})
    told = {one.value: one for one in field_of(kind_of(context, "information").question, "target").choices}
    assert told["p2"].hint.startswith(f"influence {seat.influence} · ")
    assert all(f"{content.CORPORATIONS[slug].name.split()[0]}" in told["p2"].hint for slug in seat.shares)
    assert told["p2"].hint in page


def test_the_market_lies_beside_the_form_one_link_away(game):
    _context, page = make(game)
    aside = page.split("<aside", 1)[1]
    assert 'id="market"' in aside
    assert 'href="#market"' in page.split("<aside", 1)[0]
    assert aside.split('id="market"')[1].count('<th scope="row">') == 10
