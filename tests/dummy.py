"""The smallest title there can be, registered in tests only: say a secret number, three noons.

It proves that the platform names no title. With the option `breaks`, resolving round 2 raises. `closes` says
how its rounds are asked, so that it uses whatever the platform offers: numbers said one by one on a form
that is saved in parts, or a final move for each, looked at before it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from msgspec import Struct
from msgspec.structs import replace

from games.contract import (
    Closes,
    Dice,
    Drawers,
    Event,
    Forms,
    Line,
    Meta,
    Option,
    Order,
    Orders,
    Outcome,
    PlayerId,
    Problem,
    Quote,
    Standing,
    State,
    View,
    Window,
    chapter_of,
    only,
)
from games.registry import register
from games.skin import (
    REST,
    Archived,
    Desk,
    Edit,
    FormPage,
    Page,
    ReceiptLine,
    ReceiptText,
    Scene,
    Summary,
    Tower,
)

ROUNDS = 3
CLOSES = ("at_noon", "in_parts", "at_once")
OPTIONS = (Option("breaks", False), Option("closes", "at_noon", CLOSES))
# What its rules raise where they break, and no log, page or mail may repeat: words, since any few figures
# come up by chance in the number of a row, a seed or an incident.
UNSAID = "the form of p1 says so"


class Pub(Struct, frozen=True):
    players: tuple[PlayerId, ...]
    at: int = 1
    breaks: bool = False
    closes: str = "at_noon"
    mover: int = 0
    standings: tuple[Standing, ...] | None = None


class Priv(Struct, frozen=True):
    said: int = 0
    note: str = ""


class Hid(Struct, frozen=True):
    sum: int = 0


def number_of(order: Any) -> int | None:
    """The number that an order says; None if it says none."""
    data = getattr(order, "data", None)
    if getattr(order, "kind", None) != "say" or not isinstance(data, Mapping):
        return None
    number = data.get("number")
    return number if type(number) is int and abs(number) < 10**12 else None


def problems_of(orders: Orders) -> tuple[Problem, ...]:
    return tuple(
        Problem("not_a_number", i, "number") for i, order in enumerate(orders) if number_of(order) is None
    )


class DummyRules:
    meta = Meta("dummy", "Dummy", 2, 50, 4, 24, 1, "1", "alpha", ROUNDS, OPTIONS)
    drawers = Drawers(Pub, Priv, Hid)

    def setup(self, players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice) -> Outcome:
        public = Pub(players, breaks=bool(options["breaks"]), closes=options["closes"])
        return Outcome(State(public, {p: Priv() for p in players}, Hid()))

    def resolve(self, state: State, window: Window, forms: Forms, dice: Dice) -> Outcome:
        public = state.public
        if public.breaks and public.at == 2:
            raise RuntimeError(UNSAID)
        luck = dice.below(10**9, "luck")  # so many that two seeds never agree
        said = {p: sum(filter(None, map(number_of, forms.get(p, ())))) for p in public.players}
        private = {p: replace(state.private[p], said=state.private[p].said + said[p]) for p in public.players}
        mover = (public.mover + 1) % len(public.players) if window.kind == "move" else 0
        over = public.at == ROUNDS and mover == 0
        standings = tuple(
            Standing(p, 1 + sum(o.said > d.said for o in private.values()), d.said, (Line("said", d.said),))
            for p, d in sorted(private.items(), key=lambda item: -item[1].said)
        )
        at = public.at if mover else public.at + 1
        after = replace(public, at=at, mover=mover, standings=standings if over else None)
        events = (
            Event("noon", {"round": public.at, "luck": luck}),
            *(Event("you", {"said": n}, only(p)) for p, n in said.items()),
            *(
                Event("order_dropped", {"problem": problem.code}, only(p))
                for p in public.players
                for problem in problems_of(forms.get(p, ()))
            ),
        )
        return Outcome(State(after, private, Hid(state.hidden.sum + sum(said.values()))), events)

    def windows(self, public: Pub) -> tuple[Window, ...]:
        if public.standings is not None:
            return ()
        if public.closes == "at_once":
            mover = public.players[public.mover]
            return (Window("move", (public.at, mover), ("say",), Closes.AT_ONCE, (mover,)),)
        if public.closes == "in_parts":
            return (Window("parts", (public.at,), ("say",), Closes.TOGETHER, public.players, in_parts=True),)
        return (Window("secret", (public.at,), ("say",), Closes.AT_NOON, public.players),)

    def standings(self, public: Pub) -> tuple[Standing, ...] | None:
        return public.standings

    def check(self, view: View, window: Window, orders: Orders) -> tuple[Problem, ...]:
        return problems_of(orders)

    def quote(self, view: View, window: Window, orders: Orders) -> Quote:
        return Quote(tuple(Line("say", 0) for _ in orders))

    def sample(self, view: View, window: Window, dice: Dice) -> Orders | None:
        return (Order("say", {"number": dice.below(1000, "say")}),)

    def advise(self, view: View, window: Window, dice: Dice, taste: str = "") -> Orders | None:
        return self.sample(view, window, dice)

    def upgrade(self, owner: str, raw: Any, version: int) -> Any:
        return raw


TOLD = {
    "noon": ("Round {round} is over: {luck} by luck.", "La manche {round} est finie : {luck} au sort."),
    "you": ("You said {said}.", "Vous avez dit {said}."),
    "order_dropped": ("That was not a number.", "Ce n’était pas un nombre."),
}


class DummySkin:
    rules = DummyRules()
    name, place, pitch, form_label = "Dummy", "Nowhere", "Say a number.", "Orders"
    length, first_game = "3 days", "a minute"

    def _noon(self, scene: Scene) -> dict[str, Any]:
        return {"lines": [self.event_text(scene, e) for e in scene.public_events]}

    def _mine(self, scene: Scene) -> dict[str, Any]:
        return {"lines": [self.event_text(scene, e) for e in scene.own_events], "private": scene.view.private}

    opened: tuple[str, ...] = ()

    @property
    def pages(self) -> tuple[Page, ...]:
        return (
            Page("news", "News", "dummy/lines.html", self._noon, chaptered=True, first=1),
            Page("message", "Message", "dummy/lines.html", self._mine, chaptered=True, first=1, private=True),
        )

    def option_text(self, key: str) -> tuple[str, str]:
        return key.replace("_", " ").capitalize(), "For the tests."

    def rule_book(self) -> FormPage:
        return FormPage("dummy/rules.html", {"lines": ["Say a number."]})

    def form(self, scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
        texts = [self.problem_text(scene, p) for p in desk.problems]
        typed = desk.typed if desk.typed is not None else {}
        context = {"problems": texts, "number": typed.get("number", self._saved(desk))}
        context["final"] = desk.window.closes is Closes.AT_ONCE
        summary = Summary("Numbers on your form", str(len(desk.orders)))
        return FormPage("dummy/form.html", context, passes=True, summary=summary)

    def waiting(self, scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
        moves = scene.view.public.closes == "at_once"
        return FormPage("dummy/waiting.html", {}, live=True) if moves else None

    def _saved(self, desk: Desk) -> str:
        """What stands in the field: the number that was saved, or room for the next one."""
        if desk.window.in_parts or not (desk.saved and desk.orders):
            return ""
        return str(desk.orders[0].data["number"])

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        text, saved = post.get("number", ""), self._saved(desk)
        if post.get("act") == "pass":
            return Edit((), left={"number": text} if text != saved else {}, complete=True)
        if post.get("act") == REST:
            return Edit(desk.orders, left={"number": text} if text not in ("", saved) else {}, keeps=False)
        before = desk.orders if desk.window.in_parts and desk.saved else ()
        complete = post.get("act") == "hand_in"
        if not text:
            return Edit(before, complete=complete)
        if not (text.isascii() and text.isdigit() and len(text) < 9):
            return Edit(desk.orders, (Problem("not_a_number", 0, "number"),))
        said = Order("say", {"number": int(text)})
        return Edit((*before, said), anchor="o0", complete=complete)

    def turn_text(self, kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Any]) -> str:
        return f"Turn {chapter_of(at)}"

    def progress_text(self, window: Window) -> str:
        return f"Turn {window.chapter} of {ROUNDS}"

    def chapter_text(self, chapter: int) -> str:
        return f"Turn {chapter}"

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return "That is not a number." if get_language() == "en" else "Ce n’est pas un nombre."

    def event_text(self, scene: Scene, event: Event) -> str:
        told, here = TOLD.get(event.kind, ("", "")), get_language() == "en"
        return told[0 if here else 1].format(**event.data)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> ReceiptText:
        return ReceiptText(tuple(ReceiptLine(f"say {o.data['number']}", "free") for o in orders))

    def draw_texts(self, scene: Scene, kept: Archived) -> dict[str, str]:
        text = "A number by luck: {}." if get_language() == "en" else "Un nombre au hasard : {}."
        return {label: text.format(draw.value) for label, draw in kept.draws.items()}

    def headline(self, public: Pub) -> dict[str, int]:
        return {"at": public.at}

    def headline_text(self, data: Any) -> str:
        return f"Round {data['at']}" if data else ""

    def aim(self, public: Pub) -> tuple[str, ...]:
        return (f"The highest of {ROUNDS} numbers wins.",)

    def towers(self, public: Pub) -> tuple[Tower, ...]:
        return ()

    def result_text(self, rank: int, players: int, score: int) -> str:
        return f"{rank} of {players}, {score} points"


register(DummySkin())


# ---- what it tells the battery (`tests/battery/promises.py`) -----------------------------------------


def held(state: State[Any, Any, Any]) -> dict[str, int]:
    """The sum of what each has said, and of all."""
    return {**{p: drawer.said for p, drawer in state.private.items()}, "all": state.hidden.sum}


def moved(before: State[Any, Any, Any], events: tuple[Event, ...]) -> dict[str, int]:
    said = {event.to[0]: event.data["said"] for event in events if event.kind == "you"}
    return {**said, "all": sum(said.values())}


def score_line_text(line: Line) -> str:
    return f"{line.amount} said" if get_language() == "en" else f"{line.amount} dits"
