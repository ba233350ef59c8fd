"""A seeded game of any title as a text a person can read and a diff can show. Bots play it once; from then on
it is played with the forms that the text holds, so that better bots change nothing in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from games.contract import Dice, Event, Forms, Order, Orders, PlayerId, Rules, State, Window, encode

LIMIT = 500  # resolutions: a game of bots that is longer does not end


class Visit(Struct, frozen=True):
    """A use of a door, of this kind, by a player."""

    door: str
    player: str
    orders: Orders


class Script(Struct, frozen=True):
    """What the bots do not decide. The `absent` never hand anything in. By the name of the window that is
    open: `forms` handed in instead of the bots' (None: the deadline passes), and `visits` at doors before it
    is answered. With `figures`, a line on the state is told wherever it has changed, and who is asked."""

    absent: Collection[str] = ()
    forms: Mapping[str, Mapping[str, Orders | None]] = field(default_factory=dict)
    visits: Mapping[str, Sequence[Visit]] = field(default_factory=dict)
    figures: Callable[[Any], str] | None = None


BOTS = Script()
# The windows that were answered, by name and in their order, each with its forms.
Played = Sequence[tuple[str, Forms]]


def record(
    rules: Rules[Any, Any, Any],
    count: int,
    options: Mapping[str, Any],
    seed: str,
    played: Played = (),
    script: Script = BOTS,
) -> str:
    """The whole game: each window with its forms, the draws, and what every reader was told. Without
    `played`, bots and the script answer."""
    return "\n".join(_game(rules, count, options, seed, played, script)) + "\n"


def record_from(
    rules: Rules[Any, Any, Any],
    state: State[Any, Any, Any],
    start: str,
    seed: str,
    played: Played,
    script: Script,
) -> str:
    """A game from this state to its end; `start` says what state that is."""
    title = f"{_title(rules)}: {len(state.private)} bots, {start}, seed {seed}"
    return "\n".join((title, *_resolutions(rules, state, seed, played, script))) + "\n"


def played(text: str) -> Played:
    """The windows and forms of a recorded game, read back from its text."""
    found: list[tuple[str, dict[PlayerId, list[Order]]]] = []
    author = None
    for line in text.splitlines():
        if line.startswith("== "):
            found.append((line[3:], {}))
        elif line.endswith(" orders") and " " not in (name := line.removesuffix(" orders")):
            author = PlayerId(name)
            found[-1][1][author] = []
        elif not line.startswith("  "):
            author = None
        elif author is not None:
            kind, _, data = line.strip().partition(" ")
            found[-1][1][author].append(Order(kind, _read(data)))
    return [
        (name, {author: tuple(orders) for author, orders in forms.items()})
        for name, forms in found
        if name not in ("setup", "standings")
    ]


def _read(words: str) -> dict[str, Any]:
    """The data of an order, from what `_words` made of them."""
    data: dict[str, Any] = {}
    for word in re.split(r" (?=\w+=)", words) if words else ():
        key, _, value = word.partition("=")
        try:
            data[key] = json.loads(value)
        except ValueError:
            data[key] = value
    return data


def _game(
    rules: Rules[Any, Any, Any],
    count: int,
    options: Mapping[str, Any],
    seed: str,
    played: Played,
    script: Script,
) -> Iterator[str]:
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    given = {option.key: options.get(option.key, option.default) for option in rules.meta.options}
    away = f", absent {' '.join(script.absent)}" if script.absent else ""
    yield f"{_title(rules)}: {count} bots, {_words(given)}, seed {seed}{away}"
    dice = Dice(f"{seed}/setup".encode())
    outcome = rules.setup(players, given, dice)
    yield from _told("setup", {}, dice, outcome.events)
    yield from _resolutions(rules, outcome.state, seed, played, script)


def _title(rules: Rules[Any, Any, Any]) -> str:
    return f"{rules.meta.name}, rules {rules.meta.rules_version}"


def _resolutions(
    rules: Rules[Any, Any, Any], state: State[Any, Any, Any], seed: str, played: Played, script: Script
) -> Iterator[str]:
    """Every resolution until no question is open, and the final scores."""
    came_up: Counter[str] = Counter()
    figures = ""
    for number in range(1, LIMIT):
        if not rules.windows(state.public):
            break
        if played:
            window, forms = _as_played(rules, state, *played[number - 1])
        else:
            window, forms = _next(rules, state, f"{seed}/{number}", script, came_up)
        asked = ""
        if script.figures is not None:
            asked = _asked(window)
            if figures != (figures := script.figures(state.public)):
                yield from ("", figures)
        dice = Dice(f"{seed}/{number}".encode())
        outcome = rules.resolve(state, window, forms, dice)
        yield from _told(window.name, forms, dice, outcome.events, asked)
        yield from (
            f"  grant {one.reader} reads {one.of} {list(one.chapters)} without {list(one.without)}"
            for one in outcome.grants
        )
        state = outcome.state
    if not played:
        assert {*script.forms, *script.visits} <= set(came_up), "a window of the script never came up"
    yield from _standings(rules, state)


def _next(
    rules: Rules[Any, Any, Any],
    state: State[Any, Any, Any],
    seed: str,
    script: Script,
    came_up: Counter[str],
) -> tuple[Window, Forms]:
    """The window that is answered next, the first one unless a door is visited before, and its forms."""
    windows = rules.windows(state.public)
    window = windows[0]
    visits = script.visits.get(window.name, ())
    done = came_up[window.name]
    came_up[window.name] += 1
    if done < len(visits):
        visit = visits[done]
        window = next(one for one in windows if one.kind == visit.door)
        forms: Forms = {PlayerId(visit.player): visit.orders}
    else:
        forms = _forms(rules, state, window, seed, script)
    _check(rules, state, window, forms)
    return window, forms


def _as_played(
    rules: Rules[Any, Any, Any], state: State[Any, Any, Any], name: str, forms: Forms
) -> tuple[Window, Forms]:
    """The window of this name, which is open still, and its forms, which are allowed still."""
    window = next(one for one in rules.windows(state.public) if one.name == name)
    _check(rules, state, window, forms)
    return window, forms


def _check(rules: Rules[Any, Any, Any], state: State[Any, Any, Any], window: Window, forms: Forms) -> None:
    for player, orders in forms.items():
        problems = rules.check(state.seen_by(player), window, orders)
        assert player in window.players and not problems, f"{window.name}, {player}: {problems}"


def _asked(window: Window) -> str:
    """Who is waited for, and who else may hand in."""
    parts = (("awaited", window.awaited), ("welcome", window.welcome))
    return ", ".join(f"{word} {' '.join(players)}" for word, players in parts if players)


def _forms(
    rules: Rules[Any, Any, Any], state: State[Any, Any, Any], window: Window, seed: str, script: Script
) -> Forms:
    """What the script says, or else what the bots hand in; an `AT_ONCE` window takes one form."""
    forms = {}
    scripted = script.forms.get(window.name, {})
    for player in window.players:
        if player in script.absent:
            continue
        if player in scripted:
            orders = scripted[player]
        else:
            dice = Dice(f"{seed}/bot/{player}".encode())
            orders = rules.advise(state.seen_by(player), window, dice)
        if orders is not None:
            forms[player] = orders
    return forms


def _told(name: str, forms: Forms, dice: Dice, events: tuple[Event, ...], asked: str = "") -> Iterator[str]:
    yield ""
    yield f"== {name}"
    if asked:
        yield asked
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
