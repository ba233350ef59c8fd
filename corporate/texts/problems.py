"""Refusals as sentences: why, with both figures, and a way out.

What did not happen is said before them, by the form ("Share not bought."): the same rule refuses
several kinds of orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Problem

from . import figures, names

Params = Mapping[str, Any]

# Codes of our own: what was typed cannot be turned into an order at all.
TYPING: Final = ("choose_one", "not_a_number", "unknown_act", "gone_from_form", "needed_by_others")


def _whole(params: Params, key: str) -> int:
    value = params.get(key, 0)
    return value if isinstance(value, int) else 0


def _money(params: Params, key: str) -> str:
    return figures.money(_whole(params, key))


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
        left=figures.money(max(0, _whole(params, "left"))),
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
    of = _whole(params, "of")
    return ngettext(
        "With your influence you buy {of} share a turn; it is on your form. Remove it to buy another one.",
        "With your influence you buy {of} shares a turn; they are on your form. Remove "
        "one to buy another one.",
        of,
    ).format(of=of)


def _bonuses(params: Params) -> str:
    of = _whole(params, "of")
    return ngettext(
        "Your {of} influence bonus is taken. Remove it elsewhere, or pay more steps.",
        "Your {of} influence bonuses are taken. Remove one elsewhere, or pay more steps.",
        of,
    ).format(of=of)


def _speculations(params: Params) -> str:
    of = _whole(params, "of")
    return ngettext(
        "With your influence you speculate {of} time a turn; it is on your form. Change that one.",
        "With your influence you speculate {of} times a turn; they are on your form. Change one of them.",
        of,
    ).format(of=of)


def _transfers(params: Params) -> str:
    return _("{of} transfers a turn at the most, and yours are sent. Next turn brings as many again.").format(
        of=_whole(params, "of")
    )


def _too_low(key: str) -> Callable[[Params], str]:
    def text(params: Params) -> str:
        return _("{given} is too little: {minimum} at the least.").format(
            given=_money(params, key), minimum=_money(params, "minimum")
        )

    return text


def _step(key: str) -> Callable[[Params], str]:
    def text(params: Params) -> str:
        given, step = _whole(params, key), max(1, _whole(params, "step"))
        return _("{given} is no multiple of {step}. {below} or {above} would do.").format(
            given=figures.money(given),
            step=figures.money(step),
            below=figures.money(given // step * step),
            above=figures.money(-(-given // step) * step),
        )

    return text


def _text_too_long(params: Params) -> str:
    length, maximum = _whole(params, "length"), _whole(params, "maximum")
    return _("{length} characters, and there is room for {maximum}. Take out {extra}.").format(
        length=figures.number(length), maximum=figures.number(maximum), extra=figures.number(length - maximum)
    )


def _strategy_total(params: Params) -> str:
    used, of = _whole(params, "used"), _whole(params, "of")
    return _("Your Strategies add up to {used} and may be {of} in all. Take off {extra}.").format(
        used=used, of=of, extra=used - of
    )


def _avenger(params: Params) -> str:
    choices = params.get("choices")
    listed = [names.corp(str(slug)) for slug in choices] if isinstance(choices, list | tuple) else []
    return _("The Avenger hunts one of two: choose {choices}.").format(choices=_(" or ").join(listed))


TEXTS: Final[dict[str, Callable[[Params], str]]] = {
    "not_a_player": lambda p: _(
        "You have no seat in this game: watch it, or join one of those in the lobby."
    ),
    "window_closed": lambda p: _(
        "This turn is closed. Your text is kept here to copy; the open turn has a form of its own."
    ),
    "unknown_order": lambda p: _("This turn does not take such an order. Choose one of those on the form."),
    "malformed": lambda p: _("This order reached us damaged. Fill it in once more."),
    "missing": lambda p: _("One answer is missing here. Choose it, and save again."),
    "unknown_choice": lambda p: _("This choice is not on the list. Choose one that is."),
    "number_too_big": lambda p: _("That number is too long to keep: {maximum} at the most.").format(
        maximum=figures.number(_whole(p, "maximum"))
    ),
    "text_too_long": _text_too_long,
    "text_unreadable": lambda p: _(
        "The text holds characters that cannot be kept. Type it again without them."
    ),
    "one_only": _one_only,
    "not_in_play": lambda p: _(
        "{corporation} crashed on turn {turn} and cannot be chosen any more. Choose another."
    ).format(corporation=_corp(p), turn=_whole(p, "turn")),
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
    "too_few_steps": lambda p: _("{steps} steps: a run takes at least {minimum}, with the bonus too.").format(
        steps=figures.number(_whole(p, "steps")), minimum=_whole(p, "minimum")
    ),
    "bonus_quota": _bonuses,
    "self_target": lambda p: _("That is you. Choose another player."),
    "forbidden_by_council": _forbidden,
    "speculation_quota": _speculations,
    "stake_too_low": _too_low("stake"),
    "stake_too_high": lambda p: _("{stake} is too much: {maximum} at the most with your influence.").format(
        stake=_money(p, "stake"), maximum=_money(p, "maximum")
    ),
    "stake_step": _step("stake"),
    "derivative_gone": lambda p: _(
        "{derivative} has no corporation left in play. Choose another derivative."
    ).format(derivative=names.derivative(str(p.get("derivative", "")))),
    "unknown_rank": lambda p: ngettext(
        "There is no rank {rank}: {of} corporation is in play. Choose {of}.",
        "There is no rank {rank}: {of} corporations are in play. Choose 1 to {of}.",
        _whole(p, "of"),
    ).format(rank=figures.number(_whole(p, "rank")), of=_whole(p, "of")),
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
        points=figures.number(_whole(p, "points")),
        minimum=_whole(p, "minimum"),
        maximum=_whole(p, "maximum"),
    ),
    "strategy_total": _strategy_total,
    "transfer_quota": _transfers,
    "amount_too_low": _too_low("amount"),
    "amount_step": _step("amount"),
    # our own
    "choose_one": lambda p: _("Nothing is chosen here yet. Choose one."),
    "no_number": lambda p: _("Nothing is written here yet. Write a whole number."),
    "not_a_number": lambda p: _("This is no whole number. Write it in figures, as in 50,000."),
    "unknown_act": lambda p: _(
        "We could not tell what to do with this form. Nothing was changed; use its buttons again."
    ),
    "needed_by_others": lambda p: _(
        "Not removed: other orders of yours stand on this one. Remove those first."
    ),
    "gone_from_form": lambda p: _(
        "That order is no longer on your form. Nothing was changed; here is the form as it stands."
    ),
}


def text(problem: Problem) -> str:
    """A refusal as a sentence, for any code and whatever figures it comes with."""
    teller = TEXTS.get(problem.code, TEXTS["malformed"])
    return teller(problem.params)


def worth_telling(found: Iterable[Problem]) -> list[Problem]:
    """The problems of one order without those that would lead astray: of an amount that is too small or
    too large it is not said, too, that it is no multiple. The multiples next to it would not do either."""
    found = list(found)
    bounded = {one.input for one in found if one.code.endswith(("_too_low", "_too_high"))}
    return [one for one in found if not (one.code.endswith("_step") and one.input in bounded)]
