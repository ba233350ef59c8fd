"""What the order form shows about saved forms: who is in, the last act, why a form was set aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..contract import Closes, Window
from ..models import Game, Player
from ..selectors import last_act
from ..skin import Desk, ReceiptLine, Scene, Skin, figures


@dataclass(frozen=True, slots=True)
class ActReceipt:
    """The receipt of an act resolved at once. `name`: the name of its turn."""

    name: str
    fingerprint: str
    salt: str
    saved_at: datetime
    seal: str
    lines: tuple[ReceiptLine, ...]


@dataclass(frozen=True, slots=True)
class WhoIsIn:
    """The names of those who have handed in for an open question, and of those still awaited."""

    answered: str
    awaited: str


def turn_text(skin: Skin, scene: Scene, window: Window) -> str:
    """The name of a turn, by its window."""
    return skin.turn_text(window.kind, window.at, scene.people)


def act_receipt(skin: Skin, scene: Scene, game: Game, player: Player, *, since: int) -> ActReceipt | None:
    """The receipt of the player's last act in the chapters from `since` on. One query."""
    act = last_act(game, player, since=since)
    if act is None:
        return None
    quote = skin.rules.quote(scene.view, act.window, act.orders)
    lines = skin.receipt(scene, act.window, act.orders, quote)
    name = turn_text(skin, scene, act.window)
    return ActReceipt(name, act.fingerprint, act.salt, act.saved_at, act.seal, lines)


def who_is_in(scene: Scene, window: Window | None) -> WhoIsIn | None:
    """Who has handed in for a question that shows it; None for any other."""
    if window is None or window.closes is not Closes.TOGETHER:
        return None
    answered = [scene.name(player) for player in window.players if player in scene.answered]
    awaited = [scene.name(player) for player in window.awaited if player not in scene.answered]
    return WhoIsIn(figures.listed(answered), figures.listed(awaited))


def set_aside_why(skin: Skin, scene: Scene, desk: Desk | None) -> Sequence[str]:
    """Why a form that was set aside cannot be handed in as it is, in sentences."""
    if desk is None or not desk.set_aside:
        return ()
    found = skin.rules.check(scene.view, desk.window, desk.orders)
    return tuple(dict.fromkeys(skin.problem_text(scene, problem) for problem in found))
