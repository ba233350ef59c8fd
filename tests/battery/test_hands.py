"""Where drawers are hands of cards, what is hidden is other cards: that they are found, and exchanged."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.contract import HIDDEN
from games.models import Drawer, Game
from games.registry import all_skins, skin_for
from games.views import frame
from tests.battery import hands, site
from tests.battery.conftest import NOW
from tests.battery.hidden import hide_otherwise
from tests.battery.random_game import Played, random_game
from tests.battery.shown import differences, everything_shown, taken_back

pytestmark = pytest.mark.django_db
GAMES = 12


def with_a_hand(title: str, clock: Any) -> Iterator[tuple[Played, dict[hands.Path, list[hands.Path]]]]:
    """A random game in which the one who hides holds cards and there are others, with his hands."""
    chance = random.Random(f"hands/{title}")
    for _ in range(GAMES if hands.deals(skin_for(title).rules) else 0):
        with taken_back():
            clock.move_to(NOW)
            played = random_game(title, chance, clock)
            found = hands.hands_of(played.game, played.hider.pid)
            if found and hands.exchanged(played.game, played.hider.pid, others(played), chance):
                yield played, found
                return


def others(played: Played) -> list[str]:
    return [seat.pid for seat in site.seats(played.game) if seat != played.hider]


def everywhere(game: Game) -> Counter[str]:
    """Each text in a list of any newest drawer, by how often it lies there."""
    owners = [HIDDEN, *(seat.pid for seat in site.seats(game))]
    found = (cards for owner in owners for _, cards in hands.lists_in(hands.content(game, owner)))
    return Counter(card for cards in found for card in cards)


def test_a_hand_is_exchanged_for_other_cards_of_the_game_and_none_is_lost(title, clock):
    for played, found in with_a_hand(title, clock):
        game, hider = played.game, played.hider.pid
        before, there = hands.content(game, hider), everywhere(game)
        dealt = hands.exchanged(game, hider, others(played), random.Random(1)) or {}
        assert dealt.keys() == {hider, HIDDEN, *others(played)}
        for owner, lists in dealt.items():
            content = hands.content(game, owner)
            for path, cards in lists.items():
                hands.put(content, path, cards)
            Drawer.objects.filter(pk=hands.newest(game, owner).pk).update(content=json.dumps(content))
        after = hands.content(game, hider)
        for path in found:
            was, now = dict(hands.lists_in(before))[path], dict(hands.lists_in(after))[path]
            assert len(was) == len(now)
        assert before != after
        assert everywhere(game) == there


def test_a_leak_of_what_is_in_a_hand_is_seen(title, clock, monkeypatch):
    """Its cards, and not how many: that shows."""
    for played, found in with_a_hand(title, clock):
        hider = played.hider.pid

        def cards(game: Game, *_rest: Any, hider: str = hider, paths: Any = tuple(found)) -> str:
            lists = dict(hands.lists_in(hands.content(game, hider)))
            return " ".join(sorted(card for path in paths for card in lists[path]))

        played.readers = {"visitor": None}
        before = everything_shown(played)
        monkeypatch.setattr(frame, "progress_text", cards)
        leaking, known = everything_shown(played), everywhere(played.game)
        assert differences(before, leaking)
        hide_otherwise(played, random.Random(2))
        assert set(cards(played.game).split()) <= known.keys()
        assert differences(leaking, everything_shown(played))


def test_some_title_has_hands(clock):
    """Else nothing above is tested."""
    assert any(hands.deals(skin.rules) for skin in all_skins())


def test_a_title_that_deals_hands_has_games_to_look_at(title, clock):
    assert hands.deals(skin_for(title).rules) == any(True for _found in with_a_hand(title, clock))
