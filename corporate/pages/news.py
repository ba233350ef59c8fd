"""The Newsfeeds: one lead story, four columns, and phrasings chosen by the public facts alone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import encode
from games.skin import Scene

from .. import events, figures, names, phrases, words
from ..phrases import Phrase
from ..rules import content
from .common import editions, of_kind, one, published

MOST_FIGURES: Final = 6  # rows of the table beside the lead


@dataclass(slots=True)
class Story:
    """An article: what it is about, its headline, its sentences."""

    kicker: str
    headline: str
    body: str
    more: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Weight:
    """A coalition in the council's table."""

    name: str
    members: str
    weight: int
    won: bool


@dataclass(slots=True)
class Column:
    slug: str
    name: str
    stories: list[Story] = field(default_factory=list)
    weights: list[Weight] = field(default_factory=list)
    brief: list[tuple[str, str]] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.stories or self.weights or self.brief)


def choose(stock: Sequence[Phrase], *facts: Any) -> Phrase:
    """One phrasing of a stock, by a hash of public facts: always the same for the same facts."""
    digest = hashlib.sha256(encode(list(facts)).encode()).digest()
    return stock[int.from_bytes(digest[:4], "big") % len(stock)]


def tell(kicker: str, stock: Sequence[Phrase], facts: Sequence[Any], **values: Any) -> Story:
    """An article in the reader's language, its phrasing chosen by the facts."""
    headline, body = choose(stock, *facts)
    return Story(kicker, _(headline).format(**values), _(body).format(**values))


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/newsfeeds.html` for the chapter shown."""
    market = one(scene.public_events, "wall_street")
    lead, taken = lead_story(scene, market)
    columns = [_council(scene), _buzz(scene, taken), _people(scene), _economy(scene, taken)]
    return {
        "turn": scene.chapter,
        "opening": scene.chapter == 0,
        "published": published(scene),
        "editions": editions(scene, "newsfeeds"),
        "lead": lead,
        "columns": [] if scene.chapter == 0 else columns,
        "in_figures": _in_figures(market),
        "wall_street_url": scene.url("wall-street", scene.chapter),
    }


# ---- the lead ---------------------------------------------------------------------------------

Taken = tuple[str, Any] | None
"""What the lead is about, so that its column does not tell it again: a kind and its key."""


def lead_story(scene: Scene, market: Mapping[str, Any] | None) -> tuple[Story | None, Taken]:
    """The first page: crash, change of leader, detected run, coalition; else the market's own news."""
    rows: list[Mapping[str, Any]] = list(market["rows"]) if market else []
    if over := one(scene.public_events, "game_over"):
        return _over(scene, over), None
    if crashes := of_kind(scene.public_events, "crash_news"):
        return _crash(scene, crashes, rows), ("crash", None)
    if not rows:
        return None, None
    if rows[0]["change"] is None:
        return _opening(rows), None
    if rows[0]["was_rank"] != 1:
        return _leader(scene, rows), None
    if runs := of_kind(scene.public_events, "run_news"):
        run = min(runs, key=_most_telling)
        return run_story(scene, run), ("run", dict(run))
    if council := one(scene.public_events, "mdc_result"):
        if council["winner"]:
            return council_story(scene, council), ("mdc", None)
    return _market_story(scene, rows), None


def _most_telling(run: Mapping[str, Any]) -> tuple[Any, ...]:
    return not run["success"], ("sabotage", "extraction", "datasteal").index(run["run"]), run["target"]


def _over(scene: Scene, over: Mapping[str, Any]) -> Story:
    winners = [scene.name(player) for player in over["winners"]]
    stock = phrases.GAME_OVER if len(winners) == 1 else phrases.GAME_OVER_SHARED
    facts = ["game_over", len(winners), over["score"]]
    return tell(_("Last edition"), stock, facts, winners=figures.listed(winners), score=over["score"])


def _crash(scene: Scene, crashes: list[Mapping[str, Any]], rows: list[Mapping[str, Any]]) -> Story:
    """One or several crashes: the story of the first, the figures of all."""
    first = crashes[0]
    slug = first["corporation"]
    facts = ["crash", scene.chapter, slug, first["assets"]]
    story = tell(
        _("Economy"),
        phrases.CRASH,
        facts,
        corporation=names.corp(slug),
        assets=figures.number(first["assets"]),
    )
    for other in crashes[1:]:
        story.more.append(
            _("{corporation} crashes, too, at {assets}.").format(
                corporation=names.corp(other["corporation"]), assets=figures.number(other["assets"])
            )
        )
    row = next((one for one in rows if one["corporation"] == slug), None)
    if row is not None:
        story.more.append(_how_it_fell(row))
    lost = sum(crash["shares_lost"] for crash in crashes)
    if lost:
        headline, body = choose(phrases.CRASH_SHARES, *facts)
        story.more.append(_(body).format(shares=figures.number(lost)))
    else:
        story.more.append(_("Nobody held a share of it."))
    gone = of_kind(scene.public_events, "citizenship_lost_news")
    if gone:
        listed = figures.listed([scene.name(data["player"]) for data in gone])
        story.more.append(_("Without a citizenship since noon: {players}.").format(players=listed))
    return story


def _how_it_fell(row: Mapping[str, Any]) -> str:
    """The known causes of a corporation's last day, in a sentence."""
    causes = [
        (_("the council"), row["mdc"]),
        (_("sabotage"), row["sabotage"]),
        (_("extraction"), row["extraction"]),
        (_("the first effect"), row["first"]),
        (_("the last effect"), row["last"]),
        (_("what nobody explains"), row["unexplained"]),
    ]
    told = [f"{what} {figures.signed(delta)}" for what, delta in causes if delta]
    if not told:
        return ""
    return _("It opened at {was}. The day: {causes}.").format(
        was=figures.number(row["was"]), causes=", ".join(told)
    )


def _opening(rows: list[Mapping[str, Any]]) -> Story:
    first, last = rows[0], rows[-1]
    return tell(
        _("Economy"),
        phrases.OPENING,
        ["opening", *(row["corporation"] for row in rows)],
        corporation=names.corp(first["corporation"]),
        assets=figures.number(first["assets"]),
        last=names.corp(last["corporation"]),
        least=figures.number(last["assets"]),
    )


def _leader(scene: Scene, rows: list[Mapping[str, Any]]) -> Story:
    first = rows[0]
    former = next((row for row in rows if row["was_rank"] == 1), rows[-1])
    story = tell(
        _("Economy"),
        phrases.LEADER,
        ["leader", scene.chapter, first["corporation"], former["corporation"], first["assets"]],
        corporation=names.corp(first["corporation"]),
        former=names.corp(former["corporation"]),
        assets=figures.number(first["assets"]),
    )
    story.more.append(_effect_to_come(first["corporation"]))
    return story


def _effect_to_come(slug: str) -> str:
    return _("As long as it leads: {effect}.").format(effect=words.effect(slug, "first"))


def _market_story(scene: Scene, rows: list[Mapping[str, Any]]) -> Story:
    """A day without news: the biggest move of the ranking, or its calm."""
    first = rows[0]
    if len(rows) > 1 and rows[1]["assets"] == first["assets"] and rows[1]["was"] != first["was"]:
        return tell(
            _("Economy"), phrases.TIE, ["tie", scene.chapter, rows[1]["corporation"], first["corporation"]],
            corporation=names.corp(rows[1]["corporation"]), former=names.corp(first["corporation"]),
            assets=figures.number(first["assets"]),
        )  # fmt: skip
    row = max(rows, key=lambda one: abs(one["change"]))
    facts = ["move", scene.chapter, row["corporation"], row["change"]]
    if abs(row["change"]) < 2:
        return tell(_("Economy"), phrases.QUIET, facts)
    return tell(
        _("Economy"), phrases.RISE if row["change"] > 0 else phrases.FALL, facts,
        corporation=names.corp(row["corporation"]), change=figures.signed(row["change"]),
        assets=figures.number(row["assets"]),
    )  # fmt: skip


# ---- the columns ------------------------------------------------------------------------------


def council_story(scene: Scene, told: Mapping[str, Any]) -> Story:
    """The council's decision, or that there is none."""
    rows, winner = told["coalitions"], told["winner"]
    facts = ["mdc", scene.chapter, winner, [[row["coalition"], row["weight"]] for row in rows]]
    kicker = _("Council of the turn")
    if not rows:
        return tell(kicker, phrases.COUNCIL_EMPTY, facts)
    if not winner:
        return tell(kicker, phrases.COUNCIL_NONE, facts)
    second = rows[1] if len(rows) > 1 else None
    values = {"coalition": names.coalition(winner), "weight": rows[0]["weight"]}
    if second and rows[0]["weight"] - second["weight"] == 1:
        values |= {"rival": names.coalition(second["coalition"]), "second": second["weight"]}
        story = tell(kicker, phrases.COUNCIL_CLOSE, facts, **values)
    else:
        story = tell(kicker, phrases.COUNCIL, facts, **values)
    story.more = [effect + "." for effect in words.coalition_effects(winner)]
    return story


def _council(scene: Scene) -> Column:
    column = Column("mdc", _("MDC bulletin"))
    told = one(scene.public_events, "mdc_result")
    if told is None:
        return column
    column.stories.append(council_story(scene, told))
    for row in told["coalitions"]:
        players = ", ".join(scene.name(player) for player in row["players"])
        corps = ", ".join(names.corp(slug) for slug in row["corporations"])
        members = (
            _("{players}; {corporations}").format(players=players, corporations=corps) if corps else players
        )
        column.weights.append(
            Weight(
                names.coalition(row["coalition"]), members, row["weight"], row["coalition"] == told["winner"]
            )
        )
    return column


def run_story(scene: Scene, run: Mapping[str, Any]) -> Story:
    """A run that became public: its kind, its target, its outcome, and no name."""
    stock = phrases.RUNS[run["run"], run["success"]]
    facts = ["run", scene.chapter, run["run"], run["target"], run["success"]]
    kicker = names.run(run["run"]) if run["success"] else _("{run}, failed").format(run=names.run(run["run"]))
    loss = -content.RUNS[run["run"]].assets.get("target", 0)
    return tell(kicker, stock, facts, corporation=names.corp(run["target"]), loss=loss)


def _buzz(scene: Scene, taken: Taken) -> Column:
    column = Column("matrix", _("Matrix Buzz"))
    runs = list(of_kind(scene.public_events, "run_news"))
    if taken and taken[0] == "run":
        runs.remove(taken[1])
    counted: dict[str, tuple[Mapping[str, Any], int]] = {}
    for run in runs:
        key = encode([run["run"], run["target"], run["success"]])
        counted[key] = (run, counted.get(key, (run, 0))[1] + 1)
    for run, count in counted.values():
        story = run_story(scene, run)
        if count > 1:
            story.kicker = _("{kicker}, {count} times").format(kicker=story.kicker, count=count)
        column.stories.append(story)
    return column


def _people(scene: Scene) -> Column:
    column = Column("people", _("People"))
    for data in of_kind(scene.public_events, "citizenship_news"):
        facts = ["citizenship", scene.chapter, data["corporation"]]
        column.stories.append(
            tell(
                _("Citizenship"), phrases.CITIZENSHIP, facts,
                player=scene.name(data["player"]), corporation=names.corp(data["corporation"]),
            )
        )  # fmt: skip
    for data in of_kind(scene.public_events, "citizenship_lost_news"):
        facts = ["citizenship_lost", scene.chapter, data["corporation"], data["player"]]
        column.stories.append(
            tell(
                _("Citizenship lost"), phrases.CITIZENSHIP_LOST, facts,
                player=scene.name(data["player"]), corporation=names.corp(data["corporation"]),
            )
        )  # fmt: skip
    rises = of_kind(scene.public_events, "influence_news")
    if len(rises) == 1:
        data = rises[0]
        facts = ["influence", scene.chapter, data["level"]]
        column.stories.append(
            tell(
                _("Influence"),
                phrases.INFLUENCE,
                facts,
                player=scene.name(data["player"]),
                level=data["level"],
            )
        )
    elif rises:
        facts = ["influence", scene.chapter, [data["level"] for data in rises]]
        listed = ", ".join(f"{scene.name(data['player'])} ({data['level']})" for data in rises)
        column.stories.append(tell(_("Influence"), phrases.INFLUENCE_MANY, facts, list=listed))
    return column


def _economy(scene: Scene, taken: Taken) -> Column:
    """Bare facts: shares by buyer, the two effects, and the crashes the lead did not tell."""
    column = Column("economy", _("Economy"))
    bought: dict[str, list[str]] = {}
    for data in of_kind(scene.public_events, "share_news"):
        bought.setdefault(data["player"], []).append(f"{names.corp(data['corporation'])} ({data['owns']})")
    if bought:
        told = " ".join(
            _("{player}: {shares}.").format(player=scene.name(player), shares=", ".join(shares))
            for player, shares in bought.items()
        )
        column.brief.append((_("Shares bought, and now held."), told))
    for data in of_kind(scene.public_events, "effect_news"):
        title = (
            _("First effect, {corporation}.")
            if data["which"] == "first"
            else _("Last effect, {corporation}.")
        )
        deltas = events.deltas(data["deltas"])
        column.brief.append(
            (
                title.format(corporation=names.corp(data["corporation"])),
                f"{deltas}." if deltas else _("Without effect."),
            )
        )
    if taken is None or taken[0] != "crash":
        for data in of_kind(scene.public_events, "crash_news"):
            lost = ngettext("{count} share lost.", "{count} shares lost.", data["shares_lost"])
            column.brief.append(
                (
                    _("Crash, {corporation}.").format(corporation=names.corp(data["corporation"])),
                    lost.format(count=data["shares_lost"]),
                )
            )
    return column


def _in_figures(market: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The rows worth a glance: the two first, the last in play, those that crashed."""
    if market is None:
        return []
    rows = market["rows"]
    alive = [row for row in rows if not row["crashed"]]
    picked = [*alive[:2], *alive[-1:], *(row for row in rows if row["crashed"])]
    seen: list[Mapping[str, Any]] = []
    for row in picked:
        if row not in seen:
            seen.append(row)
    return [{"name": names.corp(row["corporation"]), **row} for row in seen[:MOST_FIGURES]]
