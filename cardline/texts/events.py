"""Every event as one sentence, and the signs that go with a placement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Event, Problem
from games.skin import Scene, figures

from ..rules.state import Public
from . import amounts, names, problems
from .general import lower

Data = Mapping[str, Any]
Teller = Callable[[Scene, Data], str]

SIGNS: Final = {"placed_correctly": True, "placed_wrongly": False}


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the log. `right`: the verdict on a placement, None for anything else."""

    text: str
    right: bool | None = None


def text(scene: Scene, event: Event) -> str:
    """One event as one sentence, in the reader's language; "" for one that is unknown."""
    teller = TELLERS.get(event.kind)
    return teller(scene, event.data) if teller else ""


def log(scene: Scene, events: Iterable[Event]) -> list[Told]:
    """The events of a round as lines of the log, in the order in which they happened."""
    lines = (Told(text(scene, event), SIGNS.get(event.kind)) for event in events)
    return [line for line in lines if line.text]


def _characteristic(scene: Scene) -> str:
    public: Public = scene.view.public
    return public.options.characteristic


def _who(scene: Scene, data: Data) -> str:
    return scene.name(str(data.get("player", "")))


def _names(scene: Scene, players: Iterable[str]) -> str:
    return figures.listed([scene.name(player) for player in players])


def _figure(scene: Scene, data: Data) -> str:
    return amounts.of_event(_characteristic(scene), data["figures"])


def _started(scene: Scene, data: Data) -> str:
    return _(
        "The game opens with {card}, {figure}. {characteristic}, from the least to the most. First player: "
        "{player}."
    ).format(
        card=names.country(data["card"]),
        figure=amounts.of_event(data["characteristic"], data["figures"]),
        characteristic=names.characteristic(data["characteristic"]),
        player=scene.name(data["first"]),
    )


def _placed(right: bool) -> Teller:
    def tell(scene: Scene, data: Data) -> str:
        line = (
            _("{player} was right: {card}, {gap}. {figure}.")
            if right
            else _("{player} was wrong: {card}, not {gap}. {figure}.")
        )
        return line.format(
            player=_who(scene, data),
            card=names.country(data["card"]),
            gap=lower(names.gap(data["left"], data["right"])),
            figure=_figure(scene, data),
        )

    return tell


def _with_cards(line: Callable[[], str]) -> Teller:
    def tell(scene: Scene, data: Data) -> str:
        cards = data.get("cards") or []
        boxed = _("Unseen, to the box: {cards}.").format(cards=names.countries(cards)) if cards else ""
        return figures.sentence(line().format(player=_who(scene, data)), boxed)

    return tell


def _skipped(scene: Scene, data: Data) -> str:
    return ngettext(
        "{player} did not play.", "{player} did not play, {count} times in a row.", data["in_a_row"]
    ).format(player=_who(scene, data), count=data["in_a_row"])


REASONS: Final[dict[str, Callable[[], str]]] = {
    "alone": lambda: _("nobody else placed a last card in this round"),
    "last_standing": lambda: _("nobody else is left"),
    "no_cards": lambda: _("there are not enough cards left to part them"),
    "max_rounds": lambda: _("the last round is played, and nobody holds fewer cards"),
}


def reason(code: str) -> str:
    """Why the game ended, to go on after a colon."""
    return REASONS[code]() if code in REASONS else code


TELLERS: Final[dict[str, Teller]] = {
    "game_started": _started,
    "placed_correctly": _placed(True),
    "placed_wrongly": _placed(False),
    "drew": lambda s, d: _("{player} drew {card}.").format(player=_who(s, d), card=names.country(d["card"])),
    "skipped": _skipped,
    "became_dormant": lambda s, d: _("The game no longer waits for {player}.").format(player=_who(s, d)),
    "returned": lambda s, d: _("{player} is back.").format(player=_who(s, d)),
    "resigned": _with_cards(lambda: _("{player} resigned.")),
    "forfeited": _with_cards(lambda: _("{player} was away for too long and is out of the game.")),
    "eliminated": _with_cards(lambda: _("{player} is out: others placed their last card.")),
    # The cards dealt follow as lines of their own: after a round that nobody ended there are none.
    "extra_round": lambda s, d: _("Extra round between {players}.").format(players=_names(s, d["players"])),
    "deck_refilled": lambda s, d: ngettext(
        "The deck ran short: {count} card of the box was shuffled under it.",
        "The deck ran short: {count} cards of the box were shuffled under it.",
        d["cards"],
    ).format(count=d["cards"]),
    "fell_asleep": lambda s, d: _("Everybody is away: the game sleeps until somebody comes back."),
    "won": lambda s, d: _("{player} wins in round {round}: {reason}.").format(
        player=_who(s, d), round=d["round"], reason=reason(d["reason"])
    ),
    "shared_victory": lambda s, d: _("{players} share the victory in round {round}: {reason}.").format(
        players=_names(s, d["players"]), round=d["round"], reason=reason(d["reason"])
    ),
    "order_dropped": lambda s, d: _("Your form did not count. {reason}").format(
        reason=problems.text(Problem(d["problem"], params=d["params"]))
    ),
}
