"""The registry of sentences for events, `tell`, and parts that sentences share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.skin import Scene, figures
from games.skin.telling import teller

from ..rules.events import Moved, Payment
from ..rules.orders import Bundle
from . import amounts, general, names
from .parties import party

tell: Final = teller()


def payments(paid: Sequence[Payment], scene: Scene) -> str:
    """The payments in words: `Ana €8, Bruno €4`, or that nobody is paid."""
    told = [f"{party(scene, one.player)} {amounts.euros(one.amount)}" for one in paid]
    return ", ".join(told) if told else _("nobody owns a company there")


def things(moved: Moved | Bundle) -> str:
    """The things that change hands in words, or that there is nothing."""
    parts = [amounts.euros(moved.money)] if moved.money else []
    if moved.mercenaries:
        parts.append(general.mercenaries_text(moved.mercenaries))
    parts += [names.company(slug) for slug in moved.companies]
    parts += [names.country(slug) for slug in moved.countries]
    if isinstance(moved.cards, int):
        parts += [general.cards_text(moved.cards)] if moved.cards else []
    else:
        parts += [names.card(slug) for slug in moved.cards]
    return figures.parts(parts) if parts else _("nothing")
