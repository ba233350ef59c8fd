"""Random games told again, event by event, by sections 5 to 11 written a second time from the rule book, with
nothing of the rules' own code: every figure told is the one of the book, and the board is what was told."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from games.contract import Event, State
from megacorps.rules.content import CONTENT
from megacorps.rules.events import KINDS

from .test_properties import all_steps

PAYS = (12, 10, 8, 6, 4, 3)  # 2.5
FORCE = {
    "nafta": (8, 4), "european_union": (5, 2), "mercosur": (4, 2), "great_russia": (6, 2), "china": (5, 2),
    "japan": (4, 2), "india": (5, 2), "asean": (3, 1), "caliphate": (4, 1), "maghreb": (4, 1),
    "african_federation": (3, 1),
}  # fmt: skip
"""2.3: defence, strength."""
MODIFIER = {"oversupply": 1, "shortages": -1}
BECOMES = {"democracy": "unowned", "wikisyndicalism": "syndicalised", "dictatorship": "nationalised"}


class Board(Struct):
    """States and owners of companies, governments and controllers of countries, money and mercenaries."""

    companies: dict[str, tuple[str, str | None]]
    countries: dict[str, tuple[str, str | None]]
    money: dict[str, int]
    mercenaries: dict[str, int]
    paid: str | None
    taken: bool
    clones: bool

    @classmethod
    def of(cls, state: State[Any, Any, Any]) -> Board:
        public = state.public
        return cls(
            {slug: (one.state.value, one.owner) for slug, one in public.companies.items()},
            {slug: (one.government.value, one.controller) for slug, one in public.countries.items()},
            {player: seat.money for player, seat in public.seats.items()},
            {player: seat.mercenaries for player, seat in public.seats.items()},
            public.paid, public.payout_taken, public.clone_soldiers,
        )  # fmt: skip

    def controls(self, country: str, player: str | None) -> None:
        self.countries[country] = (self.countries[country][0], player)

    def owned(self, industry: str) -> Counter[str]:
        """How many companies of an industry each player has."""
        row = (owner for slug, (_, owner) in self.companies.items() if slug.startswith(f"{industry}."))
        return Counter(owner for owner in row if owner)

    def competitors(self, industry: str) -> int:
        """Section 6."""
        owners, count = self.owned(industry), 0
        for slug, (state, _owner) in self.companies.items():
            if not slug.startswith(f"{industry}."):
                continue
            if state in ("unowned", "syndicalised"):
                count += 1
            elif state == "nationalised":
                count += self.countries[slug.split(".")[1]][1] not in owners
        return len(owners) + count


class Teller:
    """The events of one resolution, told one after the other: those of a kind by the method of its name.

    `modifier`: that of the payout announced; `permitted`: the company whose purchase was allowed; `sent`:
    mercenaries sent to a country without controller.
    """

    def __init__(self, before: State[Any, Any, Any]) -> None:
        self.board, self.seen = Board.of(before), Counter[str]()
        self.question = before.public.question
        self.modifier, self.permitted, self.sent = 0, None, 0

    def tell(self, event: Event) -> None:
        self.seen[event.kind] += 1
        if found := getattr(self, event.kind, None):
            found(**event.data)
        assert min(self.board.money.values()) >= 0 <= min(self.board.mercenaries.values()), event

    # ---- companies and countries

    def company_taken(self, player: str, company: str) -> None:
        assert self.board.companies[company] == ("unowned", None)
        self.board.companies[company] = ("owned", player)

    def country_dealt(self, player: str, country: str, drawn: bool) -> None:
        self.board.controls(country, player)

    def asked_for(self, player: str, company: str) -> bool:
        """Whether 5.1 asks for a permission."""
        industry, country = company.split(".")
        controller = self.board.countries.get(country, ("", None))[1]
        return controller not in (None, player) and self.board.owned(industry)[player] > 0

    def permission_asked(self, player: str, company: str, controller: str) -> None:
        assert self.asked_for(player, company)
        assert self.board.countries[company.split(".")[1]][1] == controller

    def permission_refused(self, **data: str) -> None:
        self.permission_asked(**data)
        self.seen["needed"] += 1

    def permission_given(self, **data: str) -> None:
        self.permission_asked(**data)
        self.permitted = data["company"]

    def company_bought(self, player: str, company: str, price: int) -> None:
        assert self.asked_for(player, company) == (self.permitted == company)
        assert price == 4 <= self.board.money[player]
        self.board.money[player] -= price
        self.company_taken(player, company)

    def intervened(self, player: str, company: str, government: str, owner: str, compensation: int, **_: Any):
        country = company.split(".")[1]
        assert self.board.countries[country] == (government, player)
        assert self.board.companies[company] == ("owned", owner)
        assert compensation == (4 if government in ("democracy", "wikisyndicalism") else 0)
        self.board.money[owner] += compensation
        assert government != "kleptocracy" or owner != player
        into = (BECOMES[government], None) if government in BECOMES else ("owned", player)
        self.board.companies[company] = into

    def company_changed(self, company: str, state: str, owner: str | None, compensation: int) -> None:
        assert self.board.companies[company][1] == owner
        assert compensation == (4 if owner else 0)
        if owner:
            self.board.money[owner] += compensation
        self.board.companies[company] = (state, None)

    def government_changed(self, country: str, government: str) -> None:
        self.board.countries[country] = (government, self.board.countries[country][1])

    def card_played(self, card: str, **_: Any) -> None:
        self.board.clones |= card == "clone_soldiers"

    # ---- payouts

    def round_began(self, **_: Any) -> None:
        self.board.taken = False

    def payout_announced(self, player: str, industry: str, cause: str) -> None:
        assert cause == "card" or (not self.board.taken and self.board.paid != player)
        self.board.taken |= cause == "action"
        self.modifier = 0

    def reaction_played(self, card: str, cancels: bool, **_: Any) -> None:
        assert self.modifier == (-MODIFIER[card] if cancels else 0)
        self.modifier = 0 if cancels else MODIFIER[card]

    def paid_out(
        self, industry: str, competitors: int, modifier: int, per_company: int, payments: Any, **_: Any
    ):
        assert modifier == self.modifier
        assert competitors == self.board.competitors(industry)
        assert per_company == PAYS[min(5, max(0, competitors + modifier))]
        owned = self.board.owned(industry)
        assert {one["player"]: (one["companies"], one["amount"]) for one in payments} == {
            player: (count, count * per_company) for player, count in owned.items()
        }
        for player, count in owned.items():
            self.board.money[player] += count * per_company

    def final_payout(self, **data: Any) -> None:
        self.modifier = 0
        self.paid_out(modifier=0, **data)

    def paid_taken(self, player: str) -> None:
        self.board.paid = player

    # ---- mercenaries and wars

    def mercenaries_bought(self, player: str, free: int, bank: int, cost: int) -> None:
        arms = ("defense", "biotech") if self.board.clones else ("defense",)
        row = [one for slug, one in self.board.companies.items() if slug.split(".")[0] in arms]
        assert free == sum(owner == player for _, owner in row)
        assert cost == bank <= sum(state in ("unowned", "nationalised", "syndicalised") for state, _ in row)
        self.board.money[player] -= cost
        self.board.mercenaries[player] += free + bank

    def mercenary_bargained(self, player: str, owner: str, company: str, result: str, **data: Any) -> None:
        assert self.board.companies[company] == ("owned", owner) and owner != player
        if result == "sold":
            self.board.money[player] -= data["price"]
            self.board.money[owner] += data["price"]
            self.board.mercenaries[player] += 1

    def war_declared(self, player: str, country: str, defender: str | None) -> None:
        assert self.board.countries[country][1] == defender != player
        assert self.board.mercenaries[player] >= 1
        self.sides = (player, defender)

    def aid_given(self, player: str, to_attacker: int, to_defender: int) -> None:
        asked = self.question
        attacker, defender = (asked.player, asked.other) if asked and asked.kind == "war_aid" else self.sides
        assert player not in (attacker, defender)
        self.board.mercenaries[player] -= to_attacker + to_defender
        self.board.mercenaries[attacker] += to_attacker
        if defender:
            self.board.mercenaries[defender] += to_defender
        else:
            self.sent += to_defender

    def war_fought(self, player: str, country: str, defender: str | None, won: bool, **told: int) -> None:
        attackers = self.board.mercenaries[player]
        defenders = self.board.mercenaries[defender] if defender else self.sent
        strength = sum(FORCE[slug][1] for slug, (_, who) in self.board.countries.items() if who == player)
        attack, defence = strength + attackers, FORCE[country][0] + defenders
        lost = min(attackers, defenders)
        assert won == (attack > defence)
        assert told == {
            "attack": attack, "defence": defence, "attackers": attackers, "defenders": defenders,
            "attackers_lost": lost if defenders else 1, "defenders_lost": lost,
        }  # fmt: skip
        self.board.mercenaries[player] -= told["attackers_lost"]
        if defender:
            self.board.mercenaries[defender] -= lost
        if won:
            self.board.controls(country, player)
        self.sent = 0

    # ---- auctions and elections

    def auction_held(self, country: str, bids: dict[str, int], winner: str | None, price: int, **told: Any):
        assert self.board.countries[country] == ("kleptocracy", told["before"])
        assert all(bid <= self.board.money[player] for player, bid in bids.items())
        most = max(bids.values())
        first = [player for player, bid in bids.items() if bid == most]
        if most and len(first) == 1:
            assert (winner, price) == (first[0], most)
            self.board.money[first[0]] -= most
            self.board.controls(country, first[0])
        else:
            assert (winner, price) == (None, 0)
            if most:
                self.board.controls(country, None)
                self.seen["tie"] += 1
        assert told["controller"] == self.board.countries[country][1]

    def election_held(
        self, country: str, votes: list[dict[str, Any]], winner: str | None, **told: Any
    ) -> None:
        assert self.board.countries[country] == ("democracy", told["before"])
        assert {one["player"]: one["votes"] for one in votes} == self.board.owned("media")
        received = Counter[str]()
        for one in votes:
            if one["vote"]:
                received[one["vote"]] += one["votes"]
        first = [player for player, count in received.items() if count == max(received.values())]
        assert winner == (first[0] if len(first) == 1 else None)
        if received:
            self.board.controls(country, winner)
        assert told["controller"] == self.board.countries[country][1]

    # ---- trade and leaving

    def given(self, player: str, to: str, give: dict[str, Any]) -> None:
        for what, sums in (("money", self.board.money), ("mercenaries", self.board.mercenaries)):
            sums[player] -= give[what]
            sums[to] += give[what]
        for company in give["companies"]:
            assert self.board.companies[company] == ("owned", player)
            self.board.companies[company] = ("owned", to)
        for country in give["countries"]:
            assert self.board.countries[country][1] == player
            self.board.controls(country, to)

    def traded(self, player: str, to: str, give: dict[str, Any], want: dict[str, Any]) -> None:
        self.given(player, to, give)
        self.given(to, player, want)

    def player_left(self, player: str, **_: Any) -> None:
        companies, countries = self.board.companies, self.board.countries
        companies.update({slug: ("unowned", None) for slug, one in companies.items() if one[1] == player})
        countries.update({slug: (one[0], None) for slug, one in countries.items() if one[1] == player})
        self.board.money[player] = self.board.mercenaries[player] = 0
        self.board.paid = None if self.board.paid == player else self.board.paid


def test_every_figure_told_is_that_of_the_book_and_the_board_is_what_was_told() -> None:
    assert {
        slug: (one.defence, one.strength) for slug, one in CONTENT.countries.items() if one.defence
    } == FORCE
    seen = Counter[str]()
    for step in all_steps():
        teller = Teller(step.before)
        for event in step.outcome.events:
            teller.tell(event)
        assert teller.board == Board.of(step.outcome.state), step.window.name
        seen += teller.seen
    assert all(
        seen[kind] for kind in (*vars(Teller), "needed", "tie") if kind in (*KINDS, "needed", "tie")
    ), seen
