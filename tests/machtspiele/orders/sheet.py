"""An order form as one player fills it in, without a site: drawn, typed into, posted, drawn again."""

from __future__ import annotations

from html import unescape
from typing import Any

from django.utils import translation
from msgspec import Struct
from msgspec.structs import replace

from games.contract import Orders, Problem, Window
from games.skin import Desk, Scene
from machtspiele.rules import RULES
from machtspiele.skin import SKIN
from tests.battery.site import TOKEN
from tests.formpage import OrderFormPage
from tests.stage import draw

from ..rules.scene import Played
from ..stage import Told


class Sheet(Struct):
    """`orders`: what is saved; `typed`: what was posted last and is not; `problems`: why. `at`: the door that
    was used last, "" for the question."""

    played: Played
    player: str = "p1"
    language: str = "en"
    orders: Orders = ()
    typed: dict[str, str] | None = None
    problems: tuple[Problem, ...] = ()
    at: str = ""

    @property
    def scene(self) -> Scene:
        return Told(self.played.state).scene(self.player)

    @property
    def windows(self) -> list[Window]:
        return [each for each in RULES.windows(self.played.public) if self.player in each.players]

    @property
    def window(self) -> Window:
        """The door `at`, or the main question."""
        return next(each for each in self.windows if self.is_at(each))

    def is_at(self, window: Window) -> bool:
        return window.kind == self.at if self.at else not window.is_door

    def desk(self, window: Window) -> Desk:
        mine = self.is_at(window)
        orders = self.orders if mine and not window.is_door else ()
        problems = self.problems if mine else ()
        quote = RULES.quote(self.scene.view, window, orders)
        return Desk(window, orders, typed=self.typed, problems=problems, quote=quote)

    def page(self) -> OrderFormPage:
        desks = [self.desk(window) for window in self.windows]
        main = next((desk for desk in desks if not desk.window.is_door), None)
        doors = tuple(desk for desk in desks if desk.window.is_door)
        with translation.override(self.language):
            made = SKIN.form(self.scene, main, doors) if main else SKIN.waiting(self.scene, doors)
            assert made is not None
            return OrderFormPage(draw(made, SKIN, desk=main, doors=doors, scene=self.scene))

    def press(self, act: str, **typed: str) -> Sheet:
        """A button of the form, with these fields filled in. Refused, everything typed is kept."""
        return self.post({"act": act}, typed)

    def use(self, door: str, **typed: str) -> Sheet:
        """The same at a door."""
        return replace(self, at=door).post({"door": door, "act": ""}, typed)

    def post(self, button: dict[str, str], typed: dict[str, str]) -> Sheet:
        page = self.page()
        posted = {**page.posted(), **typed, **button}
        with translation.override(self.language):
            edit = SKIN.edit(self.scene, self.desk(self.window), posted)
        if edit.errors:
            return replace(self, typed=posted, problems=edit.errors)
        if not edit.keeps:
            return replace(self, typed=dict(edit.left), problems=())
        problems = RULES.check(self.scene.view, self.window, edit.orders)
        if problems:
            return replace(self, typed=posted, problems=problems)
        return replace(self, orders=edit.orders, typed=dict(edit.left) or None, problems=())

    def kinds(self) -> list[str]:
        return [order.kind for order in self.orders]

    def data(self, place: int = 0) -> dict[str, Any]:
        return dict(self.orders[place].data)

    def text(self) -> str:
        """The page as text, without what is new on each page."""
        return " ".join(unescape(TOKEN.sub("", self.page().text)).split())
