"""The registry of sentences for events, `tell`, and parts that sentences share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.contract import PlayerId
from games.skin import Scene, figures
from games.skin.telling import players, teller

from ..rules.events import Counted, MoneyLine
from . import amounts, general, names

tell: Final = teller()


def counted(places: Iterable[Counted]) -> str:
    """`2 employees in Legal & Patents 1 and 1 employee in Personnel 2`."""
    return figures.listed(
        [
            _("{employees} in {office}").format(
                employees=general.employees_text(each.count), office=names.office(each.office)
            )
            for each in places
        ]
    )


def out_of(places: Iterable[Counted]) -> str:
    """`2 employees of Legal & Patents 1`; an office that occurs twice is named once."""
    found: Counter[str] = Counter()
    for each in places:
        found[each.office] += each.count
    return figures.listed(
        [
            _("{employees} of {office}").format(
                employees=general.employees_text(count), office=names.office(office)
            )
            for office, count in found.items()
        ]
    )


def bill(lines: Sequence[MoneyLine]) -> str:
    """`departments 3: 300,000 P; boss 1: 300,000 P`."""
    return figures.parts(
        _("{what} {count}: {amount}").format(
            what=names.per(line.per), count=figures.number(line.count), amount=amounts.pinats(line.amount)
        )
        for line in lines
    )


def pushed_off(whose: Iterable[PlayerId], scene: Scene) -> str:
    """A sentence on figures pushed off the board; "" for none."""
    fallen = tuple(whose)
    if not fallen:
        return ""
    return _("The board is full: a figure goes back to the reserve ({players}).").format(
        players=players(fallen, scene)
    )
