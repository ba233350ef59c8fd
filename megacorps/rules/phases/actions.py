"""Beginning the action of a turn; actions without a further step are completed here (section 5)."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.shapes import OrderData

from ..board import arms_companies, free_mercenaries
from ..content import CONSTANTS, CONTENT, CompanyState, Government
from ..events import Intervened, MercenariesBought, Passed, PayoutAnnounced, WarDeclared
from ..frames import Bargain, Battle, Pay, Purchase
from ..judge import bought_from_bank
from ..orders import BuyCompany, BuyMercenaries, Intervention, Payout, PayoutReaction, War
from ..table import Table


def act(table: Table, player: PlayerId, action: OrderData) -> None:
    """Begin an action; the caller has checked that it can begin."""
    if isinstance(action, BuyCompany):
        table.push(Purchase(player, action.companies, action.then_pass))
    elif isinstance(action, Payout):
        table.change(payout_taken=True)
        announce(table, player, action.industry, "action", PayoutReaction(action.first, action.counter))
    elif isinstance(action, Intervention):
        intervene(table, player, action.company, after_war=False)
    elif isinstance(action, BuyMercenaries):
        _buy_mercenaries(table, player, action)
    elif isinstance(action, War):
        defender = table.public.countries[action.country].controller
        table.tell(WarDeclared(player, action.country, defender))
        table.push(Battle(player, action.country, defender, action.spoils))
    else:
        table.tell(Passed(player))


def announce(table: Table, player: PlayerId, industry: str, cause: str, own: PayoutReaction) -> None:
    """Announce a payout, by the action or a card, with the reactions of its own player."""
    is_action = cause == "action"
    table.tell(PayoutAnnounced(player, industry, "action" if is_action else "card"))
    table.push(Pay(player, industry, "action" if is_action else "card", {player: own}))


def intervene(table: Table, player: PlayerId, company: str, *, after_war: bool) -> None:
    """Apply the intervention of the government in force to a company (section 7)."""
    government = table.public.countries[CONTENT.boxes[company].country].government
    owner = table.public.companies[company].owner
    assert owner is not None  # a target always has an owner
    compensation = 0
    if government is Government.KLEPTOCRACY:
        table.own(company, player)
    elif government is Government.DICTATORSHIP:
        table.set_company(company, CompanyState.NATIONALISED)
    else:
        is_democracy = government is Government.DEMOCRACY
        table.set_company(company, CompanyState.UNOWNED if is_democracy else CompanyState.SYNDICALISED)
        compensation = CONSTANTS.compensation
        table.pay(owner, compensation)
    table.tell(Intervened(player, company, government, owner, compensation, after_war))


def _buy_mercenaries(table: Table, player: PlayerId, action: BuyMercenaries) -> None:
    """Do parts 1 and 2 of section 8 at once; then put the bids that can stand, in alphabetical order
    (D52)."""
    free, bank = (
        free_mercenaries(table.public, player),
        bought_from_bank(table.public, player, action.from_bank),
    )
    cost = bank * CONSTANTS.bank_mercenary_price
    table.pay(player, -cost)
    table.arm(player, free + bank)
    table.tell(MercenariesBought(player, free, bank, cost))
    left, bids = table.seat(player).money, {}
    for company in sorted(action.bids):
        bid, owner = action.bids[company], table.public.companies[company].owner
        if company in arms_companies(table.public) and owner not in (None, player) and bid <= left:
            bids[company] = bid
            left -= bid
    if bids:
        table.push(Bargain(player, bids))
