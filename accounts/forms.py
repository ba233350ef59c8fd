"""Our own account forms: what sign-up asks besides an address, preferences, picture, deletion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from config.zones import is_zone
from web.headers import MAX_UPLOAD

from .models import User
from .names import MAX_NAME, clean_name
from .pictures import TOO_HEAVY, PictureRefused, PicturesBusy, reencode
from .zones import zone_choices, zone_of_languages

# Each language under its own name, whatever the reader's.
OWN_NAMES = {"en": "English", "fr": "Français"}


def languages() -> list[tuple[str, str]]:
    """The site's languages, each under its own name."""
    return [(code, OWN_NAMES.get(code, str(name))) for code, name in settings.LANGUAGES]


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Offer these choices in one field of a form: pairs of value and label, or of heading and such pairs."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class NameField(forms.CharField):
    """The name shown to the other players. `kept`: the present one, which stays allowed: it may be older
    than a rule."""

    kept = ""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("max_length", MAX_NAME)
        super().__init__(widget=forms.TextInput({"autocomplete": "nickname"}), **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        return typed if typed and typed == self.kept else clean_name(typed)


class ZoneField(forms.ChoiceField):
    """One of the time zones of the world, older names of them included."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Time zone"))
        super().__init__(choices=zone_choices, **kwargs)

    def valid_value(self, value: str) -> bool:
        return is_zone(value)


class SignupFields(forms.Form):
    """What sign-up asks besides an address and a password. allauth builds its own form on this one."""

    display_name = NameField(help_text=_("The other players see it. You may change it at any time."))
    time_zone = forms.CharField(
        required=False, max_length=50, widget=forms.HiddenInput({"data-zone-guess": ""})
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep what the form was read in, and the zone: the one the browser's clock is set to, or else a
        guess, to be confirmed later."""
        zone = self.cleaned_data.get("time_zone", "")
        user.zone_confirmed = is_zone(zone)
        if not user.zone_confirmed:
            zone = zone_of_languages(request.headers.get("Accept-Language", ""))
        user.language = get_language() or ""
        user.time_zone = zone
        user.theme = getattr(request, "theme", "")
        user.save(update_fields=["language", "time_zone", "zone_confirmed", "theme"])


class PreferencesForm(forms.Form):
    """Language, theme and zone of a visitor or a user; what is not posted stays as it is."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", gettext("As my browser says")), *languages()],
    )
    theme = forms.ChoiceField(label=_("Day or night"), required=False, choices=User.Theme.choices)
    time_zone = ZoneField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "time_zone", zone_choices(self.initial.get("time_zone", "")))

    def chosen(self) -> dict[str, str]:
        """The cleaned values of the fields that were posted."""
        return {key: value for key, value in self.cleaned_data.items() if key in self.data}


class ProfileForm(PreferencesForm):
    """The same, with the name, for somebody who has an account."""

    display_name = NameField(help_text=_("Games you have joined keep the name you joined with."))
    field_order = ["display_name", "language", "theme", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["display_name"]
        assert isinstance(name, NameField)
        name.kept = self.initial.get("display_name", "")


class PictureForm(forms.Form):
    """A picture to upload; `cleaned_data["content"]` is what is kept of it."""

    picture = forms.FileField(
        label=_("Picture"),
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        help_text=_(
            "PNG, JPEG, WebP or GIF, up to 12 MB and 8 million pixels; photographs of a telephone up to 50 "
            "million. We keep its middle, 96 pixels wide."
        ),
        error_messages={
            "required": _("No picture was chosen. Choose a file first."),
            "missing": _("No picture was chosen. Choose a file first."),
            "empty": _("Picture not taken: the file is empty. Choose another."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A script says so before megabytes are sent for nothing.
        self.fields["picture"].widget.attrs |= {"data-most": MAX_UPLOAD, "data-too-heavy": TOO_HEAVY}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "picture" in cleaned:
            try:
                cleaned["content"] = reencode(cleaned["picture"])
            except PictureRefused as refusal:
                code = "busy" if isinstance(refusal, PicturesBusy) else "refused"
                self.add_error("picture", forms.ValidationError(str(refusal), code))
        return cleaned


class DeleteForm(forms.Form):
    """The password, asked once more before an account goes."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        typed = str(self.cleaned_data["password"])
        if not self.user.check_password(typed):
            raise forms.ValidationError(
                gettext("Account not deleted: that is not its password. Type it again.")
            )
        return typed
