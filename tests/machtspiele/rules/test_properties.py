"""Section 13.5: what always holds, in random games of every size and mode whose players miss, leave, come
back and file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games.contract import Closes, Dice, Event, PlayerId, State, encode
from machtspiele.rules import RULES, MachtspieleRules
from machtspiele.rules.board import generals
from machtspiele.rules.content import DIVISIONS, OFFICES, TRACKS, VALUES, C
from machtspiele.rules.defaults import default
from machtspiele.rules.state import Public
from machtspiele.rules.windows import ORDERS
from tests.battery.play import Step, play

from .scene import PASS, Played, act, buy, game

GAMES = [
    (players, mode, seed, absence)
    for players in (3, 4, 5)
    for mode, seed, absence in (
        ("classic", 1, 0.0), ("classic", 2, 0.3), ("classic", 3, 0.6), ("rounds", 4, 0.0), ("rounds", 5, 0.3),
        ("rounds", 6, 0.6),
    )
]  # fmt: skip


class Careless(MachtspieleRules):
    """Players who hand in any legal form, in a mode that is given."""

    advise = staticmethod(RULES.sample)

    def __init__(self, mode: str) -> None:
        self.setup = lambda players, options, dice: RULES.setup(players, {"mode": mode}, dice)  # type: ignore[assignment]


@cache
def steps(players: int, mode: str, seed: int, absence: float) -> tuple[Step, ...]:
    return tuple(play(Careless(mode), seed, players, absence))


def all_steps() -> Iterator[Step]:
    for each in GAMES:
        yield from steps(*each)


def told(step: Step, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in step.outcome.events if event.kind == kind]


def test_the_games_hold_every_window_order_and_nearly_every_event() -> None:
    windows = Counter(step.window.kind for step in all_steps())
    assert set(windows) == set(ORDERS)
    orders = {order.kind for step in all_steps() for form in step.forms.values() for order in form}
    assert orders == {kind for kinds in ORDERS.values() for kind in kinds}
    events = {event.kind for step in all_steps() for event in step.outcome.events}
    assert events >= {
        "fell_asleep",
        "away",
        "left",
        "returned",
        "passed_over",
        "boss_removed",
        "card_corrupt",
    }


def test_eighteen_executives_of_each() -> None:
    for step in all_steps():
        public = step.outcome.state.public
        figures = Counter(public.board) + Counter(public.directors.values())
        for office in public.offices.values():
            figures[office.owner] += office.heads
        for inside in public.consultants.values():
            figures.update(inside)
        if public.boss:
            figures[public.boss] += 1
        for player, seat in public.seats.items():
            assert seat.reserve >= 0
            assert seat.reserve + figures[player] == C.figures.reserve


def test_sixty_employees_in_offices_that_may_hold_them() -> None:
    for step in all_steps():
        public = step.outcome.state.public
        inside = [office.employees for office in public.offices.values()]
        assert sum(inside) + public.supply == C.figures.employees
        assert public.supply >= 0
        assert set(public.offices) <= set(OFFICES)
        for office in public.offices.values():
            assert (0 if office.general else 1) <= office.employees <= C.figures.most_employees


def test_certificates_shares_and_general_departments() -> None:
    for step in all_steps():
        public = step.outcome.state.public
        bought = Counter(value for seat in public.seats.values() for value in seat.certificates)
        for value in VALUES:
            assert bought[value] + public.market[value - 1] == C.figures.certificates
        for player, seat in public.seats.items():
            assert seat.shares == sum(seat.certificates)
            assert seat.general_departments == generals(public, player)


def paid(step: Step) -> Counter[PlayerId]:
    """What each received, less what he paid, by what was told and by the envelopes opened."""
    sums: Counter[PlayerId] = Counter()
    for event in step.outcome.events:
        data = event.data
        if event.kind in ("income", "boss_removed"):
            sums[data["player"]] += data["amount"]
        elif event.kind == "fine":
            sums[data["player"]] -= data["amount"]
        elif event.kind in ("shares_bought", "general_bought", "consultant_bought"):
            sums[data["player"]] -= data["cost"]
        elif event.kind == "fool_paid":
            for share in data["shares"]:
                sums[share["player"]] += share["paid"] + share["bank"]
                sums[data["player"]] -= share["paid"]
    for bribe in step.outcome.state.hidden.bribes[len(step.before.hidden.bribes) :]:
        if bribe.accepted:
            sums[bribe.briber] -= bribe.amount
            sums[bribe.target] += bribe.amount
    return sums


def test_money_moves_by_what_is_told() -> None:
    for step in all_steps():
        moved = paid(step)
        for player, drawer in step.outcome.state.private.items():
            assert drawer.cash >= 0
            assert drawer.cash % C.money.step == 0
            assert drawer.cash - step.before.private[player].cash == moved[player]


def test_board_directors_boss_and_tracks() -> None:
    for step in all_steps():
        before, public = step.before.public, step.outcome.state.public
        assert len(public.board) <= C.figures.seats
        assert set(public.directors) <= set(DIVISIONS)
        assert C.motivation.lowest <= public.motivation <= C.motivation.highest
        for player, seat in public.seats.items():
            for track in TRACKS:
                assert getattr(seat, track) >= getattr(before.seats[player], track)
            assert seat.four >= before.seats[player].four


def test_no_name_returns_and_windows_follow_from_what_everybody_sees() -> None:
    for each in GAMES:
        answered = set()
        for step in steps(*each):
            if not step.window.is_door:
                assert step.window.name not in answered
                answered.add(step.window.name)
            public = step.outcome.state.public
            main = [window for window in RULES.windows(public) if not window.is_door]
            assert len(main) <= 1
            assert RULES.windows(public)[: len(main)] == tuple(main)
            for window in main:
                if window.closes is Closes.AT_ONCE or window.kind != "meeting":
                    here = set(window.awaited) - set(public.away)
                    assert here or set(window.awaited) <= set(public.away)


def rounds_of(each: tuple[Any, ...]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The rounds with actions that were played, and those in which somebody was asked."""
    played, asked = set(), set()
    for step in steps(*each):
        for event in told(step, "event"):
            if event["card"] != "board_meeting":
                played.add((event["turn"], event["round"]))
        question = step.outcome.state.public.question
        if question is not None and question.open and question.kind in ("action", "bribe_reply", "round"):
            asked.add((question.at[0], question.at[1]))
    return played, asked


@pytest.mark.parametrize("each", GAMES, ids=str)
def test_no_round_passes_without_a_question(each: tuple[Any, ...]) -> None:
    """D52."""
    played, asked = rounds_of(each)
    assert played
    assert played <= asked


def test_nothing_happens_while_everybody_is_away() -> None:
    slept = 0
    for step in all_steps():
        before, after = step.before.public, step.outcome.state.public
        if before.asleep:
            slept += 1
            assert all(window.is_door for window in RULES.windows(before))
            if after.asleep:
                assert (before.turn, before.round, before.offices) == (after.turn, after.round, after.offices)
        if after.asleep:
            assert all(window.is_door for window in RULES.windows(after))
    assert slept > 10


def test_games_end_by_four_points_or_after_turn_ten() -> None:
    for each in GAMES:
        last = steps(*each)[-1].outcome.state.public
        assert last.over
        assert last.turn <= C.end.last_turn
        best = max(standing.score for standing in RULES.standings(last) or ())
        assert best >= C.end.needed or last.turn == C.end.last_turn


def board_of(state: State[Any, Any, Any]) -> Any:
    public = state.public
    return (
        public.offices, public.board, public.directors, public.supply, public.market, public.motivation,
        public.cards, public.turn, public.round, [drawer.cash for drawer in state.private.values()],
    )  # fmt: skip


def test_a_default_is_what_silence_brings() -> None:
    """A page can say beforehand what happens without an answer: `default`, from the view alone."""
    looked = Counter()
    for step in all_steps():
        window, before = step.window, step.before
        if window.is_door or (len(looked) == 9 and looked[window.kind] > 15):
            continue
        looked[window.kind] += 1
        forms = {}
        for player in window.awaited:
            form = default(before.seen_by(player), window)
            assert form is not None
            actions = [order for order in form if order.kind in ORDERS["action"]]
            if len(actions) > 3 or RULES.check(before.seen_by(player), window, form):
                break  # more than may be handed in lies filed, or is not possible now
            forms[player] = form
        else:
            silent = RULES.resolve(before, window, {}, Dice(b"same")).state
            handed = RULES.resolve(before, window, forms, Dice(b"same")).state
            if not silent.public.away and not handed.public.away:
                assert board_of(silent) == board_of(handed), window.name
    assert min(looked.values()) > 1


# ---- secrets ---------------------------------------------------------------------------------------------


def others(state: State[Any, Any, Any], events: tuple[Event, ...], player: str) -> str:
    """Everything that everybody else can see."""
    drawers = {who: drawer for who, drawer in state.private.items() if who != player}
    read = [event for event in events if set(event.to) != {player}]
    return encode([state.public, drawers, read])


def test_a_second_choice_that_was_not_needed_changes_nothing_for_others() -> None:
    state = game(mode="rounds", offices={"legal-1": ("p1", 2), "legal-2": ("p2", 2)})
    seen = set()
    for second in (buy(2), PASS, act("buy_general", division="legal"), ()):
        played = Played(state).hand_in(p1=(*buy(1), *second), p2=PASS, p3=PASS)
        seen.add(others(played.state, played.events, "p1"))
    assert len(seen) == 1


def test_filing_changes_nothing_for_others() -> None:
    found = 0
    for step in all_steps():
        (player,) = step.forms if step.window.kind == "file" else ("",)
        quiet = "returned" not in {event.kind for event in step.outcome.events}
        same = step.before.public.question == step.outcome.state.public.question
        if player and quiet and same:
            found += 1
            assert encode(step.before.public) == encode(step.outcome.state.public)
            assert {event.to for event in step.outcome.events} <= {(player,)}
    assert found > 50


def test_cash_nemesis_and_amounts_stand_in_no_other_drawer() -> None:
    """Another's purse and nemesis: the same public drawer, the same windows."""
    for step in all_steps():
        public = encode(step.outcome.state.public)
        over = step.outcome.state.public.over
        for player, drawer in step.outcome.state.private.items():
            assert over or f'"card":"{drawer.nemesis.card}"' not in public or seen(step, player)
        assert over or '"amount"' not in public


def seen(step: Step, player: PlayerId) -> bool:
    """Whether the card of somebody is public because the point is locked."""
    public: Public = step.outcome.state.public
    card = step.outcome.state.private[player].nemesis.card
    return any(seat.nemesis and seat.nemesis.card == card for seat in public.seats.values())


def test_amounts_of_bribes_are_told_to_two_until_the_end() -> None:
    for step in all_steps():
        for event in step.outcome.events:
            if event.kind == "bribe_amount":
                assert set(event.to) == {event.data["player"], event.data["target"]}
            elif event.kind in ("bribe", "bribe_accepted", "bribe_refused"):
                assert "amount" not in event.data
