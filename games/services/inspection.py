"""Everything stored of a game, for developers of the site: used only if DEBUG is on."""

from __future__ import annotations

import json
from collections.abc import Mapping

from msgspec import Struct

from .. import vault
from ..contract import Window
from ..draws import unpacked
from ..models import Game, OrderForm, Resolution, Turn
from ..registry import skin_for
from .audit import verify_turn

Draws = dict[str, int | tuple[int, ...]]  # what each label drew


class Inspection(Struct, frozen=True):
    """Everything kept of a game. `drawers`: by owner, as indented JSON; `windows`: what the rules ask now;
    `turns` and `resolutions`: newest first, a resolution with its draws; `forms`: of the open turns."""

    game: Game
    drawers: Mapping[str, str]
    windows: tuple[Window, ...]
    turns: list[Turn]
    resolutions: list[tuple[Resolution, Draws]]
    forms: list[OrderForm]


def inspect(game: Game) -> Inspection:
    """Read all of it, seeds excepted. Seven queries."""
    rules = skin_for(game.title).rules
    if game.number < 0:
        return Inspection(game, {}, (), [], [], [])
    state = vault.load(game, rules).state
    turns = list(Turn.objects.filter(game=game).order_by("-pk"))
    open_turns = [turn for turn in turns if turn.status == Turn.Status.OPEN]
    resolutions = Resolution.objects.filter(game=game).select_related("turn").order_by("-number")[:50]
    return Inspection(
        game,
        {owner: _indented(text) for owner, text in vault.texts_of(state).items()},
        rules.windows(state.public),
        turns,
        [(row, _draws(row)) for row in resolutions],
        list(OrderForm.objects.filter(turn__in=open_turns).select_related("turn", "player")),
    )


def rerun(*, game: Game) -> list[str]:
    """Run every resolved turn again and compare it with the stored results: a line for each."""
    verdicts = [verify_turn(turn) for turn in Turn.objects.filter(game=game).order_by("pk")]
    return [
        " ".join([verdict.turn, verdict.result.value, *(f"{d.what} {d.where}" for d in verdict.differences)])
        for verdict in verdicts
    ]


def _indented(text: str) -> str:
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False)


def _draws(row: Resolution) -> Draws:
    return {label: draw.value for label, draw in unpacked(row.draws, row.key_version).items()}
