"""The account forms of our own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from .models import User
from .zones import is_zone


class SignupForm(forms.Form):
    """What sign-up asks beside an address and a password. allauth builds its own form on this one."""

    display_name = forms.CharField(label=_("Name"), max_length=40)
    time_zone = forms.CharField(required=False, max_length=50, widget=forms.HiddenInput)

    field_order = ["display_name", "email", "password1", "time_zone"]

    def signup(self, request: Any, user: User) -> None:
        """Keep the language the form was read in, and the zone the browser told, to be confirmed."""
        zone = self.cleaned_data.get("time_zone", "")
        user.language = get_language() or ""
        user.time_zone = zone if is_zone(zone) else ""
        user.theme = getattr(request, "theme", "")
        user.save(update_fields=["language", "time_zone", "theme"])
