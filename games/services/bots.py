"""Orders of bots: forms like those of people, made from the bot's own view as soon as a question opens.

The caller is in a transaction; nothing here commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from msgspec import Struct

from accounts.names import alike

from .. import vault
from ..contract import TASTE, Dice, PlayerId, State, Window, decode, encode
from ..models import By, Game, OrderForm, Player, Turn
from ..receipts import fingerprint, new_salt
from ..registry import skin_for
from .openings import OpenedTurns, asks, is_complete, waits_for_its_person

NAMES = [
    "Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India",
    "Juliett", "Kilo", "Lima", "Mike", "November", "Oscar", "Papa", "Quebec", "Romeo",
    "Sierra", "Tango", "Uniform", "Victor", "Whiskey", "Xray", "Yankee", "Zulu",
]  # fmt: skip


def bot_names(taken: Iterable[str]) -> list[str]:
    """Names for bots, none of which looks like one that is taken."""
    others = list(taken)
    names = (f"Bot {word}" for word in NAMES)
    return [name for name in names if not any(alike(name, other) for other in others)]


def bot_seats(game: Game) -> dict[PlayerId, int]:
    """The ids of the bots' seats, in seat order. One query."""
    seats = game.players.filter(is_bot=True).order_by("number").values_list("number", "pk")
    return {PlayerId(f"p{number}"): pk for number, pk in seats}


def bot_answers(game: Game, seat: Player, turns: Sequence[Turn]) -> None:
    """Let a bot answer those of these open turns that ask this seat and have no form of it yet."""
    if turns:
        state = vault.load(game, skin_for(game.title).rules).state
        bot = Bots(game, {PlayerId(seat.pid): seat.pk}, state, timezone.now())
        for turn in turns:
            bot.answer(turn)


class Bots(Struct, frozen=True):
    """The bots of a game at one of its states. `seats`: the id of each one's seat; `now`: the time their
    forms are saved under."""

    game: Game
    seats: Mapping[PlayerId, int]
    state: State[Any, Any, Any]
    now: datetime

    def hand_in(self, asked: OpenedTurns) -> None:
        """Hand in forms for the newly opened turns. Forms at a door (for coming back, for example) are
        resolved one by one, like turns that can close early."""
        if not self.seats:
            return
        forms: list[OrderForm] = []
        for turn, secret in asked.fresh:
            found = list(self.forms(turn, secret, self.seats))
            if found and decode(turn.window, Window).is_door:
                Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
            forms += found
        OrderForm.objects.bulk_create(forms)
        for turn in asked.changed:
            self.answer(turn)

    def answer(self, turn: Turn) -> None:
        """Hand in forms for an open turn, for the bots that are asked and have none yet."""
        window = decode(turn.window, Window)
        forms = OrderForm.objects.filter(turn=turn)
        have = set(forms.filter(set_aside=False).values_list("player_id", flat=True))
        late = [pid for pid, seat in self.seats.items() if pid in asks(window) and seat not in have]
        if not late:
            return
        forms.filter(player__in=[self.seats[pid] for pid in late]).delete()
        secret, _turn = vault.seed_with_turn(turn.pk)
        OrderForm.objects.bulk_create(self.forms(turn, secret, late))
        turn.can_close_early = is_complete(self.game, turn, window) and not self._waits_for_person()
        Turn.objects.filter(pk=turn.pk).update(can_close_early=turn.can_close_early)

    def _waits_for_person(self) -> bool:
        """Whether this rehearsal waits for its person."""
        windows = skin_for(self.game.title).rules.windows(self.state.public)
        return waits_for_its_person(self.game, windows, self.seats)

    def forms(self, turn: Turn, secret: bytes, bots: Collection[PlayerId]) -> Iterator[OrderForm]:
        """The bots' forms for one turn, made with dice from its seed. At a door, `advise` usually returns
        None: bots give nothing away and never resign."""
        rules = skin_for(self.game.title).rules
        window = decode(turn.window, Window)
        for pid in bots:
            if pid not in asks(window):
                continue
            view = self.state.seen_by(pid)
            dice = Dice(vault.bot_key(secret, pid))
            orders = rules.advise(view, window, dice, self.game.options.get(TASTE, ""))
            if orders is None or rules.check(view, window, orders):
                continue
            salt = new_salt()
            yield OrderForm(
                turn=turn, player_id=self.seats[pid], orders=encode(orders), ready=True, salt=salt,
                fingerprint=fingerprint(salt, turn.name, pid, orders), saved_at=self.now,
                by=By.BOT,
            )  # fmt: skip
