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


def talking(press: str = "all") -> dict[str, Any]:
    """A started game of three whose players may talk, with the cookies of its players and that of a game
    master who does not play."""
    from games.models import Mastership
    from tools import stage

    who = f"talker{time.time_ns()}x"
    options = stage.default_options("corporate")
    game = stage.started_game("corporate", 3, f"Fifth Avenue {who[-7:]}", who, options=options, press=press)
    for player, name in zip(game.players.order_by("number"), ("Ana", "Bruno", "Chloé"), strict=True):
        player.name = name
        player.save(update_fields=["name"])
    made = _seats_of(game)
    master = another_user()
    from accounts.models import Session

    user = Session.objects.get(session_key=master[1]).user
    assert user is not None
    type(user).objects.filter(pk=user.pk).update(is_staff=True)
    Mastership.objects.create(game=game, user=user)
    return {**made, "master": master}


def table(
    title: str, names: list[str], language: str, fields: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A running game of these people, in its first chapter that waits for noon; they read in this language.
    Lena, an organizer, runs it. `fields`: its settings. Its address and name, and what `people` gives."""
    from tools import stage

    people = {name: _person(name, language) for name in names}
    lena = _person("Lena", language, is_staff=True, is_organizer=True)
    name = f"Fifth Avenue {time.time_ns() % 10**7}"
    plan = stage.settings_of(title, name, len(names), **(fields or {}))
    game = stage.game_of(plan, list(people.values()), creator=lena)
    address = f"/g/{game.public_id}/"
    if title == "corporate":
        all_hand_in(address)
        close(address)
    minute()  # what is told of the start has gone
    return {"address": address, "name": name, **_doors({**people, "Lena": lena})}


def people(names: list[str], language: str, organizer: bool = False) -> dict[str, Any]:
    """People who play nowhere and read in this language: for each name the cookie and the mail address."""
    more = {"is_staff": True, "is_organizer": True} if organizer else {}
    return _doors({name: _person(name, language, **more) for name in names})


def _person(name: str, language: str, **fields: Any) -> Any:
    from django.contrib.auth import get_user_model

    own = {"display_name": name, "language": language, "time_zone": "Europe/Paris", **fields}
    return get_user_model().objects.create_user(f"player{time.time_ns()}@example.org", None, **own)


def _doors(users: dict[str, Any]) -> dict[str, Any]:
    return {
        "cookies": {name: _cookie_of(user) for name, user in users.items()},
        "mail": {name: user.email for name, user in users.items()},
    }


def _cookie_of(user: Any) -> list[str]:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return [settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value]


def much_happens(address: str, mail: str) -> dict[str, Any]:
    """All that can be looked at around a table of three people: letters and a report, a pause that the first
    proposes, days away, and Inès as the deputy asked; a device of another key and a stopped webhook; a game
    with a place to take over, one out of which a player was put, one that gathers players."""
    from datetime import timedelta

    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from accounts.models import UserChannel
    from games.access import Spot
    from games.models import Conversation, Game, LedgerEntry, PushDevice, Webhook
    from games.services import talk
    from games.services.agreements import proposal_make
    from games.services.deputies import deputy_ask
    from games.services.leaving import seat_leave
    from games.services.seating import seat_take
    from games.services.vacations import vacation_begin
    from tools import stage

    users = get_user_model().objects
    game, now = Game.objects.get(public_id=address.split("/")[2]), timezone.now()
    ana, bruno, chloe = game.players.select_related("user").order_by("number")
    ines, lena = (users.filter(display_name=name).order_by("-pk") for name in ("Inès", "Lena"))
    lena = lena.filter(masterships__game=game)[0]
    spot = Spot(Conversation.Kind.LETTER, "1-2", (ana.pk, bruno.pk), writes=True)
    for number in range(3):
        said = talk.message_send(
            game=game, spot=spot, author=bruno.user, player=bruno, text=f"*{number}* [a](https://noon.example)",
            began=now,
        )  # fmt: skip
    talk.message_report(message=said, game=game, reporter=ana.user, why="insult", words="Look.")
    proposal_make(player=ana, kind="pause")
    today = timezone.localdate()
    days = {"zone": "Europe/Paris", "plan": "bot", "game": game}
    kept = vacation_begin(user=ana.user, first=today, last=today + timedelta(days=30), **days)
    asked = deputy_ask(vacation=kept, name=ines.exclude(seats__game=game)[0].email, reads_talk=True)
    Game.objects.filter(pk=game.pk).update(away=f"{chloe.pid}:{today.isoformat()}")
    user = users.get(email=mail)
    Webhook.objects.create(
        user=user, url="https://hooks.example.org/a", set_by=user, style="discord", language="fr"
    )
    PushDevice.objects.create(
        user=user, endpoint="https://push.example.org/a", digest="a" * 64, p256dh="x", auth="x",
        server_key="x", name="Firefox, Android",
    )  # fmt: skip
    UserChannel.objects.create(user=user, kind="hook", stopped_at=now, why="404")
    name = f"Broadway {time.time_ns() % 10**7}"
    plan = stage.settings_of("corporate", name, 3, is_public=True)
    other = stage.game_of(plan, [bruno.user, chloe.user, ana.user], creator=lena)
    seat_take(game=other, number=2, author=lena, reason="Three weeks of silence.")
    seat_leave(player=other.players.get(number=3))
    secret = stage.settings_of("cardline", f"{name} II", 3)
    closed = stage.game_of(secret, [bruno.user, chloe.user, ana.user], creator=lena)
    seat_take(game=closed, number=2, author=lena, reason="Three weeks of silence.")
    gathers = stage.game_of(
        stage.settings_of("controle", f"{name} III", 4), [ana.user], creator=lena, starts=False
    )
    assert LedgerEntry.objects.filter(game=closed, act="unseated").exists()
    return {
        "place": f"/places/{other.players.get(number=3).offer}/",
        "deputy": f"/away/deputy/{asked.pk}/",
        "put_out": f"/g/{closed.public_id}/",
        "gathering": f"/g/{gathers.public_id}/",
    }


def all_hand_in(address: str) -> None:
    """Everybody hands in what a bot would."""
    from tools import stage

    turn = _turn(address)
    stage.bots_hand_in(turn.game, turn)


def noon_strikes(address: str) -> None:
    """A day passes: what is known of the turn and of days away is a day older; then noon comes, and a minute
    more."""
    from datetime import timedelta

    from django.db.models import F
    from django.utils import timezone

    from games.models import Turn, Vacation
    from games.services.turns import turn_close

    day, turn = timedelta(days=1), _turn(address)
    users = turn.game.players.values("user")
    for column in ("created_at", "begins_at", "ended_at"):
        Vacation.objects.filter(user__in=users).update(**{column: F(column) - day})
    deadline = timezone.now() - timedelta(seconds=1)
    Turn.objects.filter(pk=turn.pk).update(opened_at=turn.opened_at - day, deadline=deadline)
    turn_close(turn_id=turn.pk, now=timezone.now())
    minute()


def noon_is_near(address: str, hours: int) -> None:
    """Noon is a minute less than so many hours away, in a turn that opened the day before; then a minute's
    work is done."""
    from datetime import timedelta

    from django.utils import timezone

    turn, now = _turn(address), timezone.now()
    turn.opened_at, turn.deadline = now - timedelta(days=1), now + timedelta(hours=hours, minutes=-1)
    turn.save(update_fields=["opened_at", "deadline"])
    minute()


def minute() -> None:
    """What a worker does each minute."""
    from games.tasks import close_due

    close_due()


def digests_go() -> None:
    """The hour of every digest comes."""
    from django.utils import timezone

    from games.models import Delivery

    minute()
    Delivery.objects.filter(digest=True, state=Delivery.State.WAITING).update(next_at=timezone.now())
    minute()


def joins(address: str, name: str, language: str) -> None:
    """Somebody takes a free place in a game that gathers players."""
    from games.models import Game
    from games.services.games import game_join

    game = Game.objects.get(public_id=address.split("/")[2])
    game_join(game=game, user=_person(name, language), name=name)


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


def every_sight() -> dict[str, Any]:
    """A user who has played something of everything: the cookie that logs her in, and the addresses of the
    pages she has to look at."""
    from django.conf import settings

    from tools import stage

    from . import sights
    from .by_post import ByPost

    ana = ByPost(stage.user_of(time.time_ns() % 10**9, "Ana"))
    addresses = sights.addresses(ana)
    cookie = ana.client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"cookie": [settings.SESSION_COOKIE_NAME, cookie], "addresses": addresses}


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


def pushed_as_a_test(endpoint: str) -> str:
    """What the push service of this endpoint is posted when its user asks for a test: base 64."""
    import base64
    from unittest.mock import patch

    from games.models import PushDevice
    from games.services.trials import channel_try

    bodies: list[bytes] = []

    def post(url: str, body: bytes, headers: object) -> int:
        assert url == endpoint
        bodies.append(body)
        return 201

    with patch("games.channels.push.post", post):
        channel_try(user=PushDevice.objects.get(endpoint=endpoint).user, kind="push")
    (body,) = bodies
    return base64.b64encode(body).decode()


CALLS = {
    call.__name__: call
    for call in (
        started, talking, table, people, joins, much_happens, all_hand_in, noon_strikes, noon_is_near,
        minute, digests_go,
        five_at_their_programmes, pass_in_the_place_of, noon_in, close, everybody_is_ready,
        spend_posts, forget_posts, forms_cannot_be_written, another_user, every_sight,
        pushed_as_a_test,
    )
}  # fmt: skip


if __name__ == "__main__":
    import django

    django.setup()
    main()
