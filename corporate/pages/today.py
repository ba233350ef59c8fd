"""The score if the game ended today: the reader's lines, and the public points of all players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Person, Scene

from ..rules.today import Prospect, counted
from ..rules.today import today as rules_today
from ..texts import figures, score_lines


class Row(Struct, frozen=True):
    """A line of the reader's score, and its points in words: "5", "+1 to +5"."""

    text: str
    points: str


class Rival(Struct, frozen=True):
    """The public points of one player. `width`: that of the bar, in percent of the best."""

    person: Person
    own: bool
    score: int
    width: str
    lines: list[tuple[str, int]]


class Today(Struct, frozen=True):
    """`seen`: the reader's lines that everybody can count, and their sum; `own`: the others; `least` and
    `most`: the sum of all. A spectator has none of them: `playing` is false."""

    playing: bool
    seen: list[Row]
    sum: int
    own: list[Row]
    least: int
    most: int
    rivals: list[Rival]


def of(scene: Scene) -> Today | None:
    """None before the ranking is drawn, and once the scores are counted."""
    if scene.finished or (found := rules_today(scene.view)) is None:
        return None
    points = {player: found.score(player) for player in found.seen}
    whole = max(1, *points.values())
    rivals = [
        Rival(
            scene.people.get(player) or Person(player, player),
            player == scene.reader,
            points[player],
            f"{max(0, 100 * points[player] / whole):.1f}%",
            [(score_lines.tell(line), line.amount) for line in found.seen[player]],
        )
        for player in sorted(found.seen, key=lambda player: -points[PlayerId(player)])
    ]
    return Today(
        playing=scene.reader is not None,
        seen=[Row(score_lines.tell(one.line), figures.number(one.least)) for one in found.own if one.seen],
        sum=sum(one.least for one in found.own if one.seen),
        own=[_row(one) for one in found.own if not one.seen],
        least=sum(one.least for one in found.own),
        most=sum(one.least if one.most is None else one.most for one in found.own),
        rivals=rivals,
    )


def _row(one: Prospect) -> Row:
    """The row of a line that only its owner can count, or nobody yet."""
    if one.sure:
        return Row(score_lines.tell(one.line), figures.signed(one.least))
    text = score_lines.prospect(one.line)
    if one.most is None:
        return Row(text, "?")
    values = {"least": figures.signed(one.least), "most": figures.signed(one.most)}
    if one.least < 0 < one.most:
        return Row(text, _("{most} or {least}").format(**values))
    if not one.least:
        return Row(text, values["most"])
    return Row(text, _("{least} to {most}").format(**values))


def in_front(scene: Scene) -> str:
    """Who would win today by public points, in a sentence, with the reader's own; "" if there are none."""
    points = {} if scene.finished else counted(scene.view.public)
    if not points:
        return ""
    best = max(points.values())
    first = [player for player, score in points.items() if score == best]
    values = {
        "first": figures.listed([scene.name(player) for player in first]),
        "points": ngettext("{count} point", "{count} points", best).format(count=figures.number(best)),
    }
    if len(first) > 1:
        told = _("By what everybody can count, in front: {first}, each with {points}.").format(**values)
    elif first[0] == scene.reader:
        told = _("By what everybody can count, you lead with {points}.").format(**values)
    else:
        told = _("By what everybody can count, {first} leads with {points}.").format(**values)
    if scene.reader is not None and (own := points[scene.reader]) < best:
        return told + " " + _("You have {points}.").format(points=figures.number(own))
    behind = max((score for score in points.values() if score < best), default=None)
    if behind is None:
        return told
    second = [scene.name(player) for player, score in points.items() if score == behind]
    next_ones = {"players": figures.listed(second), "points": figures.number(behind)}
    return told + " " + _("Next: {players}, {points}.").format(**next_ones)
