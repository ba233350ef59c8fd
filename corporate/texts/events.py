"""Every event as one sentence, for notices and lists."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Event
from games.skin import Scene
from games.skin.telling import sentence, teller

from ..orders import wording
from ..rules import events
from ..rules.events import message, news
from . import event_parts, figures, names


def text(scene: Scene, event: Event) -> str:
    """An event as one sentence, in the reader's language; "" for an unknown one."""
    return sentence(tell, events.KINDS, scene, event)


# ---- one function per kind of public event -------------------------------------------


tell: Final = teller()


@tell.register
def _opened(data: news.MarketOpened, scene: Scene) -> str:
    return _("The market opens: {corporation} leads with {assets} assets.").format(
        corporation=names.corp(data.rows[0].corporation), assets=figures.number(data.rows[0].assets)
    )


@tell.register
def _closed(data: news.MarketClosed, scene: Scene) -> str:
    if not data.rows:
        return _("Turn {turn} closes; no corporation is left.").format(turn=data.turn)
    return _("Turn {turn} closes: {corporation} leads with {assets}.").format(
        turn=data.turn,
        corporation=names.corp(data.rows[0].corporation),
        assets=figures.number(data.rows[0].assets),
    )


@tell.register
def _mdc(data: news.MdcResult, scene: Scene) -> str:
    if not data.winner:
        return _("No coalition wins at the MDC.")
    return _("{coalition} wins at the MDC.").format(coalition=names.coalition(data.winner))


@tell.register
def _run_news(data: news.RunNews, scene: Scene) -> str:
    return _("{run} against {corporation}: {outcome}.").format(
        run=names.run(data.run),
        corporation=names.corp(data.target),
        outcome=event_parts.outcome(data.success),
    )


@tell.register
def _influence_news(data: news.InfluenceNews, scene: Scene) -> str:
    return _("{player} reaches influence {level}.").format(
        player=scene.name(data.player), level=figures.number(data.level)
    )


@tell.register
def _citizenship_news(data: news.CitizenshipNews, scene: Scene) -> str:
    return _("{player}: new citizenship, {corporation}.").format(
        player=scene.name(data.player), corporation=names.corp(data.corporation)
    )


@tell.register
def _citizenship_lost_news(data: news.CitizenshipLostNews, scene: Scene) -> str:
    return _("{player}: citizenship lost with {corporation}.").format(
        player=scene.name(data.player), corporation=names.corp(data.corporation)
    )


@tell.register
def _share_news(data: news.ShareNews, scene: Scene) -> str:
    return _("{player} buys {corporation} and now holds {count}.").format(
        player=scene.name(data.player), corporation=names.corp(data.corporation), count=data.owns
    )


@tell.register
def _effect_news(data: news.EffectNews, scene: Scene) -> str:
    line = (
        _("First effect, {corporation}: {deltas}.")
        if data.which == "first"
        else _("Last effect, {corporation}: {deltas}.")
    )
    return line.format(
        corporation=names.corp(data.corporation),
        deltas=event_parts.deltas(data.deltas) or _("without effect"),
    )


@tell.register
def _crash_news(data: news.CrashNews, scene: Scene) -> str:
    return _("{corporation} crashes at {assets}.").format(
        corporation=names.corp(data.corporation), assets=figures.number(data.assets)
    )


@tell.register
def _game_over(data: news.GameOver, scene: Scene) -> str:
    winners = [scene.name(player) for player in data.winners]
    return ngettext(
        "The game is over. {winners} wins with {score} points.",
        "The game is over. {winners} win with {score} points each.",
        len(winners),
    ).format(winners=figures.listed(winners), score=data.score)


# ---- private events --------------------------------------------------------------------------


@tell.register
def _balance(data: message.Balance, scene: Scene) -> str:
    return _("You have {after}, after {before}.").format(
        before=figures.money(data.before), after=figures.money(data.after)
    )


@tell.register
def _no_form(data: message.NoForm, scene: Scene) -> str:
    return _("Noon passed without an order from you.")


@tell.register
def _share_bought(data: message.ShareBought, scene: Scene) -> str:
    return _("Bought: {corporation} for {price}, you hold {owns}.").format(
        corporation=names.corp(data.corporation),
        price=figures.money(data.price),
        owns=figures.number(data.owns),
    )


@tell.register
def _shares_lost(data: message.SharesLost, scene: Scene) -> str:
    return ngettext(
        "{corporation} crashed: {count} share lost.",
        "{corporation} crashed: {count} shares lost.",
        data.count,
    ).format(corporation=names.corp(data.corporation), count=data.count)


@tell.register
def _dividend(data: message.Dividend, scene: Scene) -> str:
    return _("{corporation} paid you {amount}.").format(
        corporation=names.corp(data.corporation), amount=figures.money(data.amount)
    )


@tell.register
def _citizenship_claimed(data: message.CitizenshipClaimed, scene: Scene) -> str:
    return _("You are now a citizen of {corporation} ({points}).").format(
        corporation=names.corp(data.corporation), points=wording.victory(data.points)
    )


@tell.register
def _citizenship_lost(data: message.CitizenshipLost, scene: Scene) -> str:
    return _("{corporation} crashed, and your citizenship with it.").format(
        corporation=names.corp(data.corporation)
    )


@tell.register
def _influence_bought(data: message.InfluenceBought, scene: Scene) -> str:
    return _("You reached influence {level} for {price}.").format(
        level=figures.number(data.level), price=figures.money(data.price)
    )


@tell.register
def _run_report(data: message.RunReport, scene: Scene) -> str:
    return _("{run}: {outcome}. {odds}. {paid} paid, {refund} back.").format(
        run=event_parts.run_line(scene, data),
        outcome=event_parts.outcome(data.success),
        odds=event_parts.run_odds(data),
        paid=figures.money(data.paid),
        refund=figures.money(data.refund),
    )


@tell.register
def _protection_report(data: message.ProtectionReport, scene: Scene) -> str:
    return _("Protection of {corporation} against {defence}: {percent}, {paid} paid.").format(
        corporation=names.corp(data.corporation),
        defence=names.defence(data.defence),
        percent=figures.percent(data.percent),
        paid=figures.money(data.paid),
    )


@tell.register
def _detection(data: message.Detection, scene: Scene) -> str:
    return _("{run}: {outcome}. Sponsor: {sponsor}, {odds}.").format(
        run=event_parts.detection_line(scene, data),
        outcome=event_parts.outcome(data.success),
        sponsor=scene.name(data.sponsor),
        odds=event_parts.detection_odds(data),
    )


@tell.register
def _derivative_result(data: message.DerivativeResult, scene: Scene) -> str:
    return _bet(event_parts.bet_line(data), data)


@tell.register
def _rank_result(data: message.RankResult, scene: Scene) -> str:
    return _bet(event_parts.rank_line(data), data)


def _bet(bet: str, data: message.DerivativeResult | message.RankResult) -> str:
    line = _("{bet}: won, {received} received.") if data.won else _("{bet}: lost, {received} received.")
    return line.format(bet=bet, received=figures.money(data.received))


@tell.register
def _vote_cast(data: message.VoteCast, scene: Scene) -> str:
    return _("You voted {up} +1, {down} −1.").format(up=names.corp(data.up), down=names.corp(data.down))


@tell.register
def _coalition_joined(data: message.CoalitionJoined, scene: Scene) -> str:
    line = (
        _("You joined {coalition}, and it won.") if data.won else _("You joined {coalition}; it did not win.")
    )
    return line.format(coalition=names.coalition(data.coalition))


@tell.register
def _order_dropped(data: message.OrderDropped, scene: Scene) -> str:
    what, why = event_parts.dropped(scene, data)
    return _("Dropped: {order}. {reason}").format(order=what, reason=why)


@tell.register
def _dossier(data: message.Dossier, scene: Scene) -> str:
    return _("A dossier on {player} was delivered to you.").format(player=scene.name(data.player))


@tell.register
def _no_character(data: message.NoCharacter, scene: Scene) -> str:
    return _("The time for characters passed without an answer: you play without.")


@tell.register
def _transfer_sent(data: message.TransferSent, scene: Scene) -> str:
    return _("You sent {player} {amount}.").format(
        player=scene.name(data.player), amount=figures.money(data.amount)
    )


@tell.register
def _transfer_received(data: message.TransferReceived, scene: Scene) -> str:
    return _("{player} sent you {amount}.").format(
        player=scene.name(data.player), amount=figures.money(data.amount)
    )
