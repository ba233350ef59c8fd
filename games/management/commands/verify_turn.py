"""`manage.py verify_turn <game> [<turn>]`: re-run turns and compare the results with the stored rows.

It also works on running games, and therefore prints no seed, draw or order, only where something differs. For
a finished game, the page of draws shows the last verdict.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game, Turn
from games.registry import TitleMissing
from games.services.audit import Difference, Result, Verdict, verdict_renew


class Command(BaseCommand):
    help = "Re-run a turn of a game (all its turns, if none is named) and compare it with the stored result."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's id, as in its URL: /g/<game>/")
        parser.add_argument("turn", nargs="?", help="the turn's name, as on the page of draws: quarter/3")

    def handle(self, *args: Any, game: str, turn: str | None, **options: Any) -> None:
        found = Game.objects.filter(public_id=game).first()
        if found is None:
            raise CommandError(f"There is no game {game}.")
        turns = Turn.objects.filter(game=found).order_by("opened_at", "pk")
        if turn is not None:
            turns = turns.filter(name=turn)
        try:
            verdicts = [verdict_renew(t) for t in turns]
        except TitleMissing:
            raise CommandError(f"The title of this game is not installed: {found.title}.") from None
        if not verdicts:
            raise CommandError(f"This game has no turn {turn}." if turn else "This game has not started.")
        for verdict in verdicts:
            self.stdout.write(sentence(verdict))
            for difference in verdict.differences:
                self.stdout.write(f"    {place(difference)}")
        refused = [v for v in verdicts if v.result is Result.OTHER_RULES]
        differ = [v for v in verdicts if v.differences]
        if differ:
            raise CommandError(f"{len(differ)} of {len(verdicts)} turns differ.")
        if refused and turn is not None:
            raise CommandError("Nothing was compared: run this with the version that resolved this turn.")


def sentence(verdict: Verdict) -> str:
    """One line about a turn."""
    return (
        f"{verdict.turn}: "
        + {
            Result.VERIFIED: "verified: the re-run gave the same result.",
            Result.DIFFERS: "the re-run gave another result. What differs:",
            Result.NOT_RESOLVED: "not resolved yet, nothing to compare; its seed matches the published hash.",
            Result.OTHER_RULES: "resolved with another version of the rules; re-run it with that one.",
        }[verdict.result]
    )


def place(difference: Difference) -> str:
    """Where the results differ, without the values."""
    words = {
        "commitment": "the seed, which does not match the published hash",
        "resolutions": "the number of resolutions",
        "fingerprint": "the fingerprint of a form",
        "draws": "the draws",
        "drawer": "a drawer",
        "events": "the events",
        "grants": "the reading rights",
        "missing": "the list of missing players",
        "raised": "the rules, which raised",
    }[difference.what]
    return f"resolution {difference.nth + 1} of the turn: {words} {difference.where}".rstrip()
