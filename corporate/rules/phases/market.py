"""Steps 8 to 10 and 16: the invisible hand, first and last effects, the ranking, crashes."""

from __future__ import annotations

from typing import Literal

from games.contract import Dice

from ..content import CONSTANTS, CORPORATIONS, Effect
from ..day import Holdings, Start, Street, Told
from ..events.message import CitizenshipLost, SharesLost
from ..events.news import CitizenshipLostNews, CrashNews, Delta, EffectNews
from ..ranking import ranking


def invisible_hand(start: Start, *, dice: Dice, street: Street) -> None:
    """The invisible hand: one corporation in play gains, another loses (5.4); a single one gains."""
    candidates = tuple(start.market.assets)
    up = dice.pick(candidates, "hand", "up")
    street.assets[up] += CONSTANTS.invisible_hand_up_delta
    others = tuple(corporation for corporation in candidates if corporation != up)
    if others:
        down = dice.pick(others, "hand", "down")
        street.assets[down] += CONSTANTS.invisible_hand_down_delta


def first_and_last_effects(start: Start, *, street: Street, told: Told) -> None:
    """Apply the effects of the first and last corporation: all targets are determined in one ranking, then
    all changes are added (5.7, D23)."""
    before = ranking(street.assets, start.market.corporations)
    targets: tuple[tuple[Literal["first", "last"], str], ...] = (("first", before[0]), ("last", before[-1]))
    for which, corporation in targets:
        deltas: dict[str, int] = {}
        for effect in CORPORATIONS[corporation].effects:
            target = _target(effect, before)
            if effect.when == which and target is not None:
                deltas[target] = deltas.get(target, 0) + effect.delta
        for target, delta in deltas.items():
            street.assets[target] += delta
            street.changes[which][target] += delta
        told.publish(
            EffectNews(which, corporation, tuple(Delta(target, delta) for target, delta in deltas.items()))
        )


def _target(effect: Effect, before: tuple[str, ...]) -> str | None:
    """The corporation that an effect hits in this ranking; None if it has crashed, or the rank does not
    exist."""
    if effect.corporation is not None:
        return effect.corporation if effect.corporation in before else None
    rank = effect.rank or 0
    place = rank - 1 if rank > 0 else len(before) + rank
    return before[place] if 0 <= place < len(before) else None


def final_ranking(start: Start, *, street: Street) -> None:
    """Rank all corporations in play at the start of the turn, including those about to crash."""
    street.ranking = ranking(street.assets, start.market.corporations)


def crashes(start: Start, *, street: Street, holdings: Holdings, told: Told) -> None:
    """Remove corporations without assets, with their shares and their citizenship (5.9)."""
    street.crashed = tuple(
        corporation
        for corporation in street.ranking
        if street.assets[corporation] <= CONSTANTS.crash_at_or_below_assets
    )
    for corporation in street.crashed:
        lost = {player: holdings.shares[player].pop(corporation, 0) for player in start.players}
        told.publish(CrashNews(corporation, street.assets[corporation], shares_lost=sum(lost.values())))
        for player, count in lost.items():
            if count:
                told.to(player, SharesLost(corporation, count))
            if holdings.citizenship[player] == corporation:
                holdings.citizenship[player] = None
                told.to(player, CitizenshipLost(corporation))
                told.publish(CitizenshipLostNews(player, corporation))
