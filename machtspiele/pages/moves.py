"""Changes by events: points on the tracks, and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene

from ..rules import events as told
from ..rules.content import C
from ..texts import amounts, names
from .log import Deed, Sitting

Scored = Counter[tuple[PlayerId, str]]


def scored(data: EventData) -> Scored:
    """The points that an event brought, by player and track; for `consulting`, the new consultants in any
    box."""
    match data:
        case told.BribeOffered(offer=1):
            return Counter({(data.player, "corruption"): 1})
        case told.BribeAccepted():
            return Counter({(data.target, "corruption"): 1})
        case told.Merged() | told.GeneralBought() | told.BossUsed(general=True):
            return Counter({(data.player, "general_departments"): C.influence.general_department})
        case told.InfluenceBought():
            return Counter({(data.player, "influence"): 1})
        case told.LegalUsed():
            return Counter({(data.player, "influence"): sum(each.count for each in data.dismissed)})
        case told.InfluenceScored():
            return Counter(
                {
                    (part.player, "influence"): part.members + part.boss + part.settling_in
                    for part in data.parts
                }
            )
        case told.SharesBought():
            return Counter({(data.player, "shares"): data.value})
        case told.ConsultantBought() | told.Resigned(to="consultant"):
            return Counter({(data.player, "consulting"): 1})
        case told.DirectorAppointed(old=str() as old, exit="consultant"):
            return Counter({(PlayerId(old), "consulting"): 1})
    return Counter()


def all_scored(events: Iterable[EventData]) -> Scored:
    found: Scored = Counter()
    for data in events:
        for what, points in scored(data).items():
            found[what] += points
    return found


def paid(data: EventData) -> Counter[PlayerId]:
    """The Pinats that an event brought each player, negative for those who paid, without the contents of
    envelopes."""
    match data:
        case told.Income() | told.BossRemoved():
            return Counter({data.player: data.amount})
        case told.Fined():
            return Counter({data.player: -data.amount})
        case told.GeneralBought() | told.ConsultantBought() | told.SharesBought():
            return Counter({data.player: -data.cost})
        case told.FoolPaid():
            shares = {share.player: share.paid + share.bank for share in data.shares}
            return Counter({**shares, data.player: -sum(share.paid for share in data.shares)})
    return Counter()


# ---- the reader's own money ------------------------------------------------------------------------------


class Entry(Struct, frozen=True):
    """A line of the reader's ledger, in Pinats."""

    what: str
    amount: int
    part: bool = False

    @property
    def signed(self) -> str:
        return amounts.signed(self.amount)


def ledger(scene: Scene, sitting: Sitting) -> list[Entry]:
    """The changes of the reader's cash in a sitting: each sum, and the parts of an income or a fine."""
    reader = scene.reader
    if reader is None:
        return []
    found = [entry for data in sitting.opening for entry in _entries(sitting, data, reader)]
    for deed in sitting.deeds:
        for data in deed.facts:
            found += _entries(sitting, data, reader)
        found += _enveloped(scene, deed, reader)
    return found


def _entries(sitting: Sitting, data: EventData, reader: PlayerId) -> Iterator[Entry]:
    amount = paid(data)[reader]
    if amount:
        yield Entry(_cause(sitting, data), amount)
    if isinstance(data, told.Income | told.Fined) and data.player == reader and len(data.lines) > 1:
        sign = 1 if isinstance(data, told.Income) else -1
        for line in data.lines:
            what = _("{count} × {what}").format(count=line.count, what=names.per(line.per))
            yield Entry(what, sign * line.amount, part=True)


def _cause(sitting: Sitting, data: EventData) -> str:
    match data:
        case told.GeneralBought():
            return names.order("buy_general")
        case told.ConsultantBought():
            return names.order("buy_consultant")
        case told.SharesBought():
            return names.order("buy_shares")
    return names.event(sitting.card)


def _enveloped(scene: Scene, deed: Deed, reader: PlayerId) -> Iterator[Entry]:
    """The money that the reader paid or received in accepted envelopes."""
    sums = iter([data for data in deed.own if isinstance(data, told.BribeAmount)])
    for offer, answer in zip(deed.offers(), deed.answers(), strict=True):
        if reader not in (offer.player, offer.target):
            continue
        amount = next(sums).amount
        if not isinstance(answer, told.BribeAccepted):
            continue
        text = _("To {player}, for {card}") if offer.player == reader else _("From {player}, for {card}")
        other = offer.target if offer.player == reader else offer.player
        what = text.format(player=scene.name(other), card=names.card(offer.card))
        yield Entry(what, -amount if offer.player == reader else amount)


def total(entries: Iterable[Entry]) -> int:
    """The total in Pinats, without the parts, which are shown below their sum."""
    return sum(entry.amount for entry in entries if not entry.part)
