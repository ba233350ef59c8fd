"""Clauses: the causes of a change of a figure, and the items of lists."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Stock

CAUSE_MDC_UP: Final = Stock(
    "cause_mdc_up",
    (
        (_("the council gave it {n}"),),
        (_("{n} came from the council"),),
        (_("the vote at the MDC was worth {n}"),),
    ),
)

CAUSE_MDC_DOWN: Final = Stock(
    "cause_mdc_down",
    (
        (_("the council took {n}"),),
        (_("{n} went to the council’s decree"),),
        (_("the vote at the MDC cost {n}"),),
    ),
)

CAUSE_SABOTAGE: Final = Stock(
    "cause_sabotage",
    (
        (_("sabotage took {n}"),),
        (_("fire took {n}"),),
        (_("saboteurs cost it {n}"),),
    ),
)

CAUSE_EXTRACTION: Final = Stock(
    "cause_extraction",
    (
        (_("{n} left with an extraction"),),
        (_("extraction took {n}"),),
        (_("poachers had {n}"),),
    ),
)

CAUSE_OWN_FIRST_UP: Final = Stock(
    "cause_own_first_up",
    (
        (_("its own first place gave {n}"),),
        (_("leading brought it {n}"),),
    ),
)

CAUSE_OWN_FIRST_DOWN: Final = Stock(
    "cause_own_first_down",
    (
        (_("its own first place cost {n}"),),
        (_("leading cost it {n}"),),
    ),
)

CAUSE_FIRST_UP: Final = Stock(
    "cause_first_up",
    (
        (_("{corp} gave it {n} from the top"),),
        (_("{n} came down from {corp}"),),
        (_("the first place of {corp} was good for {n}"),),
    ),
)

CAUSE_FIRST_DOWN: Final = Stock(
    "cause_first_down",
    (
        (_("{corp} took {n} from the top"),),
        (_("{n} fell to {corp} on its throne"),),
        (_("the first place of {corp} cost it {n}"),),
    ),
)

CAUSE_OWN_LAST_UP: Final = Stock(
    "cause_own_last_up",
    (
        (_("its own last place gave {n}"),),
        (_("being last brought it {n}"),),
    ),
)

CAUSE_OWN_LAST_DOWN: Final = Stock(
    "cause_own_last_down",
    (
        (_("its own last place took {n}"),),
        (_("being last cost it {n}"),),
    ),
)

CAUSE_LAST_UP: Final = Stock(
    "cause_last_up",
    (
        (_("{corp} gave it {n} from the bottom"),),
        (_("{n} came up from {corp}"),),
        (_("the last place of {corp} was good for {n}"),),
    ),
)

CAUSE_LAST_DOWN: Final = Stock(
    "cause_last_down",
    (
        (_("{corp} took {n} from the bottom"),),
        (_("{n} went down with {corp}"),),
        (_("the last place of {corp} cost it {n}"),),
    ),
)

CAUSE_UNKNOWN_UP: Final = Stock(
    "cause_unknown_up",
    (
        (_("an unknown hand added {n}"),),
        (_("{n} more came, and nobody has explained how"),),
        (_("somebody somewhere gave it {n}"),),
        (_("votes or friends in the dark were worth {n}"),),
    ),
)

CAUSE_UNKNOWN_DOWN: Final = Stock(
    "cause_unknown_down",
    (
        (_("an unknown hand took {n}"),),
        (_("{n} vanished without a witness"),),
        (_("somebody somewhere took {n}"),),
        (_("votes or enemies in the dark cost {n}"),),
    ),
)

EFFECT_UP: Final = Stock("effect_up", ((_("{corps} {corps:=gains|gain} {n:asset}{corps:=| each}"),),))

EFFECT_DOWN: Final = Stock("effect_down", ((_("{corps} {corps:=loses|lose} {n:asset}{corps:=| each}"),),))

ITEM_ONCE: Final = Stock("item_once", ((_("at {corp}, for the {nth:th} time"),),))

ITEM_AT_ONCE: Final = Stock("item_at_once", ((_("at {corp}, {times:time}"),),))

ITEM_OFTEN: Final = Stock("item_often", ((_("at {corp}, {times:time}, {nth} in all"),),))

SHARES_OF: Final = Stock("shares_of", ((_("{player}: {list}."),),))
