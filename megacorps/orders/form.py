"""The page of an order form: its questions, the doors beside it, and the consequence of not answering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from games.contract import Closes, Window
from games.skin import Desk, DoorText, FormPage, Scene, Summary, Text, figures
from games.skin.doors import exits

from ..pages.common import rules_url
from ..rules import board
from ..rules.defaults import default
from ..rules.state import Public
from ..texts import amounts, general, names, receipts
from ..texts.parties import party
from . import asked, choices
from .firms import everybody, firms
from .inputs import Ask
from .panels import Panel, panels, refuse, tell
from .posts import filled_in
from .questions import read, shown

TEMPLATE = "megacorps/orders.html"
REPLIES: Final = frozenset(
    {"antitrust", "mercenary_reply", "mercenary_counter", "payout_reaction", "war_aid"}
)  # asked of a player by what another one does


SILENT: Final[Mapping[str, Text]] = {
    "turn": gettext_lazy("you do nothing"),
    "program": gettext_lazy("you do nothing in your turn"),
    "buy_again": gettext_lazy("you buy nothing"),
    "mercenary_reply": gettext_lazy("the bids are refused"),
    "mercenary_counter": gettext_lazy("the prices are declined"),
    "war_aid": gettext_lazy("you send nobody"),
    "war_spoils": gettext_lazy("you do not intervene"),
    "payout_reaction": gettext_lazy("you play no card"),
    "auction_bid": gettext_lazy("you bid nothing"),
    "last_call": gettext_lazy("you play no card"),
}
"""What silence does where its default is to do nothing, by the kind of the question."""


class Door(Struct):
    """A door with its questions. `button`: the label of its button; `text`: its explanation; `rules_url`:
    where the rule book tells more."""

    name: str
    kind: str
    title: str
    text: str
    rules_url: str
    button: str
    panels: list[Panel]
    refusals: list[str]
    opened: bool

    @property
    def opens(self) -> str:
        """The value of the button that has its one question drawn; "" if its fields are."""
        return self.panels[0].opens if len(self.panels) == 1 else ""


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while something is asked."""
    window = desk.window
    made, refusals = _questions(scene, desk)
    context = {
        **_about(scene),
        "kind": window.kind,
        "question": asked.heading(scene, window),
        "why": asked.matter(scene, window),
        "panels": [panel for panel in made if panel.shape != "card"],
        "cards": [panel for panel in made if panel.shape == "card"],
        "place": asked.place(scene),
        "rules_url": _rule(window.kind),
        **({"firms": firms(), "everybody": everybody()} if window.kind == "choose_megacorp" else {}),
        "refusals": refusals,
        "silence": silence(scene, window),
        "asks": True,
        "looks": window.kind == "turn",
        "final": window.closes is Closes.AT_ONCE,
        "doors_open": _doors(scene, doors),
    }
    live, passes = desk.saved and not desk.typed, window.kind == "program"
    reply, exits = window.kind in REPLIES, _exits(doors)
    return FormPage(TEMPLATE, context, passes, live, _summary(scene), exits, reply=reply)


def waiting(scene: Scene, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while only doors are open."""
    title, more = _why(scene)
    context = {
        **_about(scene),
        "question": title,
        "why": more,
        "doors_open": _doors(scene, doors),
    }
    return FormPage(TEMPLATE, context, live=True, summary=_summary(scene), doors=_exits(doors))


def _questions(scene: Scene, desk: Desk) -> tuple[list[Panel], list[str]]:
    """The questions of one window, with what was typed, otherwise with what is saved."""
    kind = desk.window.kind
    saved = desk.orders if desk.saved else desk.withdrawn_orders
    typed = Ask(scene, {str(key): str(value) for key, value in (desk.typed or {}).items()})
    ask = Ask(scene, shown(typed, kind, saved))
    made, orders = panels(ask, kind), read(ask, kind)
    if kind not in ("file", "trade") and not desk.problems:
        tell(ask, made, orders)
    return made, refuse(ask, made, orders, desk.problems)


def _about(scene: Scene) -> dict[str, Any]:
    """The version of the board that the page shows."""
    public: Public = scene.view.public
    return {"version": public.version}


def _summary(scene: Scene) -> Summary | None:
    """The reader's own figures; None if the reader has left the game."""
    public: Public = scene.view.public
    me = scene.reader
    seat = public.seats.get(me) if me is not None else None
    if seat is None or me is None:
        return None
    facts = (
        general.mercenaries_text(seat.mercenaries),
        general.companies_text(len(board.companies_of(public, me))),
        general.countries_text(len(board.countries_of(public, me))),
        general.cards_text(seat.cards),
    )
    label = names.megacorp(seat.megacorp) if seat.megacorp else _("You")
    return Summary(label, amounts.euros(seat.money), facts=facts, dock_label=_("Your answer"))


def silence(scene: Scene, window: Window) -> str:
    """A sentence on what will be done for a reader who does not answer (16.3)."""
    if window.is_door:
        return ""
    orders = default(scene.view, window)
    wishes = orders[0].data["companies"] if orders and window.kind == "wish_list" else True
    if orders is None or not wishes:
        return _("a choice by chance")
    if not any(list(order.data.values()) for order in orders) or window.kind in ("buy_again", "war_spoils"):
        return str(SILENT.get(window.kind, _("nothing is done for you")))
    told = [receipts.what(scene, order) for order in orders]
    return figures.parts(one[:1].lower() + one[1:] for one in told)


def _rule(kind: str) -> str:
    """Where the rule book explains a question, or a door."""
    return f"{rules_url()}#{asked.CHAPTERS.get(kind, 'round')}"


def _doors(scene: Scene, doors: tuple[Desk, ...]) -> list[Door]:
    """The open doors that ask something."""
    texts = {
        "cards": (_("A card that is played cannot be taken back."), _("Play this card")),
        "trade": ("", _("Give, offer or answer")),
        "file": (_("They answer for you. The first rule that fits counts."), _("Save the standing orders")),
    }  # fmt: skip
    made = []
    for desk in (each for each in doors if each.window.kind in texts):
        kind = desk.window.kind
        asks, refusals = _questions(scene, desk)
        text, button = texts[kind]
        opened = bool(desk.problems) or _begun(scene, desk, asks)
        refusals += [one for panel in asks if panel.opens for one in panel.refusals]
        made.append(
            Door(
                desk.window.name, kind, names.window(kind), text, _rule(kind), button, asks, refusals, opened
            )
        )
    return sorted(made, key=lambda door: list(texts).index(door.kind))


def _exits(doors: tuple[Desk, ...]) -> tuple[DoorText, ...]:
    """The open doors without a question: coming back, leaving."""
    texts = {
        "come_back": (
            names.window("come_back"),
            _("The game stopped waiting for you. Nothing else is needed."),
            _("Come back"), True,
        ),
        "leave": (
            names.window("leave"),
            _("Your companies and countries are nobody’s again, your cards are discarded, and your money is "
              "gone. There is no way back."),
            _("Leave for good"), False,
        ),
    }  # fmt: skip
    return exits(doors, texts)


def _begun(scene: Scene, desk: Desk, asks: list[Panel]) -> bool:
    """Whether something is filled in at a door, a question of it was opened, or an offer waits for its
    answer."""
    if desk.window.kind == "trade" and choices.offers_to_me(Ask(scene)):
        return True
    drawn = desk.window.kind in ("file", "trade") and desk.typed and not all(one.opens for one in asks)
    return bool(drawn or (desk.typed and filled_in(scene, desk, desk.typed)))


def _why(scene: Scene) -> tuple[str, str]:
    """Why nothing is asked of the reader, and what happens next."""
    public: Public = scene.view.public
    me = scene.reader
    if me is None or me not in public.seats or public.seats[me].left is not None:
        return _("You are out of this game"), _("You may watch it to the end.")
    if public.asleep:
        return _("The game sleeps"), _("Everybody is away. The first to come back wakes it.")
    question = public.question
    awaited = [party(scene, player) for player in question.asked] if question else []
    told = _("{window}: {players}").format(
        window=names.window(question.kind), players=", ".join(awaited)
    ) if question else ""  # fmt: skip
    return _("The others have to decide"), told
