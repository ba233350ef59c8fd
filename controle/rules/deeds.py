"""The effects of a turn on the game: plays, forced turns, draws (7.2, 10, 11)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.judging import Refusals
from games.rulekit.standing import first_legal

from . import defaults
from . import orders as o
from .answer import of_hand, work_out
from .content import CARDS, C
from .draws import cards_by_pile, default_piles, owed
from .events import DeclaredStuck, ForcedTurn, PassedTurn, PlanRefused, PlansTried, Played
from .playable import any_option
from .society import set_aside
from .state import Forced, Pending, Public
from .table import Table, without
from .turn import Turn
from .world import World


class Done(Struct, frozen=True):
    """The result of a turn: the extra draws it gives, and whether its player's hand was shown."""

    extra: int = 0
    shown: bool = False


# ---- opening --------------------------------------------------------------------------------------------


def is_stuck(table: Table, player: PlayerId) -> bool:
    """Whether no card in hand can be played, even with compensation (11.1)."""
    world = World.of(table.public)
    return not any_option(world, table.public.players.index(player), table.hand(player))


def force(table: Table, player: PlayerId) -> bool:
    """Force a turn (11.2): the hand is shown to all, a card is drawn in the most advanced category. False if
    there is no card, so that the turn is passed (11.6)."""
    hand = table.hand(player)
    pile = next(iter(default_piles(table.public, player, 1)), None)
    card = table.top(pile) if pile is not None else None
    if card is None or pile is None:
        table.change(passed=(*table.public.passed, player))
        table.tell(PassedTurn(player))
        return False
    table.change(forced=Forced(hand, card))
    table.tell(ForcedTurn(player, hand, card, pile))
    return True


# ---- playing --------------------------------------------------------------------------------------------


def play(table: Table, player: PlayerId, answer: o.OfCard) -> Done:
    """Carry out a play that has been judged."""
    card = CARDS[answer.card]
    world, me = World.of(table.public), table.public.players.index(player)
    turn = work_out(world, me, card, card.effects[answer.effect - 1], answer, Refusals(None))
    assert turn is not None
    return apply(table, player, turn)


def play_forced(table: Table, player: PlayerId, answer: o.Forced) -> Done:
    """Play the first effect of the drawn card, with an answer that has been judged."""
    assert table.public.forced is not None
    card = CARDS[table.public.forced.card]
    world, me = World.of(table.public), table.public.players.index(player)
    turn = work_out(world, me, card, card.effects[0], answer, Refusals(None), forced=True)
    assert turn is not None
    return apply(table, player, turn, shown=True)


def play_default(table: Table, player: PlayerId) -> Done | None:
    """Play the default of T1 (15.3); None if that is to declare oneself stuck, and there is no card to
    draw."""
    found = defaults.turn_of(table.public, player, table.hand(player))
    if isinstance(found, Turn):
        return apply(table, player, found)
    if found is not None:
        table.tell(DeclaredStuck(player))
    return play_forced_default(table, player) if force(table, player) else None


def play_forced_default(table: Table, player: PlayerId) -> Done:
    return apply(table, player, defaults.forced_turn(table.public, player), shown=True)


def play_first_plan(table: Table, player: PlayerId, plans: Sequence[o.Plan]) -> tuple[o.Plan, Done] | None:
    """Play the first plan that is possible now, without parts that have become needless or impossible (15.4);
    only its author learns which one, and why the earlier ones were not. None if no plan is possible."""
    if not plans:
        return None
    me, worked_out = table.public.players.index(player), dict[int, Turn]()
    world = World.of(table.public)

    def judge(plan: o.Plan, refuse: Refusals) -> None:
        found = of_hand(table.hand(player), plan, refuse)
        if found is None:
            return
        turn = work_out(world.copy(), me, *found, plan, refuse, plan=True)
        if turn is not None and refuse.place is not None:
            worked_out[refuse.place] = turn

    tried = first_legal(plans, judge)
    refused = tuple(
        PlanRefused(at, plans[at].card, plans[at].effect, problem.code, dict(problem.params))
        for at, problem in enumerate(tried.refused)
    )
    table.tell_only(PlansTried(tried.place, refused), player)
    if tried.taken is None or tried.place is None:
        return None
    return tried.taken, apply(table, player, worked_out[tried.place])


def apply(table: Table, player: PlayerId, turn: Turn, shown: bool = False) -> Done:
    """Apply a turn that was worked out on the current world: steps 5 to 7 for the cards."""
    table.keep_world(turn.world)
    if not shown:
        table.set_hand(player, without(table.hand(player), (turn.card.id,)))
    table.discard(turn.card.id)
    names = table.public.players
    table.tell(
        Played(
            player, turn.card.id, turn.effect.rank, turn.R,
            turn.V if turn.V >= 0 else None,
            turn.W if turn.W >= 0 else None,
            names[turn.U] if turn.U >= 0 else None,
            shown, tuple(turn.levels), tuple(turn.changes),
        )
    )  # fmt: skip
    for crossing in turn.crossings:
        set_aside(table, turn.me, crossing)
    return Done(turn.extra, shown)


# ---- drawing --------------------------------------------------------------------------------------------


def judge_draws(
    public: Public, hand: Sequence[str], pending: Pending, draws: Sequence[str], back: Sequence[str],
    refuse: Refusals,
) -> None:  # fmt: skip
    """Judge the answer to T2: cards returned without need, too many or too few draws, an exhausted pile."""
    if back and not pending.shown:
        refuse("no_relief", "return")
        return
    if not in_hand(hand, back, refuse):
        return
    needed = owed(public, pending, len(back))
    if len(draws) != needed:
        refuse("wrong_draws", "draws", named=len(draws), needed=needed)
    left = cards_by_pile(public, back)
    for pile in dict.fromkeys(draws):
        if not left[pile]:
            refuse("pile_exhausted", "draws", pile=pile)


def in_hand(hand: Sequence[str], cards: Sequence[str], refuse: Refusals, at: str = "return") -> bool:
    """Check that a hand contains these cards, each as often as it is named."""
    absent = next((card for card in cards if cards.count(card) > hand.count(card)), None)
    if absent is not None:
        refuse("card_not_in_hand", at, card=absent)
    return absent is None


def draw(table: Table, pending: Pending, draws: Sequence[str], back: Sequence[str] = ()) -> None:
    """Carry out the answer to T2: cards of a shown hand are returned, then the draws served; the surplus
    above four is asked next (10)."""
    _settle(table, pending)
    table.put_back(pending.player, back)
    table.serve(pending.player, draws)
    if len(table.hand(pending.player)) > C.figures.hand:
        table.change(pending=(*table.public.pending, Pending(pending.round, pending.player, "surplus")))


def give_back(table: Table, pending: Pending, cards: Sequence[str]) -> None:
    """Carry out the answer to T2B."""
    _settle(table, pending)
    table.put_back(pending.player, cards)


def draw_default(table: Table, pending: Pending) -> None:
    """Carry out T2 by default, followed at once by T2B (15.2), or T2B by default."""
    if pending.what == "draw":
        draw(table, pending, defaults.draw(table.public, pending).draws)
    found = table.public.pending_of(pending.player)
    if found is not None:
        give_back(table, found, defaults.surplus(table.hand(found.player)).return_)


def _settle(table: Table, pending: Pending) -> None:
    table.change(pending=tuple(each for each in table.public.pending if each.player != pending.player))


def ask_draws(table: Table, player: PlayerId, done: Done, answer: o.Answer | None = None) -> None:
    """After a turn: serve the draws that came with it, if they are legal; otherwise ask T2, unless there is
    nothing to decide."""
    pending = Pending(table.public.round, player, "draw", done.extra, done.shown)
    hand = table.hand(player)
    draws = answer.draws if answer is not None else ()
    back = answer.return_ if isinstance(answer, o.Forced) else ()
    if draws or back:
        refuse = Refusals(None)
        judge_draws(table.public, hand, pending, draws, back, refuse)
        if not refuse.problems:
            draw(table, pending, draws, back)
            return
    if owed(table.public, pending) or (done.shown and hand):
        table.change(pending=(*table.public.pending, pending))
