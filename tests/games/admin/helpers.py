"""Addresses and marks of the tests of the admin."""

from __future__ import annotations

from django.urls import reverse

from games.models import Game

CANARY = 7411985


def change(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def act(game: Game, slug: str) -> str:
    return reverse("admin:games_game_act", args=[game.pk, slug])
