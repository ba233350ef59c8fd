"""The archives: what they tell is what happened, and nothing that stays closed."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

import pytest
from msgspec.structs import replace

from corporate.rules import archives
from corporate.rules.archives import Noon, luck, turns
from corporate.rules.events import message, news
from corporate.rules.events import read as read_event
from games.contract import PlayerId

from .playing import play
from .scene import CALM, Who, datasteal, extraction, game, protection, sabotage, vote
from .scene import calm as calm_noon


@cache
def kept(seed: int, count: int = 5) -> tuple[tuple[Noon, ...], tuple[str, ...], tuple]:
    """A random game as the platform keeps it, the texts of its Secrets, and all its outcomes."""
    noons, outcomes, secrets = [], [], set()
    for step in play(count, seed, transfers=True):
        outcome = step.outcome
        if step.window.kind == "characters":
            secrets |= {drawer.secrets for drawer in outcome.state.private.values() if drawer.secrets}
            continue
        told = step.opened(archives.OPENED)
        noons.append(Noon(step.before.public.turn, step.before.public, step.draws, told, True))
        outcomes.append((noons[-1], outcome))
    return tuple(noons), tuple(secrets), tuple(outcomes)


SEEDS = (1, 2, 3, 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tests_of_a_run_explain_its_outcome(seed):
    seen = 0
    for turn in turns(kept(seed)[0]):
        for deed in turn.deeds:
            counters = [test for test in deed.tests[1:] if test.what != "detection" and test.passed]
            assert deed.success == (deed.tests[0].passed and not counters)
            assert deed.stopped_by == (tuple(counters) if deed.tests[0].passed else ())
            assert deed.tests[0].against <= deed.report.percent
            assert 0 <= deed.chance <= deed.tests[0].against / 100
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("seed", SEEDS)
def test_who_knew_is_who_was_told(seed):
    noons, _secrets, outcomes = kept(seed)
    for turn in turns(noons):
        told, printed = Counter(), Counter()
        for noon, outcome in outcomes:
            if noon.turn != turn.turn:
                continue
            for event in outcome.events:
                data = read_event(event)
                if isinstance(data, message.Detection):
                    told.update((data.sponsor, data.run, data.success, reader) for reader in event.to)
                elif isinstance(data, news.RunNews):
                    printed[data.run, data.target, data.success] += 1
        knew, published = Counter(), Counter()
        for deed in turn.deeds:
            report = deed.report
            own = noon_citizenship(noons, turn.turn, deed.sponsor) == deed.corporation
            readers = (*deed.knew, *([deed.sponsor] if deed.seen and own else []))
            knew.update((deed.sponsor, report.run, deed.success, reader) for reader in readers)
            if deed.published:
                published[report.run, report.target, deed.success] += 1
        assert knew == told
        assert published == printed


def noon_citizenship(noons, turn, player):
    return next(noon for noon in noons if noon.turn == turn).before.seats[player].citizenship


@pytest.mark.parametrize("seed", SEEDS)
def test_the_causes_add_up_to_every_change_of_the_market(seed):
    for turn in turns(kept(seed)[0]):
        sums = Counter()
        for move in turn.moves:
            sums[move.corporation] += move.delta
        assert turn.market
        assert {row.corporation: row.change for row in turn.market} == {
            row.corporation: sums[row.corporation] for row in turn.market
        }
        assert not [move for move in turn.moves if move.cause == "unknown"]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_texts_of_the_secrets_are_nowhere(seed):
    noons, secrets, _outcomes = kept(seed)
    assert secrets
    told = repr(turns(noons))
    assert not [text for text in secrets if text in told]


def test_dossiers_and_balances_stay_closed():
    assert not {message.Dossier.kind, message.Balance.kind, message.Detection.kind} & set(archives.OPENED)


@pytest.mark.parametrize("seed", SEEDS)
def test_under_other_rules_nothing_is_computed_that_they_did_not_say(seed):
    noons = [replace_rules(noon) for noon in kept(seed)[0]]
    opened = turns(noons)
    deeds = [deed for turn in opened for deed in turn.deeds]
    assert deeds
    assert all(deed.tests == () and deed.chance is None and not deed.unseen for deed in deeds)
    assert {one.runs for one in luck(opened, noons[0].before.players)} == {0}
    causes = {move.cause for turn in opened for move in turn.moves}
    assert "hand" not in causes
    assert "unknown" in causes
    assert archives.against_the_odds(opened) == ()


def replace_rules(noon: Noon) -> Noon:
    return noon._replace(draws={}, same_rules=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_luck_counts_every_run_once(seed):
    noons = kept(seed)[0]
    opened = turns(noons)
    found = luck(opened, noons[0].before.players)
    deeds = [deed for turn in opened for deed in turn.deeds]
    assert sum(one.runs for one in found) == len(deeds)
    assert sum(one.won for one in found) == sum(deed.success for deed in deeds)
    assert all(0 <= one.expected <= one.runs for one in found)


def test_over_many_games_luck_is_even():
    """The chances are those by which runs succeed: over thousands of runs nobody is lucky."""
    won = expected = spread = 0.0
    for seed in range(10, 22):
        noons = kept(seed)[0]
        for one in luck(turns(noons), noons[0].before.players):
            won, expected, spread = won + one.won, expected + one.expected, spread + one.spread**2
    assert abs(won - expected) < 3.5 * spread**0.5
    assert spread > 50


# ---- by hand ----------------------------------------------------------------------------------------


def opened(state, forms, draws):
    noon = calm_noon(state, forms, draws)
    told = defaultdict(list)
    for event in noon.outcome.events:
        for reader in event.to:
            if reader == "public" or event.kind in archives.OPENED:
                told[str(reader)].append(event)
    (turn,) = turns([Noon(state.public.turn, state.public, dict(noon.dice.draws), told, True)])
    return turn


def test_a_protection_is_told_whom_it_stopped():
    state = game(CALM, Who(), Who(citizenship="renraku"), Who())
    turn = opened(
        state,
        {
            "p1": [vote("sony", "ares"), extraction("renraku", "horizon", 5, True)],
            "p2": [protection("renraku", "sabotage", 6), protection("renraku", "extraction", 1, True)],
        },
        {"success/p1.1": 42, "defence/p1.1": 57, "protection/p1.1/p2.1": 13, "detection/p1.1": 12},
    )
    (deed,) = turn.deeds
    assert [(test.what, test.drawn, test.against, test.by) for test in deed.tests] == [
        ("success", 42, 90, None),
        ("defence", 57, 20, None),
        ("protection", 13, 50, "p2"),
        ("detection", 12, 30, None),
    ]
    assert deed.chance == pytest.approx(0.9 * 0.8 * 0.5)
    assert deed.knew == ("p2",)
    assert deed.published
    assert not deed.unseen
    assert [test.by for test in deed.stopped_by] == ["p2"]
    assert [(guard.report.defence, guard.stopped, guard.met) for guard in turn.guards] == [
        ("sabotage", (), 0),
        ("extraction", ("p1",), 1),
    ]


def test_competing_runs_lower_the_chance_that_is_told():
    state = game(CALM, Who(money=9_000_000, influence=5), Who(), Who())
    turn = opened(state, {"p1": [sabotage("renraku", 4), sabotage("renraku", 4)]}, {})
    assert [deed.tests[0].against for deed in turn.deeds] == [60, 60]
    assert [deed.report.percent for deed in turn.deeds] == [70, 70]


def test_a_run_that_nobody_noticed_is_unseen_and_an_absent_player_silent():
    state = game(CALM, Who(), Who(), Who())
    draws = {"success/p1.0": 1, "defence/p1.0": 99, "detection/p1.0": 99}
    turn = opened(state, {"p1": [datasteal("renraku", "sony", 3)], "p2": []}, draws)
    (deed,) = turn.deeds
    assert deed.unseen
    assert turn.silent == {PlayerId("p3")}


def test_the_unlikeliest_success_and_the_likeliest_failure_are_found():
    state = game(CALM, Who(money=9_000_000, influence=5), Who(), Who())
    draws = {"success/p1.0": 1, "defence/p1.0": 99, "success/p1.1": 91, "detection/p1.1": 99}
    turn = opened(state, {"p1": [extraction("sony", "ares", 1), sabotage("neonet", 6)]}, draws)
    assert [deed.report.run for deed in archives.against_the_odds([turn])] == ["extraction", "sabotage"]
    sure = replace(turn, deeds=turn.deeds[1:])
    assert [deed.report.run for deed in archives.against_the_odds([sure])] == ["sabotage"]
