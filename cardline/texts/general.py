"""Short texts of Cardline: windows, options, the line of the lobby, a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.contract import PlayerId, Window, chapter_of
from games.skin import Person, Text, Tower, figures, towers_of

from ..rules.state import Public
from . import names

NAME = gettext_lazy("Cardline")
PLACE = gettext_lazy("The world")
PITCH = gettext_lazy(
    "Is Peru larger than Mongolia? Slide your countries into a line, from the least to the most, without "
    "having seen the figures. To win, be the only one to place a last card in a round."
)
LENGTH = gettext_lazy("3 to 7 days")
FIRST_GAME = gettext_lazy("about 10 minutes")  # four to nine forms

OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "characteristic": (
        gettext_lazy("What is compared"),
        gettext_lazy("One characteristic for the whole game. At random: drawn when the game starts."),
    ),
    "mode": (
        gettext_lazy("Who plays when"),
        gettext_lazy(
            "One after the other is the printed game. All at once is in secret, a round a day. By number: "
            "one after the other for two players, all at once for more."
        ),
    ),
    "hand_size": (
        gettext_lazy("Cards dealt"),
        gettext_lazy("To each player. Four make a game of about five rounds."),
    ),
    "first_player": (
        gettext_lazy("First player"),
        gettext_lazy("By place, in the order of joining; drawn if nobody holds it."),
    ),
    "max_rounds": (
        gettext_lazy("Rounds at most"),
        gettext_lazy("After that, whoever holds the fewest cards wins."),
    ),
    "bots": (
        gettext_lazy("What bots know"),
        gettext_lazy(
            "They never see the figures: they guess. A geographer within a fifth, a traveller within a "
            "factor of 1.8, a tourist within a factor of 3, two times out of three."
        ),
    ),
}


CHOICES: Mapping[str, Text] = {
    "characteristic.random": gettext_lazy("At random"),
    "characteristic.area": gettext_lazy("Area"),
    "characteristic.population": gettext_lazy("Population"),
    "characteristic.gdp": gettext_lazy("Gross domestic product"),
    "characteristic.co2": gettext_lazy("CO₂ emissions"),
    "mode.default": gettext_lazy("By number of players"),
    "mode.sequential": gettext_lazy("One after the other"),
    "mode.simultaneous": gettext_lazy("All at once"),
    "first_player.random": gettext_lazy("At random"),
    "bots.geographer": gettext_lazy("Geographer"),
    "bots.traveller": gettext_lazy("Traveller"),
    "bots.tourist": gettext_lazy("Tourist"),
}


def option_text(key: str) -> tuple[Text, Text]:
    """Label and hint of an option; of one of its choices as `key.choice`, with no hint."""
    if key in OPTIONS:
        return OPTIONS[key]
    option, _dot, choice = key.partition(".")
    if key in CHOICES or option != "first_player":
        return CHOICES.get(key, choice), ""
    return _("Place {number}").format(number=int(choice) + 1), ""


def round_text(number: int) -> str:
    return _("Round {round}").format(round=number)


def turn_text(kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
    """The name of a turn, from the kind and the place of its window."""
    match kind:
        case "move":
            player = PlayerId(str(at[-1]))
            name = people[player].name if player in people else str(player)
            return _("Round {round}, turn: {player}").format(round=chapter_of(at), player=name)
        case "resign":
            return _("Resignation")
        case "return":
            return _("Coming back")
    return chapter_text(chapter_of(at))


def progress_text(window: Window) -> str:
    return _("Asleep until somebody comes back") if window.is_door else round_text(window.chapter)


def chapter_text(chapter: int) -> str:
    return _("Before the first round") if chapter < 1 else round_text(chapter)


def lower(text: str) -> str:
    """The text with its first letter in lower case, for use within a sentence."""
    return text[:1].lower() + text[1:]


def headline(public: Public) -> dict[str, Any]:
    """The data of the lobby's line, from the public drawer only, because anybody may read it."""
    return {
        "characteristic": public.options.characteristic,
        "line": len(public.line),
        "round": public.round_no,
        "fewest": min((len(public.hands[player]) for player in public.alive), default=0),
        "winners": len(public.outcome.winners) if public.outcome else 0,
    }


def headline_text(data: Any) -> str:
    """The lobby's line as text; "" for unknown data."""
    if not isinstance(data, Mapping) or "characteristic" not in data:
        return ""
    line = ngettext("{count} country in the line", "{count} countries in the line", data["line"]).format(
        count=data["line"]
    )
    about = names.characteristic(data["characteristic"])
    if not data["winners"]:
        return _("{characteristic}: {line}.").format(characteristic=about, line=line)
    won = ngettext("Won in round {round}", "Shared in round {round}", data["winners"]).format(
        round=data["round"]
    )
    return _("{won}, with {line}.").format(won=won, line=line)


def cards_text(count: int) -> str:
    return ngettext("{count} card", "{count} cards", count).format(count=count) if count else _("no card")


def result_text(rank: int, players: int, score: int) -> str:
    """A finished game as its player's line in the lobby; the score is the cards left in hand."""
    if rank == 1:
        return _("Won")
    return _("{place} of {players}, {cards} in hand").format(
        place=figures.ordinal(rank), players=players, cards=cards_text(score)
    )


def aim(public: Public) -> tuple[str, ...]:
    """What wins, in three lines."""
    return (
        _("Place your last card in a round in which nobody else does, and you win."),
        _(
            "What counts is {characteristic}: the line goes from the lowest figure to the highest, and "
            "nobody has seen those of their own hand."
        ).format(characteristic=lower(names.characteristic(public.options.characteristic))),
        _("Right, and the card stays there. Wrong, and it is gone, and you draw another."),
    )


def towers(public: Public) -> tuple[Tower, ...]:
    """The line as stairs: each country one step above its neighbour; of a long line the end."""
    return towers_of(range(1, len(public.line) + 1)[-12:])
