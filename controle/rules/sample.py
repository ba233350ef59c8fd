"""Random legal forms, for random games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract import Dice, Orders, View, Window
from games.rulekit.chance import Chance
from games.rulekit.forms import JudgedForm
from games.rulekit.shapes import OrderData, order

from . import orders as o
from .content import CARDS, PILES, C, Card, Effect, layout_of
from .defaults import answer_of
from .draws import cards_by_pile, owed
from .forms import JUDGE, Form, hand_of_round, not_yet
from .notation import CATEGORIES, Step
from .playable import Option, compensation, options
from .state import Pending, Private, Public
from .turn import Turn
from .world import World

__all__ = ["sample"]


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A random legal form for a window; None for no form."""
    form = JUDGE.sift(view, window, ())
    if not isinstance(form, JudgedForm) or not_yet(form.public, form.player, window.kind):
        return None
    chance = Chance(dice, f"sample/{form.player}")
    if window.kind == "leave" and not chance.one_in(8):
        return None
    found = _orders(form, chance)
    return None if found is None else tuple(order(each) for each in found)


def _orders(form: Form, chance: Chance) -> Sequence[OrderData] | None:
    public, hand = form.public, form.private.hand
    pending = public.pending_of(form.player)
    kind = form.window.kind
    if kind == "start":
        return [_start(form, chance)]
    if kind == "play":
        return [_turn(form, chance)]
    if kind == "forced":
        return [_forced(form, chance)]
    if kind == "draw" and pending is not None:
        return [_draw(public, pending, hand, chance)]
    if kind == "surplus":
        return [o.Surplus(_some(hand, len(hand) - C.figures.hand, chance))]
    if kind == "file":
        return [_plan(form, hand, chance) for _ in range(chance.below(C.figures.plans + 1))] if hand else []
    if kind == "round":
        return _round(form, chance)
    return [o.Leave() if kind == "leave" else o.Return()]


def _some(cards: Sequence[str], number: int, chance: Chance) -> tuple[str, ...]:
    return tuple(chance.shuffled(tuple(cards)))[: max(0, number)]


def _start(form: Form, chance: Chance) -> o.Start:
    home = form.public.seats[form.player].home
    region = chance.pick((home, *layout_of(len(form.public.players)).neighbours[home]))
    piles = tuple(chance.pick(PILES) for _ in range(C.figures.start_draws))
    return o.Start(o.Free(region, chance.pick(CATEGORIES)), piles)


# ---- turns -------------------------------------------------------------------------------------------


def _turn(form: Form, chance: Chance) -> o.Play | o.Stuck:
    world = World.of(form.public)
    found = options(world, form.public.players.index(form.player), form.private.hand)
    if all(option.invest for option in found) and chance.one_in(2):
        return o.Stuck()
    option = chance.pick(found)
    fields = _by_chance(
        world, form.public.players.index(form.player), option.card, option.effect, chance, option
    )
    return o.Play(card=option.card.id, effect=option.effect.rank, **fields, draws=_named(form, chance))


def _forced(form: Form, chance: Chance) -> o.Forced:
    assert form.public.forced is not None
    card = CARDS[form.public.forced.card]
    fields = _by_chance(
        World.of(form.public), form.public.players.index(form.player), card, card.effects[0], chance, None
    )
    back = _some(form.private.hand, chance.below(2), chance)
    return o.Forced(**fields, draws=_named(form, chance), return_=back)


def _plan(form: Form, hand: Sequence[str], chance: Chance) -> o.Plan:
    """A plan with any effect; whether it is possible is decided when the turn comes."""
    world, card = World.of(form.public), CARDS[chance.pick(tuple(hand))]
    effect = chance.pick(card.effects)
    me = form.public.players.index(form.player)
    invest = compensation(world, me, effect)
    bought = Option(card, effect, invest) if invest is not None else None
    fields = _by_chance(world, me, card, effect, chance, bought)
    return o.Plan(card=card.id, effect=effect.rank, **fields, draws=_named(form, chance))


def _named(form: Form, chance: Chance) -> tuple[str, ...]:
    """Draws named with a turn, which need not be legal."""
    return tuple(chance.pick(PILES) for _ in range(chance.below(3)))


def _by_chance(
    world: World, me: int, card: Card, effect: Effect, chance: Chance, option: Option | None
) -> dict[str, Any]:
    """A random answer, made step by step on a world, which is changed, so that each choice is possible at its
    moment."""
    uses = effect.uses
    R = chance.below(len(world.slots))
    V = chance.pick(world.beside[R]) if "V" in uses else -1
    W = chance.pick([slot for slot in world.slots if slot not in (R, V)]) if "W" in uses else -1
    U = chance.pick(world.others(me)) if "U" in uses else -1
    turn = Turn(world, me, card, effect, R, V, W, U)
    invest = list(option.invest if option is not None else ())
    for each in invest:
        turn.compensate(CATEGORIES.index(each.category or ""), [CATEGORIES.index(kind) for kind in each.pay])

    def entry(turn: Turn, at: int, step: Step) -> Sequence[int]:
        return _entry(turn, step, chance)

    turn.apply(entry)
    invest += _uses(turn, chance)
    icons = [icon for icon in card.icons if not chance.one_in(4)]
    late = [at for at, step in enumerate(effect.steps) if step.late]
    turn.end(entry, late, ())
    crossing = tuple(chance.shuffled(CATEGORIES))[: chance.below(3)]
    return {
        **answer_of(turn, icons),
        "invest": tuple(invest),
        "end_steps": tuple(late) if chance.one_in(2) else (),
        "crossing_order": crossing,
    }


def _entry(turn: Turn, step: Step, chance: Chance) -> Sequence[int]:
    if step.op == "steal":
        kinds = [kind for kind, held in enumerate(turn.world.held[turn.U]) if held]
        return [chance.pick(kinds)] if kinds else []
    if step.op in ("move", "convert"):
        slot = turn.slot(step.origin) if step.op == "move" else turn.slot(step.where)
        there = [each for each in step.listed for _ in range(turn.world.stacks[slot][turn.me][each])]
        return chance.some(there, step.amount)
    return [chance.pick(step.listed) for _ in range(step.amount)]


def _uses(turn: Turn, chance: Chance) -> list[o.Invest]:
    """Random uses after the effect, paid one after the other."""
    world, me, uses = turn.world, turn.me, list[o.Invest]()
    for use in chance.some(("boost", "sabotage", "develop"), 2):
        kinds = [kind for kind, held in enumerate(world.held[me]) if held]
        if not kinds:
            break
        kind = chance.pick(kinds)
        slug = CATEGORIES[kind]
        if use == "boost":
            turn.boost(kind)
            uses.append(o.Invest("boost", slug))
        elif use == "develop":
            turn.develop(kind)
            uses.append(o.Invest("develop", None, None, (slug,)))
        else:
            targets = [each for each in world.others(me) if world.stacks[turn.R][each][kind]]
            if targets:
                target = chance.pick(targets)
                turn.sabotage(kind, target)
                uses.append(o.Invest("sabotage", slug, world.names[target], (slug,)))
    return uses


# ---- draws and rounds ----------------------------------------------------------------------------------


def _draw(public: Public, pending: Pending, hand: Sequence[str], chance: Chance) -> o.Draw:
    back = _some(hand, chance.below(len(hand) + 1), chance) if pending.shown else ()
    left = cards_by_pile(public, back)
    named = tuple(pile for pile in PILES if left[pile] > 0)
    number = owed(public, pending, len(back))
    return o.Draw(draws=tuple(chance.pick(named) for _ in range(number)), return_=back)


def _round(form: Form, chance: Chance) -> list[OrderData]:
    found: list[OrderData] = []
    over = max(0, len(form.private.hand) - C.figures.hand)
    hand = hand_of_round(form.private.hand, ())
    if over and chance.one_in(2):
        back = _some(form.private.hand, over, chance)
        found.append(o.Surplus(back))
        hand = tuple(card for card in form.private.hand if card not in back)
    if hand:
        found += [_plan(form, hand, chance) for _ in range(chance.below(C.figures.plans + 1))]
    if chance.one_in(2):
        found.append(o.Draw(draws=tuple(chance.pick(PILES) for _ in range(chance.below(4)))))
    if chance.one_in(4):
        found.append(o.Relief())
    return found
