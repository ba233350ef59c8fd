"""The names of the things in the rules, in both languages as in section 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games.skin import figures

from ..rules.board import division_of, office_number
from ..rules.content import OFFICES

Names = Mapping[str, str | Promise]

DIVISIONS: Final[Names] = {
    "development": gettext_lazy("Development"),
    "personnel": gettext_lazy("Personnel"),
    "communication": gettext_lazy("Communication"),
    "accounting": gettext_lazy("Accounting"),
    "legal": gettext_lazy("Legal & Patents"),
    "controlling": pgettext_lazy("a division", "Controlling"),
}

CARDS: Final[Names] = {"boss": pgettext_lazy("a card", "Boss"), **DIVISIONS}

COLOURS: Final[Names] = {
    "red": gettext_lazy("Red"),
    "blue": gettext_lazy("Blue"),
    "green": gettext_lazy("Green"),
    "yellow": gettext_lazy("Yellow"),
    "black": gettext_lazy("Black"),
}

COMPETENCES: Final[Names] = {
    "influence": gettext_lazy("Influence"),
    "shares": pgettext_lazy("a competence", "Shares"),
    "general_departments": gettext_lazy("General departments"),
    "corruption": gettext_lazy("Corruption"),
    "consulting": gettext_lazy("Consulting"),
}

POINTS: Final[Names] = {
    "vp_influence": COMPETENCES["influence"],
    "vp_shares": COMPETENCES["shares"],
    "vp_general": COMPETENCES["general_departments"],
    "vp_corruption": COMPETENCES["corruption"],
    "vp_consulting": COMPETENCES["consulting"],
    "vp_nemesis": gettext_lazy("Nemesis outdone"),
}

EVENTS: Final[Names] = {
    "bonus_day": gettext_lazy("Bonus Day"),
    "board_meeting": gettext_lazy("Board Meeting"),
    "motivation_minus_1": gettext_lazy("Motivation −1"),
    "motivation_minus_2": gettext_lazy("Motivation −2"),
    "motivation_minus_3": gettext_lazy("Motivation −3"),
    "motivation_plus_1": gettext_lazy("Motivation +1"),
    "motivation_plus_2": gettext_lazy("Motivation +2"),
    "fool": gettext_lazy("Fool Card"),
    "board_scandal": gettext_lazy("Board Scandal"),
    "birthday": gettext_lazy("Birthday"),
    "summer_gala": gettext_lazy("Summer Gala"),
    "annual_outing": gettext_lazy("Annual Outing"),
}

TITLES: Final[Names] = {
    "motivation_minus_1#1": gettext_lazy("Dessert gets dearer in the canteen"),
    "motivation_minus_1#2": gettext_lazy("The coffee machine takes cards only"),
    "motivation_minus_1#3": gettext_lazy("New time clock"),
    "motivation_minus_1#4": gettext_lazy("Parking by seniority"),
    "motivation_minus_1#5": gettext_lazy("Another form to fill in"),
    "motivation_minus_2#1": gettext_lazy("Survey: everybody loves the board"),
    "motivation_minus_2#2": gettext_lazy("Open-plan offices"),
    "motivation_minus_2#3": gettext_lazy("Unpaid overtime"),
    "motivation_minus_2#4": gettext_lazy("Pay freeze"),
    "motivation_minus_2#5": gettext_lazy("Company cars for directors"),
    "motivation_minus_3#1": gettext_lazy("Rumours of relocation"),
    "motivation_minus_3#2": gettext_lazy("Restructuring announced"),
    "motivation_plus_1#1": gettext_lazy("Fruit baskets"),
    "motivation_plus_1#2": gettext_lazy("Casual Friday"),
    "motivation_plus_1#3": gettext_lazy("Football tournament"),
    "motivation_plus_2#1": gettext_lazy("An extra day off"),
}
"""What happened, on the cards that move motivation (2.4)."""

ORDERS: Final[Names] = {
    "place": gettext_lazy("Place an executive"),
    "exit": gettext_lazy("A director who has to go"),
    "events": gettext_lazy("Order the events"),
    "recruit": gettext_lazy("Recruit employees"),
    "open_own": gettext_lazy("Open with your own employees"),
    "open_new": gettext_lazy("Open with a newcomer"),
    "move": pgettext_lazy("departments", "Move"),
    "merge": gettext_lazy("Merge two departments"),
    "resign": gettext_lazy("Resign as director"),
    "bribe": pgettext_lazy("an action", "Bribe"),
    "buy_influence": gettext_lazy("Influence for employees"),
    "buy_general": gettext_lazy("Buy a general department"),
    "buy_consultant": gettext_lazy("Buy a consultant"),
    "buy_shares": gettext_lazy("Buy shares"),
    "use_development": gettext_lazy("Use the Development card"),
    "use_legal": gettext_lazy("Use the Legal & Patents card"),
    "pass": pgettext_lazy("an action", "Pass"),
    "reply": gettext_lazy("Answer to an offer"),
    "boss": gettext_lazy("Use the Boss card"),
    "replies": gettext_lazy("Standing replies"),
    "leave": gettext_lazy("Leave the game"),
    "return": gettext_lazy("Come back"),
}

WINDOWS: Final[Names] = {
    "placement": gettext_lazy("Placing an executive"),
    "director_exit": gettext_lazy("Directors who have to go"),
    "event_order": gettext_lazy("Ordering the events"),
    "action": gettext_lazy("Action"),
    "bribe_reply": gettext_lazy("An envelope"),
    "boss_privilege": gettext_lazy("The Boss card"),
    "extra_action": gettext_lazy("Extra action"),
    "round": gettext_lazy("Everybody’s action"),
    "meeting": gettext_lazy("Board meeting"),
    "file": gettext_lazy("Filing in advance"),
    "leave": gettext_lazy("Leaving"),
    "return": gettext_lazy("Coming back"),
}

PER: Final[Names] = {
    "certificate": gettext_lazy("certificates"),
    "department": gettext_lazy("departments"),
    "general_department": gettext_lazy("general departments"),
    "board_member": gettext_lazy("board members"),
    "boss": gettext_lazy("boss"),
    "director": gettext_lazy("directors"),
    "supplement": gettext_lazy("Controlling supplement"),
}
"""What money is paid for, as in `departments: 2`."""

ONE: Final[Names] = {
    "certificate": gettext_lazy("certificate"),
    "department": gettext_lazy("department"),
    "general_department": gettext_lazy("general department"),
    "board_member": gettext_lazy("board member"),
    "boss": gettext_lazy("boss"),
    "director": gettext_lazy("director"),
}
"""The same, as in `for each department`."""


TABLES: Final[Mapping[str, Names]] = {
    "division": DIVISIONS, "card": CARDS, "competence": COMPETENCES, "point": POINTS, "order": ORDERS,
    "window": WINDOWS, "per": PER, "one": ONE, "colour": COLOURS, "event": EVENTS,
}  # fmt: skip


def _named(kind: str, slug: object) -> str:
    """The name of a slug, or the slug itself if it has none."""
    return _kept(kind, str(slug), get_language()) if str(slug) in TABLES[kind] else str(slug)


@cache
def _kept(kind: str, slug: str, language: str | None) -> str:
    """Cached per language, because the minutes of a turn repeat the same few names a hundred times."""
    return str(TABLES[kind][slug])


def division(slug: object) -> str:
    return _named("division", slug)


def card(slug: object) -> str:
    return _named("card", slug)


def competence(slug: object) -> str:
    return _named("competence", slug)


def point(kind: object) -> str:
    return _named("point", kind)


def order(kind: object) -> str:
    return _named("order", kind)


def window(kind: object) -> str:
    return _named("window", kind)


def per(slug: object) -> str:
    return _named("per", slug)


def one(slug: object) -> str:
    return _named("one", slug)


def colour(slug: object) -> str:
    return _named("colour", slug)


def event(card_id: str) -> str:
    """The name of a card of the row by its id; for one that changes motivation, with what happened."""
    name = _named("event", card_id.split("#")[0])
    if card_id in TITLES:
        return _("{title} ({event})").format(title=TITLES[card_id], event=name)
    return name


def office(slug: str) -> str:
    """`Legal & Patents 2`, or the supply; any other word unchanged."""
    if slug == "supply":
        return _("the supply")
    return _office(slug, get_language()) if slug in OFFICES else str(slug)


@cache
def _office(slug: str, language: str | None) -> str:
    return f"{division(division_of(slug))}{figures.FIXED}{office_number(slug)}"


def offices(slugs: Iterable[str]) -> str:
    return figures.listed([office(slug) for slug in slugs])
