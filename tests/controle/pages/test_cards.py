"""The page of all cards: what the reader has seen of each, and never more."""

from __future__ import annotations

import gzip
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from controle.pages import cards
from controle.rules.content import CARDS, PILES, C
from controle.rules.state import Forced
from games.contract import PlayerId

from ..rules.scene import EASY, PROPHECY, RADIO, WALL, game
from .stage import GAMES, LANGUAGES, Played, played, render_page

OWN = ("pol1_02_town_hall_patronage", "com1_01_import_export_startup")
FAITH = "rel1_04_faith_school"
EVERYTHING = len(CARDS) * C.figures.copies


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", GAMES)
def test_all_cards_are_there_by_pile(count, language):
    for until in (1, None):
        html = render_page(cards, played(*count, until).scene("p1"), language)
        assert re.findall(r'id="pile-(\w+)"', html) == list(PILES)
        assert html.count("<article") == len(CARDS)
        assert html.count("<h1") == 1
        assert "{" not in re.sub(r"<(?:meta|body)[^>]*>", "", html)
        assert len(gzip.compress(html.encode())) < 30_000


def test_a_copy_is_counted_in_one_place():
    for count in GAMES:
        for until in (1, 4, None):
            scene = played(*count, until).scene("p2")
            found = cards.places(scene)
            seen = Counter[str]()
            for place in (found.hand, found.shown, found.played, found.archive):
                seen += place
            assert max(seen.values()) <= C.figures.copies
            assert sum(found.hand.values()) == len(scene.view.private.hand)


def test_a_reader_sees_the_own_hand_and_nobody_elses():
    state = game(
        hands={"p1": (WALL, RADIO)},
        influence={0: {"p1": "pol3"}},
        played={"com": 2},
        archive=(PROPHECY,),
    )
    told = {reader: cards.places(Played(state).scene(reader)) for reader in ("p1", "p2", None)}
    assert told["p1"].told((WALL,)) == "in your hand: 1, unseen: 1"
    for reader in ("p2", None):
        assert told[reader].told((WALL,)) == "unseen: 2"
    assert not told[None].hand
    assert told[None].told((PROPHECY,)) == "in the archive: 1, unseen: 1"
    assert told[None].told(CARDS) == f"played: 2, in the archive: 1, unseen: {EVERYTHING - 3}"


def test_a_hand_shown_is_seen_by_all_and_told_once():
    state = game(hands={"p1": EASY}, order="p1 p2 p3")
    public = replace(state.public, forced=Forced(EASY, WALL))
    state = replace(state, public=public)
    assert public.active == PlayerId("p1")
    others = cards.places(Played(state).scene("p2"))
    assert [others.shown[card] for card in (*EASY, WALL)] == [1] * 5
    own = cards.places(Played(state).scene("p1"))
    assert (own.hand[EASY[0]], own.shown[EASY[0]], own.shown[WALL]) == (1, 0, 1)


def test_what_others_hold_changes_nothing():
    """Neither a hand nor the faces of the cards set aside."""
    told = []
    for hand, aside in (((WALL, RADIO), PROPHECY), (("pol1_04_obedient_courts", RADIO), FAITH)):
        state = game(hands={"p1": OWN, "p2": hand}, influence={0: {"p1": "pol3"}}, zone=(aside,))
        assert state.public.forced is None
        told.append(cards.context(Played(state).scene("p1")))
    assert told[0] == told[1]
