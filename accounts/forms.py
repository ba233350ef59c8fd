"""Our own account forms: extra sign-up fields, preferences, picture, deletion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from config.zones import is_zone
from web.headers import MAX_UPLOAD

from .models import REMINDERS, NewsChoices, User
from .names import MAX_NAME, clean_name
from .pictures import TOO_HEAVY, PictureRefused, PicturesBusy, reencode
from .zones import zone_choices, zone_of_languages

# Each language in itself, whatever the reader's language is.
OWN_NAMES = {"en": "English", "fr": "Français"}


def languages() -> list[tuple[str, str]]:
    """The site's languages as (code, name in that language)."""
    return [(code, OWN_NAMES.get(code, str(name))) for code, name in settings.LANGUAGES]


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of one field of a form: (value, label) pairs, or (heading, pairs) for groups."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class NameField(forms.CharField):
    """The name shown to other players. `kept`: the current name, which stays allowed even if it breaks a
    newer rule."""

    kept = ""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("max_length", MAX_NAME)
        super().__init__(widget=forms.TextInput({"autocomplete": "nickname"}), **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        return typed if typed and typed == self.kept else clean_name(typed)


class ZoneField(forms.ChoiceField):
    """A time zone; older names of zones are accepted, too."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Time zone"))
        super().__init__(choices=zone_choices, **kwargs)

    def valid_value(self, value: str) -> bool:
        return is_zone(value)


class SignupFields(forms.Form):
    """The sign-up fields besides address and password. allauth derives its own form from this one."""

    display_name = NameField(help_text=_("The other players see it. You may change it at any time."))
    time_zone = forms.CharField(
        required=False, max_length=50, widget=forms.HiddenInput({"data-zone-guess": ""})
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Store the language and theme of the page, and the time zone: the browser's if it was sent,
        otherwise a guess to be confirmed later. News is told by the default choices."""
        zone = self.cleaned_data.get("time_zone", "")
        user.zone_confirmed = is_zone(zone)
        if not user.zone_confirmed:
            zone = zone_of_languages(request.headers.get("Accept-Language", ""))
        user.language = get_language() or ""
        user.time_zone = zone
        user.theme = getattr(request, "theme", "")
        user.save(update_fields=["language", "time_zone", "zone_confirmed", "theme"])
        NewsChoices.objects.get_or_create(user=user)


class Ticks(forms.CheckboxSelectMultiple):
    """Check boxes of which any number may be ticked. The page posts an empty value with them, because without
    a tick nothing would be posted."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        return [value for value in super().value_from_datadict(data, files, name) or () if value]


def reminder_choices() -> list[tuple[str, str]]:
    return [
        (str(hours), ngettext("%(hours)s hour before", "%(hours)s hours before", hours) % {"hours": hours})
        for hours in REMINDERS
    ]


class PreferencesForm(forms.Form):
    """Language, theme and time zone of a visitor or user; fields that are not posted stay as they are."""

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
    """`PreferencesForm` with the name, for users."""

    display_name = NameField(help_text=_("Games you have joined keep the name you joined with."))
    run_news = forms.ChoiceField(
        label=_("News of the games you run"),
        required=False,
        choices=User.RunNews.choices,
        help_text=_("A stuck turn, an empty seat, a closed account: those are told in any case."),
    )
    game_mail = forms.ChoiceField(
        label=_("Mails about my games"),
        required=False,
        choices=User.GameMail.choices,
        help_text=_("The lobby shows the same news, whatever you choose."),
    )
    field_order = [
        *("display_name", "language", "theme", "time_zone", "game_mail", "run_news"),
    ]

    def __init__(self, *args: Any, runs: bool, **kwargs: Any) -> None:
        """`runs`: whether the user may run games and can choose notices about them."""
        super().__init__(*args, **kwargs)
        if not runs:
            del self.fields["run_news"]
        name = self.fields["display_name"]
        assert isinstance(name, NameField)
        name.kept = self.initial.get("display_name", "")


class PictureForm(forms.Form):
    """A picture to upload; `cleaned_data["content"]` is the re-encoded picture."""

    picture = forms.FileField(
        label=_("Picture"),
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        help_text=_(
            "PNG, JPEG, WebP or GIF, up to 12 MB and 8 million pixels; photographs from a "
            "phone up to 50 million. We keep the middle, 96 pixels wide."
        ),
        error_messages={
            "required": _("No picture was chosen. Choose a file first."),
            "missing": _("No picture was chosen. Choose a file first."),
            "empty": _("Picture not saved: the file is empty. Choose another."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # For the script that refuses files that are too large before they are sent.
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
    """The password, asked for again before an account is deleted."""

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
