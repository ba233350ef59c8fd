"""The effects of cards as sentences, made from the figures and not written for each card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.skin import figures

from ..rules.content import BOARD_MEETING, BOSS, PRIVILEGES, Effect, event_of
from . import amounts, names


def event(card_id: str) -> str:
    """The effect of an event card, in sentences."""
    card = event_of(card_id)
    if card.slug == BOARD_MEETING:
        return _("No actions: the Boss card, the extra action, then the next turn.")
    if not card.effects:
        return _("Nothing happens.")
    return figures.sentence(*[_EFFECTS[effect.op](effect) for effect in card.effects])


def besides(card_id: str) -> str:
    """What an event card does; "" where its name says it."""
    return "" if card_id in names.TITLES else event(card_id)


def motivation_change(card_id: str) -> int:
    """By how much an event card moves motivation."""
    return sum(effect.delta for effect in event_of(card_id).effects if effect.op == "motivation")


def _income(effect: Effect) -> str:
    paid = [
        _("{amount} for each {what}").format(amount=amounts.pinats(item.amount), what=names.one(item.per))
        for item in effect.items
    ]
    return _("Everybody receives {lines}, and what {card} adds.").format(
        lines=", ".join(paid), card=names.card(effect.privilege)
    )


def _motivation(effect: Effect) -> str:
    return _("Motivation {change}.").format(change=figures.signed(effect.delta))


def _pay_players(effect: Effect) -> str:
    return _("{who} pays {amount} to every other player; the bank pays what is missing.").format(
        who=_figure(effect.payer), amount=amounts.pinats(effect.amount)
    )


def _figure(figure: str) -> str:
    """A figure that a card names."""
    if figure == BOSS:
        return _("The boss")
    return _("The director of {division}").format(division=names.division(figure.removeprefix("director:")))


def _fine(effect: Effect) -> str:
    fine = _("{amount} to the bank for each {what}.").format(
        amount=amounts.pinats(effect.amount), what=figures.listed([names.one(per) for per in effect.per])
    )
    spared = [_figure(figure) for figure in effect.spared]
    return figures.sentence(
        fine, _("{who} pays nothing.").format(who=figures.listed(spared)) if spared else ""
    )


def _if_boss(effect: Effect) -> str:
    return figures.sentence(*[_EFFECTS[each.op](each) for each in effect.then])


def _grant(effect: Effect) -> str:
    return _("{who} receives {amount}.").format(who=_figure(effect.to), amount=amounts.pinats(effect.amount))


def _remove_boss(effect: Effect) -> str:
    return _("The boss returns to the reserve.")


def _turn_face_down(effect: Effect) -> str:
    return _("The card {card} is turned face down.").format(card=names.card(effect.card))


_EFFECTS: Final[Mapping[str, Callable[[Effect], str]]] = {
    "income": _income,
    "motivation": _motivation,
    "pay_players": _pay_players,
    "fine": _fine,
    "if_boss": _if_boss,
    "grant": _grant,
    "remove_boss": _remove_boss,
    "turn_face_down": _turn_face_down,
}


def privilege(slug: str, corrupt: bool, motivation: int) -> str:
    """What a privilege card gives, on a side and at a motivation."""
    card = PRIVILEGES[slug]
    amount = card.at(corrupt, motivation) if card.plain else 0
    match slug:
        case "boss":
            return (
                _("At the Board Meeting: open a general department without employees.")
                if corrupt
                else _("At the Board Meeting: open a department with one employee.")
            )
        case "communication":
            return (
                _("At the Board Meeting: one extra action.")
                if corrupt
                else _("Order the events of the turn.")
            )
        case "development":
            return _("An action: take employees from others or the supply, up to {count}.").format(
                count=figures.number(amount)
            )
        case "legal":
            return _("An action: dismiss employees of yours, up to {count}, for 1 influence each.").format(
                count=figures.number(amount)
            )
        case "personnel":
            return _("Extra employees when you recruit or open with a newcomer: {count}.").format(
                count=figures.number(amount)
            )
        case "accounting":
            return _("Extra shares with each certificate: {count}.").format(count=figures.number(amount))
    return _("On Bonus Day, for each department of yours: {amount}.").format(amount=amounts.pinats(amount))
