"""The form for the settings of a game, and its initial values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField, ZoneField, set_choices
from accounts.names import clean_title
from accounts.zones import place_of, zone_choices

from ..contract import Meta
from ..models import Game
from ..registry import skin_for
from ..services.games import GameSettings
from ..skin import Skin
from .places import NO_NAME
from .titles import TitledForm, option_field

OFTEN = (
    "Europe/Paris",
    "Europe/London",
    "America/Toronto",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Tokyo",
)


def notice_field(skin: Skin) -> str:
    """The name of the form field for the notice of a title; each title offers its own choices."""
    return f"notice-{skin.rules.meta.key}"


def early_field(skin: Skin) -> str:
    """The name of the form field that lets turns of a title close before noon."""
    return f"early-{skin.rules.meta.key}"


def hours_text(hours: int) -> str:
    return ngettext("%(hours)s hour", "%(hours)s hours", hours) % {"hours": hours}


def _notice_input(meta: Meta) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        coerce=int,
        choices=[(str(hours), hours_text(hours)) for hours in meta.notices],
        initial=str(meta.notice),
        required=False,
        empty_value=meta.notice,  # type: ignore[arg-type]  # Django takes any value here
        error_messages={
            "invalid_choice": _("This title does not offer that notice. Choose one of those shown.")
        },
    )


def _number(label: Any, **kwargs: Any) -> forms.IntegerField:
    message = _("That is not a number of players. Write a whole number.")
    return forms.IntegerField(
        label=label,
        min_value=1,
        error_messages=dict.fromkeys(("invalid", "required", "min_value"), message),
        **kwargs,
    )


def players_range(skins: tuple[Skin, ...]) -> range:
    """The numbers of players to choose from: from the smallest minimum to the largest suggested maximum."""
    metas = [skin.rules.meta for skin in skins]
    return range(
        min((m.min_players for m in metas), default=2), max((m.suggested_max for m in metas), default=2) + 1
    )


class GameForm(TitledForm):
    """The settings of a new game, or of one that has not started."""

    name = forms.CharField(
        label=_("Name of the game"),
        max_length=60,
        error_messages={
            "required": _(
                "The game has no name yet. Give it one, so that everybody can tell it from others."
            ),
            "max_length": _(
                "Name not accepted: it has %(show_value)s characters; the limit is 60. Shorten it."
            ),
        },
    )
    min_players = _number(_("At least"))
    max_players = _number(_("At most"))
    more_players = _number(_("At most, in a large game"), required=False)
    who = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=[("invitation", _("By invitation")), ("public", _("Everybody"))],
        error_messages={
            "required": _("It is not said yet who may come. Choose one."),
            "invalid_choice": _("It is not said yet who may come. Choose one."),
        },
    )
    hour = forms.TimeField(
        label=_("Hour of noon"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        input_formats=["%H:%M", "%H:%M:%S", "%Hh%M", "%Hh", "%H"],
        error_messages={
            "required": _("No hour was given. Write one like 12:00."),
            "invalid": _("That is not an hour of the day. Write it like 12:00."),
        },
    )
    zone = ZoneField(error_messages={"required": _("No time zone was chosen. Choose one.")})
    seat_name = NameField(label=_("Your name in this game"), error_messages=NO_NAME)

    def __init__(self, *args: Any, game: Game | None = None, reader_zone: str = "", **kwargs: Any) -> None:
        """`game`: the game to change; its title cannot be changed, nor the name of its creator's seat.
        `reader_zone`: a time zone to list among the usual ones."""
        self.game = game
        super().__init__(*args, titles=(skin_for(game.title),) if game else (), **kwargs)
        for skin in self.offered:
            if skin.rules.meta.at_noon:
                self.fields[early_field(skin)] = forms.BooleanField(required=False)
            if skin.rules.meta.notices:
                self.fields[notice_field(skin)] = _notice_input(skin.rules.meta)
        usual = players_range(self.offered)
        for key in ("min_players", "max_players"):
            self.fields[key].widget = forms.Select(choices=[(n, n) for n in usual])
        self.most = max((s.rules.meta.max_players for s in self.offered), default=0)
        self.usual = usual[-1] if usual else 0
        self.fields["more_players"].widget.attrs |= {"min": self.usual + 1, "max": self.most}
        zone = self["zone"].value() or ""
        often = dict.fromkeys(z for z in (settings.DEFAULT_GAME_ZONE, reader_zone, *OFTEN) if z)
        usual_zones = (gettext("Often chosen"), [(z, place_of(z)) for z in often])
        set_choices(self, "zone", [usual_zones, *zone_choices(str(zone))])
        self.fields["zone"].error_messages["invalid_choice"] = gettext(
            "That time zone is not known here. Choose one."
        )
        if game:
            del self.fields["title"], self.fields["seat_name"]

    def chosen_skin(self) -> Skin | None:
        return self.offered[0] if self.game else super().chosen_skin()

    def clock_fields(self, skin: Skin) -> list[tuple[forms.BoundField, Any, Any]]:
        fields: list[tuple[forms.BoundField, Any, Any]] = []
        if skin.rules.meta.at_noon:
            hint = _("Nobody has to wait for noon; what is saved counts either way.")
            fields.append((self[early_field(skin)], _("Close as soon as everybody is ready"), hint))
        if skin.rules.meta.notices:
            hint = _(
                "A question stays open until the first noon that leaves so many hours. With 24, whoever "
                "looks in once a day misses none; with fewer, the game is quicker."
            )
            fields.append((self[notice_field(skin)], _("Notice"), hint))
        return fields

    def notice(self, skin: Skin) -> int:
        """The hours of notice chosen for this title; the title's default without a valid choice."""
        meta, name = skin.rules.meta, notice_field(skin)
        if name not in self.fields:
            return meta.notice
        chosen = self.cleaned_data.get(name) if hasattr(self, "cleaned_data") else self[name].value()
        return int(str(chosen)) if str(chosen) in map(str, meta.notices) else meta.notice

    def within(self, meta: Meta, most: int) -> int:
        """The chosen maximum of players. If it is still the form's initial value, nobody chose it: then it is
        lowered to the maximum of the title."""
        return min(most, meta.max_players) if most == self.initial.get("max_players") else most

    def clean_name(self) -> str:
        return clean_title(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        skin = self.chosen_skin()
        if skin:
            self._clean_players(skin, skin.rules.meta)
        return cleaned

    def _clean_players(self, skin: Skin, meta: Meta) -> None:
        least = self.cleaned_data.get("min_players")
        field = "more_players" if self.cleaned_data.get("more_players") else "max_players"
        most = self.cleaned_data.get(field)
        if most is not None and field == "max_players":
            most = self.cleaned_data[field] = self.within(meta, most)
        if least is not None and least < meta.min_players:
            text = ngettext(
                "%(title)s takes at least %(least)s player. Choose a larger number.",
                "%(title)s takes at least %(least)s players. Choose a larger number.",
                meta.min_players,
            )
            self.add_error("min_players", text % {"title": skin.name, "least": meta.min_players})
        if most is not None and most > meta.max_players:
            text = ngettext(
                "%(title)s takes at most %(most)s player. Choose a smaller number.",
                "%(title)s takes at most %(most)s players. Choose a smaller number.",
                meta.max_players,
            )
            self.add_error(field, text % {"title": skin.name, "most": meta.max_players})
        elif least is not None and most is not None and least > most:
            text = (
                gettext("At least %(least)s and at most %(most)s contradict each other. Raise this number.")
                if least <= meta.min_players
                else gettext(
                    "At least %(least)s and at most %(most)s contradict each other. Raise this "
                    "number, or lower "
                    "the other."
                )
            )
            self.add_error(field, text % {"least": least, "most": most})

    def plan(self) -> GameSettings:
        """The settings for the services. Only for a valid form."""
        skin, cleaned = self.chosen_skin(), self.cleaned_data
        assert skin is not None
        return GameSettings(
            title=skin.rules.meta.key,
            name=cleaned["name"],
            min_players=cleaned["min_players"],
            max_players=cleaned["more_players"] or cleaned["max_players"],
            is_public=cleaned["who"] == "public",
            hour=cleaned["hour"],
            zone=cleaned["zone"],
            options=self.options(),
            close_when_all_ready=cleaned.get(early_field(skin), False),
            notice=self.notice(skin),
        )


def first_values(skin: Skin | None, seat_name: str) -> dict[str, Any]:
    """The initial values of the form for a new game."""
    meta = skin.rules.meta if skin else None
    return {
        "title": meta.key if meta else "",
        "min_players": meta.min_players if meta else 2,
        "max_players": meta.suggested_max if meta else 2,
        "who": "invitation",
        "hour": time(12),
        "zone": settings.DEFAULT_GAME_ZONE,
        "seat_name": seat_name,
    }


def values_of(game: Game) -> dict[str, Any]:
    """The initial values of the form for changing a game."""
    skin = skin_for(game.title)
    large = game.max_players > players_range((skin,))[-1]
    options: Mapping[str, Any] = game.options
    return {
        "name": game.name,
        "min_players": game.min_players,
        "max_players": skin.rules.meta.suggested_max if large else game.max_players,
        "more_players": game.max_players if large else None,
        "who": "public" if game.is_public else "invitation",
        "hour": game.hour,
        "zone": game.zone,
        early_field(skin): game.close_when_all_ready,
        notice_field(skin): str(game.notice),
        **{option_field(skin, o): options.get(o.key, o.default) for o in skin.rules.meta.options},
    }
