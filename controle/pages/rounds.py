"""The page of a round: its turns, civil society card by card, the changes, the next turn order; and what only
the reader was told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.events import read_event
from games.skin import Scene, figures

from ..rules import events as told
from ..rules.content import LAST_LEVEL, C
from ..rules.events import KINDS
from ..rules.notation import CATEGORIES
from ..rules.world import SIX, World, points
from ..texts import events as sentences
from ..texts import general, names
from ..texts.people import Seen, seen
from .common import public_of
from .planet import planet
from .reaction import Strike, strike
from .then import Moment, after, before, rewound
from .turns import Told, TurnTold, is_about_cards, turns


class Part(Struct, frozen=True):
    """The events of the round shown, or of the next one as far as it was played at once. `title`: "" for the
    round shown."""

    title: str
    turns: list[TurnTold]
    strikes: list[Strike]


class Standing(Struct, frozen=True):
    """A player after the round: influence in the world and points, each with its change as CSS class and
    words."""

    who: Seen
    influence: str
    moved: tuple[str, str]
    points: str
    gained: tuple[str, str]


class Placed(Struct, frozen=True):
    """A player in the next turn order, with the two highest columns and their categories."""

    place: int
    who: Seen
    tracks: tuple[tuple[str, str, str], ...]


class Level(Struct, frozen=True):
    slug: str
    name: str
    played: int
    was: str
    now: str
    higher: bool


class Group(Struct, frozen=True):
    """A player at the start: home, organization, free influence, piles drawn from."""

    who: Seen
    organization: str
    text: str


def context(scene: Scene) -> dict[str, Any]:
    """Values of `controle/rounds.html`, for the chapter shown."""
    public, people = public_of(scene), seen(scene)
    events = _events(scene)
    facts = [each.data for each in events]
    end = after(scene, facts)
    here = _of_this_round(facts)
    start = rewound(end, here) if end is not None else None
    struck = [each for each in here if isinstance(each, told.CivilSocietyStruck)]
    began = next((each for each in facts if isinstance(each, told.RoundBegan)), None)
    shown = end.public(public) if end is not None else None
    moment = scene.noons.get(scene.chapter)
    return {
        "title": general.chapter_text(scene.chapter),
        "when": _("over since {moment}").format(moment=figures.moment_text(moment, scene.zone))
        if moment
        else "",
        "headline": headline(scene, facts),
        "stand": stand(scene, facts, end),
        "groups": groups(scene, facts),
        "parts": parts(scene, events, end),
        "turns_title": _turns_title(here),
        "elsewhere": elsewhere(scene, here),
        "planet": planet(shown, people, f"{scene.url('world')}#r", {each.region for each in struck})
        if shown is not None
        else None,
        "struck": bool(struck),
        "standings": standings(scene, start, end)
        if start is not None and end is not None and scene.chapter
        else [],
        "next_order": next_order(scene, began) if began is not None else [],
        "next_title": _("Order of round {round}").format(round=began.round) if began is not None else "",
        "levels": levels(scene, start, end)
        if start is not None and end is not None and scene.chapter
        else [],
        "alone": [text for event in scene.own_events if (text := sentences.text(scene, event))],
        "map_title": _map_title(scene),
        "world_url": scene.url("world"),
        "scores_url": scene.url("scores") if public.over else "",
    }


def _map_title(scene: Scene) -> str:
    if scene.grows:
        return _("The world now")
    return _("After the round") if scene.chapter else _("The world as it begins")


def _events(scene: Scene) -> list[Told]:
    read = ((event, read_event(KINDS, event)) for event in scene.public_events)
    return [Told(event, data) for event, data in read if data is not None]


def _of_this_round(facts: list[Any]) -> list[Any]:
    """The facts up to the beginning of the next round."""
    end = next((at for at, each in enumerate(facts) if isinstance(each, told.RoundBegan)), len(facts))
    return facts[:end]


# ---- the front page ----------------------------------------------------------------------------------------


def headline(scene: Scene, facts: list[Any]) -> str:
    """The headline of the round: how it ended the game, or which level was reached, and whether civil society
    struck that category."""
    if scene.chapter == 0:
        return _("A new world")
    over = next((each for each in facts if isinstance(each, told.GameOver)), None)
    if over is not None:
        return _ending(over)
    facts = _of_this_round(facts)
    crossed = [each for each in facts if isinstance(each, told.Crossed)]
    if not crossed:
        return _("The round is being played") if scene.grows else _("Nobody stands out")
    top = max(crossed, key=lambda each: each.now)
    paid = any(
        isinstance(each, told.CivilSocietyStruck) and each.category == top.category and each.losses
        for each in facts
    )
    text = (
        _("{category} reaches level {level} and pays for it")
        if paid
        else _("{category} reaches level {level}")
    )
    return text.format(category=names.category(top.category), level=names.level(top.now))


def _ending(over: told.GameOver) -> str:
    if over.reason == "level":
        listed = figures.listed([names.category(each) for each in over.categories])
        return ngettext(
            "{categories} stands at level {level}: the game is over",
            "{categories} stand at level {level}: the game is over",
            len(over.categories),
        ).format(categories=listed, level=names.level(LAST_LEVEL))
    if over.reason == "rounds":
        return _("Round {last} was the last").format(last=C.figures.rounds)
    return _("Nobody could play: the game is over")


def stand(scene: Scene, facts: list[Any], end: Moment | None) -> str:
    """A summary of the round in two or three short sentences."""
    public, this = public_of(scene), _of_this_round(facts)
    if scene.chapter == 0:
        count, total = (
            len(public.regions),
            sum(
                tile.development
                for each in facts
                if isinstance(each, told.WorldDrawn)
                for tile in each.regions
            ),
        )
        return ngettext(
            "{count} region, {total} points to share.", "{count} regions, {total} points to share.", count
        ).format(count=count, total=total)
    if scene.grows:
        done = sum(isinstance(each, told.Played | told.PassedTurn) for each in this)
        return _("Turns played so far: {done}. Cards waiting for civil society: {cards}.").format(
            done=done, cards=len(public.zone)
        )
    strikes = [each for each in this if isinstance(each, told.CivilSocietyStruck)]
    regions = list(dict.fromkeys(names.the_region_at(public, each.region) for each in strikes))
    lost = sum(loss.amount for each in strikes for loss in each.losses)
    if not strikes:
        return _("No category reached a higher level, and civil society kept still.")
    cards = ngettext("{count} card for civil society.", "{count} cards for civil society.", len(strikes))
    took = ngettext("{count} influence lost.", "{count} influences lost.", lost)
    return figures.sentence(
        cards.format(count=len(strikes)),
        _("Struck: {regions}.").format(regions=figures.listed(regions)),
        took.format(count=lost),
        _richest(scene, end),
    )


def _richest(scene: Scene, end: Moment | None) -> str:
    """The region with the most points to share after the round."""
    if end is None:
        return ""
    best = max(range(len(end.regions)), key=lambda slot: end.regions[slot].development)
    return _("Most to share: {region}, {points}.").format(
        region=names.the_region_at(public_of(scene), best),
        points=ngettext("{count} point", "{count} points", end.regions[best].development).format(
            count=end.regions[best].development
        ),
    )


# ---- what happened -----------------------------------------------------------------------------------------


def _turns_title(here: list[Any]) -> str:
    count = sum(isinstance(each, told.Played | told.PassedTurn) for each in here)
    return ngettext("{count} turn", "{count} turns", count).format(count=count)


def parts(scene: Scene, events: list[Told], end: Moment | None) -> list[Part]:
    """The round shown, with late draws; and the part of the next round that was played at once, for example
    for players who are away."""
    inside: list[list[Told]] = [[]]
    titles, acted = [""], set[PlayerId]()
    for each in events:
        if isinstance(each.data, told.RoundBegan):
            inside.append([])
            titles.append(_("Round {round}, played at once").format(round=each.data.round))
            acted = set()
            continue
        player = getattr(each.data, "player", None)
        late = is_about_cards(each.data) and player not in acted
        if isinstance(each.data, told.Played):
            acted.add(each.data.player)
        inside[0 if late else -1].append(each)
    return [
        _part(scene, title, told_then, None if title else end)
        for title, told_then in zip(titles, inside, strict=True)
        if told_then and (scene.chapter or title)
    ]


SKIPPED = (told.GameOver, told.WorldDrawn, told.FreePlaced, told.CivilSocietyStruck)


def _part(scene: Scene, title: str, events: list[Told], end: Moment | None) -> Part:
    struck = [each.data for each in events if isinstance(each.data, told.CivilSocietyStruck)]
    found: list[Moment | None] = [None] * len(struck)
    moment = end
    for place in range(len(struck) - 1, -1, -1):
        if moment is not None:
            moment = before(moment, struck[place])
        found[place] = moment
    return Part(
        title,
        turns(scene, [each for each in events if not isinstance(each.data, SKIPPED)]),
        [
            strike(scene, place + 1, data, known)
            for place, (data, known) in enumerate(zip(struck, found, strict=True))
        ],
    )


def elsewhere(scene: Scene, here: list[Any]) -> str:
    """The players whose turns are on the page of the previous round, because they were played as this round
    began."""
    if not scene.chapter or scene.grows:
        return ""
    told_here = {each.player for each in here if isinstance(each, told.Played | told.PassedTurn)}
    missing = [scene.name(player) for player in public_of(scene).players if player not in told_here]
    if not missing:
        return ""
    return _("Played as the round began, and told at the end of the round before: {players}.").format(
        players=figures.listed(missing)
    )


def groups(scene: Scene, facts: list[Any]) -> list[Group]:
    """The start of each player (5.2); [] on every other page."""
    people, public = seen(scene), public_of(scene)
    drawn = next((each for each in facts if isinstance(each, told.WorldDrawn)), None)
    if drawn is None:
        return []
    free = {each.player: each for each in facts if isinstance(each, told.FreePlaced)}
    piles = {each.player: each for each in reversed(facts) if isinstance(each, told.Drew)}
    found = []
    for group in drawn.groups:
        said = [_("home: {region}").format(region=names.region_at(public, group.home))]
        if group.player in free:
            placed = free[group.player]
            said.append(
                _("free influence: {category}, {region}").format(
                    category=names.category(placed.category), region=names.region_at(public, placed.region)
                )
            )
        if group.player in piles:
            said.append(
                pgettext("cards", "draws from {piles}").format(
                    piles=", ".join(map(names.pile, piles[group.player].piles))
                )
            )
        text = figures.capital(figures.parts(said)) + "."
        found.append(Group(people[group.player], names.organization(group.organization), text))
    return found


# ---- after the round ---------------------------------------------------------------------------------------


def _change(amount: int) -> tuple[str, str]:
    """The CSS class of a change, and the change with its sign."""
    return ("eq", "=") if not amount else ("up" if amount > 0 else "dn", figures.signed(amount))


def standings(scene: Scene, start: Moment, end: Moment) -> list[Standing]:
    """All players, most points first."""
    public, people = public_of(scene), seen(scene)
    was, now = World.of(start.public(public)), World.of(end.public(public))
    scores, earlier = points(now), points(was)
    totals = [sum(mine) for mine in now.everywhere]
    rows = [
        Standing(
            people[player],
            figures.number(totals[place]),
            _change(totals[place] - sum(was.everywhere[place])),
            figures.number(scores[place]),
            _change(scores[place] - earlier[place]),
        )
        for place, player in enumerate(public.players)
    ]
    ranked = sorted(range(len(rows)), key=lambda place: (-scores[place], -totals[place]))
    return [rows[place] for place in ranked]


def next_order(scene: Scene, began: told.RoundBegan) -> list[Placed]:
    """The turn order, with the two columns that decided it and their categories (13)."""
    public, people = public_of(scene), seen(scene)
    return [
        Placed(place, people[each.player], _two(public.players, began, each))
        for place, each in enumerate(began.tracks, 1)
    ]


def _two(
    players: tuple[PlayerId, ...], began: told.RoundBegan, each: told.Tracks
) -> tuple[tuple[str, str, str], ...]:
    total: Counter[int] = Counter()
    for region in began.regions:
        for category in SIX:
            total[category] += region.influence[each.player][category]
    columns = sorted(SIX, key=lambda category: -(began.played[category] + total[category]))[:2]
    return tuple(
        (
            figures.number(began.played[category] + total[category]),
            names.category(category)[:3],
            names.category(category),
        )
        for category in columns
    )


def levels(scene: Scene, start: Moment, end: Moment) -> list[Level]:
    """Every category before and after the round, and the total number of its cards played."""
    public = public_of(scene)
    was, now = World.of(start.public(public)), World.of(end.public(public))
    return [
        Level(
            CATEGORIES[category],
            names.category(category),
            now.played[category],
            names.level(was.global_level(category)),
            names.level(now.global_level(category)),
            now.global_level(category) != was.global_level(category),
        )
        for category in SIX
    ]
