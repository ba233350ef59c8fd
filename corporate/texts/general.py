"""Short texts of the Corporate Game: turns, options, the line of the lobby, a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from msgspec.structs import replace

from games.contract import Window, chapter_of
from games.skin import Text, Tower, towers_of

from ..rules import content
from ..rules.ranking import ranking
from ..rules.state import Public, Stage
from . import figures, names

NAME = gettext_lazy("Corporate Game")
PLACE = gettext_lazy("Manhattan")
PITCH = gettext_lazy(
    "Ten corporations share Manhattan. Each day you buy, vote, plot and bet in secret; at "
    "noon all orders are "
    "resolved at once, and the new Wall Street is out."
)
LENGTH = gettext_lazy("8 days")
FIRST_GAME = gettext_lazy("about 10 minutes")  # nine forms

OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "characters": (
        gettext_lazy("Backgrounds and Strategies"),
        gettext_lazy("Each player may take on a past and bet in secret on titles, for points at the end."),
    ),
    "wire_transfers": (
        gettext_lazy("Wire transfers"),
        gettext_lazy("Players may send each other nuyens, at once and for good."),
    ),
    "taste": (
        gettext_lazy("How the bots play"),
        gettext_lazy(
            "Gentle ones buy, vote and guard what they own; greedy ones bet and steal data; "
            "crooked ones wreck and poach. All of them turn on whoever is ahead."
        ),
    ),
    "taste.gentle": (pgettext_lazy("bots", "Gentle"), ""),
    "taste.greedy": (pgettext_lazy("bots", "Greedy"), ""),
    "taste.crooked": (pgettext_lazy("bots", "Crooked"), ""),
    "taste.gentle_strong": (pgettext_lazy("bots", "Gentle, and strong"), ""),
    "taste.greedy_strong": (pgettext_lazy("bots", "Greedy, and strong"), ""),
    "taste.crooked_strong": (pgettext_lazy("bots", "Crooked, and strong"), ""),
}


def turn(number: int) -> str:
    return _("Turn {turn}").format(turn=number)


def turn_text(kind: str, at: tuple[int | str, ...]) -> str:
    """The name of a turn, by the kind and the position of its window."""
    match kind:
        case "characters":
            return _("Characters")
        case "transfer":
            return _("Wire transfers")
    return turn(chapter_of(at))


def progress_text(window: Window) -> str:
    if window.kind == "quarter":
        return _("Turn {turn} of {total}").format(turn=window.chapter, total=content.CONSTANTS.total_turns)
    return turn_text(window.kind, window.at)


def chapter_text(chapter: int) -> str:
    return _("Before the first turn") if chapter < 1 else turn(chapter)


def headline(public: Public) -> dict[str, Any]:
    """The data of the lobby's line: the leader of the ranking, yesterday's crashes, the winners.

    Computed from the public drawer only, because anybody may read it.
    """
    if public.stage is Stage.CHARACTERS or not public.corporations:
        return {"kind": "characters"}
    over = public.stage is Stage.OVER
    last = public.turn if over else public.turn - 1
    assets = {slug: row.assets for slug, row in public.corporations.items() if row.crashed is None}
    order = ranking(assets, public.corporations)
    data: dict[str, Any] = {
        "kind": "over" if over else "open" if last < 1 else "turn",
        "leader": order[0] if order else None,
        "assets": assets[order[0]] if order else 0,
        "crashed": sorted(slug for slug, row in public.corporations.items() if row.crashed == last > 0),
    }
    if public.standings:
        winners = [row for row in public.standings if row.rank == 1]
        data |= {"winners": len(winners), "score": winners[0].score}
    return data


def headline_text(data: Any) -> str:
    """The lobby's line as text; "" for unknown data."""
    if not isinstance(data, Mapping):
        return ""
    leader, crashed = data.get("leader"), data.get("crashed") or []
    match data.get("kind"):
        case "characters":
            return _("Players are making their characters.")
        case "over":
            return _("Won with {score} points.").format(score=data.get("score", 0)) if "score" in data else ""
        case "open" if leader:
            return _("The market opens: {corporation} leads with {assets} assets.").format(
                corporation=names.corp(leader), assets=data.get("assets", 0)
            )
    gone = ngettext("{corporations} crashed.", "{corporations} crashed together.", len(crashed)).format(
        corporations=figures.listed([names.corp(slug) for slug in crashed])
    )
    leads = (
        _("{corporation} leads with {assets} assets.").format(
            corporation=names.corp(leader), assets=data.get("assets", 0)
        )
        if leader
        else ""
    )
    return figures.sentence(gone if crashed else "", leads)


def result_text(rank: int, players: int, score: int) -> str:
    """The line of a finished game in a player's lobby."""
    points = ngettext("{score} point", "{score} points", score).format(score=figures.number(score))
    if rank == 1:
        return _("Won, with {points}").format(points=points)
    return _("{place} of {players}, with {points}").format(
        place=place_text(rank), players=players, points=points
    )


def place_text(rank: int) -> str:
    """A player's place in words; no gender is guessed in French."""
    if figures.is_french():
        return f"{rank}e"  # from the second place on: the first is told as a victory
    return figures.ordinal(rank)


def aim(_public: Public) -> tuple[str, ...]:
    """What wins the game, in three lines."""
    points, titles = content.VICTORY, [row.points for row in content.TITLES.values()]
    first, second, third = points.shares_by_final_rank[:3]
    return (
        _("After {turns} turns, whoever has the most points wins. Money alone brings few of them.").format(
            turns=content.CONSTANTS.total_turns
        ),
        _(
            "A share of the corporation that ends first brings {first} points, of the second {second}, of "
            "the third {third}; a citizenship {base} minus the rank of its corporation."
        ).format(first=first, second=second, third=third, base=points.citizenship_base),
        _(
            "Titles bring {least} to {most} points each to whoever has the most: influence, shares, money, "
            "coalitions and speculations won, runs."
        ).format(least=min(titles), most=max(titles)),
    )


def towers(public: Public) -> tuple[Tower, ...]:
    """The ten corporations by their assets; those that crashed lie in ruins."""
    rows = public.corporations.values()
    standing = towers_of([0 if row.crashed is not None else row.assets for row in rows])
    return tuple(
        replace(tower, fallen=row.crashed is not None) for tower, row in zip(standing, rows, strict=True)
    )
