"""What bots hand in: forms as people's are, from their own views, as soon as they are asked.

Whoever calls holds a transaction; nothing here commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .. import vault
from ..contract import Dice, PlayerId, State, Window, decode, encode
from ..models import Game, OrderForm, Turn
from ..receipts import fingerprint, new_salt
from ..registry import skin_for
from .openings import OpenedTurns, asks, is_complete


def bot_seats(game: Game) -> dict[PlayerId, int]:
    """The id of each bot's seat, in seat order. One query."""
    seats = game.players.filter(is_bot=True).order_by("number").values_list("number", "pk")
    return {PlayerId(f"p{number}"): pk for number, pk in seats}


@dataclass(frozen=True, slots=True)
class Bots:
    """The bots of a game at one of its states. `seats`: the id of each one's seat; `now`: what their
    forms say of when they were saved."""

    game: Game
    seats: Mapping[PlayerId, int]
    state: State[Any, Any, Any]
    now: datetime

    def hand_in(self, asked: OpenedTurns) -> None:
        """Answer what is asked anew. What a bot hands in at a door (it comes back, say) is resolved
        like any turn that may close, one by one."""
        if not self.seats:
            return
        forms: list[OrderForm] = []
        for turn, secret in asked.fresh:
            found = list(self._forms(turn, secret, self.seats))
            if found and decode(turn.window, Window).is_door:
                Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
            forms += found
        OrderForm.objects.bulk_create(forms)
        for turn in asked.changed:
            self.answer(turn)

    def answer(self, turn: Turn) -> None:
        """Those that have no form yet in a turn already open, and are asked now, hand one in."""
        window = decode(turn.window, Window)
        forms = OrderForm.objects.filter(turn=turn)
        have = set(forms.filter(set_aside=False).values_list("player_id", flat=True))
        late = [pid for pid, seat in self.seats.items() if pid in asks(window) and seat not in have]
        if not late:
            return
        forms.filter(player__in=[self.seats[pid] for pid in late]).delete()
        secret, _turn = vault.seed_with_turn(turn.pk)
        OrderForm.objects.bulk_create(self._forms(turn, secret, late))
        turn.can_close_early = is_complete(self.game, turn, window)
        Turn.objects.filter(pk=turn.pk).update(can_close_early=turn.can_close_early)

    def _forms(self, turn: Turn, secret: bytes, bots: Collection[PlayerId]) -> Iterator[OrderForm]:
        """The forms for one turn, from dice of its seed. At a door the rules' `advise` mostly has none:
        a bot gives nothing away, and leaves by none."""
        rules = skin_for(self.game.title).rules
        window = decode(turn.window, Window)
        for pid in bots:
            if pid not in asks(window):
                continue
            view = self.state.seen_by(pid)
            orders = rules.advise(view, window, Dice(vault.bot_key(secret, pid)))
            if orders is None or rules.check(view, window, orders):
                continue
            salt = new_salt()
            yield OrderForm(
                turn=turn, player_id=self.seats[pid], orders=encode(orders), ready=True, salt=salt,
                fingerprint=fingerprint(salt, turn.name, pid, orders), saved_at=self.now,
            )  # fmt: skip
