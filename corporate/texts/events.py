"""Every event as one sentence, for notices, lists and whoever asks what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Event, Order
from games.skin import Scene

from ..orders import kinds, wording
from ..rules.percent import defence
from . import figures, names, problems

Data = Mapping[str, Any]
Teller = Callable[[Scene, Data], str]


def text(scene: Scene, event: Event) -> str:
    """One event as one sentence, in the reader's language."""
    teller = TELLERS.get(event.kind)
    return teller(scene, event.data) if teller else ""


def outcome(success: bool) -> str:
    return _("succeeded") if success else _("failed")


def deltas(rows: list[Mapping[str, Any]]) -> str:
    """What an effect did: "Spinrad +1, Saeder-Krupp +1"."""
    return ", ".join(f"{names.corp(row['corporation'])} {figures.signed(row['delta'])}" for row in rows)


def run_line(scene: Scene, data: Data) -> str:
    """A run by what it was aimed at: "Extraction, Ares → Prometheus", "Information on Dimitri"."""
    run = names.run(data["run"])
    if data["run"] == "information":
        player = data.get("player") or data.get("target")
        return _("Information on {player}").format(player=scene.name(str(player)))
    target = names.corp(str(data.get("target") or data.get("corporation")))
    if data.get("beneficiary"):
        return _("{run}, {target} → {beneficiary}").format(
            run=run, target=target, beneficiary=names.corp(data["beneficiary"])
        )
    return _("{run}, {target}").format(run=run, target=target)


def detection_line(scene: Scene, data: Data) -> str:
    """A detected run as its victims know it: "Extraction against Horizon"."""
    if data.get("player"):
        return _("Information run on {player}").format(player=scene.name(data["player"]))
    return _("{run} against {corporation}").format(
        run=names.run(data["run"]), corporation=names.corp(data["corporation"])
    )


def run_odds(data: Data) -> str:
    """The chances of a run as its sponsor is told: success, the Defence of the target, and both together.
    Which corporation covered the target of an Information run that turn, its report does not say."""
    if data["run"] == "information":
        return _("{percent} to succeed, before the defence of the target’s corporation").format(
            percent=figures.percent(data["percent"])
        )
    return wording.odds(data["percent"], defence(data["target"], data["run"]))


def detection_odds(data: Data) -> str:
    """The same as the citizens of the corporation that detected it are told; competing runs are counted."""
    return _("{odds}, before Protections").format(
        odds=wording.odds(data["percent"], defence(data["corporation"], data["run"]))
    )


def bet_line(data: Data) -> str:
    """A derivative bet: "Nikkei down, 1 for 2"."""
    return _("{bet}, 1 for {odds}").format(
        bet=_("{derivative} {direction}").format(
            derivative=names.derivative(data["derivative"]), direction=names.direction(data["direction"])
        ),
        odds=data["odds"],
    )


def rank_line(data: Data) -> str:
    """A rank bet: "Horizon 2nd, 1 for 5"."""
    return _("{bet}, 1 for {odds}").format(
        bet=_("{corporation} {rank}").format(
            corporation=names.corp(data["corporation"]), rank=figures.ordinal(data["rank"])
        ),
        odds=data["odds"],
    )


def dropped(scene: Scene, data: Data) -> tuple[str, str]:
    """An order the net took out: what it was, and why."""
    kind, content = str(data.get("order") or ""), data.get("data")
    order = Order(kind, content if isinstance(content, Mapping) else {})
    what = kinds.whole(scene, order) if kind in names.KINDS else _("An order that could not be read")
    params = data.get("params")
    reason = problems.TEXTS.get(str(data.get("problem")), problems.TEXTS["malformed"])
    return what, reason(params if isinstance(params, Mapping) else {})


# ---- one teller per kind ----------------------------------------------------------------------


def _wall_street(scene: Scene, data: Data) -> str:
    rows = data["rows"]
    if not rows:
        return _("Turn {turn} closes; no corporation is left.").format(turn=data["turn"])
    if data["turn"] < 1:
        return _("The market opens: {corporation} leads with {assets} assets.").format(
            corporation=names.corp(rows[0]["corporation"]), assets=figures.number(rows[0]["assets"])
        )
    return _("Turn {turn} closes: {corporation} leads with {assets}.").format(
        turn=data["turn"],
        corporation=names.corp(rows[0]["corporation"]),
        assets=figures.number(rows[0]["assets"]),
    )


def _mdc(scene: Scene, data: Data) -> str:
    if not data["winner"]:
        return _("No coalition wins at the MDC.")
    return _("{coalition} wins at the MDC.").format(coalition=names.coalition(data["winner"]))


def _run_news(scene: Scene, data: Data) -> str:
    return _("{run} against {corporation}: {outcome}.").format(
        run=names.run(data["run"]), corporation=names.corp(data["target"]), outcome=outcome(data["success"])
    )


def _shares(scene: Scene, data: Data) -> str:
    return _("{player} buys {corporation} and now holds {count}.").format(
        player=scene.name(data["player"]), corporation=names.corp(data["corporation"]), count=data["owns"]
    )


def _effect_news(scene: Scene, data: Data) -> str:
    text = (
        _("First effect, {corporation}: {deltas}.")
        if data["which"] == "first"
        else _("Last effect, {corporation}: {deltas}.")
    )
    return text.format(
        corporation=names.corp(data["corporation"]), deltas=deltas(data["deltas"]) or _("without effect")
    )


def _game_over(scene: Scene, data: Data) -> str:
    winners = [scene.name(player) for player in data["winners"]]
    return ngettext(
        "The game is over. {winners} wins with {score} points.",
        "The game is over. {winners} win with {score} points each.",
        len(winners),
    ).format(winners=figures.listed(winners), score=data["score"])


def _run_report(scene: Scene, data: Data) -> str:
    return _("{run}: {outcome}. {odds}. {paid} paid, {refund} back.").format(
        run=run_line(scene, data),
        outcome=outcome(data["success"]),
        odds=run_odds(data),
        paid=figures.money(data["paid"]),
        refund=figures.money(data["refund"]),
    )


def _detection(scene: Scene, data: Data) -> str:
    return _("{run}: {outcome}. Sponsor: {sponsor}, {odds}.").format(
        run=detection_line(scene, data),
        outcome=outcome(data["success"]),
        sponsor=scene.name(data["sponsor"]),
        odds=detection_odds(data),
    )


def _bet(line: Callable[[Data], str]) -> Teller:
    def tell(scene: Scene, data: Data) -> str:
        text = (
            _("{bet}: won, {received} received.") if data["won"] else _("{bet}: lost, {received} received.")
        )
        return text.format(bet=line(data), received=figures.money(data["received"]))

    return tell


def _dropped(scene: Scene, data: Data) -> str:
    what, why = dropped(scene, data)
    return _("Dropped: {order}. {reason}").format(order=what, reason=why)


def _dossier(scene: Scene, data: Data) -> str:
    return _("A dossier on {player} was delivered to you.").format(player=scene.name(data["player"]))


def _with(message: Callable[[], str], **makers: Callable[[Scene, Data], str]) -> Teller:
    """A teller that fills a message, taken in the language of the moment."""
    return lambda scene, data: message().format(**{key: make(scene, data) for key, make in makers.items()})


def _corp(scene: Scene, data: Data) -> str:
    return names.corp(data["corporation"])


def _player(scene: Scene, data: Data) -> str:
    return scene.name(data["player"])


def _amount(key: str) -> Callable[[Scene, Data], str]:
    return lambda scene, data: figures.money(data[key])


def _plain(key: str) -> Callable[[Scene, Data], str]:
    return lambda scene, data: figures.number(data[key])


TELLERS: Final[dict[str, Teller]] = {
    "wall_street": _wall_street,
    "mdc_result": _mdc,
    "run_news": _run_news,
    "influence_news": _with(
        lambda: _("{player} reaches influence {level}."), player=_player, level=_plain("level")
    ),
    "citizenship_news": _with(
        lambda: _("{player}: new citizenship, {corporation}."), player=_player, corporation=_corp
    ),
    "citizenship_lost_news": _with(
        lambda: _("{player}: citizenship lost with {corporation}."), player=_player, corporation=_corp
    ),
    "share_news": _shares,
    "effect_news": _effect_news,
    "crash_news": _with(
        lambda: _("{corporation} crashes at {assets}."), corporation=_corp, assets=_plain("assets")
    ),
    "game_over": _game_over,
    "balance": _with(
        lambda: _("You have {after}, after {before}."), before=_amount("before"), after=_amount("after")
    ),
    "share_bought": _with(
        lambda: _("Bought: {corporation} for {price}, you hold {owns}."),
        corporation=_corp,
        price=_amount("price"),
        owns=_plain("owns"),
    ),
    "shares_lost": lambda scene, data: ngettext(
        "{corporation} crashed: {count} share lost.",
        "{corporation} crashed: {count} shares lost.",
        data["count"],
    ).format(corporation=_corp(scene, data), count=data["count"]),
    "dividend": _with(
        lambda: _("{corporation} paid you {amount}."), corporation=_corp, amount=_amount("amount")
    ),
    "citizenship_claimed": lambda scene, data: _("You are now a citizen of {corporation} ({points}).").format(
        corporation=_corp(scene, data), points=wording.victory(data["points"])
    ),
    "citizenship_lost": _with(
        lambda: _("{corporation} crashed, and your citizenship with it."), corporation=_corp
    ),
    "influence_bought": _with(
        lambda: _("You reached influence {level} for {price}."), level=_plain("level"), price=_amount("price")
    ),
    "run_report": _run_report,
    "protection_report": lambda scene, data: _(
        "Protection of {corporation} against {defence}: {percent}, {paid} paid."
    ).format(
        corporation=_corp(scene, data),
        defence=names.defence(data["defence"]),
        percent=figures.percent(data["percent"]),
        paid=figures.money(data["paid"]),
    ),
    "detection": _detection,
    "derivative_result": _bet(bet_line),
    "rank_result": _bet(rank_line),
    "vote_cast": lambda scene, data: _("You voted {up} +1, {down} −1.").format(
        up=names.corp(data["up"]), down=names.corp(data["down"])
    ),
    "coalition_joined": lambda scene, data: (
        _("You joined {coalition}, and it won.")
        if data["won"]
        else _("You joined {coalition}; it did not win.")
    ).format(coalition=names.coalition(data["coalition"])),
    "transfer_sent": _with(
        lambda: _("You sent {player} {amount}."), player=_player, amount=_amount("amount")
    ),
    "transfer_received": _with(
        lambda: _("{player} sent you {amount}."), player=_player, amount=_amount("amount")
    ),
    "order_dropped": _dropped,
    "dossier": _dossier,
    "no_character": lambda scene, data: _(
        "The time for characters passed without an answer: you play without."
    ),
    "no_form": lambda scene, data: _("Noon passed without an order from you."),
}
