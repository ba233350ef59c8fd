"""Steps 6 and 7: Protections, then every other run, test by test (5.6, section 6)."""

from __future__ import annotations

from games.contract import Grant, PlayerId

from ..content import CONSTANTS, CORPORATIONS, RUNS
from ..day import Day, Placed, Resolved
from ..events.message import Detection, Dossier, ProtectionReport, RunReport
from ..events.news import RunNews
from ..percent import capped, competitors, defence, defending, raw_percent, refund


def protections(day: Day) -> None:
    """Each becomes one more Defence of its corporation for this turn (6.3)."""
    for placed in day.of("protection"):
        run = placed.order
        percent = capped(run.kind, raw_percent(day.market.in_force, placed.player, run))
        day.protections[run.beneficiary, run.defence].append((placed.id, percent))
        day.told(placed.player, ProtectionReport(run.beneficiary, run.defence, percent, placed.cost))


def offensive_and_information_runs(day: Day) -> None:
    """All percentages first, then the tests, the effects, the refunds and what is told of them."""
    placed = day.of(*[kind for kind, data in RUNS.items() if data.timing_malus])
    raws = [raw_percent(day.market.in_force, one.player, one.order) for one in placed]
    rivals = competitors(
        [(one.order.kind, one.order.target, raw) for one, raw in zip(placed, raws, strict=True)]
    )
    for one, raw, others in zip(placed, raws, rivals, strict=True):
        final = capped(one.order.kind, raw + CONSTANTS.timing_malus_percent * others)
        resolved = _test(day, one, final)
        day.runs.append(resolved)
        _apply(day, resolved)
        _report(day, resolved, capped(one.order.kind, raw))
    for resolved in day.runs:
        _publish(day, resolved)


def _test(day: Day, placed: Placed, final: int) -> Resolved:
    """Every test is drawn, also when the result is known already: draws then tell nothing (5.1)."""
    run, identifier, dice = placed.order, placed.id, day.dice
    passed = dice.percent("success", identifier) <= final
    corporation = defending(day.market, run)
    if corporation is None:
        return Resolved(placed, final, passed, None)
    countered = dice.percent("defence", identifier) <= defence(corporation, run.kind)
    for protection, percent in day.protections.get((corporation, RUNS[run.kind].defence or ""), ()):
        countered |= dice.percent("protection", identifier, protection) <= percent
    noticed = dice.percent("detection", identifier) <= CORPORATIONS[corporation].detection
    detected = noticed and RUNS[run.kind].detectable
    return Resolved(placed, final, passed and not countered, corporation if detected else None)


def _apply(day: Day, resolved: Resolved) -> None:
    run = resolved.run
    if not resolved.success:
        day.money[resolved.sponsor] += refund(run, resolved.placed.cost)
        return
    for side, delta in RUNS[run.kind].assets.items():
        corporation = run.target if side == "target" else run.beneficiary
        assert corporation is not None
        day.assets[corporation] += delta
    if run.kind == "information":
        _deliver_dossier(day, resolved)


def _report(day: Day, resolved: Resolved, percent: int) -> None:
    """The sponsor's line, and the full report for the citizens of a corporation that detected."""
    run, success = resolved.run, resolved.success
    aimed = RUNS[run.kind].target == "corporation"
    player = None if aimed else PlayerId(str(run.target))
    report = RunReport(
        run=run.kind,
        target=run.target if aimed else None,
        player=player,
        beneficiary=run.beneficiary,
        percent=percent,
        steps=run.steps,
        influence_bonus=run.influence_bonus,
        paid=resolved.placed.cost,
        success=success,
        refund=0 if success else refund(run, resolved.placed.cost),
    )
    day.told(resolved.sponsor, report)
    if resolved.detected_by is None:
        return
    detection = Detection(
        run=run.kind,
        corporation=resolved.detected_by,
        player=player,
        beneficiary=run.beneficiary,
        sponsor=resolved.sponsor,
        success=success,
        percent=resolved.final,
    )
    for citizen in day.citizens[resolved.detected_by]:
        day.told(citizen, detection)


def _publish(day: Day, resolved: Resolved) -> None:
    """What everybody learns (7.2): the part of the change that Wall Street knows, and the news."""
    run, success, detected = resolved.run, resolved.success, resolved.detected_by is not None
    data = RUNS[run.kind]
    public = (detected and data.newsfeed_if_detected) or (success and data.newsfeed_on_success)
    if not public:
        return
    assert run.target is not None  # what becomes public is aimed at a corporation
    day.published(RunNews(run.kind, run.target, success))
    loss = data.assets.get("target", 0)
    if success and loss:
        day.changes[run.kind][run.target] += loss


def _deliver_dossier(day: Day, resolved: Resolved) -> None:
    """What a successful Information run gives (7.5): the Secrets, and the right to read the target's
    messages of past turns, but for the dossiers in them."""
    target = PlayerId(str(resolved.run.target))
    private = day.state.private[target]
    chapters = tuple(range(1, day.turn))
    dossier = Dossier(
        player=target,
        secrets=private.secrets,
        background=private.hidden_background,
        avenger=private.avenger,
        strategies=private.strategies,
        chapters=chapters,
    )
    day.told(resolved.sponsor, dossier)
    if chapters:
        day.grants[Grant(resolved.sponsor, target, chapters, (Dossier.kind,))] = None
