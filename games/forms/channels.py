"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import languages, set_choices

from ..models import Webhook


class HookForm(forms.Form):
    """Where to post news, how, and in which language."""

    url = forms.CharField(
        label=_("Address"),
        max_length=1000,
        widget=forms.TextInput({"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("It begins with https://. Whoever has it can write there: keep it to yourself."),
    )
    style = forms.ChoiceField(label=_("Who reads it"), choices=Webhook.Style.choices)
    language = forms.ChoiceField(label=_("Language of what is posted"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # as Django's form takes them
        set_choices(self, "language", languages())
