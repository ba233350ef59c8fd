"""What holds at every step of every game: money, shares, replay, secrecy, ends."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from corporate.rules import RULES
from corporate.rules.content import CORPORATIONS
from corporate.rules.events.message import MESSAGE
from corporate.rules.state import Stage
from games.contract import Dice, Order, PlayerId, State, encode

from ..battery import moved
from .playing import Step, play, seats

GAMES = [(count, seed) for count in (2, 3, 5, 10) for seed in range(6)]
BOTH = pytest.mark.parametrize("player", [RULES.sample, RULES.advise], ids=["sample", "advise"])


@cache
def steps(count: int, seed: int, player: Any) -> tuple[Step, ...]:
    """A game, played once for all tests that look at it: nothing of a step can be changed."""
    return tuple(play(count, seed, player, transfers=bool(seed % 2), characters=bool(seed % 3)))


@BOTH
@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_forms_pass_check_and_nothing_is_dropped(count: int, seed: int, player: Any) -> None:
    for step in steps(count, seed, player):
        for who, form in step.forms.items():
            assert RULES.check(step.before.seen_by(who), step.window, form) == ()
            quote = RULES.quote(step.before.seen_by(who), step.window, form)
            assert quote.left >= 0
            assert all(quota.used <= quota.of for quota in quote.quotas.values())
        assert not [event for event in step.outcome.events if event.kind == "order_dropped"]


@BOTH
@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_the_balance_of_a_message_is_that_of_its_lines(count: int, seed: int, player: Any) -> None:
    shown = dict.fromkeys(seats(count), 2_000_000)
    told_since: Counter[str] = Counter()
    for step in steps(count, seed, player):
        told_since.update(moved(step.before, step.outcome.events))
        for who in seats(count):
            told = [one.data for one in step.outcome.events if one.kind == "balance" and who in one.to]
            assert len(told) == (step.window.kind == "quarter")
            for balance in told:
                assert balance["before"] == shown[who]
                assert balance["after"] == shown[who] + told_since.pop(who, 0)
                shown[who] = balance["after"]


@BOTH
@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_states_hold_together(count: int, seed: int, player: Any) -> None:
    for step in steps(count, seed, player):
        public = step.outcome.state.public
        for who in seats(count):
            private = step.outcome.state.private[who]
            assert private.money >= 0
            assert private.scoring_money >= 0
            seat = public.seats[who]
            assert all(number > 0 for number in seat.shares.values())
            owned = set(seat.shares) | ({seat.citizenship} if seat.citizenship else set())
            assert all(public.corporations[one].crashed is None for one in owned if public.corporations)
        for row in public.corporations.values():
            assert row.history[-1] == row.assets
            assert (row.assets > 0) == (row.crashed is None)
            assert len(row.history) == 1 + (row.crashed or (public.turn - (public.stage is not Stage.OVER)))
        ranks = sorted(row.rank for row in public.corporations.values() if row.crashed is None)
        assert ranks == list(range(1, len(ranks) + 1))


@pytest.mark.parametrize("count", range(2, 11))
@BOTH
def test_all_games_end(count: int, player: Any) -> None:
    last = steps(count, 100 + count, player)[-1]
    public = last.outcome.state.public
    assert public.stage is Stage.OVER
    assert public.turn == 8 or all(row.crashed is not None for row in public.corporations.values())
    standings = RULES.standings(public)
    assert standings is not None
    assert {one.player for one in standings} == set(seats(count))
    assert all(one.score == sum(line.amount for line in one.breakdown) for one in standings)
    assert [one.score for one in standings] == sorted((one.score for one in standings), reverse=True)


def test_a_game_without_anybody_ends_too() -> None:
    *_, last = play(3, 1, lambda view, window, dice: None)
    assert last.outcome.state.public.stage is Stage.OVER


def other_bets(form: tuple[Order, ...]) -> tuple[Order, ...]:
    """The same form with the smallest stakes."""
    return tuple(
        Order(order.kind, {**order.data, "stake": 1_000}) if "stake" in order.data else order
        for order in form
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_a_player_bets_changes_nothing_for_the_others(seed: int) -> None:
    """Money and speculations are nobody else's: not a byte of what others are told or shown moves."""
    betting = PlayerId("p1")
    for step in play(4, seed, RULES.sample):
        if step.window.kind != "quarter" or step.window.at == (8,):
            continue
        forms = {**step.forms, betting: other_bets(step.forms.get(betting, ()))}
        if betting not in step.forms:
            continue
        other = RULES.resolve(step.before, step.window, forms, Dice(step.key))
        assert other.state.public == step.outcome.state.public
        for reader in ("public", "p2", "p3", "p4"):
            told = [
                [(event.kind, event.data) for event in outcome.events if reader in event.to]
                for outcome in (step.outcome, other)
            ]
            assert told[0] == told[1]
        for who in seats(4)[1:]:
            assert other.state.private[who] == step.outcome.state.private[who]


@pytest.mark.parametrize("seed", range(6))
def test_a_secret_number_shows_to_nobody_else(seed: int) -> None:
    """A mark in one player's drawer is in no event of another's, nor in the public drawer, but in
    the dossier of whoever informed himself."""
    for step in play(4, seed, RULES.sample):
        if step.window.kind != "quarter":
            continue
        marked = PlayerId("p2")
        private = step.before.private[marked]
        secret = type(private)(
            **{
                **{name: getattr(private, name) for name in private.__struct_fields__},
                "secrets": "X-marks-it",
            }
        )
        state = State(step.before.public, {**step.before.private, marked: secret}, step.before.hidden)
        outcome = RULES.resolve(state, step.window, step.forms, Dice(step.key))
        assert "X-marks-it" not in encode(outcome.state.public)
        for event in outcome.events:
            if "X-marks-it" in encode(dict(event.data)):
                assert event.kind == "dossier"
                assert event.data["player"] == marked


@BOTH
@pytest.mark.parametrize(("count", "seed"), GAMES[::4])
def test_wall_street_adds_up(count: int, seed: int, player: Any) -> None:
    for step in steps(count, seed, player):
        if step.window.kind != "quarter":
            continue
        street = next(event.data for event in step.outcome.events if event.kind == "wall_street")
        before, after = step.before.public.corporations, step.outcome.state.public.corporations
        alive = [slug for slug in CORPORATIONS if before[slug].crashed is None]
        assert sorted(row["corporation"] for row in street["rows"]) == sorted(alive)
        for row in street["rows"]:
            slug = row["corporation"]
            assert (row["was"], row["assets"]) == (before[slug].assets, after[slug].assets)
            assert (row["was_rank"], row["rank"]) == (before[slug].rank, after[slug].rank)
            known = sum(row[part] for part in ("mdc", "sabotage", "extraction", "first", "last"))
            assert row["assets"] - row["was"] == row["change"] == known + row["unexplained"]


def test_messages_and_news_keep_their_order() -> None:
    for step in play(6, 3, RULES.sample):
        for who in seats(6):
            order = [line.kind for line in MESSAGE]
            kinds = [event.kind for event in step.outcome.events if who in event.to and event.kind in order]
            assert kinds == sorted(kinds, key=order.index)


def test_bots_differ() -> None:
    first = next(step for step in play(5, 2, RULES.advise) if step.window.kind == "quarter")
    assert (
        len({encode([[order.kind, dict(order.data)] for order in form]) for form in first.forms.values()}) > 1
    )


def test_samples_cover_every_order() -> None:
    kinds = {
        order.kind
        for seed in range(8)
        for step in play(4, seed, RULES.sample, transfers=True)
        for form in step.forms.values()
        for order in form
    }
    assert kinds == {
        "character", "transfer", "buy_share", "buy_influence", "citizenship_claim", "vote", "join_coalition",
        "datasteal", "sabotage", "extraction", "information", "protection", "derivative_speculation",
        "rank_speculation",
    }  # fmt: skip


def test_draws_are_named_as_in_the_rules() -> None:
    """4.4a: nothing else is ever drawn. D18: that a resolution played again comes out the same is
    shown by the battery, for every title."""
    shape = re.compile(
        r"(success|defence|detection)/p\d+\.\d+|protection/p\d+\.\d+/p\d+\.\d+|hand/(up|down)"
        r"|rank/(spinrad|prometheus|others)"
    )
    for step in play(5, 9, RULES.sample):
        dice = Dice(step.key)
        RULES.resolve(step.before, step.window, step.forms, dice)
        assert all(shape.fullmatch(label) for label in dice.drawn)
