"""The headings of a resolution message (7.4), made from the events one player was told."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct, field

from games.contract import Event
from games.skin import Scene

from ..orders import wording
from ..rules import content
from ..rules.events import message
from ..rules.events.news import MarketClosed, MdcResult
from ..texts import event_parts, figures, names, words
from .common import ends, of_kind, one

Told = tuple[Event, ...]


class Entry(Struct, frozen=True):
    """A line of the message: what it is about, how it ended ("yes", "no" or ""), and the figures under it."""

    title: str
    mark: str = ""
    word: str = ""
    small: str = ""
    because: str = ""


class Part(Struct):
    """A heading of the message with its content; which fields are filled depends on the heading."""

    slug: str
    name: str
    ledger: list[tuple[str, str]] = field(default_factory=list)
    total: tuple[str, str] | None = None
    notes: list[tuple[str, str, str]] = field(default_factory=list)  # kind, title, text
    lines: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    hint: str = ""  # a remark on all of them

    @property
    def empty(self) -> bool:
        return not (self.ledger or self.notes or self.lines or self.entries)


def parts(scene: Scene, told: Told, quoted: bool = False) -> list[Part]:
    """The headings of a message from its events, in the order of 7.4, without empty ones.

    `quoted`: the message is part of a dossier, which never contains the dossiers that its subject obtained,
    and whose turn was always followed by another one."""
    last = ends(scene) and not quoted
    council = None if quoted else one(scene.public_events, MdcResult)
    made = [
        _money(told),
        _shares(told),
        _dividends(told, None if quoted else _fallen(scene, told)),
        _citizenship(told, last),
        _influence(told, last),
        _runs(scene, told, quoted),
        _detections(scene, told),
        _speculations(told),
        _vote(told),
        _mdc(told, last, council),
        _transfers(scene, told),
        _dropped(scene, told),
        Part("undone", "") if quoted else _undone(scene, told),
    ]
    return [part for part in made if not part.empty]


# ---- the headings -----------------------------------------------------------------------------


def _money(told: Told) -> Part:
    """The balance before, every movement of money summed up by kind, the balance after."""
    part = Part("money", _("Money"))
    balance = one(told, message.Balance)
    if balance is None:
        return part
    part.ledger.append((_("Before"), figures.money(balance.before)))
    shares, influence = of_kind(told, message.ShareBought), of_kind(told, message.InfluenceBought)
    runs, protections = of_kind(told, message.RunReport), of_kind(told, message.ProtectionReport)
    bets = of_kind(told, message.DerivativeResult, message.RankResult)
    moves = [
        (_("Shares bought"), -sum(row.price for row in shares)),
        (_("Influence bought"), -sum(row.price for row in influence)),
        (_("Runs"), -sum(row.paid for row in runs) - sum(row.paid for row in protections)),
        (_("Refunds"), sum(row.refund for row in runs)),
        (_("Stakes"), -sum(row.stake for row in bets)),
        (_("Speculations"), sum(row.received for row in bets)),
        (_("Dividends"), sum(row.amount for row in of_kind(told, message.Dividend))),
        (_("Transfers sent"), -sum(row.amount for row in of_kind(told, message.TransferSent))),
        (_("Transfers received"), sum(row.amount for row in of_kind(told, message.TransferReceived))),
    ]
    part.ledger += [(label, figures.signed_money(amount)) for label, amount in moves if amount]
    part.total = (_("At noon"), figures.money(balance.after))
    return part


def _shares(told: Told) -> Part:
    part = Part("shares", _("Shares"))
    for lost in of_kind(told, message.SharesLost):
        title = ngettext(
            "{corporation} crashed: {count} share lost",
            "{corporation} crashed: {count} shares lost",
            lost.count,
        ).format(corporation=names.corp(lost.corporation), count=lost.count)
        part.notes.append(("no", title, _("Nothing is refunded.")))
    for bought in of_kind(told, message.ShareBought):
        part.lines.append(
            _("Bought: {corporation} for {price}, you hold {owns}.").format(
                corporation=names.corp(bought.corporation),
                price=figures.money(bought.price),
                owns=bought.owns,
            )
        )
    return part


def _fallen(scene: Scene, told: Told) -> str | None:
    """The last corporation, if its half dividend is new to the reader, because it was not last a turn ago, or
    because these are the reader's first shares of it. None if there is nothing to explain."""
    market = one(scene.public_events, MarketClosed)
    if market is None or len(market.rows) < 2:
        return None
    last = market.rows[-1]
    bought = sum(share.corporation == last.corporation for share in of_kind(told, message.ShareBought))
    for paid in of_kind(told, message.Dividend):
        if paid.corporation == last.corporation:
            new = last.was_rank != len(market.rows) or paid.shares == bought
            return last.corporation if new else None
    return None


def _dividends(told: Told, fallen: str | None) -> Part:
    """`fallen`: the last corporation, whose small dividend is explained; None if none is."""
    part = Part("dividends", _("Dividends"))
    if fallen:
        constants = content.CONSTANTS
        part.hint = _(
            "{corporation} closes the ranking: the last one pays {last} per asset and share, the first "
            "{first}, all others {rate}."
        ).format(
            corporation=names.corp(fallen),
            last=figures.money(constants.dividend_per_asset_last),
            first=figures.number(constants.dividend_per_asset_first),
            rate=figures.number(constants.dividend_per_asset),
        )
    rows = of_kind(told, message.Dividend)
    for data in rows:
        label = ngettext(
            "{corporation}, {count} share × {assets} × {rate}",
            "{corporation}, {count} shares × {assets} × {rate}",
            data.shares,
        ).format(
            corporation=names.corp(data.corporation),
            count=data.shares,
            assets=figures.number(data.assets),
            rate=figures.number(data.rate),
        )
        # On a phone the line may break before the multiplication sign, but not after it.
        part.ledger.append((label.replace("× ", "×\u00a0"), figures.money(data.amount)))
    if len(rows) > 1:
        part.total = (_("Total"), figures.money(sum(data.amount for data in rows)))
    return part


def _citizenship(told: Told, last: bool) -> Part:
    part = Part("citizenship", _("Citizenship"))
    crashed = {data.corporation for data in of_kind(told, message.CitizenshipLost)}
    for data in of_kind(told, message.CitizenshipClaimed):
        gone = data.corporation in crashed  # D28: a citizenship that was lost at once
        text = (
            _("You became a citizen of {corporation}: {points}.")
            if gone
            else _("You are now a citizen of {corporation}: {points}.")
        ).format(corporation=names.corp(data.corporation), points=wording.victory(data.points))
        if gone:
            part.notes.append(("", text, ""))
        else:
            part.lines.append(text)
    for lost in of_kind(told, message.CitizenshipLost):
        part.notes.append(
            (
                "no",
                _("{corporation} crashed: you are a citizen of no corporation").format(
                    corporation=names.corp(lost.corporation)
                ),
                "" if last else _("From the next turn on you may claim another citizenship."),
            )
        )
    return part


def _influence(told: Told, last: bool) -> Part:
    part = Part("influence", _("Influence"))
    for data in of_kind(told, message.InfluenceBought):
        text = (
            _("Level {level} for {price}, for the score.")
            if last
            else _("Level {level} for {price}, from the next turn on.")
        )
        part.lines.append(text.format(level=data.level, price=figures.money(data.price)))
    return part


def _runs(scene: Scene, told: Told, quoted: bool) -> Part:
    part = Part("runs", _("Runs"))
    reports = of_kind(told, message.RunReport)
    if reports:
        part.hint = _("Competing runs, and Protections you could not see, may have lowered these chances.")
    for data in reports:
        small = _("{odds}. {effort}, {paid} paid.").format(
            odds=event_parts.run_odds(data), effort=_effort(data), paid=figures.money(data.paid)
        )
        part.entries.append(
            Entry(
                event_parts.run_line(scene, data),
                "yes" if data.success else "no",
                event_parts.outcome(data.success),
                figures.sentence(small, _aftermath(data, quoted)),
            )
        )
    for shield in of_kind(told, message.ProtectionReport):
        title = _("Protection, {corporation}, against {defence}").format(
            corporation=names.corp(shield.corporation), defence=names.defence(shield.defence)
        )
        small = _("{percent}, {paid} paid.").format(
            percent=figures.percent(shield.percent), paid=figures.money(shield.paid)
        )
        part.entries.append(Entry(title, "", _("launched"), small))
    return part


def _effort(data: message.RunReport) -> str:
    effort = wording.steps(data.steps)
    return f"{effort}, {_('bonus')}" if data.influence_bonus else effort


def _aftermath(data: message.RunReport, quoted: bool) -> str:
    """The effect of a run that succeeded, or the refund of one that failed."""
    if not data.success:
        return _("{refund} back.").format(refund=figures.money(data.refund)) if data.refund else ""
    if data.player is not None:
        return _("A dossier was delivered.") if quoted else _("The dossier is below.")
    hits = content.RUNS[data.run].assets
    changes = [(data.target, hits.get("target", 0)), (data.beneficiary, hits.get("beneficiary", 0))]
    told = [f"{names.corp(slug)} {figures.signed(delta)}" for slug, delta in changes if slug and delta]
    return ", ".join(told) + "."


def _detections(scene: Scene, told: Told) -> Part:
    part = Part("detections", _("Detections"))
    for data in of_kind(told, message.Detection):
        sponsor = scene.name(data.sponsor)
        chance = event_parts.detection_odds(data)
        if data.beneficiary:
            small = _("Sponsor: {sponsor}, for {beneficiary}, {chance}.").format(
                sponsor=sponsor, beneficiary=names.corp(data.beneficiary), chance=chance
            )
        else:
            small = _("Sponsor: {sponsor}, {chance}.").format(sponsor=sponsor, chance=chance)
        why = _("Told to the citizens of {corporation}.").format(corporation=names.corp(data.corporation))
        part.entries.append(
            Entry(
                event_parts.detection_line(scene, data),
                "yes" if data.success else "no",
                event_parts.outcome(data.success),
                small,
                why,
            )
        )
    return part


def _speculations(told: Told) -> Part:
    part = Part("speculations", _("Speculations"))
    for data in of_kind(told, message.DerivativeResult, message.RankResult):
        if isinstance(data, message.DerivativeResult):
            title = event_parts.bet_line(data)
            happened = _("{was} to {now}.").format(was=figures.number(data.was), now=figures.number(data.now))
        else:
            title = event_parts.rank_line(data)
            happened = _("It ended {rank}.").format(rank=figures.ordinal(data.final))
        text = _("{stake} staked, {received} received.") if data.received else _("{stake} staked.")
        money = text.format(stake=figures.money(data.stake), received=figures.money(data.received))
        word = _("won") if data.won else _("lost")
        part.entries.append(Entry(title, "yes" if data.won else "no", word, f"{happened} {money}"))
    return part


def _vote(told: Told) -> Part:
    part = Part("vote", _("Vote"))
    for data in of_kind(told, message.VoteCast):
        part.lines.append(
            _("{up} +1, {down} −1").format(up=names.corp(data.up), down=names.corp(data.down)) + "."
        )
    return part


def _mdc(told: Told, last: bool, council: MdcResult | None) -> Part:
    """`council`: the weights, None in a dossier, which says only whether the coalition won."""
    part = Part("mdc", _("MDC"))
    for data in of_kind(told, message.CoalitionJoined):
        if data.won:
            text = _("You joined {coalition}, and it won.").format(coalition=names.coalition(data.coalition))
            effects = words.coalition_effects(data.coalition, last)
            text += " " + (_assets_moved(data.coalition, council) or " ".join(f"{one}." for one in effects))
        else:
            text = _not_won(data.coalition, council)
        part.lines.append(text)
    return part


def _assets_moved(coalition: str, council: MdcResult | None) -> str:
    """The corporations to which a victory gave assets, or from which it took them, by name; "" if there are
    none, or if the reader is not shown who was in which coalition."""
    effects = content.COALITIONS[coalition].effects
    if council is None or any(effect.kind != "assets" for effect in effects):
        return ""
    held = {row.coalition: row.corporations for row in council.coalitions}
    found = []
    for effect in effects:
        if corporations := held.get(effect.coalition, ()):
            assets = ngettext("{count} asset", "{count} assets", abs(effect.delta)).format(
                count=abs(effect.delta)
            )
            text = (
                ngettext(
                    "{corporations} gains {assets}.", "{corporations} gain {assets} each.", len(corporations)
                )
                if effect.delta > 0
                else ngettext(
                    "{corporations} loses {assets}.", "{corporations} lose {assets} each.", len(corporations)
                )
            )
            listed = figures.listed([names.corp(slug) for slug in corporations])
            found.append(text.format(corporations=listed, assets=assets))
    return " ".join(found) or _("No corporation belonged to either side, so that none gains or loses by it.")


def _not_won(coalition: str, council: MdcResult | None) -> str:
    """A defeat by another coalition, or a tie after which nobody wins."""
    weights = {row.coalition: row.weight for row in council.coalitions} if council else {}
    best, own = max(weights.values(), default=0), weights.get(coalition, 0)
    values = {"coalition": names.coalition(coalition), "own": own, "best": best}
    if council is None or not own:
        return _("You joined {coalition}; it did not win.").format(**values)
    if council.winner:
        winner = names.coalition(council.winner)
        return _("You joined {coalition}; {winner} carried the council, {best} to {own}.").format(
            winner=winner, **values
        )
    level = figures.listed([names.coalition(slug) for slug in weights if weights[slug] == best])
    if own == best:
        return _("You joined {coalition}. A tie at {best}: {coalitions}; nobody wins.").format(
            coalitions=level, **values
        )
    return _(
        "You joined {coalition}, with {own}. Above it a tie at {best}: {coalitions}; nobody wins."
    ).format(coalitions=level, **values)


def _undone(scene: Scene, told: Told) -> Part:
    """What the reader could have done and did not; empty if no form was handed in, which the message says
    elsewhere."""
    part = Part("undone", _("Not done"))
    market = one(scene.public_events, MarketClosed)
    if market is None or one(told, message.NoForm):
        return part
    if len(market.rows) > 1 and not one(told, message.VoteCast):
        part.lines.append(_("You did not vote."))
    if not one(told, message.CoalitionJoined):
        part.lines.append(_("You joined no coalition."))
    if not one(told, message.ShareBought):
        part.lines.append(_("You bought no share."))
    return part


def _transfers(scene: Scene, told: Told) -> Part:
    part = Part("transfers", _("Transfers"))
    for data in of_kind(told, message.TransferSent, message.TransferReceived):
        sent = isinstance(data, message.TransferSent)
        way = _("Sent to {player}") if sent else _("Received from {player}")
        amount = figures.signed_money(-data.amount if sent else data.amount)
        part.ledger.append((way.format(player=scene.name(data.player)), amount))
    return part


def _dropped(scene: Scene, told: Told) -> Part:
    part = Part("dropped", _("Dropped orders"))
    for data in of_kind(told, message.OrderDropped):
        what, why = event_parts.dropped(scene, data)
        part.notes.append(("no", what, why))
    return part
