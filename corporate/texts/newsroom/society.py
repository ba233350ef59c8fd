"""Stories of people: what they own, and how its value changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from .grammar import Corp, Count, Listing
from .stocks import people
from .story import Candidate, Newsroom, Story

RIPE = 2  # turns after which a purchase is judged
GAIN, LOSS = 3, -4  # assets that make it a story
MOST = 10  # assets, shares or buyers beyond which a story does not matter more


def candidates(room: Newsroom) -> Iterator[Candidate]:
    yield from _bets(room)
    yield from _changes_of_hands(room)
    yield from _rushes(room)


def _bets(room: Newsroom) -> Iterator[Candidate]:
    """Shares bought early, and how the corporation has done since; each corporation once in a game."""
    memory, now = room.memory, room.memory.today.turn
    alive = {row.corporation for row in memory.today.alive}
    for (player, slug), turn in sorted(memory.first_bought.items()):
        known = memory.assets[slug]
        if slug not in alive or now - turn < RIPE or ("bet", slug) in room.told or turn - 1 not in known:
            continue
        was, assets = known[turn - 1], known[now]
        gain = assets - was
        stock = people.BET_WON if gain >= GAIN else people.BET_LOST
        if LOSS < gain < GAIN or not room.writer.has(stock):
            continue
        kind = "bet_won" if gain > 0 else "bet_lost"
        yield Candidate(
            260 + 15 * min(abs(gain), MOST),
            kind,
            "people",
            slug,
            lambda player=player, slug=slug, turn=turn, was=was, assets=assets, kind=kind, stock=stock: _bet(  # type: ignore[misc]  # of the loop
                room,
                slug,
                Story(
                    kind,
                    "people",
                    slug,
                    room.writer.tell(
                        stock,
                        player=room.person(player),
                        corp=Corp(slug),
                        turn=turn,
                        was=Count(was),
                        assets=Count(assets),
                    ),
                    angle="bet" if kind == "bet_won" else "lesson",
                ),
            ),
        )


def _bet(room: Newsroom, slug: str, story: Story) -> Story:
    room.told.add(("bet", slug))
    return story


def _changes_of_hands(room: Newsroom) -> Iterator[Candidate]:
    """A corporation whose largest owner changed today."""
    memory = room.memory
    for slug in sorted({bought.corporation for bought in memory.today.shares}):
        before, now = memory.holder_before(slug), memory.holder(slug)
        if before and now and before[0] != now[0] and room.writer.has(people.OVERTAKE):
            yield Candidate(
                250 + 5 * min(now[1], MOST),
                "overtake",
                "people",
                slug,
                lambda slug=slug, before=before, now=now: Story(  # type: ignore[misc]  # of the loop
                    "overtake",
                    "people",
                    slug,
                    room.writer.tell(
                        people.OVERTAKE,
                        player=room.person(now[0]),
                        corp=Corp(slug),
                        former=room.person(before[0]),
                        owns=Count(now[1]),
                    ),
                    angle="owners",
                ),
            )


def _rushes(room: Newsroom) -> Iterator[Candidate]:
    """A corporation that several players bought on the same day."""
    buyers: dict[str, list[str]] = defaultdict(list)
    for bought in room.memory.today.shares:
        buyers[bought.corporation].append(bought.player)
    for slug, found in sorted(buyers.items()):
        if len(found) > 1 and slug in room.memory.owned and room.writer.has(people.RUSH):
            yield Candidate(
                140 + 35 * min(len(found), MOST),
                "rush",
                "people",
                slug,
                lambda slug=slug, found=found: Story(  # type: ignore[misc]  # of the loop
                    "rush",
                    "people",
                    slug,
                    room.writer.tell(
                        people.RUSH, corp=Corp(slug), list=Listing([room.person(one) for one in found])
                    ),
                    angle="owners",
                ),
            )
