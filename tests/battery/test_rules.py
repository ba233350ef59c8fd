"""What every registered title must keep, found by discovery: the obligations of the contract."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import tests.dummy  # noqa: F401
from games.contract import Closes, Dice, Reader, decode, encode
from games.registry import all_skins
from tests.battery.play import play, played, sizes, start
from tests.battery.walks import ABSENCE, SEEDS

ROOT = Path(__file__).parent.parent.parent


def titles():
    from django.apps import apps

    assert apps.ready
    return [pytest.param(skin.rules, id=skin.rules.meta.key) for skin in all_skins()]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", titles())


@pytest.mark.parametrize("seed", SEEDS)
def test_resolve_is_a_function_and_leaves_the_old_state_alone(rules, seed):
    for step in played(rules, seed, sizes(rules, seed)):
        before = encode(step.before)
        shuffled = list(step.forms.items())
        random.Random(seed).shuffle(shuffled)
        again = rules.resolve(step.before, step.window, dict(shuffled), Dice(step.key))
        assert encode(again) == encode(step.outcome), "arrival order or a second call changed the outcome"
        assert encode(step.before) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_state_and_events_are_equal_when_loaded_again(rules, seed):
    kinds = rules.drawers
    for step in played(rules, seed, sizes(rules, seed)):
        state = step.outcome.state
        assert decode(encode(state.public), kinds.public) == state.public
        assert decode(encode(state.hidden), kinds.hidden) == state.hidden
        for drawer in state.private.values():
            assert decode(encode(drawer), kinds.private) == drawer
        kept = type(step.outcome.state)(
            decode(encode(state.public), kinds.public),
            {p: decode(encode(d), kinds.private) for p, d in state.private.items()},
            decode(encode(state.hidden), kinds.hidden),
        )
        assert rules.windows(kept.public) == rules.windows(state.public)


@pytest.mark.parametrize("seed", SEEDS)
def test_windows_keep_their_law(rules, seed):
    answered: set[str] = set()
    players = set(start(rules, seed, sizes(rules, seed)).state.private)
    for step in played(rules, seed, sizes(rules, seed)):
        if not step.window.is_door:
            assert step.window.name not in answered, "a name that was resolved returned"
            answered.add(step.window.name)
        windows = rules.windows(step.outcome.state.public)
        names = [w.name for w in windows]
        assert len(names) == len(set(names))
        assert (windows == ()) == (rules.standings(step.outcome.state.public) is not None)
        for window in windows:
            assert set(window.players) <= players
            assert not set(window.awaited) & set(window.welcome)
            if window.closes is Closes.AT_ONCE and not window.is_door:
                assert len(window.awaited) == 1
            assert window.closes is Closes.TOGETHER or not window.in_parts


@pytest.mark.parametrize("seed", SEEDS)
def test_samples_and_bots_hand_in_what_check_allows(rules, seed):
    for step in played(rules, seed, sizes(rules, seed)):
        for player, orders in step.forms.items():
            view = step.before.seen_by(player)
            assert rules.check(view, step.window, orders) == ()
            quote = rules.quote(view, step.window, orders)
            assert len(quote.orders) == len(orders)
            assert all(order.kind in step.window.orders for order in orders)


def test_bots_of_every_taste_hand_in_what_check_allows(rules):
    steps = list(played(rules, SEEDS[0], sizes(rules, SEEDS[0])))
    for number, taste in enumerate(rules.meta.tastes):
        advised = 0
        for step in steps[number :: len(rules.meta.tastes)]:
            for player in step.forms:
                view = step.before.seen_by(player)
                orders = rules.advise(view, step.window, Dice(b"taste"), taste)
                assert orders is None or rules.check(view, step.window, orders) == ()
                advised += orders is not None
        assert advised, f"bots that play {taste!r} hand in nothing"


@pytest.mark.parametrize("seed", SEEDS)
def test_games_end_with_a_score_that_adds_up(rules, seed):
    last = played(rules, seed, sizes(rules, seed), ABSENCE)[-1]
    standings = rules.standings(last.outcome.state.public)
    assert standings
    assert {s.player for s in standings} == set(last.outcome.state.private)
    assert [s.rank for s in standings] == sorted(s.rank for s in standings)
    for standing in standings:
        assert sum(line.amount for line in standing.breakdown) == standing.score


def test_a_game_of_the_absent_ends_or_sleeps(rules):
    state = start(rules, 1, 3).state
    for number in range(2_000):
        asked = [w for w in rules.windows(state.public) if not w.is_door]
        if not asked:
            return
        state = rules.resolve(state, asked[0], {}, Dice(b"%d" % number)).state
    raise AssertionError("a game nobody plays goes on for ever")


@pytest.mark.parametrize("seed", SEEDS)
def test_events_and_grants_name_readers_that_exist(rules, seed):
    for step in played(rules, seed, sizes(rules, seed)):
        readers = {Reader("public"), *map(Reader, step.before.private)}
        for event in step.outcome.events:
            assert event.to
            assert set(event.to) <= readers
        for grant in step.outcome.grants:
            assert grant.reader in step.before.private
            assert grant.of in step.before.private
            assert grant.chapters


def digests() -> dict[str, str]:
    """The fingerprint of three whole games of each title."""
    found = {}
    for skin in all_skins():
        told = hashlib.sha256()
        for seed in range(3):
            for step in play(skin.rules, seed, 4):
                told.update(encode(step.outcome).encode())
        found[skin.rules.meta.key] = told.hexdigest()
    return found


def test_games_are_the_same_under_two_hash_seeds():
    program = (
        "import os, django; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'tests.settings');"
        "django.setup();"
        "from tests.battery.test_rules import digests; print(digests())"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    )
    assert first == second
    assert all(f"'{skin.rules.meta.key}': '" in first for skin in all_skins())
