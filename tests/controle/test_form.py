"""What the order form shows around its question: the order of the round, the map, the hand, and what silence
would do."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.utils import translation

from controle.orders import form, said
from controle.rules import RULES
from controle.rules.content import layout_of
from games.contract import Order
from games.skin import Desk

from .rules.scene import DULL, WALL, Played, game, plan
from .rules.test_codes import drawing, forced, mine, sealed
from .test_random_forms import scene_of, windows


def shown(played: Played, kind: str, orders: tuple[Order, ...] = (), **typed: str) -> dict[str, object]:
    (window,) = windows(played, kind)
    scene = scene_of(played, window)
    desk = Desk(window, orders, typed=typed or None, quote=RULES.quote(scene.view, window, orders))
    return form.page(scene, desk, ()).context


def test_the_map_marks_the_region_chosen_and_its_neighbours() -> None:
    found = shown(mine(), "play", **{"open-play": "1", "play-effect": f"{WALL}-1", "play-R": "1"})
    frames = {each.slot: each.css.split() for each in found["planet"].hexagons}  # type: ignore[attr-defined]
    beside = set(layout_of(4).neighbours[1])
    assert "pick" in frames[1]
    assert {slot for slot, css in frames.items() if "near" in css} == beside
    assert len(found["order"]) == 4  # type: ignore[arg-type]
    plain = shown(sealed(), "round")["planet"]  # nothing is chosen yet
    assert not plain.picked  # type: ignore[attr-defined]


def test_the_hand_is_shown_where_the_question_does_not_show_it() -> None:
    assert [shown(scene, kind)["hand"] == [] for scene, kind in
            [(mine(), "play"), (forced(), "forced"), (drawing(), "draw"), (sealed(), "round")]
            ] == [True, True, False, False]  # fmt: skip
    assert len(shown(forced(), "forced")["shown_hand"]) == 4  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "title", "mark"),
    [("en", "If none of your plans", "“"), ("fr", "Si aucun de vos plans", "«")],
)
def test_who_says_nothing_in_a_round_is_told_the_default_as_things_stand(
    language: str, title: str, mark: str
) -> None:
    with translation.override(language):
        silent, planned = shown(sealed(), "round"), shown(sealed(), "round", plan(WALL, 1))
    assert mark in str(silent["silence"])
    assert silent["silence_title"] != planned["silence_title"]
    assert str(planned["silence_title"]).startswith(title)
    assert silent["silence"] == planned["silence"]


@pytest.mark.parametrize(
    ("language", "after", "told"),
    [
        ("en", 1, "After 1 turn like"),
        ("en", 7, "After 7 turns like"),
        ("fr", 1, "Après 1 tour ainsi"),
        ("fr", 7, "Après 7 tours ainsi"),
    ],
)
def test_after_how_many_turns_nobody_waits_is_the_figure_of_the_rules(
    language: str, after: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(said, "C", SimpleNamespace(figures=SimpleNamespace(absent_after=after)))
    with translation.override(language):
        assert told in str(shown(sealed(), "round")["silence"])


@pytest.mark.parametrize(("language", "told"), [("en", "is drawn"), ("fr", "est piochée")])
def test_being_stuck_says_what_it_brings_before_it_is_pressed(language: str, told: str) -> None:
    """It is final, and asks nothing."""
    stuck = Played(game(hands={"p1": (*DULL[:3], WALL)}, held={"p1": "pol2 com2"}))
    with translation.override(language):
        found = shown(stuck, "play")["stuck"]
    assert told in found.say  # type: ignore[attr-defined]
    assert shown(mine(), "play")["stuck"] is None
