"""What follows noons missed in a row, and the presets among which the creator of a game chooses."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from .models import Game, OnMissed
from .registry import skin_for

MOST_WAITS = 2
COUNTED = 3  # after this number of noons missed in a row nothing more follows
EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
WEEKDAYS = (0, 1, 2, 3, 4)


class Preset(Struct, frozen=True):
    """A set of choices. `on_missed`: what follows the first, second and third noon missed in a row; `bots`:
    whether a bot may hold a place; `waits`: how often players may ask for a day more."""

    days: tuple[int, ...]
    on_missed: tuple[OnMissed, OnMissed, OnMissed]
    bots: bool
    waits: int


class PresetName(models.TextChoices):
    """The names of the presets; `OWN`: each choice is made separately."""

    STRICT = "strict", _("Strict")
    FRIENDLY = "friendly", _("Friendly")
    CLUB = "club", _("Club")
    OWN = "own", _("Choices of my own")


PRESETS: dict[str, Preset] = {
    PresetName.STRICT: Preset(EVERY_DAY, (OnMissed.TOLD, OnMissed.OFFERED, OnMissed.BOT), bots=True, waits=0),
    PresetName.FRIENDLY: Preset(
        EVERY_DAY, (OnMissed.NOTHING, OnMissed.TOLD, OnMissed.OFFERED), bots=True, waits=2
    ),
    PresetName.CLUB: Preset(
        WEEKDAYS, (OnMissed.NOTHING, OnMissed.TOLD, OnMissed.OFFERED), bots=False, waits=2
    ),
}


def kept_text(on_missed: tuple[str, ...]) -> str:
    """The choices as stored in `Game.on_missed`: "" if nothing ever follows."""
    return ",".join(on_missed) if set(on_missed) - {OnMissed.NOTHING} else ""


def chosen(game: Game) -> tuple[OnMissed, ...]:
    """What follows the first, second and third noon missed in a row, by the settings of a game."""
    words = game.on_missed.split(",") if game.on_missed else [OnMissed.NOTHING] * COUNTED
    return tuple(OnMissed(word) for word in words)


def consequences(game: Game) -> tuple[OnMissed, ...]:
    """What really follows the first, second and third noon missed in a row. In titles whose rules deal with
    absent players nobody loses a place: all players get a notice instead."""
    found = chosen(game)
    if skin_for(game.title).rules.meta.absence:
        return tuple(OnMissed.TOLD if each in (OnMissed.OFFERED, OnMissed.BOT) else each for each in found)
    return found


def preset_of(game: Game) -> PresetName:
    """The preset that matches the choices of a game, apart from its days."""
    for name, preset in PRESETS.items():
        same = kept_text(preset.on_missed) == game.on_missed and preset.waits == game.waits
        if same and preset.bots == game.bots_play:
            return PresetName(name)
    return PresetName.OWN
