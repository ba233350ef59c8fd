"""The character, handed in before the first turn on a page of its own (`pages/character.py`)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Order
from games.skin import Scene

from ..rules import content
from .kind import OrderKind
from .reading import MAX_DIGITS, Typing, read_number


class Character(OrderKind):
    inputs = (
        *("public_text", "secrets", "citizenship", "background", "hidden", "avenger"),
        *(f"strategy_{title}" for title in content.TITLES),
    )

    def read(self, typing: Typing, scene: Scene) -> None:
        typing.text("public_text")
        typing.text("secrets")
        typing.optional("citizenship", content.CORPORATIONS)
        typing.optional("background", content.BACKGROUNDS)
        typing.optional("hidden", content.BACKGROUNDS)
        typing.optional("avenger", content.CORPORATIONS)
        # The choices that belong to another Background are there without a script, too: they count only
        # beside the one they belong to.
        if typing.data.get("background") != "nobody":
            typing.data["hidden"] = None
        if "avenger" not in (typing.data.get("background"), typing.data.get("hidden")):
            typing.data["avenger"] = None
        strategies: dict[str, int] = {}
        for title in content.TITLES:
            written = typing.raw(f"strategy_{title}")
            if written in ("", "0"):
                continue
            value = read_number(written)
            if isinstance(value, int):
                strategies[title] = value
            else:
                typing.refuse(value, "strategies", maximum=10**MAX_DIGITS - 1)
        typing.data["strategies"] = strategies

    def refused(self) -> str:
        return _("Character not handed in.")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Character")
