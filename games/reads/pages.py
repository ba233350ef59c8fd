"""What every page of a game begins with, and what one reader sees of it."""

from __future__ import annotations

from ..models import Game, Player, Resolution, Turn
from ..rows import Statement, columns


def game_and_seat(user_id: int, public_id: str) -> Statement:
    """Whether a user is named master of the game with this public id, all columns of the game, and those
    of the user's seat, all None without one."""
    return Statement(
        f"""
SELECT EXISTS (SELECT 1 FROM games_mastership m WHERE m.game_id = g.id AND m.user_id = %s),
    {columns(Game, "g")}, {columns(Player, "p")}
FROM games_game g LEFT JOIN games_player p ON p.game_id = g.id AND p.user_id = %s WHERE g.public_id = %s
""",
        (user_id, user_id, public_id),
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
