"""The order form: what it offers, what it makes of a POST, and what it says of a refusal."""

from __future__ import annotations

import pytest
from django.utils.html import escape
from msgspec.structs import replace

from cardline.orders.form import page, waiting
from cardline.rules import RULES
from cardline.rules.state import Mode
from cardline.skin import SKIN
from games.contract import Dice, Event, Order, PlayerId, only
from games.skin import Desk
from games.views.live import News
from tests.cardline.rules.scene import ANA, BOB, game, place

from ..stage import Played, draw, whole_game

NEWS = News("0" * 36, "open", early=True, left=None)


def opening(mode: Mode = Mode.SEQUENTIAL) -> Played:
    return Played(game(["FRA", "ESP"], ["CHE", "POL"], ["GRC"], mode=mode))


def desk_of(played: Played, player: str = "p1") -> Desk:
    desk, _doors = played.desks(player)
    assert desk is not None
    return desk


def test_a_placement_is_read_from_card_gap_and_version():
    edit = SKIN.edit(
        opening().scene("p1"), desk_of(opening()), {"card": "CHE", "gap": "1", "line_version": "1"}
    )
    assert edit.orders == place("CHE", 1)
    assert edit.errors == ()


@pytest.mark.parametrize(
    "post",
    [
        {}, {"card": "", "gap": ""}, {"card": "CHE"}, {"card": "FRA", "gap": "0", "line_version": "1"},
        {"card": "CHE", "gap": "-1", "line_version": "1"},
        {"card": "CHE", "gap": "9" * 40, "line_version": "1"},
        {"card": "CHE", "gap": "٣", "line_version": "x"}, {"card": "x" * 4000, "gap": "nowhere"},
    ],
)  # fmt: skip
def test_what_cannot_be_placed_is_refused_with_sentences_and_stays_typed(post):
    played = opening()
    edit = SKIN.edit(played.scene("p1"), desk_of(played), post)
    refused = RULES.check(played.state.seen_by(ANA), desk_of(played).window, edit.orders)
    assert refused
    shown = draw(page(played.scene("p1"), replace(desk_of(played), typed=post, problems=refused), ()))
    assert shown.count('class="refusal"') == len(refused)
    if post.get("card") == "CHE":
        assert 'value="CHE" checked' in shown


def test_a_line_that_moved_keeps_the_card_and_drops_the_gap():
    played = opening()
    desk = replace(desk_of(played), typed={"card": "CHE", "gap": "1", "line_version": "0"})
    shown = draw(page(played.scene("p1"), desk, ()))
    assert 'value="CHE" checked' in shown
    assert 'name="gap" value="1" checked' not in shown


def test_gaps_are_radios_with_the_names_of_their_neighbours():
    shown = draw(page(opening().scene("p1"), desk_of(opening()), ()))
    assert shown.count('name="gap"') == 3
    assert "Before France" in shown
    assert "Between France and Spain" in shown
    assert "After Spain" in shown


def test_the_last_card_is_chosen_already():
    played = Played(game(["FRA"], ["CHE"], ["GRC", "POL"]))
    assert 'value="CHE" checked' in draw(page(played.scene("p1"), desk_of(played), ()))


def test_a_sealed_card_is_shown_to_its_author_and_can_be_changed():
    played = opening(Mode.SIMULTANEOUS)
    desk = desk_of(played)
    orders = place("CHE", 0)
    quote = RULES.quote(played.state.seen_by(ANA), desk.window, orders)
    shown = draw(
        page(played.scene("p1"), replace(desk, orders=orders, revision=1, quote=quote), ()), full_news=NEWS
    )
    assert "Your card is in." in shown
    assert "before France" in shown
    assert 'value="CHE" checked' in shown
    assert f"?seen={NEWS.seen}" in shown


def test_doors_ask_once_more_and_make_their_one_order():
    played = opening()
    _desk, doors = played.desks("p1")
    shown = draw(page(played.scene("p1"), desk_of(played), doors))
    assert "<details" in shown
    assert "Leave for good" in shown
    (resign,) = doors
    assert SKIN.edit(played.scene("p1"), resign, {}).orders == (Order("resign"),)


def test_who_is_away_is_shown_the_way_back():
    played = Played(game(["FRA"], ["CHE", "POL"], ["GRC", "ITA"], skips_in_a_row={ANA: 0, BOB: 2}))
    main, doors = played.desks("p2")
    assert main is None
    shown = draw(waiting(played.scene("p2"), doors))
    assert "Come back" in shown
    assert "Ana to play" in shown


def test_waiting_says_who_is_to_play_and_looks_by_itself():
    played = opening()
    shown = draw(waiting(played.scene("p2"), ()), full_news=NEWS)
    assert "Ana to play" in shown
    assert "This page will ask you as soon as it is your turn." in shown
    assert 'data-ask="' in shown and "data-moves" in shown
    assert ">Refresh now</a>" in shown


def test_waiting_says_why_when_out_asleep_emptied_or_over():
    out = whole_game(4, absence=0.0)
    gone = next(iter(out.state.public.left))
    assert "You are out of this game" in draw(waiting(out.scene(gone), ()))
    asleep = Played(game(["FRA"], ["CHE"], ["GRC"], skips_in_a_row={ANA: 2, BOB: 2}))
    assert "The game sleeps" in draw(waiting(asleep.scene("p1"), asleep.desks("p1")[1]))
    emptied = Played(game(["FRA"], [], ["GRC"], emptied=(ANA,), acted=(ANA,)))
    assert "Your last card is placed." in draw(waiting(emptied.scene("p1"), ()))


@pytest.mark.parametrize(
    ("gap", "words"), [(0, "Right: the card stays"), (2, "Wrong: the card goes to the box")]
)
def test_the_verdict_tells_the_figure_and_no_better_place(gap, words):
    played = opening()
    desk = desk_of(played)
    outcome = RULES.resolve(played.state, desk.window, {PlayerId("p1"): place("CHE", gap)}, Dice(b"verdict"))
    after = Played(outcome.state)
    after.told[1].extend(outcome.events)
    shown = draw(waiting(after.scene("p1"), ()))
    assert words in shown
    assert "41,291\u00a0km²" in shown
    assert 'id="verdict"' not in draw(waiting(after.scene("p2"), ()))


def test_what_came_of_ones_own_form_stands_beside_the_question_also_when_it_closed_the_round():
    played = opening()
    dropped = Event("order_dropped", {"problem": "card_not_in_hand", "params": {}}, only(ANA))
    desk = desk_of(played)
    without = draw(page(played.scene("p1"), desk, ()))
    scene = played.scene("p1", chapter=2, latest=1, own_recent={1: (dropped,)})
    told = SKIN.event_text(scene, dropped)
    assert told and escape(told) not in without
    assert escape(told) in draw(page(scene, desk, ()))
