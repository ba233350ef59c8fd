"""The ledger and the draws: who reads them, and what stays sealed until the end."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from games import vault
from games.contract import Order
from games.models import Drawer, Game, OrderForm, Resolution, Seed, Turn
from games.receipts import CLOSED, without_closed
from games.services import masters
from games.services.audit import Result, verdict_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from games.views import record
from tests.builder import NOON, GameFactory, make_user, open_turn, running_game, seat
from tests.dummy import ROUNDS

CANARY = 741_198_504_711  # as long as a form takes: a seed holds any few figures by chance

pytestmark = pytest.mark.django_db


def client_of(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def play(game: Game, clock, days: range) -> None:
    for day in days:
        turn = open_turn(game)
        order_form_save(
            player=seat(game, 1), turn_name=turn.name, revision=0, orders=(Order("say", {"number": CANARY}),)
        )
        clock.move_to(NOON + timedelta(days=day))
        assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def get(client: Client, name: str, *args) -> str:
    response = client.get(reverse(f"games:{name}", args=args))
    assert response.status_code == 200, (name, args, response.status_code)
    return response.content.decode()


# ---- the ledger -----------------------------------------------------------------------------------


def test_everybody_who_may_see_the_game_reads_its_ledger(game, boss):
    masters.game_announce(game=game, text="No noon on <Christmas Day>.", author=boss)
    ana = seat(game, 1).user
    for client in (client_of(), client_of(ana), client_of(make_user("Inès"))):
        page = get(client, "ledger", game.public_id)
        assert "No noon on &lt;Christmas Day&gt;." in page
        assert "Chloé" in page
        assert "plays in this game" in page  # Ana created it, and plays


def test_a_private_game_shows_its_ledger_and_draws_to_its_own_alone(clock):
    game = running_game(is_public=False)
    for name in ("ledger", "draws"):
        for client in (client_of(), client_of(make_user(f"Inès{name}"))):
            assert client.get(reverse(f"games:{name}", args=[game.public_id])).status_code == 404
        get(client_of(seat(game, 2).user), name, game.public_id)


def test_an_author_whose_account_is_gone_is_not_named(game, boss):
    masters.game_announce(game=game, text="Hello", author=boss)
    boss.delete()
    page = get(client_of(), "ledger", game.public_id)
    assert "Chloé" not in page
    assert "a deleted account" in page


def test_the_ledger_costs_the_same_for_one_act_and_for_ten(game, django_assert_max_num_queries, boss):
    for day in range(2):
        masters.game_resolve_now(game=game, turn=open_turn(game).name, author=boss, reason="Now.")
        masters.game_announce(game=game, text=f"Word {day}", author=boss)
    with django_assert_max_num_queries(8):
        get(client_of(), "ledger", game.public_id)


def test_both_pages_answer_before_the_start(clock):
    game = GameFactory(seats=("Ana",))
    assert "The game was created." in get(client_of(), "ledger", game.public_id)
    assert "No turn has opened yet." in get(client_of(), "draws", game.public_id)


def test_pages_of_the_record_are_read_only(game):
    for name in ("ledger", "draws"):
        assert client_of().post(reverse(f"games:{name}", args=[game.public_id])).status_code == 405


# ---- draws ----------------------------------------------------------------------------------------


def test_commitments_are_published_as_turns_open(game, clock):
    play(game, clock, range(1))
    page = get(client_of(), "draws", game.public_id)
    for turn in Turn.objects.filter(game=game):
        seed = bytes(Seed.objects.get(turn=turn).secret)
        assert hashlib.sha256(seed).hexdigest() == turn.commitment
        assert turn.commitment in page
    assert "Sealed until the end." in page


def test_no_page_of_a_running_game_shows_a_seed_a_draw_or_a_form(game, clock):
    play(game, clock, range(2))
    ana, bruno = seat(game, 1).user, seat(game, 2).user
    secrets = [bytes(s.secret).hex() for s in Seed.objects.filter(turn__game=game)]
    salts = [f["salt"] for r in Resolution.objects.filter(game=game) for f in _forms(r).values()]
    for user in (None, ana, bruno, make_user("Lena", is_staff=True, is_superuser=True)):
        client = client_of(user)
        for name, args in (("ledger", ()), ("draws", ()), ("draws_of", (1,)), ("draws_of", (2,))):
            page = get(client, name, game.public_id, *args).lower()
            assert not [s for s in (*secrets, *salts) if s in page]
            assert str(CANARY) not in page
            assert "luck" not in page


def _forms(row: Resolution) -> dict:
    import json

    return json.loads(row.forms)


def test_once_over_its_players_read_seeds_draws_and_forms(game, clock):
    play(game, clock, range(ROUNDS))
    assert game.stage == Game.Stage.FINISHED
    bruno = client_of(seat(game, 2).user)
    assert "The seals are open." in get(bruno, "draws", game.public_id)
    page = get(bruno, "draws_of", game.public_id, 2)
    turn = Turn.objects.get(game=game, name="secret/2")
    assert bytes(Seed.objects.get(turn=turn).secret).hex() in page
    assert turn.commitment in page
    assert "Verified: running this turn again gave the same result" in page
    assert "luck" in page
    assert f"say {CANARY}" in page
    assert "Ana" in page
    form = _forms(Resolution.objects.get(game=game, turn=turn))["p1"]
    assert form["fingerprint"] in page
    assert form["salt"] in page


def test_the_page_says_range_and_count_of_each_draw_and_how_often_a_form_was_saved(game, clock):
    turn = open_turn(game)
    for revision in range(3):
        orders = (Order("say", {"number": revision}),)
        order_form_save(player=seat(game, 1), turn_name=turn.name, revision=revision, orders=orders)
    clock.move_to(NOON)
    assert turn_close(turn_id=turn.pk)
    play(game, clock, range(1, ROUNDS))
    bruno = client_of(seat(game, 2).user)
    page = get(bruno, "draws_of", game.public_id, 1)
    assert "saved 3 times" in page
    assert "nth = 0" in page
    assert "a number from 0 to 999999999" in page
    assert "A number by luck: " in page
    assert "must not play on it" in page
    assert "tried salts" not in page
    assert f"/g/{game.public_id}/draws.json" in page
    Resolution.objects.filter(game=game).update(key_version=1, draws='{"luck":4}')
    assert "tried salts" in get(bruno, "draws_of", game.public_id, 1)


def test_a_tampered_drawer_is_told_to_the_players(game, clock):
    play(game, clock, range(ROUNDS))
    row = Drawer.objects.filter(game=game, owner="p1", number=2)
    row.update(content=f'{{"said":{CANARY}}}')
    page = get(client_of(seat(game, 2).user), "draws_of", game.public_id, 2)
    assert "gave another result" in page
    assert "what is kept for: Ana" in page


def test_draws_that_cannot_be_read_are_told_as_draws_that_differ(game, clock):
    play(game, clock, range(ROUNDS))
    Resolution.objects.filter(game=game, number=2).update(draws="zlib:damaged")
    bruno = client_of(seat(game, 2).user)
    page = get(bruno, "draws_of", game.public_id, 2)
    assert "gave another result" in page
    assert "the draws" in page
    assert bruno.get(reverse("games:draws_download", args=[game.public_id])).getvalue()


def test_spectators_of_a_finished_game_get_commitments_alone(game, clock, boss):
    play(game, clock, range(ROUNDS))
    secrets = [bytes(s.secret).hex() for s in Seed.objects.filter(turn__game=game)]
    for client in (client_of(), client_of(make_user("Inès")), client_of(boss)):
        for args in ((), (2,)):
            page = get(client, "draws_of" if args else "draws", game.public_id, *args)
            assert "Open to its players." in page
            assert not [s for s in secrets if s in page]
            assert f"say {CANARY}" not in page
            assert "luck" not in page


def test_a_chapter_that_never_was_is_not_there(game):
    assert client_of().get(reverse("games:draws_of", args=[game.public_id, 9])).status_code == 404


def test_free_texts_to_oneself_stay_closed():
    orders = (
        Order("character", {"strategies": ["gambler"], "secrets": "I fear heights"}),
        Order("say", {"number": 1}),
    )
    opened = without_closed(orders)
    assert opened[0].data == {"strategies": ["gambler"], "secrets": ""}
    assert opened[1] == orders[1]
    assert {"secrets"} == CLOSED


def test_a_form_with_a_free_text_keeps_its_salt_closed(game, clock, monkeypatch):
    from tests.dummy import DummyRules

    monkeypatch.setattr(DummyRules, "check", lambda self, view, window, orders: ())
    turn = open_turn(game)
    orders = (Order("say", {"number": 3, "secrets": "I fear heights"}),)
    order_form_save(player=seat(game, 1), turn_name=turn.name, revision=0, orders=orders)
    salt = OrderForm.objects.get(turn=turn).salt
    clock.move_to(NOON)
    assert turn_close(turn_id=turn.pk)
    play(game, clock, range(1, ROUNDS))
    page = get(client_of(seat(game, 2).user), "draws_of", game.public_id, 1)
    assert "say 3" in page
    assert "I fear heights" not in page
    assert salt not in page
    assert "The salt stays closed" in page


# ---- the verdict of a finished game is kept --------------------------------------------------------


@pytest.fixture
def runs(monkeypatch) -> list[str]:
    """The names of the turns that the rules were asked to resolve since."""
    from tests.dummy import DummyRules

    found, resolve = [], DummyRules.resolve

    def counted(self, state, window, forms, dice):
        found.append(window.name)
        return resolve(self, state, window, forms, dice)

    monkeypatch.setattr(DummyRules, "resolve", counted)
    return found


def test_a_turn_is_run_again_once_however_often_its_page_is_read(game, clock, runs):
    play(game, clock, range(ROUNDS))
    runs.clear()
    bruno = client_of(seat(game, 2).user)
    pages = [get(bruno, "draws_of", game.public_id, 2) for _ in range(3)]
    assert runs == ["secret/2"]
    assert all("Verified: running this turn again" in page for page in pages)
    assert all(f"Run again on {timezone.now():%-d %B %Y}" in page for page in pages)
    get(client_of(seat(game, 1).user), "draws_of", game.public_id, 2)
    assert runs == ["secret/2"]


def test_of_very_many_draws_the_page_shows_the_first_and_the_file_all(game, clock, monkeypatch):
    monkeypatch.setattr(record, "MOST_SHOWN", 0)
    play(game, clock, range(ROUNDS))
    bruno = client_of(seat(game, 2).user)
    page = get(bruno, "draws_of", game.public_id, 2)
    assert "luck" not in page
    assert "1 more number is in the file." in page
    file = b"".join(bruno.get(reverse("games:draws_download", args=[game.public_id])).streaming_content)
    assert b'"luck"' in file


def test_the_command_renews_what_the_page_says(game, clock, runs):
    play(game, clock, range(ROUNDS))
    bruno = client_of(seat(game, 2).user)
    assert "Verified: running" in get(bruno, "draws_of", game.public_id, 2)
    Drawer.objects.filter(game=game, owner="p1", number=2).update(content=f'{{"said":{CANARY}}}')
    with pytest.raises(CommandError):
        call_command("verify_turn", game.public_id, "secret/2", stdout=StringIO())
    page = get(bruno, "draws_of", game.public_id, 2)
    assert "gave another result" in page
    assert "what is kept for: Ana" in page


def test_of_a_running_game_and_of_other_rules_no_verdict_is_kept(game, clock, monkeypatch):
    from tests.dummy import DummyRules

    play(game, clock, range(1))
    call_command("verify_turn", game.public_id, stdout=StringIO())
    assert not Turn.objects.filter(game=game).exclude(verdict="").exists()
    play(game, clock, range(1, ROUNDS))
    monkeypatch.setattr(DummyRules, "meta", replace(DummyRules.meta, rules_version="2"))
    bruno = client_of(seat(game, 2).user)
    assert "earlier version of the rules" in get(bruno, "draws_of", game.public_id, 2)
    assert not Turn.objects.filter(game=game).exclude(verdict="").exists()
    monkeypatch.undo()
    assert "Verified: running" in get(bruno, "draws_of", game.public_id, 2)


def test_a_database_that_goes_away_meanwhile_is_no_verdict(game, clock, monkeypatch):
    play(game, clock, range(ROUNDS))
    turn = Turn.objects.get(game=game, name="secret/2")

    def gone(*_args, **_more):
        raise OperationalError("the connection was lost")

    with monkeypatch.context() as broken:
        broken.setattr(vault, "load", gone)
        with pytest.raises(OperationalError):
            verdict_of(turn)
    turn.refresh_from_db()
    assert turn.verdict == ""
    assert verdict_of(turn).result is Result.VERIFIED
