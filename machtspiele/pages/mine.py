"""What only the reader may see: cash, nemesis, filed actions and replies, the events as ordered."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import Scene, figures

from ..rules import board
from ..rules.content import BOARD_MEETING, VALUES, C
from ..rules.judge import share_price
from ..rules.state import Reply
from ..texts import amounts, names, receipts
from .common import own_of, public_of
from .log import Sitting
from .moves import Entry, ledger, total
from .race import Outdoing, outdoing


class Mine(Struct, frozen=True):
    """`before`: the cash before the entries of the last sitting, "" without any. `filed`: filed actions and
    replies, in sentences; `envelope`: the offer that awaits an answer."""

    cash: str
    before: str
    entries: tuple[Entry, ...]
    sum: str
    nemesis: Outdoing | None
    filed: tuple[str, ...]
    envelope: str


class Certificate(Struct, frozen=True):
    """Certificates of one value: the number left, the price, and the price for the reader ("" for
    spectators)."""

    value: int
    left: int
    price: str
    mine: str
    cheaper: bool


def mine(scene: Scene, sitting: Sitting | None) -> Mine | None:
    """The values for the reader, with the changes of cash in the last sitting; None for spectators."""
    drawer, public = own_of(scene), public_of(scene)
    if drawer is None or scene.reader is None:
        return None
    entries = ledger(scene, sitting) if sitting else []
    cards = drawer.nemesis
    return Mine(
        amounts.pinats(drawer.cash),
        amounts.pinats(drawer.cash - total(entries)) if entries else "",
        tuple(entries),
        figures.number(drawer.cash),
        outdoing(scene, scene.reader, cards) if cards and not public.over else None,
        (*_filed(scene), *_replies(scene), *_exits(scene)),
        _envelope(scene),
    )


def _filed(scene: Scene) -> list[str]:
    drawer = own_of(scene)
    return [receipts.what(scene, order) for order in drawer.filed] if drawer else []


def _replies(scene: Scene) -> list[str]:
    drawer = own_of(scene)
    replies = drawer.replies if drawer else {}
    return [_reply(card, reply) for card, reply in replies.items()]


def _reply(card: str, reply: Reply) -> str:
    limits = []
    if reply.accept_from is not None:
        limits.append(_("accept from {amount}").format(amount=amounts.pinats(reply.accept_from)))
    if reply.refuse_below is not None:
        limits.append(_("refuse below {amount}").format(amount=amounts.pinats(reply.refuse_below)))
    return _("{card}: {limits}").format(card=names.card(card), limits=", ".join(limits) or _("ask"))


def _exits(scene: Scene) -> list[str]:
    """Where the reader's directors go if they are ousted."""
    drawer = own_of(scene)
    return [
        _("{division}, {where}").format(
            division=names.division(division),
            where=_("to the board") if to == "board" else _("into consulting"),
        )
        for division, to in (drawer.exits if drawer else {}).items()
    ]


def _envelope(scene: Scene) -> str:
    drawer = own_of(scene)
    if drawer is None or drawer.envelope is None:
        return ""
    return _("{player} offers you {amount} for {card}.").format(
        player=scene.name(drawer.envelope.briber),
        amount=amounts.pinats(drawer.envelope.amount),
        card=names.card(drawer.envelope.card),
    )


def row_known(scene: Scene) -> str:
    """The events still face down, for the player who ordered them, by their rounds; before that, the drawn
    ones."""
    drawer, public = own_of(scene), public_of(scene)
    if drawer is None or public.over:
        return ""
    if drawer.row:
        last = 1 + drawer.row.index(BOARD_MEETING) if BOARD_MEETING in drawer.row else len(drawer.row)
        ahead = list(enumerate(drawer.row, 1))[len(public.revealed) :]
        coming = [
            _("round {round} {event}").format(round=number, event=names.event(card))
            for number, card in ahead
            if number <= last
        ]
        never = figures.listed([names.event(card) for number, card in ahead if number > last])
        return figures.sentence(
            _("You ordered them, so you know: {events}.").format(events=", ".join(coming)) if coming else "",
            _("Never to come: {events}.").format(events=never) if never else "",
        )
    if drawer.drawn:
        return _("The six events drawn for you to order: {events}.").format(
            events=figures.listed([names.event(card) for card in drawer.drawn])
        )
    return ""


def market(scene: Scene) -> list[Certificate]:
    """The share certificates by value."""
    public, reader, found = public_of(scene), scene.reader, []
    for value, left in zip(VALUES, public.market, strict=True):
        price = C.money.price(value)
        own = share_price(public, reader, value) if reader else price
        mine = amounts.pinats(own) if reader else ""
        found.append(Certificate(value, left, amounts.pinats(price), mine, own < price))
    return found


def market_note(scene: Scene) -> str:
    """Why certificates are cheaper for the reader; "" if they are not."""
    public, reader = public_of(scene), scene.reader
    bonus = board.gives(public, reader, "accounting") if reader else 0
    if not bonus:
        return ""
    return _("Shares that your Accounting card adds to each certificate: {bonus}.").format(bonus=bonus)
