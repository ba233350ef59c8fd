"""Tables of sentences by code, and the sentences for refusals that every form has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, ParamSpec

from django.utils.translation import gettext as _

from ..skin import figures

P = ParamSpec("P")
Params = Mapping[str, Any]


class Sentences(Generic[P]):
    """A sentence for each code in `table`, and `other` for all other codes."""

    def __init__(self, table: Mapping[str, Callable[P, str]], other: Callable[P, str]) -> None:
        self.table, self.other = table, other

    def __call__(self, code: str, /, *args: P.args, **kwargs: P.kwargs) -> str:
        return self.table.get(code, self.other)(*args, **kwargs)


def whole(params: Params, key: str) -> int:
    """A whole number among the params; 0 if it is missing or not one, because sentences must not raise."""
    value = params.get(key, 0)
    return value if isinstance(value, int) else 0


def _too_long(params: Params) -> str:
    length, maximum = whole(params, "length"), whole(params, "maximum")
    return _("{length} characters, and there is room for {maximum}. Take out {extra}.").format(
        length=figures.number(length), maximum=figures.number(maximum), extra=figures.number(length - maximum)
    )


def _list_too_long(params: Params) -> str:
    length, maximum = whole(params, "length"), whole(params, "maximum")
    return _("{length} things are named, and there is room for {maximum}. Take out {extra}.").format(
        length=figures.number(length), maximum=figures.number(maximum), extra=figures.number(length - maximum)
    )


def _not_a_number(params: Params) -> str:
    typed = str(params.get("typed", ""))
    if not typed:
        return _("This is not a whole number. Write it in digits, as in 50,000.")
    return _("“{typed}” is not a whole number. Write it in digits, as in 50,000.").format(typed=typed)


TYPING: Final[Mapping[str, Callable[[Params], str]]] = {
    "choose_one": lambda p: _("Nothing is chosen here yet. Choose one."),
    "unknown_choice": lambda p: _("This choice is not on the list. Choose one that is."),
    "no_number": lambda p: _("Nothing is written here yet. Write a whole number."),
    "not_a_number": _not_a_number,
    "number_too_big": lambda p: _("That number is too long: {maximum} at most.").format(
        maximum=figures.number(whole(p, "maximum"))
    ),
    "unknown_act": lambda p: _(
        "We could not tell what to do with this form. Nothing was changed; use its buttons again."
    ),
    "needed_by_others": lambda p: _(
        "Not removed: other orders of yours depend on this one. Remove those first."
    ),
    "gone_from_form": lambda p: _(
        "That order is no longer on your form. Nothing was changed; here is the form as it stands."
    ),
}
"""The refusals of this kit: what was typed cannot be an order."""

SHAPES: Final[Mapping[str, Callable[[Params], str]]] = {
    "not_a_player": lambda p: _(
        "You have no seat in this game: watch it, or join one of those in the lobby."
    ),
    "window_closed": lambda p: _(
        "This turn is closed. Your text is kept here to copy; the open turn has a form of its own."
    ),
    "unknown_order": lambda p: _("This turn does not take such an order. Choose one of those on the form."),
    "malformed": lambda p: _("This order reached us damaged. Fill it in once more."),
    "missing": lambda p: _("One answer is missing here. Choose it, and save again."),
    "text_too_long": _too_long,
    "list_too_long": _list_too_long,
    "named_twice": lambda p: _("The same thing is here twice. Name it once."),
    "text_unreadable": lambda p: _(
        "The text contains characters that cannot be stored. Type it again without them."
    ),
}
"""The refusals that the rules of any title may give to a form of the wrong shape."""
