"""Games of any title at each kind of their first questions, and the buttons of their order forms."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

from django.core.cache import cache
from django.test import Client

from games.contract import Closes, Dice, Outcome, PlayerId, State
from games.models import Game, Player, Turn
from games.registry import skin_for
from games.selectors import window_of
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_resolve_now
from tests.battery import site
from tests.battery.play import play_on
from tests.battery.shown import taken_back
from tests.builder import make_user
from tests.formpage import Button, Input, OrderFormPage

QUESTIONS = 3  # of a rehearsal, one after the other
FULLY = 3  # kinds of questions of a title that are looked at with all there is; more of them by samples
WHOLE_GAMES, ABSENCE = 2, 0.05  # of each variant, by the rules alone
SAMPLES = 10  # of the forms whose numbers are typed


def each_option(title: str) -> list[dict[str, Any]]:
    """The options of a title as they are at first, and with each choice of each one of them."""
    offered = skin_for(title).rules.meta.options
    default = {o.key: o.default for o in offered}
    return [default] + [default | {o.key: one} for o in offered for one in o.choices or (True, False)]


def variants(title: str) -> Iterator[dict[str, Any]]:
    """Options that make the first question of a game of three close in another way, one of each."""
    rules, seen = skin_for(title).rules, set()
    for options in each_option(title):
        players = tuple(PlayerId(f"p{n}") for n in (1, 2, 3))
        state = rules.setup(players, options, Dice(b"variants")).state
        main = rules.windows(state.public)[0]
        closes = main.closes, main.in_parts
        if closes not in seen and not options.get("breaks"):
            seen.add(closes)
            yield options


def questions(game: Game, seen: set[Any], close: Callable[[Turn], object]) -> Iterator[tuple[Game, Player]]:
    """A game at each of its first questions of a kind not `seen` yet, and somebody who is asked."""
    for _ in range(QUESTIONS):
        game.refresh_from_db()
        turn = game.turns.filter(status=Turn.Status.OPEN).order_by("position").first()
        if turn is None or (window := window_of(turn)).is_door:
            return
        asked = [seat for seat in site.seats(game) if seat.user and seat.pid in window.awaited]
        if asked and (window.kind, window.closes) not in seen:
            seen.add((window.kind, window.closes))
            with taken_back():
                yield game, asked[0]
        close(turn)


def games(title: str) -> Iterator[tuple[Game, Player]]:
    """Games that close early, at each kind of question that comes up in a few whole games: those of `FULLY`
    kinds that come first, then the others."""
    seen: set[Any] = set()
    for options in each_option(title):
        if options.get("breaks"):
            continue
        for state, kind in first_of_each_kind(title, tuple(options.items())):
            if kind in seen:
                continue
            with taken_back():
                game = begun_at(title, options, state)
                window = window_of(site.main_turn(game))
                asked = [seat for seat in site.seats(game) if seat.pid in window.awaited]
                if asked:
                    seen.add(kind)
                    yield game, asked[0]


def begun_at(title: str, options: dict[str, Any], state: State[Any, Any, Any]) -> Game:
    """A game of the site, closing early, that begins where the rules have come to."""
    rules, outcome = skin_for(title).rules, Outcome(state)
    with mock.patch.object(type(rules), "setup", staticmethod(lambda *_: outcome)):
        game = site.new_game(title, **options)
    Game.objects.filter(pk=game.pk).update(close_when_all_ready=True)
    game.refresh_from_db()
    return game


@functools.cache
def first_of_each_kind(
    title: str, options: tuple[tuple[str, Any], ...]
) -> tuple[tuple[State[Any, Any, Any], tuple[str, Closes]], ...]:
    """The states in which games of three come to each kind of question for the first time, nobody leaving."""
    rules = skin_for(title).rules
    players = tuple(PlayerId(f"p{n}") for n in (1, 2, 3))
    found: dict[tuple[str, Closes], State[Any, Any, Any]] = {}
    for seed in range(WHOLE_GAMES):
        state = rules.setup(players, dict(options), Dice(b"kinds%d" % seed)).state
        for step in play_on(rules, state, seed, ABSENCE, leaving=False):
            main = rules.windows(step.before.public)[0]
            if not main.is_door:
                found.setdefault((main.kind, main.closes), step.before)
    return tuple((state, kind) for kind, state in found.items())


def rehearsals(title: str) -> Iterator[tuple[Game, Player]]:
    """Rehearsals of one player, at each kind of their first questions."""
    seen: set[Any] = set()
    for options in variants(title):
        with taken_back():
            user = make_user("Ana")
            game = rehearsal_create(user=user, title=title, name="Ana", bots=2, options=options)
            yield from questions(game, seen, lambda t, g=game: turn_resolve_now(game=g, turn_name=t.name))


def page_of(client: Client, game: Game) -> OrderFormPage:
    return OrderFormPage(client.get(f"/g/{game.public_id}/orders/", follow=True).content.decode())


def press(client: Client, game: Game, page: OrderFormPage, button: Button, **chosen: str) -> OrderFormPage:
    """The page that a button brings, without scripts."""
    cache.clear()  # nobody presses that fast
    url = button.url or f"/g/{game.public_id}/orders/"
    answer = client.post(url, page.posted(button, **chosen), follow=True)
    assert answer.status_code in (200, 422), f"{answer.status_code} for {button}"
    return OrderFormPage(answer.content.decode())


def opened(client: Client, game: Game, page: OrderFormPage) -> OrderFormPage:
    """The page with every question open that can be."""
    for button in page.buttons:
        if button.opens:
            page = press(client, game, page, button)
    return page


def ending(page: OrderFormPage, end: str) -> Button:
    return next(button for button in page.buttons if button.url.endswith(end))


def amounts(game: Game, player: Player) -> list[int]:
    """The numbers of some legal forms of this player's first question: what `sample` writes, once each."""
    rules, window = skin_for(game.title).rules, window_of(site.main_turn(game))
    view, found = site.view_of(game, player), set[int]()
    for n in range(SAMPLES):
        orders = rules.sample(view, window, Dice(f"amounts/{n}".encode())) or ()
        found.update(number for order in orders for number in numbers_in(order.data))
    return sorted(found)


def numbers_in(value: Any) -> Iterator[int]:
    """The whole numbers from 1 on in what an order holds, however deep they stand."""
    if isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from numbers_in(inner)
    elif type(value) is int and value > 0:
        yield value


def filled(
    page: OrderFormPage, fields: list[Input], chance: random.Random, legal: Sequence[int] = ()
) -> dict[str, str]:
    """Something in each of these fields that was not there before: where a number is typed, one of the
    `legal` ones as often as any of two digits. A number beside cells that hold it counts only for who
    chooses no cell."""
    chosen = {}
    for one in fields:
        if one.name.endswith("_more"):
            continue
        choices = [choice for choice in one.choices if choice not in (one.value, "more", "none")]
        if choices:
            chosen[one.name] = chance.choice(choices)
        elif not one.choices and not one.value:
            any_number = chance.randint(11, 99)
            chosen[one.name] = str(chance.choice(legal) if legal and chance.random() < 0.5 else any_number)
    return chosen
