"""Control of a country by auction and by election (section 11)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.auction import count
from games.rulekit.forms import Answers, first_of

from ..board import votes
from ..events import AuctionHeld, ElectionHeld, Vote
from ..frames import Auction, Election
from ..orders import AuctionBid, ElectionVote
from ..state import Question
from ..table import Table
from .asking import numbered, put


def auction(table: Table, frame: Auction) -> None:
    """Ask all players who have money and have not bid yet (D63)."""
    around = table.public.order_from(frame.player)
    asked = tuple(p for p in around if table.seat(p).money and p not in frame.given)
    question = replace(numbered(table, "auction_bid", asked), player=frame.player, country=frame.country)
    put(table, frame, question, bids_in)


def bids_in(table: Table, question: Question, answers: Answers) -> None:
    """Apply the table of 11.1. The bid of a player who has left is void."""
    frame: Auction = table.pop()
    table.change(question=None)
    bids = {}
    for player in table.public.present:
        order = first_of(answers, player, AuctionBid)
        bids[player] = order.amount if order else frame.given.get(player, 0)
    counted, before = count(bids), table.public.countries[frame.country].controller
    if counted.winner is not None:
        table.pay(counted.winner, -counted.most)
        table.set_country(frame.country, controller=counted.winner)
    elif counted.tied:
        table.set_country(frame.country, controller=None)
    controller = table.public.countries[frame.country].controller
    price = counted.most if counted.winner is not None else 0
    table.tell(AuctionHeld(frame.country, bids, counted.winner, price, controller, before))


def election(table: Table, frame: Election) -> None:
    """Ask all players who own a Media company and have not voted yet."""
    around = table.public.order_from(frame.player)
    asked = tuple(p for p in around if votes(table.public, p) and p not in frame.given)
    question = replace(numbered(table, "election_vote", asked), player=frame.player, country=frame.country)
    put(table, frame, question, votes_in)


def votes_in(table: Table, question: Question, answers: Answers) -> None:
    """Apply the table of 11.2; a player who has not voted counts as voting for themselves (D38)."""
    frame: Election = table.pop()
    table.change(question=None)
    cast = []
    for player in table.public.present:
        number = votes(table.public, player)
        if number:
            cast.append(Vote(player, number, _voted(table, frame, player, answers)))
    received: Counter[PlayerId] = Counter()
    for vote in cast:
        if vote.vote is not None:
            received[vote.vote] += vote.votes
    counted, before = count(received), table.public.countries[frame.country].controller
    if counted.first:
        table.set_country(frame.country, controller=counted.winner)
    controller = table.public.countries[frame.country].controller
    table.tell(ElectionHeld(frame.country, tuple(cast), counted.winner, controller, before))


def _voted(table: Table, frame: Election, player: PlayerId, answers: Answers) -> PlayerId | None:
    """The votes, with the default in place of a joined vote for a player who has left since."""
    order = first_of(answers, player, ElectionVote)
    if order is not None:
        return order.for_
    joined = frame.given.get(player)
    return joined if joined is not None and table.is_in(joined) else player
