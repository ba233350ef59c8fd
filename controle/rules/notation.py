"""The short forms of the rules, read into typed values: effects (8.1) and civil society (12.2).

Categories are places in the order of the glossary, from 0; slots of the map are numbers, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

CATEGORIES: Final = ("pol", "mil", "rel", "com", "med", "bio")
"""In the order that counts wherever an order is needed (2)."""
PLACE: Final[Mapping[str, int]] = {slug: place for place, slug in enumerate(CATEGORIES)}

Op = Literal["gain", "lose", "develop", "draw", "take", "steal", "move", "convert"]
Where = Literal["R", "V", "W", ""]
Who = Literal["J", "U", "O", "L", ""]


class Step(Struct, frozen=True):
    """One step of an effect; what its operation does not use is empty.

    `listed`: the categories, or types of tokens, it names. `where`: its region, or the one moved to;
    `origin`: the one moved from. `into`: the category converted to. `late`: applied at the end of the turn.
    """

    op: Op
    amount: int = 1
    where: Where = ""
    who: Who = ""
    listed: tuple[int, ...] = ()
    origin: Where = ""
    into: int = -1
    late: bool = False

    @property
    def asks(self) -> bool:
        """Whether an entry of `choices` can belong to it (15.2)."""
        if self.op in ("gain", "take") or (self.op == "lose" and self.who == "U"):
            return len(self.listed) > 1
        return self.op in ("steal", "move", "convert")


class Reaction(Struct, frozen=True):
    """One step of a civil-society line: from the level `above` on, development, or losses of the dominant
    player in a category, of the first player by total, or of each who has the category."""

    op: Literal["develop", "lose"]
    amount: int
    above: int = 0
    who: Literal["dominant", "top", "each", ""] = ""
    category: int = -1


class CivilSociety(Struct, frozen=True):
    """`rank`, `tie`: what ranks the regions: a category, `tot` or `dom`."""

    rank: str
    tie: str
    steps: tuple[Reaction, ...]


def _categories(text: str) -> tuple[int, ...]:
    """Those named, in the order of the glossary, which is what breaks ties; a card may print another one."""
    return (
        tuple(range(len(CATEGORIES)))
        if text in ("*", "any")
        else tuple(sorted(PLACE[one] for one in text.split("/")))
    )


def read_steps(text: str) -> tuple[Step, ...]:
    """The steps of an effect: `R:J+2pol/med; V:U-1pol; end|R:dev+1`. Raises ValueError for anything else."""
    return tuple(_step(part.strip()) for part in text.split(";"))


def _step(text: str) -> Step:
    late = text.startswith("end|")
    body = text.removeprefix("end|")
    if found := re.fullmatch(r"([RVW]):J\+(\d)([a-z/*]+)", body):
        where, amount, listed = _letters(found)
        return Step("gain", int(amount), where, "J", _categories(listed), late=late)
    if found := re.fullmatch(r"([RVW]):([UOL])-(\d)([a-z/*]+)", body):
        where, who, amount, listed = _letters(found)
        return Step("lose", int(amount), where, who, _categories(listed), late=late)
    if found := re.fullmatch(r"([RVW]):dev([+-]\d)", body):
        where, amount = _letters(found)
        return Step("develop", int(amount), where, late=late)
    if found := re.fullmatch(r"draw\+(\d)", body):
        return Step("draw", int(found[1]), late=late)
    if found := re.fullmatch(r"take:([a-z]+)", body):
        return Step("take", 1, "", "J", _categories(found[1]), late=late)
    if body == "steal:U":
        return Step("steal", 1, "", "U", _categories("*"), late=late)
    if found := re.fullmatch(r"move:J:([RVW])>([RVW]):(\d)([a-z/*]+)", body):
        origin, where, amount, listed = _letters(found)
        return Step("move", int(amount), where, "J", _categories(listed), origin, late=late)
    if found := re.fullmatch(r"conv:([RVW]):J:(\d)\*>([a-z]+)", body):
        where, amount, category = _letters(found)
        into = PLACE[category]
        others = tuple(place for place in range(len(CATEGORIES)) if place != into)
        return Step("convert", int(amount), where, "J", others, into=into, late=late)
    raise ValueError(f"no step of an effect: {text!r}")


def _letters(found: re.Match[str]) -> tuple[Any, ...]:
    """The parts of a step. The pattern lets through only the letters that `Step` declares."""
    return found.groups()


def read_civil_society(text: str) -> CivilSociety:
    """A civil-society line: `pol>med: dev+1 D:med-1 3:T-2`. Raises ValueError for anything else."""
    ranks, _, steps = text.partition(": ")
    rank, _, tie = ranks.partition(">")
    return CivilSociety(rank, tie, tuple(map(_reaction, steps.split())))


def _reaction(text: str) -> Reaction:
    found = re.fullmatch(r"(?:(\d):)?(?:dev\+(\d)|T-(\d)|([DX]):([a-z]+)-(\d))", text)
    if found is None:
        raise ValueError(f"no step of civil society: {text!r}")
    above, develop, top, who, category, amount = found.groups()
    level = int(above or 0)
    if develop:
        return Reaction("develop", int(develop), level)
    if top:
        return Reaction("lose", int(top), level, "top")
    return Reaction("lose", int(amount), level, "dominant" if who == "D" else "each", PLACE[category])


def read_levels(text: str) -> tuple[tuple[int, int], ...]:
    """The requirements of an effect: `pol4 mil2`, as category and level."""
    return tuple((PLACE[one[:-1]], int(one[-1])) for one in text.split())
