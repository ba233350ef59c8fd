"""The order form: a card of the hand, a gap of the line, one button; and the page of who waits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Problem
from games.skin import Desk, FormPage, Scene

from ..pages import board
from ..rules.figures import neighbours
from ..rules.state import DORMANT_AFTER, Public
from ..texts import amounts, general, names, problems
from .posts import number


@dataclass(frozen=True, slots=True)
class CardChoice:
    row: board.CardRow
    chosen: bool


@dataclass(frozen=True, slots=True)
class GapChoice:
    """A gap, and the country that lies behind it (none at the end of the line)."""

    value: int
    label: str
    chosen: bool
    row: board.CardRow | None


@dataclass(frozen=True, slots=True)
class ExitForm:
    """A door: what it does, in a fold that asks once more unless it harms nobody."""

    name: str
    kind: str
    title: str
    text: str
    button: str
    refusals: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Verdict:
    right: bool
    title: str
    text: str


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while a placement is asked for, or may be changed."""
    public = board.public_of(scene)
    card, gap = _standing(public, desk)
    hand = [CardChoice(row, row.card == card) for row in board.hand_of(public, _me(scene))]
    refusals = _by_place(desk.problems)
    context = {
        **board.context(scene),
        "hand": hand,
        "gaps": _gaps(scene, public, gap),
        "line_version": public.line_version,
        "refusals": refusals,
        "handed_in": _handed_in(desk) if desk.saved else "",
        "sealed": not public.sequential,
        "verdict": verdict(scene),
        "exits": exits(doors),
        "live": desk.saved and not desk.typed,
        "last_card": len(hand) == 1,
    }
    return FormPage("cardline/orders.html", context)


def waiting(scene: Scene, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while it is the turn of others, or the player is out."""
    title, text = _why(scene)
    context = {
        **board.context(scene),
        "why": title,
        "why_more": text,
        "verdict": verdict(scene),
        "exits": exits(doors),
        "live": True,
    }
    return FormPage("cardline/waiting.html", context)


def _me(scene: Scene) -> Any:
    assert scene.reader is not None  # only players have an order form
    return scene.reader


def _standing(public: Public, desk: Desk) -> tuple[str, int | None]:
    """The card and the gap that stand chosen: as typed, else as saved. A line that has moved keeps
    the card, for a gap of the old one may mean another place now."""
    if desk.typed is not None:
        gap = number(desk.typed.get("gap"))
        moved = number(desk.typed.get("line_version")) != public.line_version
        return str(desk.typed.get("card", "")), None if moved or not isinstance(gap, int) else gap
    if desk.orders and desk.saved:
        data = desk.orders[0].data
        return str(data.get("card", "")), data.get("gap")
    return "", None


def _gaps(scene: Scene, public: Public, chosen: int | None) -> list[GapChoice]:
    rows = board.line_rows(scene)
    return [
        GapChoice(
            value,
            names.gap(*neighbours(public.line, value)),
            value == chosen,
            rows[value] if value < len(rows) else None,
        )
        for value in range(len(rows) + 1)
    ]


def _handed_in(desk: Desk) -> str:
    lines = zip(desk.orders, desk.quote.orders, strict=False)
    return " ".join(general.order_text(order, line) for order, line in lines)


def _by_place(found: Iterable[Problem]) -> dict[str, list[str]]:
    """Refusals by the field they speak of; what speaks of the whole form is under `all`."""
    told: dict[str, list[str]] = {"card": [], "gap": [], "all": []}
    for problem in found:
        place = problem.input if problem.input in ("card", "gap") else "all"
        told[place].append(problems.text(problem))
    return told


def verdict(scene: Scene) -> Verdict | None:
    """What became of the reader's last card: its figure, never where it would have gone."""
    told = board.last_placement(scene)
    if told is None:
        return None
    key = board.public_of(scene).options.characteristic
    line = _("{card}: {figure}.").format(
        card=names.country(told["card"]), figure=amounts.full(key, told["figures"][key])
    )
    if told["right"]:
        return Verdict(True, _("Right: the card stays in the line."), line)
    drawn = told.get("drawn")
    more = _("Your new card: {card}.").format(card=names.country(drawn)) if drawn else ""
    return Verdict(False, _("Wrong: the card goes to the box."), f"{line} {more}".strip())


def exits(doors: Iterable[Desk]) -> list[ExitForm]:
    """The doors that stand open, to come back first."""
    forms: list[ExitForm] = []
    for door in doors:
        refused = [problems.text(problem) for problem in door.problems]
        if door.window.kind == "return":
            forms.insert(
                0,
                ExitForm(
                    door.window.name,
                    "return",
                    _("You were away"),
                    _("After {count} turns missed in a row the game stopped waiting for you.").format(
                        count=DORMANT_AFTER
                    ),
                    _("Come back"),
                    refused,
                ),
            )
        elif door.window.kind == "resign":
            forms.append(
                ExitForm(
                    door.window.name,
                    "resign",
                    _("Resign"),
                    _("You leave this game for good, your cards go to the box, and you rank below those "
                      "who played on. There is no way back."),
                    _("Leave for good"),
                    refused,
                )
            )  # fmt: skip
    return forms


def _why(scene: Scene) -> tuple[str, str]:
    """Why nothing is asked of the reader, and what comes next."""
    public, me = board.public_of(scene), scene.reader
    if me is None or me in public.left:
        return _("You are out of this game"), _("You may watch it to the end.")
    if public.asleep:
        return _("The game sleeps"), _("Everybody is away. The first to come back wakes it.")
    ask = _("This page will ask you as soon as it is your turn.")
    if me in public.emptied:
        ask = _("Your last card is placed. The round ends when nobody else can do the same.")
    elif me in public.dormant:
        ask = _("Your turns are skipped until you come back.")
    turn = public.to_act[0] if public.sequential and public.to_act else None
    if turn is None:
        return _("The others have to decide"), ask
    return _("{player} to play").format(player=scene.name(turn)), ask
