"""Short texts of Contrôle Global: windows, the option, the line of the lobby, a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import PlayerId, Window, chapter_of
from games.skin import Person, Text, figures

from ..rules.content import C
from ..rules.state import Public

NAME: Final = C.title.name
PLACE: Final = gettext_lazy("The planet")
PITCH: Final = gettext_lazy("Cards for influence over a small world; whoever stands out is struck.")
LENGTH: Final = gettext_lazy("1 to 6 weeks")


def option_text(key: str) -> tuple[Text, Text]:
    """Label and hint of an option; of one of its choices as `key.choice`, with no hint."""
    return key, ""


def chapter_text(chapter: int) -> str:
    return _("Setting up") if chapter < 1 else _("Round {round}").format(round=figures.number(chapter))


def turn_text(kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
    """What a turn is called, by the kind and the place of its window."""
    return chapter_text(chapter_of(at)) if at else kind


def progress_text(window: Window) -> str:
    return chapter_text(window.chapter)


def headline(public: Public) -> dict[str, Any]:
    """The lobby's line as data. In: the public drawer."""
    return {"round": public.round}


def headline_text(data: Any) -> str:
    return chapter_text(data["round"]) if isinstance(data, Mapping) and "round" in data else ""


def result_text(rank: int, players: int, score: int) -> str:
    return f"{figures.ordinal(rank)} / {players}: {figures.number(score)}"
