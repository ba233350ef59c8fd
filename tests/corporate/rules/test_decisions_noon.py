"""Decisions of section 10 about the resolution."""

from __future__ import annotations

from corporate.rules import RULES
from corporate.rules.state import Council, Stage
from games.contract import Dice, PlayerId

from .scene import (
    CALM,
    Noon,
    Who,
    calm,
    claim,
    codes,
    datasteal,
    derivative,
    extraction,
    game,
    information,
    join,
    noon,
    protection,
    quote,
    rank,
    sabotage,
    share,
    vote,
)

K = 1000
RICH = Who(money=20_000 * K, influence=9)
P1, P2, P3 = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")


def test_d01_spinrads_last_effect() -> None:
    told = noon(game({"sony": 20, "ares": 9, "horizon": 8, "spinrad": 5}, turn=2), {}, ("sony", "spinrad"))
    assert told.assets("spinrad", "horizon") == [3, 9]
    assert told.street("horizon")["last"] == 1


def test_d11_datasteal_protections_stop_information_runs() -> None:
    state = game(CALM, RICH, Who(citizenship="sony"), Who())
    forms = {
        "p1": [information("p2", 3)],
        "p3": [protection("sony", "datasteal"), protection("sony", "sabotage")],
    }
    draws = {"success/p1.0": 1, "defence/p1.0": 11, "protection/p1.0/p3.0": 50, "detection/p1.0": 60}
    told = calm(state, forms, draws)
    assert not told.told("p1", "run_report")[0]["success"]
    assert "protection/p1.0/p3.1" not in told.dice.drawn
    assert calm(state, forms, {**draws, "protection/p1.0/p3.0": 51}).told("p1", "run_report")[0]["success"]
    assert not calm(state, forms, {**draws, "protection/p1.0/p3.0": 51, "defence/p1.0": 10}).told(
        "p1", "run_report"
    )[0]["success"]
    # The target, citizen of the corporation that detected, gets the full report; the news do not.
    assert told.told("p2", "detection")[0]["player"] == "p2"
    assert told.public("run_news") == []


def test_d13_every_claim_costs_the_turn() -> None:
    state = game(CALM, Who(shares={"sony": 1, "ares": 1}), Who(), turn=4)
    first = calm(state, {"p1": [claim("sony")]}).state
    second = calm(first, {"p1": [claim("ares")]}).state
    assert second.private[P1].claims == (4, 5)
    assert second.public.seats[P1].citizenship == "ares"


def test_d15_a_dominant_shareholder_in_no_coalition() -> None:
    state = game(CALM, Who(shares={"ares": 3}), Who(shares={"ares": 1, "sony": 1}))
    told = calm(state, {"p2": [join("public_contracts")]})
    assert told.public("mdc_result")[0]["coalitions"] == [
        {"coalition": "public_contracts", "weight": 2, "players": ["p2"], "corporations": ["sony"]}
    ]
    assert told.assets("ares", "sony") == [9, 11]
    assert told.state.public.seats[P1].coalition is None
    assert told.state.public.seats[P2].coalition == "public_contracts"
    assert told.state.public.winning_turns == {P1: 0, P2: 1}


def test_nobody_wins_when_nobody_joins() -> None:
    told = calm(game(CALM), {})
    assert told.public("mdc_result") == [{"winner": None, "coalitions": []}]


def test_d21_the_invisible_hand_raises_and_lowers_two_corporations() -> None:
    seen = set()
    for seed in range(60):
        state = game({"spinrad": 40, "ares": 9, "saeder-krupp": 5}, turn=2)
        dice = Dice(b"hand %d" % seed)
        RULES.resolve(state, RULES.windows(state.public)[0], {}, dice)
        seen.add((dice.drawn["hand/up"], dice.drawn["hand/down"]))
    assert seen == {(up, down) for up in range(3) for down in range(2)}
    told = noon(game(CALM, turn=2), {}, ("ares", "sony"))
    assert told.assets("ares", "sony") == [10, 9]
    assert told.street("ares")["unexplained"] == 1


def test_d21_alone_it_gains() -> None:
    told = noon(game({"ares": 5}, Who(shares={"ares": 2}), Who(), turn=3), {})
    assert "hand/down" not in told.dice.drawn
    # Ares applies both effects: #last +1 and #1 -1 on itself; #2 and #last-1 do not exist (D23).
    assert told.assets("ares") == 6
    # D27: alone, it pays as the first one.
    assert told.told("p1", "dividend")[0]["rate"] == 75_000


def test_one_corporation_left_allows_few_orders() -> None:
    state = game({"ares": 5, "sony": 1}, turn=3, crashed={"sony": 2})
    for order in (vote("ares", "sony"), datasteal("ares", "sony"), extraction("sony", "ares")):
        assert codes(state, order) == ["not_in_play"]
    assert codes(state, sabotage("ares"), share("ares"), rank("ares", 1, K)) == []
    assert quote(state, rank("ares", 1, K)).orders[0].params["odds"] == 3


def test_d22_the_council_protects_those_recorded_when_it_won() -> None:
    state = game(CALM, Who(shares={"sony": 2}), Who(money=20_000 * K, influence=5), turn=2)
    told = calm(state, {"p1": [join("targeted_controls")]}).state
    assert told.public.council.corporations == {"targeted_controls": ("sony",)}
    # p2 now holds more of Sony than p1: what counts is the record.
    later = calm(told, {"p2": [share("sony")] * 3 + [join("deregulation"), join("deregulation")]})
    assert quote(told, sabotage("sony"), player="p2").orders[0].params["mdc"] == -10
    assert quote(told, sabotage("ares"), player="p2").orders[0].params["mdc"] == 0
    # On the turn after, only the new record counts.
    assert quote(later.state, sabotage("sony"), player="p2").orders[0].params["mdc"] == 0
    assert later.state.public.council.winner == "deregulation"


def test_d23_missing_targets_are_ignored() -> None:
    # NeoNET first: Spinrad (crashed) -1, #2 -1. Renraku last: Sony -1, Shiawase +1 (not in the game).
    assets = {"neonet": 20, "sony": 10, "ares": 9, "renraku": 4, "spinrad": 1}
    told = noon(game(assets, turn=3, crashed={"spinrad": 2}), {}, ("ares", "neonet"))
    first, last = told.public("effect_news")
    assert first["deltas"] == [{"corporation": "sony", "delta": -1}]
    assert last["deltas"] == [{"corporation": "sony", "delta": -1}]
    assert told.assets("sony", "spinrad") == [8, 1]


def test_effects_with_two_corporations() -> None:
    # Ares first: #last +1, #last-1 (itself) +1; NeoNET last: NeoNET +1.
    told = noon(game({"ares": 9, "neonet": 4}, turn=2), {}, ("ares", "neonet"))
    assert told.assets("ares", "neonet") == [9 + 1 + 1, 4 - 1 + 1 + 1]


def crash(**cast: Who) -> Noon:
    """Sony, last, goes down to -1 on turn 3."""
    assets = {"spinrad": 40, "ares": 9, "saeder-krupp": 5, "sony": 1}
    state = game(assets, *cast.values(), turn=3)
    forms = {"p1": [claim("sony")], "p2": [claim("ares")], "p3": [sabotage("sony", 6)]}
    return calm(state, forms, {"success/p3.0": 1, "defence/p3.0": 99})


def test_d25_d26_dividends_on_a_crash() -> None:
    holder = Who(shares={"sony": 2, "saeder-krupp": 1})
    told = crash(p1=holder, p2=Who(shares={"ares": 1}), p3=RICH)
    lines = {line["corporation"]: line for line in told.told("p1", "dividend")}
    assert (lines["sony"]["assets"], lines["sony"]["rate"], lines["sony"]["amount"]) == (-1, 25_000, 0)
    # Saeder-Krupp, the last one left, gets the normal rate.
    assert lines["saeder-krupp"]["rate"] == 50_000


def test_d28_a_claim_of_a_corporation_that_crashes() -> None:
    told = crash(p1=Who(shares={"sony": 2}), p2=Who(citizenship="sony", shares={"ares": 1}), p3=RICH)
    after = told.state
    assert told.public("citizenship_news") == [
        {"player": "p2", "corporation": "ares"},
        {"player": "p1", "corporation": "sony"},
    ]
    # p1 pays and loses it; p2 had left in time and loses nothing.
    assert told.public("citizenship_lost_news") == [{"player": "p1", "corporation": "sony"}]
    assert told.told("p1", "citizenship_lost") == [{"corporation": "sony"}]
    assert told.told("p2", "citizenship_lost") == []
    assert (after.public.seats[P1].citizenship, after.public.seats[P2].citizenship) == (None, "ares")
    assert after.private[P1].claims == (3,)
    assert told.told("p1", "shares_lost") == [{"corporation": "sony", "count": 2}]
    assert told.public("crash_news") == [{"corporation": "sony", "assets": -1, "shares_lost": 2}]
    assert dict(after.public.seats[P1].shares) == {}
    assert told.street("sony")["crashed"]
    corporation = after.public.corporations["sony"]
    assert (corporation.assets, corporation.crashed, corporation.history) == (-1, 3, (1, 1, 1, -1))
    again = calm(after, {})
    assert "sony" not in again.ranking()
    assert again.state.public.corporations["sony"] == corporation


def test_d29_no_corporation_left_ends_the_game() -> None:
    told = noon(game({"ares": 1}, RICH, Who(), turn=3), {"p1": [sabotage("ares", 6)] * 2}, None, {
        "success/p1.0": 1, "defence/p1.0": 99, "success/p1.1": 1, "defence/p1.1": 99,
    })  # fmt: skip
    assert told.assets("ares") == -2
    public = told.state.public
    assert (public.stage, public.turn) == (Stage.OVER, 3)
    assert public.standings is not None
    assert told.public("game_over") == [{"turn": 3, "winners": ["p1"], "score": public.standings[0].score}]
    # D62: the money of step 12 of that turn counts.
    assert told.state.private[P1].scoring_money == told.money("p1")


def test_d30_raw_percentages_are_compared_with_the_councils_part() -> None:
    """p1 has 10 more from the council, p2 a step more: equal, so that both are hindered."""
    council = Council("transparency", {"transparency": ("p1",)})
    state = game(CALM, RICH, RICH, Who(citizenship="renraku"), turn=2, council=council)
    told = calm(
        state,
        {"p1": [sabotage("renraku", 3)], "p2": [sabotage("renraku", 4)]},
        {"detection/p1.0": 1, "detection/p2.0": 1},
    )
    assert [line["percent"] for line in told.told("p3", "detection")] == [60, 60]


def test_d31_a_protection_also_stops_its_own_sponsor() -> None:
    state = game(CALM, RICH, Who())
    form = [protection("renraku", "sabotage", 2, True), sabotage("renraku", 6)]
    draws = {"success/p1.1": 1, "defence/p1.1": 99, "protection/p1.1/p1.0": 50}
    assert not calm(state, {"p1": form}, draws).told("p1", "run_report")[0]["success"]


def test_d32_an_unchanged_derivative_loses_both_ways() -> None:
    told = calm(game(CALM), {"p1": [derivative("nikkei", "up", K)], "p2": [derivative("nikkei", "down", K)]})
    for player in ("p1", "p2"):
        assert told.told(player, "derivative_result")[0]["won"] is False


def test_d41_citizens_of_the_start_of_the_turn() -> None:
    state = game(CALM, RICH, Who(citizenship="ares", shares={"sony": 1}), Who(shares={"ares": 1}))
    told = calm(
        state,
        {"p1": [sabotage("ares", 1)], "p2": [claim("sony")], "p3": [claim("ares")]},
        {"detection/p1.0": 30},
    )
    assert len(told.told("p2", "detection")) == 1
    assert told.told("p3", "detection") == []


def test_d55_information_runs_compete_on_the_same_player() -> None:
    state = game(CALM, RICH, Who(citizenship="ares"), Who(citizenship="ares"))
    told = calm(
        state,
        {"p1": [information("p2", 2), information("p2", 1), information("p3", 1)]},
        {f"detection/p1.{place}": 1 for place in range(3)},
    )
    assert [line["percent"] for line in told.told("p2", "detection")] == [80, 60, 70]


def test_d60_absent_players_keep_their_place() -> None:
    state = game(CALM, Who(shares={"sony": 2}), Who())
    told = calm(state, {})
    assert told.told("p1", "dividend")[0]["amount"] == 1_000 * K
    assert told.state.public.players == (P1, P2)


def test_effects_follow_the_invisible_hand() -> None:
    """The hand puts Sony before Spinrad, and it is Sony that leads the ranking before effects."""
    told = noon(game({"spinrad": 12, "sony": 11, "saeder-krupp": 3}, turn=2), {}, ("sony", "spinrad"))
    assert told.public("effect_news")[0]["corporation"] == "sony"
    assert told.assets("sony", "spinrad") == [12, 11]


def test_several_votes_add_up() -> None:
    told = calm(game(CALM), {"p1": [vote("ares", "sony")], "p2": [vote("ares", "horizon")]})
    assert told.assets("ares", "sony", "horizon") == [11, 9, 10]
    assert told.told("p1", "vote_cast") == [{"up": "ares", "down": "sony"}]


def test_what_a_datasteal_does() -> None:
    told = calm(
        game(CALM, RICH, Who()),
        {"p1": [datasteal("ares", "sony", 6)]},
        {"success/p1.0": 90, "defence/p1.0": 11, "detection/p1.0": 30},
    )
    assert told.assets("ares", "sony") == [9, 11]
    assert told.public("run_news") == [{"run": "datasteal", "target": "ares", "success": True}]


def test_the_stakes_are_lost_at_once_and_the_record_is_before_dividends() -> None:
    state = game(CALM, Who(shares={"sony": 1}), Who())
    told = calm(state, {"p1": [rank("ares", 1, 100 * K)]})
    assert told.state.private[P1].scoring_money == 1_900 * K
    assert told.money() == 2_400 * K


def test_d62_the_record_counts_what_the_speculations_of_the_turn_brought() -> None:
    told = calm(game(CALM, Who(shares={"sony": 1}), Who()), {"p1": [rank("sony", 4, 100 * K)]})
    assert told.told("p1", "rank_result")[0]["received"] == 500 * K
    assert told.state.private[P1].scoring_money == 2_400 * K  # without the dividend of Sony
    assert told.money() == 2_900 * K


def test_the_last_effect_hits_the_ranks_of_before_the_first_one() -> None:
    """Saeder-Krupp takes two from Sony, which was second and is third then; Ares, the last, takes one from
    the first and from the second all the same: from Sony."""
    assets = {"saeder-krupp": 20, "sony": 13, "renraku": 12, "horizon": 9, "ares": 3}
    told = noon(game(assets, turn=2), {}, ("saeder-krupp", "ares"))
    first, last = told.public("effect_news")
    assert first["deltas"] == [{"corporation": "sony", "delta": -2}]
    assert last["deltas"] == [
        {"corporation": "saeder-krupp", "delta": -1}, {"corporation": "sony", "delta": -1}
    ]  # fmt: skip
    assert told.assets("saeder-krupp", "sony", "renraku") == [20, 10, 12]


NINE = {slug: value for slug, value in CALM.items() if slug != "saeder-krupp"} | {"saeder-krupp": -1}


def test_the_last_rank_is_that_of_the_corporations_left() -> None:
    """After a crash the ninth is the last: odds, winnings, dividends and the end of the game go by it."""
    crashed = {"saeder-krupp": 1}
    bettor = Who(influence=3, shares={"prometheus": 1, "aztechnology": 1})
    state = game(NINE, bettor, Who(), turn=2, crashed=crashed)
    bets = [rank("prometheus", 9, 100 * K), rank("aztechnology", 8, 100 * K)]
    assert [line.params["odds"] for line in quote(state, *bets).orders] == [3, 5]
    told = noon(state, {"p1": bets}, ("spinrad", "prometheus"))
    assert told.ranking()[-2:] == ["aztechnology", "prometheus"]
    results = told.told("p1", "rank_result")
    assert [(one["won"], one["odds"], one["received"]) for one in results] == [
        (True, 3, 300 * K), (True, 5, 500 * K)
    ]  # fmt: skip
    rates = {one["corporation"]: one["rate"] for one in told.told("p1", "dividend")}
    assert rates == {"aztechnology": 50 * K, "prometheus": 25 * K}
