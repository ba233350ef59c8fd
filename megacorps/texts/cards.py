"""The events of cards, and what they do."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import PlayerId
from games.skin import Scene, figures

from ..rules import events as told
from . import amounts, names
from .parties import party
from .telling import tell


@tell.register
def _played(data: told.CardPlayed, scene: Scene) -> str:
    of = [
        *([names.country(data.country)] if data.country else []),
        *([names.industry(data.industry)] if data.industry else []),
        *([names.company(data.company)] if data.company else []),
    ]
    if not of:
        return _("{player} plays {card}.").format(
            player=party(scene, data.player), card=names.card(data.card)
        )
    return _("{player} plays {card}: {on}.").format(
        player=party(scene, data.player), card=names.card(data.card), on=of[0]
    )


@tell.register
def _changed(data: told.GovernmentChanged, scene: Scene) -> str:
    return _("{country} has another government now: {government}.").format(
        country=names.country(data.country), government=names.government(data.government.value)
    )


@tell.register
def _company(data: told.CompanyChanged, scene: Scene) -> str:
    line = _("{company} is {state} now.").format(
        company=names.company(data.company), state=names.state(data.state.value)
    )
    if not data.owner:
        return line
    more = _("{owner} had it, and receives {money}.").format(
        owner=party(scene, data.owner), money=amounts.euros(data.compensation)
    )
    return figures.sentence(line, more)


@tell.register
def _auction(data: told.AuctionHeld, scene: Scene) -> str:
    bids = ", ".join(f"{party(scene, one)} {amounts.euros(bid)}" for one, bid in data.bids.items())
    told_bids = _("Bids: {bids}.").format(bids=bids) if any(data.bids.values()) else ""
    return figures.sentence(auctioned(data, scene), told_bids)


def auctioned(data: told.AuctionHeld, scene: Scene) -> str:
    """What came of an auction, without the bids."""
    country = names.country(data.country)
    if data.winner:
        return _("Auction of {country}: {player} pays {price} and controls it.").format(
            country=country, player=party(scene, data.winner), price=amounts.euros(data.price)
        )
    if any(data.bids.values()):
        return _("Auction of {country}: a tie. Nobody pays, and nobody controls it.").format(country=country)
    line = _("Auction of {country}: nobody bids.").format(country=country)
    return figures.sentence(line, _controller(data.controller, scene))


@tell.register
def _election(data: told.ElectionHeld, scene: Scene) -> str:
    country = names.country(data.country)
    line = (
        _("Election in {country}: {player} wins, and controls it.").format(
            country=country, player=party(scene, data.winner)
        )
        if data.winner
        else _("Election in {country}: nobody wins.").format(country=country)
    )
    votes = figures.parts(_vote(one, scene) for one in data.votes)
    told_votes = _("Votes: {votes}.").format(votes=votes) if votes else _("No votes were cast.")
    return figures.sentence(line, "" if data.winner else _controller(data.controller, scene), told_votes)


def _vote(one: told.Vote, scene: Scene) -> str:
    if one.vote is None:
        return _("{player} abstains").format(player=party(scene, one.player))
    return _("{player}: {count} for {vote}").format(
        player=party(scene, one.player), count=one.votes, vote=party(scene, one.vote)
    )


def _controller(player: PlayerId | None, scene: Scene) -> str:
    if player is None:
        return _("Nobody controls the country.")
    return _("The country stays under the control of {player}.").format(player=party(scene, player))
