"""`manage.py verify_turn <game> [<turn>]`: run turns again and say whether the result is the same.

It works on running games, too, and therefore prints no seed, no draw, no order: only where rows differ.
Of a finished game the page of draws shows what was found here last.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game, Turn
from games.registry import TitleMissing
from games.services.audit import Difference, Result, Verdict, verdict_renew


class Command(BaseCommand):
    help = (
        "Run a turn of a game again (all turns, if none is named) and compare the result with what is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's id, as in its address: /g/<game>/")
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
            raise CommandError("Nothing was compared: run this under the version that played this turn.")


def sentence(verdict: Verdict) -> str:
    """One line for one turn."""
    return (
        f"{verdict.turn}: "
        + {
            Result.VERIFIED: "verified, running it again gave the same result.",
            Result.DIFFERS: "running it again gave another result, at:",
            Result.NOT_RESOLVED: "not resolved, nothing to run again; its seed is the one it committed to.",
            Result.OTHER_RULES: "played under another version of the rules; run it again under that one.",
        }[verdict.result]
    )


def place(difference: Difference) -> str:
    """Where it differs, without what is written there."""
    words = {
        "commitment": "the seed, which is not the one the turn committed to",
        "resolutions": "the number of resolutions",
        "fingerprint": "the fingerprint of a form",
        "draws": "the draws",
        "drawer": "a drawer",
        "events": "the events",
        "grants": "the rights to read dossiers",
        "missing": "the list of who was missing",
        "raised": "the rules, which stopped with",
    }[difference.what]
    return f"resolution {difference.nth + 1} of the turn: {words} {difference.where}".rstrip()
