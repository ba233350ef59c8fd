"""Running games of every title, and how they go on: for the file of a release, and for who takes it over."""

from __future__ import annotations

from games.contract import Closes
from games.models import Game, Turn
from games.selectors import window_of
from games.services.turns import turn_close
from tests.battery.site import hand_in, main_turn, seats
from tests.builder import make_user, running_game

NAMES = ("Ana", "Bruno", "Chloé")
PLAYED = (0, 1, 4)  # turns that are over, for each of these; a title with fewer is played to its end
GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("corporate", {}),
    ("corporate", {"characters": False, "wire_transfers": True}),
    ("cardline", {"mode": "sequential"}),
    ("cardline", {"mode": "simultaneous"}),
    ("controle", {"mode": "turns"}),
    ("controle", {"mode": "rounds"}),
    ("machtspiele", {"mode": "rounds"}),
    ("machtspiele", {"mode": "classic"}),
    ("megacorps", {"round_mode": "programmed"}),
    ("megacorps", {"round_mode": "sequential"}),
)


def begin() -> list[Game]:
    """Started games of the same three players, some turns on; where forms wait, one is handed in."""
    users, found = [make_user(name) for name in NAMES], []
    for title, options in GAMES:
        for played in PLAYED:
            game = running_game(
                users, title=title, name=f"Game {len(found)}", min_players=3, max_players=3, options=options
            )
            for _ in range(played):
                if game.stage == Game.Stage.RUNNING:
                    go_on(game)
            running = game.stage == Game.Stage.RUNNING
            for nth in range(20 if running and waits(main_turn(game)) else 0):
                if not main_turn(game).forms.exists():  # what `sample` made may have been no answer
                    hand_in(game, seats(game)[0], f"kept {nth}")
            found.append(game)
    return found


def waits(turn: Turn) -> bool:
    """Whether what is handed in waits for the turn to close."""
    return window_of(turn).closes is not Closes.AT_ONCE


def go_on(game: Game) -> None:
    """One turn: whoever is awaited and has not answered does; then it closes."""
    turn = main_turn(game)
    for player in seats(game):
        asked = player.pid in window_of(turn).awaited and not turn.forms.filter(player=player).exists()
        if asked and main_turn(game).pk == turn.pk:
            hand_in(game, player, turn.name)
    if Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN).update(can_close_early=True):
        assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()
