"""Stories of the market: leaders, rises and falls, and their causes as far as they are public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...rules.events.news import Row
from .grammar import Corp, Count, Listing
from .stocks import causes, market, people
from .story import Candidate, Newsroom, Story
from .writer import Later, Sentence

LOW = 3  # assets that are a last light
SERIES = 3  # days that are a series
MOST = 6  # assets beyond which a move does not matter more: nothing outdoes the end, a crash, the first place
DEEP, HIGH = 8, 4  # ranks from which, and to which, one comes back
LOST = 6  # the rank at which a former leader has fallen


def candidates(room: Newsroom) -> Iterator[Candidate]:
    """All stories of today's market."""
    memory, day = room.memory, room.memory.today
    rows = day.alive
    for crash in day.crashes[:1]:
        yield Candidate(900, "crash", "street", crash.corporation, lambda: _crash(room))
    if not rows:
        return
    first = rows[0]
    if memory.leaders.get(day.turn - 1, first.corporation) != first.corporation:
        yield Candidate(800, "leader", "street", first.corporation, lambda: _leader(room, rows))
    else:
        yield from _first_place(room, rows)
    for row in rows:
        yield from _of_one(room, row)
    yield from _moves(room, rows)
    if _calm(room, rows) and room.writer.has(market.QUIET):
        yield Candidate(200, "quiet", "street", "", lambda: _quiet(room))
    biggest = max(rows, key=lambda row: (abs(row.change), -row.rank))
    yield Candidate(90, "plain", "street", biggest.corporation, lambda: _plain(room, biggest))


def _first_place(room: Newsroom, rows: Sequence[Row]) -> Iterator[Candidate]:
    """Stories for a day on which the leader stayed the same."""
    memory, first = room.memory, rows[0]
    if (
        len(rows) > 1
        and rows[1].assets == first.assets
        and rows[1].was < first.was
        and (len(rows) == 2 or rows[2].assets < first.assets)
        and room.writer.has(market.TIE)
    ):
        yield Candidate(
            360,
            "tie",
            "street",
            rows[1].corporation,
            lambda: Story(
                "tie",
                "street",
                rows[1].corporation,
                room.writer.tell(
                    market.TIE,
                    corp=Corp(rows[1].corporation),
                    former=Corp(first.corporation),
                    assets=Count(first.assets),
                ),
            ),
        )
    days = memory.reign(first.corporation, memory.today.turn)
    if days >= SERIES and room.writer.has(market.REIGN):
        yield Candidate(
            240 + days,
            "reign",
            "street",
            first.corporation,
            lambda: room.keep(
                Story(
                    "reign",
                    "street",
                    first.corporation,
                    room.writer.tell(
                        market.REIGN,
                        corp=Corp(first.corporation),
                        days=Count(days),
                        assets=Count(first.assets),
                    ),
                ),
                _second(room, rows),
            ),
        )


def _of_one(room: Newsroom, row: Row) -> Iterator[Candidate]:
    """What is remarkable about a corporation compared with its past; each kind once in a game."""
    memory, slug, turn = room.memory, row.corporation, room.memory.today.turn
    worst, worst_turn = memory.worst(slug)
    corp, assets = Corp(slug), Count(row.assets)
    if (
        row.rank <= HIGH
        and worst >= DEEP
        and row.change > 0
        and ("comeback", slug) not in room.told
        and room.writer.has(market.COMEBACK)
    ):
        yield Candidate(
            600 + 5 * (worst - row.rank),
            "comeback",
            "street",
            slug,
            lambda: _once(
                room,
                "comeback",
                row,
                room.writer.tell(
                    market.COMEBACK,
                    corp=corp,
                    low=Count(worst),
                    low_turn=worst_turn,
                    rank=Count(row.rank),
                    assets=assets,
                ),
            ),
        )
    led = memory.led(slug, turn)
    if (
        led
        and row.rank >= LOST
        and row.change < 0
        and ("decline", slug) not in room.told
        and room.writer.has(market.DECLINE)
    ):
        yield Candidate(
            580,
            "decline",
            "street",
            slug,
            lambda: _once(
                room,
                "decline",
                row,
                room.writer.tell(market.DECLINE, corp=corp, led=led, rank=Count(row.rank), assets=assets),
            ),
        )
    if (
        row.assets <= LOW
        and row.change < 0
        and ("last_light", slug) not in room.told
        and room.writer.has(market.LAST_LIGHT)
    ):
        yield Candidate(
            560,
            "last_light",
            "street",
            slug,
            lambda: _once(
                room, "last_light", row, room.writer.tell(market.LAST_LIGHT, corp=corp, assets=assets)
            ),
        )
    streak = memory.streak(slug)
    stock = market.STREAK_UP if streak > 0 else market.STREAK_DOWN
    if abs(streak) >= SERIES and room.writer.has(stock):
        yield Candidate(
            300 + 20 * min(abs(streak), MOST),
            "streak_up" if streak > 0 else "streak_down",
            "street",
            slug,
            lambda: room.keep(
                Story(
                    "streak_up" if streak > 0 else "streak_down",
                    "street",
                    slug,
                    room.writer.tell(stock, corp=corp, days=Count(abs(streak)), assets=assets),
                    angle="streak",
                ),
                caused(room, row),
            ),
        )


def _once(room: Newsroom, kind: str, row: Row, head: Sentence) -> Story:
    room.told.add((kind, row.corporation))
    angle = kind if kind in ("comeback", "decline") else ""
    return room.keep(
        Story(kind, "street", row.corporation, head, angle=angle),
        caused(room, row),
        held(room, row.corporation),
    )


def _moves(room: Newsroom, rows: Sequence[Row]) -> Iterator[Candidate]:
    """The biggest rise and the biggest fall, each if no other was as big."""
    for sign, kind, stock in ((1, "rise", market.RISE), (-1, "fall", market.FALL)):
        best = max(sign * row.change for row in rows)
        found = [row for row in rows if sign * row.change == best]
        if best < 2 or len(found) != 1 or not room.writer.has(stock):
            continue
        # A crash fell, too, and further: nobody did worse than the dead.
        if sign < 0 and any(row.crashed for row in room.memory.today.rows):
            continue
        yield Candidate(
            250 + 60 * min(best, MOST),
            kind,
            "street",
            found[0].corporation,
            lambda row=found[0], kind=kind, stock=stock: room.keep(  # type: ignore[misc]  # of the loop
                Story(
                    kind,
                    "street",
                    row.corporation,
                    room.writer.tell(
                        stock,
                        corp=Corp(row.corporation),
                        change=Count(abs(row.change)),
                        assets=Count(row.assets),
                    ),
                ),
                caused(room, row),
                held(room, row.corporation),
            ),
        )


def _calm(room: Newsroom, rows: Sequence[Row]) -> bool:
    """Whether the day may be called calm. A new leader is excluded, too, by stories that come earlier."""
    day = room.memory.today
    return not day.runs and not day.crashes and all(abs(row.change) < 2 for row in rows)


def _quiet(room: Newsroom) -> Story:
    return Story("quiet", "street", "", room.writer.tell(market.QUIET))


def _plain(room: Newsroom, row: Row) -> Story:
    """The lead if there is no other: the biggest move, without superlatives."""
    stock = market.PLAIN
    return room.keep(
        Story(
            "plain",
            "street",
            row.corporation,
            room.writer.tell(stock, corp=Corp(row.corporation), assets=Count(row.assets)),
        ),
        caused(room, row),
        held(room, row.corporation),
    )


def _leader(room: Newsroom, rows: Sequence[Row]) -> Story:
    memory, turn = room.memory, room.memory.today.turn
    first = rows[0]
    former = memory.leaders[turn - 1]
    lost = memory.led(first.corporation, turn)
    values = {"corp": Corp(first.corporation), "former": Corp(former), "assets": Count(first.assets)}
    back = lost is not None and room.writer.has(market.LEADER_BACK)
    head = (
        room.writer.tell(market.LEADER_BACK, lost=(lost or 0) + 1, **values)
        if back
        else room.writer.tell(market.LEADER, **values)
    )
    days = memory.reign(former, turn - 1)
    story = Story("leader", "street", first.corporation, head, angle="back" if back else "top")
    return room.keep(
        story,
        room.writer.maybe(market.REIGN_ENDED, former=Corp(former), days=Count(days)) if days > 1 else None,
        caused(room, first),
        _second(room, rows),
    )


def _second(room: Newsroom, rows: Sequence[Row]) -> Sentence | None:
    """The corporation behind the leader, and the distance."""
    if len(rows) < 2:
        return None
    gap = rows[0].assets - rows[1].assets
    if not gap:
        return room.writer.maybe(market.SECOND_LEVEL, corp=Corp(rows[1].corporation))
    return room.writer.maybe(market.SECOND, corp=Corp(rows[1].corporation), gap=Count(gap))


def _crash(room: Newsroom) -> Story:
    """One or several crashes: the story of the first, with the figures of all."""
    memory, crashes = room.memory, room.memory.today.crashes
    slug = crashes[0].corporation
    row = next((row for row in memory.today.rows if row.corporation == slug), None)
    peak, peak_turn = memory.peak(slug)
    story = Story(
        "crash",
        "street",
        slug,
        room.writer.tell(market.CRASH, corp=Corp(slug), assets=Count(crashes[0].assets)),
        angle="crash",
    )
    lost = crashes[0].shares_lost
    return room.keep(
        story,
        room.writer.maybe(market.CRASH_PEAK, peak=Count(peak), peak_turn=peak_turn) if peak_turn else None,
        caused(room, row) if row else None,
        room.writer.maybe(market.CRASH_SHARES, shares=Count(lost))
        if lost
        else room.writer.maybe(market.CRASH_NOBODY),
        *(
            room.writer.tell(market.CRASH_MORE, corp=Corp(crash.corporation), assets=Count(crash.assets))
            for crash in crashes[1:]
        ),
    )


# ---- causes -------------------------------------------------------------------------------------


def caused(room: Newsroom, row: Row) -> Sentence | None:
    """The causes of a corporation's change today, as far as they are public."""
    clauses = [Later(clause) for clause in _clauses(room, row)]
    if not clauses or not room.writer.has(market.CAUSES):
        return None
    return room.writer.tell(market.CAUSES, was=Count(row.was), causes=Listing(clauses))


def _clauses(room: Newsroom, row: Row) -> Iterator[Sentence]:
    known = ((row.mdc, "mdc"), (row.sabotage, "sabotage"), (row.extraction, "extraction"))
    for delta, cause in known:
        if delta:
            yield _clause(room, cause, delta)
    leaders: dict[str, str] = {effect.which: effect.corporation for effect in room.memory.today.effects}
    for delta, which in ((row.first, "first"), (row.last, "last")):
        if not delta:
            continue
        corporation = leaders.get(which, "")
        own = corporation in (row.corporation, "")
        yield _clause(room, f"own_{which}" if own else which, delta, corporation)
    if row.unexplained:
        yield _clause(room, "unknown", row.unexplained)


def _clause(room: Newsroom, cause: str, delta: int, corporation: str = "") -> Sentence:
    way = "" if cause in ("sabotage", "extraction") else "_up" if delta > 0 else "_down"
    stock = getattr(causes, f"CAUSE_{cause}{way}".upper())
    return room.writer.tell(stock, n=Count(abs(delta)), corp=Corp(corporation))


def held(room: Newsroom, slug: str) -> Sentence | None:
    """The player who owns most of it, if there is only one, or that nobody owns any. Once in an edition."""
    memory = room.memory
    key = ("held", str(memory.today.turn))
    if key in room.told:
        return None
    room.told.add(key)
    if found := memory.holder(slug):
        return room.writer.maybe(
            people.HOLDER, player=room.person(found[0]), corp=Corp(slug), owns=Count(found[1])
        )
    if not memory.owned.get(slug):
        return room.writer.maybe(people.HOLDER_NONE, corp=Corp(slug))
    return None
