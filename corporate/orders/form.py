"""The order form of a quarter: four groups, twelve kinds in a fixed order, any of them open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse

from games.formkit import posts
from games.formkit.form import KindSection, KindsForm
from games.skin import Desk, Edit, FormPage, Scene

from ..rules.check import desk_of
from . import notes, summary
from .kinds import FORM, GROUPS
from .transfer import transfer_door

PROPOSED: Final = ("buy_share", "vote", "join_coalition")  # open on the first turn, to show the way
SINGLE: Final = {"characters": "character", "transfer": "transfer"}  # windows whose form is one order


@dataclass(frozen=True, slots=True)
class Group:
    slug: str
    name: str
    short: str
    summary: str
    kinds: list[KindSection]
    notes: list[notes.Note]

    @property
    def count(self) -> int:
        return sum(len(kind.saved) for kind in self.kinds)


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form that a POST makes, or what could not be read of it. Never raises."""
    if kind := SINGLE.get(desk.window.kind):
        return posts.edit_single(FORM, kind, scene, desk, post)
    return posts.edit(FORM, scene, desk, post)


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values of a quarter's order form."""
    rules, turn = desk_of(scene.view), desk.window.chapter
    assert rules is not None  # the platform shows forms to players only
    form = KindsForm(FORM, scene, desk, rules, PROPOSED if turn == 1 else ())
    titles = notes.group_names()
    groups = [
        Group(
            slug,
            titles[slug][1],
            titles[slug][0],
            summary.group_summary(desk, slug),
            [form.section(kind) for kind in kinds],
            notes.council(rules, slug),
        )
        for slug, kinds in GROUPS.items()
    ]
    context: dict[str, Any] = {
        "turn": turn,
        "groups": groups,
        "general": form.general,
        "market": notes.opening(rules),
        "first": turn == 1 and not desk.orders,
        "aim": notes.aim() if turn == 1 else (),
        "rules_url": reverse("games:rules", args=["corporate"]),
        "orders_count": len(desk.orders),
        "transfer": transfer_door(scene, doors),
    }
    return FormPage("corporate/orders.html", context, passes=True, summary=summary.summary(desk))
