"""The data files hold what `docs/rules/machtspiele.json` says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from machtspiele.rules.content import (
    CARDS,
    COLOURS,
    DIVISIONS,
    EVENTS,
    NEMESIS_CARDS,
    OFFICES,
    OTHERS,
    PRIVILEGES,
    ROW_CARDS,
    THRESHOLDS,
    VALUES,
    C,
    Effect,
    Mode,
)
from machtspiele.rules.meta import META
from machtspiele.rules.orders import SHAPES, WHENS
from machtspiele.rules.windows import ORDERS

BOOK = json.loads((Path(__file__).parents[3] / "docs/rules/machtspiele.json").read_text("utf-8"))
SIDES = ("plain", "corrupt")


def ids(rows: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(row["id"] for row in rows)


def test_the_board() -> None:
    """D2, D7."""
    board = BOOK["board"]
    assert ids(board["divisions"]) == DIVISIONS
    assert tuple(office for row in board["divisions"] for office in row["offices"]) == OFFICES
    assert (board["offices_total"], board["offices_per_division"]) == (len(OFFICES), C.figures.offices)
    assert board["board_room"]["seats"] == C.figures.seats
    assert ids(BOOK["colours"]) == COLOURS
    assert BOOK["game"]["players"] == {"min": META.min_players, "max": META.max_players}


def test_executives_employees_and_money() -> None:
    """D3, D42."""
    executives = BOOK["components"]["executives"]
    assert executives["reserve_at_start"] == C.figures.reserve
    assert executives["per_colour"] - executives["track_markers_per_colour"] == C.figures.reserve
    assert BOOK["components"]["employees"]["total"] == C.figures.employees
    assert (BOOK["money"]["step"], BOOK["money"]["start"]) == (C.money.step, C.money.start)
    setup = BOOK["setup"]
    assert setup["executives_placed_each"] == C.figures.placements == len(setup["snake"])
    assert setup["placement_options"][0]["employees"] == C.figures.placed_employees


def test_tracks_and_motivation() -> None:
    """D4, D41."""
    assert {row["id"]: row["threshold"] for row in BOOK["tracks"]} == THRESHOLDS
    assert not any(row["start"] or row["can_decrease"] for row in BOOK["tracks"])
    motivation = BOOK["motivation"]
    found = [motivation[key] for key in ("min", "max", "start", "reset_to")]
    assert found == [C.motivation.lowest, C.motivation.highest, C.motivation.start, C.motivation.start]


def test_certificates() -> None:
    """D5: the prices are those of the formula, too."""
    assert tuple(row["value"] for row in BOOK["certificates"]) == VALUES
    for row in BOOK["certificates"]:
        assert row["price"] == C.money.price(row["value"]) == 100_000 * ((row["value"] + 1) ** 2 // 4)
        assert row["copies"] == C.figures.certificates


def effect(row: dict[str, Any]) -> Effect:
    """An effect of the book, in the words of our data; what happens when somebody has too little is code."""
    words = {"from": "payer", "except": "spared"}
    given: dict[str, Any] = {words.get(key, key): value for key, value in row.items() if key != "shortfall"}
    if "items" in given:
        given["items"] = tuple(map(_item, given["items"]))
    if "then" in given:
        given["then"] = tuple(map(effect, given["then"]))
    lists = {key: tuple(given[key]) for key in ("per", "spared") if key in given}
    return Effect(**{**given, **lists})


def _item(row: dict[str, Any]) -> Any:
    from machtspiele.rules.content import Item

    return Item(**row)


def test_events() -> None:
    """D6; what the two regular cards and the outing do besides is the course of a turn."""
    course = ("privilege_window", "checkpoint", "end_services_phase", "nothing")
    assert ids(BOOK["events"]) == tuple(EVENTS)
    for row in BOOK["events"]:
        card = EVENTS[row["id"]]
        assert (card.count, card.regular) == (row["count"], row["regular"])
        assert card.effects == tuple(effect(each) for each in row["effects"] if each["op"] not in course)
    assert len(OTHERS) == 24
    assert len(ROW_CARDS) == BOOK["components"]["event_cards"]["total"]
    per_card = {card.slug: sum(each.delta for each in card.effects) for card in EVENTS.values()}
    assert sum(per_card[card.split("#")[0]] for card in OTHERS) == -16


def test_the_row_of_events() -> None:
    row = BOOK["event_row"]
    assert (row["drawn"], row["length"]) == (C.row.drawn, len(C.row.default))
    assert tuple(row["default_order"]) == C.row.default
    assert row["constraints"][1]["min_position"]["board_meeting"] == C.row.earliest_meeting


def test_privileges() -> None:
    assert ids(BOOK["privileges"]) == CARDS
    for row in BOOK["privileges"]:
        card = PRIVILEGES[row["id"]]
        for side in SIDES:
            ours, theirs = getattr(card, side), row.get(side, {})
            if "by_motivation" in theirs:
                assert ours == tuple(theirs["by_motivation"][str(motivation)] for motivation in range(7))
            else:
                assert ours == ((theirs["max"],) if "max" in theirs else ())


def test_nemesis_cards() -> None:
    """D8."""
    found = {row["id"]: tuple(row["competences"]) for row in BOOK["nemesis"]["competence_cards"]}
    assert found == NEMESIS_CARDS


def test_the_figures_of_actions_and_the_end() -> None:
    rows = {row["id"]: row for row in BOOK["actions"]}
    modes = {f"{key}.{mode['id']}": mode for key in "BCDF" for mode in rows[key]["modes"]}
    a = C.actions
    assert rows["A"]["employees"] == a.recruits
    assert modes["B.own"]["new_max"] == a.opened
    assert modes["B.own"]["own_employees_each"] == a.sources
    assert modes["C.move"]["departments_max"] == a.moved
    assert modes["C.merge"]["dismissed"] == a.merge_dismissed
    assert (rows["E"]["offers_max"], rows["E"]["amount_step"]) == (a.offers, C.money.step)
    assert modes["F.influence"]["dismiss"] == a.influence_dismissed
    assert modes["F.general_department"]["cost"] == C.money.general_department
    assert modes["F.consultant"]["cost"] == C.money.consultant
    victory = BOOK["victory"]
    assert (victory["needed"], victory["last_turn"]) == (C.end.needed, C.end.last_turn)
    scored = BOOK["phase1"][4]
    assert (scored["board_member"], scored["boss"]) == (C.influence.board_member, C.influence.boss)
    settling = BOOK["phase1_turn1"]["influence_per_director_fewer_than_the_most"]
    assert settling == C.influence.settling_in


def test_the_asynchronous_part() -> None:
    """D46, D53."""
    part = BOOK["asynchronous"]
    (option,) = META.options
    assert (option.key, option.default) == (part["option"]["key"], part["option"]["default"])
    assert set(option.choices) == set(part["modes"]) == {mode.value for mode in Mode}
    assert list(META.notices) == part["notice_hours"]["choices"]
    assert part["notice_hours"]["default"] == META.notice
    assert META.recruiting_days == part["starts_short_after_days"]
    assert part["away"]["after_missed_deadlines_in_a_row"] == C.away.after
    assert part["rounds_mode"]["actions_max"] == C.actions.preferences
    assert set(part["orders"]) == set(SHAPES)
    named = [row["id"] for rows in part["windows"].values() for row in rows] + [
        d["id"] for d in part["doors"]
    ]
    assert set(named) == set(ORDERS)
    assert WHENS[-1] == "any"
