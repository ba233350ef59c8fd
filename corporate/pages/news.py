"""The Newsfeeds: one lead story and four columns; phrasings are chosen only by public facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene

from ..rules.events.news import (
    CitizenshipLostNews,
    CitizenshipNews,
    CrashNews,
    EffectNews,
    InfluenceNews,
    MarketClosed,
    MarketOpened,
    MdcResult,
    RunNews,
    ShareNews,
)
from ..texts import event_parts, names, phrases
from .common import of_kind, one, published, wall_street
from .stories import Story, Taken, council_story, counted, lead_story, run_story, tell

MOST_FIGURES: Final = 6  # rows of the table beside the lead


@dataclass(frozen=True, slots=True)
class Weight:
    """A coalition in the council's table."""

    name: str
    members: str
    weight: int
    won: bool


@dataclass(frozen=True, slots=True)
class Glance:
    """A row of the table beside the lead; `change` is None on turn 0."""

    name: str
    rank: int
    assets: int
    change: int | None
    crashed: bool


@dataclass(slots=True)
class Column:
    slug: str
    name: str
    stories: list[Story] = field(default_factory=list)
    weights: list[Weight] = field(default_factory=list)
    bought: list[tuple[str, str]] = field(default_factory=list)  # a buyer, and the shares
    brief: list[tuple[str, str]] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.stories or self.weights or self.bought or self.brief)


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/newsfeeds.html` for the chapter shown."""
    market = wall_street(scene)
    lead, taken = lead_story(scene, market)
    columns = [_council(scene, taken), _buzz(scene, lead, taken), _people(scene), _economy(scene, taken)]
    return {
        "turn": scene.chapter,
        "opening": scene.chapter == 0,
        "published": published(scene),
        "lead": lead,
        "columns": [] if scene.chapter == 0 else columns,
        "in_figures": _in_figures(market),
        "wall_street_url": scene.url("wall-street", scene.chapter),
    }


# ---- the columns ------------------------------------------------------------------------------


def _council(scene: Scene, taken: Taken) -> Column:
    """The weights of the coalitions, with the council's decision unless it is the lead story."""
    column = Column("mdc", _("MDC bulletin"))
    told = one(scene.public_events, MdcResult)
    if told is None:
        return column
    if taken != ("mdc", None):
        column.stories.append(council_story(scene, told))
    for row in told.coalitions:
        players = ", ".join(scene.name(player) for player in row.players)
        corps = ", ".join(names.corp(slug) for slug in row.corporations)
        members = (
            _("{players}; {corporations}").format(players=players, corporations=corps) if corps else players
        )
        column.weights.append(
            Weight(names.coalition(row.coalition), members, row.weight, row.coalition == told.winner)
        )
    return column


def _buzz(scene: Scene, lead: Story | None, taken: Taken) -> Column:
    """The runs that are not in the lead story, sorted so that phrasings do not depend on their order."""
    column = Column("matrix", _("Matrix Buzz"))
    printed = [lead.phrase] if lead else []
    for key, times in sorted(counted(of_kind(scene.public_events, RunNews)).items()):
        if taken == ("run", key):
            continue
        column.stories.append(story := run_story(scene, RunNews(*key), times, printed))
        printed.append(story.phrase)
    return column


def _people(scene: Scene) -> Column:
    column = Column("people", _("People"))
    for data in of_kind(scene.public_events, CitizenshipNews):
        facts = ["citizenship", scene.chapter, data.corporation]
        column.stories.append(
            tell(
                _("Citizenship"), phrases.CITIZENSHIP, facts,
                player=scene.name(data.player), corporation=names.corp(data.corporation),
            )
        )  # fmt: skip
    for lost in of_kind(scene.public_events, CitizenshipLostNews):
        facts = ["citizenship_lost", scene.chapter, lost.corporation, lost.player]
        column.stories.append(
            tell(
                _("Citizenship lost"), phrases.CITIZENSHIP_LOST, facts,
                player=scene.name(lost.player), corporation=names.corp(lost.corporation),
            )
        )  # fmt: skip
    rises = of_kind(scene.public_events, InfluenceNews)
    if len(rises) == 1:
        rise = rises[0]
        facts = ["influence", scene.chapter, rise.level]
        column.stories.append(
            tell(
                _("Influence"),
                phrases.INFLUENCE,
                facts,
                player=scene.name(rise.player),
                level=rise.level,
            )
        )
    elif rises:
        facts = ["influence", scene.chapter, [rise.level for rise in rises]]
        listed = ", ".join(f"{scene.name(rise.player)} ({rise.level})" for rise in rises)
        column.stories.append(tell(_("Influence"), phrases.INFLUENCE_MANY, facts, list=listed))
    return column


def _economy(scene: Scene, taken: Taken) -> Column:
    """Plain facts: shares by buyer, the two effects, and the crashes that are not in the lead story."""
    column = Column("economy", _("Economy"))
    bought: dict[str, list[str]] = {}
    for data in of_kind(scene.public_events, ShareNews):
        bought.setdefault(data.player, []).append(f"{names.corp(data.corporation)} ({data.owns})")
    column.bought = [(scene.name(player), ", ".join(shares)) for player, shares in bought.items()]
    for effect in of_kind(scene.public_events, EffectNews):
        title = (
            _("First effect, {corporation}.") if effect.which == "first" else _("Last effect, {corporation}.")
        )
        deltas = event_parts.deltas(effect.deltas)
        column.brief.append(
            (
                title.format(corporation=names.corp(effect.corporation)),
                f"{deltas}." if deltas else _("Without effect."),
            )
        )
    if taken is None or taken[0] != "crash":
        for crash in of_kind(scene.public_events, CrashNews):
            lost = ngettext("{count} share lost.", "{count} shares lost.", crash.shares_lost)
            column.brief.append(
                (
                    _("Crash, {corporation}.").format(corporation=names.corp(crash.corporation)),
                    lost.format(count=crash.shares_lost),
                )
            )
    return column


def _in_figures(market: MarketOpened | MarketClosed | None) -> list[Glance]:
    """The rows of the table beside the lead: the first two, the last in play, those that crashed."""
    if market is None:
        return []
    alive = [row for row in market.rows if not row.crashed]
    picked = [*alive[:2], *alive[-1:], *(row for row in market.rows if row.crashed)]
    distinct = {row.corporation: row for row in picked}.values()
    return [
        Glance(names.corp(row.corporation), row.rank, row.assets, row.change, row.crashed)
        for row in list(distinct)[:MOST_FIGURES]
    ]
