"""Whose hand a form is: kept with it, told to its owner at once and to everybody after the end."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from games.contract import Order
from games.models import By, Game, OrderForm, Resolution
from games.registry import skin_for
from games.services.draws_file import draws_file
from games.services.leaving import place_take_over, seat_leave
from games.services.seating import player_to_bot, seat_give
from games.services.turns import turn_close
from tests.builder import WHY, hand_in, make_user, master_of, open_turn, running_game, say, seat

pytestmark = pytest.mark.django_db


def noon(game: Game, clock) -> None:
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    turn_close(turn_id=turn.pk)


def kept(game: Game) -> dict:
    return json.loads(Resolution.objects.filter(game=game).latest("number").forms)


def test_a_form_of_ones_own_is_kept_in_the_same_bytes_as_ever(game, clock):
    say(game, 1)
    assert OrderForm.objects.get().by == By.SELF
    noon(game, clock)
    assert list(kept(game)["p1"]) == ["orders", "fingerprint", "salt", "saved_at", "revision"]


def test_a_form_of_a_bot_says_so_until_somebody_saves_another(game, clock):
    lena = master_of(game)
    player_to_bot(game=game, number=2, author=lena, reason=WHY)
    form = OrderForm.objects.get(player=seat(game, 2))
    assert form.by == By.BOT
    ines = make_user("Inès")
    seat_give(game=game, user=ines, name="Inès", number=2, author=lena, reason=WHY)
    form.refresh_from_db()
    assert (form.by, form.author) == (By.BOT, ines)  # hers to keep or change
    hand_in(game, 2, (Order("say", {"number": 7}),), revision=1)
    form.refresh_from_db()
    assert form.by == By.SELF
    say(game, 1)
    noon(game, clock)
    assert ["by" in form for form in kept(game).values()] == [False, False]


def test_the_hand_is_told_to_the_owner_alone_until_the_end(clock, client):
    game = running_game(("Ana", "Bruno", "Chloé"), title="corporate")
    noon(game, clock)  # characters are settled, and the first turn opens
    seat_leave(player=seat(game, 2))
    ines = make_user("Inès")
    taken = place_take_over(token=seat(game, 2).offer or "", user=ines, name="Inès")
    orders = reverse("games:orders", args=[game.public_id])
    client.force_login(ines)
    assert "Handed in by a bot." in client.get(orders).content.decode()
    noon(game, clock)
    assert kept(game)[taken.pid]["by"] == By.BOT
    pages = [page.slug for page in taken_pages(client, game)]
    assert pages
    client.force_login(seat(game, 1).user)
    for slug in pages:
        page = client.get(reverse("games:page", args=[game.public_id, slug])).content.decode()
        assert "Handed in by a bot." not in page
    assert "by a bot" not in client.get(reverse("games:draws", args=[game.public_id])).content.decode()
    Game.objects.update(stage=Game.Stage.FINISHED)
    opened = client.get(reverse("games:draws_of", args=[game.public_id, 1])).content.decode()
    assert "by a bot" in opened
    assert '"by": "bot"' in "".join(draws_file(Game.objects.get())).replace('":"', '": "')


def taken_pages(client, game: Game) -> list:
    """The pages that tell their reader who handed in."""
    found = []
    for page in skin_for(game.title).pages:
        response = client.get(reverse("games:page", args=[game.public_id, page.slug]))
        if response.status_code == 200 and "Handed in by a bot." in response.content.decode():
            found.append(page)
    return found
