"""Fields of forms are what Django makes of them, whichever engine renders them."""

from __future__ import annotations

from datetime import date
from html.parser import HTMLParser
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer

from config.widgets import Renderer

HOSTILE = "<b>\"a\" & 'b'</b>\n"
CHOICES = [("", "None"), (HOSTILE, [("1", HOSTILE), ("2", "two")]), ("3", HOSTILE)]


class Elements(HTMLParser):
    """The elements of a page with their attributes, and their texts without the space around them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Any] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.found.append(data.strip())


class EveryField(forms.Form):
    one = forms.ChoiceField(choices=CHOICES, widget=forms.Select({"disabled": True, "data-x": HOSTILE}))
    some = forms.MultipleChoiceField(choices=CHOICES)
    null = forms.NullBooleanField()
    radio = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
    ticks = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)
    text = forms.CharField(widget=forms.Textarea, help_text=HOSTILE)
    line = forms.CharField(max_length=9, required=False)
    number = forms.IntegerField(min_value=1)
    day = forms.DateField(widget=forms.SelectDateWidget)
    tick = forms.BooleanField()
    hidden = forms.CharField(widget=forms.HiddenInput)
    secret = forms.CharField(widget=forms.PasswordInput)


VALUES = {
    "one": "2",
    "some": ["1", "3"],
    "radio": "1",
    "ticks": ["3", "2"],
    "text": HOSTILE,
    "line": HOSTILE,
    "number": 1_000_000,
    "day": date(2026, 11, 21),
    "tick": True,
    "hidden": HOSTILE,
}


@pytest.mark.parametrize("posted", [None, {}, VALUES], ids=["shown", "refused", "typed"])
@pytest.mark.parametrize("initial", [{}, VALUES], ids=["empty", "filled"])
def test_both_engines_make_the_same_of_every_field(posted: Any, initial: Any) -> None:
    by_django = EveryField(posted, initial=initial, renderer=DjangoTemplates())
    ours = EveryField(posted, initial=initial)
    for name in ours.fields:
        html = str(ours[name])
        assert Elements(html).found == Elements(str(by_django[name])).found, name
        assert "<b>" not in html


def test_the_site_renders_its_fields_so() -> None:
    assert isinstance(get_default_renderer(), Renderer)


def test_an_option_is_written_as_django_writes_it() -> None:
    html = str(EveryField(initial=VALUES)["one"])
    assert '<option value="2" selected>two</option>' in html
    assert '<option value="">None</option>' in html
