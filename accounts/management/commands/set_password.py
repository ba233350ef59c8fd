"""Give an account a new password: for users who forgot theirs on a site that sends no mail."""

from __future__ import annotations

import getpass
import secrets
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.account import account_of, add_email
from accounts.models import User


class Command(BaseCommand):
    help = "Give an account a new password: a random one that is printed once or, with --ask, one you type."

    def add_arguments(self, parser: CommandParser) -> None:
        add_email(parser)
        parser.add_argument("--ask", action="store_true", help="type the password instead of getting one")

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_of(options["email"])
        password = self.asked(user) if options["ask"] else secrets.token_urlsafe(12)
        user.set_password(password)
        user.save(update_fields=["password"])
        if options["ask"]:
            self.stdout.write(f"The password of {user.email} is changed.")
        else:
            self.stdout.write(f"New password of {user.email}, shown this once: {password}")

    def asked(self, user: User) -> str:
        """Ask the operator to type a password twice. Raises CommandError if they differ or are too weak."""
        password = getpass.getpass("New password: ")
        if password != getpass.getpass("The same again: "):
            raise CommandError("The two passwords differ. Nothing was changed.")
        try:
            validate_password(password, user)
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from None
        return password
