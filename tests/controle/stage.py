"""Games of Contrôle Global on the site, begun where a scene has come to."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from controle.rules import ControleRules
from games.contract import Outcome
from games.models import Game, OrderForm
from tests.builder import GameFactory

from .rules.scene import Played


def game_at(played: Played, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of the site that begins where the scene has come to."""
    count, state = len(played.public.players), Outcome(played.state)
    with monkeypatch.context() as patched:
        patched.setattr(ControleRules, "setup", staticmethod(lambda *_: state))
        return GameFactory(players=count, running=True, title="controle", max_players=count)


def stored(game: Game) -> Any:
    """Everything that counts: how often it was resolved, and the forms that lie there."""
    game.refresh_from_db()
    forms = OrderForm.objects.filter(turn__game=game).order_by("pk")
    return game.number, list(forms.values_list("player", "orders", "revision"))


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(html))


def sentences(html: str, at: str) -> str:
    """What is refused at a field."""
    return plain(" ".join(re.findall(rf'id="{re.escape(at)}-no"[^>]*>(.*?)</(?:span|p)>', html, re.DOTALL)))
