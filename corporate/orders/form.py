"""The order form of a quarter: four groups, twelve kinds in a fixed order, any of them open."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from msgspec import Struct

from games.contract import Dice
from games.formkit import posts
from games.formkit.form import KindSection, KindsForm
from games.skin import Desk, Edit, FormPage, GuideStep, Scene

from ..rules.bots.character import character
from ..rules.check import desk_of
from ..rules.orders import Character
from . import guide, notes, summary
from .kinds import FORM, GROUPS
from .transfer import transfer_door

PROPOSED: Final = ("buy_share", "vote", "join_coalition")  # open on the first turn, to show the way
SINGLE: Final = {"characters": "character", "transfer": "transfer"}  # windows whose form is one order
SUITABLE: Final = "suitable"
"""The button that hands in a fitting character, so that nobody has to invent one."""


class Group(Struct, frozen=True):
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
    """The whole new form that results from a POST, or the problems of what could not be read. Never
    raises."""
    if post.get("act") == SUITABLE and desk.window.kind == "characters":
        return _suitable(scene, desk, post)
    if kind := SINGLE.get(desk.window.kind):
        return posts.edit_single(FORM, kind, scene, desk, post)
    return posts.edit(FORM, scene, desk, post)


def _suitable(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """A suitable character that includes the answers given so far. Its dice use a random key: from a key that
    others can know, they could compute what was drawn."""
    rules = desk_of(scene.view)
    assert rules is not None  # only players post forms
    typed, problems = posts.read_order(FORM, scene, "character", post, 0)
    if typed is None:
        return Edit(desk.orders, problems, "character")
    chosen, dice = Character(**typed.data), Dice(secrets.token_bytes(16))
    return Edit((character(scene.view.public.characters, rules, dice, chosen),), anchor="recap")


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values of a quarter's order form."""
    rules, turn = desk_of(scene.view), desk.window.chapter
    assert rules is not None  # the platform shows forms to players only
    guided = guide.steps(scene, desk, rules) if turn == 1 and scene.guided else ()
    led = guided if scene.rehearses else ()
    form = KindsForm(FORM, scene, desk, rules, _proposed(turn, led))
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
        "first": turn == 1 and not desk.orders and not led,
        "led": bool(led),
        "rules_url": reverse("games:rules", args=["corporate"]),
        "orders_count": len(desk.orders),
        "transfer": transfer_door(scene, doors),
    }
    beside = summary.summary(desk)
    return FormPage("corporate/orders.html", context, passes=True, summary=beside, guide=guided)


def _proposed(turn: int, steps: tuple[GuideStep, ...]) -> tuple[str, ...]:
    """The kinds of orders whose questions are open on the first turn: with the guide only one at a time."""
    if steps:
        now = next(step.anchor for step in steps if not step.done)
        return (now,) if now in PROPOSED else ()
    return PROPOSED if turn == 1 else ()
