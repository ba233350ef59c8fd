"""Games and their noons for the browser tests, made by a process beside the site on its own database.

It reads one call a line from its standard input, as JSON `[name, arguments]`, and answers with a line.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from tools.servers import ROOT, Site, end


class Backstage:
    """The other end of the process; its methods are the functions below."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            assert self.process.stdin and self.process.stdout
            self.process.stdin.write(json.dumps([name, arguments]).encode() + b"\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
            assert answer, f"backstage.{name} raised: see what it printed"
            return json.loads(answer)

        return call


@contextlib.contextmanager
def backstage(site: Site) -> Iterator[Backstage]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.backstage"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**site.env, "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip
    try:
        yield Backstage(process)
    finally:
        assert process.stdin and process.stdout
        process.stdin.close()
        end(process)
        process.stdout.close()


def main() -> None:
    """Serve the calls. What they need of Django is imported by them, once it is set up."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a log says is no answer
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(CALLS[name](*arguments)), file=out, flush=True)


def started(title: str, players: int, early: bool = False) -> dict[str, Any]:
    """A started game in its first chapter that waits for noon, if it has one: its address, and for each
    player the name and value of the cookie that logs him in."""
    from tools import stage

    who = f"reader{time.time_ns()}x"
    options = stage.default_options(title)
    game = stage.started_game(
        title, players, f"Fifth Avenue {who[-7:]}", who, close_when_all_ready=early, options=options
    )
    if title == "corporate":
        close(f"/g/{game.public_id}/")
    return _seats_of(game)


def five_at_their_programmes(*cards: str) -> dict[str, Any]:
    """A game of MegaCorps in its third round, which waits for four of five players: the first holds these
    cards, the third owns a company, the fifth is absent."""
    from unittest.mock import patch

    from games.contract import Outcome
    from megacorps.rules import MegaCorpsRules
    from tests.megacorps.rules import scene
    from tools import stage

    who = f"reader{time.time_ns()}x"
    state = scene.programmed(
        "mokia", "globbo", "nonintendo", "lenogo", "windoze",
        hands={"mokia": cards}, owned={"nonintendo": ["media.india"]}, missed={"windoze": 3},
    )  # fmt: skip
    with patch.object(MegaCorpsRules, "setup", staticmethod(lambda *_: Outcome(state))):
        options = stage.default_options("megacorps")
        game = stage.started_game("megacorps", 5, f"Fifth Avenue {who[-7:]}", who, options=options)
    return _seats_of(game)


def _seats_of(game: Any) -> dict[str, Any]:
    """The address of a game, and for each player the name and value of the cookie that logs him in."""
    from django.conf import settings
    from django.test import Client

    cookies = []
    for player in game.players.select_related("user").order_by("number"):
        client = Client()
        client.force_login(player.user)
        cookies.append([settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value])
    return {"address": f"/g/{game.public_id}/", "cookies": cookies}


def _turn(address: str) -> Any:
    from games.models import Turn

    turns = Turn.objects.filter(game__public_id=address.split("/")[2], status=Turn.Status.OPEN)
    return turns.order_by("position")[0]


def noon_in(address: str, seconds: float) -> None:
    """Move the deadline of the turn."""
    from datetime import timedelta

    from django.utils import timezone

    turn = _turn(address)
    turn.deadline = timezone.now() + timedelta(seconds=seconds)
    turn.save(update_fields=["deadline"])


def close(address: str) -> None:
    """Resolve the turn now, as its noon would, if no worker has done it yet."""
    from games.services.turns import turn_close

    turn = _turn(address)
    turn_close(turn_id=turn.pk, now=turn.deadline)


def everybody_is_ready(address: str) -> None:
    """All players hand in a form and say that they are ready: the turn closes early."""
    from games.services.order_forms import order_form_ready, order_form_save
    from games.services.turns import turn_close

    turn = _turn(address)
    for player in turn.game.players.select_related("game", "user"):
        order_form_save(player=player, turn_name=turn.name, revision=0, orders=())
        if closes := order_form_ready(player=player, turn_name=turn.name, revision=1, ready=True):
            turn_close(turn_id=closes)


def pass_in_the_place_of(address: str, numbers: list[int]) -> None:
    """These players hand in an empty form for the turn."""
    from games.services.order_forms import order_form_save

    turn = _turn(address)
    for player in turn.game.players.select_related("game", "user").filter(number__in=numbers):
        order_form_save(player=player, turn_name=turn.name, revision=0, orders=())


def spend_posts(address: str, number: int) -> None:
    """As if this player had posted as often as he may, in this minute and the next."""
    from django.core.cache import cache

    from config.rates import RATES
    from games.models import Player

    player, rate = Player.objects.get(game__public_id=address.split("/")[2], number=number), RATES["orders"]
    window = int(time.time() // rate.seconds)
    for n in (window, window + 1):
        cache.set(f"limit:orders:user-{player.user_id}:{n}", rate.most, 2 * rate.seconds)


def forget_posts() -> None:
    from django.core.cache import cache

    cache.clear()


def forms_cannot_be_written(broken: bool) -> None:
    """Whether the table of forms refuses every row, as a full or failing database does."""
    from django.db import connection

    with connection.cursor() as cursor:
        for event in ("INSERT", "UPDATE"):
            cursor.execute(f"DROP TRIGGER IF EXISTS broken_{event}")
            if broken:
                cursor.execute(
                    f"CREATE TRIGGER broken_{event} BEFORE {event} ON games_orderform "
                    "BEGIN SELECT * FROM not_there; END"
                )


def another_user() -> list[str]:
    """The cookie of a user who plays nowhere."""
    from django.conf import settings
    from django.test import Client

    from tools import stage

    client = Client()
    client.force_login(stage.user_of(time.time_ns() % 10**9, "stranger"))
    return [settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value]


CALLS = {
    call.__name__: call
    for call in (
        started, five_at_their_programmes, pass_in_the_place_of, noon_in, close, everybody_is_ready,
        spend_posts, forget_posts, forms_cannot_be_written, another_user,
    )
}  # fmt: skip


if __name__ == "__main__":
    import django

    django.setup()
    main()
