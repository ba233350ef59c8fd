"""Hands of cards, exchanged: as many as before, each of them a card of the game, and none lost.

A hand is found, not named: a list of texts of a private drawer all of which have lain in lists of the hidden
one. Those lists are the decks it was dealt from.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from games.contract import HIDDEN, Rules, encode
from games.models import Drawer, Game

from .play import played, sizes

TRIES = 20
Path = tuple[str, ...]
Lists = dict[Path, list[str]]


def lists_in(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[str]]]:
    """The lists of texts in a drawer, each with the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from lists_in(item, (*path, key))
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        yield path, value


def put(value: Any, path: Path, cards: list[str]) -> None:
    """Lay other cards where that path leads."""
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = cards


@cache
def deals(rules: Rules[Any, Any, Any]) -> bool:
    """Whether in the course of a game hands are dealt."""
    lain: set[str] = set()
    for step in played(rules, 0, sizes(rules, 0)):
        lain |= {card for _, cards in lists_in(_plain(step.before.hidden)) for card in cards}
        for drawer in step.before.private.values():
            if any(cards and lain.issuperset(cards) for _, cards in lists_in(_plain(drawer))):
                return True
    return False


def _plain(drawer: Any) -> Any:
    return json.loads(encode(drawer))


def hands_of(game: Game, owner: str) -> dict[Path, list[Path]]:
    """The hands in a player's newest drawer, each with the lists of the hidden drawer that its cards have
    lain in."""
    lain: dict[str, dict[Path, None]] = {}
    for drawer in Drawer.objects.filter(game=game, owner=HIDDEN):
        for path, cards in lists_in(json.loads(drawer.content)):
            for card in cards:
                lain.setdefault(card, {})[path] = None
    return {
        path: list(dict.fromkeys(place for card in cards for place in lain[card]))
        for path, cards in lists_in(content(game, owner))
        if cards and all(card in lain for card in cards)
    }


def exchanged(
    game: Game, hider: str, others: Collection[str], chance: random.Random
) -> dict[str, Lists] | None:
    """By owner, the lists of the newest drawers whose cards are exchanged for the player who hides: with
    those still in the decks and those of `others` who hold some, too. None if there is no other card."""
    found: dict[str, Lists] = {owner: {} for owner in (hider, HIDDEN, *others)}
    changed = False
    for path, decks in hands_of(game, hider).items():
        places = [(hider, path), *((HIDDEN, deck) for deck in decks), *((owner, path) for owner in others)]
        lists = {(owner, at): dict(lists_in(content(game, owner))).get(at, []) for owner, at in places}
        cards = [card for held in lists.values() for card in held]
        for _ in range(TRIES):
            chance.shuffle(cards)
            if sorted(cards[: len(lists[hider, path])]) != sorted(lists[hider, path]):
                changed = True
                break
        rest = iter(cards)
        for (owner, at), held in lists.items():
            found[owner][at] = [next(rest) for _ in held]
    return found if changed else None


def content(game: Game, owner: str) -> Any:
    """A player's drawer as it is now, or the hidden one."""
    return json.loads(newest(game, owner).content)


def newest(game: Game, owner: str) -> Drawer:
    return Drawer.objects.filter(game=game, owner=owner).order_by("-number")[0]
