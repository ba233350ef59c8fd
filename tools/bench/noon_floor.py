"""The floor of a whole noon: a bare loop that reads and writes each game's bytes in one transaction.

    python -m tools.bench.noon_floor URL PART PARTS

Run once per worker, each with its part of the games. Prints `ready`, begins at a line from its input, and
prints the seconds it took. No rules, no codec, no constraints but the keys: what a driver and the database
need at least. Long texts are compressed as those of the site are.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import psycopg

from tools import servers

SAMPLE = 300  # games whose written bytes are kept in memory, and written in turn
READ = """
CREATE SCHEMA floor;
CREATE TABLE floor.game (id bigint PRIMARY KEY, number int NOT NULL);
CREATE TABLE floor.row (
    game bigint NOT NULL, owner varchar(20) NOT NULL, number int NOT NULL,
    content text COMPRESSION lz4 NOT NULL
);
INSERT INTO floor.game SELECT game, 0 FROM floor_games;
INSERT INTO floor.row SELECT DISTINCT ON (d.game_id, d.owner) d.game_id, d.owner, 0, d.content
    FROM games_drawer d JOIN floor_games f ON f.game = d.game_id ORDER BY d.game_id, d.owner, d.number DESC;
INSERT INTO floor.row SELECT f.game, 'f' || o.player_id, 0, o.orders
    FROM games_orderform o JOIN floor_games f ON f.turn = o.turn_id;
CREATE UNIQUE INDEX newest ON floor.row (game, owner, number);
ANALYZE floor.row;
"""
# What the noon wrote, read after it: every text that a resolution keeps, row by row.
WRITTEN = """
SELECT r.game_id, r.forms || r.missing || r.draws FROM games_resolution r WHERE {of}
UNION ALL SELECT r.game_id, r.content FROM games_drawer r WHERE {of}
UNION ALL SELECT r.game_id, r.content FROM games_event r WHERE {of}
UNION ALL SELECT r.game_id, r.chapters::text FROM games_grant r WHERE {of}
UNION ALL SELECT t.game_id, t.window FROM games_turn t JOIN floor.game g ON g.id = t.game_id
    WHERE t.status = 'open' AND g.id IN (SELECT id FROM floor.game ORDER BY id LIMIT {sample})
"""
OF = (
    "(r.game_id, r.number) IN (SELECT g.id, games_game.number FROM floor.game g"
    " JOIN games_game ON games_game.id = g.id ORDER BY g.id LIMIT {sample})"
)


def prepare(connection: Any, games: str) -> None:
    """Keep what the noon is about to read; `games`: a query for game and open turn."""
    connection.execute(f"CREATE TEMP TABLE floor_games AS {games}")
    connection.execute(READ)


def written(connection: Any) -> list[list[str]]:
    """What the noon wrote for each game of a sample."""
    found: dict[int, list[str]] = {}
    for game, text in connection.execute(WRITTEN.format(of=OF, sample=SAMPLE).format(sample=SAMPLE)):
        found.setdefault(game, []).append(text)
    return list(found.values())


def run(url: str, part: int, parts: int) -> float:
    """One process' share of the noon; seconds."""
    with psycopg.connect(url, autocommit=True) as connection:
        games = connection.execute("SELECT id FROM floor.game WHERE id %% %s = %s", [parts, part]).fetchall()
        texts = [[(f"w{n}", text) for n, text in enumerate(each)] for each in written(connection)]
        cursor = connection.cursor()
        print("ready", flush=True)
        sys.stdin.readline()
        began = time.perf_counter()
        for nth, (game,) in enumerate(games):
            rows = [(game, owner, text) for owner, text in texts[nth % len(texts)]]
            cursor.execute("BEGIN")
            cursor.execute("UPDATE floor.game SET number = 1 WHERE id = %s", [game])
            cursor.execute("SELECT owner, content FROM floor.row WHERE game = %s AND number = 0", [game])
            cursor.fetchall()
            cursor.executemany("INSERT INTO floor.row VALUES (%s, %s, 1, %s)", rows)
            cursor.execute("COMMIT")
        return time.perf_counter() - began


def measure(url: str, parts: int) -> float:
    """Seconds until the last of `parts` processes has closed its share."""
    command = [sys.executable, "-m", "tools.bench.noon_floor", url]
    running = [
        subprocess.Popen(
            [*command, str(part), str(parts)], cwd=servers.ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for part in range(parts)
    ]  # fmt: skip
    for process in running:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    return max(float(process.communicate()[0]) for process in running)


if __name__ == "__main__":
    print(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
