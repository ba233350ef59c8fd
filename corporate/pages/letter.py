"""The resolution message: the results of a turn for one player, under the headings of the rules (7.4)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.skin import Opened, Receipt, Scene

from ..rules import content
from ..rules.events import message
from ..rules.state import Stage
from ..rules.today import today as rules_today
from ..texts import figures, general, names
from . import today
from .common import of_kind, public, published, rules_url, width
from .headings import Part, parts


class Lap(Struct, frozen=True):
    """The reader's money and points at the end of a turn. The widths are those of bars, of the largest."""

    turn: int
    money: str
    money_width: str
    points: int
    points_width: str


class Dossier(Struct):
    """What a successful Information run revealed: the secrets, then the messages, oldest first."""

    player: str
    name: str
    secrets: str
    hidden: str
    avenger: str
    strategies: list[tuple[str, int]]
    messages: list[tuple[str, list[Part]]]

    @property
    def bare(self) -> bool:
        return not (self.secrets or self.hidden or self.avenger or self.strategies)


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/message.html` for the chapter shown: the reader's own message."""
    state = public(scene)
    return {
        "turn": scene.chapter,
        "characters": state.characters,
        "published": published(scene),
        "parts": parts(scene, scene.own_events),
        "missed": bool(of_kind(scene.own_events, message.NoForm)),
        "paid": bool(of_kind(scene.own_events, message.Dividend)),
        "receipt": scene.receipt,
        "receipt_text": receipt_text(scene, scene.receipt),
        "dossiers": dossiers(scene),
        "today": today.of(scene) if scene.chapter == scene.latest else None,
        "laps": laps(scene),
        "next_turn": state.turn if state.stage is Stage.TURNS else 0,
        "orders_url": scene.url("orders"),
        "newsfeeds_url": scene.url("newsfeeds", scene.chapter),
        "wall_street_url": scene.url("wall-street", scene.chapter),
        "scores_url": scene.url("scores") if scene.finished else "",
        "rules_url": rules_url(),
    }


def receipt_text(scene: Scene, receipt: Receipt | None) -> str:
    if receipt is None:
        return ""
    if not receipt.count:
        return _("You passed, as saved on {day} at {time}.").format(**_saved(scene, receipt))
    return ngettext(
        "Your order was resolved as saved on {day} at {time}.",
        "Your {count} orders were resolved as saved on {day} at {time}.",
        receipt.count,
    ).format(count=receipt.count, **_saved(scene, receipt))


def _saved(scene: Scene, receipt: Receipt) -> dict[str, str]:
    return {
        "day": figures.day(receipt.saved_at, scene.zone, year=False),
        "time": figures.clock(receipt.saved_at, scene.zone, seconds=True),
    }


def laps(scene: Scene) -> list[Lap]:
    """The reader's money and points, turn by turn, as far as the reader could know them then."""
    found: list[tuple[int, int, int]] = []
    for chapter, view in sorted(scene.course.items()):
        if (private := view.private) is None:
            continue
        scored = next((one.score for one in view.public.standings or () if one.player == view.viewer), None)
        if scored is None:
            told = rules_today(view)
            if told is None:
                continue
            scored = sum(line.least for line in told.own)
        found.append((chapter, private.money, scored))
    most = max((money for _turn, money, _points in found), default=0)
    best = max((points for _turn, _money, points in found), default=0)
    return [
        Lap(turn, figures.money(money), width(money, most), points, width(points, best))
        for turn, money, points in found
    ]


# ---- dossiers ---------------------------------------------------------------------------------


def dossiers(scene: Scene) -> list[Dossier]:
    """The dossiers delivered by this message, with the messages that their grants make readable."""
    return [_dossier(scene, data) for data in _distinct(of_kind(scene.own_events, message.Dossier))]


def _distinct(told: list[message.Dossier]) -> list[message.Dossier]:
    """The dossiers without duplicates: two runs on one player in the same turn bring the same dossier."""
    return list({data.player: data for data in told}.values())


def _dossier(scene: Scene, data: message.Dossier) -> Dossier:
    opened: dict[int, Opened] = {}
    for one_opened in scene.opened:
        if one_opened.of == data.player:
            opened[one_opened.chapter] = one_opened
    return Dossier(
        player=data.player,
        name=scene.name(data.player),
        secrets=data.secrets,
        hidden=names.background(data.background) if data.background else "",
        avenger=names.corp(data.avenger) if data.avenger else "",
        strategies=[
            (names.title(title), data.strategies[title])
            for title in content.TITLES
            if title in data.strategies
        ],
        messages=[
            (general.chapter_text(chapter), parts(scene, opened[chapter].events, quoted=True))
            for chapter in sorted(opened)
            if chapter > 0
        ],
    )
