"""Figures of the board: offices and heads of each player, free offices, what a card gives now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.contract import PlayerId

from .content import BOSS, COMPETENCES, DIVISION_OF, DIVISIONS, OFFICES, OFFICES_OF, PRIVILEGES, C
from .state import Card, Office, Public


def own(public: Public, player: PlayerId) -> tuple[str, ...]:
    """The offices of a player, in board order."""
    return tuple(office for office in OFFICES if owner(public, office) == player)


def owner(public: Public, office: str) -> PlayerId | None:
    found = public.offices.get(office)
    return found.owner if found else None


def departments(public: Public, player: PlayerId) -> int:
    return sum(each.owner == player and not each.general for each in public.offices.values())


def generals(public: Public, player: PlayerId) -> int:
    return sum(each.owner == player and each.general for each in public.offices.values())


def free(public: Public, division: str) -> tuple[str, ...]:
    """The free offices of a division, from the top."""
    return tuple(office for office in OFFICES_OF[division] if office not in public.offices)


def occupied(public: Public, division: str) -> int:
    return sum(office in public.offices for office in OFFICES_OF[division])


def emptiest(public: Public) -> str | None:
    """The division with fewest occupied offices, first in board order; None if every one is full (13.2)."""
    division = min(DIVISIONS, key=lambda each: occupied(public, each))
    return division if free(public, division) else None


def within(public: Public, division: str) -> Iterator[tuple[str, Office]]:
    """The occupied offices of a division, from the top."""
    for office in OFFICES_OF[division]:
        if office in public.offices:
            yield office, public.offices[office]


def heads(public: Public, division: str, player: PlayerId) -> int:
    """The number of department heads of a player in a division (5.2)."""
    return sum(each.heads for _, each in within(public, division) if each.owner == player)


def employees(public: Public, division: str, player: PlayerId) -> int:
    return sum(each.employees for _, each in within(public, division) if each.owner == player)


def room(public: Public, player: PlayerId) -> int:
    """The number of employees that still fit into a player's offices."""
    most = C.figures.most_employees
    return sum(most - each.employees for each in public.offices.values() if each.owner == player)


def directors(public: Public, player: PlayerId) -> tuple[str, ...]:
    """The divisions whose director is a player's, in board order."""
    return tuple(division for division in DIVISIONS if public.directors.get(division) == player)


def boxes(public: Public, player: PlayerId) -> int:
    """The number of different boxes in which a player has a consultant (2.2)."""
    return sum(player in inside for inside in public.consultants.values())


def competence(public: Public, player: PlayerId, track: str) -> int:
    """One of the five figures by which players are compared."""
    if track == "consulting":
        return boxes(public, player)
    seat = public.seats[player]
    return {
        "influence": seat.influence,
        "shares": seat.shares,
        "general_departments": seat.general_departments,
        "corruption": seat.corruption,
    }[track]


def competences(public: Public, player: PlayerId) -> Mapping[str, int]:
    return {track: competence(public, player, track) for track in COMPETENCES}


def usable(public: Public, player: PlayerId, slug: str) -> Card | None:
    """A privilege card that a player holds face up; None if the player cannot use it (5.4)."""
    card = public.cards[slug]
    return card if card.holder == player and not card.face_down else None


def gives(public: Public, player: PlayerId, slug: str) -> int:
    """What a card gives a player at this motivation: employees, shares, uses, Pinats; 0 without the card."""
    card = usable(public, player, slug)
    return PRIVILEGES[slug].at(card.corrupt, public.motivation) if card else 0


def could_give(public: Public, player: PlayerId, slug: str) -> int:
    """The most that a card could give a player at any motivation."""
    card = usable(public, player, slug)
    return PRIVILEGES[slug].best(card.corrupt) if card else 0


def boss_offices(public: Public, player: PlayerId) -> dict[str, Office]:
    """The offices of which a player's Boss card opens one, each as it would be (9.7)."""
    card = usable(public, player, BOSS)
    if card is None:
        return {}
    opened = Office(player, 0 if card.corrupt else 1, card.corrupt)
    return {office: opened for division in DIVISIONS for office in free(public, division)[:1]}


def division_of(office: str) -> str:
    return DIVISION_OF[office]


def office_number(office: str) -> int:
    """From 1 at the top."""
    return OFFICES_OF[DIVISION_OF[office]].index(office) + 1
