"""The form for the name of a player in one game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField

NO_NAME = {
    "required": _("You have no name in this game yet. Write one."),
    "max_length": _("Name not accepted: it has %(show_value)s characters; the limit is 40. Shorten it."),
}


class OptionalNameField(NameField):
    """A name, or ""."""

    def clean(self, value: Any) -> str:
        return super().clean(value) if value else ""


class JoinForm(forms.Form):
    """Asks for the name under which somebody joins a game."""

    name = NameField(label=_("Your name in this game"), error_messages=NO_NAME)
