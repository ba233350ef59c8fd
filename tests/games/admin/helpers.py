"""Addresses, moments and marks of the tests of the admin."""

from __future__ import annotations

from datetime import UTC, datetime

from django.urls import reverse

from games.models import Game

MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
NOON = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)
CANARY = 7411985
WHY = "The host was away."


def change(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def act(game: Game, slug: str) -> str:
    return reverse("admin:games_game_act", args=[game.pk, slug])
