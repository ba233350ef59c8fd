"""Each question links to its own section of the rule book, and the section is there."""

from __future__ import annotations

import pytest

from megacorps.orders.asked import CHAPTERS
from megacorps.rules.windows import ORDERS
from megacorps.skin import SKIN
from tests.battery.rule_links import ids, places

from ..pages.test_rulebook import book
from ..rules.scene import Played as Scene
from ..rules.scene import new, programmed
from ..rules.test_codes import ABC, auction, bargain, election, refused, turn, war
from ..stage import Played, draw

SECTIONS = {
    "choose_megacorp": (lambda: new(3), "start"),
    "wish_list": (lambda: new(4, round_mode="programmed").miss(), "start"),
    "program": (lambda: Scene(programmed(*ABC)), "round"),
    "turn": (turn, "actions"),
    "mercenary_reply": (bargain, "mercenaries"),
    "war_aid": (war, "war"),
    "auction_bid": (auction, "control"),
    "election_vote": (election, "control"),
}


def test_every_section_that_a_question_names_is_in_the_rule_book():
    assert CHAPTERS.keys() < ORDERS.keys()
    assert {"round", *CHAPTERS.values()} <= ids(book("en"))


@pytest.mark.parametrize("kind", SECTIONS)
def test_a_question_links_to_its_rule(kind):
    make, section = SECTIONS[kind]
    game = Played(make().state)
    asked = next(p for p in game.state.public.players if (desk := game.desks(p)[0]) and desk.window.awaited)
    main, doors = game.desks(asked)
    assert main is not None and main.window.kind == kind
    assert section in places(
        "megacorps", draw(SKIN.form(game.scene(asked), main, doors), desk=main, doors=doors)
    )


@pytest.mark.parametrize(("make", "reply"), [(bargain, True), (war, True), (turn, False), (auction, False)])
def test_what_another_player_did_asks_for_a_reply(make, reply):
    """The platform puts nothing between the two."""
    game = Played(make().state)
    asked = next(p for p in game.state.public.players if (desk := game.desks(p)[0]) and desk.window.awaited)
    main, doors = game.desks(asked)
    assert SKIN.form(game.scene(asked), main, doors).reply is reply


def test_doors_link_to_their_rules():
    game = Played(turn(hands={"globbo": ["bull_market"]}).state)
    main, doors = game.desks("p2")
    assert main is None
    page = SKIN.waiting(game.scene("p2"), doors)
    assert {"cards", "standing"} <= set(places("megacorps", draw(page, doors=doors)))


@pytest.mark.parametrize(
    ("made", "player", "counts"),
    [(turn, "p1", True), (refused, "p1", True), (bargain, "p2", False), (auction, "p1", False)],
)
def test_an_answer_that_counts_at_once_says_so(made, player, counts):
    """Those to one player alone (16.1); what is sealed can be taken back."""
    game = Played(made().state)
    main, doors = game.desks(player)
    html = draw(SKIN.form(game.scene(player), main, doors), desk=main, doors=doors)
    assert ("counts at once and cannot be taken back" in html) is counts
