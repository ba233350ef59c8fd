"""The board: the drawing, the same as tables, who has what, the order of the round, the cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene

from ..rules import board
from ..rules.content import CONSTANTS, CONTENT, CompanyState
from ..rules.state import Public
from ..texts import amounts, general, names
from .common import Owner, owner, owners, public_of, rules_url
from .drawing import drawing


class Paid(Struct, frozen=True):
    """What a payout would bring one player now, as money."""

    to: Owner
    amount: str


class IndustryRow(Struct, frozen=True):
    slug: str
    name: str
    competitors: int
    each: str
    own: bool
    payments: tuple[Paid, ...]


class CompanyCell(Struct, frozen=True):
    """A company in the row of its country: whose it is, or in a word why nobody's. `end`: a comma, but for
    the last."""

    industry: str
    owner: Owner | None
    state: str
    end: str


class CountryRow(Struct, frozen=True):
    """`force`: defence and strength; `controller`: None if nobody's; `neutral`: it never has one."""

    name: str
    government: str
    force: str
    neutral: bool
    controller: Owner | None
    companies: tuple[CompanyCell, ...]


class PlayerRow(Struct, frozen=True):
    """A player's holdings. `attack`: the mercenaries plus the strength of the countries."""

    who: Owner
    badges: tuple[str, ...]
    money: str
    mercenaries: int
    attack: int
    companies: int
    votes: int
    cards: int
    countries: str


class Seat(Struct, frozen=True):
    """A player in the order of the round: the act of the turn, or that the player is awaited."""

    who: Owner
    state: str
    awaited: bool


def context(scene: Scene) -> dict[str, Any]:
    """Values of `megacorps/board.html`: nothing that a stranger may not see."""
    public = public_of(scene)
    return {
        "title": _title(public),
        "board": drawing(scene),
        "dealt": [one for one in owners(scene).values() if one.letter],
        "industries": industries(scene),
        "countries": countries(scene),
        "players": players(scene),
        "order": order(scene),
        "round": public.round,
        "over": public.over,
        "programmed": public.programmed,
        "deck": public.deck,
        "hands": sum(public.seats[player].cards for player in public.present),
        "aside": public.aside,
        "discard": discard(public),
        "all_cards": _("All {cards}").format(
            cards=general.cards_text(sum(one.count for one in CONTENT.cards.values()))
        ),
        "clone_soldiers": public.clone_soldiers,
        "price": amounts.euros(CONSTANTS.company_price),
        "rules_url": rules_url(),
    }


def _title(public: Public) -> str:
    if public.over:
        return _("The board at the end")
    if not public.round:
        return _("The board before round 1")
    return _("The board in round {round}").format(round=public.round)


def industries(scene: Scene) -> list[IndustryRow]:
    """What each industry would pay if it paid now, the largest sum first."""
    public, who = public_of(scene), owners(scene)
    found = []
    for industry in CONTENT.industries:
        now = board.payout(public, industry)
        found.append(
            IndustryRow(
                industry,
                names.industry(industry),
                now.competitors,
                amounts.euros(now.each),
                any(one.player == scene.reader for one in now.payments),
                tuple(
                    Paid(who[one.player], amounts.euros(one.amount))
                    for one in sorted(now.payments, key=lambda one: -one.amount)
                ),
            )
        )
    return found


def _states() -> dict[CompanyState, str]:
    """Why nobody owns a company, in a word; empty for one that is owned."""
    return {
        CompanyState.OWNED: "",
        CompanyState.UNOWNED: pgettext("a company", "free"),
        CompanyState.NATIONALISED: _("nationalised"),
        CompanyState.SYNDICALISED: _("syndicalised"),
        CompanyState.ABSENT: _("not in play yet"),
    }


def countries(scene: Scene) -> list[CountryRow]:
    """Every country with its companies, in the order of the rows."""
    public, who, states = public_of(scene), owners(scene), _states()
    found = []
    for slug, data in CONTENT.countries.items():
        now = public.countries.get(slug)
        cells = []
        for company in CONTENT.by_country[slug]:
            box = public.companies[company]
            by = who[box.owner] if box.owner else None
            industry = names.industry(CONTENT.boxes[company].industry)
            end = "" if company == CONTENT.by_country[slug][-1] else ","
            cells.append(CompanyCell(industry, by, states[box.state], end))
        found.append(
            CountryRow(
                names.country(slug),
                names.government(now.government.value).lower() if now else _("neutral"),
                f"{data.defence} / {data.strength}" if now else "–",
                now is None,
                who[now.controller] if now and now.controller else None,
                tuple(cells),
            )
        )
    return found


def players(scene: Scene) -> list[PlayerRow]:
    """All players, the richest first, those who have left last."""
    public = public_of(scene)

    def rank(player: PlayerId) -> tuple[bool, int]:
        seat = public.seats[player]
        return seat.left is not None, -seat.money

    return [_player(scene, player) for player in sorted(public.players, key=rank)]


def _player(scene: Scene, player: PlayerId) -> PlayerRow:
    public = public_of(scene)
    seat, lands = public.seats[player], board.countries_of(public, player)
    return PlayerRow(
        owner(scene, player),
        tuple(_badges(public, player)),
        amounts.euros(seat.money),
        seat.mercenaries,
        seat.mercenaries + board.strength(public, player),
        len(board.companies_of(public, player)),
        board.votes(public, player),
        seat.cards,
        ", ".join(map(names.country, lands)) or _("nothing"),
    )


def _badges(public: Public, player: PlayerId) -> list[str]:
    seat = public.seats[player]
    found = [_("Paid")] if public.paid == player else []
    if public.active == player and not public.over:
        found.append(pgettext("a player", "first"))
    if seat.left is not None:
        found.append(_("out of the game"))
    elif seat.absent and not public.over:
        found.append(_("away"))
    return found


def order(scene: Scene) -> list[Seat]:
    """Those still in, in the order of this round's turns; empty before the first round and after the last."""
    public = public_of(scene)
    if public.over or not public.round:
        return []
    return [Seat(owner(scene, player), *_state(scene, player)) for player in public.in_order]


def _state(scene: Scene, player: PlayerId) -> tuple[str, bool]:
    public = public_of(scene)
    question = public.question
    if question and player in question.asked and player in scene.answered:
        return _("✓ in"), False
    if public.seats[player].absent:
        return _("away"), False
    if question and player in question.asked and player not in question.policy:
        return _("awaited"), True
    turns = public.in_order
    if public.turn in turns and turns.index(player) < turns.index(public.turn):
        return _("✓ has acted"), False
    return "", False


def discard(public: Public) -> str:
    """The discard pile by the names of its cards, in the order in which they came."""
    return ", ".join(
        names.card(slug) if count == 1 else f"{names.card(slug)} × {count}"
        for slug, count in Counter(public.discard).items()
    )
