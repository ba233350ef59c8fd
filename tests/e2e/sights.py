"""Games for whoever looks at every page: begun, some questions on, and over, of every title. Played beside
the site (`backstage.py`), by posts alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from tools import stage

from .by_post import ByPost

PUBLISHED = ("wall-street/", "newsfeeds/", "message/", "players/", "corporations/", "ledger/", "draws/")
FORMS = (
    "orders/",
    *(f"orders/?add={kind}" for kind in ("datasteal", "information", "protection", "rank_speculation")),
)


class Sights(Struct, frozen=True):
    """Of a title in two modes: the pages of a game that is over in the first of these modes, and those of
    games begun, in these modes and after so many noons. `bots`: in each of them."""

    bots: int
    mode: str
    over: tuple[str, ...]
    begun: tuple[tuple[str, int], ...]
    pages: tuple[str, ...]


TITLES = {
    "megacorps": Sights(
        5, "round_mode", ("scores", "board", "round"),
        (("programmed", 0), ("programmed", 4), ("sequential", 6)), ("orders", "board", "round"),
    ),
    "machtspiele": Sights(
        4, "mode", ("scores", "company", "minutes", "minutes/1"),
        (("rounds", 0), ("rounds", 5), ("classic", 5)), ("orders", "company", "minutes"),
    ),
    "controle": Sights(
        3, "mode", ("scores", "world", "rounds", "rounds/1", "cards"),
        (("rounds", 3), ("turns", 0), ("turns", 4)), ("orders", "world", "rounds", "cards"),
    ),
}  # fmt: skip


def addresses(ana: ByPost) -> list[str]:
    """Where there is something to look at for this player once she has played all of it."""
    return [
        *corporate(ana),
        *(address for title in TITLES for address in of_title(ana, title)),
        *gathering(ana),
    ]


def corporate(ana: ByPost) -> Iterator[str]:
    """A game on its first turn, one on its third, one that is over; and the question who one will be."""
    for turns in (0, 2, 8):
        ana.rehearse(5, "corporate")
        if turns == 0:
            yield f"{ana.game}orders/"
            ana.rehearse(2, "corporate")
        ana.be_somebody()
        for turn in range(turns):
            if turn == 0:
                full_turn(ana)
            ana.strike()
        if turns == 2:
            ana.add("vote", up=2, down=3)
            ana.add("protection")
            ana.add("information")
        for slug in (*(FORMS if turns < 8 else ("scores/", "archives/")), *PUBLISHED):
            yield ana.game + slug


def full_turn(ana: ByPost) -> None:
    """The first turn as the page proposes it, and more."""
    ana.add("buy_share", corporation=-1)
    ana.add("vote", up=1, down=2)
    ana.add("join_coalition", coalition="public_contracts")
    ana.add("sabotage", target=2)
    ana.add("derivative_speculation", derivative=0)


def of_title(ana: ByPost, title: str) -> Iterator[str]:
    """The pages of this title in both modes: over, begun, and after some questions."""
    sights = TITLES[title]
    ana.rehearse(sights.bots, title, **{sights.mode: sights.begun[0][0]})
    ana.strike_to_the_end()
    yield f"/rules/{title}/"
    yield from (f"{ana.game}{slug}/" for slug in sights.over)
    for mode, strikes in sights.begun:
        ana.rehearse(sights.bots, title, **{sights.mode: mode})
        for _ in range(strikes):
            ana.strike_if_asked()
        yield from (f"{ana.game}{slug}/" for slug in sights.pages)


def gathering(ana: ByPost) -> Iterator[str]:
    """A game for friends that gathers its players: its page, its settings, its invitation."""
    made = stage.game_of(stage.settings_of("corporate", "Fifth Avenue", 6), [ana.user], starts=False)
    address = f"/g/{made.public_id}/"
    yield address
    yield f"{address}edit/"
    link = re.search(r"/i/[A-Za-z0-9_-]{16,}/", ana.client.get(address).content.decode())
    assert link
    yield link[0]
