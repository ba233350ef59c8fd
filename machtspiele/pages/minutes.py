"""The page of a turn's minutes: for each round the event, the act of each player, and what the reader was
told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene, figures

from ..rules import board
from ..rules import events as told
from ..rules.content import COMPETENCES
from ..texts import amounts, effects, general, names
from ..texts.events import tell
from .common import own_of, public_of, rules_url
from .log import Deed, Kind, Sitting, of_chapter
from .marks import Marked, marked
from .moves import Entry, all_scored, ledger, paid, total

ANSWERED: Final[Mapping[tuple[bool | None, ...], Promise]] = {
    (None,): gettext_lazy("{player} bribes {target}, who has yet to answer"),
    (True,): gettext_lazy("{player} bribes {target}: {card} changes hands"),
    (False,): gettext_lazy("{player} offers {target} an envelope in vain"),
    (False, None): gettext_lazy("{player} is refused once, and asks {target}"),
    (False, True): gettext_lazy("{player} is refused once, and gets {card} from {target}"),
    (False, False): gettext_lazy("{player} is refused twice"),
}
"""What came of one offer, or of two: taken, refused, or still to be answered."""


class Act(Struct, frozen=True):
    """An act of a player: the first sentence, its consequences, the points it moved, and what only the reader
    was told."""

    who: Marked | None
    headline: str
    lines: tuple[str, ...]
    moves: str
    own: tuple[str, ...]


class Minute(Struct, frozen=True):
    """A sitting. `when`: round or phase; `title`: its event; `lines`: the consequences of the event."""

    anchor: str
    when: str
    title: str
    lines: tuple[str, ...]
    acts: tuple[Act, ...]
    own: tuple[str, ...]

    @property
    def css(self) -> str:
        """The CSS class: full width if there are no acts beside the text."""
        return "ms-sitting" if self.acts else "ms-sitting wide"


class Purse(Struct, frozen=True):
    """The changes of the reader's cash in a sitting."""

    name: str
    entries: tuple[Entry, ...]


class Moved(Struct, frozen=True):
    """A track: the points of all players now ("" in a past turn), and the changes in the turn."""

    name: str
    cells: tuple[tuple[str, int, str], ...]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `machtspiele/minutes.html`, for the chapter shown."""
    log, beside = of_chapter(scene)
    purses = [Purse(sitting_text(each), tuple(ledger(scene, each))) for each in log]
    moment = scene.noons.get(scene.chapter)
    public, drawer = public_of(scene), own_of(scene)
    return {
        "title": general.chapter_text(scene.chapter),
        "published": figures.moment_text(moment, scene.zone) if moment and not scene.grows else "",
        "minutes": [_minute(scene, sitting, place) for place, sitting in enumerate(log)][::-1],
        "columns": list(marked(scene).values()),
        "moved": moved(scene, log),
        "purses": [purse for purse in purses if purse.entries],
        "purse_moved": amounts.signed(sum(total(purse.entries) for purse in purses)),
        "cash": amounts.pinats(drawer.cash) if drawer and _is_newest(scene) else "",
        "alone": [tell(data, scene) for data in beside],
        "to_come": _to_come(scene),
        "company_url": scene.url("company"),
        "scores_url": scene.url("scores") if public.over else "",
        "rules_url": rules_url(),
    }


def sitting_text(sitting: Sitting) -> str:
    """The name of a sitting."""
    match sitting.kind:
        case Kind.SETUP:
            return _("Setting up")
        case Kind.PHASE_ONE:
            return _("Phase I of turn {turn}").format(turn=figures.number(sitting.turn))
        case Kind.END:
            return _("The end")
    if not sitting.round:
        return _("Before round 1")
    return _("Round {round}").format(round=figures.number(sitting.round))


def _is_newest(scene: Scene) -> bool:
    return scene.chapter == scene.newest


# ---- sittings --------------------------------------------------------------------------------------------


def _minute(scene: Scene, sitting: Sitting, place: int) -> Minute:
    when, title = sitting_text(sitting), ""
    lines = _opening(scene, sitting.opening)
    if sitting.card:
        title = names.event(sitting.card)
        if not lines:
            lines = [effects.event(sitting.card)]
    elif sitting.kind is Kind.PHASE_ONE:
        title = _("The board meets")
    elif sitting.kind is Kind.SETUP:
        title = _("The first executives")
    elif sitting.kind is Kind.END:
        title = _("The last checkpoint")
    return Minute(
        f"s{place}",
        when,
        title or _("The turn begins"),
        tuple(lines),
        tuple(act(scene, deed) for deed in sitting.deeds),
        tuple(tell(data, scene) for data in sitting.own),
    )


def _opening(scene: Scene, opening: Iterable[EventData]) -> list[str]:
    """The consequences of an event, sentence by sentence; incomes and fines together."""
    found: list[str] = []
    income = [data for data in opening if isinstance(data, told.Income)]
    fines = [data for data in opening if isinstance(data, told.Fined)]
    for data in opening:
        if data in income[1:] or data in fines[1:]:
            continue
        if isinstance(data, told.Income):
            found.append(_("It pays {sums}.").format(sums=_sums(scene, income)))
        elif isinstance(data, told.Fined):
            found.append(_("It costs {sums}.").format(sums=_sums(scene, fines)))
        else:
            found.append(tell(data, scene))
    return found


def _sums(scene: Scene, paid: Iterable[told.Income | told.Fined]) -> str:
    return figures.listed(
        [
            _("{player} {amount}").format(player=scene.name(data.player), amount=amounts.pinats(data.amount))
            for data in paid
        ]
    )


# ---- acts ------------------------------------------------------------------------------------------------


def act(scene: Scene, deed: Deed) -> Act:
    """The texts of a deed."""
    people = marked(scene)
    first, *rest = deed.facts
    late = [tell(data, scene) for data in deed.before]
    if isinstance(first, told.BribeOffered):
        headline, rest = _bribe(scene, deed), _after_offers(deed)
    else:
        headline = tell(first, scene)
    return Act(
        people.get(deed.player) if deed.player else None,
        headline,
        (*late, *[tell(data, scene) for data in rest]),
        _moves(scene, deed),
        tuple(tell(data, scene) for data in deed.own),
    )


def _after_offers(deed: Deed) -> list[EventData]:
    """The lines below the headline of a bribe; offers without an answer are among them."""
    answered = deed.offers()[: len(deed.offers()) - deed.answers().count(None)]
    return [data for data in deed.facts if not isinstance(data, told.CardCorrupt) and data not in answered]


def _bribe(scene: Scene, deed: Deed) -> str:
    """The outcome of the offers, in a few words."""
    offers, answers = deed.offers(), deed.answers()
    player, last = scene.name(offers[0].player), offers[-1]
    text = ANSWERED[tuple(None if each is None else isinstance(each, told.BribeAccepted) for each in answers)]
    return str(text).format(player=player, target=scene.name(last.target), card=names.card(last.card))


def _moves(scene: Scene, deed: Deed) -> str:
    """`Corruption: Ana +1, Dimitri +1 · Ana −600,000 P`; without names if only the player's own points
    changed."""
    parts = []
    by_track: dict[str, dict[PlayerId, int]] = {}
    for (player, track), points in all_scored(deed.facts).items():
        by_track.setdefault(track, {})[player] = points
    for track, players in by_track.items():
        who = [_named(scene, deed, player, figures.signed(points)) for player, points in players.items()]
        parts.append(_("{track} {players}").format(track=track_name(track), players=", ".join(who)))
    for data in deed.facts:
        parts += [
            _named(scene, deed, player, amounts.signed(amount))
            for player, amount in paid(data).items()
            if amount
        ]
    return " · ".join(parts)


def _named(scene: Scene, deed: Deed, player: PlayerId, figure: str) -> str:
    if player == deed.player:
        return figure
    return _("{player} {amount}").format(player=scene.name(player), amount=figure)


def track_name(track: str) -> str:
    return _("Consultants") if track == "consulting" else names.competence(track)


# ---- changes in the turn -----------------------------------------------------------------------------------


def moved(scene: Scene, log: Iterable[Sitting]) -> list[Moved]:
    """The five tracks: the points of all players if the chapter shown is the newest, and the changes in
    it."""
    public = public_of(scene)
    points = all_scored(data for sitting in log for data in sitting.all())
    newest = _is_newest(scene)
    return [
        Moved(
            track_name(track),
            tuple(
                (
                    figures.number(_now(scene, player, track)) if newest else "",
                    points[player, track],
                    figures.signed(points[player, track]) if points[player, track] else "",
                )
                for player in public.players
            ),
        )
        for track in COMPETENCES
    ]


def _now(scene: Scene, player: PlayerId, track: str) -> int:
    public = public_of(scene)
    if track == "consulting":
        return sum(inside.count(player) for inside in public.consultants.values())
    return board.competence(public, player, track)


def _to_come(scene: Scene) -> str:
    """The number of events still face down in the turn in progress."""
    public = public_of(scene)
    if not scene.grows or not public.row or not public.revealed:
        return ""
    return _("Events still face down: {count}.").format(count=figures.number(public.row))
