"""The bot: it places the card it is most certain of, where it believes the card belongs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from games.contract import Dice, Orders, PlayerId, View, Window
from games.rulekit.shapes import order
from games.rulekit.windows import asks

from .figures import line_values
from .knowledge import believed
from .orders import Place, Wake
from .state import Private, Public
from .windows import windows


def advise(view: View[Public, Private], window: Window, dice: Dice, taste: str = "") -> Orders | None:
    """A form that passes `check`. A bot comes back after an absence and never resigns."""
    public, player = view.public, view.viewer
    if player is None or not asks(windows(public), window, player) or window.kind == "resign":
        return None
    if window.kind == "return":
        return (order(Wake()),)
    card, gap = surest(public, player, dice)
    return (order(Place(card, gap, public.line_version)),)


def surest(public: Public, player: PlayerId, dice: Dice) -> tuple[str, int]:
    """The card and gap with the most room around the figure that the bot believes; if several are equal, the
    card held longest."""
    values = line_values(public)
    settled = public.options
    best: tuple[Fraction, str, int] | None = None
    for card in public.hands[player]:
        figure = believed(card, public.table_version, settled.characteristic, settled.bots, dice)
        gap = bisect_right(values, figure)
        room = room_about(values, gap, figure)
        if best is None or room > best[0]:
            best = room, card, gap
    assert best is not None  # a player who is asked has a card
    return best[1], best[2]


def room_about(values: Sequence[int], gap: int, figure: Fraction) -> Fraction:
    """The factor by which a belief may be wrong while its gap is still right; larger at the ends."""
    below = figure / values[gap - 1] if gap > 0 else None
    above = values[gap] / figure if gap < len(values) else None
    return min(room for room in (below, above) if room is not None)
