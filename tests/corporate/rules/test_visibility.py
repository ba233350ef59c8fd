"""Who is told what (section 7): the table of 7.2 row by row, Wall Street, messages, dossiers."""

from __future__ import annotations

from typing import Any

import pytest

from corporate.rules.events.message import MESSAGE
from corporate.rules.events.news import CATEGORIES
from games.contract import Grant, Order, PlayerId

from .scene import (
    CALM,
    Game,
    Noon,
    Who,
    calm,
    datasteal,
    derivative,
    extraction,
    game,
    influence,
    information,
    join,
    protection,
    rank,
    sabotage,
    share,
    vote,
)

K = 1000
RICH = Who(money=20_000 * K, influence=9)
CITIZEN = Who(citizenship="renraku")

NEWS = {line.kind: category for line, category in CATEGORIES.items()}


def spied(order: Order, success: bool, detected: bool, target: Who = CITIZEN) -> Noon:
    """p1 runs against Renraku, whose citizen is p2; p3 looks on."""
    draws = {
        "success/p1.0": 1 if success else 100,
        "defence/p1.0": 100,
        "detection/p1.0": 1 if detected else 100,
    }
    return calm(game(CALM, RICH, target, Who(), turn=2), {"p1": [order]}, draws)


RUNS = [datasteal("renraku", "sony", 6), extraction("renraku", "sony", 8), sabotage("renraku", 6)]


@pytest.mark.parametrize("order", RUNS, ids=lambda order: order.kind)
@pytest.mark.parametrize("success", [True, False])
def test_d34_d56_detected_runs(order: Order, success: bool) -> None:
    told = spied(order, success, detected=True)
    assert told.public("run_news") == [{"run": order.kind, "target": "renraku", "success": success}]
    report = told.told("p2", "detection")[0]
    assert (report["sponsor"], report["success"], report["percent"]) == ("p1", success, 90)
    assert report["beneficiary"] == order.data.get("beneficiary")
    assert told.told("p3") == ["balance", "no_form"]


@pytest.mark.parametrize("order", RUNS, ids=lambda order: order.kind)
@pytest.mark.parametrize("success", [True, False])
def test_d37_undetected_runs(order: Order, success: bool) -> None:
    told = spied(order, success, detected=False)
    public = order.kind == "sabotage" and success
    assert len(told.public("run_news")) == public
    assert told.told("p2", "detection") == []
    assert told.told("p2") == ["balance", "no_form"]


@pytest.mark.parametrize(
    ("order", "detected", "column", "unexplained"),
    [
        (RUNS[0], True, 0, {"renraku": 0, "sony": 1}),
        (RUNS[1], True, -1, {"renraku": 0, "sony": 1}),
        (RUNS[1], False, 0, {"renraku": -1, "sony": 1}),
        (RUNS[2], True, -2, {"renraku": 0}),
        (RUNS[2], False, -2, {"renraku": 0}),
    ],
)
def test_d38_what_wall_street_knows(
    order: Order, detected: bool, column: int, unexplained: dict[str, int]
) -> None:
    told = spied(order, success=True, detected=detected)
    row = told.street("renraku")
    assert row["sabotage"] + row["extraction"] == column
    assert row.get(order.kind, 0) == column
    assert {slug: told.street(slug)["unexplained"] for slug in unexplained} == unexplained


def test_information_runs_are_never_news() -> None:
    for success in (True, False):
        told = spied(information("p2", 3), success, detected=True)
        assert told.public("run_news") == []
        assert told.told("p2", "detection") == [
            {
                "run": "information",
                "corporation": "renraku",
                "player": "p2",
                "beneficiary": None,
                "sponsor": "p1",
                "success": success,
                "percent": 90,
            }
        ]
        assert len(told.told("p1", "dossier")) == success


def test_d33_d35_sponsors_and_citizens_see_different_percentages() -> None:
    """The sponsor: the sheet percentage, and nothing of the malus, the test or the detection."""
    state = game(CALM, RICH, CITIZEN, turn=2)
    draws = {"detection/p1.0": 1, "detection/p1.1": 100, "success/p1.0": 100, "success/p1.1": 100}
    told = calm(state, {"p1": [sabotage("renraku", 4), sabotage("renraku", 4)]}, draws)
    first, second = told.told("p1", "run_report")
    assert first == second
    assert first == {
        "run": "sabotage",
        "target": "renraku",
        "player": None,
        "beneficiary": None,
        "percent": 70,
        "steps": 4,
        "influence_bonus": False,
        "paid": 200 * K,
        "success": False,
        "refund": 100 * K,
    }
    assert [line["percent"] for line in told.told("p2", "detection")] == [60]


def test_a_sponsor_citizen_of_the_target_gets_the_report_of_his_own_run() -> None:
    state = game(CALM, Who(citizenship="renraku"), Who())
    told = calm(state, {"p1": [sabotage("renraku", 3)]}, {"detection/p1.0": 1})
    assert told.told("p1", "detection")[0]["sponsor"] == "p1"


def test_d36_a_protections_sponsor_learns_only_that_it_was_launched() -> None:
    state = game(CALM, RICH, Who())
    form = {"p2": [protection("renraku", "sabotage")]}
    draws = {"success/p1.0": 1, "defence/p1.0": 100, "protection/p1.0/p2.0": 1}
    stopped = calm(state, {**form, "p1": [sabotage("renraku", 6)]}, draws)
    idle = calm(state, form)
    assert stopped.told("p2", "protection_report") == idle.told("p2", "protection_report")
    assert stopped.told("p2") == idle.told("p2") == ["balance", "protection_report"]
    assert idle.told("p2", "protection_report") == [
        {"corporation": "renraku", "defence": "sabotage", "percent": 10, "paid": 50 * K}
    ]


def test_votes_and_speculations_are_the_players_own() -> None:
    bets = [rank("spinrad", 1, K), derivative("nikkei", "up", K)]
    told = calm(game(CALM), {"p1": [vote("sony", "ares"), *bets]})
    for reader in ("public", "p2"):
        assert not {"vote_cast", "rank_result", "derivative_result"} & set(told.told(reader))
    assert told.street("sony")["unexplained"] == 1


def test_d40_what_of_a_player_is_public() -> None:
    state = game(CALM, RICH, Who())
    form = [share("sony"), share("sony"), share("ares"), influence(), join("transparency")]
    told = calm(state, {"p1": form})
    seat = told.state.public.seats[PlayerId("p1")]
    assert (seat.influence, dict(seat.shares), seat.coalition) == (10, {"ares": 1, "sony": 2}, "transparency")
    # D64: one line per buyer and corporation, with all he owns now.
    assert told.public("share_news") == [
        {"player": "p1", "corporation": "ares", "owns": 1},
        {"player": "p1", "corporation": "sony", "owns": 2},
    ]
    assert [(line["price"], line["owns"]) for line in told.told("p1", "share_bought")] == [
        (1_000 * K, 1), (1_000 * K, 2), (900 * K, 1),
    ]  # fmt: skip


def many_forms(swapped: bool) -> dict[str, list[Order]]:
    """The same acts by two players, each doing what the other does in the other case."""
    one = [sabotage("renraku", 6), datasteal("ares", "sony", 6)]
    two = [extraction("horizon", "ares", 8), sabotage("ares", 6)]
    return {"p1": two, "p2": one} if swapped else {"p1": one, "p2": two}


def test_d64_public_lines_do_not_betray_sponsors() -> None:
    """Sorted by category, then content; who sponsored which run changes no byte of the news."""
    results = []
    for swapped in (False, True):
        forms = many_forms(swapped)
        draws = {
            f"{test}/{player}.{place}": value
            for player in forms
            for place in range(2)
            for test, value in (("success", 1), ("defence", 100), ("detection", 1))
        }
        told = calm(game(CALM, RICH, RICH, Who()), forms, draws)
        results.append([(event.kind, event.data) for event in told.outcome.events if "public" in event.to])
    assert results[0] == results[1]
    kinds = [kind for kind, _ in results[0] if kind in NEWS]
    assert kinds == sorted(kinds, key=list(NEWS).index)
    runs = [(data["run"], data["target"]) for kind, data in results[0] if kind == "run_news"]
    assert runs == sorted(runs)
    assert len(runs) == 4
    categories = [NEWS[kind] for kind in kinds]
    order = ("mdc", "matrix_buzz", "people", "economy")
    assert categories == sorted(categories, key=order.index)


def test_two_equal_events_give_two_equal_lines() -> None:
    draws = {f"detection/p1.{place}": 1 for place in range(2)}
    draws |= {f"success/p1.{place}": 100 for place in range(2)}
    told = calm(game(CALM, RICH, Who()), {"p1": [sabotage("ares"), sabotage("ares")]}, draws)
    assert told.public("run_news") == [{"run": "sabotage", "target": "ares", "success": False}] * 2


def test_the_message_follows_its_headings() -> None:
    state = game(CALM, Who(money=20_000 * K, influence=5, citizenship="renraku", shares={"ares": 1}), Who())
    form = [
        join("transparency"), vote("sony", "ares"), rank("spinrad", 1, K), derivative("nikkei", "up", K),
        protection("ares", "sabotage"), sabotage("renraku"), information("p2", 3), influence(),
        Order("citizenship_claim", {"corporation": "ares"}), share("sony"), sabotage("ares", 0),
    ]  # fmt: skip
    told = calm(state, {"p1": form}, {"detection/p1.5": 1, "success/p1.6": 1})
    kinds = told.told("p1")
    assert kinds == sorted(kinds, key=[line.kind for line in MESSAGE].index)
    assert kinds == [
        "balance", "share_bought", "dividend", "dividend", "citizenship_claimed", "influence_bought",
        "run_report", "run_report", "protection_report", "detection", "derivative_result", "rank_result",
        "vote_cast", "coalition_joined", "order_dropped", "dossier",
    ]  # fmt: skip


def dossiers(state: Game, *orders: Order, draws: dict[str, int]) -> Any:
    told = calm(state, {"p1": list(orders)}, draws)
    return told.told("p1", "dossier"), told.grants


def test_d39_dossiers() -> None:
    """One per successful run; the right to read is given once, for the turns before this one."""
    state = game(CALM, RICH, Who(secrets="Left-handed."), turn=3)
    runs = (information("p2", 3), information("p2", 3))
    found, grants = dossiers(state, *runs, draws={"success/p1.0": 1, "success/p1.1": 1})
    assert [one["chapters"] for one in found] == [[1, 2], [1, 2]]
    assert grants == (Grant(PlayerId("p1"), PlayerId("p2"), (1, 2), ("dossier",)),)
    found, grants = dossiers(state, *runs, draws={"success/p1.0": 1, "success/p1.1": 100})
    assert (len(found), len(grants)) == (1, 1)
    found, grants = dossiers(state, *runs, draws={"success/p1.0": 100, "success/p1.1": 100})
    assert (found, grants) == ([], ())


def test_d63_spin_points_are_hidden() -> None:
    spinner = Who(background="spin_genius")
    state = game(CALM, RICH, spinner)
    draws = {"success/p1.0": 1, "defence/p1.0": 100, "detection/p1.0": 100}
    told = calm(state, {"p1": [extraction("ares", "sony", 8)], "p2": [vote("ares", "horizon")]}, draws)
    assert told.state.private[PlayerId("p2")].background_points == 0
    assert told.state.hidden.spin_points == {"p2": 1}
    quiet = calm(state, {"p1": [], "p2": [vote("ares", "horizon")]})
    assert quiet.state.private[PlayerId("p2")] == told.state.private[PlayerId("p2")]


def test_d61_labels_of_the_draws() -> None:
    """Player and place, whatever else stands on the form; a run without a corporation draws once."""
    state = game(CALM, RICH, RICH, Who(citizenship="sony"))
    told = calm(
        state,
        {
            "p1": [vote("sony", "ares"), sabotage("ares"), information("p2"), sabotage("ares", 0)],
            "p2": [protection("ares", "sabotage"), protection("ares", "extraction"), information("p3")],
        },
    )
    assert set(told.dice.drawn) == {
        "success/p1.1", "defence/p1.1", "protection/p1.1/p2.0", "detection/p1.1",
        "success/p1.2",
        "success/p2.2", "defence/p2.2", "detection/p2.2",
        "hand/up", "hand/down",
    }  # fmt: skip


def test_d61_reports_stand_in_the_order_of_identifiers() -> None:
    cast = [RICH] * 11
    cast[2] = CITIZEN
    draws = {"detection/p2.0": 1, "detection/p11.0": 1}
    told = calm(game(CALM, *cast), {"p11": [sabotage("renraku")], "p2": [sabotage("renraku")]}, draws)
    assert [line["sponsor"] for line in told.told("p3", "detection")] == ["p2", "p11"]
