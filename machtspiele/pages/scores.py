"""The end: places, why each point was scored, both nemesis cards, all envelopes, the events nobody saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Standing
from games.skin import Scene, figures

from ..rules.content import C
from ..rules.state import Bribe
from ..texts import amounts, effects, general, names
from .common import public_of, rules_url
from .marks import Marked, marked
from .race import Outdoing, outdoing, points, race


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place. `kinds`: the points, by name."""

    rank: int
    who: Marked
    score: str
    kinds: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A player's two cards, opened; `word`: what became of them."""

    who: Marked
    outdoing: Outdoing
    word: str


@dataclass(frozen=True, slots=True)
class Opened:
    """An envelope, opened. `when`: its turn and round."""

    when: str
    player: Marked
    target: Marked
    card: str
    amount: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class TieBreak:
    who: Marked
    figures: tuple[str, ...]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `machtspiele/scores.html`; the game is over."""
    public = public_of(scene)
    standings, people = public.standings or (), marked(scene)
    ending = public.ending
    return {
        "headline": headline(scene, standings),
        "stand": stand(scene, standings),
        "places": [_place(people[row.player], row) for row in standings],
        "columns": list(people.values()),
        "race": race(scene),
        "points": list(zip(people.values(), points(scene), strict=True)),
        "needed": C.end.needed,
        "over": True,
        "ties": ties(scene, standings) if ending else [],
        "nemeses": [_shown(scene, people[player]) for player in (ending.nemesis if ending else ())],
        "envelopes": [_opened(scene, bribe) for bribe in ending.bribes] if ending else [],
        "row": [(names.event(card), effects.event(card)) for card in ending.row] if ending else [],
        "company_url": scene.url("company"),
        "minutes_url": scene.url("minutes", max(scene.latest, 0)),
        "rules_url": rules_url(),
    }


def headline(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """Who won, or who share the victory."""
    winners = [scene.name(row.player) for row in standings if row.rank == 1]
    if len(winners) == 1:
        return _("{winner} wins").format(winner=winners[0])
    return _("{winners} share the victory").format(winners=figures.listed(winners))


def stand(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """With how many points, after which turn, and whether ties were broken."""
    public = public_of(scene)
    best = standings[0].score if standings else 0
    won = _("{points}, in turn {turn}, round {round}.").format(
        points=general.points_text(best), turn=public.turn, round=public.round
    )
    level = sum(row.score == best for row in standings) > 1
    last = not public.triggered and public.turn == C.end.last_turn
    return figures.sentence(
        won,
        _("Several have as many: cash decides, then shares, influence and corruption.") if level else "",
        _("Nobody had four points at the latest end.") if last else "",
    )


def _place(who: Marked, row: Standing) -> Place:
    kinds = [names.point(line.code) for line in row.breakdown if line.amount]
    return Place(row.rank, who, figures.number(row.score), figures.listed(kinds) or _("no point"))


def ties(scene: Scene, standings: tuple[Standing, ...]) -> list[TieBreak]:
    """Cash, shares, influence and corruption, in the order of the places."""
    public, people = public_of(scene), marked(scene)
    cash = public.ending.cash if public.ending else {}
    return [
        TieBreak(
            people[row.player],
            (
                amounts.pinats(cash[row.player]),
                figures.number(public.seats[row.player].shares),
                figures.number(public.seats[row.player].influence),
                figures.number(public.seats[row.player].corruption),
            ),
        )
        for row in standings
    ]


def _shown(scene: Scene, who: Marked) -> Shown:
    public = public_of(scene)
    assert public.ending is not None
    cards = public.ending.nemesis[who.person.id]
    found = outdoing(scene, who.person.id, cards)
    if found.locked:
        word = _("Outdone when the fourth point was reached, and locked: a point.")
    elif found.done:
        word = _("Outdone at the end: a point.")
    else:
        word = _("Not outdone at the end: no point.")
    return Shown(who, found, word)


def _opened(scene: Scene, bribe: Bribe) -> Opened:
    people = marked(scene)
    when = _("Turn {turn}, round {round}").format(turn=bribe.turn, round=bribe.round)
    return Opened(
        when,
        people[bribe.briber],
        people[bribe.target],
        names.card(bribe.card),
        amounts.pinats(bribe.amount),
        bribe.accepted,
    )
