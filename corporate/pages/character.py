"""The page of the characters window: public text, citizenship, Background, Strategies, secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.formkit import reading
from games.formkit.fields import refusals_by_field
from games.skin import Desk, FormPage, Remark, Scene, Summary, SummaryLine

from ..orders.kinds import KINDS
from ..rules import content
from ..texts import names, problems, words
from .common import rules_url


class Card(Struct, frozen=True):
    """A choice with its explanation."""

    value: str
    name: str
    hint: str
    chosen: bool
    more: str = ""


class TitleCard(Struct, frozen=True):
    slug: str
    name: str
    points: int
    measure: str
    value: str


PARTS: Final = ("public_text", "citizenship", "background", "hidden", "avenger", "strategies", "secrets")
"""The parts that may be refused, in the order of the page. The top of the page links to the first refused."""


def page(scene: Scene, desk: Desk) -> FormPage:
    """Template and values of the characters window, filled with what was typed or saved."""
    values = _values(desk)
    refusals = refusals_by_field(desk.problems, problems.text, PARTS)
    playing = scene.view.public.characters
    strategies = _strategies(values)
    total = sum(
        number for number in (reading.read_number(one.value) for one in strategies) if isinstance(number, int)
    )
    assert scene.view.private is not None  # a player with a form has a drawer
    drawn = scene.view.private.avenger_draw
    context: dict[str, Any] = {
        "playing": playing,
        "public_text": values.get("public_text", ""),
        "secrets": values.get("secrets", ""),
        "citizenships": _citizenships(values),
        "backgrounds": _backgrounds(values, "background") if playing else [],
        "hidden": [card for card in _backgrounds(values, "hidden") if card.value != "nobody"]
        if playing
        else [],
        "hidden_shown": _is(values, "background", "nobody"),
        "avenger_shown": "avenger" in (values.get("background"), values.get("hidden")),
        "prey": [
            Card(slug, names.corp(slug), words.presentation(slug), _is(values, "avenger", slug))
            for slug in drawn
        ],
        "no_background_points": words.points(content.VICTORY.no_background),
        "strategies": strategies if playing else [],
        "strategies_total": total,
        "strategies_max": content.VICTORY.strategies_max_total,
        "points_range": range(content.VICTORY.strategy_min_points, content.VICTORY.strategy_max_points + 1),
        "fine": {
            "citizen_base": content.VICTORY.citizenship_base,
            "other": -content.VICTORY.citizenship_per_other_citizen,
            "public_text": content.LIMITS.public_text_characters,
            "secrets": content.LIMITS.secrets_characters,
        },
        "refusals": refusals,
        "refused": KINDS["character"].refused() if desk.problems else "",
        "refused_at": next((part for part in PARTS if refusals[part]), ""),
        "rules_url": rules_url(),
    }
    beside = summary(desk, values, total if playing else None)
    return FormPage("corporate/character.html", context, passes=True, summary=beside)


def _values(desk: Desk) -> Mapping[str, Any]:
    """The values of the fields: typed, otherwise saved, otherwise empty."""
    if desk.typed is not None:
        typed = {key: str(value) for key, value in desk.typed.items()}
        return {key: "" if value == reading.NONE else value for key, value in typed.items()}
    if not desk.orders:
        return {}
    data = dict(desk.orders[0].data)
    points = data.pop("strategies", {})
    return data | {f"strategy_{title}": str(value) for title, value in points.items()}


def _is(values: Mapping[str, Any], key: str, slug: str) -> bool:
    return values.get(key) == slug


def _citizenships(values: Mapping[str, Any]) -> list[Card]:
    return [
        Card(
            slug,
            names.corp(slug),
            words.presentation(slug),
            _is(values, "citizenship", slug),
            _("When first: {first}. When last: {last}.").format(
                first=words.effect(slug, "first"), last=words.effect(slug, "last")
            ),
        )
        for slug in content.CORPORATIONS
    ]


def _backgrounds(values: Mapping[str, Any], key: str) -> list[Card]:
    return [
        Card(slug, names.background(slug), words.background(slug), _is(values, key, slug))
        for slug in content.BACKGROUNDS
    ]


def _strategies(values: Mapping[str, Any]) -> list[TitleCard]:
    return [
        TitleCard(
            slug, names.title(slug), row.points, words.measure(slug), str(values.get(f"strategy_{slug}", ""))
        )
        for slug, row in content.TITLES.items()
    ]


def summary(desk: Desk, values: Mapping[str, Any], strategies: int | None) -> Summary:
    """The summary of the form. `strategies`: the points staked on titles, None in a game without
    Strategies."""
    chosen: list[SummaryLine] = []
    if not desk.saved:
        remark = Remark(
            _("Not handed in yet"),
            _("The game begins once everybody has answered, or at its noon without those who have not."),
            "empty",
        )
    elif desk.orders:
        chosen = _chosen(values)
        if strategies is not None:
            most = content.VICTORY.strategies_max_total
            chosen.append(SummaryLine(_("Strategies"), f"{strategies} / {most}"))
        remark = Remark(_("Handed in."), _("You can change it until everybody has answered."), "yes")
    else:
        remark = Remark(
            _("You play without a character."), _("You can change your mind until everybody has answered.")
        )
    return Summary(
        _("Your character"),
        quotas=tuple(chosen),
        remark=remark,
        dock_label=_("Hand in"),
        dock_line=pgettext("character", "Handed in") if desk.saved else _("Not handed in yet"),
    )


def _chosen(values: Mapping[str, Any]) -> list[SummaryLine]:
    citizenship, background = str(values.get("citizenship") or ""), str(values.get("background") or "")
    name = names.corp(citizenship) if citizenship else pgettext("citizenship", "none")
    rows = [SummaryLine(_("Citizenship"), name)]
    if background:
        rows.append(SummaryLine(_("Background"), names.background(background)))
    hidden = str(values.get("hidden") or "")
    if background == "nobody" and hidden:
        rows.append(SummaryLine(_("Hidden"), names.background(hidden)))
    return rows
