"""Public facts about each corporation and each player, for lists of choices."""

from __future__ import annotations

import functools

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene

from ..rules import content
from ..rules.desk import PlayerTurn
from ..rules.market import dividend_rate
from ..rules.state import Seat
from ..texts import figures, names
from ..texts.trends import trends


class Facts(Struct, frozen=True):
    """A corporation when the turn opens. `change`: of its assets last turn, None on the first; `trend`: the
    path of a line, "" on the first turn, with the position of its end; `dividend`: of one share at these
    assets, in nuyens."""

    slug: str
    name: str
    rank: int
    assets: int
    change: int | None
    trend: str
    end: tuple[float, float]
    dividend: str
    owned: int
    citizen: bool


def facts_of(rules: PlayerTurn) -> dict[str, Facts]:
    """The corporations in play, best first."""
    market, seat = rules.market, rules.seat
    order = sorted(market.ranks, key=market.ranks.__getitem__)
    histories = {slug: market.corporations[slug].history for slug in order}
    lines, found = trends(histories), {}
    for slug in order:
        past, rank, assets = histories[slug], market.ranks[slug], market.assets[slug]
        found[slug] = Facts(
            slug=slug,
            name=names.corp(slug),
            rank=rank,
            assets=assets,
            change=change_of(past),
            trend=lines[slug].path,
            end=lines[slug].end,
            dividend=figures.money(assets * dividend_rate(rank, market.size)),
            owned=seat.shares.get(slug, 0),
            citizen=slug == seat.citizenship,
        )
    return found


def change_of(past: tuple[int, ...]) -> int | None:
    """The change of a corporation's assets last turn, from its history; None before the first noon."""
    return past[-1] - past[-2] if len(past) > 1 else None


def defences(slug: str) -> tuple[str, str]:
    """The three Defences of a corporation, short and in words."""
    return _defences(slug, get_language())


@functools.cache
def _defences(slug: str, _language: str | None) -> tuple[str, str]:
    rows = content.CORPORATIONS[slug].defence
    short = " · ".join(figures.number(percent) for percent in rows.values())
    words = ", ".join(f"{names.defence(kind)} {figures.percent(percent)}" for kind, percent in rows.items())
    return short, words


def player_facts(scene: Scene, player: PlayerId) -> str:
    """A player's public influence, citizenship and holdings: "influence 3 · citizen of Ares · Ares 2"."""
    seat: Seat = scene.view.public.seats[player]
    told = [_("influence {level}").format(level=seat.influence)]
    if seat.citizenship:
        told.append(_("citizen of {corporation}").format(corporation=names.corp(seat.citizenship)))
    held = sorted(seat.shares.items(), key=lambda row: -row[1])
    shares = ", ".join(f"{names.corp(slug)} {count}" for slug, count in held)
    return " · ".join((*told, shares or _("no share")))


def gone(rules: PlayerTurn) -> list[tuple[str, str]]:
    """The corporations that crashed, and since which turn nobody can choose them."""
    rows = rules.market.corporations
    return [
        (names.corp(slug), _("crashed on turn {turn}").format(turn=row.crashed))
        for slug, row in rows.items()
        if row.crashed is not None
    ]
