"""The character, handed in before the first turn on a page of its own (`pages/character.py`)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Order
from games.formkit.reading import FieldReader, read_number
from games.skin import Scene

from ..rules import content
from .kind import OrderKind


class Character(OrderKind):
    inputs = (
        *("public_text", "secrets", "citizenship", "background", "hidden", "avenger"),
        *(f"strategy_{title}" for title in content.TITLES),
    )

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.text("public_text")
        reader.text("secrets")
        reader.optional("citizenship", content.CORPORATIONS)
        reader.optional("background", content.BACKGROUNDS)
        reader.optional("hidden", content.BACKGROUNDS)
        reader.optional("avenger", content.CORPORATIONS)
        # Without JavaScript the fields of the other Backgrounds are shown, too: they count only with the
        # Background they belong to.
        if reader.data.get("background") != "nobody":
            reader.data["hidden"] = None
        if "avenger" not in (reader.data.get("background"), reader.data.get("hidden")):
            reader.data["avenger"] = None
        strategies: dict[str, int] = {}
        for title in content.TITLES:
            written = reader.raw(f"strategy_{title}")
            if written in ("", "0"):
                continue
            value = read_number(written)
            if isinstance(value, int):
                strategies[title] = value
            else:
                reader.refuse_number(value, "strategies", written)
        reader.data["strategies"] = strategies

    def refused(self) -> str:
        return _("Character not handed in.")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Character")
