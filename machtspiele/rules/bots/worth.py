"""What a position is worth to a player, in hundredths of a victory point, as he sees it.

Everybody's position is judged by the same figures; of his own the player knows cash and nemesis, too. The
figures were set by trials (`tools/trials.py`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from games.contract import PlayerId

from ..board import boxes, competence
from ..content import CARDS, DIVISIONS, NEMESIS_CARDS, OFFICES, THRESHOLDS, C
from ..phases.board_meeting import ranked
from ..state import Card, Nemesis, Private, Public

POINT: Final = 100.0
BEYOND_NEEDED: Final = 0.3
"""The share of their worth that kinds have beyond the four nearest ones."""
STEEPNESS: Final = 1.35
"""Above 1: the second half of the way to a point is worth more than the first."""
MILLION: Final = 10.5
DEPARTMENT: Final = 4.0
GENERAL: Final = 5.0
EMPLOYEE: Final = 2.4
MANY_EMPLOYEES: Final = 16
EMPLOYEE_BEYOND: Final = 0.8
MEMBER: Final = 7.0
BOSS: Final = 6.0
LEAD: Final = 14.0
CERTIFICATE: Final = 1.2
EXECUTIVE: Final = 0.4
OTHERS: Final = 0.35
"""How much the mean of the others' positions counts against one's own."""
PLAIN: Final = {
    "boss": 7.0, "development": 4.0, "personnel": 2.0, "communication": 1.0, "accounting": 2.5, "legal": 9.0,
    "controlling": 1.5,
}  # fmt: skip
CORRUPT: Final = {
    "boss": 22.0, "development": 7.0, "personnel": 4.0, "communication": 9.0, "accounting": 7.0,
    "legal": 15.0, "controlling": 7.0,
}  # fmt: skip
"""What a card is worth at the beginning of a turn, on either side."""


PREFERENCE: Final = 1.5
"""How much more than to others its favourite kind of point is worth to a bot that has one."""


@dataclass(frozen=True, slots=True)
class Me:
    """Who judges, with what he knows of himself alone; `prefers`: the track of a one-sided bot, or ""."""

    player: PlayerId
    private: Private
    prefers: str = ""


def worth(public: Public, me: Me) -> float:
    """One's own position against the mean of the others'."""
    sums = _positions(public)
    private = me.private
    mine = sums[me.player] + _points(public, me.player, private.nemesis, me.prefers) + money(private.cash)
    others = [sums[p] + _points(public, p, None) for p in public.players if p != me.player]
    return mine - OTHERS * sum(others) / len(others)


def money(cash: int) -> float:
    """Pinats, the more of them the less each."""
    millions = cash / 1_000_000
    return MILLION * (millions if millions <= 3 else 3 + (millions - 3) / 2)


def card_worth(public: Public, slug: str, corrupt: bool) -> float:
    """What a card that lies face up is worth for the rest of the turn."""
    rounds_left = max(0, 6 - public.round) / 6
    late = slug in ("boss", "communication")
    return (CORRUPT if corrupt else PLAIN)[slug] * (1.0 if late else rounds_left)


def _positions(public: Public) -> dict[PlayerId, float]:
    """Offices, figures and cards of everybody."""
    sums = dict.fromkeys(public.players, 0.0)
    employees: Counter[PlayerId] = Counter()
    for office in OFFICES:
        content = public.offices.get(office)
        if content is not None:
            sums[content.owner] += GENERAL if content.general else DEPARTMENT
            employees[content.owner] += content.employees
    for player, count in employees.items():
        few = min(count, MANY_EMPLOYEES)
        sums[player] += EMPLOYEE * few + EMPLOYEE_BEYOND * (count - few)
    for player in public.board:
        sums[player] += MEMBER
    if public.boss is not None:
        sums[public.boss] += BOSS
    for division in DIVISIONS:
        leader = next(iter(ranked(public, division)), public.directors.get(division))
        if leader is not None:
            sums[leader] += LEAD * (0.7 if public.directors.get(division) == leader else 0.45)
        sitting = public.directors.get(division)
        if sitting is not None:  # he goes to the consultants or the board if he is ousted
            sums[sitting] += LEAD * 0.55
    for slug in CARDS:
        card: Card = public.cards[slug]
        if card.holder is not None and not card.face_down:
            sums[card.holder] += card_worth(public, slug, card.corrupt)
    for player, seat in public.seats.items():
        sums[player] += CERTIFICATE * len(seat.certificates) + EXECUTIVE * min(seat.reserve, 6)
    return sums


def _points(public: Public, player: PlayerId, nemesis: Nemesis | None, prefers: str = "") -> float:
    """How near the six kinds are; the four nearest ones count in full."""
    near = [
        _progress(competence(public, player, track), least) * (PREFERENCE if track == prefers else 1)
        for track, least in THRESHOLDS.items()
    ]
    if public.seats[player].nemesis is not None:
        near.append(1.15)
    elif nemesis is not None:
        near.append(_outdoing(public, player, nemesis))
    near.sort(reverse=True)
    needed = sum(near[: C.end.needed])
    full = sum(each >= 1 for each in near) >= C.end.needed
    return POINT * (needed + BEYOND_NEEDED * sum(near[C.end.needed :]) + (2.0 if full else 0.0))


def _progress(value: int, least: int) -> float:
    """From 0 to 1; a little more where the point is made."""
    share = min(value, least) / least
    return float(share**STEEPNESS) + (0.15 if value >= least else 0.0)


def _outdoing(public: Public, player: PlayerId, nemesis: Nemesis) -> float:
    """How near it is to outdo one's nemesis; that the other may draw level again makes it worth less."""
    named = NEMESIS_CARDS[nemesis.card]
    rivals = [p for p in public.players if p != player] if nemesis.player == player else [nemesis.player]
    parts = []
    for track in named:
        ahead = competence(public, player, track) - max(competence(public, p, track) for p in rivals)
        scale = max(2.0, THRESHOLDS[track] / 3)
        parts.append(min(1.0, max(0.0, (ahead + scale - 1) / scale)))
    parts.sort(reverse=True)
    counted = parts[:2] if nemesis.player == player else parts
    return 0.85 * float((sum(counted) / len(counted)) ** 1.6)


def new_box(public: Public, player: PlayerId) -> str | None:
    """A consulting box without one's own figure."""
    if boxes(public, player) == len(DIVISIONS):
        return None
    return next(each for each in DIVISIONS if player not in public.consultants.get(each, ()))
