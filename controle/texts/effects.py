"""The texts of effects and of lines of civil society, made from their steps and not written for each card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.skin import figures

from ..rules.content import Card, Effect
from ..rules.notation import CATEGORIES, PLACE, Reaction, Step
from . import amounts, names

WHERE: Final[names.Names] = {
    "R": pgettext_lazy("the main region", "here"),
    "V": pgettext_lazy("a neighbour", "next door"),
    "W": pgettext_lazy("another region", "elsewhere"),
}
"""The regions of an effect (8.1), within a sentence."""

FROM: Final[names.Names] = {
    "R": gettext_lazy("from here"),
    "V": gettext_lazy("from next door"),
    "W": gettext_lazy("from elsewhere"),
}


def where(letter: str) -> str:
    """`here`, `next door` or `elsewhere`."""
    return str(WHERE.get(letter, letter))


# ---- effects (8) ------------------------------------------------------------------------------------


def says(effect: Effect) -> str:
    """An effect as one sentence: `Here +2 Politics or Media; next door +1 Military, a rival −1 Politics.`"""
    parts: list[str] = []
    place, late, met = "", False, False
    for each in effect.steps:
        told = step(each, that=met)
        met = met or each.who == "U"
        at = each.where or place
        if parts and (at, each.late) == (place, late):
            parts[-1] = _("{steps}, {step}").format(steps=parts[-1], step=told)
        else:
            parts.append(_placed(each, told))
        place, late = at, each.late
    return figures.capital(_("{effect}.").format(effect=figures.parts(parts)))


def _placed(each: Step, told: str) -> str:
    """A step with its region and, if it is applied at the end of the turn, with that."""
    if each.where:
        told = _("{place} {step}").format(place=where(each.where), step=told)
    return _("at the end of the turn, {step}").format(step=told) if each.late else told


def step(each: Step, that: bool = False) -> str:
    """A step without its region: `+2 Politics or Media`. `that`: its rival was mentioned before."""
    return _STEPS[each.op](each, that)


def one_of(listed: tuple[int, ...]) -> str:
    """`Politics or Media`; if all six are listed, that one is chosen."""
    if len(listed) == len(CATEGORIES):
        return pgettext("a category", "of your choice")
    return either([names.category(place) for place in listed])


def either(items: list[str]) -> str:
    """`Politics`, `Politics or Media`, `Politics, Media or Biology`."""
    if len(items) < 2:
        return "".join(items)
    return _("{first} or {last}").format(first=", ".join(items[:-1]), last=items[-1])


def _changed(amount: int, what: str) -> str:
    return f"{figures.signed(amount)}{figures.FIXED}{what}"


def _gain(each: Step, that: bool) -> str:
    return _changed(each.amount, one_of(each.listed))


def _lose(each: Step, that: bool) -> str:
    return _("{who} {change}").format(who=_who(each.who, that), change=_change(each))


def _who(who: str, that: bool) -> str:
    if who == "U":
        return _("that rival") if that else _("a rival")
    return _("each rival") if who == "O" else _("the leading rival")


def _change(each: Step) -> str:
    """A loss in words; among several categories the active player chooses for U, the larger stack decides for
    O and L."""
    if each.who == "U" or len(each.listed) == 1:
        return _changed(-each.amount, one_of(each.listed))
    if len(each.listed) == len(CATEGORIES):
        return ngettext(
            "{change} in their strongest category", "{change} in their strongest categories", each.amount
        ).format(change=figures.signed(-each.amount))
    return _("{change} (whichever is stronger)").format(change=_changed(-each.amount, one_of(each.listed)))


def _develop(each: Step, that: bool) -> str:
    return amounts.development(each.amount)


def _draw(each: Step, that: bool) -> str:
    return ngettext("{count} extra draw", "{count} extra draws", each.amount).format(
        count=figures.number(each.amount)
    )


def _take(each: Step, that: bool) -> str:
    if len(each.listed) == 1:
        return amounts.token(each.listed[0], each.amount)
    return ngettext("{count} token of your choice", "{count} tokens of your choice", each.amount).format(
        count=figures.number(each.amount)
    )


def _steal(each: Step, that: bool) -> str:
    text = _("{tokens} taken from that rival") if that else _("{tokens} taken from a rival")
    return text.format(tokens=amounts.tokens(each.amount))


def _move(each: Step, that: bool) -> str:
    return ngettext(
        "up to {count} influence of yours comes in {origin}",
        "up to {count} influences of yours come in {origin}",
        each.amount,
    ).format(count=figures.number(each.amount), origin=FROM[each.origin])


def _convert(each: Step, that: bool) -> str:
    return ngettext(
        "up to {count} influence of yours becomes {category}",
        "up to {count} influences of yours become {category}",
        each.amount,
    ).format(count=figures.number(each.amount), category=names.category(each.into))


_STEPS: Final[Mapping[str, Callable[[Step, bool], str]]] = {
    "gain": _gain,
    "lose": _lose,
    "develop": _develop,
    "draw": _draw,
    "take": _take,
    "steal": _steal,
    "move": _move,
    "convert": _convert,
}


# ---- civil society (12.2) ---------------------------------------------------------------------------


def civil_society(card: Card) -> str:
    """A line of civil society as one sentence: `Where Politics is strongest (ties: Media): development +1;
    the leader in Politics −1; from level III, the leader in Military −1.`"""
    line = card.civil_society
    parts, told = [], list[tuple[str, int]]()
    for above, steps in groupby(line.steps, lambda each: each.above):
        said = []
        for each in steps:
            said.append(reaction(each, again=each.op == "lose" and (each.who, each.category) in told))
            told.append((each.who, each.category))
        if above:
            parts.append(
                _("from level {level}, {steps}").format(level=names.level(above), steps=figures.listed(said))
            )
        else:
            parts += said
    return _("{region} (ties: {tie}): {steps}.").format(
        region=where_it_strikes(line.rank), tie=_tie(line.tie), steps=figures.parts(parts)
    )


def where_it_strikes(rank: str) -> str:
    """The region that a line of civil society strikes, in words."""
    if rank == "dom":
        return _("Where one player dominates most")
    if rank == "tot":
        return _("Where there is the most influence")
    return _("Where {category} is strongest").format(category=names.category(rank))


def _tie(tie: str) -> str:
    if tie in PLACE:
        return names.category(tie)
    return _("one player’s influence") if tie == "dom" else _("all influence")


def reaction(each: Reaction, again: bool = False) -> str:
    """A step of a line of civil society; `again`: it hits the same player another time."""
    if each.op == "develop":
        return amounts.development(each.amount)
    change = figures.signed(-each.amount)
    if again:
        change = _("again {change}").format(change=change)
    if each.who == "top":
        return ngettext(
            "the leader there {change} (strongest category)",
            "the leader there {change} (strongest categories)",
            each.amount,
        ).format(change=change)
    category = names.category(each.category)
    if each.who == "each":
        return _("everybody there {change}").format(change=f"{change}{figures.FIXED}{category}")
    return _("the leader in {category} {change}").format(category=category, change=change)
