"""The cost of the pages of one site with many games. Run by `tools.bench.pages`.

    python -m tools.bench.one_site GAMES ROUNDS [NAME]

NAME: only the pages of the titles of moves whose names contain it.

Prints a line of JSON for each page: queries, milliseconds of the page and of the yardstick beside it,
and the bytes of a first visit. DATABASE_URL and NOON_DATA say where.
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import json
import os
import random
import re
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from games.contract import Closes
from games.models import Game, Resolution
from games.selectors import window_of
from games.services.turns import turn_close
from tools import stage

from . import yardstick
from .browser import Browser, logged_in
from .crowd import copy_game
from .pages import MEASURED
from .weight import Weight, first_visit

EMPTY, YARDSTICK = "/empty/", "/yardstick/"
WARM = 5
FLAGSHIP, LINE = "corporate", "cardline"


def empty(request: HttpRequest) -> HttpResponse:
    """An empty page: a view that does nothing, behind the site's middleware."""
    return HttpResponse("")


urlpatterns = [
    path("empty/", empty),
    path("yardstick/", yardstick.view),
    path("", include("config.urls")),
]


class Subject:
    """A page to be measured: its name, its game, its reader."""

    def __init__(
        self, page: str, title: str, players: int, turn: int, address: str, browser: Browser
    ) -> None:
        self.page, self.address, self.browser = page, address, browser
        self.row: dict[str, Any] = {"page": page, "title": title, "players": players, "turn": turn}
        self.took: list[float] = []
        self.beside: list[float] = []


def subjects(handler: Any, only: str) -> Iterator[Subject]:
    """Every page to be measured: an empty one; the others with 5 and 50 players, early and late, with full
    forms."""
    yield Subject("empty page", "", 0, 0, EMPTY, logged_in(handler, stage.user_of(1, "empty")))
    if not only:
        yield from of_sealed_rounds(handler)
        yield from of_a_line(handler)
    for title, (name, players, rounds, pages) in MEASURED.items():
        if only in name:
            yield from of_moves(handler, title, name, players, rounds, pages)


def of_sealed_rounds(handler: Any) -> Iterator[Subject]:
    """The Corporate Game's pages and the lobby."""
    for players in (5, 50):
        for turn in (1, 8):
            who = f"corporate-{players}-{turn}-"
            options = stage.default_options(FLAGSHIP, characters=True, wire_transfers=True)
            game = stage.started_game(
                FLAGSHIP, players, f"{players} players, turn {turn}", who, options=options
            )
            game = stage.played_to(game, turn)
            stage.hand_in(game, stage.main_turn(game), {1})
            browser, base = logged_in(handler, stage.user_of(1, who)), f"/g/{game.public_id}/"
            for page, address in (
                ("order form", f"{base}orders/"),
                ("Wall Street", f"{base}wall-street/"),
                ("Newsfeeds", f"{base}newsfeeds/"),
                ("lobby", "/games/"),
            ):
                yield Subject(page, FLAGSHIP, players, turn, address, browser)


def of_a_line(handler: Any) -> Iterator[Subject]:
    """Cardline's table, for the player whose turn it is and for one who waits."""
    for rounds in (1, 4):
        who = f"cardline-{rounds}-"
        game = stage.started_game(
            LINE, 4, f"A line, round {rounds}", who, options=stage.default_options(LINE)
        )
        mover = to_move(game, rounds)
        browser = logged_in(handler, stage.user_of(mover, who))
        yield Subject("Cardline, my move", LINE, 4, rounds, f"/g/{game.public_id}/orders/", browser)
        other = logged_in(handler, stage.user_of(mover % 4 + 1, who))
        yield Subject("Cardline, waiting", LINE, 4, rounds, f"/g/{game.public_id}/orders/", other)


def of_moves(
    handler: Any, title: str, name: str, players: int, rounds: Sequence[int], pages: Sequence[str]
) -> Iterator[Subject]:
    """A title's pages for the player who is asked, early and late; and those of a finished game."""
    options = stage.default_options(title)
    for turn in rounds:
        who = f"{title}-{turn}-"
        game = stage.started_game(title, players, f"{name}, round {turn}", who, options=options)
        reader = to_move(game, turn)
        browser, base = logged_in(handler, stage.user_of(reader, who)), f"/g/{game.public_id}/"
        for page in pages:
            yield Subject(f"{name}, {page}", title, players, turn, f"{base}{page}/", browser)
        asks = Browser(handler, browser.cookie, asks=True)
        address = asked_by(browser, f"{base}{pages[1]}/")
        yield Subject(f"{name}, nothing new", title, players, turn, address, asks)
    who = f"{title}-over-"
    game = stage.started_game(title, players, f"{name}, over", who, options=options)
    game = stage.played_to(game, None)
    browser, address = logged_in(handler, stage.user_of(1, who)), f"/g/{game.public_id}/scores/"
    yield Subject(f"{name}, scores", title, players, game.latest, address, browser)


def asked_by(browser: Browser, address: str) -> str:
    """The URL at which an open page asks for news when there is none."""
    found = re.search(r'data-ask="([^"]+)"', browser.get(address).plain.decode())
    assert found, f"{address} does not ask for news"
    return found[1]


def to_move(game: Game, rounds: int) -> int:
    """Play a game of moves to round `rounds`; returns the seat whose move it is."""
    while (turn := stage.main_turn(game)).chapter < rounds:
        stage.hand_in(game, turn, ())
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        game.refresh_from_db()
    window = window_of(turn)
    assert window.closes is not Closes.AT_NOON
    return int(window.awaited[0][1:])


def others(count: int) -> None:
    """Make `count` other public games: most of them running with full forms, some gathering, a few over."""
    finished, gathering = max(1, count // 50), max(1, count // 10)
    options = stage.default_options(FLAGSHIP, characters=False)
    public: dict[str, Any] = {"is_public": True, "options": options}
    game = stage.played_to(stage.started_game(FLAGSHIP, 8, "Fifth Avenue", "crowd", **public), 1)
    stage.hand_in(game, stage.main_turn(game), range(1, 9))
    copy_game(game, count - finished - gathering - 1)
    over = stage.played_to(stage.started_game(FLAGSHIP, 8, "Wall and Broad", "crowd", **public), None)
    copy_game(over, finished - 1)
    waiting = stage.gathering_game(FLAGSHIP, 3, "Pearl Street", "crowd", **{**public, "max_players": 8})
    copy_game(waiting, gathering - 1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def counted(subject: Subject) -> int:
    queries = 0

    def count(execute: Any, *args: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*args)

    with connection.execute_wrapper(count):
        assert subject.browser.get(subject.address).status == (204 if subject.browser.more else 200)
    return queries


def timed(browser: Browser, address: str) -> float:
    """The milliseconds of one response."""
    environ = browser.environ(address)
    started = time.perf_counter()
    browser.fetch(environ)
    return (time.perf_counter() - started) * 1000


def main(games: int, rounds: int, only: str = "") -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    settings.ROOT_URLCONF = __name__
    handler = get_wsgi_application()
    measured = list(subjects(handler, only))
    measure = yardstick.browser(stage.user_of(1, "yardstick"))
    assert measure.get(YARDSTICK).plain == b""
    others(games - Game.objects.count())
    there = Game.objects.count()
    assert there == games
    for subject in measured:
        for _again in range(WARM):
            timed(measure, YARDSTICK)
            timed(subject.browser, subject.address)
    # Another order each round: a yardstick right after the empty page is a fifth quicker than after others.
    chance = random.Random(rounds)
    for _round in range(rounds):
        for subject in chance.sample(measured, len(measured)):
            subject.beside.append(timed(measure, YARDSTICK))
            subject.took.append(timed(subject.browser, subject.address))
    for subject in measured:
        answer = subject.browser.get(subject.address)
        weight = Weight({subject.address: answer.size})
        if answer.plain:
            weight = first_visit(subject.browser.get, subject.address)
        found = {
            **subject.row,
            "games": there,
            "queries": counted(subject),
            "ms": statistics.median(subject.took),
            "best": min(subject.took),
            "yardstick": statistics.median(subject.beside),
            "yardstick_best": min(subject.beside),
            "plain": len(answer.plain),
            "html": weight.page,
            "weight": weight.total,
        }
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4])
