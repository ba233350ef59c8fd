"""The worth of a position to a player, in hundredths of a victory point, from the player's own view.

Every player's position is judged by the same figures; for the player's own, cash and nemesis are known, too.
The figures were set by trials (`tools/trials.py`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.contract import PlayerId

from ..board import boxes
from ..content import CARDS, COMPETENCES, DIVISIONS, NEMESIS_CARDS, THRESHOLDS, C, Mode
from ..state import Nemesis, Private, Public
from .survey import Survey, Tracks, survey

POINT: Final = 100.0
BEYOND_NEEDED: Final = 0.3
"""The share of their worth that kinds have beyond the four nearest ones."""
STEEPNESS: Final = 1.35
"""Above 1: the second half of the way to a point is worth more than the first."""
MADE: Final = 0.15
"""How much more a point is worth than the last step to it."""
WON: Final = 2.0
"""Points that reaching the fourth is worth beyond itself."""
HALF_WAY: Final = 0.1
"""What is left of the worth of half a point once the game is about to end."""
MILLION: Final = 10.5
DEPARTMENT: Final = 5.5
GENERAL: Final = 5.0
EMPLOYEE: Final = 3.6
MANY_EMPLOYEES: Final = 16
EMPLOYEE_BEYOND: Final = 0.8
MEMBER: Final = 3.5
LEADER: Final = 12.0
SITTING: Final = 4.0
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
MARKER: Final = 2.0
"""What the start marker is worth beside its card where one acts after the other. Without it nobody but the
first player wanted it, who then won a third more than their share of four."""
AT_THE_MEETING: Final = ("boss", "communication")
"""Cards that are used when the turn ends, if corrupt; the others lose their worth round by round."""
BY_MOTIVATION: Final = ("personnel", "accounting", "controlling")
"""Cards that give more, the lower the motivation is."""
NEXT_TURN: Final = 0.5
"""How much of the worth of its card the next turn's director has."""
PREFERENCE: Final = 1.5
"""How much more than to others its favourite kind of point is worth to a bot that has one."""
PHASE_ONE: Final = (0.7, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9)
"""How much of what the next phase I would bring counts, by the round; the first figure is that of sealed
placements, of which nobody sees those made at the same time."""
SEEN: Final = 0.85
"""The same of placements made one after the other. The higher, the fewer directors everybody wants, since
settling in rewards those with fewer; and the smaller is the advantage of the first seat."""


class Me(Struct, frozen=True):
    """The judging player, with what only they know; `prefers`: the track of a one-sided bot, or ""."""

    player: PlayerId
    private: Private
    prefers: str = ""


def worth(public: Public, me: Me) -> float:
    """The worth of the player's position, less the mean of the others'."""
    return judged(public, survey(public), me)


def judged(public: Public, seen: Survey, me: Me) -> float:
    """The same for a position that has been surveyed, or differs from such a one only in competences."""
    private = me.private
    mine = money(private.cash)
    others = 0.0
    for player, assets in _assets(public, seen).items():
        if player == me.player:
            mine += assets + _prospects(public, seen, player, private.nemesis, me.prefers)
        else:
            others += assets + _prospects(public, seen, player, None)
    return mine - OTHERS * others / (len(public.players) - 1)


def corrupted(public: Public, seen: Survey, player: PlayerId) -> Survey:
    """The same survey with one more point of corruption for a player."""
    at = public.players.index(player)
    return replace(seen, now=_one_more(seen.now, at), then=_one_more(seen.then, at))


def _one_more(tracks: tuple[Tracks, ...], at: int) -> tuple[Tracks, ...]:
    influence, shares, generals, corruption, boxes = tracks[at]
    return (*tracks[:at], (influence, shares, generals, corruption + 1, boxes), *tracks[at + 1 :])


def money(cash: int) -> float:
    """The worth of cash: each further Pinat is worth less."""
    millions = cash / 1_000_000
    return MILLION * (millions if millions <= 3 else 3 + (millions - 3) / 2)


def plain_worth(public: Public, slug: str) -> float:
    """The worth of the plain side of a card at the beginning of a turn."""
    more = MARKER if slug == "communication" and public.mode is Mode.CLASSIC else 0.0
    return PLAIN[slug] + more


def card_worth(public: Public, slug: str, corrupt: bool) -> float:
    """The worth of a face-up card for the rest of the turn."""
    value = CORRUPT[slug] if corrupt else plain_worth(public, slug)
    if slug in AT_THE_MEETING:
        return value
    if slug in BY_MOTIVATION:
        value *= 0.75 + 0.08 * (C.motivation.start - public.motivation)
    return value * max(0, 6 - public.round) / 6


def _assets(public: Public, seen: Survey) -> dict[PlayerId, float]:
    """The worth of offices, executives and cards of every player."""
    sums = {}
    for player, holding in seen.holdings.items():
        few = min(holding.employees, MANY_EMPLOYEES)
        seat = public.seats[player]
        sums[player] = (
            DEPARTMENT * holding.departments
            + GENERAL * holding.generals
            + EMPLOYEE * few
            + EMPLOYEE_BEYOND * (holding.employees - few)
            + CERTIFICATE * len(seat.certificates)
            + EXECUTIVE * min(seat.reserve, 6)
        )
    for player in public.board:
        sums[player] += MEMBER
    if seen.elected is not None:
        sums[seen.elected] += NEXT_TURN * PLAIN["boss"]
    for division, leader in seen.leaders.items():
        sums[leader] += LEADER + NEXT_TURN * plain_worth(public, division)
    for sitting in public.directors.values():
        sums[sitting] += SITTING
    for slug in CARDS:
        card = public.cards[slug]
        if card.holder is not None and not card.face_down:
            sums[card.holder] += card_worth(public, slug, card.corrupt)
    return sums


def _prospects(
    public: Public, seen: Survey, player: PlayerId, nemesis: Nemesis | None, prefers: str = ""
) -> float:
    """The worth of a player's progress to four points, now and after the next phase I."""
    at = public.players.index(player)
    rival = None
    if public.seats[player].nemesis is not None:
        nemesis = None
        locked = True
    else:
        locked = False
        rival = public.players.index(nemesis.player) if nemesis else None
    card = nemesis.card if nemesis else ""
    ends = public.triggered
    now = _points(seen.now, at, rival, card, locked, prefers, ends)
    if ends:
        return now
    share = PHASE_ONE[min(public.round, len(PHASE_ONE) - 1)]
    if public.turn == 0 and public.mode is Mode.CLASSIC:
        share = SEEN
    return now + share * (_points(seen.then, at, rival, card, locked, prefers, ends) - now)


def _points(
    tracks: tuple[Tracks, ...], at: int, rival: int | None, card: str, locked: bool, prefers: str, ends: bool
) -> float:
    """The progress in the six kinds of points of the player `at` this place, whose nemesis, if it is known,
    is `rival` in the competences of `card`."""
    extra = 0.0
    if locked:
        extra = 1 + MADE
    elif rival is not None:
        extra = _outdoing(tracks, at, rival, card)
    return _nearest(tracks[at], extra, prefers, ends)


@lru_cache(maxsize=50_000)
def _nearest(mine: Tracks, extra: float, prefers: str, ends: bool) -> float:
    """The four nearest kinds count in full. `extra`: the sixth kind."""
    near = [extra]
    for value, (track, least) in zip(mine, THRESHOLDS.items(), strict=True):
        part = _progress(value, least, ends)
        near.append(part * PREFERENCE if track == prefers else part)
    near.sort(reverse=True)
    needed = sum(near[: C.end.needed])
    full = near[C.end.needed - 1] >= 1
    return POINT * (needed + BEYOND_NEEDED * sum(near[C.end.needed :]) + (WON if full else 0.0))


def _progress(value: int, least: int, ends: bool) -> float:
    """From 0 to 1; a little more where the point is made."""
    if value >= least:
        return 1 + MADE
    share = float((value / least) ** STEEPNESS)
    return share * HALF_WAY if ends else share


@lru_cache(maxsize=50_000)
def _outdoing(tracks: tuple[Tracks, ...], at: int, rival: int, card: str) -> float:
    """The progress in outdoing the nemesis; worth less, because the other may draw level again."""
    rivals = [place for place in range(len(tracks)) if place != at] if rival == at else [rival]
    parts = []
    for track in NEMESIS_CARDS[card]:
        place = COMPETENCES.index(track)
        ahead = tracks[at][place] - max(tracks[each][place] for each in rivals)
        scale = max(2.0, THRESHOLDS[track] / 3)
        parts.append(min(1.0, max(0.0, (ahead + scale - 1) / scale)))
    parts.sort(reverse=True)
    counted = parts[:2] if rival == at else parts
    return 0.85 * float((sum(counted) / len(counted)) ** 1.6)


def new_box(public: Public, player: PlayerId) -> str | None:
    """A consulting box in which the player has no consultant."""
    if boxes(public, player) == len(DIVISIONS):
        return None
    return next(each for each in DIVISIONS if player not in public.consultants.get(each, ()))
