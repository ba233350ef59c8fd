"""The notice of a game, where its title leaves its creator a choice: chosen, shown, changed, kept to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Game, Notice, Turn
from games.registry import all_skins
from games.services.games import game_create, game_join, game_start
from tests.builder import GameFactory, UserFactory, plan
from tests.games.test_lobby import settings

EVENING = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)  # Friday, 21:00 in Paris
pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client: Client, clock: object) -> Any:
    """Logged in on the morning of these tests: at another hour, her session might be over."""
    user = UserFactory(display_name="Ana")
    client.force_login(user)
    return user


def cardline(**changes: object) -> dict[str, object]:
    return settings(**{"title": "cardline", **changes})


def plain(answer: Any) -> str:
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(("typed", "hours"), [("6", 6), ("24", 24), (None, 24), ("", 24)])
def test_the_creator_chooses_among_the_titles_notices(client, ana, typed, hours):
    client.post("/games/new/", cardline(**{"notice-cardline": typed}))
    assert Game.objects.get().notice == hours


@pytest.mark.parametrize("typed", ["0", "1", "7", "-6", "6.0", "six", "99999", "\x00", "²"])
def test_any_other_is_refused_next_to_its_field(client, ana, typed):
    answer = client.post("/games/new/", cardline(**{"notice-cardline": typed}))
    assert answer.status_code == 422
    assert "This title does not offer that notice." in answer.content.decode()
    assert not Game.objects.exists()


def test_a_title_without_a_choice_keeps_its_own_whatever_is_posted(client, ana):
    client.post("/games/new/", settings(**{"notice-dummy": "6", "notice-cardline": "6"}))
    assert Game.objects.get().notice == 24
    assert 'name="notice-dummy"' not in client.get("/games/new/").content.decode()
    assert game_create(creator=ana, plan=plan(notice=6, name="Another")).notice == 24


def test_every_title_proposes_its_own_notice_among_its_choices():
    for skin in all_skins():
        meta = skin.rules.meta
        assert not meta.notices or meta.notice in meta.notices


@pytest.mark.parametrize(
    ("language", "label", "hours"),
    [("en", "Notice", "at least 6 hours"), ("fr", "Préavis", "au moins 6 heures")],
)
def test_it_is_shown_before_the_start_and_on_the_pages_of_the_game(client, ana, language, label, hours):
    client.post("/games/new/", cardline(**{"notice-cardline": "6"}))
    game, headers = Game.objects.get(), {"Accept-Language": language}
    gathering = plain(client.get(f"/g/{game.public_id}/", headers=headers))
    assert label in gathering
    assert hours in gathering
    game_join(game=game, user=UserFactory(), name="Bruno")
    game_start(game=game, author=ana)
    for slug in ("orders", "line"):
        assert hours in plain(client.get(f"/g/{game.public_id}/{slug}/", headers=headers))


def test_changing_it_is_told_to_those_who_joined(client, ana):
    client.post("/games/new/", cardline())
    game, bruno = Game.objects.get(), UserFactory()
    game_join(game=game, user=bruno, name="Bruno")
    page = client.get(f"/g/{game.public_id}/edit/").content.decode()
    assert 'name="notice-cardline" value="24" checked' in page
    client.post(f"/g/{game.public_id}/edit/", cardline(**{"notice-cardline": "6", "title": None}))
    game.refresh_from_db()
    assert game.notice == 6
    assert Notice.objects.get(user=bruno).data == {"changed": ["notice"]}
    other = Client()
    other.force_login(bruno)
    assert "The settings have changed: notice." in other.get("/games/").content.decode()


@pytest.mark.parametrize(("hours", "noon"), [(6, 21), (24, 22)])
def test_the_deadline_leaves_the_notice_chosen(hours, noon):
    """In the evening: the noon of tomorrow leaves six hours, the one after it a day."""
    with time_machine.travel(EVENING, tick=False):
        creator = UserFactory(display_name="Ana")
        game = GameFactory(creator=creator, title="cardline", max_players=2, notice=hours)
        game_join(game=game, user=UserFactory(), name="Bruno")
    main = Turn.objects.filter(game=game, status="open").order_by("position")[0]
    assert main.deadline == datetime(2026, 11, noon, 11, 0, tzinfo=UTC)
    assert main.deadline - EVENING >= timedelta(hours=hours)


def test_the_summary_counts_with_the_notice_chosen(client, ana):
    with time_machine.travel(EVENING, tick=False):
        for hours, day in (("6", "21"), ("24", "22")):
            asked = {**cardline(**{"notice-cardline": hours})}
            answer = client.get("/games/new/", asked, HTTP_HX_REQUEST="true").content.decode()
            assert f"{day} Nov" in answer


def test_a_form_without_the_choice_about_who_leaves_keeps_it(client, ana):
    """The desk of the admin changes a game by a form that does not ask for it."""
    client.post("/games/new/", cardline(on_leave="empty"))
    game = Game.objects.get()
    assert game.on_leave == "empty"
    client.post(f"/g/{game.public_id}/edit/", cardline(on_leave=None, title=None, name="Another name"))
    game.refresh_from_db()
    assert (game.name, game.on_leave) == ("Another name", "empty")
