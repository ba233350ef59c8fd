"""Short texts of MegaCorps: windows, options, the line of the lobby, a result, a line of the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.contract import Line, PlayerId, Window, chapter_of
from games.skin import Person, Text, Tower, figures, towers_of

from ..rules.content import CONSTANTS
from ..rules.state import Public
from . import amounts, names

NAME = gettext_lazy("MegaCorps")
PLACE = gettext_lazy("The world of 2050")
PITCH = gettext_lazy(
    "Buy companies, make industries pay, bend governments, hire mercenaries. At the end the richest wins."
)
LENGTH = gettext_lazy("12 to 19 days")
FIRST_GAME = gettext_lazy("about half an hour")  # some twenty forms

OPTIONS: Mapping[str, tuple[Text, Text]] = {
    "round_mode": (
        gettext_lazy("How a round is played"),
        gettext_lazy(
            "With programmes everybody hands in one form a round, and nobody waits. One after the other is "
            "the printed game, and takes longer: about two months where everybody looks in once a day. By "
            "number: one after the other for three players, programmes for more."
        ),
    ),
}

CHOICES: Mapping[str, Text] = {
    "round_mode.default": gettext_lazy("By number of players"),
    "round_mode.programmed": gettext_lazy("With programmes"),
    "round_mode.sequential": gettext_lazy("One after the other"),
}

BEFORE: Final = ("choose_megacorp", "pick_company", "wish_list")
OF_A_PLAYER: Final = ("turn",)


def option_text(key: str) -> tuple[Text, Text]:
    """Label and hint of an option; of one of its choices as `key.choice`, with no hint."""
    return OPTIONS[key] if key in OPTIONS else (CHOICES[key], "")


def round_text(number: int) -> str:
    return _("Round {round}").format(round=number)


def chapter_text(chapter: int) -> str:
    return _("Before the first round") if chapter < 1 else round_text(chapter)


def turn_text(kind: str, at: tuple[int | str, ...], people: Mapping[PlayerId, Person]) -> str:
    """What a turn is called, by the kind and the place of its window: "Round 4, turn: Ana"."""
    if kind == "turn" and len(at) > 1:
        player = PlayerId(str(at[1]))
        name = people[player].name if player in people else str(player)
        return _("Round {round}, turn: {player}").format(round=chapter_of(at), player=name)
    if kind in BEFORE or not at:
        return names.window(kind)
    return _("{chapter}: {window}").format(chapter=chapter_text(chapter_of(at)), window=_lower(kind))


def _lower(kind: str) -> str:
    name = names.window(kind)
    return name[:1].lower() + name[1:]


def progress_text(window: Window) -> str:
    """The round of a window; of a door, that the game waits for nobody."""
    if window.is_door:
        return _("Asleep until somebody comes back")
    return names.window(window.kind) if window.kind in BEFORE else chapter_text(window.chapter)


def rounds(public: Public) -> int:
    """How many rounds a game of so many players has."""
    return CONSTANTS.deck[str(len(public.players))]


def headline(public: Public) -> dict[str, Any]:
    """The data of the lobby's line, from the public drawer only, because anybody may read it."""
    places = public.standings or ()
    return {
        "round": public.round,
        "rounds": rounds(public),
        "most": max((public.seats[player].money for player in public.present), default=0),
        "winners": sum(one.rank == 1 for one in places),
    }


def headline_text(data: Any) -> str:
    """The lobby's line as text; "" for unknown data."""
    if not isinstance(data, Mapping) or "rounds" not in data:
        return ""
    most = amounts.euros(data["most"])
    if data["winners"]:
        return ngettext("Won with {money}.", "Shared with {money} each.", data["winners"]).format(money=most)
    if not data["round"]:
        return _("Before the first of {rounds} rounds.").format(rounds=data["rounds"])
    return _("Round {round} of {rounds}; the richest has {money}.").format(
        round=data["round"], rounds=data["rounds"], money=most
    )


def result_text(rank: int, players: int, score: int) -> str:
    """A finished game as its player's line in the lobby; the score is the money at the end."""
    money = amounts.euros(score)
    if rank == 1:
        return _("Won with {money}").format(money=money)
    return _("{place} of {players}, with {money}").format(
        place=figures.ordinal(rank), players=players, money=money
    )


def score_line(line: Line) -> str:
    """What a line of the final score counts."""
    match line.code:
        case "money_at_end":
            return _("Money before the final payouts")
        case "final_payout":
            return ngettext(
                "{industry}, {count} company", "{industry}, {count} companies", line.params["companies"]
            ).format(
                industry=names.industry(line.params["industry"]),
                count=figures.number(line.params["companies"]),
            )
    if not line.params["round"]:
        return _("Left the game before the first round")
    return _("Left the game in round {round}").format(round=line.params["round"])


def cards_text(count: int) -> str:
    return ngettext("{count} card", "{count} cards", count).format(count=figures.number(count))


def companies_text(count: int) -> str:
    return ngettext("{count} company", "{count} companies", count).format(count=figures.number(count))


def countries_text(count: int) -> str:
    return ngettext("{count} country", "{count} countries", count).format(count=figures.number(count))


def mercenaries_text(count: int) -> str:
    return ngettext("{count} mercenary", "{count} mercenaries", count).format(count=figures.number(count))


def aim(public: Public) -> tuple[str, ...]:
    """What wins, in three lines."""
    each = CONSTANTS.payout
    return (
        _(
            "After {rounds} rounds, each industry pays once more. Whoever then has the most money wins; "
            "companies, countries and mercenaries are worth nothing."
        ).format(rounds=rounds(public)),
        _(
            "A company costs {price}. When its industry pays, it brings its owner {least} to {most}: the "
            "fewer the competitors, the more."
        ).format(
            price=amounts.euros(CONSTANTS.company_price),
            least=amounts.euros(min(each)),
            most=amounts.euros(max(each)),
        ),
        _(
            "Whoever controls a country can have its government take companies from their owners. Countries "
            "are won with mercenaries, or with cards."
        ),
    )


def towers(public: Public) -> tuple[Tower, ...]:
    """The players by their money, the richest first."""
    return towers_of(sorted((public.seats[player].money for player in public.present), reverse=True))
