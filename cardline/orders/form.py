"""The order form (a card of the hand, a gap in the line, one button), and the page of a player who waits."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.formkit.fields import refusals_by_field
from games.skin import Desk, FormPage, Scene, Summary

from ..pages import board
from ..texts import amounts, names, problems
from . import exits, place
from .kinds import order_text


class Verdict(Struct, frozen=True):
    right: bool
    title: str
    text: str


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while a placement is asked for or can be changed."""
    public = board.public_of(scene)
    card, gap = place.standing(public, desk)
    hand = [place.CardChoice(row, row.card == card) for row in board.hand_of(public, _me(scene))]
    refusals = refusals_by_field(desk.problems, problems.text, ("card", "gap"))
    shared = board.context(scene)
    context = {
        **shared,
        "hand": hand,
        "gaps": place.gaps(public, shared["line"], gap),
        "line_version": public.line_version,
        "refusals": refusals,
        "handed_in": _handed_in(desk) if desk.saved else "",
        "sealed": not public.sequential,
        "verdict": verdict(scene),
        "last_card": len(hand) == 1,
    }
    summary = Summary(_("Your move"), dock_line=_("Choose a card and its place."), dock_label=_("Form"))
    live = desk.saved and not desk.typed
    return FormPage("cardline/orders.html", context, live=live, summary=summary, doors=exits.exits(doors))


def waiting(scene: Scene, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while others have to play, or when the player is out of the game."""
    title, text = _why(scene)
    context = {
        **board.context(scene),
        "why": title,
        "why_more": text,
        "verdict": verdict(scene),
    }
    return FormPage("cardline/waiting.html", context, live=True, doors=exits.exits(doors))


def _me(scene: Scene) -> Any:
    assert scene.reader is not None  # only players have an order form
    return scene.reader


def _handed_in(desk: Desk) -> str:
    lines = zip(desk.orders, desk.quote.orders, strict=False)
    return " ".join(order_text(order, line) for order, line in lines)


def verdict(scene: Scene) -> Verdict | None:
    """The result of the reader's last placement: the card's figure, but not its right place."""
    last = board.last_placement(scene)
    if last is None:
        return None
    key = board.public_of(scene).options.characteristic
    line = _("{card}: {figure}.").format(
        card=names.country(last.placed.card), figure=amounts.full(key, last.placed.figures[key])
    )
    if last.placed.correct:
        return Verdict(True, _("Right: the card stays in the line."), line)
    more = _("Your new card: {card}.").format(card=names.country(last.drawn)) if last.drawn else ""
    return Verdict(False, _("Wrong: the card goes to the box."), f"{line} {more}".strip())


def _why(scene: Scene) -> tuple[str, str]:
    """Why nothing is asked of the reader, and what happens next."""
    public, me = board.public_of(scene), scene.reader
    if me is None or me in public.left:
        return _("You are out of this game"), _("You may watch it to the end.")
    if public.asleep:
        return _("The game sleeps"), _("Everybody is away. The first to come back wakes it.")
    ask = _("This page will ask you as soon as it is your turn.")
    if me in public.emptied:
        ask = _("Your last card is placed. The round ends when nobody else can do the same.")
    elif me in public.dormant:
        ask = (
            _("The bots go on as soon as you come back.")
            if scene.rehearses
            else _("Your turns are skipped until you come back.")
        )
    turn = public.to_act[0] if public.sequential and public.to_act else None
    if turn is None:
        return _("The others have to decide"), ask
    return _("{player} to play").format(player=scene.name(turn)), ask
