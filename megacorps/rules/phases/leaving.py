"""Leaving for good, and its effect on open questions and frames (section 13, D51, D56, D66)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.contract import PlayerId

from ..board import companies_of, countries_of
from ..content import CompanyState
from ..events import OfferEnded, PlayerLeft
from ..frames import (
    AnswerCounters,
    AnyFrame,
    AskTurn,
    Bargain,
    Battle,
    BuyOther,
    Pick,
    Play,
    Purchase,
    TakeProgrammed,
    TakeQueued,
    TakeSpoils,
)
from ..state import Private
from ..table import Table
from ..windows import awaited_of, still_asked
from .mercenaries import clear, keep_only

OWN = (
    Pick, Play, TakeProgrammed, TakeQueued, AskTurn, Purchase, BuyOther, Bargain, AnswerCounters, Battle,
    TakeSpoils,
)  # fmt: skip
"""What ends without further effect when its player leaves; a payout that was announced is still paid."""


def leave(table: Table, player: PlayerId) -> None:
    """Remove everything the player had; then check the open question again."""
    companies, countries, cards = (
        companies_of(table.public, player),
        countries_of(table.public, player),
        table.hand(player),
    )
    for company in companies:
        table.set_company(company, CompanyState.UNOWNED)
    for country in countries:
        table.set_country(country, controller=None)
    table.discard(player, cards)
    if table.public.paid == player:
        table.change(paid=None)
    for offer in table.private[player].offers:
        table.set_offer(offer, kept=False)
        table.tell_only(OfferEnded(offer.id, offer.by, offer.to, "left"), offer.by, offer.to)
    table.set_seat(player, money=0, mercenaries=0, missed=0, left=table.public.round)
    table.private[player] = Private()
    table.tell(PlayerLeft(player, companies, countries, cards))
    _adjust_frames(table, player)
    _adjust_question(table, player)


def _adjust_frames(table: Table, player: PlayerId) -> None:
    """Adjust the frames: the leaving player's own action ends; a war against the player continues against a
    country without controller; there are no spoils of the player's companies; a purchase that asked for the
    player's permission is made."""
    frames: list[AnyFrame] = []
    top = len(table.frames()) - 1
    for place, frame in enumerate(table.frames()):
        if isinstance(frame, OWN) and frame.player == player:
            if place == top and table.public.question is not None:
                clear(table)  # nobody is asked any more
            continue
        if isinstance(frame, Battle) and frame.defender == player:
            frame = replace(frame, defender=None)
        frames.append(frame)
    table.set_frames(frames)


def _adjust_question(table: Table, player: PlayerId) -> None:
    question = table.public.question
    if question is None:
        return
    changes: dict[str, Any] = {}
    if question.kind == "antitrust" and question.other == player:
        clear(table)  # the purchase is made when the frame runs
        return
    if question.kind == "war_spoils" and question.other == player:
        clear(table)  # run the frame again: nothing is left to take
        return
    if question.other == player:
        changes["other"] = None
    if question.kind in ("mercenary_reply", "mercenary_counter"):
        owned = tuple(one for one in question.companies if table.public.companies[one].owner is not None)
        changes["companies"] = owned
        keep_only(table, owned)
    question = replace(question, **changes)
    table.change(question=question)
    if question.kind == "mercenary_counter" and not question.companies:
        clear(table)  # run the frame again: no price is left to answer
    if question.kind in ("turn", "program", "mercenary_counter"):
        return
    if not awaited_of(table.public, question) and still_asked(table.public, question):
        table.change(question=replace(question, everybody=True))  # D66
