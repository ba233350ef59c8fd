"""The cards that a bot plays now, and how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.contract import Order, PlayerId
from games.rulekit.auction import count

from ..board import holdings, votes
from ..content import CONTENT, COUNTRIES, CardData, CompanyState, Effect, Government
from ..judge import PRICE
from ..state import Company, Private
from .worth import Worth, best_intervention, controlled, country_worth, intervened, targets

ENOUGH: Final = 12.0  # the least gain of a payout for which its card is played early
Found = tuple[float, dict[str, Any]]


def plays(worth: Worth, private: Private, *, last: bool = False, most: int = 2) -> list[Order]:
    """The cards worth playing now, best first; at the `last` moment all that gain anything."""
    found: list[tuple[float, Order]] = []
    for slug in dict.fromkeys(private.hand):
        card = CONTENT.cards[slug]
        best = max(_ways(worth, card, last), key=lambda way: way[0], default=(0.0, {}))
        if best[0] > (0 if last else 1):
            found.append((best[0], Order("play_card", {"card": slug, **best[1]})))
    found.sort(key=lambda pair: -pair[0])
    return [order for _, order in found[:most]]


def _ways(worth: Worth, card: CardData, last: bool) -> Iterator[Found]:
    match card.effect:
        case Effect.PAYOUT:
            yield from _payout(worth, last)
        case Effect.ENTER:
            yield from _enter(worth, card)
        case Effect.AUCTION | Effect.ELECTION:
            yield from _control(worth, card, last)
        case Effect.GOVERNMENT:
            yield from _government(worth, card)
        case Effect.SYNDICALISE:
            yield from _companies(worth, card, CompanyState.SYNDICALISED)
        case Effect.PRIVATISE:
            yield from _companies(worth, card, CompanyState.UNOWNED)
        case Effect.CLONE_SOLDIERS:
            yield _clone_soldiers(worth), {}
        case _:
            return


def _clone_soldiers(worth: Worth) -> float:
    """Mercenaries from Biotech companies, while there is time to use them."""
    free = [slug for slug in CONTENT.by_industry["biotech"] if worth.public.companies[slug].owner is None]
    own = holdings(worth.public, "biotech")[worth.player]
    return 2.0 * own + 0.5 * len(free) if worth.public.deck > len(worth.public.present) else 0.0


def _payout(worth: Worth, last: bool) -> Iterator[Found]:
    for industry in CONTENT.industries:
        gained = worth.payout(industry)
        if last or worth.public.deck == 0 or gained >= ENOUGH:
            yield gained, {"industry": industry}


def _enter(worth: Worth, card: CardData) -> Iterator[Found]:
    assert card.company is not None
    if worth.public.seats[worth.player].money >= PRICE:
        own = {card.company: Company(CompanyState.OWNED, worth.player)}
        yield worth.gain(own, money={worth.player: -PRICE}), {"buy": True}
    yield worth.gain({card.company: Company(CompanyState.UNOWNED)}), {"buy": False}


def _control(worth: Worth, card: CardData, last: bool) -> Iterator[Found]:
    """An auction, valued by what control is worth; an election, by its result if all vote for themselves."""
    public, player = worth.public, worth.player
    elected = _elected(worth)
    for country in COUNTRIES if not last else ():
        seen = public.countries[country]
        if seen.government not in card.governments or (card.controlled and seen.controller is None):
            continue
        if card.effect is Effect.ELECTION and elected is not None:
            yield worth.gain(controllers={country: elected[0]}), {"country": country, "for": player}
        elif card.effect is Effect.AUCTION and seen.controller != player:
            amount = bid(worth, country)
            yield worth.gain(controllers={country: player}) - amount, {"country": country, "amount": amount}


def _elected(worth: Worth) -> tuple[PlayerId | None] | None:
    """The controller after an election (None: nobody, after a tie), in a tuple; None if nobody has a vote."""
    counted = count({who: votes(worth.public, who) for who in worth.public.present})
    return (counted.winner,) if counted.first else None


def bid(worth: Worth, country: str) -> int:
    """The bot's bid for a country: half of the gain of control, and at most a third of its money."""
    public, player = worth.public, worth.player
    if public.countries[country].controller == player:
        value = country_worth(public, player, country, public.deck / len(public.present))
    else:
        value = worth.gain(controllers={country: player})
    return max(0, min(int(value / 2), public.seats[player].money // 3))


def _government(worth: Worth, card: CardData) -> Iterator[Found]:
    """The gain of changing a government: in the bot's own country, what the new government allows and the old
    one did not; in another player's, democracy, which is less of a danger to the bot's companies."""
    public, player = worth.public, worth.player
    assert card.government is not None
    for country in COUNTRIES:
        if public.countries[country].government not in card.governments:
            continue
        own = [slug for slug in targets(public, player) if CONTENT.boxes[slug].country == country]
        if country in controlled(public, player):
            before, _ = best_intervention(worth, own)
            after = 0.0
            for company in own:
                if public.companies[company].owner != player:
                    changed, money = intervened(public, player, company, card.government)
                    after = max(after, worth.gain(changed, None, money))
            for_good = 2.0 if card.government is Government.WIKISYNDICALISM else 0.0
            yield after - before + for_good, {"country": country}
        elif public.countries[country].controller is not None and card.slug == "democratic_revolution":
            safe = sum(public.companies[slug].owner == player for slug in CONTENT.by_country[country])
            yield 1.2 * safe, {"country": country}


def _companies(worth: Worth, card: CardData, state: CompanyState) -> Iterator[Found]:
    for company, box in CONTENT.boxes.items():
        seen = worth.public.companies[company]
        if seen.state not in card.states or CONTENT.countries[box.country].neutral:
            continue
        paid: dict[PlayerId, int] = {seen.owner: PRICE} if seen.owner is not None else {}
        yield worth.gain({company: Company(state)}, money=paid), {"company": company}
