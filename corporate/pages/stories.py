"""The stories of the Newsfeeds: which one is the lead, and how each is told, from public facts only."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import encode
from games.skin import Scene

from ..rules import content
from ..rules.events.news import (
    CitizenshipLostNews,
    CrashNews,
    GameOver,
    MarketClosed,
    MarketOpened,
    MdcResult,
    OpeningRow,
    Row,
    RunNews,
)
from ..texts import figures, names, phrases, words
from ..texts.phrases import Phrase
from .common import ends, of_kind, one

Chosen = TypeVar("Chosen")


@dataclass(slots=True)
class Story:
    """An article: what it is about, its headline, its sentences."""

    kicker: str
    headline: str
    body: str
    more: list[str] = field(default_factory=list)
    phrase: Phrase = ("", "")


def choose(stock: Sequence[Chosen], *facts: Any) -> Chosen:
    """Choose a phrasing by a hash of public facts: always the same for the same facts."""
    digest = hashlib.sha256(encode(list(facts)).encode()).digest()
    return stock[int.from_bytes(digest[:4], "big") % len(stock)]


def tell(kicker: str, stock: Sequence[Phrase], facts: Sequence[Any], **values: Any) -> Story:
    """An article in the reader's language, with a phrasing chosen by the facts."""
    headline, body = chosen = choose(stock, *facts)
    return Story(kicker, _(headline).format(**values), _(body).format(**values), phrase=chosen)


# ---- the lead ---------------------------------------------------------------------------------

RunKey = tuple[str, str, bool]
"""Kind, target and outcome of a run."""

Taken = tuple[str, Any] | None
"""What the lead story is about, as (kind, key), so that its column does not repeat it."""


def lead_story(scene: Scene, market: MarketOpened | MarketClosed | None) -> tuple[Story | None, Taken]:
    """The lead story: crash, change of leader, detected run or coalition, otherwise news of the market."""
    rows = market.rows if isinstance(market, MarketClosed) else ()
    if over := one(scene.public_events, GameOver):
        return _over(scene, over), None
    if crashes := of_kind(scene.public_events, CrashNews):
        return _crash(scene, crashes, rows), ("crash", None)
    if isinstance(market, MarketOpened):
        return _opening(market.rows), None
    if not rows:
        return None, None
    if rows[0].was_rank != 1:
        return _leader(scene, rows), None
    if runs := of_kind(scene.public_events, RunNews):
        run = min(runs, key=_most_telling)
        return run_story(scene, run, counted(runs)[told_as(run)]), ("run", told_as(run))
    if (council := one(scene.public_events, MdcResult)) and council.winner:
        return council_story(scene, council), ("mdc", None)
    return _market_story(scene, rows), None


def told_as(run: RunNews) -> RunKey:
    """The key of a run in the news: runs with the same key are one story."""
    return run.run, run.target, run.success


def counted(runs: Iterable[RunNews]) -> Counter[RunKey]:
    return Counter(told_as(run) for run in runs)


def _most_telling(run: RunNews) -> tuple[bool, int, str]:
    return not run.success, ("sabotage", "extraction", "datasteal").index(run.run), run.target


def _over(scene: Scene, over: GameOver) -> Story:
    winners = [scene.name(player) for player in over.winners]
    stock = phrases.GAME_OVER if len(winners) == 1 else phrases.GAME_OVER_SHARED
    facts = ["game_over", len(winners), over.score]
    return tell(_("Last edition"), stock, facts, winners=figures.listed(winners), score=over.score)


def _crash(scene: Scene, crashes: list[CrashNews], rows: Sequence[Row]) -> Story:
    """One or several crashes: the story of the first, the figures of all."""
    first = crashes[0]
    slug = first.corporation
    facts = ["crash", scene.chapter, slug, first.assets]
    story = tell(
        _("Economy"),
        phrases.CRASH,
        facts,
        corporation=names.corp(slug),
        assets=figures.number(first.assets),
    )
    row = next((one for one in rows if one.corporation == slug), None)
    if row is not None and (fall := _how_it_fell(row)):
        story.more.append(fall)
    for other in crashes[1:]:
        story.more.append(
            _("{corporation} crashes, too, at {assets}.").format(
                corporation=names.corp(other.corporation), assets=figures.number(other.assets)
            )
        )
    lost = sum(crash.shares_lost for crash in crashes)
    if lost:
        story.more.append(_(choose(phrases.CRASH_SHARES, *facts)).format(shares=figures.number(lost)))
    else:
        story.more.append(
            ngettext("Nobody held a share of it.", "Nobody held a share of them.", len(crashes))
        )
    gone = of_kind(scene.public_events, CitizenshipLostNews)
    if gone:
        listed = figures.listed([scene.name(data.player) for data in gone])
        story.more.append(_("Without a citizenship since noon: {players}.").format(players=listed))
    return story


def _how_it_fell(row: Row) -> str:
    """The known causes of a corporation's last day, in a sentence."""
    causes = [
        (_("the council"), row.mdc),
        (_("sabotage"), row.sabotage),
        (_("extraction"), row.extraction),
        (_("the first effect"), row.first),
        (_("the last effect"), row.last),
        (_("what nobody explains"), row.unexplained),
    ]
    told = [f"{what} {figures.signed(delta)}" for what, delta in causes if delta]
    if not told:
        return ""
    return _("It opened at {was}. What moved it: {causes}.").format(
        was=figures.number(row.was), causes=", ".join(told)
    )


def _opening(rows: Sequence[OpeningRow]) -> Story:
    first, last = rows[0], rows[-1]
    return tell(
        _("Economy"),
        phrases.OPENING,
        ["opening", *(row.corporation for row in rows)],
        corporation=names.corp(first.corporation),
        assets=figures.number(first.assets),
        last=names.corp(last.corporation),
        least=figures.number(last.assets),
    )


def _leader(scene: Scene, rows: Sequence[Row]) -> Story:
    first = rows[0]
    former = next((row for row in rows if row.was_rank == 1), rows[-1])
    story = tell(
        _("Economy"),
        phrases.LEADER,
        ["leader", scene.chapter, first.corporation, former.corporation, first.assets],
        corporation=names.corp(first.corporation),
        former=names.corp(former.corporation),
        assets=figures.number(first.assets),
    )
    if effect := words.effect_in_words(first.corporation, "first"):
        story.more.append(_("As long as it leads, every noon {effect}.").format(effect=effect))
    return story


def _market_story(scene: Scene, rows: Sequence[Row]) -> Story:
    """The story of a day without news: the biggest move of the ranking, or that there was none."""
    first = rows[0]
    if len(rows) > 1 and rows[1].assets == first.assets and rows[1].was != first.was:
        return tell(
            _("Economy"), phrases.TIE, ["tie", scene.chapter, rows[1].corporation, first.corporation],
            corporation=names.corp(rows[1].corporation), former=names.corp(first.corporation),
            assets=figures.number(first.assets),
        )  # fmt: skip
    row = max(rows, key=lambda one: abs(one.change))
    facts = ["move", scene.chapter, row.corporation, row.change]
    if abs(row.change) < 2:
        return tell(_("Economy"), phrases.QUIET, facts)
    return tell(
        _("Economy"), phrases.RISE if row.change > 0 else phrases.FALL, facts,
        corporation=names.corp(row.corporation), change=figures.signed(row.change),
        assets=figures.number(row.assets),
    )  # fmt: skip


# ---- stories of the columns that may lead ------------------------------------------------------


def council_story(scene: Scene, told: MdcResult) -> Story:
    """The story of the council's decision, or of none."""
    rows, winner = told.coalitions, told.winner
    facts = ["mdc", scene.chapter, winner, [[row.coalition, row.weight] for row in rows]]
    kicker = _("Council of the turn")
    if not rows:
        return tell(kicker, phrases.COUNCIL_EMPTY, facts)
    if not winner:
        stock = [phrase for phrase in phrases.COUNCIL_NONE if not (ends(scene) and phrase in phrases.AHEAD)]
        return tell(kicker, stock, facts)
    second = rows[1] if len(rows) > 1 else None
    values = {"coalition": names.coalition(winner), "weight": rows[0].weight}
    if second and rows[0].weight - second.weight == 1:
        values |= {"rival": names.coalition(second.coalition), "second": second.weight}
        story = tell(kicker, phrases.COUNCIL_CLOSE, facts, **values)
    else:
        story = tell(kicker, phrases.COUNCIL, facts, **values)
    story.more = [effect + "." for effect in words.coalition_effects(winner, ends(scene))]
    return story


def run_story(scene: Scene, run: RunNews, times: int = 1, printed: Collection[Phrase] = ()) -> Story:
    """The story of one or several equal runs that became public: kind, target and outcome, but no name.

    `printed`: the phrasings already used in this edition; they are avoided as long as others are left."""
    whole = phrases.RUNS[run.run, run.success]
    stock = [phrase for phrase in whole if phrase not in printed] or whole
    facts = ["run", scene.chapter, run.run, run.target, run.success]
    kicker = names.run(run.run) if run.success else _("{run}, failed").format(run=names.run(run.run))
    if times > 1:
        kicker = _("{kicker}, {count} times").format(kicker=kicker, count=times)
    loss = -content.RUNS[run.run].assets.get("target", 0) * times
    return tell(kicker, stock, facts, corporation=names.corp(run.target), loss=loss)
