"""Every event as one sentence, and the lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import Event, PlayerId, Problem
from games.skin import Scene, figures
from games.skin.telling import sentence, teller

from ..rules import events as told
from ..rules.state import Public, Reason
from . import amounts, names, problems
from .general import lower


class LogLine(Struct, frozen=True):
    """One line of the log. `right`: the verdict on a placement, None for anything else."""

    text: str
    right: bool | None = None


def text(scene: Scene, event: Event) -> str:
    """One event as one sentence, in the reader's language; "" for one that is unknown."""
    return sentence(tell, told.KINDS, scene, event)


def log(scene: Scene, events: Iterable[Event]) -> list[LogLine]:
    """The events of a round as lines of the log, in the order in which they happened."""
    known = [data for event in events if (data := told.read(event))]
    return [
        LogLine(tell(data, scene), data.correct if isinstance(data, told.Placed) else None) for data in known
    ]


REASONS: Final[dict[Reason, Callable[[], str]]] = {
    Reason.ALONE: lambda: _("nobody else placed a last card in this round"),
    Reason.LAST_STANDING: lambda: _("nobody else is left"),
    Reason.NO_CARDS: lambda: _("there are not enough cards left to break the tie"),
    Reason.MAX_ROUNDS: lambda: _("the last round is played, and nobody holds fewer cards"),
}


def reason(why: Reason) -> str:
    """Why the game ended, to follow a colon."""
    return REASONS[why]()


# ---- one function per kind --------------------------------------------------------------------


tell: Final = teller()


@tell.register
def _started(data: told.GameStarted, scene: Scene) -> str:
    return _(
        "The game opens with {card}, {figure}. {characteristic}, from the least to the most. First player: "
        "{player}."
    ).format(
        card=names.country(data.card),
        figure=amounts.of_event(data.characteristic, data.figures),
        characteristic=names.characteristic(data.characteristic),
        player=scene.name(data.first),
    )


@tell.register
def _placed(data: told.Placed, scene: Scene) -> str:
    public: Public = scene.view.public
    line = (
        _("{player} was right: {card}, {gap}. {figure}.")
        if data.correct
        else _("{player} was wrong: {card}, not {gap}. {figure}.")
    )
    return line.format(
        player=scene.name(data.player),
        card=names.country(data.card),
        gap=lower(names.gap(data.left, data.right)),
        figure=amounts.of_event(public.options.characteristic, data.figures),
    )


@tell.register
def _drew(data: told.Drew, scene: Scene) -> str:
    return _("{player} drew {card}.").format(player=scene.name(data.player), card=names.country(data.card))


@tell.register
def _skipped(data: told.Skipped, scene: Scene) -> str:
    return ngettext(
        "{player} did not play.", "{player} did not play, {count} times in a row.", data.in_a_row
    ).format(player=scene.name(data.player), count=data.in_a_row)


@tell.register
def _became_dormant(data: told.BecameDormant, scene: Scene) -> str:
    return _("The game no longer waits for {player}.").format(player=scene.name(data.player))


@tell.register
def _returned(data: told.Returned, scene: Scene) -> str:
    return _("{player} is back.").format(player=scene.name(data.player))


@tell.register
def _fell_asleep(data: told.FellAsleep, scene: Scene) -> str:
    return _("Everybody is away: the game sleeps until somebody comes back.")


@tell.register
def _resigned(data: told.Resigned, scene: Scene) -> str:
    return _with_cards(_("{player} resigned."), data, scene)


@tell.register
def _forfeited(data: told.Forfeited, scene: Scene) -> str:
    return _with_cards(_("{player} was away for too long and is out of the game."), data, scene)


@tell.register
def _eliminated(data: told.Eliminated, scene: Scene) -> str:
    return _with_cards(_("{player} is out: others placed their last card."), data, scene)


def _with_cards(line: str, data: told.WentOut, scene: Scene) -> str:
    boxed = _("Unseen, to the box: {cards}.").format(cards=names.countries(data.cards)) if data.cards else ""
    return figures.sentence(line.format(player=scene.name(data.player)), boxed)


@tell.register
def _extra_round(data: told.ExtraRound, scene: Scene) -> str:
    # the cards dealt are told in separate lines; after a round that nobody ended there are none
    return _("Extra round between {players}.").format(players=_names(data.players, scene))


@tell.register
def _deck_refilled(data: told.DeckRefilled, scene: Scene) -> str:
    return ngettext(
        "The deck ran short: {count} card of the box was shuffled under it.",
        "The deck ran short: {count} cards of the box were shuffled under it.",
        data.cards,
    ).format(count=data.cards)


@tell.register
def _won(data: told.Won, scene: Scene) -> str:
    return _("{player} wins in round {round}: {reason}.").format(
        player=scene.name(data.player), round=data.round, reason=reason(data.reason)
    )


@tell.register
def _shared_victory(data: told.SharedVictory, scene: Scene) -> str:
    return _("{players} share the victory in round {round}: {reason}.").format(
        players=_names(data.players, scene), round=data.round, reason=reason(data.reason)
    )


@tell.register
def _order_dropped(data: told.OrderDropped, scene: Scene) -> str:
    return _("Your form did not count. {reason}").format(
        reason=problems.text(Problem(data.problem, params=data.params))
    )


def _names(players: Iterable[PlayerId], scene: Scene) -> str:
    return figures.listed([scene.name(player) for player in players])
