"""Questions besides the actions: placing, exits of directors, the events, answers to offers, the Boss
card."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct, field

from games.contract import Order
from games.formkit.fields import Choice, Field
from games.formkit.reading import FieldReader
from games.skin import Scene, figures

from ..rules.board import free, heads
from ..rules.content import BOARD_MEETING, BONUS_DAY, CARDS, DIVISIONS, ROW_LENGTH, C
from ..rules.defaults import exit_of, row
from ..rules.state import Private
from ..texts import amounts, effects, names
from .fields import Pairs, PartsField, PickField, RowsField, frames, pick
from .ground import Ground
from .kind import Kind, Question
from .reading import STEP, word
from .staff import exits

BOARD: Final = "board"
DECLINE: Final = "decline"
LEASTS: Final = (*range(1, 11), 12, 14, 16, 20, 24, 30, 40)
"""The amounts proposed for what a card is given away, in steps."""


class Place(Kind):
    """Placing an executive in the setup: a department, or the board."""

    def submit(self) -> str:
        return _("Place the executive")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        where = word(reader, "to")
        reader.data |= {"to": BOARD} if where == BOARD else {"to": "department", "division": where}

    def field_of(self, key: str | None) -> str:
        return "to"

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        division = values.get("division")
        return {"to": division} if division else values

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        found = [Choice(slug, text, _heads(ground, slug)) for slug, text in ground.divisions()]
        seats = C.figures.seats
        told = _("{count} of {seats} seats are taken. Whoever has the most board members provides the boss.")
        board = told.format(count=len(ground.public.board), seats=seats)
        if len(ground.public.board) >= seats:
            first = ground.scene.name(ground.public.board[0])
            board = _("The board is full: the figure of {player} on seat 1 falls off.").format(player=first)
        found.append(Choice(BOARD, _("The board"), board))
        return [frames(question, "to", _("Where to?"), found)]


def _heads(ground: Ground, division: str) -> str:
    """The number of heads that each player has in a division, in words."""
    told = [
        _("{player} {count}").format(player=ground.scene.name(player), count=figures.number(count))
        for player in ground.public.players
        if (count := heads(ground.public, division, player))
    ]
    return _("Heads: {heads}").format(heads=", ".join(told)) if told else _("Nobody is there yet")


class Exit(Kind):
    """The exit of a director who is ousted from one division."""

    def __init__(self, division: str) -> None:
        super().__init__(f"exit-{division}")
        self.division = division

    @property
    def order(self) -> str:
        return "exit"

    def makes(self, order: Order) -> bool:
        return order.kind == "exit" and order.data.get("division") == self.division

    def name(self) -> str:
        return names.division(self.division)

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data |= {"division": self.division, "to": word(reader, "to")}

    def submit(self) -> str:
        return _("Keep this answer")

    def field_of(self, key: str | None) -> str:
        return "to"

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        silent = exit_of(ground.public, ground.me, self.division).to
        choices = exits(ground, self.division)
        for one in choices:
            if one.value == silent:
                one.hint = figures.sentence(one.hint, _("This is what happens if you say nothing."))
        return [frames(question, "to", _("Where to?"), choices)]


class EventRow(Struct):
    """A card in the row of events. `hint`: the motivation after it, or its effect; `never`: it comes after
    the Board Meeting; `first`, `last`: it cannot be moved further."""

    place: int
    card: str
    name: str
    hint: str
    fixed: bool
    never: bool
    first: bool
    last: bool


class AgendaField(Field):
    """The eight events in order. `value`: their ids, with spaces; `rounds`: how many rounds they make."""

    template: ClassVar[str] = "machtspiele/orders/agenda.jinja"

    value: str = ""
    rows: list[EventRow] = field(default_factory=list)
    rounds: str = ""


class Events(Kind):
    """The order of the eight events of a turn."""

    def submit(self) -> str:
        return _("Keep this order")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["cards"] = reader.raw("cards").split()[: 2 * ROW_LENGTH]

    def field_of(self, key: str | None) -> str:
        return "cards"

    def fields(self, question: Question) -> list[Field]:
        cards = question.values.get("cards", "")
        written = cards.split() if isinstance(cards, str) else [str(one) for one in cards]
        begin = list(row(question.rules.private.drawn))
        made = AgendaField("cards", _("The events of the turn"), was=" ".join(begin))
        shown = written or begin
        made.value = " ".join(shown)
        made.rows = _agenda(question.rules, shown)
        rounds = shown.index(BOARD_MEETING) if BOARD_MEETING in shown else len(shown)
        told = ngettext(
            "{count} round, then the Board Meeting", "{count} rounds, then the Board Meeting", rounds
        )
        made.rounds = told.format(count=figures.number(rounds))
        return [made]


def _agenda(ground: Ground, cards: list[str]) -> list[EventRow]:
    """The row in the chosen order, with the motivation after each card."""
    found: list[EventRow] = []
    motivation, over = C.motivation.start, False
    for place, card in enumerate(cards, 1):
        known = card in (BONUS_DAY, BOARD_MEETING) or card in ground.private.drawn
        hint = ""
        if over:
            hint = _("would not happen")
        elif known:
            change = effects.motivation_change(card)
            after = min(max(motivation + change, C.motivation.lowest), C.motivation.highest)
            hint = effects.event(card)
            if change:
                hint = _("motivation {was} becomes {now}").format(was=motivation, now=after)
            motivation = after
        ends = place in (1, len(cards))
        fixed = card in (BONUS_DAY, BOARD_MEETING)
        name = names.event(card) if known else card
        made = EventRow(place, card, name, hint, fixed, over, ends and place == 1, ends and place > 1)
        over = over or card == BOARD_MEETING
        found.append(made)
    return found


def shifted(cards: list[str], card: str, by: int) -> list[str]:
    """A row with one card earlier (-1) or later (1)."""
    if card not in cards:
        return cards
    at = cards.index(card)
    to = at + by
    made = list(cards)
    if 0 <= to < len(made):
        made[at], made[to] = made[to], made[at]
    return made


class Reply(Kind):
    """Accepting or refusing the offer of an envelope."""

    def submit(self) -> str:
        return pgettext("a button", "Answer")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        answer = word(reader, "accept")
        reader.data["accept"] = {"true": True, "false": False}.get(answer or "", answer)

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        answer = values.get("accept")
        return {"accept": str(answer).lower()} if isinstance(answer, bool) else values

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        envelope = ground.private.envelope
        if envelope is None:
            return []
        name, money = names.card(envelope.card), amounts.pinats(envelope.amount)
        had = ground.public.seats[ground.me].corruption
        accept = _("You receive {amount} and 1 corruption ({count} then); {card} goes to {player}, corrupt.")
        briber = ground.scene.name(envelope.briber)
        accept = accept.format(amount=money, card=name, player=briber, count=figures.number(had + 1))
        refuse = _("You keep {card}. One employee of yours is removed, where {player} has chosen.")
        refuse = refuse.format(card=name, player=briber)
        return [
            frames(
                question, "accept", _("Your answer"),
                [Choice("true", _("Accept"), accept), Choice("false", _("Refuse"), refuse)],
            )
        ]  # fmt: skip


class Boss(Kind):
    """The Boss card: where it opens a department, or that it does not."""

    def submit(self) -> str:
        return _("Use the card this way")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        where = word(reader, "division")
        reader.data |= {"decline": True} if where == DECLINE else {"division": where}

    def field_of(self, key: str | None) -> str:
        return "division"

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"division": DECLINE} if values.get("decline") is True else values

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        choices = [
            Choice(slug, text, _heads(ground, slug))
            for slug, text in ground.divisions()
            if free(ground.public, slug) or question.value("division") == slug
        ]
        choices.append(Choice(DECLINE, _("Leave it unused"), ""))
        return [frames(question, "division", _("Where?"), choices)]


class Replies(Kind):
    """Standing replies: the least amounts for which cards are given away. In mode `classic` a second amount
    says below which an offer is refused, and the player is asked about offers in between (10)."""

    def submit(self) -> str:
        return _("Keep these answers")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        for card in CARDS:
            limits = {}
            for key, name in (("accept_from", card), ("refuse_below", f"{card}.below")):
                if reader.raw(name):
                    reader.number(name)
                    value = reader.data.pop(name, None)
                    if value is not None:
                        limits[key] = value
            if limits:
                reader.data[card] = limits

    def field_of(self, key: str | None) -> str:
        card, _dot, limit = (key or "").partition(".")
        return f"{card}.below" if limit == "refuse_below" else card

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        named = {f"{card}.accept_from": card for card in CARDS}
        named |= {f"{card}.refuse_below": f"{card}.below" for card in CARDS}
        return {named.get(key, key): value for key, value in values.items() if value is not None}

    def ask(self, question: Question) -> list[Field]:
        """The fields: first the cards that the player holds, then the others, folded."""
        ground = question.rules
        mine = [card for card in CARDS if ground.public.cards[card].holder == ground.me]
        rest = [card for card in CARDS if card not in mine]
        held = [one for card in mine for one in self._limits(question, card)]
        folded = [one for card in rest for one in self._limits(question, card)]
        title = _("The other cards, should you get them") if mine else _("All cards, should you get them")
        others = PartsField("others", title, parts=[RowsField("not_held", title, bare=True, rows=folded)])
        others.folded = True
        first: list[Field] = [RowsField("held", _("Your cards"), bare=True, rows=held)] if held else []
        return [*first, others]

    def _limits(self, question: Question, card: str) -> list[PickField]:
        ground = question.rules
        classic = ground.public.mode.value == "classic"
        stand = standing(ground.private, card)
        empty = _("Ask me") if classic else _("Never")
        label = names.card(card)
        found = [self._least(question, card, label, _("from {amount}"), empty, stand[0])]
        if ground.public.cards[card].holder == ground.me:
            found[0].hint = ground.cards[card].lies
        if classic:
            label = _("{card}: refuse").format(card=label)
            below = _("below {amount}")
            found.append(self._least(question, f"{card}.below", label, below, _("Ask me"), stand[1]))
        return found

    def _least(
        self, question: Question, name: str, label: str, told: str, empty: str, stand: int | None
    ) -> PickField:
        proposed = "" if stand is None else str(stand)
        choices = {STEP * each for each in LEASTS}
        if stand is not None:
            choices.add(stand)
        pairs: Pairs = [(str(one), told.format(amount=amounts.pinats(one))) for one in sorted(choices)]
        return pick(question, name, label, [("", pairs)], empty, proposed=proposed)


def standing(private: Private, card: str) -> tuple[int | None, int | None]:
    """The standing reply for a card."""
    found = private.replies.get(card)
    return (found.accept_from, found.refuse_below) if found else (None, None)


EXITS: Final = {f"exit-{division}": Exit(division) for division in DIVISIONS}
