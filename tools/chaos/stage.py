"""Games in which everybody has handed in, noon for all of them, and what must be true afterwards."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.contract import Closes, Window, decode
from games.models import Game, Notice, OrderForm, Resolution, Turn
from games.services.turns import turn_close
from tools import stage
from tools.servers import wait_until

TITLE = "corporate"


@dataclass
class Noon:
    """What was handed in before one noon: turn -> player's number -> fingerprint; when it was struck."""

    forms: dict[int, dict[int, str]] = field(default_factory=dict)
    struck: float = 0.0


class Stage:
    """A number of games of one title, brought to their first noon."""

    def __init__(self, games: int, players: int = 3) -> None:
        # Of the staff, who may play in more games at once than the thirty of others.
        self.users = [stage.user_of(number, "chaos", is_staff=True) for number in range(players)]
        self.games: list[Game] = []
        self.begin(games)

    def begin(self, games: int) -> None:
        """So many new games in the place of those before."""
        self.games = [self._game(number, self.users) for number in range(games)]

    def _game(self, number: int, users: list[User], title: str = TITLE) -> Game:
        plan = stage.settings_of(title, f"Game {number}", len(users), is_public=True)
        game = stage.game_of(plan, users[number % len(users) :] + users[: number % len(users)])
        while True:
            turn = stage.main_turn(game)
            if decode(turn.window, Window).closes is Closes.AT_NOON:
                return Game.objects.get(pk=game.pk)
            stage.bots_hand_in(Game.objects.get(pk=game.pk), turn)
            turn_close(turn_id=turn.pk, now=turn.deadline)

    def broken_game(self) -> Game:
        """A game whose rules raise at its next noon."""
        from .broken import TITLE as BROKEN

        return self._game(len(self.games), self.users, BROKEN)

    def open_turns(self) -> list[Turn]:
        """The turn each running game waits for."""
        games = [game.pk for game in self.games]
        turns = Turn.objects.filter(
            game__in=games, game__stage="running", status="open", deadline__isnull=False
        )
        return list(turns.select_related("game"))

    def everybody_hands_in(self) -> Noon:
        """Everybody hands in for the turn that their game waits for. Once all games are over there are new
        ones, so that no fault meets a noon of which nothing is asked."""
        if not self.open_turns():
            self.begin(len(self.games))
        noon = Noon()
        for turn in self.open_turns():
            stage.bots_hand_in(turn.game, turn)
            noon.forms[turn.pk] = {}
        self.read_forms(noon)
        return noon

    def read_forms(self, noon: Noon) -> None:
        """The forms saved now are the ones noon must count."""
        for turn_id in noon.forms:
            forms = OrderForm.objects.filter(turn=turn_id).values_list("player__number", "fingerprint")
            noon.forms[turn_id] = dict(forms)

    def strike(self, noon: Noon, ago: timedelta = timedelta(seconds=1)) -> Noon:
        """Noon was `ago`, for all of them."""
        noon.struck = time.monotonic()
        Turn.objects.filter(pk__in=noon.forms).update(deadline=timezone.now() - ago)
        return noon

    def waiting(self, noon: Noon) -> int:
        return Turn.objects.filter(pk__in=noon.forms).exclude(status="resolved").count()

    def wait(self, noon: Noon, seconds: float = 120, but: int = 0) -> float:
        """Until every game (`but` so many) has had its noon; the seconds since it was struck."""
        wait_until(lambda: self.waiting(noon) <= but, seconds, f"noon: {self.waiting(noon)} games wait")
        return time.monotonic() - noon.struck

    def over(self, noon: Noon, seconds: float = 180) -> float:
        """Every game has its noon, as it should be; the seconds since this was asked for."""
        began = time.monotonic()
        self.wait(noon, seconds)
        self.check(noon)
        return time.monotonic() - began

    def one_more(self, seconds: float = 180) -> float:
        """Everybody hands in again and noon is resolved, as it should be; the seconds it took."""
        return self.over(self.strike(self.everybody_hands_in()), seconds)

    def is_ahead(self, noon: Noon) -> bool:
        return not Turn.objects.filter(pk__in=noon.forms, deadline__lte=timezone.now()).exists()

    def check(self, noon: Noon) -> None:
        """No order lost, no turn resolved twice or half, no game stuck; every game continues."""
        for turn in Turn.objects.filter(pk__in=noon.forms).select_related("game"):
            resolutions = Resolution.objects.filter(turn=turn)
            assert len(resolutions) == 1, f"turn {turn.pk} was resolved {len(resolutions)} times"
            consumed = {
                int(pid[1:]): form["fingerprint"] for pid, form in decode(resolutions[0].forms, dict).items()
            }
            assert consumed == noon.forms[turn.pk], f"turn {turn.pk} lost an order"
            game = turn.game
            numbers = list(
                Resolution.objects.filter(game=game).order_by("number").values_list("number", flat=True)
            )
            assert numbers == list(range(game.number + 1)), f"game {game.pk}: {numbers}"
            opened = Turn.objects.filter(game=game, status="open", deadline__isnull=False).count()
            assert opened == (game.stage == "running"), f"game {game.pk} has {opened} turns open"
            assert not Turn.objects.filter(game=game, status="stuck").exists()
            kind = "resolved" if game.stage == "running" else "finished"
            told = Notice.objects.filter(game=game, key=f"{kind}/{turn.name}").count()
            assert told == len(noon.forms[turn.pk]), f"turn {turn.pk}: {told} players were told"
            missing = decode(resolutions[0].missing, list)
            assert not missing, f"turn {turn.pk}: {missing} count as missing"
