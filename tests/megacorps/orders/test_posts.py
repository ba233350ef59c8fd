"""Fields and orders are the same thing written twice: every form of random games goes to a page and back."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from games.contract import Order
from games.skin import REST, Desk
from megacorps.orders import posts, questions
from megacorps.orders.compound import fill_all
from megacorps.orders.inputs import Ask
from megacorps.orders.kinds import ACTION, INPUTS, PLAY
from megacorps.orders.questions import BY_COMPANY
from megacorps.rules import RULES
from megacorps.rules.content import CONTENT
from megacorps.rules.orders import SHAPES, STANDING
from megacorps.rules.windows import ORDERS
from megacorps.skin import SKIN
from tests.battery.play import play
from tests.formpage import OrderFormPage

from ..rules import scene as table
from ..stage import Played, draw

NEUTRAL = {name for name, box in CONTENT.boxes.items() if CONTENT.countries[box.country].neutral}


def typed(orders):
    """The orders as values, without the version that was seen."""
    return [
        SHAPES.read(Order(one.kind, {key: v for key, v in one.data.items() if key != "seen"}), 0)
        for one in orders
    ]


def replace_in(order: Order, **data) -> Order:
    """The order with other values, of the keys it has."""
    return Order(order.kind, {key: data.get(key, value) for key, value in order.data.items()})


def _sorted(orders, sort: bool):
    found = typed(orders)
    return sorted(found, key=str) if sort else found


def written(ask: Ask, window: str, orders) -> dict[str, str]:
    """The fields as a browser would post them after somebody had filled in this form."""
    if window == "turn":
        (order,) = orders
        if order.kind == "play_card":
            return {"turn-kind": "play_card", **PLAY.fill(order.data["card"], order.data, "turn-card")}
        return ACTION.fill(order.kind, order.data, "turn")
    if window == "cards":
        return PLAY.fill(orders[0].data["card"], orders[0].data, "cards")
    return questions.fill(ask, window, orders)


def test_every_form_of_random_games_goes_to_its_fields_and_back():
    seen, wanted = set(), set(ORDERS) - {"trade", "file", "buy_again", "come_back", "war_spoils"}
    for seed in range(16):
        for step in play(RULES, seed, 3 + seed % 4, 0.1):
            if seen >= wanted:
                break
            kind = step.window.kind
            for player, form in step.forms.items():
                scene = Played(step.before).scene(player)
                if kind in ("trade", "file") or not form or RULES.check(scene.view, step.window, form):
                    continue  # for these two what stands is not one order after the other: see below
                made = questions.read(Ask(scene, written(Ask(scene), kind, form)), kind)
                expected = sorted(form, key=lambda order: order.kind == "play_card")
                sort = kind in BY_COMPANY  # the page asks about them in an order of its own
                assert _sorted(made.orders, sort) == _sorted(expected, sort), kind
                assert not made.problems
                seen.add(kind)
    assert seen >= wanted


def drawn_form(played: Played, player: str, typed: dict[str, str] | None = None) -> OrderFormPage:
    """The order form of a player as a browser holds it, with what was typed."""
    main, doors = played.desks(player)
    scene, doors = played.scene(player), tuple(replace(door, typed=typed) for door in doors)
    if main is None:
        return OrderFormPage(draw(SKIN.waiting(scene, doors), doors=doors))
    desk = replace(main, typed=typed)
    return OrderFormPage(draw(SKIN.form(scene, desk, doors), desk=desk, doors=doors))


def cannot_be_chosen(page: OrderFormPage, values: dict[str, str]) -> list[str]:
    """The fields of these values that are not on a page, or do not offer them. Left out: what an empty field
    says as well, wishes beyond those that can be needed, spoils that no war can bring, what turns alone ask
    for, and plays, which stand in the order of the hand."""
    found = []
    for key, value in values.items():
        if not value or value == "none" or key.startswith(("play-", "wish_list-companies-")):
            continue
        field = page.inputs.get(key)
        if ("-spoils-" in key and value in NEUTRAL) or key.endswith("-then_pass"):
            continue
        if field is None or (field.choices and value not in field.choices):
            found.append(f"{key}={value}")
    return found


def test_every_form_of_random_games_can_be_chosen_on_its_page_and_is_posted_by_it():
    """What a reader would choose stands there; and once it is filled in, the page posts that form."""
    seen, wanted = Counter(), set(ORDERS) - {"trade", "file", "buy_again", "war_spoils", "come_back"}
    for seed in range(16):
        for step in play(RULES, seed, 3 + seed % 4, 0.1):
            kind = step.window.kind
            if kind not in wanted or seen[kind] >= 6:
                continue
            played = Played(step.before)
            for player, form in step.forms.items():
                scene = played.scene(player)
                if not form or RULES.check(scene.view, step.window, form):
                    continue
                values = written(Ask(scene), kind, form)
                assert not cannot_be_chosen(drawn_form(played, player), values), kind
                posted = drawn_form(played, player, values).posted()
                made = questions.read(Ask(scene, posted), kind)
                expected = sorted(form, key=lambda order: order.kind == "play_card")
                sort = kind in BY_COMPANY
                if kind == "program":
                    expected = [replace_in(one, then_pass=False) for one in expected]
                assert _sorted(made.orders, sort) == _sorted(expected, sort), kind
                seen[kind] += 1
    assert set(seen) == wanted


def test_cards_of_a_programme_are_played_with_their_choices():
    """As somebody fills the page in: tick the card, choose what it asks for."""
    cards = ("greedy_kleptocrats", "bull_market", "privatisation", "l5")
    four = ("mokia", "globbo", "nonintendo", "lenogo")
    played = Played(table.programmed(*four, hands={"mokia": cards}))
    page = drawn_form(played, "p1")
    at = {
        one.value: name.removesuffix("-card") for name, one in page.inputs.items() if name.endswith("-card")
    }
    chosen = {}
    for card, key, value in (
        ("greedy_kleptocrats", "country", "asean"),
        ("greedy_kleptocrats", "amount", "3"),
        ("bull_market", "industry", "oil"),
        ("privatisation", "company", "oil.china"),  # not nationalised yet
        ("l5", "buy", "yes"),
    ):
        name = f"{at[card]}-{card}-{key}"
        assert not page.inputs[name].choices or value in page.inputs[name].choices
        chosen |= {f"{at[card]}-do": "on", name: value}
    edit = pressed(played, page.posted(**chosen))
    assert edit.errors == ()
    assert {one.data["card"]: {k: v for k, v in one.data.items() if k != "card"} for one in edit.orders} == {
        "greedy_kleptocrats": {"country": "asean", "amount": 3},
        "bull_market": {"industry": "oil", "counter": []},
        "privatisation": {"company": "oil.china"},
        "l5": {"buy": True},
    }
    assert not RULES.check(played.scene("p1").view, played.desks("p1")[0].window, edit.orders)


@pytest.mark.parametrize(
    ("moved", "order"), [({}, "123"), ({3: 1}, "312"), ({1: 3}, "231"), ({1: 2, 2: 1}, "213")]
)
def test_cards_are_played_in_the_order_that_was_chosen(moved, order):
    """A card that is moved changes places with nothing: the others close up."""
    cards = ["clone_soldiers", "l5", "asteroid"]
    four = ("mokia", "globbo", "nonintendo", "lenogo")
    played = Played(table.programmed(*four, hands={"mokia": cards}))
    page = drawn_form(played, "p1")
    buys = {"play-2-l5-buy": "no", "play-3-asteroid-buy": "no"}
    ticks = {f"play-{number}-do": "on" for number in (1, 2, 3)}
    posted = page.posted(**ticks, **buys, **{f"play-{one}-place": str(to) for one, to in moved.items()})
    orders = pressed(played, posted).orders
    assert [one.data["card"] for one in orders] == [cards[int(number) - 1] for number in order]
    scene, desk = played.scene("p1"), replace(played.desks("p1")[0], orders=orders, revision=1)
    page = drawn_form(played, "p1", questions.fill(Ask(scene), "program", orders))
    assert [page.inputs[f"play-{number}-card"].value for number in (1, 2, 3)] == [
        one.data["card"] for one in orders
    ]
    assert not posts.filled_in(scene, desk, page.posted())


def test_a_programme_may_hold_what_only_its_own_card_makes_possible():
    """Example 40: Elections in India, then an intervention there; the page offers it, apart from the rest."""
    owned = {"nonintendo": ["media.japan", "media.nafta"], "globbo": ["media.india"]}
    three = ("nonintendo", "globbo", "mokia", "lenogo")
    played = Played(table.programmed(*three, owned=owned, hands={"nonintendo": ["elections"]}))
    page = drawn_form(played, "p1")
    values = {
        "line-1-kind": "intervention", "line-1-intervention-company": "media.india",
        "line-2-kind": "payout", "line-2-payout-industry": "media",
        "play-1-do": "on", "play-1-elections-country": "india", "play-1-elections-for": "p1",
    }  # fmt: skip
    for name, value in values.items():
        assert value in page.inputs[name].choices, name
    assert '<optgroup label="not possible now">' in page.text
    orders = pressed(played, page.posted(**values)).orders
    assert [one.kind for one in orders] == ["intervention", "payout", "play_card"]
    again = drawn_form(played, "p1", page.posted(**values))
    assert "Not possible as things stand." in again.text
    assert {name: again.inputs[name].value for name in values} == values


def test_in_a_turn_only_what_is_possible_now_is_offered():
    page = drawn_form(at_table(owned={"globbo": ["oil.china"]}), "p1")
    assert page.inputs["turn-intervention-company"].choices == []
    assert "oil.china" not in page.inputs["turn-buy_company-company"].choices


def test_standing_orders_are_filed_where_they_differ_and_nowhere_else():
    """Each kind that random games file, written into the fields over what stands."""
    seen = set()
    for seed in range(12):
        for step in play(RULES, seed, 3 + seed % 4, 0.1):
            if seen == set(STANDING):
                break
            if step.window.kind != "file":
                continue
            for player, form in step.forms.items():
                ask = Ask(Played(step.before).scene(player))
                old, values = questions.standing(ask), {}
                for kind in STANDING:
                    values |= questions.shown(Ask(ask.scene, {**values, "open": f"file-{kind}"}), "file", ())
                assert not questions.read(Ask(ask.scene, values), "file").orders
                for order in form:
                    start = f"file-{order.kind}"
                    values = {key: text for key, text in values.items() if not key.startswith(start)}
                    values |= fill_all(INPUTS[order.kind], order.data, start)
                    seen.add(order.kind)
                changed = [one for one in form if typed([one]) != typed([old[one.kind]])]
                read = questions.read(Ask(ask.scene, values), "file").orders
                assert sorted(map(str, typed(read))) == sorted(map(str, typed(changed)))
    assert seen == set(STANDING)


def test_a_post_without_the_fields_of_a_standing_order_leaves_it_as_it_stands():
    """Only one of eight was opened on the page: no other is emptied by the post."""
    spoils = table.act("spoils_preferences", companies=["oil.china"])
    played = at_table(standing={"mokia": spoils})
    assert played.scene("p1").view.private.standing.spoils_preferences
    assert pressed(played, {"file-company_wish_list-companies-1": "oil.china"}, door="file").orders == (
        Order("company_wish_list", {"companies": ["oil.china"]}),
    )
    assert pressed(played, {}, door="file").orders == ()
    emptied = {"file-spoils_preferences-companies-1": ""}
    assert pressed(played, emptied, door="file").orders == (Order("spoils_preferences", {"companies": []}),)


# ---- what a person does with a page --------------------------------------------------------------


def at_table(**given):
    """A game of three in its open question, as `p1` sees it."""
    return Played(table.game("mokia", "globbo", "nonintendo", **given))


def pressed(played: Played, values: dict[str, str], reader: str = "p1", door: str = ""):
    """What the skin makes of a post on the question of the reader, or at a door."""
    main, doors = played.desks(reader)
    desk = main if not door else next(one for one in doors if one.window.kind == door)
    return posts.edit(played.scene(reader), desk, values)


def test_words_for_a_number_are_refused_at_their_field_and_keep_what_was_typed():
    played = at_table(owned={"globbo": ["defense.china"]})
    values = {"act": "save", "turn-kind": "buy_mercenaries", "turn-buy_mercenaries-bids-defense.china": "two"}
    edit = pressed(played, values)
    (problem,) = edit.errors
    assert (problem.code, problem.order, problem.input) == ("not_a_number", 0, "bids.defense.china")
    desk = Desk(played.desks("p1")[0].window, typed=values, problems=edit.errors)
    page = SKIN.form(played.scene("p1"), desk, ())
    assert [one.value for panel in page.context["panels"] for one in panel.every if one.invalid] == ["two"]
    assert "“two”" in draw(page, desk=desk)


@pytest.mark.parametrize(("written", "read"), [("€4", 4), ("4 €", 4), ("1,000", 1000), ("", 0)])
def test_sums_are_read_as_people_write_them(written, read):
    edit = pressed(at_table(), {"turn-kind": "buy_mercenaries", "turn-buy_mercenaries-from_bank": written})
    assert edit.orders == (Order("buy_mercenaries", {"from_bank": read, "bids": {}}),)


def test_a_turn_carries_the_version_that_its_author_saw():
    edit = pressed(at_table(), {"turn-kind": "pass", "turn-seen": "7"})
    assert edit.orders == (Order("pass", {"seen": 7}),)


def test_a_gift_is_an_offer_as_soon_as_something_is_asked_for():
    played = at_table()
    gift = {"trade-do": "deal", "trade-to": "p2", "trade-give-money": "3"}
    (given,) = pressed(played, gift, door="trade").orders
    (offered,) = pressed(played, {**gift, "trade-want-money": "1"}, door="trade").orders
    assert (given.kind, offered.kind) == ("gift", "trade_offer")
    door = next(one.window for one in played.desks("p1")[1] if one.window.kind == "trade")
    for order in (given, offered):
        assert not RULES.check(played.scene("p1").view, door, (order,))


def test_offers_are_accepted_refused_and_withdrawn():
    for verb, kind in (
        ("accept", "trade_answer"),
        ("refuse", "trade_answer"),
        ("withdraw", "trade_withdraw"),
    ):
        (order,) = pressed(at_table(), {"trade-do": f"{verb}:p2-1"}, door="trade").orders
        assert (order.kind, order.data["offer"]) == (kind, "p2-1")
        assert order.data.get("accept") == {"accept": True, "refuse": False}.get(verb)


def test_another_button_keeps_nothing_and_hands_back_what_is_filled_in():
    values = {"act": REST, "turn-kind": "war", "turn-war-country": "china", "turn-seen": "3"}
    edit = pressed(at_table(), values)
    assert not edit.keeps
    assert edit.left == {"turn-kind": "war", "turn-war-country": "china"}
    assert not pressed(at_table(), {"act": REST, "turn-seen": "3"}).left


def test_an_act_that_no_button_has_does_nothing():
    edit = pressed(at_table(), {"act": "x", "turn-kind": "pass"})
    assert [one.code for one in edit.errors] == ["unknown_act"]
