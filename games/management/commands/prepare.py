"""`manage.py prepare`: make the site ready to start. It may be run again, and twice at the same moment.

It migrates the tables, collects static files, and updates open turns after an upgrade of a title's rules. On
the first start it creates a game master, whose password is printed once and not stored in clear, and a game
that waits for players.
"""

from __future__ import annotations

import secrets
from datetime import time
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from config.migration_lock import migration_lock
from games.models import Game
from games.registry import all_skins
from games.services.games import GameSettings, game_create
from games.services.upgrades import games_resync

EXAMPLE = "The first edition"


class Command(BaseCommand):
    help = "Make the site ready to start: tables, static files; on the first start, a game master and a game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--email", default="master@noon.invalid", help="the address the game master logs in with"
        )
        parser.add_argument("--no-game", action="store_true", help="no example game in the lobby")

    def handle(self, *args: Any, email: str, no_game: bool, **options: Any) -> None:
        try:
            validate_email(email)
        except ValidationError:
            raise CommandError(
                f"Nothing was done: {email} is not an e-mail address. The game master logs in with it."
            ) from None
        with migration_lock():
            call_command("migrate", interactive=False, verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
            games_resync(now=timezone.now())
            with transaction.atomic():
                master = self.game_master(email)
                if master and not no_game:
                    self.game(master)

    def game_master(self, email: str) -> User | None:
        """Create the first superuser and print its random password; None if there is a superuser already."""
        if User.objects.filter(is_superuser=True).exists():
            return None
        password = secrets.token_urlsafe(12)
        master = User.objects.create_superuser(email, password, display_name="Noon")
        # Whoever can run this command need not confirm the address.
        EmailAddress.objects.create(user=master, email=master.email, primary=True, verified=True)
        self.stdout.write("A game master was created. The password is shown only once:")
        self.stdout.write(f"    {master.email}    {password}")
        return master

    def game(self, master: User) -> None:
        """Create a public game of the first title, so that the lobby is not empty."""
        skin = next(iter(all_skins()), None)
        if skin is None or Game.objects.exists():
            return
        meta = skin.rules.meta
        plan = GameSettings(
            title=meta.key,
            name=EXAMPLE,
            min_players=meta.min_players,
            max_players=min(6, meta.suggested_max),
            is_public=True,
            hour=time(12),
            zone=settings.DEFAULT_GAME_ZONE,
            options={},
        )
        game_create(creator=master, plan=plan)
