"""The suite itself: it runs in a fresh clone, on two cores too, and names each test that it skips."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from accounts.models import User
from games.services import resolving
from tests import conftest, migrated
from tools import catalogues
from tools.servers import ROOT

# A clone has no bytecode either, but what Python keeps of the same files is the same anywhere.
NOT_IN_A_CLONE = shutil.ignore_patterns(".git", ".venv", "*.mo", "var", "build", ".*_cache")
SKIPPED = (
    "SKIPPED tests/test_hosting_files.py::test_systemd_takes_the_units - Skipped: systemd is not installed"
)


@pytest.mark.slow
def test_a_fresh_clone_is_green_on_two_cores_and_says_which_test_it_skips(tmp_path: Path) -> None:
    """French pages without `make`, by workers that compile the catalogues at the same moment; no program on
    the path, so that one of the tests has to be skipped."""
    clone = tmp_path / "noon"
    shutil.copytree(ROOT, clone, ignore=NOT_IN_A_CLONE)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "NOON_REQUIRE_ALL"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "--dist", "load",
         "tests/games/test_status.py", "tests/test_hosting_files.py",
         "-k", "both_languages or systemd_takes"],
        cwd=clone, env={**env, "PATH": "/nowhere"}, capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed, 1 skipped" in done.stdout
    assert SKIPPED in done.stdout.splitlines()
    assert "tests/concurrency is left to tests/processes/test_races_on_postgres.py" in done.stdout
    assert len(list(clone.glob("locale/*/LC_MESSAGES/*.mo"))) == len(catalogues.CATALOGUES)


def client_of(user: object) -> Client:
    """What a module may have that asks for pages."""
    return Client()


@pytest.mark.parametrize(
    ("known", "fixtures", "asks"),
    [
        ({"Client": Client}, [], True),
        ({"client_of": client_of}, [], True),
        ({}, ["client"], True),
        ({"User": User, "re": re, "resolve": resolving.resolve_turn}, ["db"], False),
    ],
)
def test_a_test_that_asks_for_pages_is_found(
    known: dict[str, object], fixtures: list[str], asks: bool
) -> None:
    module = ModuleType("tests.made_up")
    vars(module).update(known)
    assert conftest.asks_for_pages(module, fixtures) is asks


def test_a_catalogue_is_compiled_again_once_its_texts_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    compiled, head = (
        source.with_suffix(".mo"),
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n',
    )
    monkeypatch.setattr(catalogues, "CATALOGUES", [source])
    for number, word in enumerate(("tour", "manche")):
        source.write_text(f'{head}msgid "turn"\nmsgstr "{word}"\n')
        os.utime(source, (2_000_000_000 + number, 2_000_000_000 + number))
        catalogues.compile_stale()
        assert word.encode() in compiled.read_bytes()
        os.utime(compiled, (2_000_000_000 + number + 0.5, 2_000_000_000 + number + 0.5))
    compiled.write_bytes(b"as it was")
    os.utime(compiled, (2_000_000_009, 2_000_000_009))
    catalogues.compile_stale()
    assert compiled.read_bytes() == b"as it was", "what is up to date is left alone"


def test_copied_tables_are_those_of_every_migration(db: None) -> None:
    executor = MigrationExecutor(connection)
    assert not executor.migration_plan(executor.loader.graph.leaf_nodes())


@pytest.mark.parametrize(
    "changed", ["games/migrations/0001_initial.py", "games/models/rows.py", "requirements.txt"]
)
def test_tables_are_not_copied_once_their_source_has_changed(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    source = tmp_path / changed
    source.parent.mkdir(parents=True, exist_ok=True)
    found = [migrated.fingerprint()]
    for text in ("a table", "another table"):
        source.write_text(text)
        found.append(migrated.fingerprint())
    assert len(set(found)) == 3


def test_each_test_that_commits_for_good_says_why() -> None:
    """Emptying the tables afterwards costs more than most tests."""
    found, silent = 0, []
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        lines = file.read_text(encoding="utf-8").splitlines()
        for before, line in zip(["", *lines], lines, strict=False):
            if re.search(r"django_db\(.*transaction=True", line):
                found += 1
                if "  # " not in line and not before.startswith("# "):
                    silent.append(f"{file.relative_to(ROOT)}: {line}")
    assert found, "the pattern finds none"
    assert not silent, silent


def test_modules_that_look_at_the_same_games_are_there_and_go_to_one_worker() -> None:
    assert not [module for module in conftest.SCOPES if not (ROOT / module).exists()]
    rules, sentences = "tests/battery/test_rules.py", "tests/battery/test_sentences.py"
    assert conftest.scope_of(rules) == conftest.scope_of(sentences) != conftest.scope_of("tests/test_ids.py")
    walks = {conftest.scope_of(f"tests/e2e/{path.name}") for path in (ROOT / "tests/e2e").glob("test_*.py")}
    assert len(walks) == 3


class Worker:
    """What the scheduler asks of a worker; it keeps what it was given."""

    def __init__(self, name: str) -> None:
        self.gateway, self.shutting_down, self.given = SimpleNamespace(id=name), False, list[int]()

    def send_runtest_some(self, tests: list[int]) -> None:
        self.given += tests

    def shutdown(self) -> None:
        self.shutting_down = True


def test_no_worker_is_given_a_module_while_two_tests_are_left_to_it() -> None:
    """They may take minutes, and another worker may have nothing to do."""
    values = {"dist": "loadscope", "tx": ["popen", "popen"]}
    config: Any = SimpleNamespace(getvalue=values.get, option=SimpleNamespace(loadscopereorder=False))
    found = conftest.pytest_xdist_make_scheduler(config, None)
    workers, tests = [Worker("a"), Worker("b")], [f"tests/{m}.py::test_{n}" for m in "xyz" for n in range(3)]
    for worker in workers:
        found.add_node(worker)
        found.add_node_collection(worker, tests)
    found.schedule()
    assert [worker.given for worker in workers] == [[0, 1, 2], [3, 4, 5]]
    found.mark_test_complete(workers[0], 0)
    assert workers[0].given == [0, 1, 2]
    found.mark_test_complete(workers[0], 1)
    assert workers[0].given == [0, 1, 2, 6, 7, 8]
    found.mark_test_complete(workers[1], 3)
    assert workers[1].shutting_down
