"""What the order form shows about saved forms: who is in, the last act, why a form was set aside."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Closes, Window
from ..models import Game, Player
from ..selectors import last_act
from ..skin import Desk, ReceiptText, Scene, Skin, figures
from .values import ShownReceipt, WhoIsIn


def turn_text(skin: Skin, scene: Scene, window: Window) -> str:
    """The name of a turn, by its window."""
    return skin.turn_text(window.kind, window.at, scene.people)


def act_receipt(skin: Skin, scene: Scene, game: Game, player: Player, *, since: int) -> ShownReceipt | None:
    """The receipt of the player's last act in the chapters from `since` on. One query."""
    act = last_act(game, player, since=since)
    if act is None:
        return None
    quote = skin.rules.quote(scene.view, act.window, act.orders)
    text = skin.receipt(scene, act.window, act.orders, quote)
    name = turn_text(skin, scene, act.window)
    return ShownReceipt(name, act.fingerprint, act.salt, act.saved_at, act.seal, text, by=act.by)


def desk_receipt(skin: Skin, scene: Scene, desk: Desk) -> ShownReceipt:
    """The receipt of the form that is saved at a desk."""
    name = turn_text(skin, scene, desk.window)
    text = receipt_text(skin, scene, desk)
    return ShownReceipt(
        *(name, desk.fingerprint, desk.salt, desk.saved_at, desk.seal, text, desk.revision, desk.by)
    )


def receipt_text(skin: Skin, scene: Scene, desk: Desk) -> ReceiptText:
    """What the form at a desk says and costs."""
    return skin.receipt(scene, desk.window, desk.orders, desk.quote)


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
