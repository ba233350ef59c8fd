"""The defaults without an answer (15.3, 15.2): pure functions of what the player sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract import Orders, PlayerId, View, Window
from games.rulekit.shapes import OrderData, order

from . import orders as o
from .content import CARDS, ORGANIZATIONS, C, Card, Effect
from .draws import default_piles, owed
from .notation import CATEGORIES, Step
from .playable import options
from .state import Pending, Private, Public
from .turn import Turn
from .world import World


def default(view: View[Public, Private], window: Window) -> Orders:
    """The orders that replace this player's missing form at the deadline; () for a door, and for the form of
    a round, whose turn is decided when it comes."""
    found: OrderData | None = None
    if view.viewer is None or view.private is None:
        return ()
    pending = view.public.pending_of(view.viewer)
    if window.kind == "start":
        found = start(view.public, view.viewer)
    elif window.kind == "play":
        found = turn(view.public, view.viewer, view.private.hand)
    elif window.kind == "forced":
        found = forced(view.public, view.viewer)
    elif window.kind == "draw" and pending is not None:
        found = draw(view.public, pending)
    elif window.kind == "surplus":
        found = surplus(view.private.hand)
    return () if found is None else (order(found),)


def start(public: Public, player: PlayerId) -> o.Start:
    """S1: the major category at home; three piles of the major category, one of the minor."""
    seat = public.seats[player]
    group = ORGANIZATIONS[seat.organization]
    major, minor = group.major, group.minor
    return o.Start(o.Free(seat.home, major), (f"{major}1", f"{major}1", f"{minor}1", f"{major}2"))


def draw(public: Public, pending: Pending) -> o.Draw:
    """T2: nothing returned."""
    return o.Draw(draws=default_piles(public, pending.player, owed(public, pending)))


def surplus(hand: Sequence[str]) -> o.Surplus:
    """T2B: the cards drawn last first."""
    return o.Surplus(tuple(reversed(hand[C.figures.hand :])))


def turn(public: Public, player: PlayerId, hand: Sequence[str]) -> o.Play | o.Stuck | None:
    """T1: the weakest effect that can be played without tokens; stuck if there is none; None if nothing is
    playable at all, so that the turn is forced."""
    found = turn_of(public, player, hand)
    if not isinstance(found, Turn):
        return found
    return o.Play(card=found.card.id, effect=found.effect.rank, **answer_of(found))


def turn_of(public: Public, player: PlayerId, hand: Sequence[str]) -> Turn | o.Stuck | None:
    """The same, worked out already."""
    world, me = World.of(public), public.players.index(player)
    found = options(world, me, hand)
    free = next((option for option in found if not option.invest), None)
    if free is None:
        return o.Stuck() if found else None
    return default_turn(world, me, free.card, free.effect)


def forced(public: Public, player: PlayerId) -> o.Forced:
    """T1F: the first effect of the card drawn."""
    return o.Forced(**answer_of(forced_turn(public, player)))


def forced_turn(public: Public, player: PlayerId) -> Turn:
    """The same, worked out already."""
    assert public.forced is not None
    card = CARDS[public.forced.card]
    return default_turn(World.of(public), public.players.index(player), card, card.effects[0])


def default_turn(world: World, me: int, card: Card, effect: Effect) -> Turn:
    """Play a turn on this world, which is changed, with the choices of a careless player at each step
    (D46)."""
    R, V, W, U = targets(world, me, effect)
    done = Turn(world, me, card, effect, R, V, W, U)
    done.apply(careless)
    done.discard()
    done.privatize(card.icons)
    done.end(careless, (), ())
    return done


def targets(world: World, me: int, effect: Effect) -> tuple[int, int, int, int]:
    """The default targets R, V, W and U (15.3.3); -1 for those that the effect does not use."""

    def best(slots: Sequence[int]) -> int:
        return max(slots, key=lambda slot: world.total(slot, me))

    uses = effect.uses
    R = best(world.slots)
    V = best(sorted(world.beside[R])) if "V" in uses else -1
    W = best([slot for slot in world.slots if slot not in (R, V)]) if "W" in uses else -1
    U = world.first_of(R, world.others(me)) if "U" in uses else -1
    return R, V, W, U


def careless(turn: Turn, at: int, step: Step) -> Sequence[int]:
    """The default choice for a step, made when the step is reached (15.3.4)."""
    world, me = turn.world, turn.me
    if step.op == "gain":
        return [max(step.listed, key=lambda category: world.column(me, category))] * step.amount
    if step.op == "lose":
        stack = world.stacks[turn.slot(step.where)][turn.U][:]
        chosen = []
        for _ in range(step.amount):
            category = max(step.listed, key=stack.__getitem__)
            stack[category] -= 1
            chosen.append(category)
        return chosen
    if step.op == "take":
        return [max(step.listed, key=world.reserve.__getitem__)]
    if step.op == "steal":
        theirs = world.held[turn.U]
        return [max(step.listed, key=theirs.__getitem__)] if any(theirs) else []
    return []


def answer_of(turn: Turn, icons: Sequence[int] | None = None) -> dict[str, Any]:
    """The fields of an answer that repeats this turn: its targets, choices and icons; all icons unless
    given."""
    chosen = [tuple(CATEGORIES[each] for each in entry) for entry in turn.chosen]
    kinds = turn.card.icons if icons is None else icons
    return {
        "R": turn.R,
        "V": turn.V if turn.V >= 0 else None,
        "W": turn.W if turn.W >= 0 else None,
        "U": turn.world.names[turn.U] if turn.U >= 0 else None,
        "choices": tuple(chosen),
        "icons": tuple(CATEGORIES[kind] for kind in kinds),
    }
