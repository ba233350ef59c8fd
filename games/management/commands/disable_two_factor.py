"""Disable an account's two-factor authentication: for users who lost their device and recovery codes."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.account import account_of, add_email
from games.services.two_factor import two_factor_disable


class Command(BaseCommand):
    help = (
        "Disable the two-factor authentication of an account whose device is lost. Asks for confirmation; "
        "the user is informed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_email(parser)
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_of(options["email"])
        if not Authenticator.objects.filter(user=user).exists():
            raise CommandError(f"{user.email} has no two-factor authentication. Nothing was changed.")
        if not options["yes"]:
            self.stdout.write(
                f"After this, the password is enough to log in as {user.display_name}. "
                "Make sure that it was the owner of the account who asked you."
            )
            if input(f"Type {user.email} to continue: ").strip().lower() != user.email:
                raise CommandError("That is another address. Nothing was changed.")
        two_factor_disable(user=user)
        self.stdout.write(f"{user.email} now logs in with the password only. The user is informed.")
