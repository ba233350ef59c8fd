"""What random games of a title say: with legal forms, and with damaged ones in every window and door."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from msgspec import Struct

from games.contract import Dice, Event, Orders, Outcome, PlayerId, Problem, Quote, Rules, State, Window

from .damage import Damage, words_in
from .examples import pool_of
from .play import Step, played, sizes, start
from .vocabulary import vocabulary

SEEDS = range(6)
MOST_SEEDS = 30  # for titles that seldom ask some of their questions
SCENES = 4  # of each kind of window
FORMS = 60  # for each of them
ABSENCE = 0.4


class Handed(Struct, frozen=True):
    """A form that no page makes, handed in by one player: what the rules think of it, what comes of it."""

    state: State[Any, Any, Any]
    window: Window
    player: PlayerId
    form: tuple[Any, ...]
    problems: tuple[Problem, ...]
    quote: Quote
    outcome: Outcome[Any, Any, Any]


def games(rules: Rules[Any, Any, Any]) -> Iterator[tuple[Step, ...]]:
    """Whole games of a title of several sizes, half of them with many absent, and more of them while some
    kind of order has been asked for by none."""
    asked = set[str]()
    for seed in range(MOST_SEEDS):
        if seed not in SEEDS and asked >= vocabulary(rules).orders.keys():
            return
        game = played(rules, seed, sizes(rules, seed), *((ABSENCE,) if seed % 2 else ()))
        asked |= {
            kind for step in game for window in rules.windows(step.before.public) for kind in window.orders
        }
        yield game


def steps(rules: Rules[Any, Any, Any]) -> Iterator[Step]:
    return chain.from_iterable(games(rules))


@cache
def scenes(rules: Rules[Any, Any, Any]) -> tuple[tuple[State[Any, Any, Any], Window], ...]:
    """Some windows of every kind that is open in the games, each with its state: the first, and others."""
    found: dict[str, list[Any]] = defaultdict(list)
    for step in steps(rules):
        for window in rules.windows(step.before.public):
            found[window.kind].append((step.before, window))
    chance = random.Random(rules.meta.key)
    return tuple(
        scene
        for each in found.values()
        for scene in (each[0], *chance.sample(each[1:], min(SCENES - 1, len(each) - 1)))
    )


@cache
def legal_forms(rules: Rules[Any, Any, Any]) -> dict[str, tuple[Orders, ...]]:
    """Forms of `sample` and `advise` by the kind of their window."""
    found: dict[str, list[Orders]] = defaultdict(list)
    for step in steps(rules):
        found[step.window.kind] += step.forms.values()
    return {kind: tuple(forms) for kind, forms in found.items()}


def damage(rules: Rules[Any, Any, Any]) -> Damage:
    """What damages a title's forms, with its own words: another title's draws nothing from it."""
    forms = [order for forms in legal_forms(rules).values() for form in forms for order in form]
    kinds = dict.fromkeys([*vocabulary(rules).orders, *(order.kind for order in forms)])
    keys = dict.fromkeys(key for order in forms for key in order.data)
    words = dict.fromkeys(word for order in forms for word in words_in(order.data))
    return Damage(random.Random(f"damage/{rules.meta.key}"), kinds, keys, words)


@cache
def damaged(rules: Rules[Any, Any, Any]) -> tuple[Handed, ...]:
    """Damaged forms in every window and door, by those asked, by those not asked, and by strangers."""
    made, found = damage(rules), []
    for state, window in scenes(rules):
        forms = legal_forms(rules).get(window.kind) or ((),)
        for _ in range(FORMS):
            asked = made.chance.random() < 0.8
            player = made.chance.choice(window.players if asked else (*state.private, PlayerId("p99")))
            legal = made.chance.choice(forms)
            if asked and made.chance.random() < 0.5:  # one that fits this very state
                dice = Dice(made.chance.randbytes(8))
                legal = rules.sample(state.seen_by(player), window, dice) or legal
            found.append(_handed_in(rules, state, window, player, made.form(legal)))
    return tuple(found)


def _handed_in(
    rules: Rules[Any, Any, Any], state: Any, window: Window, player: PlayerId, form: tuple[Any, ...]
) -> Handed:
    view = state.seen_by(player)
    problems, quote = rules.check(view, window, form), rules.quote(view, window, form)
    outcome = rules.resolve(state, window, {player: form}, Dice(b"damaged"))
    return Handed(state, window, player, form, problems, quote, outcome)


@cache
def told(rules: Rules[Any, Any, Any]) -> tuple[Event, ...]:
    """Every event of the games, and of what came of the damaged forms."""
    begun = (start(rules, seed, sizes(rules, seed)).events for seed in SEEDS)
    played_out = (step.outcome.events for step in steps(rules))
    return tuple(chain(*begun, *played_out, *(each.outcome.events for each in damaged(rules))))


@cache
def words(rules: Rules[Any, Any, Any]) -> dict[str, Any]:
    """By the name of a key: what stands under it in the title's orders, events and refusals."""
    orders = (o.data for forms in legal_forms(rules).values() for form in forms for o in form)
    problems = (problem.params for each in damaged(rules) for problem in each.problems)
    return pool_of(chain(orders, (event.data for event in told(rules)), problems))
