"""From the ranking of the MegaCorps to the first companies (section 3, steps 2 to 9)."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.forms import Answers, first_of

from ..board import countries_of, unowned
from ..content import CONSTANTS, CONTENT, COUNTRIES, MEGACORPS
from ..events import CardsDealt, CardsDrawn, CompanyTaken, CountryDealt, FirstPlayerDrawn, MegacorpDealt
from ..frames import BeginRound, Pick, WishLists
from ..orders import ChooseMegacorp, PickCompany, WishList
from ..state import Question
from ..table import Table
from .asking import put


def megacorps_chosen(table: Table, question: Question, answers: Answers) -> None:
    """In random order, players get the best MegaCorp left on their ranking (D4); then everything else is
    drawn and dealt."""
    table.pop()
    table.change(question=None)
    players = table.public.players
    left = list(MEGACORPS)
    for player in table.dice.shuffled(players, "megacorps"):
        wish = first_of(answers, player, ChooseMegacorp)
        ranking = wish.ranking if wish else table.dice.shuffled(MEGACORPS, "ranking", player)
        megacorp = next(slug for slug in ranking if slug in left)
        left.remove(megacorp)
        table.set_seat(player, megacorp=megacorp)
    for player in players:
        table.tell(MegacorpDealt(player, table.seat(player).megacorp or ""))
    _deal_countries(table)
    _deal_cards(table)
    table.push(*_picks(table), BeginRound())


def _deal_countries(table: Table) -> None:
    """Steps 3 and 4: draw the first player; two countries by chance for two players; the printed ones."""
    players = table.public.players
    first = table.dice.pick(players, "first_player")
    table.change(active=first)
    table.tell(FirstPlayerDrawn(first))
    drawn = table.dice.shuffled(players, "countries")
    owners = {"random_draw_1": drawn[0], "random_draw_2": drawn[1]}  # two different players (D15)
    owners |= {table.seat(player).megacorp or "": player for player in players}
    for country in COUNTRIES:
        start = CONTENT.countries[country].start
        if start in owners:
            table.set_country(country, controller=owners[start])
            table.tell(CountryDealt(owners[start], country, start not in MEGACORPS))


def _deal_cards(table: Table) -> None:
    """Steps 5 and 6: deal cards by countries controlled; then make the deck, and set the rest aside
    unseen."""
    for player in table.public.in_order:
        count = CONSTANTS.starting_cards[len(countries_of(table.public, player))]
        table.tell(CardsDealt(player, count))
        if count:
            table.tell_only(CardsDrawn(table.draw(player, count)), player)
    size = CONSTANTS.deck[str(len(table.public.players))]
    table.aside, table.deck = tuple(table.deck[size:]), table.deck[:size]


def _picks(table: Table) -> tuple[Pick | WishLists, ...]:
    """Step 9: picks in the same order twice (D5), or all from lists (D60)."""
    if table.public.programmed:
        return (WishLists(),)
    return tuple(Pick(player) for player in table.public.in_order) * CONSTANTS.start_companies


def pick(table: Table, frame: Pick) -> None:
    """Pick from a player's standing wish list, or ask the player."""
    if not table.is_in(frame.player):
        return
    wishes = table.standing(frame.player).company_wish_list
    wanted = next((company for company in wishes if company in unowned(table.public)), None)
    if wanted is not None:
        _take(table, frame.player, wanted)
        return
    question = Question("pick_company", (0, table.public.shown), (frame.player,), player=frame.player)
    put(table, frame, question, picked)


def picked(table: Table, question: Question, answers: Answers) -> None:
    frame: Pick = table.pop()
    table.change(question=None)
    order = first_of(answers, frame.player, PickCompany)
    company = order.company if order else _drawn(table, frame.player)
    _take(table, frame.player, company)


def wish(table: Table, frame: WishLists) -> None:
    put(table, frame, Question("wish_list", (0,), table.public.in_order), wished)


def wished(table: Table, question: Question, answers: Answers) -> None:
    """Make the picks in the usual order: each the first company of the list that is left, otherwise a random
    one (D60)."""
    table.pop()
    table.change(question=None)
    lists = {}
    for player in table.public.in_order:
        order = first_of(answers, player, WishList)
        lists[player] = order.companies if order else table.standing(player).company_wish_list
        if player in answers and not order:  # an empty form is a list without a wish
            lists[player] = ()
    for _ in range(CONSTANTS.start_companies):
        for player in table.public.in_order:
            left = unowned(table.public)
            wanted = next((company for company in lists[player] if company in left), None)
            _take(table, player, wanted or _drawn(table, player))


def _drawn(table: Table, player: PlayerId) -> str:
    """A random company that is left."""
    owned = sum(company.owner == player for company in table.public.companies.values())
    return table.dice.pick(unowned(table.public), "company", player, str(owned))


def _take(table: Table, player: PlayerId, company: str) -> None:
    table.own(company, player)
    table.tell(CompanyTaken(player, company))
