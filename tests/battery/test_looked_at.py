"""A final move that is looked at before it is made: the form is shown again with its quote, and nothing is
kept. Which windows offer it is a title's choice: its buttons are found on the page."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from django.test import Client

from games.models import Game, OrderForm, Player, Resolution
from games.registry import all_skins
from tests.battery import site
from tests.battery.pressing import amounts, filled, games, page_of, press
from tests.formpage import Button, OrderFormPage

pytestmark = pytest.mark.django_db


def looks(title: str) -> Iterator[tuple[Game, Player, Client, OrderFormPage, Button]]:
    """The buttons of a title's order forms by which a form is only looked at, each on its page."""
    for game, player in games(title):
        client = site.client_of(player.user)
        page = page_of(client, game)
        for button in page.buttons:
            if button.name == "look":
                yield game, player, client, page, button


def kept(game: Game) -> list[object]:
    """Whatever handing something in would change."""
    game.refresh_from_db()
    forms = OrderForm.objects.filter(turn__game=game).order_by("pk").values_list("pk", "revision", "orders")
    turns = game.turns.order_by("pk").values_list("name", "status", "acts", "resolutions")
    return [game.number, list(forms), list(turns), Resolution.objects.filter(game=game).count()]


def test_whoever_looks_finds_what_he_typed_its_quote_or_its_problems_and_nothing_is_kept(title, clock):
    chance = random.Random(title)
    for game, player, client, page, button in looks(title):
        before, legal = kept(game), amounts(game, player)
        for _ in range(5):
            chosen = filled(page, page.open_fields(), chance, legal)
            after = press(client, game, page, button, **chosen)
            assert kept(game) == before
            assert ("looked-at" in after.ids) == ('role="alert"' not in after.text)
            for name, value in chosen.items():
                assert after.inputs[name].value == value
            assert after.inputs["revision"].value == page.inputs["revision"].value


def test_some_title_lets_its_players_look(clock):
    """Else nothing above is tested."""
    assert any(True for skin in all_skins() for _found in looks(skin.rules.meta.key))
