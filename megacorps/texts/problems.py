"""Refusals as sentences: what did not happen, why, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Problem
from games.formkit.sentences import SHAPES, TYPING, Params, Sentences, whole
from games.skin import Scene, figures

from ..rules.content import COMPANIES, COUNTRIES
from . import amounts, names
from .parties import party

Told = Callable[[Params], str]


def _say(text: str | Promise) -> Told:
    """A sentence without figures."""
    return lambda params: str(text)


def _money(text: str | Promise, *keys: str) -> Told:
    """A sentence with sums of euros, by the keys of the params."""
    return lambda params: str(text).format(**{key: amounts.euros(whole(params, key)) for key in keys})


def _count(text: str | Promise, *keys: str) -> Told:
    return lambda params: str(text).format(**{key: figures.number(whole(params, key)) for key in keys})


def _named(text: str | Promise, key: str, name: Callable[[Any], str]) -> Told:
    return lambda params: str(text).format(**{key: name(params.get(key, ""))})


def thing(what: Any) -> str:
    """The name of what a gift or a lock is about: a company, a country, or a kind of thing."""
    if what in COMPANIES:
        return names.company(what)
    if what in COUNTRIES:
        return names.country(what)
    return {
        "money": _("money"),
        "mercenaries": _("mercenaries"),
        "companies": _("companies"),
        "countries": _("countries"),
        "cards": _("cards"),
    }.get(str(what), str(what))


def _amount(what: Any, value: int) -> str:
    return amounts.euros(value) if what == "money" else figures.number(value)


def _locked(params: Params) -> str:
    what = params.get("what", "")
    if whole(params, "free"):
        return _("{thing}: locked while this question is open; {free} can be given away now.").format(
            thing=figures.capital(thing(what)), free=_amount(what, whole(params, "free"))
        )
    return _("{thing}: locked while this question is open. Wait until it is settled.").format(
        thing=figures.capital(thing(what))
    )


def _too_few(params: Params) -> str:
    what = params.get("what", "")
    return _("{thing}: {asked} asked for, and there are {free}. Ask for fewer.").format(
        thing=figures.capital(thing(what)),
        asked=_amount(what, whole(params, "asked")),
        free=_amount(what, whole(params, "free")),
    )


REFUSALS: Final[Mapping[str, Told]] = {
    **TYPING,
    **SHAPES,
    "not_a_player": _say(gettext_lazy("Nothing done: you have no place in this game. You may watch it.")),
    "game_over": _say(gettext_lazy("Nothing done: the game is over. Its last page has the places.")),
    "you_left": _say(gettext_lazy("Nothing done: you have left this game. You may watch it.")),
    "not_asked": _say(
        gettext_lazy("Nothing done: this question is closed, or is not for you. Here is what is asked now.")
    ),
    "one_order": _say(gettext_lazy("Nothing done: one answer is wanted here, no more and no less.")),
    "not_ticked": _say(
        gettext_lazy("You chose something for this card. Tick it to play it, or choose nothing.")
    ),
    "missing": _say(gettext_lazy("Nothing is chosen here yet. Choose first.")),
    "number_too_big": _count(gettext_lazy("That number is too long: {maximum} at most."), "maximum"),
    "negative_number": _say(gettext_lazy("A number below 0 makes no sense here. Write 0 or more.")),
    "unknown_player": _say(gettext_lazy("No player has that number. Choose one of the players.")),
    "too_many_actions": _count(
        gettext_lazy("A programme has room for {of} actions. Take out what is beyond them."), "of"
    ),
    "twice": _say(gettext_lazy("This is answered twice. Answer it once.")),
    "seen_before": _say(
        gettext_lazy(
            "Nothing done: something has happened since you opened this page. Here is the new board; look "
            "again."
        )
    ),
    "not_for_sale": _say(
        gettext_lazy("None of these companies can be bought now: each has an owner, or is out of the market.")
    ),
    "never_for_sale": _say(gettext_lazy("This company belongs to everybody, and no game ever sells it.")),
    "already_refused": _say(
        gettext_lazy("Permission for this company was refused in this turn. Choose another one, or none.")
    ),
    "not_enough_money": _money(gettext_lazy("{needed} are needed, and you have {money}."), "needed", "money"),
    "holds_paid": _say(gettext_lazy("You hold the Paid card: somebody else must take a payout first.")),
    "payout_taken": _say(gettext_lazy("This round has had its payout already.")),
    "not_controlled": _named(
        gettext_lazy("You do not control this country: {country}."), "country", names.country
    ),
    "not_owned": _say(gettext_lazy("Nobody owns this company: there is nothing to intervene against.")),
    "own_company": _say(gettext_lazy("This company is yours already: nobody steals from oneself.")),
    "no_mercenary": _say(gettext_lazy("A war needs a mercenary, and you have none.")),
    "own_country": _say(gettext_lazy("You control this country already.")),
    "no_bid_there": _named(
        gettext_lazy("No bid can be made there: {company} supplies no mercenary of another player."),
        "company",
        names.company,
    ),
    "bids_too_high": _money(
        gettext_lazy("Your bids come to {bids}, and after the bank you have {left} left. Lower them."),
        "bids",
        "left",
    ),
    "card_not_held": _named(
        gettext_lazy("This card is not in your hand: {card}. Choose one that is."), "card", names.card
    ),
    "reaction_only": _say(gettext_lazy("This card answers a payout; it is not played by itself.")),
    "own_turn_only": _say(gettext_lazy("This card is played in your own turn only.")),
    "not_a_choice": _say(gettext_lazy("This choice does not belong to that card or answer. Leave it empty.")),
    "neutral_country": _say(gettext_lazy("This card does not work in a neutral country.")),
    "wrong_government": _named(
        gettext_lazy("The card is for another government; this country’s is: {government}."),
        "government",
        names.government,
    ),
    "no_controller": _say(
        gettext_lazy("Nobody controls this country: the card needs one that is controlled.")
    ),
    "wrong_state": _named(
        gettext_lazy("The card does not work on this company, which is {state}."), "state", names.state
    ),
    "wrong_trigger": _say(
        gettext_lazy(
            "A card for your own turn cannot be played at that moment. Choose the one before your turn."
        )
    ),
    "not_all_six": _say(gettext_lazy("Put all six MegaCorps in an order, each once.")),
    "not_asked_about": _say(gettext_lazy("Nobody asked about this company. Choose one of those named.")),
    "price_missing": _say(gettext_lazy("A price belongs to this answer. Write it.")),
    "price_not_above": _money(gettext_lazy("The bid is {bid}: a counter-price must be higher."), "bid"),
    "counters_too_high": _money(
        gettext_lazy("Together they cost {sum}, and you have {money}. Accept fewer."), "sum", "money"
    ),
    "too_many_mercenaries": _count(
        gettext_lazy("Mercenaries pledged: {sum}. You have {mercenaries}. Pledge fewer."),
        "sum",
        "mercenaries",
    ),
    "bid_too_high": _money(gettext_lazy("You bid {amount}, and have {money}. Bid less."), "amount", "money"),
    "to_oneself": _say(
        gettext_lazy("Nobody gives to oneself, or trades with oneself. Choose somebody else.")
    ),
    "nothing_given": _say(gettext_lazy("Nothing would change hands. Choose something.")),
    "not_yours": _named(gettext_lazy("{what}: not yours to give."), "what", thing),
    "not_theirs": _named(gettext_lazy("{what}: it does not belong to the other player."), "what", thing),
    "locked": _locked,
    "too_few": _too_few,
    "no_such_offer": _say(gettext_lazy("This offer is gone, or is not for you.")),
    "wrong_cards": _say(gettext_lazy("These are not the cards that were asked for. Choose those.")),
}

SENTENCES: Final = Sentences(REFUSALS, lambda params: _("Nothing done: this is not possible. Choose again."))


def text(scene: Scene, problem: Problem) -> str:
    """A refusal as a sentence; one for any code, known or not."""
    if problem.code == "has_left":
        return _("Not in the game any more: {player}. Choose somebody who is.").format(
            player=party(scene, str(problem.params.get("player", "")))
        )
    return SENTENCES(problem.code, problem.params)
