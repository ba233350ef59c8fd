"""Two hundred people play while a noon runs: real web, workers and beat, real sessions and tokens.

    python -m tools.bench mixed [--players 200] [--games 1000] [--think 4 10] [--only hosted] [--write]

At one full minute many games have their noon (the herd); at the next, those of the players (the crowd). The
players read pages and save orders from before the first until after the second. No response may be an error;
every save is either confirmed by a receipt and counted, or refused with the typed values. Runs once on
PostgreSQL and Redis with two workers, and once, smaller, on the embedded default.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from tools import servers
from tools.servers import Site

from . import report
from .load import family
from .people import Done, Person

STAGE = ("-m", "tools.bench.mixed_stage")
AFTER = 20  # seconds for which players go on after their own noon
EARLY = 15  # the least seconds for which they play before the first noon


@dataclass(frozen=True, slots=True)
class Setting:
    """The site under load: `hosted` on PostgreSQL and Redis, or the embedded default."""

    hosted: bool
    players: int
    games: int
    think: tuple[float, float]

    @property
    def name(self) -> str:
        return "PostgreSQL and Redis, two workers" if self.hosted else "The embedded default"


@contextlib.contextmanager
def site_of(setting: Setting) -> Iterator[Site]:
    """A running site on a database of its own, started as an operator would."""
    with tempfile.TemporaryDirectory(prefix="noon-mixed-") as folder, contextlib.ExitStack() as stack:
        env = {"LOG_LEVEL": "INFO"}
        if setting.hosted:
            cluster = stack.enter_context(servers.postgres(durable=True))
            env |= {
                "DATABASE_URL": stack.enter_context(servers.database(cluster)),
                "REDIS_URL": stack.enter_context(servers.redis()),
                "SECRET_KEY": "x" * 50,
            }
        site = stack.enter_context(servers.site(Path(folder) / "data", env))
        site.manage("collectstatic", "--no-input", "-v0")
        yield site


class Waiting(TypedDict):
    """The number of unresolved turns of the herd and of the crowd, and of stuck turns."""

    herd: int
    crowd: int
    stuck: int


class Form(TypedDict):
    """A form that was used at a noon."""

    orders: list[dict[str, dict[str, str]]]
    fingerprint: str


class Verdict(TypedDict):
    """The herd's number of games and the delay of the last one in seconds; the crowd's forms by game and
    player."""

    games: int
    late: float
    forms: dict[str, dict[str, Form]]


def start(site: Site, setting: Setting) -> None:
    if not setting.hosted:
        site.start()
    else:
        for role in ("web", "worker", "worker", "beat"):
            site.start("--only", role, log=f"{role}{len(site.running)}")
    site.wait(180)


def run(setting: Setting) -> list[str]:
    with site_of(setting) as site:
        given = json.loads(site.python(*STAGE, "make", str(setting.games), str(setting.players)))
        people = [
            Person(site.url, **one, chance=random.Random(number), think=setting.think)
            for number, one in enumerate(given)
        ]
        start(site, setting)
        first = -(-(time.time() + EARLY) // 60) * 60  # full minutes, when beat runs
        second = first + 60
        site.python(*STAGE, "due", str(first), "herd")
        site.python(*STAGE, "due", str(second), "crowd")
        threads = [threading.Thread(target=one.play, args=(second + AFTER,)) for one in people]
        for thread in threads:
            thread.start()
        spent = [(time.time(), web_seconds(site))]
        while time.time() < second + AFTER - 1:
            time.sleep(1)
            spent.append((time.time(), web_seconds(site)))
        for thread in threads:
            thread.join()
        wait_for_noon(site)
        site.stop()
        verdict: Verdict = json.loads(site.python(*STAGE, "verdict"))
        logs = "\n".join(path.read_text(errors="replace") for path in site.folder.glob("*.log"))
    return lines(setting, people, verdict, first, second, logs, spent)


def web_seconds(site: Site) -> float:
    """The processor time of the web processes so far, if web is a process of its own."""
    return family(site.running[0].pid)


def share(spent: list[tuple[float, float]], since: float, until: float) -> tuple[float, float]:
    """The processor seconds of web between two moments, and the seconds between the samples."""
    among = [one for one in spent if since <= one[0] < until]
    return (among[-1][1] - among[0][1], among[-1][0] - among[0][0]) if len(among) > 1 else (0.0, 0.0)


def wait_for_noon(site: Site) -> None:
    """Wait until both noons are over. Raises AssertionError if a game is not resolved."""
    last = Waiting(herd=0, crowd=0, stuck=0)

    def over() -> bool:
        last.update(json.loads(site.python(*STAGE, "state")))
        return not last["herd"] and not last["crowd"]

    servers.wait_until(over, 240, f"both noons: {last}")
    assert not last["stuck"], last


def lost(people: list[Person], verdict: Verdict) -> list[str]:
    """Each receipt whose form was not used at noon, and each form that was used without a receipt."""
    found = []
    for one in people:
        forms = verdict["forms"].get(one.game)
        if forms is None:
            found.append(f"{one.game} had no noon")
            continue
        form = forms.get(one.pid)
        votes = [(o["data"]["up"], o["data"]["down"]) for o in form["orders"]] if form else []
        if votes != ([one.saved] if one.saved else []):
            found.append(f"{one.game} {one.pid}: saved {one.saved}, counted {votes}")
        elif form and one.fingerprint and form["fingerprint"].lower() != one.fingerprint:
            found.append(f"{one.game} {one.pid}: another fingerprint")
    return found


def lines(
    setting: Setting,
    people: list[Person],
    verdict: Verdict,
    first: float,
    second: float,
    logs: str,
    spent: list[tuple[float, float]],
) -> list[str]:
    done = [one for person in people for one in person.done]
    wrong = Counter(f"{one.what}: {one.wrong}" for one in done if one.wrong)
    missed = lost(people, verdict)
    over = first + verdict["late"]
    shouted = sum(" ERROR " in line for line in logs.splitlines())
    span = max(one.began for one in done) - min(one.began for one in done)
    receipts, refused = sum(one.receipts for one in people), sum(one.refused for one in people)
    fingerprints = sum(bool(one.fingerprint) for one in people)
    out = [
        f"### {setting.name}", "",
        f"{len(people)} players, {len(done):,} requests in {span:.0f} s ({len(done) / span:.0f} a second), "
        f"while {verdict['games']:,} games had their noon in {verdict['late']:.1f} s. {receipts:,} saves "
        f"receipted, {refused} refused with their text; the last receipt of every player was compared with "
        f"what their noon counted ({fingerprints} by fingerprint): **{len(missed)} lost**. "
        f"**{sum(wrong.values())} errors**, {shouted} lines of ERROR in the site's logs.",
        "",
        *(f"- {text}: {count}" for text, count in wrong.items()),
        *(f"- {text}" for text in missed[:20]),
        *([""] if wrong or missed else []),
        "| request | when | how many | p50, ms | p95, ms | p99, ms | longest, ms |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]  # fmt: skip
    phases = (
        ("before noon", 0.0, first),
        ("while noon runs", first, over),
        ("after it", over, second + AFTER * 2),
    )
    if setting.hosted:
        out[-2:-2] = [work(name, done, spent, since, until) for name, since, until in phases] + [""]
    for name, since, until in phases:
        among = [one for one in done if since <= one.began < until]
        out += [
            row(what, name, [o for o in among if o.what == what]) for what in sorted({o.what for o in among})
        ]
    out.append(row("**all**", "", done))
    return out


def work(name: str, done: list[Done], spent: list[tuple[float, float]], since: float, until: float) -> str:
    """The work of the web processes in a phase: little work for many requests means that others used the
    processors."""
    seconds, span = share(spent, since, until)
    answered = sum(since <= one.began + one.seconds < until for one in done)
    if not answered or not span:
        return f"- {name}: nothing measured."
    return (
        f"- {name}: {answered / span:.0f} answers a second, each {seconds / answered * 1000:.0f} ms of "
        f"processor time of the web, which had {seconds / span:.2f} of {os.cpu_count()} cores."
    )


def row(what: str, when: str, done: list[Done]) -> str:
    took = sorted(one.seconds * 1000 for one in done)
    cut = statistics.quantiles(took, n=100, method="inclusive") if len(took) > 1 else took * 99
    figures = (cut[49], cut[94], cut[98], took[-1])
    return f"| {what} | {when} | {len(took):,} | {' | '.join(f'{figure:.0f}' for figure in figures)} |"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench mixed")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--think", type=float, nargs=2, default=[4, 10], help="seconds between two pages")
    parser.add_argument("--only", choices=("hosted", "embedded"))
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    given = parser.parse_args(arguments)
    think = (given.think[0], given.think[1])
    found = [f"*{report.machine()} · `{' '.join(['python -m tools.bench mixed', *arguments])}`*"]
    print(found[0])
    for setting in (
        Setting(True, given.players, given.games, think),
        Setting(False, given.players // 4, given.games // 5, think),
    ):
        if given.only in (None, "hosted" if setting.hosted else "embedded"):
            told = run(setting)
            print("\n" + "\n".join(told), flush=True)
            found += ["", *told]
    if given.write:
        report.write("mixed", found)
