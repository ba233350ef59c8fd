"""The page of the scores: places, the reason for each point, both nemesis cards, all envelopes, the hidden
events."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import Standing
from games.skin import Scene, figures
from games.skin.places import Ranked, ranked, winners_text

from ..rules.content import THRESHOLDS, C
from ..rules.points import NEMESIS
from ..rules.state import Bribe
from ..texts import amounts, effects, general, names
from .common import public_of, rules_url
from .decided import decided
from .marks import Marked, marked
from .race import Outdoing, outdoing, points, race


class Shown(Struct, frozen=True):
    """A player's two nemesis cards, revealed; `word`: whether the nemesis was outdone."""

    who: Marked
    outdoing: Outdoing
    word: str


class Opened(Struct, frozen=True):
    """A revealed envelope. `when`: its turn and round."""

    when: str
    player: Marked
    target: Marked
    card: str
    amount: str
    accepted: bool


class TieBreak(Struct, frozen=True):
    who: Marked
    figures: tuple[str, ...]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `machtspiele/scores.html`; the game is over."""
    public = public_of(scene)
    standings, people = public.standings or (), marked(scene)
    ending = public.ending
    return {
        "headline": winners_text(scene, standings),
        "decided": decided(scene),
        "stand": stand(scene, standings),
        "places": [_place(scene, people[row.player], row) for row in standings],
        "columns": list(people.values()),
        "race": race(scene),
        "kinds": kinds(),
        "points": list(zip(people.values(), points(scene), strict=True)),
        "needed": C.end.needed,
        "over": True,
        "ties": ties(scene, standings) if ending else [],
        "nemeses": [_shown(scene, people[player]) for player in (ending.nemesis if ending else ())],
        "envelopes": [_opened(scene, bribe) for bribe in ending.bribes] if ending else [],
        "row": [(names.event(card), effects.besides(card)) for card in ending.row] if ending else [],
        "company_url": scene.url("company"),
        "minutes_url": scene.url("minutes", max(scene.latest, 0)),
        "rules_url": rules_url(),
    }


def stand(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """The winner's points, the last turn, and whether ties were broken, in a sentence."""
    public = public_of(scene)
    best = standings[0].score if standings else 0
    won = _("{points}, in turn {turn}, round {round}.").format(
        points=general.points_text(best), turn=public.turn, round=public.round
    )
    level = sum(row.score == best for row in standings) > 1
    last = not public.triggered and public.turn == C.end.last_turn
    return figures.sentence(
        won,
        _("Tied: cash decides, then shares, influence and corruption.") if level else "",
        _("Nobody had four points at the latest end.") if last else "",
    )


def kinds() -> list[tuple[str, str]]:
    """What each kind of point is awarded for, in the order of the race."""
    least = {track: figures.number(value) for track, value in THRESHOLDS.items()}
    given_for = {
        "influence": _(
            "{least} or more: seats on the board, and the boss’s most of all, bring it in each phase I, "
            "dismissals at any time."
        ),
        "shares": _("{least} or more, in certificates bought."),
        "general_departments": _(
            "{least} or more opened: by a merger, for money or with the corrupt Boss card. They never close."
        ),
        "corruption": _("{least} or more: one for each bribe tried, one for each envelope accepted."),
        "consulting": _(
            "Consultants in {least} different boxes or more: directors who left, or bought ones."
        ),
    }
    ahead = _(
        "Strictly ahead of the player drawn in all three competences of the card. Who drew their own "
        "colour: ahead of everybody in two of them."
    )
    return [
        *((names.competence(track), given_for[track].format(least=least[track])) for track in THRESHOLDS),
        (names.point(NEMESIS), ahead),
    ]


def _place(scene: Scene, who: Marked, row: Standing) -> Ranked:
    """A place, with the points by name."""
    kinds = [names.point(line.code) for line in row.breakdown if line.amount]
    return ranked(scene, row, figures.number(row.score), figures.listed(kinds) or _("no point"), who.mark)


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
