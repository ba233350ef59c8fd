"""The page of an order form: the question, the outcome of the answer, the default without one, the doors."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from games.contract import Closes, Problem, Window
from games.formkit.fields import Field
from games.formkit.form import KindSection, KindsForm, OpenQuestion, SavedOrder
from games.formkit.kinds import FormKinds, Question
from games.formkit.reading import read_number
from games.rulekit.quotes import read_figures
from games.skin import Desk, DoorText, FormPage, Scene, Summary, Text, figures
from games.skin.doors import exits

from ..pages import world as world_page
from ..pages.faces import hand
from ..pages.planet import Planet, planet
from ..rules.check import TurnFigures, check
from ..rules.content import C
from ..rules.world import points
from ..texts import amounts, problems
from ..texts.people import seen
from . import filing, said
from .fields import simple
from .ground import Ground, ground
from .kinds import KINDS, field_for
from .posts import SINGLE, prepared
from .turns import Turn

TEMPLATE: Final = "controle/form.html"
PARTS: Final = ("surplus", "draw", "relief")
"""What a form of a round holds beside plans."""
MAPPED: Final = ("start", "play", "forced", "round")
"""Questions about regions."""


class Form(KindsForm[Ground]):
    """The form of a question, which puts refusals beside nested fields, too."""

    def field_for(self, made: OpenQuestion, problem: Problem) -> Field | None:
        return field_for(made.fields, problem)


class PlanLine(Struct):
    """A plan on the form of a round. `possible`: whether it is possible now."""

    order: SavedOrder
    stands: str
    possible: bool
    up: bool
    down: bool


class Press(Struct, frozen=True):
    """The one button that answers a question."""

    act: str
    label: str


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while something is asked."""
    window, about = desk.window, ground(scene, desk.window)
    if desk.typed is not None:
        desk = replace(desk, typed=prepared(desk, {k: str(v) for k, v in desk.typed.items()}))
    if desk.looked_at:  # a form that is looked at is in the fields, and not saved
        desk = replace(desk, orders=())
    kinds = FormKinds(KINDS, check, lambda problem: problems.text(scene, problem))
    form = Form(kinds, scene, desk, about)
    single = window.kind in SINGLE
    question = form.question(window.kind) if single else None
    plans = _plans(form, desk) if window.kind == "round" else []
    sections = _sections(form, window)
    asked = question or _opened(plans, sections)
    found = _figures(about, form, window, question) if question is not None else None
    filed = _filing(scene, doors)
    context = {
        "heading": said.heading(scene, window),
        "why": said.matter(scene, window),
        "lately": said.lately(scene),
        "silence_title": said.silence_title(desk),
        "silence": said.silence(scene, window),
        "final": window.closes is Closes.AT_ONCE,
        "question": question,
        "more": window.kind in ("play", "forced"),
        "press": Press(question.act, KINDS[window.kind].submit()) if question is not None else None,
        "stuck": _stuck(form, window),
        "plans": plans,
        "most": C.figures.plans,
        "in_parts": window.in_parts,
        "plan": next((one for one in sections if one.slug == "plan"), None),
        "sections": [one for one in sections if one.slug != "plan"],
        "outcome": said.outcome(about, found) if found is not None else None,
        "near": _near(about),
        "refusals": _refusals(form, desk, plans, sections, question),
        "world_url": scene.url("world"),
        "filing": filed,
        **_order(scene),
        **_hand(scene, asked, filed),
        "planet": _planet(about, asked) if window.kind in MAPPED else None,
    }
    return FormPage(TEMPLATE, context, summary=_summary(about, desk, found), doors=_exits(scene, doors))


def waiting(scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
    """Template and values while only doors are open."""
    title, more = said.waiting(scene)
    filed = _filing(scene, doors)
    context: dict[str, Any] = {
        "heading": title,
        "why": [more] if more else [],
        "lately": said.lately(scene),
        "world_url": scene.url("world"),
        "filing": filed,
        **_order(scene),
        **_hand(scene, None, filed),
    }
    summary = None
    if doors:
        about = ground(scene, doors[0].window)
        context |= {"near": _near(about), "planet": _planet(about, filed.question if filed else None)}
        summary = _tokens(about)
    return FormPage(TEMPLATE, context, live=True, summary=summary, doors=_exits(scene, doors))


# ---- what is asked ---------------------------------------------------------------------------------------


def _figures(about: Ground, form: Form, window: Window, question: OpenQuestion) -> TurnFigures | None:
    """The outcome of the turn that is filled in; None while it is incomplete."""
    kind = KINDS[window.kind]
    if not isinstance(kind, Turn):
        return None
    values = {
        name.removeprefix(f"{question.key}-"): value
        for name, value in (form.typed or {}).items()
        if name.startswith(f"{question.key}-")
    }
    return kind.figures(Question(form.scene, form.desk, about, window.kind, None, values))


def _plans(form: Form, desk: Desk) -> list[PlanLine]:
    """The plans on the form, each with whether it is possible now."""
    places = [place for place, order in enumerate(desk.orders) if order.kind == "plan"]
    found = []
    for number, place in enumerate(places, 1):
        line = desk.quote.orders[place]
        read = read_figures(line, TurnFigures) if line.params else None
        why = _("It could not be read.") if read is None else said.outcome(form.rules, read).why
        told = _("Possible as things stand.")
        if why:
            told = _("Not as things stand. {why}").format(why=why)
        found.append(PlanLine(form.saved(place), told, not why, number > 1, number < len(places)))
    return found


def _sections(form: Form, window: Window) -> list[KindSection]:
    if window.kind != "round":
        return []
    return [form.section(slug) for slug in ("plan", *PARTS)]


def _stuck(form: Form, window: Window) -> KindSection | None:
    """The question for a player who could play only by spending tokens."""
    if window.kind != "play":
        return None
    section = form.section("stuck")
    return section if section.add or section.refusals else None


def _refusals(
    form: Form, desk: Desk, plans: list[PlanLine], sections: list[KindSection], question: OpenQuestion | None
) -> list[str]:
    """The refusals of the form as a whole, and all others if the page has no field for them, for example
    because it has changed since."""
    opened = [one.order.question for one in plans] + [one.question for one in sections] + [question]
    opened += [saved.question for one in sections for saved in one.saved]
    told = any(one.refused or one.refusals for one in opened if one is not None)
    told = told or any(one.refusals for one in sections) or any(one.order.refusals for one in plans)
    if form.general or told:
        return form.general
    return list(dict.fromkeys(form.kinds.problem_text(problem) for problem in desk.problems))


# ---- beside the question ---------------------------------------------------------------------------------


def _order(scene: Scene) -> dict[str, Any]:
    """Values of the order of the round, as on the page of the world."""
    return {
        "order": world_page.order(scene),
        "order_label": world_page.order_label(scene.view.public),
        "zone": world_page.zone(scene),
        "zone_count": amounts.cards(len(scene.view.public.zone)),
        "zone_after": world_page.zone_after(scene),
    }


def _hand(scene: Scene, asked: OpenQuestion | None, filed: filing.Filing | None) -> dict[str, Any]:
    """Values of the reader's hand, unless a question itself shows it; in a forced turn, of the hand shown to
    all."""
    forced = asked is not None and asked.kind == "forced"
    shown = asked is None or asked.kind not in ("play", "plan", "forced")
    shown = shown and (filed is None or filed.question is None)
    return {
        **(world_page.shown(scene) if forced else {}),
        "hand": hand(scene) if shown else [],
        "hand_seen": world_page.hand_seen(scene),
    }


def _opened(plans: list[PlanLine], sections: list[KindSection]) -> OpenQuestion | None:
    """The question of the plan that is being made or changed."""
    opened = [line.order.question for line in plans]
    opened += [section.question for section in sections if section.slug == "plan"]
    return next((one for one in opened if one is not None), None)


def _planet(about: Ground, question: OpenQuestion | None) -> Planet:
    """The map beside a question about a region, with the chosen region and its neighbours."""
    values = {one.name: getattr(one, "value", "") for one in simple(question.fields)} if question else {}
    value = read_number(values.get("R") or values.get("free.region") or "x")
    pick = value if isinstance(value, int) and value in about.world.slots else None
    return planet(about.public, seen(about.scene), "", pick=pick)


def _near(about: Ground) -> list[said.Near]:
    now = dict(zip(about.public.players, points(about.world), strict=True))
    return said.around(about, now)


def _tokens(about: Ground) -> Summary:
    count = sum(about.held)
    return Summary(
        _("Your tokens"),
        figures.number(count),
        _("of {most}").format(most=figures.number(C.figures.holding)),
        facts=(amounts.kinds(about.held),),
        dock_unit=ngettext("token", "tokens", count),
    )


def _summary(about: Ground, desk: Desk, found: TurnFigures | None) -> Summary:
    """The reader's tokens, and those that the form would leave."""
    made = _tokens(about)
    dock: Text = ""
    if found is not None and not found.problem:
        told = said.outcome(about, found)
        dock = told.points
    elif desk.window.in_parts:
        count = sum(order.kind == "plan" for order in desk.orders)
        dock = amounts.plans(count) if desk.saved else _("Nothing saved yet")
    return replace(made, dock_line=dock, dock_label=_("Form"))


def _filing(scene: Scene, doors: tuple[Desk, ...]) -> filing.Filing | None:
    """The door at which plans are filed in advance; it is closed while the reader's own turn is asked."""
    if scene.view.public.active == scene.reader:
        return None
    return next((filing.shown(scene, desk) for desk in doors if desk.window.kind == "file"), None)


def _exits(scene: Scene, doors: tuple[Desk, ...]) -> tuple[DoorText, ...]:
    """The open doors without a question: coming back, leaving."""
    texts = {
        "return": (
            _("Come back"),
            _("The game no longer waits for you. It will again as soon as you come back."),
            _("Come back"), True,
        ),
        "leave": (
            _("Step away"),
            _("The bots wait until you come back. What you have stays yours.") if scene.rehearses else
            _("Your turns are played by default, and nobody waits for you. What you have stays yours; you "
              "may come back whenever you like."),
            _("Stop waiting for me"), False,
        ),
    }  # fmt: skip
    return exits(doors, texts)
