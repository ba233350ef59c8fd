"""The last edition: the winners, and a look back at the game with a line for each turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from games.contract import PlayerId

from .grammar import Coalition, Corp, Count, Listing
from .stocks import ending
from .story import Candidate, Edition, Newsroom, Story
from .writer import Sentence


class Place(Struct, frozen=True):
    """A player's place at the end."""

    player: PlayerId
    rank: int
    score: int


def candidates(room: Newsroom, places: Sequence[Place]) -> Iterator[Candidate]:
    if room.memory.today.over is not None:
        yield Candidate(1000, "over", "last", "", lambda: _over(room, places))


def _over(room: Newsroom, places: Sequence[Place]) -> Story:
    over, writer, memory = room.memory.today.over, room.writer, room.memory
    assert over is not None
    winners = Listing([room.person(player) for player in over.winners])
    stock = ending.GAME_OVER if len(over.winners) == 1 else ending.GAME_SHARED
    story = Story("over", "last", "", writer.tell(stock, winners=winners, score=Count(over.score)))
    behind = [row for row in places if row.score < over.score]
    if behind:
        best = max(row.score for row in behind)
        players = Listing([room.person(row.player) for row in behind if row.score == best])
        story.more.append(
            writer.tell(ending.FINAL_SECOND, players=players, gap=Count(over.score - best), score=Count(best))
        )
    if memory.today.alive:
        first = memory.today.alive[0]
        story.more.append(
            writer.tell(ending.FINAL_CORPORATION, corp=Corp(first.corporation), assets=Count(first.assets))
        )
    story.more += _reigns(room)
    known = sum(len(turns) for turns in memory.blows.values())
    if known > 1:
        story.more.append(writer.tell(ending.FINAL_BLOWS, count=Count(known)))
    return story


def _reigns(room: Newsroom) -> Iterator[Sentence]:
    leaders = [leader for turn, leader in sorted(room.memory.leaders.items()) if turn]
    changes = sum(one != other for one, other in pairwise(leaders))
    days = Counter(leaders)
    if not changes and leaders:
        yield room.writer.tell(ending.FINAL_STILL, corp=Corp(leaders[0]))
        return
    longest = [slug for slug, count in days.items() if count == max(days.values())]
    if len(longest) == 1:
        yield room.writer.tell(
            ending.FINAL_REIGNS, count=Count(changes), corp=Corp(longest[0]), days=Count(days[longest[0]])
        )


# ---- looking back ---------------------------------------------------------------------------------


def looking_back(room: Newsroom, editions: Sequence[Edition]) -> list[tuple[int, Sentence]]:
    """A line for each edition but the last, about its lead."""
    return [(edition.turn, _line(room, edition)) for edition in editions]


def _line(room: Newsroom, edition: Edition) -> Sentence:
    story, writer = edition.lead, room.writer
    values = story.head.values
    match story.kind:
        case "opening":
            return writer.tell(ending.BACK_OPENING, corp=values["corp"])
        case "crash":
            others = (m.values["corp"] for m in story.more if m.stock == "crash_more")
            return writer.tell(ending.BACK_CRASH, list=Listing([Corp(story.subject), *others]))
        case "leader":
            return writer.tell(
                ending.BACK_LEADER, **{key: values[key] for key in ("corp", "former", "assets")}
            )
        case "spree":
            return writer.tell(ending.BACK_SIEGE, corp=values["corp"], blows=values["blows"])
        case "run" | "mixed":
            return writer.tell(ending.BACK_RUN, corp=values["corp"])
        case "held" | "foiled":
            return writer.tell(ending.BACK_FOILED, corp=values["corp"])
        case "quiet":
            return writer.tell(ending.BACK_QUIET)
    if story.section == "council" and story.subject:
        return writer.tell(ending.BACK_COUNCIL, winner=Coalition(story.subject))
    if "corp" in values and "assets" in values:
        return writer.tell(ending.BACK_MARKET, corp=values["corp"], assets=values["assets"])
    return writer.tell(ending.BACK_QUIET)
