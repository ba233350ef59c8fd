"""The final scores: a bar per player, the table, the reader's points line by line, the titles."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import PlayerId, Standing
from games.skin import Person, Scene
from games.skin.deciding import first_two

from ..rules import content
from ..rules.score_lines import TitleLine, read
from ..texts import archives, figures, general, names, score_lines, words
from . import people, race
from .common import asset_chart, chart_label, holdings, person_of, public, published

LENGTH: Final = 1.1  # the length of the line, as a multiple of the longest bar
GAP: Final = 0.4
FIGURE: Final = 3.2  # the width of one digit on a phone with its margin, in percent of the line


class Piece(Struct, frozen=True):
    css: str
    x: str
    width: str
    middle: str
    value: int
    dark: bool  # whether its figure is dark, because the piece is light
    readable: bool  # whether it is wide enough for its figure, which is also in the table


class Place(Struct, frozen=True):
    """One player on the podium."""

    rank: int
    person: Person
    own: bool
    score: int
    pieces: list[Piece]
    less: Piece | None  # over the end of the others, as long as the points that are taken off
    label: str
    parts: list[int]
    lines: list[tuple[str, int]]


class TitleRow(Struct, frozen=True):
    name: str
    measure: str
    holders: str
    points: int
    division: str


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/scores.html`; the game is over."""
    state, own = public(scene), holdings(scene)
    standings, places = state.standings or (), podium(scene)
    rows = _titles(scene, standings)
    half = (len(rows) + 1) // 2
    return {
        "places": places,
        "part_names": legend(scene),
        "wide": len(places) > people.NARROW,
        "mine": next((place for place in places if place.own), None),
        "headline": headline(scene, standings),
        "decided": decided(scene),
        "stand": stand(scene, standings),
        "published": published(scene, state.turn),
        "table": [(name, [place.parts[at] for place in places]) for at, name in legend(scene)],
        "titles": [rows[:half], rows[half:]],
        "titles_count": len(rows),
        "chart": asset_chart(state.corporations, own, state.turn),
        "chart_label": chart_label(state.turn),
        "race": race.of(state.corporations, own, state.turn),
        "points": race.of_players(scene, people.drawers(scene)),
        "turns": state.turn,
        "archives_url": scene.url("archives") if scene.reader else "",
    }


def decided(scene: Scene) -> list[str]:
    """The difference between the winner and the runner-up, and the titles that the winner held; nothing of a
    shared victory."""
    two, told = first_two(public(scene).standings or ()), margin(scene)
    if two is None or told is None:
        return []
    winner, _second = two
    held = [line for line in map(read, winner.breakdown) if isinstance(line, TitleLine) and line.amount]
    if not held:
        return [told]
    named = figures.listed([names.title(line.title) for line in held])
    return [
        told,
        _("Titles that {winner} held: {titles}.").format(winner=scene.name(winner.player), titles=named),
    ]


def margin(scene: Scene) -> str | None:
    """The difference between the winner and the runner-up, as a sum; None without a runner-up."""
    standings = public(scene).standings or ()
    first, second = (
        next((one for one in standings if (one.rank == 1) is top), None) for top in (True, False)
    )
    if first is None or second is None:
        return None
    gaps = [mine - theirs for mine, theirs in zip(part_sums(first), part_sums(second), strict=True)]
    parts = list(zip(score_lines.part_names().values(), gaps, strict=True))
    return archives.margin(scene.name(first.player), scene.name(second.player), parts)


def podium(scene: Scene) -> list[Place]:
    """Every player's place, best first."""
    standings = public(scene).standings or ()
    whole = LENGTH * max((_positive(standing) for standing in standings), default=1) or 1
    return [_place(scene, standing, whole) for standing in standings]


def legend(scene: Scene) -> list[tuple[int, str]]:
    """The number and the name of each part of the bars; of Backgrounds and Strategies only where they are
    played with."""
    named = enumerate(score_lines.part_names().items())
    spoken = public(scene).characters
    return [(at, name) for at, (slug, name) in named if spoken or slug not in ("background", "strategies")]


def _positive(standing: Standing) -> int:
    return sum(max(0, value) for value in part_sums(standing))


def part_sums(standing: Standing) -> list[int]:
    """The points of each part of the bar, in its order; they add up to the score."""
    return [
        sum(line.amount for line in standing.breakdown if line.code in codes)
        for codes in score_lines.PARTS.values()
    ]


def _place(scene: Scene, standing: Standing, whole: float) -> Place:
    sums, at, pieces = part_sums(standing), 0, []
    for index, value in enumerate(sums):
        if value > 0:
            pieces.append(_piece(f"h{index}", at, value, whole, dark=index >= 3))
            at += value
    taken = min(at, -sum(value for value in sums if value < 0))
    return Place(
        rank=standing.rank,
        person=person_of(scene, standing.player),
        own=standing.player == scene.reader,
        score=standing.score,
        pieces=pieces,
        less=_piece("less", at - taken, taken, whole, dark=True) if taken else None,
        label=", ".join(f"{name} {figures.number(sums[at])}" for at, name in legend(scene)),
        parts=sums,
        lines=[(score_lines.text(line), line.amount) for line in standing.breakdown],
    )


def _piece(css: str, at: int, value: int, whole: float, *, dark: bool) -> Piece:
    """A piece of a bar that begins at `at` points."""
    x, width = 100 * at / whole, max(0.3, 100 * value / whole - GAP)
    return Piece(
        css=css,
        x=f"{x:.2f}%",
        width=f"{width:.2f}%",
        middle=f"{x + width / 2:.2f}%",
        value=value,
        dark=dark,
        readable=width >= FIGURE * len(str(value)),
    )


def headline(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """The headline: who wins, and by how much."""
    winners = [standing for standing in standings if standing.rank == 1]
    listed = figures.listed([scene.name(standing.player) for standing in winners])
    if len(winners) != 1:
        return _("{winners} win together").format(winners=listed)
    others = [standing.score for standing in standings if standing.rank > 1]
    if not others:
        return _("{winner} wins").format(winner=listed)
    gap = winners[0].score - max(others)
    return ngettext("{winner} wins by {count} point", "{winner} wins by {count} points", gap).format(
        winner=listed, count=gap
    )


def stand(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """The sentence under the headline: the scores, and where the winner's points come from."""
    if not standings:
        return ""
    first = standings[0]
    sums = part_sums(first)
    best = max(range(len(sums)), key=sums.__getitem__)
    part = list(score_lines.part_names().values())[best]
    told = [
        _("Final scores: {scores}.").format(scores=", ".join(figures.number(row.score) for row in standings))
    ]
    if sums[best] > 0:
        told.append(
            ngettext(
                "What counted most for the first place: {part}, {count} point.",
                "What counted most for the first place: {part}, {count} points.",
                sums[best],
            ).format(part=f"{part[:1].lower()}{part[1:]}", count=sums[best])
        )
    mine = next((row for row in standings if row.player == scene.reader), None)
    if mine is not None and mine.rank > 1:
        told.append(
            _("You: {result}.").format(result=general.result_text(mine.rank, len(standings), mine.score))
        )
    return " ".join(told)


def _titles(scene: Scene, standings: tuple[Standing, ...]) -> list[TitleRow]:
    """All titles, including those that nobody earned."""
    held: dict[str, list[tuple[PlayerId, TitleLine]]] = {}
    for standing in standings:
        for line in map(read, standing.breakdown):
            if isinstance(line, TitleLine):
                held.setdefault(line.title, []).append((standing.player, line))
    rows = []
    for slug, title in content.TITLES.items():
        holders = held.get(slug, [])
        measure = score_lines.measure_text(slug, holders[0][1].measure) if holders else ""
        rows.append(
            TitleRow(
                names.title(slug),
                measure or words.measure(slug),
                ", ".join(scene.name(player) for player, _line in holders),
                holders[0][1].amount if holders else 0,
                f"{title.points} ÷ {len(holders)}" if len(holders) > 1 else "",
            )
        )
    return rows
