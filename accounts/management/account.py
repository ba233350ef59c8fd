"""The account that a command is about, found by its e-mail address."""

from __future__ import annotations

from django.core.management.base import CommandError, CommandParser

from accounts.models import User


def add_email(parser: CommandParser) -> None:
    parser.add_argument("email", help="the account's e-mail address")


def account_of(email: str) -> User:
    """The account with this address. Raises CommandError if there is none."""
    try:
        return User.objects.get_by_natural_key(email)
    except User.DoesNotExist:
        raise CommandError(f"No account has the address {email}.") from None
