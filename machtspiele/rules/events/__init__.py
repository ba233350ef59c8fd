"""The events (13.8), one class for each kind; `PRIVATE`: those for one or two players only.

Amounts are in Pinats.
"""

from __future__ import annotations

from typing import Final

from games.rulekit.events import event_kinds
from games.rulekit.judging import OrderDropped

from .actions import (
    BossDeclined,
    BossUsed,
    BribeAccepted,
    BribeAmount,
    BribeOffered,
    BribeRefused,
    CardCorrupt,
    ConsultantBought,
    DepartmentClosed,
    DepartmentsMoved,
    DevelopmentUsed,
    GeneralBought,
    InfluenceBought,
    LegalUsed,
    Merged,
    NewcomerOpened,
    Opened,
    Passed,
    Recruited,
    Resigned,
    SharesBought,
)  # fmt: skip
from .cards import (
    BossRemoved,
    CardTurnedDown,
    EventRevealed,
    Fined,
    FoolPaid,
    Income,
)  # fmt: skip
from .game import (
    Defaulted,
    FellAsleep,
    Filed,
    FourPoints,
    GameOver,
    GameStarted,
    Missed,
    NemesisDealt,
    NemesisLost,
    NemesisOutdone,
    PassedOver,
    PlayerLeft,
    Returned,
    WentAway,
)  # fmt: skip
from .phase_one import (
    BossElected,
    BossThanked,
    DirectorAppointed,
    EventsDrawn,
    EventsOrdered,
    InfluenceScored,
    MotivationChanged,
    Placed,
    PrivilegesDealt,
)  # fmt: skip
from .values import (
    Counted,
    InfluencePart,
    MoneyLine,
    Moving,
    NewDepartment,
    NotPossible,
    Place,
    Share,
)  # fmt: skip

__all__ = [
    "KINDS",
    "PRIVATE",
    "BossDeclined",
    "BossElected",
    "BossRemoved",
    "BossThanked",
    "BossUsed",
    "BribeAccepted",
    "BribeAmount",
    "BribeOffered",
    "BribeRefused",
    "CardCorrupt",
    "CardTurnedDown",
    "ConsultantBought",
    "Counted",
    "Defaulted",
    "DepartmentClosed",
    "DepartmentsMoved",
    "DevelopmentUsed",
    "DirectorAppointed",
    "EventRevealed",
    "EventsDrawn",
    "EventsOrdered",
    "FellAsleep",
    "Filed",
    "Fined",
    "FoolPaid",
    "FourPoints",
    "GameOver",
    "GameStarted",
    "GeneralBought",
    "Income",
    "InfluenceBought",
    "InfluencePart",
    "InfluenceScored",
    "LegalUsed",
    "Merged",
    "Missed",
    "MoneyLine",
    "MotivationChanged",
    "Moving",
    "NemesisDealt",
    "NemesisLost",
    "NemesisOutdone",
    "NewDepartment",
    "NewcomerOpened",
    "NotPossible",
    "Opened",
    "OrderDropped",
    "Passed",
    "PassedOver",
    "Place",
    "Placed",
    "PlayerLeft",
    "PrivilegesDealt",
    "Recruited",
    "Resigned",
    "Returned",
    "Share",
    "SharesBought",
    "WentAway",
]  # fmt: skip

KINDS: Final = event_kinds(globals())
PRIVATE: Final = (
    NemesisDealt, OrderDropped, Filed, PassedOver, NemesisOutdone, NemesisLost, EventsDrawn, BribeAmount,
)  # fmt: skip
