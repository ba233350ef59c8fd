"""Addresses and marks of the tests of the admin."""

from __future__ import annotations

from django.urls import reverse

from games.models import Game

CANARY = 741_198_504_711  # as long as a form takes: the numbers of games and players hold any few figures


def change(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def act(game: Game, slug: str) -> str:
    return reverse("admin:games_game_act", args=[game.pk, slug])
