"""The page of an order form: its questions, what is saved, the default without an answer, and the doors."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from games.contract import Closes, Problem, Window
from games.formkit.fields import Field
from games.formkit.form import KindSection, KindsForm, OpenQuestion, SavedOrder
from games.skin import Desk, DoorText, FormPage, Scene, Summary, SummaryLine, Text, figures
from games.skin.doors import exits

from ..pages.building import building
from ..pages.marks import marked
from ..pages.people import staff, staff_columns
from ..rules.board import directors
from ..rules.content import C
from ..rules.windows import acts_at_meeting, has_boss_card
from ..texts import amounts, effects, names
from . import filing, said
from .ground import Ground, ground
from .kinds import ACTIONS, FORM, GROUPS, field_for
from .posts import prepared
from .rule import links

TEMPLATE: Final = "machtspiele/orders.html"
SINGLE: Final = {
    "placement": "place", "event_order": "events", "bribe_reply": "reply", "boss_privilege": "boss",
}  # fmt: skip
"""Windows whose form is one order, and its kind."""


class Form(KindsForm[Ground]):
    """The form of a question, which puts refusals beside the fields of lists, too."""

    def field_for(self, made: OpenQuestion, problem: Problem) -> Field | None:
        return field_for(made, problem)


class Wish(Struct):
    """A chosen action on the form. `stands`: whether it is possible now; `mood`: "ok", "no", or "" if another
    one comes first; `up`, `down`: whether it can be moved."""

    order: SavedOrder
    stands: str
    mood: str
    up: bool
    down: bool


class ActionGroup(Struct, frozen=True):
    slug: str
    name: Text
    say: Text
    count: str
    kinds: list[KindSection]


class Asked(Struct, frozen=True):
    """A question that is always open. `aside`: the text beside its heading; `intro`: the text below it."""

    slug: str
    name: str
    aside: str
    intro: str
    question: OpenQuestion
    submit: str = ""


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while something is asked."""
    window, about = desk.window, ground(scene, desk.window)
    if desk.typed is not None:
        desk = replace(desk, typed=prepared(scene, desk, {k: str(v) for k, v in desk.typed.items()}))
    if desk.looked_at:  # a form that is looked at is in the fields, and not saved
        desk = replace(desk, orders=())
    form = Form(FORM, scene, desk, about)
    acts = takes_actions(about, window)
    chosen = wishes(form, desk, about) if acts and window.in_parts else []
    shown, questions = groups(form, desk) if acts else [], asked(form, about, window)
    context = {
        "heading": heading(scene, window),
        "why": said.matter(scene, window),
        "last": said.last(scene),
        "silence": said.silence(scene, window),
        "final": window.closes is Closes.AT_ONCE,
        "in_parts": window.in_parts,
        "wishes": chosen,
        "groups": shown,
        "most": C.actions.preferences if window.in_parts else 1,
        "full": count_of(desk) >= C.actions.preferences,
        "asked": questions,
        "all_at_once": window.kind == "director_exit",
        "press": press(form, window),
        **_company(scene),
        "refusals": refusals(form, desk, chosen, shown, questions),
        **links(),
        "minutes_url": scene.url("minutes"),
        "filing": _filing(scene, doors),
    }
    exits, reply = _exits(scene, doors), window.kind == "bribe_reply"
    return FormPage(TEMPLATE, context, summary=summary(about, desk), doors=exits, reply=reply)


def refusals(
    form: Form, desk: Desk, chosen: list[Wish], shown: list[ActionGroup], questions: list[Asked]
) -> list[str]:
    """The refusals of the form as a whole, and all others if the page has no field for them, for example
    because it has changed since."""
    sections = [kind for group in shown for kind in group.kinds]
    opened = [
        *(one.question for one in questions),
        *(one.order.question for one in chosen if one.order.question),
        *(kind.question for kind in sections if kind.question),
    ]
    told = any(one.refused or one.refusals for one in opened)
    told = told or any(kind.refusals for kind in sections) or any(one.order.refusals for one in chosen)
    if form.general or told:
        return form.general
    return list(dict.fromkeys(FORM.problem_text(problem) for problem in desk.problems))


def waiting(scene: Scene, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while only doors are open."""
    title, more = said.waiting(scene)
    context = {
        "heading": title,
        "why": more,
        "last": said.last(scene),
        **links(),
        "minutes_url": scene.url("minutes"),
        "filing": _filing(scene, doors),
    }
    private = scene.view.private
    cash = Summary(_("Your cash"), figures.number(private.cash), "P", dock_unit="P") if private else None
    return FormPage(TEMPLATE, context, live=True, summary=cash, doors=_exits(scene, doors))


def _company(scene: Scene) -> dict[str, Any]:
    """The values of the drawing of the building, as on the page of the company."""
    return {
        "building": building(scene, ()),
        "columns": list(marked(scene).values()),
        "staff": staff(scene),
        "staff_columns": staff_columns(),
    }


def heading(scene: Scene, window: Window) -> str:
    """The question itself."""
    if window.kind in ("action", "round"):
        return _("Your action, round {round}").format(round=window.at[1])
    if window.kind == "placement":
        return _("Place an executive")
    return names.window(window.kind)


def takes_actions(about: Ground, window: Window) -> bool:
    """Whether the reader is asked for actions."""
    return "recruit" in window.orders and (
        window.kind != "meeting" or acts_at_meeting(about.public, about.me)
    )


def count_of(desk: Desk) -> int:
    return sum(order.kind in ACTIONS for order in desk.orders)


# ---- choices in order --------------------------------------------------------------------------------


def wishes(form: Form, desk: Desk, about: Ground) -> list[Wish]:
    """The chosen actions on the form, each with whether it is possible now and the money it would leave."""
    places = [place for place, order in enumerate(desk.orders) if order.kind in ACTIONS]
    found, first = [], 0
    for number, place in enumerate(places, 1):
        line = desk.quote.orders[place]
        problem = line.params.get("problem", "")
        stands, mood = _stands(about, line.amount, first), "" if first else "ok"
        if problem:
            params = {key: value for key, value in line.params.items() if key != "problem"}
            why = FORM.problem_text(Problem(str(problem), params=params))
            stands, mood = _("Not as things stand. {why}").format(why=why), "no"
        elif not first:
            first = number
        found.append(Wish(form.saved(place), stands, mood, number > 1, number < len(places)))
    return found


def _stands(about: Ground, cost: int, first: int) -> str:
    if first:
        return _("Possible too, but choice {number} comes first. Move this one up if you prefer it.").format(
            number=first
        )
    left = amounts.pinats(about.private.cash - cost)
    return _("✓ Possible as things stand. You would have {amount}.").format(amount=left)


def groups(form: Form, desk: Desk) -> list[ActionGroup]:
    """The seven actions and passing, of which one may be open."""
    found = []
    for group in GROUPS:
        sections = [form.section(slug) for slug in group.kinds]
        count = sum(len(section.saved) for section in sections)
        told = ""
        if any(section.question for section in sections):
            told = _("open")
        elif count:
            told = ngettext("{count} choice", "{count} choices", count).format(count=count)
        if any(section.question or section.add for section in sections):
            sections = [one for one in sections if one.question or one.add or one.refusals or one.why_not]
        found.append(ActionGroup(group.slug, group.name, group.say, told, sections))
    return found


# ---- questions that are always open ------------------------------------------------------------------------


def asked(form: Form, about: Ground, window: Window) -> list[Asked]:
    """The questions besides actions: the events, the Boss card, exits of directors, answers to bribes."""
    public, me = about.public, about.me
    slugs: list[str] = []
    if window.kind in SINGLE:
        slugs = [SINGLE[window.kind]]
    elif window.kind == "director_exit":
        slugs = [f"exit-{each.division}" for each in public.appointments if each.old == me]
    elif window.kind == "meeting":
        if has_boss_card(public, me):
            slugs.append("boss")
        slugs += [f"exit-{division}" for division in directors(public, me)]
    elif window.kind == "round" and "events" in window.orders and public.marker == me:
        slugs = ["events"]
    if "replies" in window.orders:
        slugs.append("replies")
    return [_asked(form, about, slug, window) for slug in slugs]


def _asked(form: Form, about: Ground, slug: str, window: Window) -> Asked:
    question = form.question(slug)
    name, aside, intro = FORM.kinds[slug].name(), "", ""
    match slug:
        case "events":
            name = _("The events of the turn, yours to order")
            aside = getattr(question.fields[0], "rounds", "")
            intro = _(
                "Six cards were drawn, and you alone see them. What is above the Board Meeting happens, one "
                "card a round; what is below does not."
            )
        case "replies":
            name, aside = _("If you are bribed"), _("stands until you change it")
            intro = _(
                "An offer of at least this much is accepted: you take the money and 1 corruption, the card "
                "goes. A lower one is refused and costs you 1 employee."
            )
        case "boss":
            name = _("The Boss card")
            intro = effects.privilege("boss", about.public.cards["boss"].corrupt, about.public.motivation)
        case "reply":
            name = ""
        case "place":
            name = ""
        case _:
            if window.kind == "meeting":
                name = _("If your director of {division} has to go").format(division=name)
            else:
                name = _("Your director of {division} has to go").format(division=name)
    submit = "" if slug == "events" else FORM.kinds[slug].submit()
    return Asked(slug, name, aside, intro, question, submit)


class Press(Struct, frozen=True):
    """The one button that answers a question."""

    act: str
    label: str


def press(form: Form, window: Window) -> Press | None:
    """The button that hands in the only question of a page; None if each part has its own."""
    if window.kind == "director_exit":
        return Press("all", _("Hand in"))
    if window.kind not in SINGLE:
        return None
    question = form.question(SINGLE[window.kind])
    return Press(question.act, FORM.kinds[SINGLE[window.kind]].submit())


def summary(about: Ground, desk: Desk) -> Summary:
    """The reader's cash, and what the first possible choice would leave of it."""
    lines: tuple[SummaryLine, ...] = ()
    chosen = [(order, line) for order, line in zip(desk.orders, desk.quote.orders, strict=False)
              if order.kind in ACTIONS]  # fmt: skip
    costing = next(((n, line.amount) for n, (_o, line) in enumerate(chosen, 1)
                    if not line.params.get("problem")), None)  # fmt: skip
    cash = about.private.cash
    if costing and costing[1]:
        number, cost = costing
        lines = (
            SummaryLine(_("Choice {number}, if it is done").format(number=number), amounts.signed(-cost)),
            SummaryLine(_("You would have"), amounts.pinats(cash - cost)),
        )
    count = len(chosen)
    if not desk.window.in_parts:
        dock: Text = ""
    elif not desk.saved:
        dock = _("Nothing saved yet")
    else:
        told = ngettext("{count} choice saved", "{count} choices saved", count).format(count=count)
        state = _("handed in") if desk.ready else _("not handed in yet")
        dock = f"{told}, {state}"
    return Summary(_("Your cash"), figures.number(cash), "P", lines, dock_unit="P", dock_line=dock,
                   dock_label=_("Form"))  # fmt: skip


# ---- doors ---------------------------------------------------------------------------------------------


def _filing(scene: Scene, doors: tuple[Desk, ...]) -> filing.Filing | None:
    """The door at which actions are filed in advance."""
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
            _("Leave"),
            _("The bots wait until you come back. Your executives stay where they are.")
            if scene.rehearses else
            _("The game no longer waits for you: you recruit by default. Your executives stay where they "
              "are, and you may come back whenever you like."),
            _("Leave"), False,
        ),
    }  # fmt: skip
    return exits(doors, texts)
