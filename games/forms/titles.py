"""Forms with a choice among titles and the options of each; the form for a rehearsal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from ..contract import TASTE, Meta, Option
from ..registry import all_skins
from ..skin import Skin

MOST_BOTS = 9
BOTS = 3


class TitleChoice(Struct, frozen=True):
    """A title that a form offers. `fields`: its options as (field, label, hint)."""

    skin: Skin
    fields: list[tuple[forms.BoundField, Any, Any]]

    @property
    def meta(self) -> Meta:
        return self.skin.rules.meta


class TitledForm(forms.Form):
    """A form with a choice among titles and the options of each. Only the chosen title's options count."""

    title = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=lambda: [(s.rules.meta.key, s.name) for s in all_skins()],
        error_messages={
            "required": _("No title was chosen. Choose one."),
            "invalid_choice": _("No title was chosen: this one cannot be played here. Choose another."),
        },
    )

    def __init__(self, *args: Any, titles: tuple[Skin, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = titles or all_skins()
        for skin in self.offered:
            for option in skin.rules.meta.options:
                self.fields[option_field(skin, option)] = _option_input(skin, option)

    @property
    def titles(self) -> list[TitleChoice]:
        """The titles on offer, for the template."""
        return [
            TitleChoice(
                skin,
                [
                    *self.own_fields(skin),
                    *(
                        (self[option_field(skin, o)], *skin.option_text(o.key))
                        for o in skin.rules.meta.options
                    ),
                ],
            )
            for skin in self.offered
        ]

    def own_fields(self, skin: Skin) -> list[tuple[forms.BoundField, Any, Any]]:
        """The fields of this form for a title as (field, label, hint); [] if there is nothing to choose."""
        return []

    def chosen_skin(self) -> Skin | None:
        """The chosen title; None if none is chosen, or if it is not installed."""
        keys = {skin.rules.meta.key: skin for skin in self.offered}
        return keys.get(getattr(self, "cleaned_data", {}).get("title", ""))

    def options(self) -> dict[str, Any]:
        """The values of the chosen title's options."""
        skin = self.chosen_skin()
        options = skin.rules.meta.options if skin else ()
        values = {o.key: self.cleaned_data.get(option_field(skin, o), o.default) for o in options if skin}
        return {o.key: o.default if values[o.key] == "" else values[o.key] for o in options}


def option_field(skin: Skin, option: Option) -> str:
    """The name of an option's form field. It includes the title, because titles may share option keys."""
    return f"option-{skin.rules.meta.key}-{option.key}"


def _option_input(skin: Skin, option: Option) -> forms.Field:
    if isinstance(option.default, bool):
        return forms.BooleanField(required=False, initial=option.default)
    choices = [(choice, skin.option_text(f"{option.key}.{choice}")[0]) for choice in option.choices]
    message = _("Nothing was chosen here. Choose one.")
    return forms.ChoiceField(
        choices=choices, initial=option.default, required=False, error_messages={"invalid_choice": message}
    )


def taste_field(skin: Skin) -> str:
    """The name of the form field for how the bots of a title play."""
    return f"{TASTE}-{skin.rules.meta.key}"


def _taste_input(skin: Skin) -> forms.Field:
    """The first taste of a title is chosen as long as nobody chooses another; "" is none of them."""
    tastes = skin.rules.meta.tastes
    words = [(word, skin.option_text(f"{TASTE}.{word}")[0]) for word in tastes]
    return forms.ChoiceField(
        choices=[*words, ("", pgettext_lazy("bots", "As it comes"))],
        initial=tastes[0],
        required=False,
        error_messages={"invalid_choice": _("Bots do not play like that. Choose one of those shown.")},
    )


class RehearsalForm(TitledForm):
    """The title of a rehearsal, its number of bots, and how they play."""

    bots = forms.IntegerField(
        label=_("Bots"),
        min_value=1,
        max_value=MOST_BOTS,
        widget=forms.Select(choices=[(n, n) for n in range(1, MOST_BOTS + 1)]),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            _("That is not a number of bots. Choose from 1 to 9."),
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for skin in self.offered:
            if skin.rules.meta.tastes:
                self.fields[taste_field(skin)] = _taste_input(skin)

    def own_fields(self, skin: Skin) -> list[tuple[forms.BoundField, Any, Any]]:
        """How the bots play."""
        return [(self[taste_field(skin)], *skin.option_text(TASTE))] if skin.rules.meta.tastes else []

    def options(self) -> dict[str, Any]:
        skin = self.chosen_skin()
        chosen = self.cleaned_data.get(taste_field(skin)) if skin else ""
        return super().options() | ({TASTE: chosen} if chosen else {})
