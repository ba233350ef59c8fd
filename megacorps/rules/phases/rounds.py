"""Rounds and turns of both modes (sections 4 and 16.7), and the end of a round."""

from __future__ import annotations

from collections.abc import Iterable

from games.contract import Order, PlayerId
from games.rulekit.forms import Answers
from games.rulekit.shapes import OrderData
from games.rulekit.shapes import order as as_order
from games.rulekit.standing import Tried, first_legal

from ..events import (
    CardsDrawn,
    LineRefused,
    OfferEnded,
    Passed,
    ProgrammeRead,
    QueuedActionDropped,
    QueuedActionTaken,
    RoundBegan,
)
from ..frames import (
    AskTurn,
    BeginRound,
    EndRound,
    EndTurn,
    FinalPayouts,
    FireCardOrders,
    LastCall,
    Play,
    Program,
    TakeProgrammed,
    TakeQueued,
    Turn,
)
from ..judge import begin
from ..orders import BEFORE_TURN, LAST_CALL, ROUND_START, SHAPES, Pass, PlayCard
from ..state import Question
from ..table import Table
from .actions import act
from .asking import put


def begin_round(table: Table, frame: BeginRound) -> None:
    """Steps 1 to 3 of a round; the first player draws a card, even if absent."""
    public = table.public
    first = public.in_order[0]  # the player drawn to be first may have left before round 1
    table.write_down_money()
    table.change(round=public.round + 1, active=first, payout_taken=False)
    drawn = table.draw(first, 1)
    table.tell(RoundBegan(table.public.round, first, len(table.deck)))
    table.tell_only(CardsDrawn(drawn), first)
    turns = () if public.programmed else tuple(Turn(player) for player in public.in_order)
    asked = (Program(),) if public.programmed else ()
    fire = FireCardOrders(f"{ROUND_START}{table.public.round}", first)
    table.push(fire, *asked, *turns, EndRound())


def end_round(table: Table, frame: EndRound) -> None:
    """Pass the marker on, end the offers of the previous round, and begin the last call after the last
    card."""
    public = table.public
    _expire_offers(table)
    if table.deck:
        assert public.active is not None
        after = public.order_from(public.active)
        following = after[1] if after[0] == public.active else after[0]
        table.change(active=following, turn=None)
        table.push(BeginRound())
    else:
        table.change(turn=None)
        table.push(LastCall(), FinalPayouts())


def _expire_offers(table: Table) -> None:
    for player in table.public.players:
        for offer in table.private[player].offers:
            if offer.by == player and offer.until <= table.public.round:
                table.set_offer(offer, kept=False)
                table.tell_only(OfferEnded(offer.id, offer.by, offer.to, "expired"), offer.by, offer.to)


# ---- card orders (16.5) --------------------------------------------------------------------------


def fire(table: Table, frame: FireCardOrders) -> None:
    """Try every card order with this trigger once, in turn order from `first`; the plays of a programme are
    tried right after their author's card orders (D64)."""
    plays = []
    for player in table.public.order_from(frame.first):
        waiting = table.standing(player).card_orders
        mine = tuple(order for order in waiting if order.trigger == frame.trigger)
        if mine:
            table.set_standing(player, card_orders=tuple(order for order in waiting if order not in mine))
        own_turn = frame.trigger in (LAST_CALL, f"{BEFORE_TURN}{player}")
        plays += [Play(player, order.play, order.trigger, own_turn) for order in mine]
        if player == frame.first:
            plays += [Play(player, play, None, own_turn) for play in frame.plays]
    table.push(*plays)


# ---- the programmes ------------------------------------------------------------------------------


def ask_programs(table: Table, frame: Program) -> None:
    public = table.public
    table.change(turn=None)
    if public.nobody_is_here:
        table.push(frame)  # asleep; a player who comes back finds the question open
        question = Question("program", (public.round,), public.in_order)
        table.change(question=question)
    else:
        put(table, frame, Question("program", (public.round,), public.in_order), programmed)


def programmed(table: Table, question: Question, answers: Answers) -> None:
    """Play the turns of the round in turn order, once all programmes are in."""
    table.pop()
    table.change(question=None)
    turns = []
    for player in table.public.in_order:
        if player in answers:
            table.is_here(player)
            orders = answers[player]
            plays = tuple(order for order in orders if isinstance(order, PlayCard))
            actions = tuple(as_order(each) for each in orders if not isinstance(each, PlayCard))
        else:
            table.missed_turn(player)
            plays, actions = (), _use_queued(table, player)
        turns.append(Turn(player, plays, actions))
    table.push(*turns)


def _use_queued(table: Table, player: PlayerId) -> tuple[Order, ...]:
    """Use up a queued action, which is the default for one programme (D70)."""
    queued = table.standing(player).queued_action
    table.set_standing(player, queued_action=None)
    return () if queued is None else (queued,)


def take_programmed(table: Table, frame: TakeProgrammed) -> None:
    """Take the first action of the programme that is legal now, otherwise pass; only its author learns about
    the other lines."""
    tried = _try(table, frame.player, frame.actions)
    refused = tuple(
        LineRefused(line, frame.actions[line].kind, one.code, one.params)
        for line, one in enumerate(tried.refused)
    )
    if frame.actions:
        kind = Pass.kind if tried.taken is None else tried.taken.kind
        table.tell_only(ProgrammeRead(tried.place, kind, refused, frame.actions), frame.player)
    act(table, frame.player, tried.taken or Pass())


def _try(table: Table, player: PlayerId, actions: Iterable[Order]) -> Tried[OrderData]:
    """Begin the first of these actions that can begin now (16.4); returns whether one could."""
    read = [_read(raw) for raw in actions]
    return first_legal(read, lambda action, refuse: begin(table.public, player, action, refuse))


def _read(raw: Order) -> OrderData:
    action = SHAPES.read(raw, 0)
    assert isinstance(action, OrderData)  # it was read successfully before it was stored
    return action


# ---- a turn --------------------------------------------------------------------------------------


def turn(table: Table, frame: Turn) -> None:
    """A turn: (a) to (e) of section 4; in the mode `programmed`, 16.7."""
    player = frame.player
    if not table.is_in(player):
        return
    table.change(turn=player, asked_anew=0)
    if table.public.programmed:
        taken: TakeProgrammed | TakeQueued = TakeProgrammed(player, frame.actions)
    else:
        taken = TakeQueued(player)
    table.push(FireCardOrders(f"{BEFORE_TURN}{player}", player, frame.plays), taken, EndTurn(player))


def take_queued(table: Table, frame: TakeQueued) -> None:
    """Take the queued action if it is legal; otherwise an absent player passes (unless the game sleeps), and
    any other is asked."""
    player = frame.player
    queued = table.standing(player).queued_action
    if queued is not None:
        table.set_standing(player, queued_action=None)
        tried = _try(table, player, (queued,))
        if tried.taken is not None:
            table.tell_only(QueuedActionTaken(queued.kind), player)
            if not table.seat(player).absent:
                table.set_seat(player, missed=0)
            act(table, player, tried.taken)
            return
        first = tried.refused[0]
        table.tell_only(QueuedActionDropped(queued.kind, first.code, first.params), player)
    if table.public.nobody_is_here:
        table.push(frame)  # asleep; play continues here
    elif table.seat(player).absent:
        table.tell(Passed(player))
    else:
        table.push(AskTurn(player))


def ask_turn(table: Table, frame: AskTurn) -> None:
    public = table.public
    at = (public.round, frame.player, public.asked_anew)
    put(table, frame, Question("turn", at, (frame.player,), player=frame.player), turned)


def turned(table: Table, question: Question, answers: Answers) -> None:
    """Handle the answer of a turn: an action, a card (after which the turn is asked again), or none: pass."""
    frame: AskTurn = table.pop()
    table.change(question=None)
    player = frame.player
    if player in answers:
        table.is_here(player)
    else:
        table.missed_turn(player)
    order = next(iter(answers.get(player, ())), None)
    if isinstance(order, PlayCard):
        table.change(asked_anew=table.public.asked_anew + 1)
        table.push(Play(player, order, None, True), frame)
    elif order is None:
        table.tell(Passed(player))
    else:
        act(table, player, order)


def end_turn(table: Table, frame: EndTurn) -> None:
    """End a turn."""
