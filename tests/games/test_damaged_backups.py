"""A backup that is damaged, cut short, of another release or no backup at all changes nothing, and is told
so in a sentence."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.contract import Order
from games.management.commands.serve import OURS
from games.services import backup
from games.services.backup import BackupRefused, backup_restore, backup_write
from games.services.order_forms import order_form_save
from tests.builder import open_turn, running_game, seat

# A backup is read in a transaction of its own, and put back only where none is open.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
FLIPS = 60
Lines = list[Any]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A backup of a site with a game and a form."""
    game = running_game()
    order_form_save(
        player=seat(game, 1), turn_name=open_turn(game).name, revision=0,
        orders=(Order("say", {"number": 4711}),),
    )  # fmt: skip
    path = tmp_path / "noon.jsonl.gz"
    backup_write(path)
    return path


def lines_of(path: Path) -> Lines:
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def written(path: Path, lines: Lines) -> Path:
    with gzip.open(path, "wt") as file:
        file.writelines(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    return path


def site_now(tmp_path: Path) -> Lines:
    path = tmp_path / "now.gz"
    path.unlink(missing_ok=True)
    backup_write(path)
    return lines_of(path)


def table(lines: Lines, label: str) -> int:
    """Where a table's first row stands."""
    return (
        next(n for n, line in enumerate(lines) if isinstance(line, dict) and line.get("model") == label) + 1
    )


def change(label: str, of: Callable[[Lines, int], Any]) -> Callable[[Lines], Any]:
    return lambda lines: of(lines, table(lines, label))


def other_release(lines: Lines) -> None:
    lines[0]["migrations"].append(["games", "0999_later"])


def row_of_nobody(lines: Lines, at: int) -> None:
    """A form of a turn that is not there: found only as the transaction ends."""
    column = lines[at - 1]["columns"].index("turn_id")
    lines[at][column] = 999_999


DAMAGES: dict[str, Callable[[Lines], Any]] = {
    "other release": other_release,
    "no head": lambda lines: lines.pop(0),
    "head without migrations": lambda lines: lines[0].pop("migrations"),
    "cut short": lambda lines: lines.__delitem__(slice(-20, None)),
    "a row lost": change("games.Turn", lambda lines, at: lines.pop(at)),
    "a row twice": change("games.Turn", lambda lines, at: lines.insert(at, lines[at])),
    "a cell lost": change("games.Turn", lambda lines, at: lines[at].pop()),
    "a cell of another kind": change("games.Game", lambda lines, at: lines[at].__setitem__(0, {"a": 1})),
    "an unknown table": change("games.Game", lambda lines, at: lines[at - 1].update(model="games.Nothing")),
    "an unknown column": change("games.Game", lambda lines, at: lines[at - 1]["columns"].__setitem__(0, "x")),
    "a row of nobody": change("games.OrderForm", row_of_nobody),
    "rows before any table": lambda lines: lines.insert(1, [1, 2]),
    "rows after the last": lambda lines: lines.append([1, 2]),
    "no JSON": lambda lines: lines.insert(5, "hello\n"),
    "a number alone": lambda lines: lines.insert(5, 7),
    "nothing": lambda lines: lines.clear(),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_changes_nothing_and_is_refused_in_a_sentence(kept, tmp_path, damage):
    lines, before = lines_of(kept), site_now(tmp_path)
    DAMAGES[damage](lines)
    with pytest.raises(BackupRefused, match=r"^Nothing restored: .*\.$"):
        backup_restore(written(tmp_path / "bad.gz", lines), replace=True)
    assert site_now(tmp_path) == before


def test_a_byte_that_has_changed_is_found_wherever_it_stands(kept, tmp_path):
    """But in gzip's own head, which holds nothing of ours, and where another bit says the same: the last
    byte before the sum is filled up with some that say nothing."""
    content, before, bad = kept.read_bytes(), site_now(tmp_path), tmp_path / "bad.gz"
    chance = random.Random(4711)
    head = 10 + len(kept.name)
    places = [*(chance.randrange(head + 20, len(content) - 8) for _ in range(FLIPS)), len(content) - 6]
    for place in places:
        flipped = bytearray(content)
        flipped[place] ^= 1 << chance.randrange(8)
        with suppress(OSError, EOFError, zlib.error):
            if gzip.decompress(flipped) == gzip.decompress(content):
                continue
        bad.write_bytes(flipped)
        with pytest.raises(BackupRefused, match="Nothing restored"):
            backup_restore(bad, replace=True)
    for cut in (0, 5, len(content) // 2, len(content) - 4):
        bad.write_bytes(content[:cut])
        with pytest.raises(BackupRefused, match="Nothing restored"):
            backup_restore(bad, replace=True)
    assert site_now(tmp_path) == before


def test_a_backup_names_the_migrations_that_were_replaced_and_so_fits_one_from_before(kept):
    told = {tuple(row) for row in lines_of(kept)[0]["migrations"]}
    replacing = MigrationLoader(connection).replacements
    assert {app for app, _name in replacing} >= OURS
    assert not told & replacing.keys()
    assert all(told >= set(each.replaces) for each in replacing.values())


def test_a_file_that_is_not_there_or_no_gzip(tmp_path):
    (tmp_path / "text").write_text("hello")
    for name in ("nowhere", "text", "."):
        with pytest.raises(BackupRefused, match="Nothing restored"):
            backup_restore(tmp_path / name)


def test_nobody_else_reads_the_file_nor_what_becomes_of_it(kept, tmp_path, monkeypatch):
    assert kept.stat().st_mode & 0o777 == 0o600
    seen = []

    def breaks(*_args: Any) -> Any:
        seen.extend(path.stat().st_mode & 0o777 for path in tmp_path.glob(".again*"))
        raise RuntimeError

    monkeypatch.setattr("games.services.backup._lines", breaks)
    with pytest.raises(RuntimeError):
        backup_write(tmp_path / "again.gz")
    assert seen == [0o600]
    assert not list(tmp_path.glob("*again*")) and not list(tmp_path.glob(".again*"))


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(BackupRefused, match="is no folder"):
        backup_write(tmp_path / "nowhere" / "noon.gz")


def test_a_database_without_tables_is_told_apart_from_another_release(kept, monkeypatch):
    monkeypatch.setattr(backup, "applied", list)
    with pytest.raises(BackupRefused, match=r"no tables yet. Run `manage.py migrate`"):
        backup_restore(kept)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_file_is_named_whole_wherever_the_command_was_started(command, monkeypatch, tmp_path):
    """`noon` goes to the folder of the code: a name without a folder meant one beside the operator."""
    (tmp_path / "closed").mkdir()
    monkeypatch.chdir(tmp_path / "closed")
    monkeypatch.setattr(backup.os, "access", lambda *args: False)
    with pytest.raises(CommandError, match=str(tmp_path / "closed")):
        call_command(command, "mine.jsonl.gz")
