"""The lists of games, and what a card shows of each. A list is read from an index: the newest games are
found without reading the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from ..rows import Statement, among, listed

_CARD = """g.id, g.public_id, g.title, g.name, g.creator_id, g.stage, g.ended, g.is_public, g.is_rehearsal,
g.max_players, g.created_at, g.starts_on, g.hour, g.zone, g.days, g.dates_out, g.paused, g.idle_since,
g.bots_play, g.headline"""
_HAS_ROOM = "(SELECT COUNT(*) FROM games_player p WHERE p.game_id = g.id) < g.max_players"
# Compared with TRUE and FALSE: with a bare `is_public` SQLite would not use the index.
_PUBLIC = """
SELECT {card} FROM games_game g
WHERE g.stage = '{stage}' AND g.is_public = TRUE AND g.is_rehearsal = FALSE AND {only}
AND (g.creator_id IS NULL OR g.creator_id <> %s)
AND NOT EXISTS (SELECT 1 FROM games_player p WHERE p.game_id = g.id AND p.user_id = %s)
ORDER BY g.{by} DESC, g.id DESC LIMIT %s OFFSET %s
"""
_LISTS = {
    "open": _PUBLIC.format(card=_CARD, stage="gathering", by="created_at", only=_HAS_ROOM),
    "running": _PUBLIC.format(card=_CARD, stage="running", by="started_at", only="TRUE"),
    "finished": _PUBLIC.format(card=_CARD, stage="finished", by="finished_at", only="TRUE"),
}
PUBLIC_LISTS = tuple(_LISTS)


def own_games(user_id: int, cancelled_since: datetime, limit: int, offset: int) -> Statement:
    """The games a user plays in or created, as `Game` with the columns of a card, and `unread`, the messages
    that the user has not read: running ones by their next noon; gathering; finished, and those that were
    cancelled since a moment."""
    return Statement(
        f"""
SELECT {_CARD}, (SELECT o.unread FROM games_player o WHERE o.game_id = g.id AND o.user_id = %s) AS unread
FROM games_game g
WHERE g.id IN (
    SELECT game_id FROM games_player WHERE user_id = %s UNION SELECT id FROM games_game WHERE creator_id = %s
) AND (g.stage <> 'cancelled' OR g.finished_at IS NULL OR g.finished_at >= %s)
ORDER BY CASE g.stage WHEN 'running' THEN 0 WHEN 'gathering' THEN 1 ELSE 2 END, (
    SELECT MIN(t.deadline) FROM games_turn t WHERE t.game_id = g.id AND t.status = 'open'
) NULLS LAST, g.created_at DESC, g.id DESC LIMIT %s OFFSET %s
""",
        (user_id, user_id, user_id, cancelled_since, limit, offset),
    )


def public_games(which: str, user_id: int, limit: int, offset: int) -> Statement:
    """A list of `PUBLIC_LISTS`, without the games of a user, the newest first, as `Game` with the columns
    of a card. Raises KeyError for an unknown list."""
    return Statement(_LISTS[which], (user_id, user_id, limit, offset))


def public_lists(user_id: int, limits: Mapping[str, int]) -> Statement:
    """The beginning of each of `PUBLIC_LISTS`, as `public_games`, each row with its list as `which`."""
    return Statement(
        " UNION ALL ".join(
            f"SELECT '{which}' AS which, {which}_games.* FROM ({sql}) {which}_games"
            for which, sql in _LISTS.items()
        ),
        [value for which in _LISTS for value in (user_id, user_id, limits[which], 0)],
    )


def places_offered(user_id: int, titles: Collection[str], limit: int) -> Statement:
    """The places of running public games of some titles that somebody may take over, but not of games which
    a user ever had a seat in or runs: as `Game`, with the seat as `place_name`, `place_number`,
    `place_offer`, `place_is_bot`, `place_is_held`, by game and number. The number of titles is in the
    text. CROSS JOIN and the signs of the order: SQLite then begins with the few places that are offered, not
    with all running games or all seats in their order."""
    return Statement(
        f"""
SELECT g.id, g.public_id, g.title, g.zone, g.chapter, g.headline,
    p.name AS place_name, p.number AS place_number, p.offer AS place_offer, p.is_bot AS place_is_bot,
    p.user_id IS NOT NULL AS place_is_held
FROM games_player p CROSS JOIN games_game g
WHERE p.offer > '' AND g.id = p.game_id
    AND g.stage = 'running' AND g.is_public = TRUE AND g.paused = FALSE
    AND g.title IN ({", ".join(["%s"] * len(titles))})
    AND NOT EXISTS (
        SELECT 1 FROM games_sitting s WHERE s.game_id = g.id AND s.user_id = %s AND s.player_id IS NOT NULL
    )
    AND NOT EXISTS (SELECT 1 FROM games_mastership m WHERE m.game_id = g.id AND m.user_id = %s)
ORDER BY +p.game_id, +p.number LIMIT %s
""",
        (*titles, user_id, user_id, limit),
    )


def seats(games: Iterable[int]) -> Statement:
    """The seats of games in order: game's id, number, user's id, name, rank, score."""
    return Statement(
        f"""
SELECT p.game_id, p.number, p.user_id, p.name, s.rank, s.score
FROM games_player p LEFT JOIN games_standing s ON s.player_id = p.id
WHERE {among("p.game_id")} ORDER BY p.game_id, p.number
""",
        (listed(games),),
    )


def asked_turns(games: Iterable[int]) -> Statement:
    """The open and stuck turns of games, the main ones first, as `Turn`."""
    return Statement(
        f"""
SELECT * FROM games_turn WHERE status IN ('open', 'stuck') AND {among("game_id")} ORDER BY position
""",
        (listed(games),),
    )


def own_forms(user_id: int, turns: Iterable[int]) -> Statement:
    """The forms that count, written by a user in seats the user still has, for some turns, as `OrderForm`."""
    return Statement(
        f"""
SELECT f.* FROM games_orderform f JOIN games_player p ON p.id = f.player_id
WHERE p.user_id = %s AND f.author_id = p.user_id AND NOT f.set_aside AND {among("f.turn_id")}
""",
        (user_id, listed(turns)),
    )


def games(ids: Iterable[int]) -> Statement:
    """Some games, as `Game`."""
    return Statement(f"SELECT * FROM games_game WHERE {among('id')}", (listed(ids),))


def unread_notices(user_id: int, until: datetime, limit: int) -> Statement:
    """A user's notices up to a moment that are not dismissed, newest first, as `Notice`."""
    return Statement(
        """
SELECT * FROM games_notice WHERE user_id = %s AND read_at IS NULL AND created_at <= %s
ORDER BY created_at DESC, id DESC LIMIT %s
""",
        (user_id, until, limit),
    )
