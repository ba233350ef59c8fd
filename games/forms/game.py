"""The form for the settings of a game, and its initial values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField, ZoneField, set_choices
from accounts.names import clean_title
from accounts.zones import place_of, zone_choices

from ..contract import Meta
from ..models import Game, OnMissed
from ..policies import PRESETS, PresetName, chosen, preset_of
from ..registry import skin_for
from ..services.games import GameSettings
from ..skin import Skin
from .days import EVERY, FARTHEST, DatesField, DaysField, too_far
from .places import NO_NAME, OptionalNameField
from .titles import TitledForm, option_field

MOST_DAYS_AHEAD = 60  # for which a game may wait for its day
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


MISSED = ("missed_1", "missed_2", "missed_3")
NOTHING = OnMissed.NOTHING


def missed_field(label: Any) -> forms.ChoiceField:
    """The field for what follows one noon missed in a row with others."""
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=OnMissed.choices,
        error_messages={"invalid_choice": _("That is none of the choices. Choose one.")},
    )


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
            "required": _("You have not said who may come. Choose one."),
            "invalid_choice": _("You have not said who may come. Choose one."),
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
    days = DaysField()
    dates_out = DatesField()
    starts_on = forms.DateField(
        label=_("Day of the start"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        input_formats=["%Y-%m-%d", "%d/%m/%Y"],
        error_messages={"invalid": _("That is not a day. Write it like 2026-11-28, or leave it empty.")},
    )
    on_leave = forms.ChoiceField(
        widget=forms.RadioSelect,
        required=False,
        choices=Game.OnLeave.choices,
        error_messages={"invalid_choice": _("That is none of the two choices. Choose one.")},
    )
    press = forms.ChoiceField(
        label=_("Who may talk"),
        widget=forms.RadioSelect,
        required=False,
        choices=Game.Press.choices,
        error_messages={"invalid_choice": _("That is none of the three choices. Choose one.")},
    )
    policy = forms.ChoiceField(
        label=_("Whoever misses noons"),
        widget=forms.RadioSelect,
        required=False,
        choices=PresetName.choices,
        error_messages={"invalid_choice": _("That is none of the four choices. Choose one.")},
    )
    missed_1 = missed_field(_("After the first noon missed"))
    missed_2 = missed_field(_("After the second in a row"))
    missed_3 = missed_field(_("After the third in a row"))
    waits = forms.TypedChoiceField(
        label=_("The table waits a day when a player asks"),
        required=False,
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # Django takes any value here
        choices=[("0", _("never")), ("1", _("once in the game")), ("2", _("twice, each player once"))],
        error_messages={"invalid_choice": _("That is none of the choices. Choose one.")},
    )
    no_bots = forms.BooleanField(label=_("No bot ever holds a place"), required=False)
    runs = forms.BooleanField(label=_("I run this game and take no place in it"), required=False)
    seat_name = NameField(label=_("Your name in this game"), error_messages=NO_NAME)

    def __init__(
        self,
        *args: Any,
        game: Game | None = None,
        reader_zone: str = "",
        organizes: bool = False,
        **kwargs: Any,
    ) -> None:
        """`game`: the game to change; its title cannot be changed, nor the name of its creator's seat.
        `reader_zone`: a time zone to list among the usual ones. `organizes`: whether the reader is an
        organizer, who may run the game without a seat."""
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
        if not organizes:
            del self.fields["runs"]
        elif self["runs"].value():
            label = self.fields["seat_name"].label
            self.fields["seat_name"] = OptionalNameField(label=label, required=False, error_messages=NO_NAME)
        if game:
            del self.fields["title"], self.fields["seat_name"]

    def chosen_skin(self) -> Skin | None:
        return self.offered[0] if self.game else super().chosen_skin()

    def own_fields(self, skin: Skin) -> list[tuple[forms.BoundField, Any, Any]]:
        fields: list[tuple[forms.BoundField, Any, Any]] = []
        if skin.rules.meta.at_noon:
            hint = _("Nobody has to wait for noon; what is saved counts either way.")
            fields.append((self[early_field(skin)], _("Close as soon as everybody is ready"), hint))
        if skin.rules.meta.notices:
            hint = _(
                "A question stays open until the first noon that leaves this many hours. With 24, whoever "
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

    def most_within(self, meta: Meta, most: int) -> int:
        """The chosen maximum of players. If it is still the form's initial value, nobody chose it: then it is
        lowered to the maximum of the title."""
        return min(most, meta.max_players) if most == self.initial.get("max_players") else most

    def least_within(self, meta: Meta, least: int) -> int:
        """The chosen minimum, raised to that of the title if it is still the form's initial value."""
        return max(least, meta.min_players) if least == self.initial.get("min_players") else least

    def clean_name(self) -> str:
        return clean_title(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        skin = self.chosen_skin()
        if skin:
            self._clean_players(skin, skin.rules.meta)
        self._clean_start()
        self._clean_dates()
        self._clean_policy()
        return cleaned

    def _clean_policy(self) -> None:
        """If bots may not hold places, none takes over for players who miss noons."""
        cleaned: Mapping[str, object] = self.cleaned_data
        if cleaned.get("policy") != PresetName.OWN or not cleaned.get("no_bots"):
            return
        for field in MISSED:
            if cleaned.get(field) == OnMissed.BOT:
                text = gettext("A bot cannot play there: in this game none holds a place. Choose another.")
                self.add_error(field, text)

    def _clean_dates(self) -> None:
        """Past dates are left out, and none is too far ahead."""
        dates, zone = self.cleaned_data.get("dates_out"), self.cleaned_data.get("zone")
        if not dates or zone is None:
            return
        today = timezone.localdate(timezone=ZoneInfo(zone))
        far = too_far(dates, today)
        if far is not None:
            text = gettext("%(day)s lies too far ahead: %(days)s days at most. Leave it out of the list.")
            self.add_error("dates_out", text % {"day": far.isoformat(), "days": FARTHEST.days})
        else:
            self.cleaned_data["dates_out"] = [day for day in dates if day >= today]

    def _clean_start(self) -> None:
        """The day of the start is in the future in the game's zone, and not too far ahead: places are not
        reserved for ever. A day that was chosen before may have come: the other settings can still be
        changed."""
        day, zone = self.cleaned_data.get("starts_on"), self.cleaned_data.get("zone")
        if zone is None or (self.game is not None and day == self.game.starts_on):
            return
        today = timezone.localdate(timezone=ZoneInfo(zone))
        if day and not today < day <= today + timedelta(days=MOST_DAYS_AHEAD):
            text = gettext(
                "A game starts tomorrow at the earliest, and %(days)s days ahead at most. Choose another day."
            )
            self.add_error("starts_on", text % {"days": MOST_DAYS_AHEAD})

    def _clean_players(self, skin: Skin, meta: Meta) -> None:
        least = self.cleaned_data.get("min_players")
        field = "more_players" if self.cleaned_data.get("more_players") else "max_players"
        most = self.cleaned_data.get(field)
        if most is not None and field == "max_players":
            most = self.cleaned_data[field] = self.most_within(meta, most)
        if least is not None:
            least = self.cleaned_data["min_players"] = self.least_within(meta, least)
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

    def seat(self) -> str:
        """The name of the creator's seat; "" for an organizer who runs the game. Only for a valid form."""
        return "" if self.cleaned_data.get("runs") else self.cleaned_data["seat_name"]

    def plan(self) -> GameSettings:
        """The settings for the services. Only for a valid form."""
        skin, cleaned = self.chosen_skin(), self.cleaned_data
        assert skin is not None
        preset = PRESETS.get(cleaned["policy"] or str(self.initial.get("policy", "")))
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
            on_leave=cleaned["on_leave"] or self.initial.get("on_leave") or Game.OnLeave.BOT,
            starts_on=cleaned.get("starts_on"),
            press=cleaned["press"] or self.initial.get("press") or Game.Press.NONE,
            days=cleaned.get("days") or (preset.days if preset else EVERY),
            on_missed=preset.on_missed if preset else [cleaned[field] or NOTHING for field in MISSED],
            waits=preset.waits if preset else cleaned["waits"],
            bots_play=preset.bots if preset else not cleaned["no_bots"],
            dates_out=cleaned.get("dates_out") or (),
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
        "on_leave": Game.OnLeave.BOT,
        "press": Game.Press.ALL,
        "policy": PresetName.FRIENDLY,
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
        "on_leave": game.on_leave,
        "press": game.press,
        "starts_on": game.starts_on,
        "policy": preset_of(game),
        **dict(zip(MISSED, chosen(game), strict=True)),
        "no_bots": not game.bots_play,
        "waits": str(game.waits),
        "days": _ticked(game),
        "dates_out": ", ".join(game.dates_out),
        early_field(skin): game.close_when_all_ready,
        notice_field(skin): str(game.notice),
        **{option_field(skin, o): options.get(o.key, o.default) for o in skin.rules.meta.options},
    }


def _ticked(game: Game) -> list[str]:
    """The days that are ticked: none if a game is played on those of its preset."""
    preset = PRESETS.get(preset_of(game))
    usual = preset.days if preset else EVERY
    return [] if sorted(game.days) == sorted(usual) else [str(day) for day in game.days]
