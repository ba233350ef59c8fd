"""Resolving one act: a form for a window that closes `AT_ONCE`, alone, and the forms it may make illegal.

Used for acts of people (`order_forms`) and of bots (`turns`). The caller is in a transaction and has claimed
the game; nothing here commits.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from ..contract import Orders, PlayerId, Problem, State, Window, decode
from ..models import Game, OrderForm, Resolution, Turn
from ..registry import skin_for
from ..writes import Writes
from . import openings, resolving
from .bots import Bots
from .claims import Claim, OtherForm
from .notices import tell


class BreaksOwnForm(Exception):
    """An act that would make another open form of its author illegal: the caller undoes it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems


def act_resolve(claim: Claim, author: PlayerId, now: datetime) -> None:
    """Resolve the author's form in the claimed turn and write the outcome; then check the forms saved for
    other open turns again. `claim` has what `claims.read_for_act` or `claims.read_other_forms` reads. Raises
    `BreaksOwnForm`."""
    claim.seats.forms = {author: claim.seats.forms[author]}
    writes = Writes()
    outcome, dice = resolving.resolve_turn(claim, Resolution.Cause.ACT, now, writes)
    writes.run()
    _recheck(claim, outcome.state, author, drew=bool(dice.drawn))


def _recheck(claim: Claim, state: State[Any, Any, Any], author: PlayerId, *, drew: bool) -> None:
    """Check that forms saved for other open turns are still legal. If one of the author's own is not, the act
    is refused, unless dice were drawn (a refusal would reveal the draw) or the author is a bot, which then
    makes another form; a form of another player is set aside. If a question no longer asks a player, for
    example after leaving by a door, the form is set aside and does not refuse the act. The turns are in the
    state after the resolution, the forms in the state before it: forms that bots handed in meanwhile were
    checked then."""
    rules = skin_for(claim.game.title).rules
    turns = {turn.pk: turn for turn in claim.others if turn.status == Turn.Status.OPEN}
    for form in claim.other_forms:
        turn = turns.get(form.turn_id)
        if turn is None or claim.game.stage != Game.Stage.RUNNING:
            continue
        window = decode(turn.window, Window)
        if form.player not in window.players:  # there is nothing to save again, so nobody is notified
            OrderForm.objects.filter(pk=form.pk).update(set_aside=True)
            continue
        problems = rules.check(state.seen_by(form.player), window, decode(form.orders, Orders))
        if not problems:
            continue
        is_bot = form.player in claim.seats.bots
        if form.player == author and not drew and not is_bot:
            raise BreaksOwnForm(problems)
        _set_aside(claim, turn, window, form)
        if is_bot:
            seat = {form.player: claim.seats.ids[form.player]}
            Bots(claim.game, seat, state, timezone.now()).answer(turn)


def _set_aside(claim: Claim, turn: Turn, window: Window, form: OtherForm) -> None:
    """Set a form aside that has become illegal: it no longer counts, its author is notified, and its turn
    waits for a new one."""
    OrderForm.objects.filter(pk=form.pk).update(set_aside=True)
    tell(
        game=claim.game, users=[form.user_id], kind="set_aside",
        key=f"set_aside/{turn.name}/{form.revision}", data={"turn": turn.name},
    )  # fmt: skip
    if turn.can_close_early:  # a turn that was complete lacks a form now
        turn.can_close_early = openings.is_complete(claim.game, turn, window)
        Turn.objects.filter(pk=turn.pk).update(can_close_early=turn.can_close_early)
