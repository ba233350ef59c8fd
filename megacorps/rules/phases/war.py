"""A war that was declared: aid, totals, losses, spoils (section 9)."""

from __future__ import annotations

from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.forms import Answers, first_of

from ..board import spoils, strength
from ..content import CONSTANTS, CONTENT
from ..events import AidGiven, WarFought
from ..frames import Battle, TakeSpoils
from ..orders import NONE, WarAid, WarSpoils
from ..policies import aid
from ..state import Question
from ..table import Table
from .actions import intervene
from .asking import numbered, put


def battle(table: Table, frame: Battle) -> None:
    """Ask those who hold a mercenary now for aid (D53); policies pledge at once."""
    belligerents = (frame.player, frame.defender)
    around = table.public.order_from(frame.player)
    asked = tuple(p for p in around if p not in belligerents and table.seat(p).mercenaries)
    pledges = {p: aid(table.standing(p), frame.player, frame.country) for p in asked}
    given = {player: pledge for player, pledge in pledges.items() if pledge is not None}
    question = replace(
        numbered(table, "war_aid", asked),
        policy=tuple(given), player=frame.player, other=frame.defender, country=frame.country,
    )  # fmt: skip
    put(table, replace(frame, given=given), question, aided, shown=not table.public.programmed)


def aided(table: Table, question: Question, answers: Answers) -> None:
    """Reveal and move all pledges together; then fight the war."""
    frame: Battle = table.pop()
    table.change(question=None)
    pledges: dict[PlayerId, WarAid] = dict(frame.given)
    for player in answers:
        pledges[player] = first_of(answers, player, WarAid) or WarAid()
    attack = defend = 0
    for player in question.asked:
        if player not in pledges or not table.is_in(player):
            continue
        to_attacker, to_defender = _covered(pledges[player], table.seat(player).mercenaries)
        if to_attacker or to_defender:
            table.arm(player, -to_attacker - to_defender)
            table.tell(AidGiven(player, to_attacker, to_defender))
            attack, defend = attack + to_attacker, defend + to_defender
    table.arm(frame.player, attack)
    if frame.defender is not None:
        table.arm(frame.defender, defend)
        defend = table.seat(frame.defender).mercenaries
    _fight(table, frame, defend)


def _covered(pledge: WarAid, own: int) -> tuple[int, int]:
    """A pledge limited to the mercenaries that are left, the attacker's part first (D69)."""
    to_attacker = min(pledge.to_attacker, own)
    return to_attacker, min(pledge.to_defender, own - to_attacker)


def losses(attackers: int, defenders: int) -> tuple[int, int]:
    """The losses of each side, no matter which won (9.5, D26)."""
    if defenders == 0:
        return min(attackers, CONSTANTS.attacker_minimum_loss), 0
    lost = min(attackers, defenders)
    return lost, lost


def _fight(table: Table, frame: Battle, defenders: int) -> None:
    """`defenders`: mercenaries of the country's controller, or those pledged to the country itself."""
    attackers = table.seat(frame.player).mercenaries
    attack = strength(table.public, frame.player) + attackers
    defence = CONTENT.countries[frame.country].defence + defenders
    attackers_lost, defenders_lost = losses(attackers, defenders)
    won = attack > defence
    table.arm(frame.player, -attackers_lost)
    if frame.defender is not None:
        table.arm(frame.defender, -defenders_lost)
    if won:
        table.set_country(frame.country, controller=frame.player)
    table.tell(
        WarFought(
            frame.player, frame.country, frame.defender, attack, defence, attackers, defenders,
            attackers_lost, defenders_lost, won,
        )
    )  # fmt: skip
    if frame.defender is not None:
        winner, loser = (frame.player, frame.defender) if won else (frame.defender, frame.player)
        table.push(TakeSpoils(winner, loser, frame.country, frame.spoils if won else ()))


def take_spoils(table: Table, frame: TakeSpoils) -> None:
    """Let the winner intervene in that country against a company of the loser; preferences answer (D54)."""
    legal = spoils(table.public, frame.player, frame.loser, frame.country)
    if not legal:
        return
    wishes = (frame.wishes, table.standing(frame.player).spoils_preferences)
    answer = next((found for wish in wishes if (found := preferred(wish, legal)) is not None), None)
    if answer is not None:
        _take(table, frame, answer)
        return
    question = replace(
        numbered(table, "war_spoils", (frame.player,)),
        player=frame.player, other=frame.loser, country=frame.country, companies=legal,
    )  # fmt: skip
    put(table, frame, question, spoils_taken, shown=not table.public.programmed)


def preferred(wishes: tuple[str, ...], legal: tuple[str, ...]) -> str | None:
    """The first legal company of a list, or the word `none`; None if the list has neither."""
    return next((wish for wish in wishes if wish == NONE or wish in legal), None)


def spoils_taken(table: Table, question: Question, answers: Answers) -> None:
    frame: TakeSpoils = table.pop()
    table.change(question=None)
    order = first_of(answers, frame.player, WarSpoils)
    _take(table, frame, (order.company if order else None) or NONE)


def _take(table: Table, frame: TakeSpoils, company: str) -> None:
    if company != NONE:
        intervene(table, frame.player, company, after_war=True)
