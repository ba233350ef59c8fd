"""The fields for the days on which a game has noons: those of the week, and the dates left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

MOST_DATES = 40
FARTHEST = timedelta(days=400)  # from the day on which the form is filled in
EVERY = tuple(WEEKDAYS)
_FORMS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y")
_BETWEEN = re.compile(r"[\s,;]+")


class DaysField(forms.TypedMultipleChoiceField):
    """The days of the week that are ticked, as numbers, Monday 0; [] where none is."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Days played"),
            choices=list(WEEKDAYS.items()),
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("With none ticked: every day, in a club Monday to Friday."),
            error_messages={"invalid_choice": _("That is no day of the week. Tick the days once more.")},
        )


class DatesField(forms.CharField):
    """Dates in a text, with spaces, commas or lines between them: its cleaned value is a list of them, in
    order, each once."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Dates without a noon"),
            required=False,
            max_length=20 * MOST_DATES,
            widget=forms.Textarea({"rows": 2, "autocomplete": "off"}),
            help_text=_("One after the other, like 2026-12-25 or 25/12/2026."),
            error_messages={"max_length": _("That is too long for a list of dates. Leave some of them out.")},
        )

    def prepare_value(self, value: object) -> object:
        return ", ".join(str(day) for day in value) if isinstance(value, list | tuple) else value

    def clean(self, value: object) -> Any:
        text: str = super().clean(self.prepare_value(value))
        words = [word for word in _BETWEEN.split(text) if word]
        if len(set(words)) > MOST_DATES:
            text = gettext("These are more than %(most)s dates. Leave some of them out.")
            raise ValidationError(text % {"most": MOST_DATES})
        return sorted({_date_of(word) for word in words})


def _date_of(word: str) -> date:
    for form in _FORMS:
        try:
            return datetime.strptime(word, form).date()  # noqa: DTZ007  (a date has no zone)
        except ValueError:
            continue
    text = gettext("“%(word)s” is not a date. Write it like 2026-12-25.")
    raise ValidationError(text % {"word": word[:20]})


def too_far(dates: Sequence[date], today: date) -> date | None:
    """The first of these dates that is too far ahead; None if none does."""
    return next((day for day in dates if day > today + FARTHEST), None)
