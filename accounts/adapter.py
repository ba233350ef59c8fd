"""How the site differs from allauth's habits: names instead of user names, one kind of session."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter

from .models import User


def user_display(user: User) -> str:
    """The name shown of a user, also in messages and mails."""
    return str(user)


class AccountAdapter(DefaultAccountAdapter):
    def save_user(self, request: Any, user: User, form: Any, commit: bool = True) -> User:
        """Fill a new user from the sign-up form; `SignupForm.signup` adds language and zone."""
        user.email = form.cleaned_data["email"].strip().lower()
        user.display_name = form.cleaned_data["display_name"]
        if password := form.cleaned_data.get("password1"):
            user.set_password(password)
        else:
            user.set_unusable_password()
        if commit:
            user.save()
        return user
