"""How changes of people’s lives are told, and the end of the game."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Phrase

INFLUENCE: Final[tuple[Phrase, ...]] = (
    (_("A promotion for {player}"), _("{player} reaches influence {level}.")),
    (_("{player} moves up a floor"), _("New office, new lift key: influence {level}.")),
    (_("More doors open for {player}"), _("Influence {level}, and people who return calls.")),
    (_("{player} is listened to"), _("The board makes room: influence {level}.")),
)

INFLUENCE_MANY: Final[tuple[Phrase, ...]] = (
    (_("Several promotions in one day"), _("New levels of influence: {list}.")),
    (_("The lifts are busy"), _("Going up: {list}.")),
    (_("A good day for business cards"), _("Cards to be reprinted: {list}.")),
    (_("Room at the top, it seems"), _("Influence rises for several at once: {list}.")),
)

CITIZENSHIP: Final[tuple[Phrase, ...]] = (
    (_("A new passport for {player}"), _("Citizenship: {corporation}, from this noon on.")),
    (_("{player} changes colours"), _("The oath was sworn this morning; the flag is that of {corporation}.")),
    (_("{corporation} welcomes {player}"), _("Papers signed, badge printed, loyalty assumed.")),
    (_("{player} finds a home"), _("{corporation} counts one citizen more.")),
)

CITIZENSHIP_LOST: Final[tuple[Phrase, ...]] = (
    (_("{player} has no country left"), _("The passport said {corporation}. {corporation} is no more.")),
    (_("Stateless by noon"), _("With {corporation} goes the citizenship of {player}.")),
    (_("{player} hands in a badge"), _("There was nobody left at {corporation} to take it.")),
    (
        _("A passport becomes a souvenir"),
        _("{player} was at home at {corporation}. The building is for rent."),
    ),
)

GAME_OVER: Final[tuple[Phrase, ...]] = (
    (
        _("{winners} takes Manhattan"),
        _("{score} points, and nobody above. The scores are out, line by line."),
    ),
    (_("The last bell belongs to {winners}"), _("The books are closed at {score} points.")),
    (_("{winners}, of course"), _("{score} points at the end: everybody will say they saw it coming.")),
    (_("It ends with {winners}"), _("The quarters are over. {score} points were enough.")),
)

GAME_OVER_SHARED: Final[tuple[Phrase, ...]] = (
    (_("Shared: {winners}"), _("{score} points each. Manhattan is large enough.")),
    (_("No one alone at the top"), _("{winners} finish level, at {score} points.")),
    (_("A crown cut in pieces"), _("{score} points for {winners}, and nobody above.")),
    (_("Joint winners"), _("{winners} close the books on the same figure: {score}.")),
)
