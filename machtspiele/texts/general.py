"""Short texts of Macht$piele: windows, the option, the line of the lobby, a result, a line of the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.contract import Line, PlayerId, Window, chapter_of
from games.skin import Person, Text, Tower, figures, towers_of

from ..rules import score_lines
from ..rules.content import DIVISION_OF, DIVISIONS, THRESHOLDS, C
from ..rules.points import kinds
from ..rules.state import Public
from . import amounts, names

NAME = gettext_lazy("Macht$piele")
PLACE = gettext_lazy("Head office")
PITCH = gettext_lazy(
    "Run one company against the others: departments, directors’ offices, envelopes, and a nemesis nobody "
    "knows. Four of six points win."
)
LENGTH = gettext_lazy("3 to 5 weeks")
FIRST_GAME = gettext_lazy("about half an hour")  # fifteen to twenty-two forms

OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "mode": (
        gettext_lazy("How a round is played"),
        gettext_lazy(
            "Everybody at once: one sealed form a round, for one deadline a day. One after the other: each "
            "action is asked separately, for players who are present."
        ),
    ),
}
CHOICES: Mapping[str, Text] = {
    "mode.rounds": gettext_lazy("Everybody at once"),
    "mode.classic": gettext_lazy("One after the other"),
}
OF_A_PLAYER: Final = ("action",)


def option_text(key: str) -> tuple[Text, Text]:
    """Label and hint of an option; of one of its choices as `key.choice`, with no hint."""
    return OPTIONS[key] if key in OPTIONS else (CHOICES[key], "")


def chapter_text(chapter: int) -> str:
    return _("Setting up") if chapter < 1 else _("Turn {turn}").format(turn=figures.number(chapter))


def turn_text(kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
    """What a turn is called, by the kind and the place of its window: "Turn 2, round 4: Ana"."""
    if not at:
        return names.window(kind)
    if len(at) > 1 and kind in ("action", "round", "bribe_reply"):
        where = _("{turn}, round {round}").format(turn=chapter_text(chapter_of(at)), round=at[1])
    else:
        where = chapter_text(chapter_of(at))
    what = names.window(kind)
    if kind == "action" and len(at) > 2:
        player = PlayerId(str(at[2]))
        what = people[player].name if player in people else str(player)
    return _("{where}: {what}").format(where=where, what=what)


def progress_text(window: Window) -> str:
    """The turn and round of a window; of a door, that the game waits for nobody."""
    if window.is_door:
        return _("Asleep until somebody comes back")
    if window.kind in ("action", "round", "bribe_reply"):
        return _("{turn}, round {round}").format(turn=chapter_text(window.chapter), round=window.at[1])
    return chapter_text(window.chapter)


def headline(public: Public) -> dict[str, Any]:
    """The lobby's line as data. In: the public drawer. Nothing else may enter, for anybody may read it."""
    places = public.standings or ()
    best = max((len(kinds(public, player)) for player in public.players), default=0)
    return {
        "turn": public.turn,
        "round": public.round,
        "most": max((one.score for one in places), default=best),
        "winners": sum(one.rank == 1 for one in places),
    }


def headline_text(data: Any) -> str:
    """The same, told; "" for data that says nothing."""
    if not isinstance(data, Mapping) or "turn" not in data:
        return ""
    most = points_text(data["most"])
    if data["winners"]:
        return ngettext("Won with {points}.", "Shared with {points} each.", data["winners"]).format(
            points=most
        )
    if not data["turn"]:
        return _("The first executives are being placed.")
    return _("Turn {turn}, round {round}; the leader shows {points}.").format(
        turn=data["turn"], round=data["round"], points=most
    )


def result_text(rank: int, players: int, score: int) -> str:
    """A finished game as its player's line in the lobby."""
    points = points_text(score)
    if rank == 1:
        return _("Won with {points}").format(points=points)
    return _("{place} of {players}, with {points}").format(
        place=figures.ordinal(rank), players=players, points=points
    )


def points_text(count: int) -> str:
    return ngettext("{count} point", "{count} points", count).format(count=figures.number(count))


def employees_text(count: int) -> str:
    return ngettext("{count} employee", "{count} employees", count).format(count=figures.number(count))


def score_line(line: Line) -> str:
    """What a line of the final score counts; of the one beside them, what breaks ties."""
    read = score_lines.read(line)
    if isinstance(read, score_lines.TieBreaks):
        return _(
            "Tied: cash {cash}, then shares {shares}, influence {influence}, corruption {corruption} decide"
        ).format(
            cash=amounts.pinats(read.cash),
            shares=figures.number(read.shares),
            influence=figures.number(read.influence),
            corruption=figures.number(read.corruption),
        )
    return _("{kind}: {points}").format(kind=names.point(line.code), points=points_text(line.amount))


def aim(public: Public) -> tuple[str, ...]:
    """What wins, in three lines."""
    least = [f"{names.competence(track)} {figures.number(value)}" for track, value in THRESHOLDS.items()]
    return (
        _(
            "There are {kinds} kinds of points, and each gives one. The round in which somebody reaches "
            "{needed} is the last; the most points win, and cash breaks ties."
        ).format(kinds=len(THRESHOLDS) + 1, needed=C.end.needed),
        _("A point for each of these reached: {list}.").format(list=figures.listed(least)),
        _(
            "One more is secret: you outdo your nemesis, the player you drew, in the three competences of "
            "your card. Nobody else knows who it is."
        ),
    )


def towers(public: Public) -> tuple[Tower, ...]:
    """The six divisions by the employees in their offices."""
    heads = [
        sum(office.employees for name, office in public.offices.items() if DIVISION_OF[name] == division)
        for division in DIVISIONS
    ]
    return towers_of(heads)
