"""The bot, which decides from its own view: the turn that is worth most now, useful draws, plans in mode
`rounds`. It comes back after an absence and never leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract import Dice, Orders, PlayerId, View, Window
from games.rulekit.shapes import OrderData, order

from . import orders as o
from .bots.cards import spared, useful_piles, wanted
from .bots.turns import Chooser, Looked
from .bots.worth import PLAIN, Taste
from .content import CARDS, ORGANIZATIONS, C, layout_of
from .defaults import answer_of
from .draws import draws_of, owed
from .forms import hand_of_round, not_yet
from .playable import Option, options
from .state import Private, Public
from .table import without
from .world import World

__all__ = ["advise", "advise_with"]


def advise(view: View[Public, Private], window: Window, dice: Dice, taste: str = "") -> Orders | None:
    """A sensible form for a window; None for no form. It draws nothing: of equal turns the first one is
    played."""
    return advise_with(PLAIN, view, window)


def advise_with(taste: Taste, view: View[Public, Private], window: Window) -> Orders | None:
    """The same with another taste, for comparisons."""
    public, player, private = view.public, view.viewer, view.private
    if player is None or private is None or public.over or not_yet(public, player, window.kind):
        return None
    found = _orders(public, player, private.hand, window, taste)
    return None if found is None else tuple(order(each) for each in found)


def _orders(
    public: Public, player: PlayerId, hand: tuple[str, ...], window: Window, taste: Taste
) -> Sequence[OrderData] | None:
    me = public.players.index(player)
    if window.kind == "start":
        return [_start(public, player)]
    if window.kind == "play":
        return [_turn(public, me, hand, taste)]
    if window.kind == "forced":
        return [_forced(public, me, hand, taste)]
    if window.kind == "draw":
        return [_draw(public, me, hand)]
    if window.kind == "surplus":
        return [o.Surplus(spared(World.of(public), me, hand, len(hand) - C.figures.hand))]
    if window.kind == "round":
        return _round(public, me, hand, taste)
    return [o.Return()] if window.kind == "return" else None


def _start(public: Public, player: PlayerId) -> o.Start:
    """Put the free influence where development is highest; draw two cards of each category of the
    organization."""
    seat = public.seats[player]
    group = ORGANIZATIONS[seat.organization]
    near = (seat.home, *layout_of(len(public.players)).neighbours[seat.home])
    region = max(near, key=lambda slot: public.regions[slot].development)
    piles = (f"{group.major}1",) * 3 + (f"{group.minor}1",)
    return o.Start(o.Free(region, group.major), piles[: C.figures.start_draws])


def _chosen(
    public: Public, me: int, hand: Sequence[str], found: Sequence[Option], taste: Taste
) -> list[Looked]:
    return Chooser(public, me, wanted(World.of(public), me, hand), taste).best(found)


def _answer(looked: Looked) -> dict[str, Any]:
    candidate = looked.candidate
    return {**answer_of(looked.turn), "invest": (*candidate.levels, *candidate.uses)}


def _turn(public: Public, me: int, hand: tuple[str, ...], taste: Taste) -> o.Play:
    """The best turn, with the draws that follow it."""
    best = _chosen(public, me, hand, options(World.of(public), me, hand), taste)[0]
    card, left = best.candidate.card, without(hand, (best.candidate.card.id,))
    number = draws_of(public, best.turn.extra, len(left))
    return o.Play(
        card=card.id, effect=best.candidate.effect.rank, **_answer(best),
        draws=useful_piles(public, me, left, number),
    )  # fmt: skip


def _forced(public: Public, me: int, hand: tuple[str, ...], taste: Taste) -> o.Forced:
    """Play the drawn card where it is best, and exchange half of the hand that could not be played."""
    assert public.forced is not None
    card = CARDS[public.forced.card]
    best = _chosen(public, me, hand, [Option(card, card.effects[0])], taste)[0]
    back = spared(World.of(public), me, hand, len(hand) // 2)
    number = draws_of(public, best.turn.extra, len(hand) - len(back), len(back))
    return o.Forced(
        **_answer(best), return_=back, draws=useful_piles(public, me, without(hand, back), number)
    )


def _draw(public: Public, me: int, hand: tuple[str, ...]) -> o.Draw:
    pending = public.pending_of(public.players[me])
    assert pending is not None  # its window is open
    back = spared(World.of(public), me, hand, len(hand) // 2) if pending.shown else ()
    number = owed(public, pending, len(back))
    return o.Draw(draws=useful_piles(public, me, without(hand, back), number), return_=back)


def _round(public: Public, me: int, hand: tuple[str, ...], taste: Taste) -> list[OrderData]:
    """The surplus, the best turns of several effects in order, and the piles for draws."""
    found: list[OrderData] = []
    over = len(hand) - C.figures.hand
    if over > 0:
        found.append(o.Surplus(spared(World.of(public), me, hand, over)))
    left = hand_of_round(hand, tuple(each for each in found if isinstance(each, o.Surplus)))
    planned: set[tuple[str, int]] = set()
    for looked in _chosen(public, me, left, options(World.of(public), me, left), taste):
        key = looked.candidate.card.id, looked.candidate.effect.rank
        if key not in planned and len(planned) < C.figures.plans:
            planned.add(key)
            found.append(o.Plan(card=key[0], effect=key[1], **_answer(looked)))
    found.append(o.Draw(draws=useful_piles(public, me, left, C.figures.hand)))
    return [*found, o.Relief()]
