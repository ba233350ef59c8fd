"""What a reader is shown does not change when only what another hides changes: a property of every title.

Random games, played to a random turn; then all that one player hides is exchanged, and every address
is fetched once more by everybody else. `NOON_TWINS=200` plays so many games of each title.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from msgspec.structs import replace

from games import vault
from games.models import Drawer, Game, OrderForm, Turn
from games.reads import lobby
from games.registry import skin_for
from games.rows import Statement
from games.views import feeds, frame
from tests.battery.conftest import NOW
from tests.battery.hidden import alike_for_others, close_with, hide_otherwise, secret_act
from tests.battery.random_game import random_game
from tests.battery.shown import differences, everything_shown, shown_one_by_one, taken_back
from web import headers

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
# Titles in which one may do something at a door without everybody's knowing.
DOORS_OF_SECRETS = {"corporate"}
GAMES = int(os.environ.get("NOON_TWINS", "0"))


def some(readers: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """One player and one of those who do not play: a walk costs seconds. All of them in a long run."""
    if GAMES:
        return readers
    players = [reader for reader in readers if reader.startswith("p")]
    kinds = (players, [reader for reader in readers if reader not in players])
    return {reader: readers[reader] for kind in kinds if kind for reader in [chance.choice(kind)]}


@pytest.mark.parametrize("seed", range(GAMES or 1))
def test_what_one_player_hides_changes_nothing_for_anybody_else(title, seed, clock):
    chance = random.Random(f"{title}/{seed}")
    played = random_game(title, chance, clock)
    played.readers = some(played.readers, chance)
    if GAMES and seed % 2:  # who runs it sees who is in: without him, that changes, too
        del played.readers["master"], played.readers["superuser"]
    everything = bool(GAMES)
    before = everything_shown(played, everything)
    with taken_back():
        hide_otherwise(played, chance)
        after = everything_shown(played, everything)
    assert not (found := differences(before, after)), "\n".join(found[:20])


# ---- what came of it ------------------------------------------------------------------------------


@pytest.fixture
def same_dice(monkeypatch):
    """Draws that hang on no form, and seeds of new turns that come again: two runs of a noon differ
    by what was handed in alone. Call it before each."""
    monkeypatch.setattr(vault, "dice_key", lambda secret, nth, prints: secret + b"%d" % nth)

    def again() -> None:
        source = random.Random(12)
        monkeypatch.setattr(vault, "new_secret", lambda: source.randbytes(32))

    return again


@pytest.mark.parametrize("seed", range(GAMES or 1))
def test_forms_whose_difference_the_rules_hide_give_the_same_pages(title, seed, clock, same_dice):
    if not skin_for(title).rules.drawers.private.__struct_fields__:
        return  # nothing is held back from anybody in this title
    chance = random.Random(f"came/{title}/{seed}")
    for _ in range(20):
        with taken_back():
            clock.move_to(NOW)
            played = random_game(title, chance, clock)
            pair = alike_for_others(played, chance)
            if pair is None:
                continue
            played.readers = some({reader: played.readers[reader] for reader in pair.readers}, chance)
            moment, shown = timezone.now(), []
            for orders in pair.forms:
                with taken_back():
                    clock.move_to(moment)
                    same_dice()
                    close_with(played, orders, clock)
                    shown.append(everything_shown(played))
            found = differences(*shown)
            assert not found, f"{pair.forms}\n" + "\n".join(found[:20])
            return
    raise AssertionError("no two forms were found whose difference stays hidden: nothing is tested")


@pytest.mark.parametrize("seed", range(GAMES or 1))
def test_an_act_at_a_door_shows_to_nobody_whom_the_rules_do_not_tell(title, seed, clock):
    """A resolution that leaves a reader's drawers, turns and events alone leaves his pages alone."""
    chance = random.Random(f"door/{title}/{seed}")
    for _ in range(6):
        with taken_back():
            clock.move_to(NOW)
            played = random_game(title, chance, clock, switches=1)
            act = secret_act(played, chance)
            if act is None:
                continue
            played.readers = some({reader: played.readers[reader] for reader in act.readers}, chance)
            before = everything_shown(played)
            act.done()
            found = differences(before, everything_shown(played))
            assert not found, "\n".join(found[:20])
            return
    assert title not in DOORS_OF_SECRETS, "no secret act was found: nothing is tested"


# ---- that it would be seen --------------------------------------------------------------------------


def _forms(game: Game) -> QuerySet[OrderForm]:
    return OrderForm.objects.filter(turn__game=game, turn__status=Turn.Status.OPEN)


def _in_order_of_arrival(monkeypatch: Any) -> None:
    arrival = """(SELECT MIN(f.saved_at) FROM games_orderform f JOIN games_turn t ON t.id = f.turn_id
        WHERE f.player_id = p.id AND t.status = 'open')"""
    seats = lobby.seats

    def arrived(games: Any) -> Statement:
        found = seats(games)
        return replace(found, sql=found.sql.replace("p.game_id, p.number\n", f"{arrival}\n"))

    monkeypatch.setattr(lobby, "seats", arrived)


def _how_many_are_ready(monkeypatch: Any) -> None:
    def progress_text(game: Game, *_rest: Any) -> str:
        return f"{_forms(game).filter(ready=True).count()} are ready"

    monkeypatch.setattr(frame, "progress_text", progress_text)


def _a_length_in_a_header(monkeypatch: Any) -> None:
    before = headers.HeadersMiddleware.__call__

    def call(self: Any, request: Any) -> Any:
        response = before(self, request)
        response["ETag"] = str(sum(len(form.orders) for form in OrderForm.objects.all()))
        return response

    monkeypatch.setattr(headers.HeadersMiddleware, "__call__", call)


def _a_query_for_who_is_in(monkeypatch: Any) -> None:
    def tabs(game: Game, *_rest: Any) -> list[Any]:
        if _forms(game).filter(revision__gt=1).exists():
            Turn.objects.filter(game=game).count()
        return []

    monkeypatch.setattr(frame, "tabs", tabs)


def _the_drawer_of_another(monkeypatch: Any) -> None:
    def letters(game: Game, *_rest: Any) -> str:
        return f"{sum(len(drawer.content) for drawer in Drawer.objects.filter(game=game))} letters"

    monkeypatch.setattr(frame, "progress_text", letters)


def _how_many_are_in_in_a_post(monkeypatch: Any) -> None:
    def news_text(about: str, turn: str) -> str:
        return f"{about}: {OrderForm.objects.filter(revision__gt=1).count()} have changed their minds"

    monkeypatch.setattr("games.channels.hook.news_text", news_text)


def _the_drawer_of_another_in_a_feed(monkeypatch: Any) -> None:
    def title(self: Any, user: Any) -> str:
        return f"{sum(len(drawer.content) for drawer in Drawer.objects.all())} letters"

    monkeypatch.setattr(feeds.OwnFeed, "title", title)


LEAKS = (
    _in_order_of_arrival, _how_many_are_ready, _a_length_in_a_header, _a_query_for_who_is_in,
    _the_drawer_of_another, _how_many_are_in_in_a_post, _the_drawer_of_another_in_a_feed,
)  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__.strip("_"))
def test_a_leak_is_seen(leak, clock, monkeypatch):
    chance = random.Random(5)
    played = random_game("dummy", chance, clock, closes="at_noon")  # which hides who is in, too
    assert _forms(played.game).filter(player=played.hider).exists()
    played.readers = {reader: user for reader, user in played.readers.items() if reader.startswith("p")}
    played.readers = dict(list(played.readers.items())[:1])
    leak(monkeypatch)
    before = everything_shown(played)
    with taken_back():
        hide_otherwise(played, chance)
        # One difference is enough: nobody has to walk on.
        assert any(answer.differs_from(before[key]) for key, answer in shown_one_by_one(played))
