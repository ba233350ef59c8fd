"""Turning a POST into the whole new form. Never raises."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.contract import Order, Problem
from games.formkit import posts
from games.skin import REST, Desk, Edit, Scene

from . import filing
from .answers import EXITS, shifted
from .kinds import ACTIONS, FORM, KINDS

SHIFTS = {"earlier": -1, "later": 1}
ANCHORS = ("events", "replies", "boss", *EXITS)
"""Kinds whose question stands open where it is: saving them leads back there."""


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The form of a question, or of a door."""
    kind = desk.window.kind
    if kind == "file":
        return filing.edit(scene, desk, post)
    if desk.window.is_door:
        return Edit((), keeps=False) if post.get("act") == REST else Edit((Order(kind),))
    given = prepared(scene, desk, post)
    act = given.get("act", "")
    if act == "shift":
        left = {name: value for name, value in given.items() if name != "act"}
        return Edit(desk.orders, left=left, keeps=False)
    if act == "all":
        return _all(scene, desk, given)
    made = posts.edit(FORM, scene, desk, given)
    return replace(made, anchor=_anchor(desk, act) or made.anchor)


def _anchor(desk: Desk, act: str) -> str:
    """The anchor at which the page opens after a part was saved."""
    verb, _dash, key = act.partition("-")
    place = posts.place_of(key, desk.orders)
    slug = key if place is None else FORM.slug_of(desk.orders[place])
    return slug if verb in ("add", "replace") and slug in ANCHORS else ""


def _all(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """Read all questions of a page with one button. Questions without an answer are left to the default."""
    found = [
        one for one in posts.read_questions(FORM, scene, desk, post) if one.touched or one.place is not None
    ]
    problems = tuple(problem for one in found for problem in one.problems)
    if problems:
        return Edit(desk.orders, problems)
    if not found:
        return Edit(desk.orders, (Problem("empty_form"),))
    return Edit(tuple(one.order for one in found if one.order is not None), anchor="recap")


def prepared(scene: Scene, desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The POST with this title's own buttons (moving an event, looking at a form) turned into those of the
    kit, and with one action open at a time."""
    given = dict(post)
    verb, _dash, key = str(given.get("act", "")).partition("-")
    if verb in SHIFTS and "events" in desk.window.orders:
        return _shifted(desk, given, key, SHIFTS[verb])
    if verb == "open":
        for other in list(posts.own_fields(given, "open")):
            read = posts.read_question(FORM, scene, desk, given, other)
            if other != key and read is not None and read.kind in ACTIONS and not read.touched:
                del given[f"open-{other}"]
    if "look" in given and not verb:
        given["act"] = _looked(scene, desk, given)
    return given


def _shifted(desk: Desk, post: dict[str, str], card: str, by: int) -> dict[str, str]:
    """Move one of the eight events. In a form saved in parts that is saved at once; in another one it is only
    shown."""
    places = (place for place, order in enumerate(desk.orders) if order.kind == "events")
    key = next((f"o{place}" for place in places), "events")
    field = posts.field_name(key, "cards")
    cards = shifted(str(post.get(field, "")).split(), card, by)
    act = "shift" if not desk.window.in_parts else f"add-{key}" if key == "events" else f"replace-{key}"
    return {**post, field: " ".join(cards), f"open-{key}": "1", "act": act}


def _looked(scene: Scene, desk: Desk, post: Mapping[str, str]) -> str:
    """The button that would hand in the form that is looked at: that of the open action, or of the only
    question."""
    if desk.window.kind == "director_exit":
        return "all"
    read = posts.read_questions(FORM, scene, desk, post)
    open_now = [one for one in read if one.kind in KINDS]
    touched = [one for one in open_now if one.touched] or open_now
    if not touched:
        return "save"
    key = touched[0].key
    return f"add-{key}" if touched[0].place is None else f"replace-{key}"
