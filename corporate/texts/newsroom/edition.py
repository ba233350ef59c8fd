"""An edition, and all those before it: the lead, the stories beside it, and the briefs.

All editions of a game are composed from its first day, because each phrasing is used once in a game. An
edition is therefore the same for every reader at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from . import chamber, ending, raids, society, street
from .briefs import briefs
from .ending import Place
from .grammar import Corp, Count
from .memory import Day, Memory
from .stocks import market
from .story import Candidate, Edition, Newsroom, Story
from .writer import Writer

STORIES = 3  # beside the lead
STALE = 120  # how much less a lead of yesterday's kind is worth


def compose(
    days: Sequence[Day],
    name: Callable[[str], str] = str,
    places: Sequence[Place] = (),
    memory: Memory | None = None,
) -> list[Edition]:
    """The editions of these days, oldest first. `name` returns the name of a player; `places` are the final
    places, if the last of the days ended the game; `memory` is an empty one, which is filled with the
    days."""
    room = Newsroom(Memory() if memory is None else memory, Writer(""), name)
    editions: list[Edition] = []
    for day in days:
        room.memory.add(day)
        room.writer.key = room.memory.key
        if (edition := _edition(room, editions, places)) is not None:
            editions.append(edition)
    return editions


def _edition(room: Newsroom, before: Sequence[Edition], places: Sequence[Place]) -> Edition | None:
    day = room.memory.today
    if not day.rows:
        return Edition(day.turn, _opening(room)) if day.opening else None
    lead, *stories = _chosen(room, before, places)
    covered = frozenset[str]().union(*(story.covers for story in (lead, *stories)))
    crash_told = any(story.kind == "crash" for story in (lead, *stories))
    edition = Edition(day.turn, lead, stories, briefs(room, covered, crash_told))
    if room.memory.last:
        edition.looking_back = ending.looking_back(room, before)
    return edition


def _opening(room: Newsroom) -> Story:
    rows = room.memory.today.opening
    first, last = rows[0], rows[-1]
    return Story(
        "opening",
        "street",
        first.corporation,
        room.writer.tell(
            market.OPENING,
            corp=Corp(first.corporation),
            assets=Count(first.assets),
            last=Corp(last.corporation),
            least=Count(last.assets),
        ),
    )


def _candidates(room: Newsroom, places: Sequence[Place]) -> Iterator[Candidate]:
    yield from ending.candidates(room, places)
    yield from street.candidates(room)
    yield from raids.candidates(room)
    yield from chamber.candidates(room)
    yield from society.candidates(room)


def _chosen(room: Newsroom, before: Sequence[Edition], places: Sequence[Place]) -> list[Story]:
    """The lead and the stories beside it, each of a different section and about a different subject, so that
    no two of them disagree; one place is always for the council."""
    stale = before[-1].lead.section, before[-1].lead.kind
    found = list(_candidates(room, places))

    def worth(one: Candidate) -> tuple[int, str, str]:
        repeated = (one.section, one.kind) == stale and one.score < 700
        return STALE * repeated - one.score, one.kind, one.subject

    found.sort(key=worth)
    lead = found[0]
    picked = [lead]
    for one in [*(one for one in found if one.section == "council"), *found]:
        if len(picked) > STORIES - (lead.section == "council"):  # whose table has a column of its own
            break
        sections = {other.section for other in picked[1:]}
        subjects = {other.subject for other in picked if other.subject}
        if (
            one in picked
            or one.section in sections
            or one.subject in subjects
            or one.kind in ("plain", "quiet", lead.kind)
        ):
            continue
        if lead.kind == "quiet" and one.section == "street":
            continue
        picked.append(one)
    _lead, *rest = picked
    rest.sort(key=worth)
    first = lead.write()
    if first.section == "matrix":  # a lead says more: what the day did to the house, and to whom it belongs
        row = next(row for row in room.memory.today.rows if row.corporation == first.subject)
        room.keep(first, street.caused(room, row), street.held(room, row.corporation))
    return [first, *(one.write() for one in rest)]
