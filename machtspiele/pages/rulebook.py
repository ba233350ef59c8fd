"""The rule book: every figure and every table of it comes from the rules' own data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.skin import Chapter, FormPage, figures

from ..rules.content import (
    CARDS,
    DIVISIONS,
    EVENTS,
    NEMESIS_CARDS,
    OTHERS,
    PRIVILEGES,
    ROW_LENGTH,
    THRESHOLDS,
    VALUES,
    C,
)
from ..rules.meta import META
from ..texts import amounts, effects, names
from ..texts.company import competences


def chapters() -> list[Chapter]:
    return [
        Chapter("aim", _("Aim of the game")),
        Chapter("company", _("The company")),
        Chapter("start", _("The start")),
        Chapter("meeting", _("Phase I: the board meets")),
        Chapter("rounds", _("Phase II: the rounds")),
        Chapter("actions", _("The actions")),
        Chapter("bribes", _("Bribes")),
        Chapter("cards", _("Privilege cards")),
        Chapter("events", _("Event cards")),
        Chapter("points", _("Victory points and the nemesis")),
        Chapter("end", _("The end")),
        Chapter("time", _("Time and absence")),
    ]


def page() -> FormPage:
    """Template and values of the rule book."""
    return FormPage("machtspiele/rules.html", context())


def context() -> dict[str, Any]:
    """Every value of the book; nothing in its template is a figure of the rules."""
    earliest = C.row.earliest_meeting
    return {
        "chapters": chapters(),
        "f": C.figures,
        "a": C.actions,
        "i": C.influence,
        "needed": C.end.needed,
        "last_turn": C.end.last_turn,
        "away": C.away.after,
        "least": META.min_players,
        "most": META.max_players,
        "kinds": len(THRESHOLDS) + 1,
        "divisions": figures.listed([names.division(each) for each in DIVISIONS]),
        "offices": C.figures.offices * len(DIVISIONS),
        "divisions_count": len(DIVISIONS),
        "start_money": amounts.pinats(C.money.start),
        "step": amounts.pinats(C.money.step),
        "general_price": amounts.pinats(C.money.general_department),
        "consultant_price": amounts.pinats(C.money.consultant),
        "motivation": C.motivation,
        "others": len(OTHERS),
        "drawn": C.row.drawn,
        "row": ROW_LENGTH,
        "earliest": earliest,
        "fewest_rounds": earliest - 1,
        "most_rounds": ROW_LENGTH - 1,
        "prices": [(value, amounts.pinats(C.money.price(value))) for value in VALUES],
        "copies": C.figures.certificates,
        "thresholds": [(names.competence(track), least) for track, least in THRESHOLDS.items()],
        "nemesis_cards": [competences(card) for card in NEMESIS_CARDS],
        "events": [(names.event(slug), card.count, effects.event(slug)) for slug, card in EVENTS.items()],
        "privileges": [_privilege(slug) for slug in CARDS if len(PRIVILEGES[slug].plain) < 2],
        "tables": [_table(slug) for slug in CARDS if len(PRIVILEGES[slug].plain) > 1],
        "notices": figures.listed([str(hours) for hours in META.notices or (META.notice,)]),
        "notice": META.notice,
        "names": names.ORDERS,
        "development": _uses("development"),
        "legal": _uses("legal"),
        "ex": _example(),
    }


def _privilege(slug: str) -> tuple[str, str, str]:
    """A card that does not depend on motivation."""
    low = C.motivation.lowest
    return names.card(slug), effects.privilege(slug, False, low), effects.privilege(slug, True, low)


def _uses(slug: str) -> tuple[int, int]:
    """How often a card can be used in one action, plain and corrupt."""
    return PRIVILEGES[slug].best(False), PRIVILEGES[slug].best(True)


def _table(slug: str) -> tuple[str, str, list[tuple[str, str, str]]]:
    """A card that depends on motivation: its name, the meaning of its figures, and a row for each step at
    which they change, the highest first."""
    what = {
        "personnel": _("Extra employees when you recruit or open with a newcomer"),
        "accounting": _("Extra shares with each certificate"),
        "controlling": _("On Bonus Day, for each department and general department"),
    }[slug]
    card = PRIVILEGES[slug]
    text = amounts.pinats if slug == "controlling" else figures.number
    steps = range(C.motivation.highest, C.motivation.lowest - 1, -1)
    rows: list[tuple[list[int], int, int]] = []
    for motivation in steps:
        plain, corrupt = card.at(False, motivation), card.at(True, motivation)
        if rows and rows[-1][1:] == (plain, corrupt):
            rows[-1][0].append(motivation)
        else:
            rows.append(([motivation], plain, corrupt))
    return names.card(slug), what, [(_span(at), text(plain), text(corrupt)) for at, plain, corrupt in rows]


def _span(steps: Iterable[int]) -> str:
    """`4–6`, or the one figure."""
    found = sorted(steps)
    return str(found[0]) if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _example() -> dict[str, Any]:
    """The certificate X10 buys: value 5, with plain Accounting at motivation 3."""
    value, motivation = 5, 3
    bonus = PRIVILEGES["accounting"].at(False, motivation)
    return {
        "value": value,
        "motivation": motivation,
        "bonus": bonus,
        "price": amounts.pinats(C.money.price(value)),
        "paid": amounts.pinats(C.money.price(value - bonus)),
    }
