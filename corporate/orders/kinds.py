"""The kinds of orders, each from its own module, and the groups of the order form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit.kinds import FormKinds
from games.skin import Scene

from ..rules.check import check
from ..rules.desk import PlayerTurn
from ..rules.quote_lines import run_figures
from ..texts import problems
from ..texts.figures import NUYEN
from . import wording
from .buy_influence import BuyInfluence
from .buy_share import BuyShare
from .character import Character
from .citizenship_claim import CitizenshipClaim
from .derivative_speculation import DerivativeSpeculation
from .information import Information
from .join_coalition import JoinCoalition
from .kind import OrderKind
from .protection import Protection
from .rank_speculation import RankSpeculation
from .runs import Attack
from .transfer import Transfer
from .vote import Vote

KINDS: Final[Mapping[str, OrderKind]] = {
    kind.slug: kind
    for kind in (
        BuyShare("buy_share"),
        BuyInfluence("buy_influence"),
        CitizenshipClaim("citizenship_claim"),
        Vote("vote"),
        JoinCoalition("join_coalition"),
        Attack("datasteal"),
        Attack("sabotage"),
        Attack("extraction"),
        Information("information"),
        Protection("protection"),
        DerivativeSpeculation("derivative_speculation"),
        RankSpeculation("rank_speculation"),
        Character("character"),
        Transfer("transfer"),
    )
}

FORM: Final[FormKinds[PlayerTurn]] = FormKinds(KINDS, check, problems.text, NUYEN.unit)

GROUPS: Final = {
    "buy": ("buy_share", "buy_influence", "citizenship_claim"),
    "ally": ("vote", "join_coalition"),
    "runs": ("datasteal", "sabotage", "extraction", "information", "protection"),
    "bet": ("derivative_speculation", "rank_speculation"),
}
"""The groups of the quarter's order form, each with its kinds in order."""


def whole(scene: Scene, order: Order) -> str:
    """An order with its kind: "Sabotage: Ares"."""
    return KINDS[order.kind].whole(scene, order)


def receipt_line(scene: Scene, order: Order, line: Line) -> tuple[str, str]:
    """An order and its cost as texts for the receipt, with bonus and odds."""
    text = whole(scene, order)
    if run := run_figures(line):
        if order.data.get("influence_bonus"):
            text += ", " + _("bonus")
        text += ", " + wording.chances(run)
    return text, KINDS[order.kind].cost(line)
