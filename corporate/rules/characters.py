"""Characters: what the form of the first window may hold, and what becomes of it (section 3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from games.contract import Orders, Problem

from .content import TITLES, VICTORY
from .orders import Character, parse
from .problems import problem
from .single import sift_single
from .state import Private, Seat

KINDS = ("character",)
Refuse = Callable[..., None]


def sift_character(
    playing: bool, private: Private, orders: Orders
) -> tuple[Character | None, tuple[Problem, ...]]:
    """The character a form makes, if it makes one, and all its problems; never raises.

    In: whether Backgrounds and Strategies are played (the option), the player's own drawer.
    """
    judge = partial(_judge, playing, private)
    kept, problems = sift_single(Character, KINDS, orders, judge)
    return kept, tuple(problems)


def _judge(playing: bool, private: Private, order: Character, place: int) -> list[Problem]:
    faults: list[Problem] = []

    def refuse(code: str, at: str, **params: Any) -> None:
        faults.append(problem(code, place, at, **params))

    if playing:
        _background(private, order, refuse)
        _strategies(order, refuse)
    else:
        for key in ("background", "hidden", "avenger"):
            if getattr(order, key) is not None:
                refuse("background_off", key)
        if order.strategies:
            refuse("strategies_off", "strategies")
    return faults


def _background(private: Private, order: Character, refuse: Refuse) -> None:
    if order.background != "nobody" and order.hidden is not None:
        refuse("hidden_unused", "hidden")
    if order.background == "nobody" and order.hidden in (None, "nobody"):
        refuse("nobody_hides_another", "hidden")
    if "avenger" not in (order.background, order.hidden):
        if order.avenger is not None:
            refuse("avenger_unused", "avenger")
    elif order.avenger not in private.avenger_draw:
        refuse("avenger_choice", "avenger", choices=list(private.avenger_draw))


def _strategies(order: Character, refuse: Refuse) -> None:
    least, most = VICTORY.strategy_min_points, VICTORY.strategy_max_points
    if any(title not in TITLES for title in order.strategies):
        refuse("unknown_title", "strategies")
    for title in TITLES:
        points = order.strategies.get(title)
        if points is not None and not least <= points <= most:
            refuse("strategy_points", "strategies", title=title, points=points, minimum=least, maximum=most)
    used = sum(order.strategies.values())
    if used > VICTORY.strategies_max_total:
        refuse("strategy_total", "strategies", used=used, of=VICTORY.strategies_max_total)


def take_seat(seat: Seat, private: Private, order: Character) -> tuple[Seat, Private]:
    """A player's public and private parts once his character is made (3, step 4)."""
    return (
        replace(
            seat,
            public_text=order.public_text,
            citizenship=order.citizenship,
            starting_citizenship=order.citizenship,
            first_share=order.citizenship,
            background=order.background,
        ),
        replace(
            private,
            secrets=order.secrets,
            background=order.background,
            hidden_background=order.hidden,
            avenger=order.avenger,
            strategies={title: order.strategies[title] for title in TITLES if title in order.strategies},
        ),
    )


def used_points(orders: Orders) -> int:
    """Points of the Strategies of a form, as far as it can be read."""
    total = 0
    for place, raw in enumerate(orders):
        order, _ = parse(raw, place, KINDS)
        if isinstance(order, Character):
            total += sum(order.strategies.values())
    return total
