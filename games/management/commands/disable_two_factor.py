"""Takes the second step off an account whose device is lost: the way back in when no code is left."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.account import account_of, add_email
from games.services.two_factor import two_factor_disable


class Command(BaseCommand):
    help = "Take the two steps off an account whose device is lost, after a question; its user is told."

    def add_arguments(self, parser: CommandParser) -> None:
        add_email(parser)
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_of(options["email"])
        if not Authenticator.objects.filter(user=user).exists():
            raise CommandError(f"{user.email} logs in with a password alone. Nothing was changed.")
        if not options["yes"]:
            self.stdout.write(
                f"From now on the password alone opens the account of {user.display_name}. "
                "Be sure that it was its owner who asked you."
            )
            if input(f"Type {user.email} to go on: ").strip().lower() != user.email:
                raise CommandError("That is another address. Nothing was changed.")
        two_factor_disable(user=user)
        self.stdout.write(f"{user.email} logs in with a password alone. Its user is told.")
