"""The worked examples of section 9 about the ranking, effects, crashes, the MDC, a whole first turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from corporate.rules.ranking import ranking
from corporate.rules.setup import draw_ranking
from games.contract import Dice, LoadedDice

from .scene import (
    CALM,
    MANHATTAN,
    Noon,
    Who,
    calm,
    derivative,
    game,
    influence,
    join,
    noon,
    protection,
    rank,
    sabotage,
    share,
    vote,
)

K = 1000


def test_e17_ranking_ties() -> None:
    """D19: the assets of earlier turns, then the initial rank."""
    # In initial order; A 11/12/9, B 11/10/14, C 11/10/14, and C better than B at first.
    state = game({"sony": (14, 10, 11), "renraku": (9, 12, 11), "ares": (14, 10, 11)}, turn=3)
    corporations = state.public.corporations
    order = ranking({slug: corporations[slug].assets for slug in corporations}, corporations)
    assert order == ("renraku", "sony", "ares")
    # Initial ranks the other way round.
    state = game({"ares": (14, 10, 11), "renraku": (9, 12, 11), "sony": (14, 10, 11)}, turn=3)
    assert ranking(dict.fromkeys(state.public.corporations, 11), state.public.corporations) == (
        "renraku",
        "ares",
        "sony",
    )


def test_e18_two_negative_corporations() -> None:
    assets = {**CALM, "prometheus": 1, "saeder-krupp": 1, "aztechnology": 4}
    bettor = Who(influence=3, shares={"aztechnology": 1})
    state = game(assets, bettor, Who(money=9_000 * K), turn=3)
    # Saeder-Krupp: -1 by the hand, then last of the ranking, +2 by its own effect. So: Prometheus.
    forms = {
        "p1": [rank("prometheus", 9, K), rank("saeder-krupp", 10, K), rank("saeder-krupp", 9, K)],
        "p2": [sabotage("prometheus", 9), sabotage("saeder-krupp", 9), sabotage("saeder-krupp", 9)],
    }
    draws = {
        f"{test}/p2.{place}": value for place in range(3) for test, value in (("success", 1), ("defence", 99))
    }
    told = calm(state, forms, draws)
    # Prometheus 1 - 2; Saeder-Krupp 1 - 2 - 2 - 1 + 2.
    assert told.assets("prometheus", "saeder-krupp") == [-1, -2]
    assert [(line["final"], line["won"], line["odds"]) for line in told.told("p1", "rank_result")] == [
        (9, True, 5),
        (10, True, 3),
        (10, False, 5),
    ]
    assert {news["corporation"]: news["assets"] for news in told.public("crash_news")} == {
        "prometheus": -1,
        "saeder-krupp": -2,
    }
    # The 8th pays normally: the last rank is held by a corporation about to crash.
    assert told.told("p1", "dividend")[0]["amount"] == 4 * 50 * K


def test_e19_saved_by_its_effect() -> None:
    told = noon(
        game({"spinrad": 20, "sony": 10, "ares": 9, "saeder-krupp": 1}, turn=2),
        {"p1": [vote("ares", "saeder-krupp")]},
        ("ares", "saeder-krupp"),
    )
    assert told.assets("saeder-krupp") == 1
    assert told.public("crash_news") == []
    # Spinrad last with 1; first is Saeder-Krupp, whose first effect hits the second alone.
    told = noon(
        game({"saeder-krupp": 20, "sony": 10, "ares": 5, "spinrad": 2}, turn=2), {}, ("sony", "spinrad")
    )
    assert told.assets("spinrad", "ares") == [0, 6]
    assert told.state.public.corporations["spinrad"].crashed == 2


def test_e20_simultaneous_effects() -> None:
    assets = {"aztechnology": 14, "sony": 10, "ares": 9, "horizon": 4}
    told = noon(game(assets, turn=2), {}, ("aztechnology", "horizon"))
    assert told.assets("horizon", "aztechnology") == [1, 15]
    first, last = told.public("effect_news")
    assert first == {
        "which": "first",
        "corporation": "aztechnology",
        "deltas": [{"corporation": "horizon", "delta": -2}],
    }
    # Both changes of the last effect fall on the corporation that leads, and add up.
    assert last == {
        "which": "last",
        "corporation": "horizon",
        "deltas": [{"corporation": "aztechnology", "delta": 0}],
    }


def test_e21_effects_on_fixed_targets() -> None:
    assets = {
        "saeder-krupp": 14, "sony": 13, "ares": 12, "neonet": 10, "renraku": 9,
        "shiawase": 8, "horizon": 7, "aztechnology": 6, "spinrad": 4, "prometheus": 4,
    }  # fmt: skip
    # The hand is undone by a vote.
    told = noon(game(assets, turn=2), {"p1": [vote("shiawase", "horizon")]}, ("horizon", "shiawase"))
    assert told.ranking()[:3] == ["saeder-krupp", "ares", "sony"]
    assert told.assets("saeder-krupp", "ares", "sony") == [16, 12, 11]


def council(lena: str | None) -> Noon:
    jack = Who(shares={"horizon": 3, "ares": 1})
    shiro = Who(money=9_000 * K, shares={"horizon": 1, "renraku": 2})
    state = game(CALM, jack, shiro, Who(shares={"ares": 1}), turn=2)
    return calm(
        state,
        {
            "p1": [join("public_contracts")],
            "p2": [join("urban_development"), share("sony")],  # bought this turn: it counts
            "p3": [join(lena)] if lena else [],
        },
    )


def test_e22_mdc() -> None:
    told = council(None)
    assert told.public("mdc_result") == [
        {
            "winner": "urban_development",
            "coalitions": [
                {
                    "coalition": "urban_development",
                    "weight": 3,
                    "players": ["p2"],
                    "corporations": ["renraku", "sony"],
                },
                {
                    "coalition": "public_contracts",
                    "weight": 2,
                    "players": ["p1"],
                    "corporations": ["horizon"],
                },
            ],
        }
    ]
    assert told.assets("renraku", "sony", "horizon", "ares") == [13, 11, 10, 9]
    assert told.street("horizon")["mdc"] == -1
    assert told.told("p2", "coalition_joined") == [{"coalition": "urban_development", "won": True}]
    assert told.told("p1", "coalition_joined") == [{"coalition": "public_contracts", "won": False}]
    tie = council("public_contracts")
    assert tie.public("mdc_result")[0]["winner"] is None
    assert [row["weight"] for row in tie.public("mdc_result")[0]["coalitions"]] == [3, 3]
    assert tie.assets("renraku", "sony", "horizon", "ares") == [12, 10, 11, 9]
    assert tie.state.public.council.winner is None


ANA = [
    share("horizon"),
    vote("horizon", "ares"),
    join("public_contracts"),
    sabotage("ares", 5, True),
    rank("horizon", 6, 100 * K),
]
BRUNO = [
    share("prometheus"),
    vote("prometheus", "neonet"),
    join("urban_development"),
    protection("ares", "sabotage", 1, True),
    influence(),
]
CHLOE = [
    share("ares"),
    vote("ares", "horizon"),
    join("public_contracts"),
    derivative("dow_jones", "up", 100 * K),
]


@pytest.fixture(name="first_turn")
def play_first_turn() -> Noon:
    return noon(
        game(MANHATTAN),
        {"p1": ANA, "p2": BRUNO, "p3": CHLOE},
        ("sony", "spinrad"),
        {"success/p1.3": 88, "defence/p1.3": 45, "protection/p1.3/p2.3": 61, "detection/p1.3": 74},
    )


def test_e27_a_whole_first_turn(first_turn: Noon) -> None:
    told = first_turn
    rows = told.public("wall_street")[0]["rows"]
    assert [(row["corporation"], row["assets"]) for row in rows] == [
        ("ares", 14), ("neonet", 11), ("shiawase", 11), ("renraku", 11), ("sony", 11), ("horizon", 10),
        ("spinrad", 9), ("aztechnology", 9), ("saeder-krupp", 9), ("prometheus", 8),
    ]  # fmt: skip
    before = dict.fromkeys(("p1", "p2", "p3"), 2000 * K)
    after = {"p1": 1_750 * K, "p2": 650 * K, "p3": 1_325 * K}
    for player in before:
        assert told.told(player, "balance") == [{"before": before[player], "after": after[player]}]
        assert told.money(player) == after[player]
    dividends = [told.told(player, "dividend")[0]["amount"] for player in before]
    assert dividends == [500 * K, 200 * K, 1_050 * K]
    assert told.told("p1", "rank_result")[0]["received"] == 500 * K
    lost = told.told("p3", "derivative_result")[0]
    assert (lost["was"], lost["now"], lost["won"]) == (42, 42, False)
    assert told.state.public.seats["p2"].influence == 2  # type: ignore[index]
    assert told.state.public.turn == 2


def test_e27_wall_street(first_turn: Noon) -> None:
    def parts(corporation: str) -> dict[str, Any]:
        row = first_turn.street(corporation)
        return {
            key: row[key] for key in ("change", "mdc", "sabotage", "first", "last", "unexplained") if row[key]
        }

    assert parts("ares") == {"change": 1, "mdc": 1, "sabotage": -2, "last": 2}
    assert first_turn.street("ares")["unexplained"] == 0
    assert parts("prometheus") == {"change": 1, "mdc": -1, "first": 1, "unexplained": 1}
    assert first_turn.street("sony")["was_rank"] == 6
    assert first_turn.public("run_news") == [{"run": "sabotage", "target": "ares", "success": True}]
    weights = {row["coalition"]: row["weight"] for row in first_turn.public("mdc_result")[0]["coalitions"]}
    assert weights == {"public_contracts": 4, "urban_development": 2}


def test_e30_initial_ranking() -> None:
    """D7: every ranking that is allowed is equally likely."""
    drawn = draw_ranking(LoadedDice({"rank/spinrad": 0, "rank/prometheus": 4}))
    assert (drawn["spinrad"].rank, drawn["spinrad"].assets) == (5, 10)
    assert (drawn["prometheus"].rank, drawn["prometheus"].assets) == (10, 7)
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(2_000):
        dice = Dice(b"ranking %d" % seed)
        listed = draw_ranking(dice)
        assert set(dice.drawn) == {"rank/spinrad", "rank/prometheus", "rank/others"}
        assert sum(row.assets for row in listed.values()) == 100
        assert sorted(row.initial_rank for row in listed.values()) == list(range(1, 11))
        assert listed["spinrad"].rank >= 5
        assert listed["prometheus"].rank >= 5
        counts[listed["spinrad"].rank, listed["prometheus"].rank] += 1
    # 6 x 5 pairs of ranks, equally likely.
    assert len(counts) == 30
    assert max(counts.values()) < 3 * min(counts.values())
