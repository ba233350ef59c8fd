"""The log tells the story of each turn with ids and without secrets: whole games, line by line."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.logs import redact
from games.models import Game, OrderForm, Resolution, Seed, Turn
from games.services.games import game_join
from tests.battery.site import addresses, main_turn, seats
from tests.builder import GameFactory, make_user
from tests.releases.play import GAMES, NAMES, go_on

# Lines of the log are written after the commit.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
MARK = "unutterable4711"
MOST_TURNS = 60
LOOKED_AT = 3  # the order form is opened, and a damaged one posted, each third turn
# All that the platform says of a game that is played, as a grammar: there is no place in it for an order.
ID, TIME = r"game=[a-z0-9]{12} turn_id=\d+ turn=[a-z_]+[/\w]*", r"\d{4}-\d\d-\d\dT[\d:.+]+"
GRAMMAR = (
    rf"turn opened {ID} deadline=({TIME}|-)",
    rf"turn resolved {ID} cause=\w+ number=\d+ forms=\d+ late_s=[\d.]+ stage=\w+( took_ms=\d+)?",
)
LINE = re.compile(r"^\S+ \S+ (INFO|WARNING) (games\.[\w.]+) (.*)$")


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the site's own handler writes, at the level of a site that is looked into."""
    handler = next(
        h for h in logging.getLogger().handlers
        if type(h) is logging.StreamHandler and type(h.formatter).__module__ == "config.logs"
    )  # fmt: skip
    stream = io.StringIO()
    before, level = handler.setStream(stream), logging.getLogger().level
    logging.getLogger().setLevel(logging.INFO)
    yield stream
    logging.getLogger().setLevel(level)
    handler.setStream(before)


def played(title: str, options: dict[str, Any]) -> Game:
    """A game that was played for as long as it goes, through services and pages, with marked texts."""
    users = [make_user(name) for name in NAMES]
    game = GameFactory(
        creator=users[0], title=title, min_players=3, max_players=3, options=options, name=MARK, private=True
    )
    token = game.invitation
    Client().get(f"/i/{token}/")
    Client().post(reverse("account_login"), {"login": "ana@example.org", "password": MARK})
    for user, name in zip(users[1:], NAMES[1:], strict=True):
        game_join(game=game, user=user, name=name)
    game.refresh_from_db()
    client = Client()
    client.force_login(seats(game)[0].user)
    for nth in range(MOST_TURNS):
        if game.stage != Game.Stage.RUNNING:
            break
        if nth % LOOKED_AT == 0:
            client.get(f"/g/{game.public_id}/orders/", {"draft": MARK})
            client.post(
                f"/g/{game.public_id}/orders/", {"turn": main_turn(game).name, "revision": "x", "text": MARK}
            )
        go_on(game)
    for address in addresses(game):
        client.get(address)
    game.secret_words = [token, MARK]  # type: ignore[attr-defined]
    return game


def hidden(game: Game) -> set[str]:
    """What may stand in no log: seeds, salts, whole forms, and whatever the orders name."""
    words = set(game.secret_words)  # type: ignore[attr-defined]
    words |= {bytes(seed.secret).hex() for seed in Seed.objects.filter(turn__game=game)}
    for form in OrderForm.objects.filter(turn__game=game):
        words |= {
            form.salt if isinstance(form.salt, str) else bytes(form.salt).hex(),
            form.fingerprint,
            form.orders,
        }
        words |= set(leaves(json.loads(form.orders)))
    for resolution in Resolution.objects.filter(game=game):  # where the orders of a closed turn are
        for form in json.loads(resolution.forms).values():
            words |= {json.dumps(form["orders"], separators=(",", ":")), *leaves(form)}
    words |= {player.name for player in seats(game)} | {player.user.email for player in seats(game)}
    names = {turn.name for turn in Turn.objects.filter(game=game)}
    return {word for word in words if len(word) > 3 and not any(word in name for name in names)} - {"[]"}


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize(
    ("title", "options"), GAMES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_whole_game_leaves_ids_in_the_log_and_no_order(log, monkeypatch, title, options):
    monkeypatch.setattr(import_module("corporate.rules.sample"), "TEXTS", (MARK + "a", MARK + "b"))
    game = played(title, options)
    text = log.getvalue()
    told = [found.groups() for line in text.splitlines() if (found := LINE.match(line))]
    strange = [what for _level, _who, what in told if not any(re.fullmatch(form, what) for form in GRAMMAR)]
    assert not strange
    assert len(text.splitlines()) == len(told), "something else was logged, or more than a line"
    for turn in Turn.objects.filter(game=game).exclude(name="setup"):
        story = [what for _level, _who, what in told if f"game={game.public_id} turn_id={turn.pk} " in what]
        assert story[0].startswith("turn opened")
        if turn.resolutions:
            assert "turn resolved" in "".join(story)
    words = hidden(game)
    assert len(words) > 20
    told_of = text.replace(game.public_id, "")  # whose letters may spell any short word
    assert not [word for word in words if word in told_of]


@pytest.mark.parametrize(
    "path",
    [
        "/i/{}/", "/places/{}/", "/calendar/{}.ics", "/calendar/{}.atom", "/account/mails/{}/",
        "/account/confirm-email/{}/", "/account/password/reset/key/{}/",
    ],
)  # fmt: skip
def test_the_token_of_an_address_stands_in_no_log(path):
    assert MARK not in redact(f"Not Found: {path.format(MARK)}")
