"""Refusals as sentences: the reason, with the figures, and what to do.

The form puts the order that was refused in front of them ("Share not bought."), because the same rule refuses
several kinds of orders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Problem
from games.formkit.sentences import SHAPES, TYPING, Params, Sentences, whole

from . import figures, names


def _money(params: Params, key: str) -> str:
    return figures.money(whole(params, key))


def _corp(params: Params, key: str = "corporation") -> str:
    return names.corp(str(params.get(key, "")))


def _one_only(params: Params) -> str:
    return {
        "buy_influence": _(
            "One level of influence a turn, and yours is bought already. Keep that one, or remove it."
        ),
        "citizenship_claim": _("One claim of citizenship a turn. Change the one you have saved."),
        "vote": _("One vote a turn. Change the one you have saved."),
        "join_coalition": _("One coalition a turn. Change the one you have saved."),
    }.get(str(params.get("kind")), _("There is one already. Change that one."))


def _first_share(params: Params) -> str:
    return _(
        "You started as a citizen of {corporation}: the first share you ever buy is one of its own. "
        "Put a {corporation} share before this one, and keep it there."
    ).format(corporation=_corp(params))


def _not_enough_money(params: Params) -> str:
    return _(
        "It costs {price} and you have {left} left. Free {missing}, or choose something cheaper."
    ).format(
        price=_money(params, "price"),
        left=figures.money(max(0, whole(params, "left"))),
        missing=_money(params, "missing"),
    )


def _forbidden(params: Params) -> str:
    return _(
        "{winner} won last turn and you were in {coalition}: the council forbids it to you this turn only."
    ).format(
        winner=names.coalition(str(params.get("winner", ""))),
        coalition=names.coalition(str(params.get("coalition", ""))),
    )


def _shares(params: Params) -> str:
    of = whole(params, "of")
    return ngettext(
        "With your influence you buy {of} share a turn; it is on your form. Remove it to buy another one.",
        "With your influence you buy {of} shares a turn; they are on your form. Remove "
        "one to buy another one.",
        of,
    ).format(of=of)


def _bonuses(params: Params) -> str:
    of = whole(params, "of")
    return ngettext(
        "Your {of} influence bonus is taken. Remove it elsewhere, or pay more steps.",
        "Your {of} influence bonuses are taken. Remove one elsewhere, or pay more steps.",
        of,
    ).format(of=of)


def _speculations(params: Params) -> str:
    of = whole(params, "of")
    return ngettext(
        "With your influence you speculate {of} time a turn; it is on your form. Change that one.",
        "With your influence you speculate {of} times a turn; they are on your form. Change one of them.",
        of,
    ).format(of=of)


def _transfers(params: Params) -> str:
    return _("{of} transfers a turn at most, and yours are sent. Next turn brings as many again.").format(
        of=whole(params, "of")
    )


def _too_low(key: str) -> Callable[[Params], str]:
    def text(params: Params) -> str:
        return _("{given} is too little: {minimum} at least.").format(
            given=_money(params, key), minimum=_money(params, "minimum")
        )

    return text


def _step(key: str) -> Callable[[Params], str]:
    def text(params: Params) -> str:
        given, step = whole(params, key), max(1, whole(params, "step"))
        return _("{given} is not a multiple of {step}. {below} or {above} would do.").format(
            given=figures.money(given),
            step=figures.money(step),
            below=figures.money(given // step * step),
            above=figures.money(-(-given // step) * step),
        )

    return text


def _strategy_total(params: Params) -> str:
    used, of = whole(params, "used"), whole(params, "of")
    return _("Your Strategies add up to {used}, and the limit is {of}. Take off {extra}.").format(
        used=used, of=of, extra=used - of
    )


def _avenger(params: Params) -> str:
    choices = params.get("choices")
    listed = [names.corp(str(slug)) for slug in choices] if isinstance(choices, list | tuple) else []
    return _("The Avenger hunts one of two: choose {choices}.").format(choices=_(" or ").join(listed))


TEXTS: Final[dict[str, Callable[[Params], str]]] = {
    **TYPING,
    **SHAPES,
    "one_only": _one_only,
    "not_in_play": lambda p: _(
        "{corporation} crashed on turn {turn} and cannot be chosen any more. Choose another."
    ).format(corporation=_corp(p), turn=whole(p, "turn")),
    "same_corporation": lambda p: _(
        "{corporation} stands on both sides. Two different corporations are needed."
    ).format(corporation=_corp(p)),
    "not_enough_money": _not_enough_money,
    "share_quota": _shares,
    "first_share": _first_share,
    "already_citizen": lambda p: _(
        "{corporation} is your citizenship already. Claim another one, or keep this one for nothing."
    ).format(corporation=_corp(p)),
    "no_share_to_claim": lambda p: _(
        "You held no {corporation} share when this turn opened. Buy one now, and claim next turn."
    ).format(corporation=_corp(p)),
    "too_few_steps": lambda p: _(
        "{steps} steps: a run takes at least {minimum}, even with the bonus."
    ).format(steps=figures.number(whole(p, "steps")), minimum=whole(p, "minimum")),
    "bonus_quota": _bonuses,
    "self_target": lambda p: _("That is you. Choose another player."),
    "forbidden_by_council": _forbidden,
    "speculation_quota": _speculations,
    "stake_too_low": _too_low("stake"),
    "stake_too_high": lambda p: _("{stake} is too much: {maximum} at most with your influence.").format(
        stake=_money(p, "stake"), maximum=_money(p, "maximum")
    ),
    "stake_step": _step("stake"),
    "derivative_gone": lambda p: _(
        "{derivative} has no corporation left in play. Choose another derivative."
    ).format(derivative=names.derivative(str(p.get("derivative", "")))),
    "unknown_rank": lambda p: ngettext(
        "There is no rank {rank}: {of} corporation is in play. Choose {of}.",
        "There is no rank {rank}: {of} corporations are in play. Choose 1 to {of}.",
        whole(p, "of"),
    ).format(rank=figures.number(whole(p, "rank")), of=whole(p, "of")),
    "background_off": lambda p: _("This game is played without Backgrounds. Leave this one out."),
    "strategies_off": lambda p: _("This game is played without Strategies. Leave them out."),
    "nobody_hides_another": lambda p: _("Nobody hides another Background: choose which one."),
    "hidden_unused": lambda p: _(
        "Only Nobody hides a Background. Choose Nobody, or leave the hidden one out."
    ),
    "avenger_choice": _avenger,
    "avenger_unused": lambda p: _(
        "Only the Avenger hunts a corporation. Choose the Avenger, or leave the prey out."
    ),
    "unknown_title": lambda p: _("One of these titles does not exist. Choose among the fifteen of the list."),
    "strategy_points": lambda p: _(
        "{title}: {points} points, and a Strategy takes {minimum} to {maximum}."
    ).format(
        title=names.title(str(p.get("title", ""))),
        points=figures.number(whole(p, "points")),
        minimum=whole(p, "minimum"),
        maximum=whole(p, "maximum"),
    ),
    "strategy_total": _strategy_total,
    "transfer_quota": _transfers,
    "amount_too_low": _too_low("amount"),
    "amount_step": _step("amount"),
}


SENTENCES: Final = Sentences(TEXTS, TEXTS["malformed"])


def text(problem: Problem) -> str:
    """A refusal as a sentence, for any code, even with missing or damaged figures."""
    return SENTENCES(problem.code, problem.params)
