"""Sentences that once were wrong in rare cases: they are true in every case."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from cardline.orders import form
from cardline.pages import board, line
from cardline.rules.state import Mode
from cardline.skin import SKIN
from games.contract import Event
from tests.cardline.rules.scene import ANA, game, skips
from tests.cardline.rules.scene import Played as Table

from ..stage import Played


def told(kind: str, **data) -> str:
    """One public event in a game of three."""
    played = Played(game(["FRA"], ["CHE"], ["POL"], ["GRC"]))
    return SKIN.event_text(played.scene(None), Event(kind, data))


def test_an_extra_round_that_nobody_ended_deals_no_card():
    """D9: each has drawn for his failed card already, or kept his card after a skip."""
    table = Table(game(["ZMB", "CUB"], ["KEN"], ["LUX"], characteristic="gdp", tie_break=True))
    table.move(ANA, "KEN", 0).miss()
    (event,) = (event for event in table.events if event.kind == "extra_round")
    assert "drew" not in [one.kind for one in table.events]
    assert SKIN.event_text(Played(table.state).scene(None), event) == "Extra round between Ana and Bruno."


def test_a_deck_that_is_too_short_was_not_empty():
    """Example 22: one card in the deck, one in the box, two to deal."""
    line = told("deck_refilled", cards=1)
    assert "empty" not in line
    assert line == "The deck ran short: 1 card of the box was shuffled under it."


def test_too_few_cards_are_not_none():
    assert told("shared_victory", players=["p1", "p2"], reason="no_cards", round=4).endswith(
        "there are not enough cards left to break the tie."
    )
    with translation.override("en"):
        book = SKIN.rule_book()
    html = render_to_string(book.template, book.context)
    assert "not enough cards" in html
    assert "no cards to part" not in html


def test_the_book_says_what_is_seen_of_a_card_and_what_becomes_of_the_last_one_left():
    book = SKIN.rule_book()
    html = render_to_string(book.template, book.context)
    assert "Name, flag and continent" in html
    assert "If all others have left, the last one wins at once, present or not." in html


@pytest.mark.parametrize("missed", [0, 3])
def test_who_fell_asleep_is_not_told_to_wait_for_a_turn(missed):
    """Sequential: he is skipped the moment his turn comes (D19)."""
    state = game(["FRA"], ["CHE", "PRT"], ["POL", "ITA"], skips_in_a_row=skips(p1=0, p2=missed))
    scene = Played(state).scene("p2")
    text = form.waiting(scene, ()).context["why_more"]
    assert ("will ask you" in text) is not bool(missed)
    assert ("skipped until you come back" in text) is bool(missed)


def test_a_box_that_went_under_the_deck_is_empty_for_another_reason():
    state = game(["FRA"], ["CHE"], ["POL"], mode=Mode.SIMULTANEOUS)
    fresh = line.context(Played(state).scene(None))
    again = line.context(Played(replace(state, public=replace(state.public, refills=1))).scene(None))
    assert fresh["box_empty"] == "Empty: no card has failed yet."
    assert again["box_empty"] == "Empty: its cards went under the deck."


def test_the_characteristic_is_drawn_only_where_chance_is_left_it():
    _label, hint = SKIN.option_text("characteristic")
    assert str(hint) == "One characteristic for the whole game. At random: drawn when the game starts."


def test_no_gender_is_guessed_of_the_beaten():
    with translation.override("fr"):
        assert board.exit_text("beaten") == "défaite"
