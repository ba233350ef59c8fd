"""The page of the company: the building, the race, events, motivation, certificates, who is in, and the
reader's own things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import Scene, figures

from ..rules.content import BOARD_MEETING, PRIVILEGES, C
from ..rules.state import PHASE_TWO
from ..texts import amounts, effects, general, names
from . import mine
from .building import building, opened
from .common import public_of, rules_url
from .log import Kind, Sitting, recent
from .marks import marked
from .minutes import act, sitting_text
from .moves import ledger, total
from .people import Chair, order, staff, staff_columns
from .race import points, race


class AgendaLine(Struct, frozen=True):
    """An event of this turn: its round, its effect, and the change of the reader's cash."""

    round: int
    name: str
    does: str
    now: bool
    own: str


class Dot(Struct, frozen=True):
    """A step of motivation, at its place in the drawing."""

    value: int
    x: str
    now: bool

    @property
    def r(self) -> int:
        """The radius of its circle."""
        return 7 if self.now else 4


def context(scene: Scene) -> dict[str, Any]:
    """Values of `machtspiele/company.html`: of other players only what everybody may see."""
    public = public_of(scene)
    log = recent(scene)
    last = next((sitting for sitting in reversed(log) if sitting.deeds), None)
    columns, chairs = list(marked(scene).values()), order(scene)
    return {
        "title": _title(scene),
        "stand": stand(scene, chairs),
        "building": building(scene, opened(last)),
        "new_in": _new_in(last),
        "columns": columns,
        "race": race(scene),
        "points": list(zip(columns, points(scene), strict=True)),
        "needed": C.end.needed,
        "deeds": [act(scene, deed) for deed in last.deeds] if last else [],
        "deeds_of": sitting_text(last) if last else "",
        "minutes_url": scene.url("minutes", scene.newest),
        "agenda": agenda(scene, log),
        "agenda_of": agenda_of(scene),
        "hidden": 0 if BOARD_MEETING in public.revealed else public.row,
        "row_known": mine.row_known(scene),
        "motivation": public.motivation,
        "highest": C.motivation.highest,
        "dots": dots(public.motivation),
        "by_motivation": by_motivation(public.motivation),
        "mine": mine.mine(scene, last),
        "order": chairs,
        "certificates": mine.market(scene),
        "certificates_note": mine.market_note(scene),
        "staff": staff(scene),
        "staff_columns": staff_columns(),
        "over": public.over,
        "scores_url": scene.url("scores") if public.over else "",
        "rules_url": rules_url(),
    }


def _title(scene: Scene) -> str:
    return _("The company at the end") if public_of(scene).over else _("The company")


def stand(scene: Scene, chairs: Iterable[Chair]) -> str:
    """The state of the game in a sentence: what will be carried out next, or what is awaited."""
    public = public_of(scene)
    if public.over:
        return _("The game is over. Everything is revealed on the page of the scores.")
    if public.asleep:
        return _("Everybody is away: the game sleeps until somebody comes back.")
    if public.bribe is not None:
        return _(
            "{player} has handed {target} an envelope for the card {card}; the answer is awaited."
        ).format(
            player=scene.name(public.bribe.briber),
            target=scene.name(public.bribe.target),
            card=names.card(public.bribe.card),
        )
    if not public.turn:
        return _("The first executives are being placed.")
    if public.question and public.question.kind == "round":
        told = _("What everybody can see before round {round} is carried out.").format(round=public.round)
        return figures.sentence(told, _still_to_hand_in(chairs))
    if public.stage not in PHASE_TWO:
        return _("What everybody can see in phase I of turn {turn}.").format(turn=public.turn)
    return _("What everybody can see in round {round}.").format(round=public.round)


def _still_to_hand_in(chairs: Iterable[Chair]) -> str:
    """The players for whom a round waits, the reader first."""
    waited = [chair.who for chair in chairs if chair.awaited]
    if not waited:
        return ""
    called = [_("you") for who in waited if who.own] + [who.name for who in waited if not who.own]
    return _("Still to hand in: {players}.").format(players=figures.listed(called))


def _new_in(last: Sitting | None) -> str:
    """When the new offices were opened, in words."""
    if last is None or not opened(last):
        return ""
    if last.kind is Kind.ROUND:
        return _("+ is new in round {round}").format(round=last.round)
    return _("+ is new")


# ---- events and motivation -------------------------------------------------------------------------------


def agenda_of(scene: Scene) -> str:
    """The turn whose events are shown, in words: the previous one until new ones are drawn."""
    public = public_of(scene)
    before = public.stage not in PHASE_TWO and bool(public.revealed) and not public.over
    return general.chapter_text(public.turn - before)


def agenda(scene: Scene, log: list[Sitting]) -> list[AgendaLine]:
    """The events of this turn that are revealed."""
    public, found = public_of(scene), []
    by_round = {sitting.round: sitting for sitting in log if sitting.kind is Kind.ROUND}
    for number, card in enumerate(public.revealed, 1):
        sitting, own = by_round.get(number), ""
        if sitting is not None:
            moved = total(ledger(scene, Sitting(Kind.ROUND, sitting.turn, number, card, sitting.opening)))
            own = _("you {amount}").format(amount=amounts.signed(moved)) if moved else ""
        now = number == len(public.revealed) and public.stage in PHASE_TWO
        found.append(AgendaLine(number, names.event(card), effects.besides(card), now, own))
    return found


def dots(motivation: int) -> list[Dot]:
    """The scale of motivation, from the lowest to the highest."""
    low, high = C.motivation.lowest, C.motivation.highest
    return [
        Dot(value, f"{4 + 92 * (value - low) / (high - low):.1f}%", value == motivation)
        for value in range(low, high + 1)
    ]


def by_motivation(motivation: int) -> list[tuple[str, str, str]]:
    """What the three cards that depend on motivation give now, plain and corrupt."""
    found = []
    for slug, card in PRIVILEGES.items():
        if len(card.plain) > 1:
            plain, corrupt = card.at(False, motivation), card.at(True, motivation)
            text = amounts.signed if slug == "controlling" else figures.signed
            found.append((names.card(slug), text(plain), text(corrupt)))
    return found
