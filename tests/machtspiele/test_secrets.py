"""What one player keeps secret changes nothing for another, kind by kind: no byte of a page, a refusal or a
mail, and no query count; before a question closes, and after it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec import Struct

from games.contract import HIDDEN, Orders
from games.services.turns import turn_close
from tests.battery.shown import Shown, everything_shown, taken_back
from tests.battery.twins import (
    Kept,
    assert_kept,
    assert_the_same,
    clock,
    handed_in,
    rewritten,
    same_dice,
    walked,
)
from tests.builder import MORNING, open_turn

from .rules.scene import PASS, K, Played, act, bribe, buy, new, recruit
from .rules.test_codes import OWN, exits, meeting, row, sealed, turn
from .test_bad_input import DRAWN, beginning, game_at

__all__ = ["clock", "same_dice"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.slow]
READER = 3
LEGAL = {"legal": "p2"}


def replies(least: int) -> Orders:
    return act("replies", legal={"accept_from": least * K})


LATER = (*recruit("personnel-1", when="3.2"), *replies(200))
KEPT = [
    Kept("placement", lambda: new(mode="rounds"), (
        act("place", to="board"), act("place", to="department", division="legal"))),
    Kept("choices, and least amounts", sealed, (PASS, (*buy(1), *PASS, *replies(200)))),
    Kept("order of the events", beginning, ((*PASS, *row(5, 4, DRAWN)), (*PASS, *row(6, 2, DRAWN)))),
    Kept("a director's way", meeting, (
        act("exit", division="legal", to="board"), act("exit", division="legal", to="consultant"))),
    Kept("an ousted director's way", exits, (
        act("exit", division="legal", to="board"), act("exit", division="legal", to="consultant")), 2),
    Kept("that a placement is handed in, which everybody sees", lambda: new(mode="rounds"), (
        act("place", to="board"), None)),
    Kept("filed in a sealed round", sealed, (None, LATER), door="file"),
    Kept("filed between the actions of others", turn, (None, LATER), 2, "file"),
]  # fmt: skip


@pytest.mark.parametrize("kept", KEPT, ids=[kept.name for kept in KEPT])
def test_another_form_changes_nothing_for_who_may_not_see_it(
    kept: Kept, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_kept(game_at(kept.scene(), monkeypatch), kept, READER)


# ---- drawers ---------------------------------------------------------------------------------------------


def other_purse(drawer: dict[str, Any]) -> dict[str, Any]:
    """Of who has the start marker: also the events, as drawn and as ordered."""
    return {
        "cash": drawer["cash"] + 150 * K,
        "nemesis": {"player": "p2", "card": "n5"},
        "drawn": drawer["drawn"][::-1],
        "row": drawer["row"][::-1],
    }


def other_envelope(drawer: dict[str, Any]) -> dict[str, Any]:
    return {"envelope": drawer["envelope"] | {"amount": 350 * K}}


def other_offers(drawer: dict[str, Any]) -> dict[str, Any]:
    first = drawer["offers"][0] | {"amount": 350 * K} if drawer["offers"] else None
    return {"offers": [*filter(None, [first]), {"card": "legal", "amount": 400 * K, "remove": []}]}


def bribed() -> Played:
    """`p2` has an envelope to open, and a second offer lies behind it."""
    offers = bribe(("legal", 100 * K), ("legal", 200 * K))
    return turn(cards=LEGAL, offices={**OWN, "legal-1": ("p2", 3)}).act(offers)


def last_of_the_round() -> Played:
    """D52: `p1` and `p2` have filed, so that the last one is asked whether he has filed or not."""
    filed = recruit("personnel-1", when="any")
    return turn(filed={"p1": filed, "p2": recruit("accounting-1", when="any")})


def filed_too(drawer: dict[str, Any]) -> dict[str, Any]:
    return {"filed": [{"kind": "pass", "data": {"when": "any"}}]}


@pytest.mark.parametrize(
    ("scene", "changes", "hider", "reader"),
    [
        (lambda: sealed(nemesis={"p1": ("p3", "n2")}), {"p1": other_purse}, 1, 3),
        (bribed, {"p2": other_envelope, HIDDEN: other_offers}, 2, 3),
        (bribed, {HIDDEN: lambda drawer: {"offers": []}}, 1, 2),
        (last_of_the_round, {"p3": filed_too}, 3, 1),
    ],
    ids=["purse, nemesis and events", "amount of an envelope", "a second offer", "filed, and yet asked"],
)
def test_another_drawer_changes_nothing_for_who_may_not_see_it(
    scene: Callable[[], Played],
    changes: Mapping[str, Callable[[dict[str, Any]], Mapping[str, Any]]],
    hider: int,
    reader: int,
    clock: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, twins = game_at(scene(), monkeypatch), list[Shown]()
    for changed in (False, True):
        with taken_back():
            for owner, change in changes.items() if changed else ():
                rewritten(game, owner, change)
            twins.append(everything_shown(walked(game, hider, reader)))
    assert_the_same(twins)


# ---- once it is resolved ---------------------------------------------------------------------------------


class Resolved(Struct, frozen=True):
    """A sealed round that closes, with one or the other of two forms of `player`, whose secret it is."""

    name: str
    forms: tuple[Orders, Orders]
    others: Mapping[int, Orders]
    player: int = 1
    reader: int = READER
    filed: tuple[Orders | None, Orders | None] = (None, None)


NOBODY: Mapping[int, Orders] = {1: PASS, 2: PASS, 3: PASS}
RESOLVED = [
    Resolved("a second choice that was not needed", (buy(1), (*buy(1), *recruit("personnel-1"))), NOBODY),
    Resolved("the amount of a bribe", (bribe(("legal", 200 * K)), bribe(("legal", 250 * K))),
             {**NOBODY, 2: (*PASS, *replies(200))}),
    Resolved("a least amount that was not reached", ((*PASS, *replies(200)), PASS),
             {**NOBODY, 1: bribe(("legal", 100 * K))}, player=2, reader=1),
    Resolved("filed for a later round", (PASS, PASS), NOBODY, filed=(replies(100), LATER)),
]  # fmt: skip


@pytest.mark.parametrize("kept", RESOLVED, ids=[kept.name for kept in RESOLVED])
def test_what_a_round_has_not_opened_shows_to_nobody(
    kept: Resolved, clock: Any, same_dice: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = sealed(cards=LEGAL, offices={**OWN, "legal-1": ("p2", 3)})
    game, twins = game_at(scene, monkeypatch), list[Shown]()
    for orders, filed in zip(kept.forms, kept.filed, strict=True):
        with taken_back():
            clock.move_to(MORNING)
            same_dice()
            handed_in(game, kept.player, filed, "file")
            for player, others in kept.others.items():
                handed_in(game, player, orders if player == kept.player else others, ready=True)
            assert turn_close(turn_id=open_turn(game).pk)
            game.refresh_from_db()
            assert open_turn(game).name == "round/2/3"
            twins.append(everything_shown(walked(game, kept.player, kept.reader)))
    assert_the_same(twins)
