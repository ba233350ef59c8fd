"""One or two letters for each player, in place of the name where there is little room."""

from __future__ import annotations

from collections.abc import Sequence


def letters(names: Sequence[str]) -> list[str]:
    """The first letter of each name; two letters if names begin with the same one; letter and seat number if
    no second letter distinguishes them."""
    short = ["".join(char for char in name if char.isalnum()) or "?" for name in names]
    initials = [each[0].upper() for each in short]
    pairs = [_pair(each, short[:seat] + short[seat + 1 :]) for seat, each in enumerate(short)]
    found = [
        initial if initials.count(initial) == 1 else pair
        for initial, pair in zip(initials, pairs, strict=True)
    ]
    return [
        mark if found.count(mark) == 1 else f"{initials[seat]}{seat + 1}" for seat, mark in enumerate(found)
    ]


def _pair(name: str, others: Sequence[str]) -> str:
    """The initial and the first letter at which this name differs from those that begin alike."""
    alike = [other for other in others if other[:1].upper() == name[:1].upper()]
    for at, char in enumerate(name[1:], 1):
        if all(other[at : at + 1].lower() != char.lower() for other in alike):
            return name[0].upper() + char.lower()
    return name[:1].upper()
