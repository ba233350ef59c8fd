"""How the market is told: crashes, leaders, moves, calm."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Phrase

CRASH: Final[tuple[Phrase, ...]] = (
    (
        _("{corporation} closes its doors"),
        _("{assets} assets at noon: the corporation leaves the ranking for good."),
    ),
    (_("{corporation} is no more"), _("The last closing price reads {assets}. There will be no other.")),
    (
        _("The end of {corporation}"),
        _("At {assets}, the board voted with its feet. The name disappears from the list."),
    ),
    (
        _("{corporation} goes under"),
        _(
            "Last price: {assets}. The creditors found a full ashtray and little else. "
            "Manhattan has one tower less."
        ),
    ),
)

CRASH_SHARES: Final[tuple[str, ...]] = (
    _("Shares that vanish: {shares}. Nothing is refunded."),
    _("Shares lost: {shares}. They make a fine wallpaper."),
    _("Shares now worth the paper they are printed on: {shares}."),
    _("Shares lost in all: {shares}. The shareholders learn a word: crash."),
)

LEADER: Final[tuple[Phrase, ...]] = (
    (
        _("{corporation} takes the lead"),
        _("{assets} assets and the first place: {corporation} overtakes {former}."),
    ),
    (
        _("A new name at the top: {corporation}"),
        _("{former} steps down. {corporation} opens the list with {assets}."),
    ),
    (
        _("{former} is dethroned"),
        _("The first effect changes hands: {corporation} leads with {assets} assets."),
    ),
    (
        _("{corporation} looks down on Manhattan"),
        _("From {assets} assets up, the view is good. {former} has one from below."),
    ),
)

TIE: Final[tuple[Phrase, ...]] = (
    (
        _("{corporation} catches {former}"),
        _("{assets} assets each; for now, the past decides who stands first."),
    ),
    (
        _("Shoulder to shoulder at the top"),
        _("{corporation} and {former} close at {assets}. The tie is broken by yesterday’s figures."),
    ),
    (_("{former} hears footsteps"), _("{corporation} closes level, at {assets} assets.")),
    (
        _("Two towers, one height"),
        _("{corporation} joins {former} at {assets}. Only one of them pays as the first."),
    ),
)

RISE: Final[tuple[Phrase, ...]] = (
    (_("{corporation} gains ground"), _("{change} on the day, {assets} at noon: nobody did better.")),
    (_("A good day for {corporation}"), _("{change}, and {assets} assets at the bell.")),
    (_("{corporation} in demand"), _("It closes at {assets}, {change} since yesterday.")),
    (_("Everybody looks at {corporation}"), _("The biggest move of the day: {change}, to {assets}.")),
)

FALL: Final[tuple[Phrase, ...]] = (
    (_("{corporation} stumbles"), _("{change} on the day, {assets} at noon: nobody did worse.")),
    (_("A bad day for {corporation}"), _("{change}, and {assets} assets left at the bell.")),
    (_("{corporation} sheds weight"), _("It closes at {assets}, {change} since yesterday.")),
    (_("Long faces at {corporation}"), _("The steepest fall of the day: {change}, to {assets}.")),
)

QUIET: Final[tuple[Phrase, ...]] = (
    (
        _("Calm over Manhattan"),
        _("The ranking barely moved. The street suspects everybody of preparing something."),
    ),
    (_("Nothing to see at Wall Street"), _("Figures steady, faces straight. Somebody is saving up.")),
    (_("A day like any other"), _("The bell rang, the prices held, the rain fell.")),
    (_("The market holds its breath"), _("Small moves, large silences. Tomorrow may be louder.")),
)

OPENING: Final[tuple[Phrase, ...]] = (
    (
        _("The market opens"),
        _("{corporation} opens first with {assets} assets; {last} closes the list with {least}."),
    ),
    (
        _("Ten towers, one street"),
        _(
            "The first list is out: {corporation} leads with {assets}, {last} brings up the "
            "rear with {least}."
        ),
    ),
    (
        _("First bell at Wall Street"),
        _("{assets} assets for {corporation}, {least} for {last}: everything else is still to be written."),
    ),
    (
        _("Manhattan takes its places"),
        _("{corporation} has the best view, {last} the cheapest rent: {assets} assets and {least}."),
    ),
)
