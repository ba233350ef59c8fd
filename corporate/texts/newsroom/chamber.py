"""Stories of the council: the coalition that won, its members, for how many days it has won, and the
effects."""

from __future__ import annotations

from collections.abc import Iterator

from ...rules import content
from ...rules.events.news import MdcResult
from .grammar import Coalition, Corp, Count, Listing
from .stocks import council
from .story import Candidate, Newsroom, Story
from .writer import Sentence


def candidates(room: Newsroom) -> Iterator[Candidate]:
    told = room.memory.today.council
    if told is not None:
        score = 300 if told.winner else 190
        if _broken(room) or (told.winner and room.memory.won_before(told.winner) is not None):
            score += 40
        yield Candidate(score, "council", "council", told.winner or "", lambda: _story(room, told))


def _story(room: Newsroom, told: MdcResult) -> Story:
    rows, writer = told.coalitions, room.writer
    if not rows:
        return Story("council_empty", "council", "", writer.tell(council.COUNCIL_EMPTY))
    weight = Count(rows[0].weight, spelled=True)
    if not told.winner:
        level = Listing([Coalition(row.coalition) for row in rows if row.weight == rows[0].weight])
        story = Story(
            "council_none", "council", "", writer.tell(council.COUNCIL_NONE, weight=weight, level=level)
        )
        return room.keep(story, *_past(room, story, ""))
    winner = Coalition(told.winner)
    if len(rows) < 2:
        story = Story(
            "council_alone",
            "council",
            told.winner,
            writer.tell(council.COUNCIL_ALONE, winner=winner, weight=weight),
        )
    else:
        stock = council.COUNCIL_CLOSE if rows[0].weight - rows[1].weight == 1 else council.COUNCIL
        story = Story(
            stock.slug,
            "council",
            told.winner,
            writer.tell(
                stock,
                winner=winner,
                rival=Coalition(rows[1].coalition),
                weight=weight,
                second=Count(rows[1].weight, spelled=True),
            ),
        )
    return room.keep(story, *_past(room, story, told.winner), _consequence(room, told))


# ---- what came before -----------------------------------------------------------------------------


def _past(room: Newsroom, story: Story, winner: str) -> list[Sentence | None]:
    """Sentences about repeated, renewed and first victories, broken coalitions and players who changed
    sides."""
    memory, writer = room.memory, room.writer
    found: list[Sentence | None] = []
    if winner:
        row, before = memory.council_row(), memory.won_before(winner)
        if row > 1:
            story.angle = "row"
            found.append(writer.maybe(council.COUNCIL_ROW, winner=Coalition(winner), times=Count(row)))
        elif before is not None:
            story.angle = "power"
            found.append(writer.maybe(council.COUNCIL_BACK, winner=Coalition(winner), last=before))
        elif memory.today.turn > 1:
            found.append(writer.maybe(council.COUNCIL_FIRST, winner=Coalition(winner)))
    if broken := _broken(room):
        story.angle = "break"
        found.append(writer.maybe(council.COUNCIL_BROKEN, coalition=Coalition(broken)))
    elif moved := _defector(room):
        player, old, new = moved
        found.append(
            writer.maybe(
                council.COUNCIL_DEFECTOR, player=room.person(player), old=Coalition(old), new=Coalition(new)
            )
        )
    return found


def _broken(room: Newsroom) -> str:
    """Yesterday's winner, if it had several members, none of them stayed, and it did not win again with
    others; "" otherwise."""
    was = room.memory.winner(1)
    if not was or was == room.memory.winner():
        return ""
    before, now = room.memory.sides(1), room.memory.sides()
    members = [player for player, side in before.items() if side == was]
    return was if len(members) > 1 and not any(now.get(player) == was for player in members) else ""


def _defector(room: Newsroom) -> tuple[str, str, str] | None:
    """A player who left yesterday's winner or joined today's; the first by seat."""
    before, now = room.memory.sides(1), room.memory.sides()
    ends = {room.memory.winner(1), room.memory.winner()} - {None}
    moved = [
        (player, side, now[player])
        for player, side in sorted(before.items())
        if player in now and now[player] != side and {side, now[player]} & ends
    ]
    return moved[0] if moved else None


# ---- what comes of it -----------------------------------------------------------------------------


def _consequence(room: Newsroom, told: MdcResult) -> Sentence | None:
    """The decree: the assets it changed today, or its effect on the next turn, if there is one."""
    winner, writer = str(told.winner), room.writer
    effects = content.COALITIONS[winner].effects
    if not any(effect.kind == "assets" for effect in effects):
        if room.memory.last:
            return writer.maybe(council.NEXT_LATE)
        return writer.maybe(getattr(council, f"NEXT_{winner}".upper()))
    members = {row.coalition: row.corporations for row in told.coalitions}
    up, down = (
        [
            slug
            for effect in effects
            if (effect.delta > 0) == rises
            for slug in members.get(effect.coalition, ())
        ]
        for rises in (True, False)
    )
    gained, lost = (Listing([Corp(slug) for slug in slugs]) for slugs in (up, down))
    if up and down:
        return writer.maybe(council.COUNCIL_EFFECT_BOTH, up=gained, down=lost)
    if up:
        return writer.maybe(council.COUNCIL_EFFECT_UP, up=gained)
    return writer.maybe(council.COUNCIL_EFFECT_DOWN, down=lost) if down else None
