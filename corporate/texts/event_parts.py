"""Parts of sentences about events, used by `events` and by the pages."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.contract import Order
from games.skin import Scene

from ..orders import kinds, wording
from ..rules.events import message, news
from ..rules.percent import defence
from . import figures, names, problems


def outcome(success: bool) -> str:
    return _("succeeded") if success else _("failed")


def deltas(rows: Iterable[news.Delta]) -> str:
    """What an effect did: "Spinrad +1, Saeder-Krupp +1"."""
    return ", ".join(f"{names.corp(row.corporation)} {figures.signed(row.delta)}" for row in rows)


def run_line(scene: Scene, data: message.RunReport) -> str:
    """A run with its target: "Extraction, Ares → Prometheus", "Information on Dimitri"."""
    if data.player is not None:
        return _("Information on {player}").format(player=scene.name(data.player))
    run, target = names.run(data.run), names.corp(data.target or "")
    if data.beneficiary:
        return _("{run}, {target} → {beneficiary}").format(
            run=run, target=target, beneficiary=names.corp(data.beneficiary)
        )
    return _("{run}, {target}").format(run=run, target=target)


def detection_line(scene: Scene, data: message.Detection) -> str:
    """A detected run as its victims know it: "Extraction against Horizon"."""
    if data.player is not None:
        return _("Information run on {player}").format(player=scene.name(data.player))
    return _("{run} against {corporation}").format(
        run=names.run(data.run), corporation=names.corp(data.corporation)
    )


def run_odds(data: message.RunReport) -> str:
    """The chances of a run for its sponsor: success, the Defence of the target, and both together. The report
    does not say which corporation covered the target of an Information run."""
    if data.target is None:
        return _("{percent} to succeed, before the defence of the target’s corporation").format(
            percent=figures.percent(data.percent)
        )
    return wording.odds(data.percent, defence(data.target, data.run))


def detection_odds(data: message.Detection) -> str:
    """The chances for the citizens of the corporation that detected the run; competing runs are counted."""
    return _("{odds}, before Protections").format(
        odds=wording.odds(data.percent, defence(data.corporation, data.run))
    )


def bet_line(data: message.DerivativeResult) -> str:
    """A derivative bet: "Nikkei down, 1 for 2"."""
    return _("{bet}, 1 for {odds}").format(
        bet=_("{derivative} {direction}").format(
            derivative=names.derivative(data.derivative), direction=names.direction(data.direction)
        ),
        odds=data.odds,
    )


def rank_line(data: message.RankResult) -> str:
    """A rank bet: "Horizon 2nd, 1 for 5"."""
    return _("{bet}, 1 for {odds}").format(
        bet=_("{corporation} {rank}").format(
            corporation=names.corp(data.corporation), rank=figures.ordinal(data.rank)
        ),
        odds=data.odds,
    )


def dropped(scene: Scene, data: message.OrderDropped) -> tuple[str, str]:
    """An order that the net dropped: its kind, and the reason."""
    order = Order(data.order, data.data)
    what = kinds.whole(scene, order) if data.order in names.KINDS else _("An order that could not be read")
    reason = problems.TEXTS.get(data.problem, problems.TEXTS["malformed"])
    return what, reason(data.params)
