"""Short texts of Contrôle Global: questions, options, the line of the lobby, results, lines of the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.contract import Line, PlayerId, Window
from games.skin import Person, Text, Tower, figures, towers_of

from ..rules import score_lines
from ..rules.content import LAST_LEVEL, C
from ..rules.state import Public
from ..rules.world import SIX, World, points
from . import amounts, names

NAME: Final[Text] = C.title.name
PLACE: Final = gettext_lazy("The planet")
PITCH: Final = gettext_lazy(
    "Head an organization and play cards for influence over a small world. Every card pushes everybody up "
    "the same table, and whoever stands out is struck when civil society answers."
)
LENGTH: Final = gettext_lazy("2 to 6 weeks")
FIRST_GAME: Final = gettext_lazy("about half an hour")  # seven to ten forms, each with a hand to read
FORM: Final = pgettext_lazy("the tab of the order form", "Your hand")

OPTIONS: Final[Mapping[str, tuple[Text, Text]]] = {
    "mode": (
        pgettext_lazy("of a small world", "How a round is played"),
        gettext_lazy(
            "Turn by turn: one player at a time, and the next goes on as soon as a card is played. "
            "Everybody at once: one sealed form of plans a round; advised with more than four players, or "
            "if you look in once a day."
        ),
    ),
}
CHOICES: Final[Mapping[str, Text]] = {
    "mode.turns": gettext_lazy("Turn by turn"),
    "mode.rounds": gettext_lazy("Everybody at once"),
}


def option_text(key: str) -> tuple[Text, Text]:
    """Label and hint of an option; of one of its choices as `key.choice`, with no hint."""
    return OPTIONS[key] if key in OPTIONS else (CHOICES[key], "")


# ---- questions ---------------------------------------------------------------------------------------


def chapter_text(chapter: int) -> str:
    if chapter < 1:
        return _("Setting up")
    return str(pgettext_lazy("of a small world", "Round {round}")).format(round=figures.number(chapter))


def turn_text(kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
    """What a turn is called, by the kind and the place of its window: "Round 4, Ana: a card to play"."""
    what = names.window(kind)
    if not at or not isinstance(at[0], int):
        return what
    where = chapter_text(at[0])
    within = what[:1].lower() + what[1:]
    if len(at) < 2:
        return _("{where}: {what}").format(where=where, what=within)
    player = PlayerId(str(at[1]))
    name = people[player].name if player in people else str(player)
    if len(at) > 2:
        within = _("{what}, before the turn").format(what=within)
    return _("{where}, {player}: {what}").format(where=where, player=name, what=within)


def progress_text(window: Window) -> str:
    """The round of a window, and which is the last; of a door, that the game waits for nobody."""
    if window.is_door:
        return _("Asleep until somebody comes back")
    if window.chapter < 1:
        return chapter_text(window.chapter)
    return _("{round} of at most {last}").format(
        round=chapter_text(window.chapter), last=figures.number(C.figures.rounds)
    )


# ---- the lobby ---------------------------------------------------------------------------------------


def headline(public: Public) -> dict[str, Any]:
    """The lobby's line as data. In: the public drawer. Nothing else may enter, for anybody may read it."""
    world = World.of(public)
    first = max(SIX, key=world.global_level)
    places = public.standings or ()
    return {
        "round": public.round,
        "category": names.slug_of(first),
        "level": world.global_level(first),
        "most": max((one.score for one in places), default=max(points(world))),
        "winners": sum(one.rank == 1 for one in places),
    }


def headline_text(data: Any) -> str:
    """The same, told; "" for data that says nothing."""
    if not isinstance(data, Mapping) or "round" not in data:
        return ""
    most = amounts.points(data["most"])
    if data["winners"]:
        return ngettext("Won with {points}.", "Shared with {points} each.", data["winners"]).format(
            points=most
        )
    if not data["round"]:
        return _("Everybody places a first influence.")
    return _("{round}: {category} leads, at level {level}; the first would score {points}.").format(
        round=chapter_text(data["round"]),
        category=names.category(data["category"]),
        level=names.level(data["level"]),
        points=most,
    )


def result_text(rank: int, players: int, score: int) -> str:
    """A finished game as its player's line in the lobby."""
    if rank == 1:
        return _("Won with {points}").format(points=amounts.points(score))
    return _("{place} of {players}, with {points}").format(
        place=figures.ordinal(rank), players=players, points=amounts.points(score)
    )


def aim(public: Public) -> tuple[str, ...]:
    """What wins, in three lines."""
    return (
        _(
            "Most points win. There is one source of them: at the end each region shares out as many as its "
            "development, to whoever has the most influence there first."
        ),
        _(
            "Every card you play pushes its category for all. With each new level a card is set aside, and "
            "when the round is over civil society strikes whoever stands out."
        ),
        _(
            "The end comes when a category stands at level {level} after that, and with round {round} at the "
            "latest. Tokens left break ties."
        ).format(level=names.level(LAST_LEVEL), round=C.figures.rounds),
    )


def towers(public: Public) -> tuple[Tower, ...]:
    """The regions by their development, in the order of the map."""
    return towers_of([region.development for region in public.regions])


def score_line(line: Line) -> str:
    """What a line of the final score counts; of the one beside them, what breaks ties."""
    read = score_lines.read(line)
    if isinstance(read, score_lines.TokensLeft):
        return _("Ties are broken by the tokens left: {count}").format(count=figures.number(read.tokens))
    if isinstance(read, score_lines.RegionPoints):
        return _("{region}, development {development}: {points} for {influences}").format(
            region=names.region(read.region),
            development=figures.number(read.development),
            points=amounts.points(line.amount),
            influences=amounts.influences(read.influence),
        )
    return amounts.points(line.amount)
