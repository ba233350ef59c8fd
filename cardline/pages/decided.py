"""What decided a game: the last cards of the last round, right and wrong, and what the others still held."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene, figures

from ..rules.events import Placed, read
from ..rules.state import Reason
from ..texts import amounts, general, names
from . import board


def decided(scene: Scene) -> list[str]:
    """In sentences, from the events of the last round and the hands at the end; empty for a game that was
    ended early."""
    return [*_placed(scene), *_held(scene)] if board.public_of(scene).outcome else []


def _placed(scene: Scene) -> Iterator[str]:
    """The last card of each winner, and what others placed wrongly in that round."""
    public = board.public_of(scene)
    winners = public.outcome.winners if public.outcome else ()
    last = {
        data.player: data
        for chapter in sorted(scene.recent)
        if chapter == public.round_no
        for data in map(read, scene.recent[chapter])
        if isinstance(data, Placed)
    }
    for player, data in last.items():
        line = _("{player} closed with {card}, {gap}. {figure}.")
        if not data.correct:
            line = _("{player} missed with {card}: not {gap}. {figure}.")
        elif player not in winners:
            continue
        yield line.format(
            player=scene.name(player),
            card=names.country(data.card),
            gap=general.lower(names.gap(data.left, data.right)),
            figure=amounts.of_event(public.options.characteristic, data.figures),
        )


def _held(scene: Scene) -> Iterator[str]:
    """Who was nearest: the fewest cards among those who were beaten last; nobody if the others gave up."""
    public = board.public_of(scene)
    beaten = {player: left for player, left in public.left.items() if left.how.by_play}
    if not beaten or (public.outcome and public.outcome.reason is Reason.LAST_STANDING):
        return
    latest = max(left.moment for left in beaten.values())
    least = min(left.cards for left in beaten.values() if left.moment == latest)
    nearest = [
        scene.name(player)
        for player in public.in_order
        if player in beaten and (beaten[player].moment, beaten[player].cards) == (latest, least)
    ]
    yield ngettext(
        "{players} came nearest, with {cards} left.",
        "{players} came nearest, with {cards} left each.",
        len(nearest),
    ).format(players=figures.listed(nearest), cards=general.cards_text(least))
