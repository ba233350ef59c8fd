"""The worked examples of section 9 about runs, percentages and dossiers."""

from __future__ import annotations

from typing import Any

import pytest

from corporate.rules.state import Council
from games.contract import Grant, Order

from .scene import (
    CALM,
    Noon,
    Who,
    calm,
    check,
    codes,
    datasteal,
    extraction,
    game,
    information,
    protection,
    quote,
    sabotage,
)

K = 1000
RICH = Who(money=20_000 * K, influence=9)


def params(order: Any, council: Council | None = None, player: str = "p1") -> Any:
    return quote(game(CALM, RICH, RICH, RICH, turn=2, council=council), order, player=player).orders[0].params


def finals(*orders: Any) -> list[int]:
    """The final percentages of runs on Renraku, as its citizen p2 reads them when all are detected."""
    state = game(CALM, RICH, Who(citizenship="renraku"), turn=2)
    detected = {f"detection/p1.{place}": 1 for place in range(len(orders))}
    return [line["percent"] for line in calm(state, {"p1": orders}, detected).told("p2", "detection")]


def test_e06_run_percentage() -> None:
    assert params(sabotage("renraku", 3)) == {
        "percent": 60, "raw": 60, "base": 30, "mdc": 0,
        "corporation": "renraku", "defence": 10, "chance": 54,
    }  # fmt: skip
    assert quote(game(), sabotage("renraku", 3)).spent == 150 * K


def test_e07_timing_malus() -> None:
    assert finals(sabotage("renraku", 4), sabotage("renraku", 4)) == [60, 60]
    assert finals(sabotage("renraku", 5), sabotage("renraku", 4)) == [80, 60]


def test_e08_timing_malus_with_three_runs() -> None:
    assert finals(sabotage("renraku", 7), sabotage("renraku", 6), sabotage("renraku", 6)) == [90, 70, 70]


def test_e09_overpaying() -> None:
    rivals = (extraction("renraku", "sony", 12), extraction("renraku", "ares", 11))
    assert finals(extraction("renraku", "horizon", 8, True), *rivals)[0] == 90
    assert params(extraction("renraku", "horizon", 8, True))["raw"] == 120
    assert finals(extraction("renraku", "horizon", 5, True), *rivals)[0] == 70


def jack_and_shiro(success: int, defence: int, shield: int, detection: int) -> Noon:
    jack, shiro = Who(), Who(citizenship="renraku")
    state = game(CALM, jack, shiro, Who())
    return calm(
        state,
        {
            "p1": [extraction("renraku", "horizon", 5, True)],
            "p2": [protection("renraku", "extraction", 1, True)],
        },
        {
            "success/p1.0": success,
            "defence/p1.0": defence,
            "protection/p1.0/p2.0": shield,
            "detection/p1.0": detection,
        },
    )


def test_e10_the_seeds_extraction() -> None:
    told = jack_and_shiro(42, 57, 73, 12)
    assert told.assets("renraku", "horizon") == [11, 12]
    assert told.public("run_news") == [{"run": "extraction", "target": "renraku", "success": True}]
    assert told.told("p2", "detection") == [
        {
            "run": "extraction",
            "corporation": "renraku",
            "player": None,
            "beneficiary": "horizon",
            "sponsor": "p1",
            "success": True,
            "percent": 90,
        }
    ]
    report = told.told("p1", "run_report")[0]
    assert (report["percent"], report["paid"], report["refund"]) == (90, 250 * K, 0)
    shield = told.told("p2", "protection_report")[0]
    assert (shield["percent"], shield["paid"]) == (50, 50 * K)
    assert (told.money("p1"), told.money("p2")) == (1_750 * K, 1_950 * K)
    assert told.told("p3") == ["balance", "no_form"]


def test_e11_same_run_countered() -> None:
    told = jack_and_shiro(42, 15, 73, 80)
    assert told.assets("renraku", "horizon") == [12, 11]
    assert told.public("run_news") == []
    assert told.told("p2", "detection") == []
    report = told.told("p1", "run_report")[0]
    assert (report["success"], report["refund"]) == (False, 125 * K)
    assert (told.money("p1"), told.money("p2")) == (1_875 * K, 1_950 * K)


@pytest.mark.parametrize(
    ("defence", "steps", "bonus", "percent"),
    [
        ("datasteal", 1, False, 50),
        ("extraction", 1, False, 20),
        ("sabotage", 1, False, 10),
        ("extraction", 3, False, 40),
        ("extraction", 4, False, 50),
        ("extraction", 1, True, 50),
        ("sabotage", 4, False, 40),
        ("sabotage", 5, False, 50),
        ("sabotage", 1, True, 40),
        ("sabotage", 2, True, 50),
        ("datasteal", 9, True, 50),
    ],
)
def test_e12_protections(defence: str, steps: int, bonus: bool, percent: int) -> None:
    """D57: never more than 50%."""
    order = protection("sony", defence, steps, bonus)
    assert params(order)["percent"] == percent
    told = calm(game(), {"p1": [order]})
    assert told.told("p1", "protection_report")[0]["percent"] == percent
    assert told.money() == 2_000 * K - 50 * K * steps


def test_e12_protections_are_chained_not_added() -> None:
    """Two at 50% with draws of 51 stop nothing: added, they would always stop everything."""
    state = game(CALM, RICH, RICH)
    shields = [protection("renraku", "extraction", 1, True)] * 2
    draws = {"success/p1.0": 90, "defence/p1.0": 21, "protection/p1.0/p2.0": 51, "protection/p1.0/p2.1": 51}
    forms = {"p1": [extraction("renraku", "horizon", 5, True)], "p2": shields}
    assert calm(state, forms, draws).told("p1", "run_report")[0]["success"]
    both = {**draws, "defence/p1.0": 1, "protection/p1.0/p2.0": 1, "protection/p1.0/p2.1": 1}
    for stopping in (both, {**both, "defence/p1.0": 99}, {**both, "protection/p1.0/p2.1": 99}):
        assert not calm(state, forms, stopping).told("p1", "run_report")[0]["success"]
    for label, value in (("success/p1.0", 91), ("defence/p1.0", 20), ("protection/p1.0/p2.1", 50)):
        assert not calm(state, forms, {**draws, label: value}).told("p1", "run_report")[0]["success"]


def test_e13_influence_bonuses() -> None:
    state = game(CALM, Who(influence=2), Who())
    two = (sabotage("sony", 1, True), protection("ares", "sabotage", 1, True))
    assert check(state, *two, sabotage("ares")) == ()
    third = check(state, *two, sabotage("ares", 1, True))
    assert [(one.code, one.order, one.input, dict(one.params)) for one in third] == [
        ("bonus_quota", 2, "influence_bonus", {"used": 3, "of": 2})
    ]
    none = check(state, sabotage("sony", 0, True))
    assert [(one.code, one.input, dict(one.params)) for one in none] == [
        ("too_few_steps", "steps", {"steps": 0, "minimum": 1})
    ]


def test_e23_targeted_controls() -> None:
    council = Council(
        "targeted_controls",
        {"targeted_controls": ("p2",), "transparency": ("p3",)},
        {"targeted_controls": ("sony",)},
    )
    assert params(sabotage("sony", 2, True), council) == {
        "percent": 70, "raw": 70, "base": 30, "mdc": -10,
        "corporation": "sony", "defence": 10, "chance": 63,
    }  # fmt: skip
    assert params(sabotage("ares", 2, True), council)["percent"] == 80
    assert params(information("p2"), council)["percent"] == 70
    state = game(CALM, Who(), Who(), Who(coalition="transparency"), turn=2, council=council)
    refused = check(state, protection("sony", "sabotage"), player="p3")
    assert [(one.code, dict(one.params)) for one in refused] == [
        ("forbidden_by_council", {"winner": "targeted_controls", "coalition": "transparency"})
    ]
    assert codes(state, protection("sony", "sabotage"), player="p2") == []


def test_e24_transparency() -> None:
    """D54: the bonus leaves Information runs out, the malus does not."""
    council = Council(
        "transparency",
        {"transparency": ("p1",), "targeted_controls": ("p2",), "deregulation": ("p3",)},
        {"targeted_controls": ("sony",)},
    )

    def of(order: Order, player: str) -> Any:
        return params(order, council, player)

    mine = of(extraction("sony", "ares", 5, True), "p1")
    assert (mine["raw"], mine["percent"]) == (100, 90)
    assert of(information("p2"), "p1")["percent"] == 70
    assert of(information("p1"), "p2")["percent"] == 60
    assert of(datasteal("sony", "ares"), "p2")["percent"] == 30
    assert of(datasteal("sony", "ares"), "p3")["mdc"] == 0
    assert of(information("p1"), "p3")["mdc"] == 0


def test_e25_information_run_without_citizenship() -> None:
    assert params(information("p2", 3))["percent"] == 90
    spied = Who(secrets="Born in Lyon.", strategies={"leader": 3})
    for turn, chapters in ((1, []), (5, [1, 2, 3, 4])):
        told = calm(
            game(CALM, Who(), spied, Who(), turn=turn), {"p1": [information("p2", 3)]}, {"success/p1.0": 90}
        )
        assert [label for label in told.dice.drawn if not label.startswith("hand")] == ["success/p1.0"]
        assert told.told("p1", "dossier") == [
            {
                "player": "p2",
                "secrets": "Born in Lyon.",
                "background": None,
                "avenger": None,
                "strategies": {"leader": 3},
                "chapters": chapters,
            }
        ]
        expected = (Grant("p1", "p2", tuple(chapters), ("dossier",)),) if chapters else ()  # type: ignore[arg-type]
        assert told.grants == expected
        assert told.public("run_news") == []
        for other in ("p2", "p3"):
            assert told.told(other) == ["balance", "no_form"]
    failed = calm(game(CALM, Who(), spied), {"p1": [information("p2", 3)]}, {"success/p1.0": 91})
    assert failed.told("p1", "dossier") == []
    assert failed.told("p1", "run_report")[0]["refund"] == 75 * K
