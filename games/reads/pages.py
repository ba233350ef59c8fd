"""Statements for the pages of a game: what every page begins with, and what one reader sees."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from ..models import GUIDE, Game, Player, Resolution, Turn, Vacation
from ..rows import Statement, columns

# The seat of a user, or the seat for which they are deputy at a moment. Nobody is both: a player cannot be
# deputy in the same game.
_SEAT = """
LEFT JOIN (
    SELECT d.game_id, d.reads_talk, v.user_id, v.last FROM games_deputy d
        JOIN games_vacation v ON v.id = d.vacation_id
    WHERE d.user_id = %s AND d.accepted_at IS NOT NULL AND d.over_at IS NULL
        AND v.ended_at IS NULL AND v.begins_at <= %s AND v.ends_at > %s AND NOT EXISTS (
            SELECT 1 FROM games_player o WHERE o.game_id = d.game_id AND o.user_id = d.user_id
        )
) d ON d.game_id = g.id AND g.stage = 'running'
LEFT JOIN games_player p ON p.game_id = g.id AND p.user_id = COALESCE(d.user_id, %s)
"""


def _seat(user_id: int, deputy_at: datetime | None) -> tuple[Any, ...]:
    """The values of `_SEAT`. `deputy_at`: None for a user's own seat alone."""
    at = Vacation._meta.get_field("ends_at").get_db_prep_value(deputy_at or timezone.now(), connection)
    return user_id if deputy_at is not None else 0, at, at, user_id


def game_and_seat(user_id: int, public_id: str, deputy_at: datetime | None) -> Statement:
    """Whether a user is named master of the game with this public id; if they are deputy at `deputy_at`,
    whether with the right to read what is said, and until which day, both None for anybody else; all columns
    of the game, and those of the seat of the user or of whom they stand for, all None without one.
    `deputy_at`: None ignores deputies."""
    return Statement(
        f"""
SELECT EXISTS (SELECT 1 FROM games_mastership m WHERE m.game_id = g.id AND m.user_id = %s),
    d.reads_talk, d.last, {columns(Game, "g")}, {columns(Player, "p")}
FROM games_game g {_SEAT} WHERE g.public_id = %s
""",
        (user_id, *_seat(user_id, deputy_at), public_id),
    )


def game_of_lost_seat(user_id: int, public_id: str, since_the_start: bool) -> Statement:
    """All columns of the game with this public id if the user had a seat in it and lost it; no row otherwise.
    `since_the_start`: only if that was in the running game."""
    seat = "AND s.player_id IS NOT NULL" if since_the_start else ""
    return Statement(
        f"""
SELECT {columns(Game, "g")} FROM games_game g JOIN games_sitting s ON s.game_id = g.id
WHERE g.public_id = %s AND s.user_id = %s AND s.until IS NOT NULL {seat} LIMIT 1
""",
        (public_id, user_id),
    )


def game_seat_and_turns(user_id: int, public_id: str, deputy_at: datetime | None) -> Statement:
    """`game_and_seat` with all columns of the open and stuck turns: a row for each, the main one first; one
    row whose turn is all None without any."""
    return _with_turns(user_id, public_id, deputy_at, "")


def game_turns_and_moves(user_id: int, public_id: str, deputy_at: datetime | None) -> Statement:
    """`game_seat_and_turns`, then what a page that shows each move displays: text and schema of the newest
    public drawer and of that of the user's seat, and two sums of `1 << number` over the seats with a form
    for the turn that is not set aside: all of them, and those that were declared complete. All six None
    but for the turn at the first position."""
    newest = "FROM games_drawer d WHERE d.game_id = g.id AND d.owner = {} ORDER BY d.number DESC LIMIT 1"
    whole, own = newest.format("'public'"), newest.format("'p' || p.number")
    forms = """SELECT SUM(1 << s.number) FROM games_orderform f JOIN games_player s ON s.id = f.player_id
        WHERE f.turn_id = t.id AND NOT f.set_aside"""
    values = [f"SELECT d.content {whole}", f"SELECT d.schema {whole}", f"SELECT d.content {own}",
              f"SELECT d.schema {own}", forms, f"{forms} AND f.ready"]  # fmt: skip
    found = (f"CASE WHEN t.position = 0 THEN ({value}) END" for value in values)
    return _with_turns(user_id, public_id, deputy_at, "".join(f", {value}" for value in found))


def _with_turns(user_id: int, public_id: str, deputy_at: datetime | None, more: str) -> Statement:
    return Statement(
        f"""
SELECT EXISTS (SELECT 1 FROM games_mastership m WHERE m.game_id = g.id AND m.user_id = %s),
    d.reads_talk, d.last, {columns(Game, "g")}, {columns(Player, "p")}, {columns(Turn, "t")}{more}
FROM games_game g {_SEAT}
LEFT JOIN games_turn t ON t.game_id = g.id AND t.status IN (%s, %s)
WHERE g.public_id = %s ORDER BY t.position
""",
        (user_id, *_seat(user_id, deputy_at), *Turn.ASKED, public_id),
    )


def newest_drawers(game_id: int, owner: str) -> Statement:
    """The newest public drawer of a game and the newest one of `owner`, as `Drawer`."""
    return Statement(
        """
SELECT d.* FROM games_drawer d JOIN (
    SELECT owner, MAX(number) AS number FROM games_drawer
    WHERE game_id = %s AND owner IN ('public', %s) GROUP BY owner
) newest ON d.owner = newest.owner AND d.number = newest.number
WHERE d.game_id = %s
""",
        (game_id, owner, game_id),
    )


def seats(game_id: int) -> Statement:
    """What pages show of the seats of a game, in the order of joining, as `Player` with a `picture_key`."""
    return Statement(
        """
SELECT p.id, p.game_id, p.number, p.user_id, p.name, p.is_bot, c.key AS picture_key
FROM games_player p LEFT JOIN accounts_picture c ON c.id = p.picture_id WHERE p.game_id = %s ORDER BY p.number
""",
        (game_id,),
    )


def asked_turns(game_id: int) -> Statement:
    """The open and stuck turns of a game, the main one first, as `Turn`."""
    return Statement(
        "SELECT * FROM games_turn WHERE game_id = %s AND status IN (%s, %s) ORDER BY position",
        (game_id, *Turn.ASKED),
    )


def own_forms(player_id: int, author_id: int | None, game_id: int) -> Statement:
    """The forms that a user wrote in a seat for open and stuck turns, as `OrderForm`."""
    return Statement(
        """
SELECT f.* FROM games_orderform f JOIN games_turn t ON t.id = f.turn_id
WHERE f.player_id = %s AND f.author_id = %s AND t.game_id = %s AND t.status IN (%s, %s)
""",
        (player_id, author_id, game_id, *Turn.ASKED),
    )


def resolved_chapters(game_id: int, latest: int) -> Statement:
    """The resolutions of a game up to a chapter, oldest first, as `Resolution` with chapter and moment."""
    return Statement(
        """
SELECT r.id, r.chapter, r.at FROM games_resolution r JOIN games_turn t ON t.id = r.turn_id
WHERE r.game_id = %s AND r.chapter <= %s AND t.status <> %s ORDER BY r.number
""",
        (game_id, latest, Turn.Status.UNDONE),
    )


def events(game_id: int, chapter: int, since: int, reader: str) -> Statement:
    """The public events and those of one reader, of a chapter and of all from `since` on, oldest first, as
    `ReaderEvents`."""
    return Statement(
        """
SELECT * FROM games_event
WHERE game_id = %s AND (chapter = %s OR chapter >= %s) AND reader IN ('public', %s)
ORDER BY number
""",
        (game_id, chapter, since, reader),
    )


def events_so_far(game_id: int, chapter: int, reader: str) -> Statement:
    """The public events of all chapters up to one, and those of one reader in that chapter alone, oldest
    first, as `ReaderEvents`."""
    return Statement(
        """
SELECT * FROM games_event
WHERE game_id = %s AND chapter <= %s AND reader IN ('public', %s) AND (reader = 'public' OR chapter = %s)
ORDER BY number
""",
        (game_id, chapter, reader, chapter),
    )


def last_act(game_id: int, pid: str, since: int) -> Statement:
    """The newest act of a player in the chapters from `since` on: its forms, and the window and the
    commitment of its turn. None, or one row."""
    return Statement(
        """
SELECT r.forms, t."window", t.commitment FROM games_resolution r JOIN games_turn t ON t.id = r.turn_id
WHERE r.game_id = %s AND r.cause = %s AND r.chapter >= %s AND r.forms LIKE %s AND t.status <> %s
ORDER BY r.number DESC LIMIT 1
""",
        (game_id, Resolution.Cause.ACT, since, f'{{"{pid}":%', Turn.Status.UNDONE),
    )


def answered(turn_id: int, complete: bool) -> Statement:
    """The numbers of the seats with a form for a turn that is not set aside; `complete`: and was declared
    complete."""
    only = "AND f.ready" if complete else ""
    return Statement(
        f"""
SELECT p.number FROM games_orderform f JOIN games_player p ON p.id = f.player_id
WHERE f.turn_id = %s AND NOT f.set_aside {only}
""",
        (turn_id,),
    )


def guide_dismissed(user_id: int) -> Statement:
    """A row if a user has dismissed the guide of a first turn in any game."""
    if connection.vendor == "postgresql":
        dismissed, key = "seen ? %s", GUIDE
    else:
        dismissed, key = "JSON_TYPE(seen, %s) IS NOT NULL", f"$.{GUIDE}"
    return Statement(
        f"SELECT 1 FROM games_player WHERE user_id = %s AND {dismissed} LIMIT 1",
        (user_id, key),
    )
