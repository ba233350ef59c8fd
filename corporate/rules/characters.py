"""Characters: judging and applying the form of the first window (section 3)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from games.contract import Orders, Problem
from games.rulekit.judging import Refusals, sift_first

from .content import TITLES, VICTORY
from .orders import CHARACTERS, Character
from .state import Private, Seat


def sift_character(
    playing: bool, private: Private, orders: Orders
) -> tuple[Character | None, tuple[Problem, ...]]:
    """The character on a form, if it is legal, and all its problems. Never raises.

    `playing`: whether Backgrounds and Strategies are played (an option); `private`: the player's own drawer.
    """
    return sift_first(CHARACTERS, orders, partial(_judge, playing, private))


def _judge(playing: bool, private: Private, order: Character, refuse: Refusals) -> None:
    if playing:
        _background(private, order, refuse)
        _strategies(order, refuse)
    else:
        for key in ("background", "hidden", "avenger"):
            if getattr(order, key) is not None:
                refuse("background_off", key)
        if order.strategies:
            refuse("strategies_off", "strategies")


def _background(private: Private, order: Character, refuse: Refusals) -> None:
    if order.background != "nobody" and order.hidden is not None:
        refuse("hidden_unused", "hidden")
    if order.background == "nobody" and order.hidden in (None, "nobody"):
        refuse("nobody_hides_another", "hidden")
    if "avenger" not in (order.background, order.hidden):
        if order.avenger is not None:
            refuse("avenger_unused", "avenger")
    elif order.avenger not in private.avenger_draw:
        refuse("avenger_choice", "avenger", choices=list(private.avenger_draw))


def _strategies(order: Character, refuse: Refusals) -> None:
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
    """A player's public and private data with their character (3, step 4)."""
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
    """The points of the Strategies on a form, as far as they can be read."""
    read = [CHARACTERS.read(raw, place) for place, raw in enumerate(orders)]
    return sum(sum(order.strategies.values()) for order in read if isinstance(order, Character))
