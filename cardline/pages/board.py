"""Values that all pages of a game share: the line, the hands, the box, the latest events."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Person, Scene

from ..rules.content import CHARACTERISTICS
from ..rules.events import Drew, Placed, PlacedCorrectly, read
from ..rules.figures import shown
from ..rules.score_lines import WON
from ..rules.state import Exit, Public
from ..texts import amounts, events, general, names
from .scale import scale


class CardRow(Struct, frozen=True):
    """A card on the table. `figure`: the game's own, "" as long as nobody has seen it."""

    card: str
    name: str
    iso2: str
    continent: str
    figure: str = ""
    new: bool = False

    @property
    def flag(self) -> str:
        return names.flag(self.iso2)


class Seat(Struct, frozen=True):
    """A player at the line. `state`: a remark such as "away", or ""."""

    person: Person
    own: bool
    cards: tuple[CardRow, ...]
    count: str
    state: str
    due: bool = False


def public_of(scene: Scene) -> Public:
    found: Public = scene.view.public
    return found


def card_row(public: Public, card: str, new: bool = False) -> CardRow:
    """A card with what everybody may know: figures only if they have been shown."""
    told = shown(public, card)
    key = public.options.characteristic
    figure = amounts.bare(key, told[key]) if told else ""
    return CardRow(card, names.country(card), names.iso2(card), names.continent_of(public, card), figure, new)


def hand_of(public: Public, player: PlayerId) -> tuple[CardRow, ...]:
    """A player's hand, in the order in which the cards were received, without figures."""
    return tuple(
        CardRow(card, names.country(card), names.iso2(card), names.continent_of(public, card))
        for card in public.hands[player]
    )


def context(scene: Scene) -> dict[str, Any]:
    """The values that all pages of a running game share."""
    public = public_of(scene)
    key = public.options.characteristic
    return {
        "about": names.characteristic(key),
        "unit": names.unit(key),
        "line": line_rows(scene),
        "scale": scale(public),
        "seats": seats(scene),
        "rounds": rounds(scene),
        "deck_count": public.deck_count,
        "box_count": len(public.box),
        "sequential": public.sequential,
        "tie_break": public.tie_break,
        "round": public.round_no,
    }


def line_rows(scene: Scene) -> list[CardRow]:
    """The line from the least; cards placed in the latest round or since are new."""
    public = public_of(scene)
    told = (read(event) for events in scene.recent.values() for event in events)
    fresh = {data.card for data in told if isinstance(data, PlacedCorrectly)}
    return [card_row(public, card, card in fresh) for card in public.line]


def seats(scene: Scene) -> list[Seat]:
    """All players, in seat order from the first player."""
    public = public_of(scene)
    turn = public.to_act[0] if public.sequential and public.to_act and not public.asleep else None
    if public.outcome is not None:
        turn = None
    found = []
    for player in public.in_order:
        person = scene.people.get(player) or Person(player, player)
        cards = hand_of(public, player)
        state = _state(scene, player, turn)
        count = _count(public, player)
        found.append(Seat(person, player == scene.reader, cards, count, state, player == turn))
    return found


def _count(public: Public, player: PlayerId) -> str:
    """How many cards a player holds; of one whose hand went to the box, how many those were."""
    held, left = len(public.hands[player]), public.left.get(player)
    if left is None or left.cards == held:
        return general.cards_text(held)
    return ngettext("{count} card, now in the box", "{count} cards, now in the box", left.cards).format(
        count=left.cards
    )


def exit_text(how: Exit | str) -> str:
    """How a player left, in a word or two."""
    return {
        "beaten": _("beaten"),
        "eliminated": _("eliminated"),
        "resigned": _("resigned"),
        "forfeited": _("out by absence"),
        WON: _("winner"),
    }.get(how.value if isinstance(how, Exit) else how, "")


def _state(scene: Scene, player: PlayerId, turn: PlayerId | None) -> str:
    public = public_of(scene)
    if player in public.left:
        return exit_text(public.left[player].how)
    if public.outcome is not None:
        return exit_text(WON)
    if player == turn:
        return _("to play")
    return _("away") if player in public.dormant else ""


class RoundLog(Struct, frozen=True):
    name: str
    lines: list[events.LogLine]


def rounds(scene: Scene) -> list[RoundLog]:
    """The latest events, including those told only to the reader: of the current round, then of the previous
    one."""
    told = scene.recent or {scene.chapter: scene.public_events}
    own = scene.own_recent or {scene.chapter: scene.own_events}
    found = {chapter: (*told.get(chapter, ()), *own.get(chapter, ())) for chapter in {*told, *own}}
    return [
        RoundLog(general.chapter_text(chapter), events.log(scene, found[chapter]))
        for chapter in sorted(found, reverse=True)
        if found[chapter]
    ]


class FigureRow(Struct, frozen=True):
    name: str
    figures: list[str]


def open_figures(public: Public) -> list[FigureRow]:
    """All four figures of every card that has been shown: the line, then the failed ones in the box."""
    cards = [*public.line, *(boxed.card for boxed in public.box if boxed.seen)]
    found = ((card, shown(public, card)) for card in cards)
    return [FigureRow(names.country(card), amounts.all_four(told)) for card, told in found if told]


def characteristics() -> list[tuple[str, str]]:
    return [(names.characteristic(key), names.unit(key)) for key in CHARACTERISTICS]


def box_rows(public: Public) -> list[CardRow]:
    """The box in the order in which cards entered it; unseen ones without figures."""
    return [card_row(public, boxed.card) for boxed in public.box]


class LastPlacement(Struct, frozen=True):
    """The reader's own last placement, and the card drawn after it (None if there was none)."""

    placed: Placed
    drawn: str | None = None


def last_placement(scene: Scene) -> LastPlacement | None:
    """The reader's own last placement among the latest events; None if there is none."""
    found: LastPlacement | None = None
    for chapter in sorted(scene.recent):
        for event in scene.recent[chapter]:
            data = read(event)
            if not isinstance(data, Placed | Drew) or data.player != scene.reader:
                continue
            if isinstance(data, Placed):
                found = LastPlacement(data)
            elif found is not None:
                found = LastPlacement(found.placed, data.card)
    return found
