"""How the council of the MDC is told."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Phrase

COUNCIL: Final[tuple[Phrase, ...]] = (
    (
        _("{coalition} carries the day"),
        _("With a weight of {weight}, the council of the MDC follows {coalition}."),
    ),
    (
        _("The council leans to {coalition}"),
        _("{weight} in the scales, and no coalition heavier: {coalition} has the quarter."),
    ),
    (
        _("The numbers favour {coalition}"),
        _("The count at the MDC leaves no doubt: {weight} for {coalition}."),
    ),
    (
        _("The scales tip to {coalition}"),
        _("The members filed in, the weights were added up: {weight}. {coalition} wins."),
    ),
)

COUNCIL_CLOSE: Final[tuple[Phrase, ...]] = (
    (_("{coalition}, by a hair"), _("{weight} against {second}: {coalition} passes, and {rival} goes home.")),
    (
        _("{coalition} edges past {rival}"),
        _("One more chair would have changed everything. {weight} to {second} for {coalition}."),
    ),
    (
        _("{rival} falls just short"),
        _("The council counted twice: {weight} for {coalition}, {second} for {rival}."),
    ),
    (
        _("A narrow win for {coalition}"),
        _("{second} was a good score for {rival}. {weight} was a better one."),
    ),
)

COUNCIL_NONE: Final[tuple[Phrase, ...]] = (
    (
        _("The council cannot agree"),
        _("No coalition was heavier than all the others. Nothing passes this quarter."),
    ),
    (_("A draw at the MDC"), _("The weights balanced to the gram. The members went to lunch early.")),
    (_("Much talk, no vote"), _("The MDC closes its session without a winner, and without a decision.")),
    (
        _("The gavel stays on the table"),
        _("Nobody carries the council today. Tomorrow has the usual rules, and no others."),
    ),
)

AHEAD: Final[frozenset[Phrase]] = frozenset({COUNCIL_NONE[3]})
"""Those that speak of tomorrow: an edition that no other follows leaves them out."""

COUNCIL_EMPTY: Final[tuple[Phrase, ...]] = (
    (_("The council chamber is empty"), _("Nobody joined a coalition. The ushers turned off the lights.")),
    (_("Nobody came"), _("The MDC met, found no members, and adjourned.")),
    (_("Silence at the MDC"), _("Not one coalition had a member this quarter.")),
    (_("A quorum of none"), _("The minutes of the council fit on a stamp: no members, no motion.")),
)
