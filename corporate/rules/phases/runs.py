"""Steps 6 and 7: Protections, then every other run, test by test (5.6, section 6)."""

from __future__ import annotations

from typing import Final

from games.contract import Dice, Grant, PlayerId

from ..content import CORPORATIONS, RUNS
from ..day import Book, Matrix, Placed, Resolved, Start, Street, Told
from ..events.message import Detection, Dossier, ProtectionReport, RunReport
from ..events.news import RunNews
from ..orders import Datasteal, Extraction, Information, Protection, Run, Sabotage
from ..percent import capped, defence, defending, percents, raw_percent, refund

AIMED: Final[tuple[type[Run], ...]] = (Datasteal, Sabotage, Extraction, Information)
"""The runs that are tested: all but Protections."""


def protections(start: Start, book: Book, *, matrix: Matrix, told: Told) -> None:
    """Add the Protections: each is one more Defence of its corporation for this turn (6.3)."""
    for placed in book.of(Protection):
        run = placed.order
        percent = capped(run.kind, raw_percent(start.market.in_force, placed.player, run))
        matrix.protections[run.beneficiary, run.defence].append((placed.id, percent))
        told.to(placed.player, ProtectionReport(run.beneficiary, run.defence, percent, placed.cost))


def offensive_and_information_runs(
    start: Start,
    book: Book,
    *,
    dice: Dice,
    matrix: Matrix,
    street: Street,
    money: dict[PlayerId, int],
    told: Told,
) -> None:
    """Resolve all other runs: first all percentages, then the tests, the effects, the refunds and the
    events."""
    placed = book.of(*AIMED)
    found = percents(start.market.in_force, [(one.player, one.order) for one in placed])
    for one, (told_percent, final) in zip(placed, found, strict=True):
        resolved = _test(start, matrix, dice, one, final)
        matrix.runs.append(resolved)
        if resolved.success:
            _succeed(start, resolved, street, told)
        else:
            money[one.player] += refund(one.order, one.cost)
        _report(book, resolved, told_percent, told)
    for resolved in matrix.runs:
        _publish(resolved, street, told)


def _test(start: Start, matrix: Matrix, dice: Dice, placed: Placed[Run], final: int) -> Resolved:
    """Draw every test, even if the result is known already, so that the draws reveal nothing (5.1)."""
    run, identifier = placed.order, placed.id
    passed = dice.percent("success", identifier) <= final
    corporation = defending(start.market, run)
    if corporation is None:
        return Resolved(placed, final, passed, None)
    countered = dice.percent("defence", identifier) <= defence(corporation, run.kind)
    for protection, percent in matrix.protections.get((corporation, RUNS[run.kind].defence or ""), ()):
        countered |= dice.percent("protection", identifier, protection) <= percent
    noticed = dice.percent("detection", identifier) <= CORPORATIONS[corporation].detection
    detected = noticed and RUNS[run.kind].detectable
    return Resolved(placed, final, passed and not countered, corporation if detected else None)


def _succeed(start: Start, resolved: Resolved, street: Street, told: Told) -> None:
    run = resolved.run
    for side, delta in RUNS[run.kind].assets.items():
        corporation = run.target if side == "target" else run.beneficiary
        assert corporation is not None
        street.assets[corporation] += delta
    if isinstance(run, Information):
        _deliver_dossier(start, resolved.sponsor, run.target, told)


def _report(book: Book, resolved: Resolved, percent: int, told: Told) -> None:
    """The sponsor's line, and the full report for the citizens of a corporation that detected."""
    run, success = resolved.run, resolved.success
    player = run.target if isinstance(run, Information) else None
    report = RunReport(
        run=run.kind,
        target=run.target if player is None else None,
        player=player,
        beneficiary=run.beneficiary,
        percent=percent,
        steps=run.steps,
        influence_bonus=run.influence_bonus,
        paid=resolved.placed.cost,
        success=success,
        refund=0 if success else refund(run, resolved.placed.cost),
    )
    told.to(resolved.sponsor, report)
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
    for citizen in book.citizens.get(resolved.detected_by, ()):
        told.to(citizen, detection)


def _publish(resolved: Resolved, street: Street, told: Told) -> None:
    """Publish a run (7.2): the part of the change that Wall Street knows, and the news."""
    run, success, detected = resolved.run, resolved.success, resolved.detected_by is not None
    data = RUNS[run.kind]
    if not data.told(success=success, detected=detected):
        return
    assert run.target is not None  # a run that becomes public has a corporation as target
    told.publish(RunNews(run.kind, run.target, success))
    loss = data.assets.get("target", 0)
    if success and loss:
        street.changes[run.kind][run.target] += loss


def _deliver_dossier(start: Start, sponsor: PlayerId, target: PlayerId, told: Told) -> None:
    """Deliver the results of a successful Information run (7.5): the Secrets, and the right to read the
    target's messages of past turns, without the dossiers in them."""
    private = start.state.private[target]
    chapters = tuple(range(1, start.turn))
    dossier = Dossier(
        player=target,
        secrets=private.secrets,
        background=private.hidden_background,
        avenger=private.avenger,
        strategies=private.strategies,
        chapters=chapters,
    )
    told.to(sponsor, dossier)
    if chapters:
        told.grants[Grant(sponsor, target, chapters, (Dossier.kind,))] = None
