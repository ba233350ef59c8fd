"""Refusals as sentences: what did not happen, why, with both figures, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.contract import Problem
from games.formkit.sentences import SHAPES, TYPING, Params, Sentences
from games.skin import Scene, figures

from ..rules.content import C
from . import names

Told = Callable[[Scene | None, Params], str]
Written = Callable[[Scene | None, Any], str]


def _number(scene: Scene | None, value: Any) -> str:
    return figures.number(value) if isinstance(value, int) else "0"


def _step(scene: Scene | None, value: Any) -> str:
    """The steps of an effect as people count them, from 1."""
    return figures.number(value + 1) if isinstance(value, int) else "0"


def _level(scene: Scene | None, value: Any) -> str:
    return names.level(value if isinstance(value, int) else 0)


def _region(scene: Scene | None, value: Any) -> str:
    """The region on a slot, or that it is unknown."""
    found = str(value) if scene is None else names.region_at(scene.view.public, value)
    return _("an unknown region") if found == str(value) else found


def _player(scene: Scene | None, value: Any) -> str:
    return scene.name(str(value)) if value and scene is not None else _("Nobody")


def _named(name: Callable[[Any], str]) -> Written:
    """A name of this title, or that it is unknown."""
    return lambda scene, value: name(value) if value else pgettext("a card or pile", "unknown")


FIGURES: Final[Mapping[str, Written]] = {
    "region": _region,
    "home": _region,
    "main": _region,
    "player": _player,
    "category": _named(names.category),
    "card": _named(names.card),
    "pile": _named(names.pile),
    "use": _named(names.use),
    "kind": _named(names.order),
    "step": _step,
}
"""How the params of refusals are written; all others are numbers."""


class _Written(dict[str, str]):
    """The params in words; 0 or "" for a missing one, because sentences must not raise."""

    def __init__(self, scene: Scene | None, params: Params, how: Mapping[str, Written]) -> None:
        super().__init__({key: how.get(key, _number)(scene, value) for key, value in params.items()})
        self._scene, self._how = scene, how

    def __missing__(self, key: str) -> str:
        return self._how.get(key, _number)(self._scene, None)


def _say(text: str | Promise, **written: Written) -> Told:
    """A sentence with the figures of its code; `written`: figures in another format."""
    how = {**FIGURES, **written}
    return lambda scene, params: str(text).format_map(_Written(scene, params, how))


def _plain(told: Callable[[Params], str]) -> Told:
    return lambda scene, params: told(params)


def _int(params: Params, key: str) -> int:
    value = params.get(key, 0)
    return value if isinstance(value, int) else 0


def _level_short(scene: Scene | None, params: Params) -> str:
    missing = _int(params, "needed") - _int(params, "level") - _int(params, "bought")
    return _(
        "{category}: level {needed} is required; you are at level {level} and compensate {bought}. Buy "
        "{missing} more, or take a weaker effect."
    ).format_map(
        _Written(scene, {**params, "missing": missing}, {**FIGURES, "needed": _level, "level": _level})
    )


def _wrong_price(scene: Scene | None, params: Params) -> str:
    """The price of a use (9)."""
    use, category = params.get("use"), params.get("category")
    resource = names.resource(category) if category else pgettext("a token", "matching")
    if use == "develop":
        return _("{use}: it costs one token of any type. Pay exactly one.").format(use=names.use(use))
    if use == "level":
        return _(
            "{use}: a level in {category} costs one {resource} token, or {others} tokens of other types. Pay "
            "one or the other."
        ).format(
            use=names.use(use),
            category=names.category(category),
            resource=resource,
            others=figures.number(C.figures.one_by_other),
        )
    return _("{use}: it costs one {resource} token. Pay with that one.").format(
        use=names.use(use or "boost"), resource=resource
    )


_RESOURCE: Final = _named(names.resource)

REFUSALS: Final[Mapping[str, Told]] = {
    **{code: _plain(told) for code, told in {**TYPING, **SHAPES}.items()},
    "not_a_player": _say(gettext_lazy("Nothing done: you have no place in this game. You may watch it.")),
    "game_over": _say(gettext_lazy("Nothing done: the game is over. Its last page has the places.")),
    "not_asked": _say(
        gettext_lazy("Nothing done: this question is closed, or is not for you. Here is what is asked now.")
    ),
    "one_order": _say(
        gettext_lazy("Nothing done: {orders} answers were sent, and one is wanted. Send just one.")
    ),
    "draw_first": _say(
        gettext_lazy("Nothing played: your own draw comes first. Name your piles, then play your card.")
    ),
    "answer_your_turn": _say(
        gettext_lazy("Nothing filed: your turn is asked right now. Play a card instead of planning one.")
    ),
    "missing": _say(gettext_lazy("Nothing is chosen here yet. Choose first.")),
    "one_only": _say(gettext_lazy("This is here twice: {kind}. Once is enough; take one out.")),
    "too_many": _say(gettext_lazy("Too many of these: {kind}. {of} at most; take out the rest.")),
    "not_home_or_beside": _say(
        gettext_lazy(
            "Too far from home: {region}. Your free influence goes to {home}, or to a region that borders it."
        )
    ),
    "wrong_draws": _say(
        gettext_lazy("Piles named: {named}; wanted: {needed}. Name a pile for each draw, no more.")
    ),
    "pile_exhausted": _say(gettext_lazy("{pile} is exhausted: no card is left there. Name another pile.")),
    "card_not_in_hand": _say(
        gettext_lazy("{card} is not in your hand, or not that many times. Choose a card that you hold.")
    ),
    "card_returned": _say(
        gettext_lazy(
            "{card} goes back under its pile with this same form. Plan another card, or keep this one."
        )
    ),
    "no_such_effect": _say(gettext_lazy("This card has no effect {effect}. Choose one of those it shows.")),
    "no_such_region": _say(
        gettext_lazy("No region has that number: this world has {regions} of them. Choose one on the map.")
    ),
    "not_beside": _say(
        gettext_lazy("{region} does not border {main}. Choose one of its neighbours, or another main region.")
    ),
    "same_region": _say(
        gettext_lazy(
            "{region} is used in this effect already. “Elsewhere” is a third region: choose another."
        )
    ),
    "not_another_player": _say(
        gettext_lazy("{player} cannot be the rival here. Choose another player of this game.")
    ),
    "level_short": _level_short,
    "level_in_vain": _say(
        gettext_lazy(
            "{category}: level {needed} is required; you are at level {level} and compensate {bought}, which "
            "is too much. Take out what is not needed."
        ),
        needed=_level,
        level=_level,
    ),
    "wrong_choices": _say(
        gettext_lazy("Step {step} of the effect: {named} chosen, {needed} needed. Choose exactly that many.")
    ),
    "at_most": _say(
        gettext_lazy("Step {step} of the effect: {named} chosen, {most} allowed. Take out the rest.")
    ),
    "not_listed": _say(
        gettext_lazy("Step {step} of the effect does not offer {category}. Choose one that it names.")
    ),
    "not_there": _say(
        gettext_lazy(
            "Step {step} of the effect: chosen {named}, there {there} ({category}, {region}). Choose fewer, "
            "or another category."
        )
    ),
    "not_held": _say(
        gettext_lazy(
            "Step {step} of the effect: {player} has no token of this type left: {category}. Take another "
            "one."
        ),
        category=_RESOURCE,
    ),
    "which_token": _say(
        gettext_lazy(
            "Step {step} of the effect: {player} holds tokens of several types. Say which one you take."
        )
    ),
    "wrong_price": _wrong_price,
    "no_category": _say(gettext_lazy("{use}: no category is chosen. Say which one it is for.")),
    "tokens_short": _say(
        gettext_lazy(
            "{category}: tokens needed {needed}, held {held}. Pay with another type, or leave that use out."
        ),
        category=_RESOURCE,
    ),
    "used_too_often": _say(
        gettext_lazy("{use}: {named} on your form, {most} allowed in a turn. Take out the rest.")
    ),
    "nothing_to_sabotage": _say(
        gettext_lazy(
            "Nothing to sabotage: {player} has none of {category} there: {region}. Choose another player or "
            "category."
        )
    ),
    "no_compensating": _say(
        gettext_lazy("A forced card requires no level, so that nothing is compensated. Take that out.")
    ),
    "icon_not_shown": _say(
        gettext_lazy("{category}: {named} taken, {shown} on the card. Take what it shows."),
        category=_RESOURCE,
    ),
    "no_end_step": _say(
        gettext_lazy("Step {step} does not happen at the end of the turn. Put in order only those that do.")
    ),
    "not_stuck": _say(
        gettext_lazy(
            "You are not stuck: effect {effect} of {card} costs no token. Play it, or any other that you can."
        )
    ),
    "no_relief": _say(
        gettext_lazy("Nothing returned: only after a forced turn may cards go back here. Keep them in hand.")
    ),
    "wrong_return": _say(
        gettext_lazy("Cards chosen: {named}; to be returned: {needed}. Choose exactly that many.")
    ),
}

SENTENCES: Final = Sentences(
    REFUSALS, lambda scene, params: _("Nothing done: this is not possible. Choose again.")
)


def text(scene: Scene | None, problem: Problem) -> str:
    """A refusal as a sentence; one for any code, known or not. Without a scene regions and players are not
    named."""
    return SENTENCES(problem.code, scene, problem.params)
