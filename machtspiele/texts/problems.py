"""Refusals as sentences: what did not happen, why, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Problem
from games.formkit.sentences import SHAPES, TYPING, Params, Sentences
from games.skin import Scene, figures

from . import amounts, names

Told = Callable[[Params], str]


def _number(value: Any) -> str:
    return figures.number(value) if isinstance(value, int) else "0"


def _money(value: Any) -> str:
    return amounts.pinats(value if isinstance(value, int) else 0)


def _office(value: Any) -> str:
    return names.office(value) if isinstance(value, str) and "-" in value else str(value)


FIGURES: Final[Mapping[str, Callable[[Any], str]]] = {
    "office": _office,
    "division": names.division,
    "card": names.card,
    "kind": names.order,
    "money": _money,
    "step": _money,
    "accept_from": _money,
    "refuse_below": _money,
}
"""How the params of refusals are written; all others are numbers."""


def _say(text: str | Promise, **written: Callable[[Any], str]) -> Told:
    """A sentence with the figures of its code; `written`: figures in another format."""

    def told(params: Params) -> str:
        how = {**FIGURES, **written}
        return str(text).format_map(_Written(params, how))

    return told


class _Written(dict[str, str]):
    """The params in words; 0 or "" for a missing one, because sentences must not raise."""

    def __init__(self, params: Params, how: Mapping[str, Callable[[Any], str]]) -> None:
        super().__init__({key: how.get(key, _number)(value) for key, value in params.items()})
        self._how = how

    def __missing__(self, key: str) -> str:
        return self._how.get(key, _number)("" if key in ("office", "division", "card", "kind") else 0)


REFUSALS: Final[Mapping[str, Told]] = {
    **TYPING,
    **SHAPES,
    "not_a_player": _say(gettext_lazy("Nothing done: you have no place in this game. You may watch it.")),
    "game_over": _say(gettext_lazy("Nothing done: the game is over. Its last page has the places.")),
    "not_asked": _say(
        gettext_lazy("Nothing done: this question is closed, or is not for you. Here is what is asked now.")
    ),
    "one_order": _say(gettext_lazy("Nothing done: one answer is wanted here, no more and no less.")),
    "empty_form": _say(
        gettext_lazy("Nothing done: the form is empty. Choose something; passing is allowed.")
    ),
    "missing": _say(gettext_lazy("Nothing is chosen here yet. Choose first.")),
    "number_too_big": _say(gettext_lazy("That number is too long: {maximum} at most.")),
    "too_small": _say(gettext_lazy("Fewer than {minimum} makes no sense here. Write {minimum} or more.")),
    "no_multiple": _say(gettext_lazy("The smallest note is {step}: write that amount, or a multiple of it.")),
    "not_a_choice": _say(gettext_lazy("This choice does not belong to that answer. Leave it empty.")),
    "one_only": _say(gettext_lazy("This is here twice: {kind}. Once is enough; take one out.")),
    "too_many_actions": _say(
        gettext_lazy("There is room for {of} choices, in order. Take out what is beyond them.")
    ),
    "too_many_filed": _say(
        gettext_lazy("There is room for {of} actions filed in advance. Take out what is beyond them.")
    ),
    "twice": _say(gettext_lazy("{division} is answered twice. Answer once.")),
    "division_full": _say(gettext_lazy("{division} is full: its six offices are taken. Choose another one.")),
    "not_your_office": _say(gettext_lazy("{office} is not yours. Choose an office of your own.")),
    "too_few_employees": _say(
        gettext_lazy("{office}: {needed} wanted, and there are {employees}. Take fewer, or from elsewhere.")
    ),
    "no_room": _say(
        gettext_lazy("{office}: {needed} more would come, and there is room for {room}. Six is the most.")
    ),
    "supply_short": _say(gettext_lazy("{needed} wanted from the supply, which has {supply}. Take fewer.")),
    "no_executives": _say(
        gettext_lazy("Executives needed: {needed}; in your reserve: {reserve}. Choose something else.")
    ),
    "not_enough_money": _say(gettext_lazy("{needed} are needed, and you have {money}."), needed=_money),
    "too_many_employees": _say(
        gettext_lazy("That would be {count} employees, and {most} may come in one action. Take fewer.")
    ),
    "two_sources": _say(
        gettext_lazy("Each new department takes {of} employees out of your offices. Say where from.")
    ),
    "too_many_inside": _say(
        gettext_lazy("{count} employees would be in the new department, and {most} fit. Move fewer.")
    ),
    "too_many_extra": _say(
        gettext_lazy("{count} extra employees wanted, and your Personnel card gives {most}. Take fewer.")
    ),
    "same_division": _say(gettext_lazy("{office} is in this division already. Choose another division.")),
    "general_alone": _say(
        gettext_lazy("{office} is a general department: it moves alone. Take the other one out.")
    ),
    "two_departments": _say(gettext_lazy("A merger takes two departments. Choose two.")),
    "not_one_of_both": _say(
        gettext_lazy("The general department goes to one of the two offices, or to a division. Choose.")
    ),
    "merged_office": _say(
        gettext_lazy("What is beyond six goes to other offices, not to those that merge. Choose others.")
    ),
    "not_a_department": _say(gettext_lazy("{office} is a general department already. Choose a department.")),
    "too_much_overflow": _say(
        gettext_lazy("{count} employees would move on, and {most} are beyond six. Move fewer.")
    ),
    "not_director": _say(gettext_lazy("You do not direct {division}. Choose a division of yours.")),
    "no_holder": _say(gettext_lazy("Nobody holds {card} in this turn. Choose another card.")),
    "own_card": _say(gettext_lazy("{card} is yours already. Choose the card of somebody else.")),
    "not_so_many": _say(
        gettext_lazy("It takes {needed} employees exactly, and {count} are chosen. Choose again.")
    ),
    "sold_out": _say(gettext_lazy("No certificate of {value} is left. Choose another value.")),
    "card_not_usable": _say(
        gettext_lazy("You cannot use {card}: it is not yours, or lies face down. Choose another action.")
    ),
    "too_many_uses": _say(gettext_lazy("{count} chosen, and your card allows {most}. Choose fewer.")),
    "not_an_opponents": _say(
        gettext_lazy("{office} is not another player’s office. Take from an opponent, or from the supply.")
    ),
    "not_asked_about": _say(gettext_lazy("{division}: nothing is asked about it. Choose one that is named.")),
    "not_yours_to_order": _say(gettext_lazy("The events are ordered by whoever has the start marker.")),
    "not_the_drawn": _say(
        gettext_lazy("These are not the eight events of this turn. Put those that you were shown in order.")
    ),
    "bonus_after_meeting": _say(gettext_lazy("Bonus Day comes before the Board Meeting. Move it up.")),
    "meeting_too_early": _say(
        gettext_lazy("The Board Meeting is in place {place}; {earliest} is the earliest. Move it down.")
    ),
    "no_boss_card": _say(gettext_lazy("You have no Boss card that can be used now.")),
    "division_or_decline": _say(gettext_lazy("Choose a division, or leave the card unused: one of the two.")),
    "no_extra_action": _say(
        gettext_lazy("The extra action belongs to a corrupt Communication card, and you hold none.")
    ),
    "limits_crossed": _say(
        gettext_lazy(
            "Accepting from {accept_from} and refusing below {refuse_below} contradict each other. Lower the "
            "second."
        )
    ),
}

SENTENCES: Final = Sentences(REFUSALS, lambda params: _("Nothing done: this is not possible. Choose again."))


def text(scene: Scene | None, problem: Problem) -> str:
    """A refusal as a sentence; one for any code, known or not."""
    return SENTENCES(problem.code, problem.params)
