"""Random and damaged posts in each window, read by the skin and judged by the rules: never an error, and what
`check` lets through can be resolved. `NOON_FORMS=10000` tries so many in each."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from controle.orders import filing, form, posts
from controle.orders.fields import HandField, KeptField, TokenField, simple
from controle.rules import RULES
from controle.texts import problems
from games.contract import Dice, PlayerId, View, Window
from games.formkit.fields import Field
from games.skin import REST, Desk, Person, Scene

from .rules.scene import WALL, Played, new, plan
from .rules.test_codes import drawing, forced, mine, racket, sealed, shown, surplus

FORMS = int(os.environ.get("NOON_FORMS") or 60)
P1 = PlayerId("p1")
JUNK = (
    "", " ", "0", "-1", "1.5", "99999999999999999999", "p1", "p9", "pol", "pol-med", "pol-pol-pol-pol-pol",
    "-", "--", "<b>", "\x00", "a" * 5000, "null", "[]", f"{WALL}-9", f"{WALL}-3", "bio1", "mil-rel", "p2-com",
)  # fmt: skip
ACTS = (
    "",
    "save",
    "pass",
    "look",
    REST,
    "add-x",
    "replace-o0",
    "remove-o0",
    "up-o1",
    "down-o0",
    "close-plan",
)


def filing_scene() -> Played:
    walls = plan(WALL, 3, V=1, U="p2", choices=[["pol", "med"], [], []])
    return Played(mine(order="p2 p1 p3 p4").state).file(P1, *plan(WALL, 1), *walls)


SCENES: Mapping[str, Callable[[], Played]] = {
    "start": new, "play": mine, "play, a theft": racket, "forced": forced, "draw": drawing,
    "draw, shown": shown, "surplus": surplus, "round": sealed, "file": filing_scene,
}  # fmt: skip


def scene_of(played: Played, window: Window) -> Scene:
    people = {player: Person(player, f"Somebody {player}") for player in played.public.players}
    view: View[Any, Any] = played.state.seen_by(P1)
    return Scene(view, people, "/g/abc/", "Europe/Paris", chapter=1)


def fields_of(scene: Scene, desk: Desk) -> list[tuple[str, Field]]:
    """The fields of the page, by the names they are posted under."""
    if desk.window.kind == "file":
        typed = {**(desk.typed or {}), "open": filing.KEY}
        made = filing.shown(scene, Desk(desk.window, typed=typed))
        ranks = [line.rank for line in made.plans] + ([made.rank] if made.rank else [])
        found = [*simple(made.question.fields if made.question else []), *ranks]
        return [(one.id, one) for one in found]
    context = form.page(scene, desk, ()).context
    opened = [context["question"], *(one.question for one in context["sections"])]
    opened += [context["plan"].question] if context["plan"] else []
    return [(one.id, one) for question in opened if question for one in simple(question.fields)]


def values_of(one: Field) -> list[str]:
    if isinstance(one, HandField):
        return [choice.value for card in one.cards for choice in card.effects]
    if isinstance(one, TokenField):
        return ["on", ""]
    if isinstance(one, KeptField):
        return [one.value]
    return [choice.value for choice in getattr(one, "choices", ())]


def some_post(chance: random.Random, scene: Scene, desk: Desk) -> dict[str, str]:
    """A post from the page as it is drawn once an effect was chosen, filled in well or badly."""
    kind = desk.window.kind
    key = {"round": "plan", "file": filing.KEY}.get(kind, kind)
    first = fields_of(scene, Desk(desk.window, desk.orders, typed={f"open-{key}": "1", "open": key}))
    hand = next((one for _name, one in first if isinstance(one, HandField)), None)
    post = {f"open-{key}": "1"}
    if hand is not None and chance.random() < 0.9:
        post[f"{key}-effect"] = chance.choice(values_of(hand) or [""])
    shown_now = fields_of(scene, Desk(desk.window, desk.orders, typed={**post, "open": key}))
    for name, one in shown_now:
        values = values_of(one)
        if values and chance.random() < 0.93 and name not in post:
            post[name] = chance.choice(values)
    for _ in range(chance.choice((0, 0, 0, 1, 2, 5))):
        names = [*post, *(name for name, _one in shown_now), f"{key}-draw.0", f"{key}-V", "act"]
        post[chance.choice(names)] = chance.choice(JUNK)
    post.setdefault("act", f"add-{key}" if chance.random() < 0.8 else chance.choice(ACTS))
    return post


def windows(played: Played, name: str) -> Iterator[Window]:
    kind = name.partition(",")[0]
    yield from (each for each in RULES.windows(played.public) if each.kind == kind and P1 in each.players)


@pytest.mark.parametrize("name", SCENES)
def test_no_form_is_an_error_and_what_is_let_through_can_be_resolved(name: str) -> None:
    played, chance = SCENES[name](), random.Random(name)
    (window,) = windows(played, name)
    scene, counts = scene_of(played, window), {"kept": 0, "refused": 0}
    for number in range(FORMS):
        desk = Desk(window)
        post = some_post(chance, scene, desk)
        edit = posts.edit(scene, desk, post)
        found = (*edit.errors, *RULES.check(scene.view, window, edit.orders))
        for problem in found:
            assert len(problems.text(scene, problem).split()) > 3
        typed = Desk(window, typed=post, problems=found, quote=RULES.quote(scene.view, window, ()))
        fields_of(scene, typed)
        if found:
            counts["refused"] += 1
            continue
        counts["kept"] += 1
        RULES.quote(scene.view, window, edit.orders)
        outcome = RULES.resolve(played.state, window, {P1: edit.orders}, Dice(b"%d" % number))
        assert not [one for one in outcome.events if one.kind == "order_dropped"]
    assert min(counts.values()) > 0, counts
