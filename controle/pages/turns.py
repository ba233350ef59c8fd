"""The turns of a round in order: the card and its effect, the changes by region, what was paid, taken and
drawn, and the levels crossed."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct, field

from games.contract import Event, PlayerId
from games.rulekit.events import EventData
from games.skin import Scene, figures

from ..rules import events as told
from ..rules.content import CARDS
from ..texts import events as sentences
from ..texts import names, telling
from ..texts.people import Seen, seen
from .common import public_of
from .faces import Back, back


class Told(Struct, frozen=True):
    """An event and its text."""

    event: Event
    data: EventData


class Crossing(Struct, frozen=True):
    """A category that reached a higher level. `back`: of the card set aside, None if none was left."""

    back: Back | None
    text: str


class TurnTold(Struct, frozen=True):
    """A turn. `who`: None for an entry that is not a turn, such as a player leaving; `before`: why it was
    played this way; `pile`, `card`, `effect`: None and "" for a turn without a card; `at`: the changes by
    region; `also`: what was paid, taken and drawn, in one sentence."""

    who: Seen | None
    before: tuple[str, ...]
    pile: Back | None
    card: str
    effect: str
    at: tuple[tuple[str, str], ...]
    also: str
    crossings: tuple[Crossing, ...]


class _Open(Struct):
    """A turn that is still being told. `first`: cards drawn before it opened; `drawn`: those after it."""

    player: PlayerId | None
    before: list[str] = field(default_factory=list)
    first: list[EventData] = field(default_factory=list)
    played: told.Played | None = None
    over: bool = False
    crossings: list[told.Crossed] = field(default_factory=list)
    drawn: list[EventData] = field(default_factory=list)


SILENT = (told.Missed, told.Defaulted)
BEFORE = (*SILENT, told.DeclaredStuck, told.ForcedTurn)
DRAWING = (told.Drew, told.PutBack, told.Refilled)
OF_CARDS = ("draw", "surplus")
"""Windows whose default is about cards, not about the turn."""


def is_about_cards(data: EventData) -> bool:
    """Whether an event belongs to the draws after a turn, which may come late."""
    return isinstance(data, DRAWING) or (isinstance(data, SILENT) and data.window in OF_CARDS)


def turns(scene: Scene, events: Iterable[Told]) -> list[TurnTold]:
    """One entry for each turn, and for each player who leaves or comes back, in the order of events."""
    found: list[_Open] = []
    last: dict[PlayerId, _Open] = {}
    for each in events:
        data = each.data
        if isinstance(data, told.Crossed):
            last[data.player].crossings.append(data)
            continue
        if isinstance(data, told.Refilled):
            if found:
                (found[-1].drawn if found[-1].over else found[-1].first).append(data)
            continue
        player = getattr(data, "player", None)
        of_turn = isinstance(data, (*BEFORE, told.Played, told.PassedTurn))
        if player is None or not (of_turn or is_about_cards(data)):
            if text := sentences.text(scene, each.event):
                found.append(_Open(None, [text]))
            continue
        turn = last.get(player)
        if turn is None or (turn.over and of_turn and not is_about_cards(data)):
            turn = last[player] = _Open(player)
            found.append(turn)
        if is_about_cards(data):
            (turn.drawn if turn.over else turn.first).append(data)
        elif isinstance(data, told.Played):
            turn.played, turn.over = data, True
        else:
            turn.before.append(sentences.text(scene, each.event))
            turn.over = isinstance(data, told.PassedTurn)
    return [_closed(scene, each) for each in found]


def _closed(scene: Scene, one: _Open) -> TurnTold:
    people, played = seen(scene), one.played
    who = people[one.player] if one.player is not None else None
    crossings = tuple(_crossing(each) for each in one.crossings)
    first = _sentence(_drawn(one.first))
    lines = tuple([first, *one.before] if first else one.before)
    if played is None:
        return TurnTold(who, lines, None, "", "", (), _sentence(_drawn(one.drawn)), crossings)
    card = CARDS[played.card]
    return TurnTold(
        who,
        lines,
        back(card.pile),
        names.card(card.id),
        names.effect(card.id, played.effect),
        tuple(
            (names.region_at(public_of(scene), slot), changes)
            for slot, changes in telling.regions(scene, played.player, played.changes)
        ),
        _sentence([*telling.tokens(scene, played), *_drawn(one.drawn)]),
        crossings,
    )


def _sentence(parts: list[str]) -> str:
    return figures.capital(figures.parts(parts)) + "." if parts else ""


# ---- cards drawn and returned, levels crossed --------------------------------------------------------------


def _drawn(events: Iterable[EventData]) -> list[str]:
    """`returns cards: Politics 1`, `draws from Military 2, Military 2`; and the piles refilled for it."""
    parts, silent = [], False
    for data in events:
        if isinstance(data, SILENT):
            silent = True
        elif isinstance(data, told.Drew):
            text = _("draws by default from {piles}") if silent else pgettext("cards", "draws from {piles}")
            parts.append(text.format(piles=", ".join(map(names.pile, data.piles))))
        elif isinstance(data, told.PutBack):
            text = _("returns by default: {piles}") if silent else _("returns cards: {piles}")
            parts.append(text.format(piles=", ".join(map(names.pile, data.piles))))
        elif isinstance(data, told.Refilled):
            parts.append(_("the archive becomes the pile again: {pile}").format(pile=names.pile(data.pile)))
    return parts


def _crossing(data: told.Crossed) -> Crossing:
    text = _("{category} crosses level {level}: one card is set aside.")
    if data.pile is None:
        text = _("{category} crosses level {level}, but no card is left to set aside.")
    return Crossing(
        back(data.pile) if data.pile is not None else None,
        text.format(category=names.category(data.category), level=names.level(data.now)),
    )
