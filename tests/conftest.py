"""What all tests share: real servers, started once and only if a test asks for them."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import gc
import os
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.middleware import csrf
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.safestring import SafeString
from whitenoise.middleware import WhiteNoiseMiddleware

from games.registry import all_skins
from tools import catalogues, servers

from . import chance, dummy, migrated

__all__ = ["dummy"]  # the smallest title: importing it makes it playable, in tests only

# Until all tests are collected nearly all that is made stays: there is nothing to be found.
gc.disable()

# Where it is set, each process that a test starts would compile the project again: a second each.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A token is drawn anew for each page, and of all letters and digits: once in a thousand runs it spells
# a word that a test must not find. Of capital consonants none is made, small or capital.
csrf.CSRF_ALLOWED_CHARS = "BCDFGHJKLMNPQRSTVWXZ"


def pytest_report_header() -> str | None:
    """What is not even collected, and what runs it."""
    if os.environ.get("NOON_TEST_DATABASE_URL", "").startswith("postgres"):
        return None
    return "tests/concurrency is left to tests/processes/test_races_on_postgres.py: it needs PostgreSQL"


def asks_for_pages(module: ModuleType, fixtures: Collection[str]) -> bool:
    """Whether a test asks the site for pages: it is given a client, or its module knows how to make one."""
    return "client" in fixtures or _makes_clients(module)


@functools.cache
def _makes_clients(module: ModuleType) -> bool:
    return any(
        known is Client or getattr(known, "__annotations__", {}).get("return") == "Client"
        for known in vars(module).values()
        if callable(known)
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what asks for pages, before a selection by marks is made."""
    if isinstance(item, pytest.Function) and asks_for_pages(item.module, item.fixturenames):
        item.add_marker(pytest.mark.pages)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The walks through the site in a browser come first, then modules with slow tests: where several
    workers share the tests, none is left with minutes of them in the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (not item.nodeid.startswith("tests/e2e/"), item.path not in slow))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Also in the process that only hands out tests to others."""
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Several hundred modules and seven thousand tests stay to the end: the garbage collector has not to look
    at them again and again, and may wait for more of what comes after them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


# Modules that look at the same games, which each worker plays once: they go to one of them.
TOGETHER = {
    "tests/battery/walks": (
        "battery/test_conserved", "battery/test_damaged_forms", "battery/test_data_page",
        "battery/test_draw_texts", "battery/test_drawers", "battery/test_rules", "battery/test_sent_twice",
        "battery/test_sentences",
    ),
    "tests/battery/kinds": (
        "battery/test_forms_in_parts", "battery/test_looked_at", "battery/test_order_form",
        "battery/test_rule_links",
    ),
    "tests/machtspiele/games": (
        "machtspiele/rules/test_bots", "machtspiele/rules/test_bound", "machtspiele/rules/test_damaged",
        "machtspiele/rules/test_properties", "machtspiele/texts/test_texts",
    ),
    "tests/controle/games": ("controle/rules/test_damaged", "controle/rules/test_properties"),
}  # fmt: skip
SCOPES = {f"tests/{module}.py": scope for scope, modules in TOGETHER.items() for module in modules}


def scope_of(module: str) -> str:
    """What goes to one worker as a whole: a module, several that look at the same games, or a walk through
    the site in a browser. Of those one looks at every page and form, one plays the titles of moves, one does
    all else."""
    if not module.startswith("tests/e2e/"):
        return SCOPES.get(module, module)
    name = module.removeprefix("tests/e2e/test_").removesuffix(".py")
    if name.startswith("every_"):
        return "tests/e2e/every"
    return "tests/e2e/titles" if name in (skin.rules.meta.key for skin in all_skins()) else "tests/e2e"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadscope` each worker takes whole modules. Those that walk through the site in a browser
    go to three of them, each of which starts a site of its own, while the others compute."""
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Modules(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(nodeid.partition("::")[0])

        def _reschedule(self, node: Any) -> None:
            """A worker is given more once it waits for it, before its last test: not one test earlier, when
            the last two may take minutes while others have nothing left to do."""
            if not self.workqueue or self._pending_of(self.assigned_work[node]) < 2:
                super()._reschedule(node)

    return Modules(config, log)


@contextlib.contextmanager
def skipped_where_not_installed() -> Iterator[None]:
    """What this machine cannot run is skipped in a sentence; where everything is required, it fails."""
    try:
        yield
    except servers.NotInstalled as what:
        (pytest.fail if os.environ.get("NOON_REQUIRE_ALL") else pytest.skip)(str(what))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    chance.DRAWS.begin(item.nodeid)
    with skipped_where_not_installed():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    with skipped_where_not_installed():
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_catalogues() -> None:
    """The French is read from compiled files, which a fresh clone does not have. Each worker of xdist puts
    whole files in the place of others, so that none reads half of one."""
    catalogues.compile_stale()


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_up_once() -> Iterator[None]:
    """Each test client builds the middleware anew, and WhiteNoise then reads the head of every static file:
    most of the time that a page took in a test. What it finds is kept for the next one that looks alike."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def once(self: WhiteNoiseMiddleware) -> None:
        key = (self.static_prefix, self.max_age, self.allow_all_origins, *settings.STATICFILES_DIRS)
        if key not in found:
            before = dict(self.files)
            look(self)
            found[key] = {url: file for url, file in self.files.items() if before.get(url) is not file}
        self.files.update(found[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(scope="session", autouse=True)
def pages_are_rendered_without_copies(django_test_environment: None) -> Iterator[None]:
    """Django's tests copy the context of each part of a page for whoever asks which templates were used:
    a sixth of a page's time. No test here asks; each reads what came back."""

    def rendered(self: Template, context: Context) -> SafeString:
        return self.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", rendered)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> Iterator[None]:
    """The tables in memory are made once, by their migrations, and copied by whoever needs them next: by the
    other workers, and by later runs until anything changes of which tables are made."""
    cache = getattr(request.config, "cache", None)  # -p no:cacheprovider
    with migrated.tables_are_copied(cache) if cache else contextlib.nullcontext():
        yield


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """What one test posted does not count against the next one's limits."""
    cache.clear()


class TimeOfATest:
    """The time that rates are counted by, from a test's first post on: no minute or hour ends between that
    and the next."""

    def __init__(self) -> None:
        self._began: float | None = None

    def time(self) -> float:
        now = time.time()
        if self._began is None:
            self._began = now
        return now - self._began


@pytest.fixture(autouse=True)
def no_hour_ends_between_two_posts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that counts posts does not depend on the moment it runs. One with a `clock` of its own says
    itself when time passes."""
    if "clock" not in request.fixturenames:
        monkeypatch.setattr("web.limits.time", TimeOfATest())


@pytest.fixture(autouse=True)
def english() -> None:
    """A language one test read its pages in is not the next one's."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a PostgreSQL cluster where databases may be created."""
    with servers.postgres() as url:
        yield url


@pytest.fixture
def redis_url() -> Iterator[str]:
    """The address of an empty Redis."""
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium."""
    return servers.chromium()


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a site on SQLite that was prepared and never started, to be copied: one for all workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder, done = shared / "prepared", shared / "prepared.done"
    with (shared / "prepared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            servers.Site(folder).manage("prepare")
            done.touch()
    return folder


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[servers.Site]:
    """The site as `make play` starts it: web, worker and beat on the embedded default."""
    with servers.site(tmp_path_factory.mktemp("site"), copy_of=prepared) as site:
        site.start()
        site.wait()
        yield site
