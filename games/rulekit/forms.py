"""Judging a whole form for one window: which orders stand, and what is wrong with the others. Page, receipt
and resolution use the same judge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct, field

from ..contract import Orders, PlayerId, Priv, Problem, View, Window
from .judging import Refusals, sift
from .shapes import OrderData, Shapes
from .windows import asked_now


class OfPlayers(Protocol):
    """A public drawer that lists the players."""

    @property
    def players(self) -> tuple[PlayerId, ...]: ...


Shown = TypeVar("Shown", bound=OfPlayers)
Kind = TypeVar("Kind", bound=OrderData)

Answers = Mapping[PlayerId, tuple[OrderData, ...]]
"""The orders that stand, of each player who answered; whoever is no key of it has not."""


def all_of(answers: Answers, player: PlayerId, kind: type[Kind]) -> tuple[Kind, ...]:
    """A player's orders of a kind, in their order."""
    return tuple(each for each in answers.get(player, ()) if isinstance(each, kind))


def first_of(answers: Answers, player: PlayerId, kind: type[Kind]) -> Kind | None:
    """A player's first order of a kind; None if there is none."""
    return next(iter(all_of(answers, player, kind)), None)


class JudgedForm(Struct, Generic[Shown, Priv]):
    """A form, as far as it has been judged, and its author's view. `kept`: the orders that stand, in their
    order; `places`: the place of each on the form, from 0; `problems`: everything that is wrong with it."""

    public: Shown
    private: Priv
    player: PlayerId
    window: Window
    kept: list[OrderData] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """The orders of a kind that stand so far."""
        return tuple(each for each in self.kept if isinstance(each, kind))


class _Net(Struct, Generic[Shown, Priv], frozen=True):
    """A form as `judging.sift` fills it."""

    form: JudgedForm[Shown, Priv]
    say: Callable[[JudgedForm[Shown, Priv], Any, Refusals], None]

    def judge(self, order: OrderData, refuse: Refusals) -> None:
        self.say(self.form, order, refuse)

    def keep(self, order: OrderData, place: int) -> None:
        self.form.kept.append(order)
        self.form.places.append(place)


def _nothing(public: object, player: PlayerId) -> str | None:
    return None


def _no_more(form: object) -> None:
    pass


EMPTY: Final[Mapping[str, int]] = {}


class FormJudge(Struct, Generic[Shown, Priv], frozen=True):
    """How a title judges its forms. `judge` says what is wrong with an order, given those of the form that
    stand before it; `whole` what is wrong with the form as a whole, after its orders. Neither may raise.

    `barred`: the code of the reason why a player may hand in nothing at all, or None. `exactly_one`,
    `at_most_one`, `at_least_one`: kinds of windows whose forms must have so many orders (problems
    `one_order`, `empty_form`). `at_most`: the maximum number of orders of a kind (`one_only`, `too_many`).
    """

    shapes: Shapes[OrderData]
    windows: Callable[[Shown], tuple[Window, ...]]
    judge: Callable[[JudgedForm[Shown, Priv], Any, Refusals], None]
    barred: Callable[[Shown, PlayerId], str | None] = _nothing
    exactly_one: Collection[str] = ()
    at_most_one: Collection[str] = ()
    at_least_one: Collection[str] = ()
    at_most: Mapping[str, int] = field(default_factory=lambda: EMPTY)
    whole: Callable[[JudgedForm[Shown, Priv]], None] = _no_more

    def sift(
        self, view: View[Shown, Priv], window: Window, orders: Orders
    ) -> JudgedForm[Shown, Priv] | tuple[Problem, ...]:
        """The judged form, or the problem because of which its author may hand in nothing for this window:
        `not_a_player`, the code of `barred`, `not_asked`. Never raises, whatever the form contains."""
        public, player, private = view.public, view.viewer, view.private
        if player is None or private is None or player not in public.players:
            return (Problem("not_a_player"),)
        asked = asked_now(self.windows(public), window, player)
        code = self.barred(public, player)
        if code is not None or asked is None:
            return (Problem(code or "not_asked"),)
        form = JudgedForm(public, private, player, asked)
        kind, count = asked.kind, len(orders)
        if (kind in self.exactly_one and count != 1) or (kind in self.at_most_one and count > 1):
            form.problems.append(Problem("one_order", params={"orders": count}))
            return form
        if kind in self.at_least_one and not count:
            form.problems.append(Problem("empty_form"))
        form.problems += sift(self.shapes, orders, _Net(form, self.judge), self.at_most, asked.orders)
        self.whole(form)
        return form

    def check(self, view: View[Shown, Priv], window: Window, orders: Orders) -> tuple[Problem, ...]:
        """For `Rules.check`: all problems of a form; () if it can be saved. Never raises."""
        form = self.sift(view, window, orders)
        return tuple(form.problems) if isinstance(form, JudgedForm) else form
