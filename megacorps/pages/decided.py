"""What decided a game: who led and since when, the final payouts, the industry that mattered most."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.contract import PlayerId, Standing
from games.skin import Scene, figures
from games.skin.deciding import first_two

from ..rules.standings import FinalPayoutOf, MoneyAtEnd
from ..texts import amounts, general, names
from ..texts.parties import party
from .common import public_of


def decided(scene: Scene) -> list[str]:
    """In sentences, from what everybody may read; nothing where all others have left: that says it all."""
    public = public_of(scene)
    stayed = [row for row in public.standings or () if public.seats[row.player].left is None]
    two = first_two(stayed)
    return [_lead(scene, stayed), *_told(scene, *two)] if two else []


def _told(scene: Scene, first: Standing, second: Standing) -> Iterator[str]:
    winner, loser = party(scene, first.player), party(scene, second.player)
    mine, theirs = money_before(first), money_before(second)
    values = {
        "winner": winner, "second": loser, "mine": amounts.euros(mine), "theirs": amounts.euros(theirs),
        "more": amounts.euros(first.score - mine), "less": amounts.euros(second.score - theirs),
        "gap": amounts.euros(first.score - second.score),
    }  # fmt: skip
    if mine < theirs:
        yield _(
            "The final payouts turned it round: before them {second} had {theirs} and {winner} {mine}; they "
            "brought {winner} {more} and {second} {less}. That left {gap} between them."
        ).format(**values)
    else:
        yield _(
            "Before the final payouts {winner} had {mine} and {second} {theirs}; they brought {winner} "
            "{more} and {second} {less}. That left {gap} between them."
        ).format(**values)
    pairs = zip(_paid(first), _paid(second), strict=True)
    ours, other = max(pairs, key=lambda pair: pair[0].amount - pair[1].amount)
    if ours.amount > other.amount:
        yield _(
            "Of all industries {industry} counted most: {companies} and {mine}, against {theirs}."
        ).format(
            industry=names.industry(ours.industry),
            companies=general.companies_text(ours.companies),
            mine=amounts.euros(ours.amount),
            theirs=amounts.euros(other.amount),
        )


def _lead(scene: Scene, stayed: list[Standing]) -> str:
    """How long the winner had had the most money when the rounds were over. What a history has last includes
    the final payouts, which are left out here."""
    winner = stayed[0].player
    histories = {player: seat.history for player, seat in public_of(scene).seats.items()}
    histories |= {row.player: (*histories[row.player][:-1], money_before(row)) for row in stayed}
    last = len(histories[winner]) - 1
    since = last + 1
    while since > 1 and _leads(histories, winner, since - 1):
        since -= 1
    name = party(scene, winner)
    if since > last:
        ever = [number for number in range(1, last + 1) if _leads(histories, winner, number)]
        if not ever:
            return _("{winner} had the most money after no round, and has it at the end.").format(winner=name)
        return _("{winner} last had the most money after round {round}, and has it again at the end.").format(
            winner=name, round=figures.number(ever[-1])
        )
    if since == 1:
        return _("From the first round to the last, nobody had more money than {winner}.").format(winner=name)
    return _("From round {round} on, nobody had more money than {winner}.").format(
        winner=name, round=figures.number(since)
    )


def _leads(histories: dict[PlayerId, tuple[int, ...]], player: PlayerId, number: int) -> bool:
    """Whether nobody had more money than this player at the end of a round."""
    had = [history[number] for history in histories.values() if number < len(history)]
    return histories[player][number] == max(had)


def money_before(row: Standing) -> int:
    """The euros that a player had before the final payouts."""
    return next(line.amount for line in row.breakdown if line.code == MoneyAtEnd.code)


def _paid(row: Standing) -> list[FinalPayoutOf]:
    return [
        FinalPayoutOf(line.amount, line.params["industry"], line.params["companies"])
        for line in row.breakdown
        if line.code == FinalPayoutOf.code
    ]
