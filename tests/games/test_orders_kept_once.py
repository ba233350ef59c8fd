"""Orders are kept once: by the resolution that consumed them. Rows of earlier releases, which kept the forms
of resolved turns as well, lose these copies and nothing that anybody reads."""

from __future__ import annotations

import importlib
from datetime import UTC
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from games.contract import encode
from games.models import Game, OrderForm, Resolution, Turn
from games.registry import skin_for
from games.services.audit import Result, kept_forms, verify_turn
from games.services.draws_file import draws_file
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import open_turn, running_game, say, seat
from tests.releases.play import go_on

# SQLite changes no table inside a transaction.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
migration = importlib.import_module("games.migrations.0018_orders_kept_once")
MOST_TURNS = 200


def migrate() -> None:
    with connection.schema_editor(atomic=False) as editor:
        migration.forget_copies(apps, editor)


def finished(title: str, **options: Any) -> Game:
    game = site.new_game(title, **options)
    for _ in range(MOST_TURNS):
        if game.stage != Game.Stage.RUNNING:
            return game
        go_on(game)
    raise AssertionError("this game does not end")


def as_kept_before(game: Game) -> int:
    """The rows that an earlier release left: each form again, one of them set aside; how many."""
    seats = {player.pid: player for player in site.seats(game)}
    made = []
    for resolution in Resolution.objects.filter(game=game):
        for pid, form in kept_forms(resolution).items():
            made.append(
                OrderForm(
                    turn=resolution.turn, player=seats[pid], orders=encode(form.orders), salt=form.salt,
                    revision=form.revision, fingerprint=form.fingerprint,
                    saved_at=form.saved_at.replace(tzinfo=UTC),
                )
            )  # fmt: skip
    made[0].set_aside, made[0].fingerprint = True, "0" * 24
    OrderForm.objects.bulk_create(made)
    return len(made)


def read(game: Game) -> dict[str, Any]:
    """Whatever is read of orders once a game is over: receipts in messages, editions, the opened forms and
    their verdicts, the file of draws, an audit of each turn."""
    shown: dict[str, Any] = {}
    for reader in (*(player.user for player in site.seats(game)), None):
        pages = site.pages(game, site.client_of(reader))
        shown |= {f"{reader} {address}": page for address, page in pages.items()}
    shown["file"] = "".join(draws_file(game))
    for turn in Turn.objects.filter(game=game):
        shown[f"audit of {turn.name}"] = verify_turn(turn)
    return shown


@pytest.mark.parametrize(
    ("title", "options"),
    [("dummy", {}), ("corporate", {}), ("cardline", {"mode": "simultaneous"})],
    ids=["dummy", "corporate", "cardline"],
)
def test_everything_that_is_read_of_a_finished_game_is_the_same_without_the_copies(title, options, clock):
    game = finished(title, **options)
    assert not OrderForm.objects.exists()
    prints = [form.fingerprint for row in game.resolutions.all() for form in kept_forms(row).values()]
    assert len(prints) > len(site.seats(game))
    read(game)  # what the first reader of a page changes
    before = read(game)
    results = {before[key].result for key in before if key.startswith("audit")}
    assert results - {Result.NOT_RESOLVED} == {Result.VERIFIED}  # a door that nobody used
    assert all(print_ in before["file"] for print_ in prints)
    if skin_for(title).rules.meta.at_noon and title != "dummy":  # its message repeats the receipt
        assert any(prints[-1][:4] in page for key, page in before.items() if "/message/" in key)
    assert as_kept_before(game) == OrderForm.objects.count() > 0
    assert read(game) == before
    migrate()
    assert not OrderForm.objects.exists()
    assert read(game) == before


def test_forms_of_open_turns_stay_and_so_does_one_that_no_resolution_has(game, monkeypatch, clock):
    """The latter would be an order that was lost, and the only trace of it."""
    monkeypatch.setattr(migration, "BATCH", 2)
    for number in (1, 2):
        say(game, number)
    first = open_turn(game)
    clock.move_to(first.deadline)
    assert turn_close(turn_id=first.pk)
    as_kept_before(game)
    lost, *_rest = OrderForm.objects.filter(set_aside=False)
    OrderForm.objects.filter(pk=lost.pk).update(fingerprint="F" * 24)
    say(game, 2)
    migrate()
    assert {(form.turn.name, form.player.number) for form in OrderForm.objects.all()} == {
        ("secret/1", lost.player.number), ("secret/2", 2),
    }  # fmt: skip


def test_a_form_goes_with_its_turn_and_not_before(game, clock):
    for number in (1, 2):
        say(game, number)
    OrderForm.objects.filter(player=seat(game, 2)).update(set_aside=True)
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert OrderForm.objects.count() == 2
    assert turn_close(turn_id=turn.pk)
    assert not OrderForm.objects.exists()
    assert list(kept_forms(Resolution.objects.get(turn=turn))) == ["p1"]


def test_a_resolution_that_raises_keeps_every_form(clock):
    game = running_game(options={"breaks": True})
    for _ in range(2):
        say(game, 1)
        turn = open_turn(game)
        clock.move_to(turn.deadline)
        turn_close(turn_id=turn.pk)
    turn.refresh_from_db()
    assert turn.status == Turn.Status.STUCK
    assert OrderForm.objects.get().turn == turn
