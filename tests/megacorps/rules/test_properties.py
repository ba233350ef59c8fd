"""Section 20: what always holds, in random games of both modes whose players are absent, leave, interrupt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from games.contract import Dice, Event, PlayerId, encode
from megacorps.rules import RULES, MegaCorpsRules
from megacorps.rules.content import COMPANIES, CONTENT, COUNTRIES, NEVER_BOUGHT, CompanyState, Mode
from megacorps.rules.state import Public
from tests.battery.play import Step, play, start

from .scene import act

GAMES = [
    (3, 1, 0.0),
    (5, 10, 0.3),
    (4, 3, 0.1),
    (5, 4, 0.3),
    (6, 5, 0.1),
    (3, 7, 0.1),
    (4, 6, 0.5),
    (6, 12, 0.0),
]
PAID_BY = {
    "company_bought", "mercenaries_bought", "mercenary_bargained", "paid_out", "final_payout", "intervened",
    "company_changed", "auction_held", "given", "traded", "player_left",
}  # fmt: skip
CONTROL_BY = {
    "country_dealt",
    "war_fought",
    "auction_held",
    "election_held",
    "given",
    "traded",
    "player_left",
}


class Careless(MegaCorpsRules):
    """Players who hand in any legal form, and no bots among them: games in which everything happens."""

    advise = staticmethod(RULES.sample)


@cache
def steps(count: int, seed: int, absence: float) -> tuple[Step, ...]:
    return tuple(play(Careless(), seed, count, absence))


def all_steps() -> Iterator[Step]:
    for game in GAMES:
        yield from steps(*game)


def kinds(step: Step) -> set[str]:
    return {event.kind for event in step.outcome.events}


def test_the_games_are_of_every_size_in_both_modes_and_hold_every_window() -> None:
    played = {(count, start(RULES, seed, count).state.public.mode) for count, seed, _ in GAMES}
    assert played == {(count, mode) for count in (3, 4, 5, 6) for mode in Mode}
    seen = {step.window.kind for step in all_steps()}
    assert seen >= {
        "choose_megacorp", "pick_company", "wish_list", "turn", "program", "antitrust", "payout_reaction",
        "auction_bid",
        "war_aid", "election_vote", "cards", "last_call", "trade", "file", "come_back", "leave",
    }  # fmt: skip


def test_sixty_companies_each_in_one_state() -> None:
    assert len(COMPANIES) == 60
    for step in all_steps():
        companies = step.outcome.state.public.companies
        assert tuple(companies) == COMPANIES
        for slug, company in companies.items():
            assert (company.owner is not None) == (company.state is CompanyState.OWNED)
            was = step.before.public.companies[slug]
            if was.state is CompanyState.SYNDICALISED:
                assert company == was
            if CONTENT.countries[CONTENT.boxes[slug].country].neutral:
                assert company.state is not CompanyState.NATIONALISED
        assert all(companies[slug].state is CompanyState.SYNDICALISED for slug in NEVER_BOUGHT)


def test_twenty_one_cards_and_one_drawn_in_a_round() -> None:
    for step in all_steps():
        state = step.outcome.state
        hands = [card for drawer in state.private.values() for card in drawer.hand]
        cards = Counter([*hands, *state.hidden.deck, *state.hidden.aside, *state.public.discard])
        assert cards == Counter({slug: card.count for slug, card in CONTENT.cards.items()})
        for player, drawer in state.private.items():
            assert state.public.seats[player].cards == len(drawer.hand)
        if step.before.public.round:
            rounds = state.public.round - step.before.public.round
            assert step.before.public.deck - state.public.deck == rounds
            assert state.public.deck == len(state.hidden.deck)


def test_money_and_mercenaries_are_never_negative_and_move_by_what_is_told() -> None:
    for step in all_steps():
        before, after = step.before.public, step.outcome.state.public
        assert all(seat.money >= 0 and seat.mercenaries >= 0 for seat in after.seats.values())
        if any(after.seats[p].money != before.seats[p].money for p in after.players):
            assert kinds(step) & PAID_BY
        assert total(after) - total(before) == sum(into(step, event) for event in step.outcome.events)


def total(public: Public) -> int:
    return sum(seat.money for seat in public.seats.values())


def into(step: Step, event: Event) -> int:
    """What an event brought into the game, or took out of it."""
    data = event.data
    if event.kind == "company_bought":
        return -int(data["price"])
    if event.kind == "mercenaries_bought":
        return -int(data["cost"])
    if event.kind in ("paid_out", "final_payout"):
        return sum(payment["amount"] for payment in data["payments"])
    if event.kind in ("intervened", "company_changed"):
        return int(data["compensation"])
    if event.kind == "auction_held":
        return -int(data["price"])
    if event.kind == "player_left":
        return -step.before.public.seats[PlayerId(data["player"])].money
    return 0


def test_paid_has_one_holder_and_one_action_a_round() -> None:
    for game in GAMES:
        taken: Counter[int] = Counter()
        for step in steps(*game):
            at = step.before.public.round
            for event in step.outcome.events:
                at = event.data["round"] if event.kind == "round_began" else at
                taken[at] += event.kind == "payout_announced" and event.data["cause"] == "action"
        assert max(taken.values()) == 1


def test_control_changes_only_by_what_may_change_it() -> None:
    for step in all_steps():
        before, after = step.before.public, step.outcome.state.public
        assert tuple(after.countries) == COUNTRIES  # a neutral one has neither controller nor government
        if any(before.countries[slug].controller != after.countries[slug].controller for slug in COUNTRIES):
            assert kinds(step) & CONTROL_BY


def test_who_has_left_has_nothing_and_is_asked_nothing() -> None:
    left = 0
    for step in all_steps():
        public = step.outcome.state.public
        gone = set(public.players) - set(public.present)
        left += bool(gone)
        for player in gone:
            seat = public.seats[player]
            assert (seat.money, seat.mercenaries, seat.cards, seat.absent) == (0, 0, 0, False)
            assert player != public.paid
            assert all(company.owner != player for company in public.companies.values())
            assert all(country.controller != player for country in public.countries.values())
        for window in RULES.windows(public):
            assert not gone & set(window.players)
    assert left


def test_the_game_waits_for_somebody_who_is_there() -> None:
    for step in all_steps():
        public = step.outcome.state.public
        windows = RULES.windows(public)
        assert public.over or {p for window in windows for p in window.players} >= (
            set(public.present) if public.dealt else set()
        )
        for window in windows:
            if not window.is_door and not (public.question and public.question.everybody):
                assert not set(window.awaited) & set(public.absent)
        if public.asleep:
            assert all(window.is_door for window in windows)
            assert windows[0].kind == "come_back"


@pytest.mark.parametrize("count", [3, 4])
def test_a_sleeping_game_stands_still(count: int) -> None:
    """Nobody ever hands in anything, and whoever finds the game asleep files an order or comes back."""
    state, slept = start(RULES, count, count).state, 0
    for number in range(1_000):
        windows = RULES.windows(state.public)
        if not windows:
            break
        before, forms = state.public, {}
        window = windows[0]
        if before.asleep:
            slept += 1
            window = next(one for one in windows if one.kind == ("leave" if slept == 2 else "come_back"))
            forms = {window.players[slept % len(window.players)]: act(window.kind)}
        state = RULES.resolve(state, window, forms, Dice(b"%d" % number)).state
        if before.asleep and state.public.asleep:
            assert (before.round, before.deck, before.turn) == (
                state.public.round, state.public.deck, state.public.turn,
            )  # fmt: skip
    assert slept > 3
    assert state.public.over


def test_everybody_has_one_turn_in_a_round() -> None:
    """From the active player on, those who are still in at their turn."""
    for game in GAMES:
        order: list[PlayerId] = []
        for step in steps(*game):
            before, after = step.before.public, step.outcome.state.public
            if after.round != before.round:
                order = []
            if after.turn and after.turn not in order:
                assert after.round == before.round or after.turn in after.players
                order.append(after.turn)
            around = [player for player in after.order_from(after.active) if player in order]
            assert [player for player in order if player in around] == around


def test_games_end_after_their_rounds() -> None:
    sizes = {3: 18, 4: 16, 5: 15, 6: 12}
    for count, seed, absence in GAMES:
        last = steps(count, seed, absence)[-1].outcome.state.public
        assert last.over
        assert last.round == sizes[count] or len(last.present) == 1


@pytest.mark.parametrize("kind", ["file", "trade"])
def test_what_is_private_changes_nothing_for_others(kind: str) -> None:
    """Filing standing orders and making an offer."""
    found = 0
    for step in all_steps():
        offers = step.outcome.state.private != step.before.private
        private = all("public" not in event.to for event in step.outcome.events)
        if step.window.kind != kind or not offers or not private or step.before.public.absent:
            continue
        found += 1
        assert encode(step.before.public) == encode(step.outcome.state.public)
        told = {player for event in step.outcome.events for player in event.to}
        for player, drawer in step.outcome.state.private.items():
            assert player in told or drawer == step.before.private[player]
    assert found


def test_nothing_sealed_stands_in_the_public_drawer() -> None:
    """Another deck, another hand, other standing orders, other frames: the same public drawer and windows."""
    for step in all_steps():
        public = step.outcome.state.public
        if public.question is not None:
            known = encode(public.question)
            for drawer in step.outcome.state.private.values():
                assert all(f'"{card}"' not in known for card in drawer.hand)


def test_the_money_of_each_round_is_written_down_at_its_end() -> None:
    """Of those still in, when the next round begins or the game ends; nothing written is changed."""
    for game in GAMES:
        for step in steps(*game):
            before, after = step.before.public, step.outcome.state.public
            closed = after.round - before.round + (after.over and not before.over)
            for player, seat in after.seats.items():
                was = before.seats[player].history
                assert seat.history[: len(was)] == was
                assert len(seat.history) - len(was) == (closed if seat.left is None else 0)
                if after.over and seat.left is None:
                    assert seat.history[-1] == seat.money
                assert len(seat.history) <= after.round + after.over
            if not before.dealt and after.round == 1:
                assert all(seat.history == (40,) for seat in after.seats.values())
