"""What a question is about, for the player who answers it: its heading, a sentence, and the section of the
rules."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import PlayerId, Window
from games.skin import Scene, figures

from ..rules import board
from ..rules.content import CONTENT
from ..rules.state import Public, Question
from ..texts import amounts, names
from ..texts.parties import party

CHAPTERS: Final = {
    "choose_megacorp": "start", "pick_company": "start", "wish_list": "start", "turn": "actions",
    "antitrust": "actions", "buy_again": "actions", "payout_reaction": "payouts",
    "mercenary_reply": "mercenaries", "mercenary_counter": "mercenaries", "war_aid": "war",
    "war_spoils": "war", "auction_bid": "control", "election_vote": "control", "last_call": "end",
    "cards": "cards", "trade": "trade", "file": "standing",
}  # fmt: skip
"""Where the rule book explains a question or a door; elsewhere its chapter of rounds does."""


def heading(scene: Scene, window: Window) -> str:
    """The question itself."""
    public: Public = scene.view.public
    if window.kind == "turn":
        return _("Your turn")
    if window.kind == "program":
        return _("Your programme for round {round}").format(round=public.round)
    return names.window(window.kind)


def matter(scene: Scene, window: Window) -> str:
    """Whose matter it is, and what an answer would mean; "" where the page says it anyway."""
    question = scene.view.public.question
    if window.kind == "choose_megacorp":
        return _(
            "Rank the six. In an order drawn by chance, everybody gets the first on their list that is left."
        )
    if window.kind == "wish_list":
        return _("Two companies for your MegaCorp. They cost nothing.")
    if window.kind == "pick_company":
        return _("A company for your MegaCorp. It costs nothing.")
    if window.kind == "last_call":
        return _("The last round is over. After the cards that are played now, every industry pays once.")
    return _of(scene, question) if question is not None and question.kind == window.kind else ""


def _of(scene: Scene, question: Question) -> str:
    public: Public = scene.view.public
    player = party(scene, question.player) if question.player else ""
    other = party(scene, question.other) if question.other else ""
    country = names.country(question.country) if question.country else ""
    companies = names.companies(question.companies)
    match question.kind:
        case "antitrust":
            told = _(
                "{player} wants to buy {companies}, and needs the permission of whoever controls {country}."
            )
            told = told.format(player=player, companies=companies, country=country)
            return figures.sentence(told, _would_pay(scene, CONTENT.boxes[question.companies[0]].industry))
        case "buy_again":
            return _("You were not permitted to buy {companies}.").format(companies=companies)
        case "mercenary_reply":
            told = _("{player} bids for mercenaries of your arms companies. Each may be sold once.")
            return told.format(player=player)
        case "mercenary_counter":
            return _("Your bids were answered with other prices.")
        case "war_aid":
            if other:
                told = _("{player} attacks {country}, which {defender} controls.")
            else:
                told = _("{player} attacks {country}, which nobody controls.")
            told = told.format(player=player, country=country, defender=other)
            return figures.sentence(told, _strengths(scene.view.public, question))
        case "war_spoils":
            told = _("The war on {country} is won: you may intervene there against a company of {other}.")
            return told.format(country=country, other=other)
        case "payout_reaction":
            return _payout(scene, question)
        case "auction_bid":
            told = _(
                "{country} goes to the highest bid, which is paid. If several bid the most, nobody pays and "
                "nobody controls it."
            )
            return figures.sentence(told.format(country=country), _country(scene, question))
        case "election_vote":
            votes = board.votes(public, scene.reader) if scene.reader else 0
            told = ngettext("{country}: you have {count} vote.", "{country}: you have {count} votes.", votes)
            told = told.format(country=country, count=figures.number(votes))
            told = figures.sentence(told, _("Most votes win. After a tie nobody controls it."))
            return figures.sentence(told, _all_votes(scene), _country(scene, question))
    return ""


def _strengths(public: Public, question: Question) -> str:
    """Both sides of a war before anybody sends mercenaries."""
    attacker, country = question.player or PlayerId(""), question.country or ""
    attack = board.strength(public, attacker) + public.seats[attacker].mercenaries
    defence = CONTENT.countries[country].defence
    if question.other:
        defence += public.seats[question.other].mercenaries
    told = _(
        "So far attack {attack}, defence {defence}; on a tie the defence wins. Send mercenaries to either."
    )
    return told.format(attack=figures.number(attack), defence=figures.number(defence))


def _payout(scene: Scene, question: Question) -> str:
    """Which industry is to pay, and whom in the current state."""
    called = _("{player} calls a payout.").format(player=party(scene, question.player or ""))
    return figures.sentence(called, _would_pay(scene, question.industry or ""))


def _would_pay(scene: Scene, industry: str) -> str:
    """What an industry would pay now, and which player."""
    paid = [
        _("{money} to {player}").format(money=amounts.euros(one.amount), player=party(scene, one.player))
        for one in board.payments(scene.view.public, industry)
    ]
    told = _("{industry} would pay {payments}.") if paid else _("{industry} would pay nobody.")
    return told.format(industry=names.industry(industry), payments=figures.listed(paid))


def _country(scene: Scene, question: Question) -> str:
    """Who controls the country of an auction or an election, and what it is worth in a war."""
    slug = question.country or ""
    data, controller = CONTENT.countries[slug], scene.view.public.countries[slug].controller
    told = _("{player} controls it now.") if controller else _("Nobody controls it now.")
    force = _("Its defence is {defence}, its strength {strength}.")
    return figures.sentence(
        told.format(player=party(scene, controller or "")),
        force.format(defence=figures.number(data.defence), strength=figures.number(data.strength)),
    )


def _all_votes(scene: Scene) -> str:
    """How many votes each player has who has any."""
    public: Public = scene.view.public
    cast = [
        f"{party(scene, player)} {figures.number(count)}"
        for player in public.present
        if (count := board.votes(public, player))
    ]
    return _("Votes: {votes}.").format(votes=", ".join(cast))


def place(scene: Scene) -> str:
    """When the reader's turn comes in this round."""
    public: Public = scene.view.public
    order = public.in_order
    if scene.reader not in order:
        return ""
    turn = order.index(scene.reader) + 1
    return _("your turn is number {place} of {count}").format(place=turn, count=len(order))
