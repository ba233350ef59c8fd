"""A seeded game of any title, played by its bots, as a text a person can read and a diff can show."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from games.contract import Dice, Event, Forms, PlayerId, Rules, State, Window, encode

LIMIT = 500  # resolutions: a game of bots that is longer does not end


def record(
    rules: Rules[Any, Any, Any],
    count: int,
    options: Mapping[str, Any],
    seed: str,
    absent: Collection[str] = (),
) -> str:
    """The whole game: each window with its forms, the draws, and what every reader was told. The
    `absent` never hand anything in."""
    return "\n".join(_game(rules, count, options, seed, absent)) + "\n"


def _game(
    rules: Rules[Any, Any, Any], count: int, options: Mapping[str, Any], seed: str, absent: Collection[str]
) -> Iterator[str]:
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    given = {option.key: options.get(option.key, option.default) for option in rules.meta.options}
    away = f", absent {' '.join(absent)}" if absent else ""
    title = f"{rules.meta.name}, rules {rules.meta.rules_version}"
    yield f"{title}: {count} bots, {_words(given)}, seed {seed}{away}"
    dice = Dice(f"{seed}/setup".encode())
    outcome = rules.setup(players, given, dice)
    yield from _told("setup", {}, dice, outcome.events)
    state = outcome.state
    for number in range(1, LIMIT):
        asked = rules.windows(state.public)
        if not asked:
            break
        window = asked[0]
        forms = _forms(rules, state, window, f"{seed}/{number}", absent)
        dice = Dice(f"{seed}/{number}".encode())
        outcome = rules.resolve(state, window, forms, dice)
        yield from _told(window.name, forms, dice, outcome.events)
        yield from (
            f"  grant {one.reader} reads {one.of} {list(one.chapters)} without {list(one.without)}"
            for one in outcome.grants
        )
        state = outcome.state
    yield from _standings(rules, state)


def _forms(
    rules: Rules[Any, Any, Any],
    state: State[Any, Any, Any],
    window: Window,
    seed: str,
    absent: Collection[str],
) -> Forms:
    """What the bots hand in; an `AT_ONCE` window takes one form."""
    forms = {}
    for player in window.players:
        if player in absent:
            continue
        dice = Dice(f"{seed}/bot/{player}".encode())
        orders = rules.advise(state.seen_by(player), window, dice)
        if orders is not None:
            forms[player] = orders
    return forms


def _told(name: str, forms: Forms, dice: Dice, events: tuple[Event, ...]) -> Iterator[str]:
    yield ""
    yield f"== {name}"
    for player, orders in forms.items():
        yield f"{player} orders"
        for order in orders:
            yield f"  {order.kind} {_words(order.data)}".rstrip()
    if dice.drawn:
        yield "draws"
        yield from (f"  {label} {_value(dice.drawn[label])}" for label in sorted(dice.drawn))
    readers = list(dict.fromkeys(reader for event in events for reader in event.to))
    for reader in readers:
        yield f"{reader} is told"
        for event in events:
            if reader in event.to:
                yield from _event(event)


def _event(event: Event) -> Iterator[str]:
    tables = {key: value for key, value in event.data.items() if _is_table(value)}
    yield f"  {event.kind} {_words({k: v for k, v in event.data.items() if k not in tables})}".rstrip()
    for key, rows in tables.items():
        yield from (f"    {key} {_words(row)}" for row in rows)


def _standings(rules: Rules[Any, Any, Any], state: State[Any, Any, Any]) -> Iterator[str]:
    yield ""
    yield "== standings"
    for standing in rules.standings(state.public) or ():
        yield f"{standing.rank}. {standing.player} {standing.score}"
        for line in standing.breakdown:
            yield f"  {line.amount:+d} {line.code} {_words(line.params)}".rstrip()


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _words(data: Mapping[str, Any]) -> str:
    return " ".join(f"{key}={_value(value)}" for key, value in data.items())


def _value(value: Any) -> str:
    return value if isinstance(value, str) and value and " " not in value else encode(value)
