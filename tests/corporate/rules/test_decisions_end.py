"""Decisions of section 10 about the end of the game, and every Background of 8.7."""

from __future__ import annotations

from typing import Any

import pytest

from corporate.rules import RULES
from corporate.rules.backgrounds import PER_TURN
from corporate.rules.content import BACKGROUNDS, TITLES
from corporate.rules.scoring import AT_THE_END, MEASURES, score
from corporate.rules.state import Council, Stage, Tally
from games.contract import Order, PlayerId, Standing

from .scene import (
    CALM,
    Game,
    Who,
    calm,
    claim,
    derivative,
    extraction,
    game,
    influence,
    information,
    join,
    noon,
    protection,
    rank,
    sabotage,
    share,
    vote,
)

K = 1000
P1, P2, P3 = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")


def of(standings: tuple[Standing, ...] | None, player: str = "p1") -> Standing:
    assert standings is not None
    return next(one for one in standings if one.player == player)


def lines(state: Game, code: str, player: str = "p1") -> list[tuple[int, dict[str, Any]]]:
    return [(one.amount, dict(one.params)) for one in of(score(state), player).breakdown if one.code == code]


def titles(state: Game, player: str = "p1") -> dict[str, int]:
    return {params["title"]: amount for amount, params in lines(state, "title", player)}


def test_the_game_ends_after_turn_8() -> None:
    seventh = calm(game(CALM, turn=7), {})
    assert (seventh.state.public.stage, seventh.state.public.turn) == (Stage.TURNS, 8)
    assert RULES.standings(seventh.state.public) is None
    eighth = calm(game(CALM, turn=8), {})
    public = eighth.state.public
    assert (public.stage, public.turn) == (Stage.OVER, 8)
    assert RULES.windows(public) == ()
    standings = RULES.standings(public)
    assert standings is not None
    assert all(one.score == sum(line.amount for line in one.breakdown) for one in standings)
    winners = [one.player for one in standings if one.rank == 1]
    assert eighth.public("game_over") == [{"turn": 8, "winners": winners, "score": standings[0].score}]
    assert eighth.told("public")[-1] == "game_over"


def test_d47_joint_winners_and_places() -> None:
    state = game(CALM, Who(), Who(background="nobody", hidden="heir"), Who(), turn=8)
    standings = score(state)
    assert [(one.player, one.rank) for one in standings] == [("p1", 1), ("p3", 1), ("p2", 3)]
    assert calm(state, {}).public("game_over")[0]["winners"] == ["p1", "p3"]


def test_d42_corporations_that_crashed_are_left_out() -> None:
    assets = {"spinrad": 40, "sony": 12, "ares": -1, "horizon": 5}
    crashed = {"ares": 8}
    state = game(
        assets, Who(shares={"horizon": 1, "sony": 1}, citizenship="horizon"), Who(), turn=8, crashed=crashed
    )
    assert lines(state, "shares") == [
        (3, {"rank": 2, "corporation": "sony", "count": 1}),
        (1, {"rank": 3, "corporation": "horizon", "count": 1}),
    ]
    assert lines(state, "citizenship") == [(7, {"corporation": "horizon", "rank": 3})]


def test_citizenship_points_need_a_citizenship() -> None:
    state = game(CALM, Who(claims=(2,)), Who(citizenship="sony"), Who(citizenship="sony"))
    assert lines(state, "citizenship") == []
    assert lines(state, "claim") == [(-2, {"turn": 2})]
    assert lines(state, "fellow_citizens") == []
    assert lines(state, "fellow_citizens", "p2") == [(-3, {"count": 1})]
    assert lines(state, "citizenship", "p2") == [(6, {"corporation": "sony", "rank": 4})]


def test_d44_titles_at_zero_are_not_awarded() -> None:
    state = game(CALM, Who(strategies={"leader": 5}), Who())
    assert titles(state) == {"patriarch": 5}
    assert lines(state, "strategy") == [(-3, {"title": "leader", "points": 5, "held": False})]
    rich = game(CALM, Who(scoring_money=K), Who())
    assert titles(rich)["rentier"] == 5
    assert lines(rich, "money") == [(2, {"money": K, "richer": 0})]
    assert lines(rich, "money", "p2") == [(1, {"money": 0, "richer": 1})]


@pytest.mark.parametrize(
    ("title", "who"),
    [
        ("big_boss", Who(shares={"spinrad": 1})),
        ("patriarch", Who(influence=2)),
        ("builder", Who(shares={"sony": 3})),
        ("conqueror", Who(shares={"sony": 3})),
        ("opportunist", Who(shares={"sony": 1, "ares": 1})),
        ("rentier", Who(scoring_money=5)),
        ("leader", Who(wins=1)),
        ("wall_street_man", Who(tally=Tally(speculations_won=1))),
        ("spymaster", Who(tally=Tally(runs_won={"information": 1}))),
        ("code_breaker", Who(tally=Tally(runs_won={"datasteal": 1}))),
        ("arsonist", Who(tally=Tally(runs_won={"sabotage": 1}))),
        ("matchmaker", Who(tally=Tally(runs_won={"extraction": 1}))),
        ("paranoid_datasteal", Who(tally=Tally(protections={"datasteal": 1}))),
        ("paranoid_sabotage", Who(tally=Tally(protections={"sabotage": 1}))),
        ("paranoid_extraction", Who(tally=Tally(protections={"extraction": 1}))),
    ],
)
def test_titles(title: str, who: Who) -> None:
    rivals = Who(shares={"sony": 1}), Who(shares={"sony": 1})
    assert titles(game(CALM, who, *rivals))[title] == TITLES[title].points
    assert titles(game(CALM, who, who, who)).get(title, 0) in (TITLES[title].points // 3, 0)


def test_the_conqueror_holds_strictly_more() -> None:
    state = game(CALM, Who(shares={"sony": 2, "ares": 1}), Who(shares={"sony": 2, "horizon": 1}), Who())
    conqueror = next(params for _, params in lines(state, "title") if params["title"] == "conqueror")
    assert conqueror == {"title": "conqueror", "tied": 2, "measure": 1}


def test_every_title_and_background_has_its_rule() -> None:
    assert list(MEASURES) == list(TITLES)
    per_turn = {slug for slug, row in BACKGROUNDS.items() if row.when == "turn"}
    assert {*PER_TURN, "spin_genius"} == per_turn
    assert set(AT_THE_END) == set(BACKGROUNDS) - per_turn


def test_a_tie_shares_the_title_and_counts_for_strategies() -> None:
    state = game(CALM, Who(strategies={"patriarch": 6}), Who(), Who())
    assert titles(state)["patriarch"] == 3
    assert lines(state, "strategy") == [(6, {"title": "patriarch", "points": 6, "held": True})]


def test_no_background() -> None:
    assert lines(game(CALM), "no_background") == [(4, {})]
    assert lines(game(CALM, characters=False), "no_background") == []
    assert lines(game(CALM, Who(background="heir"), Who()), "no_background") == []


def test_d46_what_is_bought_on_turn_8_counts() -> None:
    state = game(CALM, Who(influence=2, shares={"ares": 1}, background="heir"), Who(), turn=8)
    told = calm(state, {"p1": [influence(), claim("ares")]})
    mine = of(told.state.public.standings)
    found = {line.code: (line.amount, dict(line.params)) for line in mine.breakdown}
    assert found["background"] == (2, {"background": "heir", "influence": 3})
    assert found["citizenship"] == (5, {"corporation": "ares", "rank": 5})
    assert found["claim"] == (-8, {"turn": 8})


# ---- Backgrounds of every turn ------------------------------------------------------------------


def points(background: str, form: list[Order], *, level: int = 1, **others: list[Order]) -> int:
    state = game(
        CALM, Who(money=20_000 * K, influence=level, background=background), Who(money=20_000 * K), Who()
    )
    return calm(state, {"p1": form, **others}).state.private[P1].background_points


def test_golden_boy() -> None:
    full = [rank("ares", 1, 200 * K), derivative("nikkei", "up", 200 * K)]
    assert points("golden_boy", full, level=2) == 1
    assert points("golden_boy", full[:1], level=2) == 0
    assert points("golden_boy", [full[0], rank("ares", 1, 199 * K)], level=2) == 0
    assert points("golden_boy", []) == 0


def test_shadow_veteran() -> None:
    runs = [sabotage("ares"), protection("ares", "sabotage"), information("p2")]
    assert points("shadow_veteran", runs, level=2) == 1
    assert points("shadow_veteran", runs[:2], level=2) == 0


def test_decorated_veteran() -> None:
    assert points("decorated_veteran", [protection("ares", "sabotage")] * 2, level=2) == 1
    assert points("decorated_veteran", [protection("ares", "sabotage"), sabotage("ares")], level=2) == 0


def test_made_man() -> None:
    assert points("made_man", [sabotage("ares")] * 2, level=2) == 1
    assert points("made_man", [sabotage("ares"), extraction("ares", "sony")], level=2) == 0


def test_d49_old_hand() -> None:
    assert points("old_hand", [share("ares")]) == 1
    assert points("old_hand", [share("ares")], p2=[share("sony")]) == 1
    assert points("old_hand", [share("ares")], p2=[share("ares")]) == 0
    assert points("old_hand", []) == 0


def test_winning_ticket() -> None:
    assert points("winning_ticket", [share("ares"), vote("ares", "sony")]) == 1
    assert points("winning_ticket", [protection("ares", "sabotage")]) == 0
    assert points("winning_ticket", [rank("ares", 1, K)]) == 0
    assert points("winning_ticket", [rank("ares", 99, K)]) == 1  # dropped: it counts for nothing


def test_power_broker_and_lawyer() -> None:
    state = [join("public_contracts"), share("ares")]
    against = [join("urban_development")]
    assert points("power_broker", state, p2=against) == 1
    assert points("power_broker", state[:1], p2=against) == 0
    assert points("lawyer", state, p2=against) == 1
    assert points("lawyer", [*state, share("sony")], level=2, p2=[*against, share("horizon")]) == 2
    assert points("lawyer", state, p2=[join("transparency")]) == 0
    assert points("lawyer", state[:1], p2=against) == 0


def test_hidden_backgrounds_score_too() -> None:
    state = game(CALM, Who(background="nobody", hidden="winning_ticket"), Who(), turn=8)
    told = calm(state, {})
    assert told.state.private[P1].background_points == 1
    assert [
        (line.amount, dict(line.params))
        for line in of(told.state.public.standings).breakdown
        if line.code == "background"
    ] == [(-1, {"background": "nobody"}), (1, {"background": "winning_ticket", "points": 1})]


def spin(form: list[Order], success: int = 1, *, own: list[Order] | None = None) -> int:
    state = game(
        CALM, Who(background="spin_genius", money=9_000 * K), Who(money=20_000 * K, influence=5), Who()
    )
    draws = {"success/p2.0": success, "defence/p2.0": 100, "success/p1.1": success, "defence/p1.1": 100}
    told = calm(state, {"p1": [vote("ares", "sony"), *(own or [])], "p2": form}, draws)
    return told.state.hidden.spin_points.get(P1, 0)


def test_spin_genius() -> None:
    assert spin([sabotage("ares", 6)]) == 1
    assert spin([extraction("ares", "horizon", 8)]) == 1
    assert spin([sabotage("ares", 6)], success=100) == 0
    assert spin([sabotage("sony", 6)]) == 0
    assert spin([], own=[sabotage("ares", 6)]) == 0
    assert (
        spin(
            [
                Order(
                    "datasteal",
                    {"target": "ares", "beneficiary": "sony", "steps": 6, "influence_bonus": False},
                )
            ]
        )
        == 0
    )
    state = game(CALM, Who(background="spin_genius"), Who(), spin={"p1": 3})
    assert lines(state, "background") == [(3, {"background": "spin_genius", "points": 3})]


# ---- Backgrounds of the end ---------------------------------------------------------------------


def background(who: Who, assets: Any = CALM, **more: Any) -> tuple[int, dict[str, Any]]:
    found = lines(game(assets, who, Who(shares={"sony": 1}), **more), "background")
    assert len(found) == 1
    return found[0]


def test_young_wolf() -> None:
    who = Who(background="young_wolf", shares={"spinrad": 2, "horizon": 1, "sony": 4})
    assert background(who) == (3, {"background": "young_wolf", "shares": 3})


@pytest.mark.parametrize(("level", "earned"), [(1, 0), (2, 0), (3, 2), (4, 4), (5, 8), (6, 12), (9, 12)])
def test_d50_heir(level: int, earned: int) -> None:
    assert background(Who(background="heir", influence=level))[0] == earned


def test_social_parasite() -> None:
    told = calm(
        game(CALM, Who(money=9_000 * K, background="social_parasite"), Who(), Who(), turn=8),
        {"p1": [information("p2", 3), information("p2", 3), information("p3", 3)]},
        {"success/p1.0": 1, "success/p1.1": 1, "success/p1.2": 1},
    )
    assert told.state.private[P1].tally.informed_on == ("p2", "p3")
    found = [line for line in of(told.state.public.standings).breakdown if line.code == "background"]
    assert (found[0].amount, found[0].params["players"]) == (4, 2)
    assert background(Who(background="social_parasite"))[0] == 2


def test_d67_man_of_honour() -> None:
    def earned(citizenship: str | None, **shares: int) -> int:
        who = Who(background="man_of_honour", citizenship=citizenship, shares=shares)
        return background(who)[0]

    assert earned("ares", ares=2, sony=1) == 6
    assert earned("ares", ares=1, sony=1) == 0
    assert earned("ares") == 0
    assert earned(None, ares=1) == 0
    assert earned("ares", ares=1) == 6


def test_celebrity() -> None:
    who = Who(background="celebrity", scoring_money=K)
    assert background(who) == (2, {"background": "celebrity", "money_points": 2})


@pytest.mark.parametrize(
    ("chosen", "earned", "place"),
    [("ares", 0, 5), ("neonet", 4, 6), ("prometheus", 4, 9), ("saeder-krupp", 8, 10)],
)
def test_d50_avenger(chosen: str, earned: int, place: int) -> None:
    found = background(Who(background="avenger", avenger=chosen))
    assert found == (earned, {"background": "avenger", "corporation": chosen, "rank": place})


def test_d50_avenger_of_the_crashed_and_of_the_last_of_few() -> None:
    who = Who(background="avenger", avenger="ares")
    crashed = background(who, crashed={"ares": 4})
    assert crashed == (12, {"background": "avenger", "corporation": "ares", "rank": None})
    assert background(who, {"spinrad": 9, "sony": 8, "ares": 4})[0] == 8


def test_d62_an_early_end_scores_the_last_record() -> None:
    state = game({"ares": 1}, Who(money=9_000 * K), Who(shares={"ares": 1}), turn=2)
    draws = {"success/p1.0": 1, "defence/p1.0": 100, "success/p1.1": 1, "defence/p1.1": 100}
    told = noon(state, {"p1": [sabotage("ares", 6)] * 2}, None, draws)
    mine = of(told.state.public.standings)
    assert {line.code for line in mine.breakdown} == {"money", "no_background", "title"}
    assert of(told.state.public.standings, "p2").breakdown[0].params["money"] == 2_000 * K


def test_council_of_the_last_turn_counts() -> None:
    told = calm(game(CALM, Who(wins=2), Who(), turn=8), {"p1": [join("deregulation")]})
    assert told.state.public.winning_turns == {P1: 3, P2: 0}
    assert isinstance(told.state.public.council, Council)
    leader = [
        line for line in of(told.state.public.standings).breakdown if line.params.get("title") == "leader"
    ]
    assert (leader[0].amount, leader[0].params["measure"]) == (5, 3)
