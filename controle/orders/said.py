"""The texts of an order form: above it the matter of the question and the default without an answer; beside
it the outcome of a turn in columns, levels, tokens and points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct

from games.contract import PlayerId, Problem, Window
from games.rulekit.shapes import order
from games.skin import Desk, Scene, figures

from ..rules.check import TurnFigures
from ..rules.content import CARDS, C
from ..rules.defaults import default, turn
from ..rules.forms import hand_of_round
from ..rules.state import Private, Public
from ..rules.world import World
from ..texts import amounts, effects, events, names, problems, receipts
from ..texts.people import Seen, seen
from .ground import Ground

MOST_LINES: Final = 5
OWN_EVENTS: Final = ("order_dropped", "plans_tried", "faces_drawn")
"""What a player alone is told, and would miss on the form."""


class Track(Struct, frozen=True):
    """A row of the globalization table, before and after."""

    name: str
    was: str
    now: str
    levels: str


class Outcome(Struct, frozen=True):
    """The outcome of a turn if it were played now. `why`: why it could not be played; "" if it can."""

    why: str = ""
    before: str = ""
    after: str = ""
    tracks: tuple[Track, ...] = ()
    changes: tuple[str, ...] = ()
    points: str = ""
    crossed: str = ""
    dock: str = ""


def outcome(ground: Ground, found: TurnFigures) -> Outcome:
    """The figures of a quote in words."""
    if found.problem:
        return Outcome(why=problems.text(ground.scene, Problem(found.problem, params=dict(found.params))))
    tracks = tuple(
        Track(
            names.category(each.category),
            figures.number(each.column),
            figures.number(each.column_after),
            names.level(each.level)
            if each.level == each.level_after
            else f"{names.level(each.level)} → {names.level(each.level_after)}",
        )
        for each in found.tracks
    )
    now, then = found.points_now.get(ground.me, 0), found.points.get(ground.me, 0)
    points = _("If the game ended then: {then} instead of {now}.").format(
        then=amounts.points(then), now=amounts.points(now)
    )
    if now == then:
        points = _("If the game ended then: {now}, as now.").format(now=amounts.points(now))
    return Outcome(
        before=amounts.kinds(ground.held),
        after=amounts.kinds(found.tokens),
        tracks=tracks,
        changes=tuple(_changes(ground, found)),
        points=points,
        crossed=_crossed(found),
        dock=points,
    )


def _crossed(found: TurnFigures) -> str:
    if not found.crossings:
        return _("No level of globalization is reached: nothing is set aside for civil society.")
    told = [
        f"{names.category(each.category)}{figures.FIXED}{names.level(each.now)}" for each in found.crossings
    ]
    return ngettext(
        "{levels} would be reached: a card is set aside for civil society.",
        "{levels} would be reached: one card each is set aside for civil society.",
        len(told),
    ).format(levels=figures.listed(told))


def _changes(ground: Ground, found: TurnFigures) -> list[str]:
    """Influences by region and player, then development: "Sand Crossroads: you 3 → 5, Dimitri 4 → 3"."""
    moved: dict[int, dict[PlayerId, int]] = defaultdict(lambda: defaultdict(int))
    developed: dict[int, int] = defaultdict(int)
    for each in found.changes:
        if each.what == "influence" and each.region is not None and each.player is not None:
            moved[each.region][each.player] += each.amount
        elif each.what == "development" and each.region is not None:
            developed[each.region] += each.amount
    told, gap = [], pgettext("before a name", ": ")
    for slot in sorted({*moved, *developed}):
        parts = [
            _by(_who(ground, player), _total(ground.world, slot, ground.public, player), by)
            for player, by in moved[slot].items()
            if by
        ]
        if developed[slot]:
            parts.append(_by(_("development"), ground.world.development[slot], developed[slot]))
        if parts:
            told.append(f"{ground.region(slot)}{gap}{', '.join(parts)}.")
    return told


def _by(what: str, was: int, by: int) -> str:
    return f"{what}{figures.FIXED}{figures.number(was)} → {figures.number(was + by)}"


def _total(world: World, slot: int, public: Public, player: PlayerId) -> int:
    return world.total(slot, public.players.index(player))


def _who(ground: Ground, player: PlayerId) -> str:
    return _("you") if player == ground.me else ground.scene.name(player)


# ---- before the question ---------------------------------------------------------------------------------


def heading(scene: Scene, window: Window) -> str:
    """The question itself."""
    match window.kind:
        case "start":
            return _("Your start")
        case "play":
            return _("Your turn")
        case "forced":
            return _("A forced turn")
        case "draw":
            return _("Your draw")
        case "surplus":
            return _("Above four cards")
        case "round":
            return _("Your round {round}").format(round=window.at[0])
        case _:
            return names.window(window.kind)


def matter(scene: Scene, window: Window) -> list[str]:
    """What is asked, in a sentence or two."""
    public: Public = scene.view.public
    match window.kind:
        case "start":
            seat = public.seats[_reader(scene)]
            return [
                _("You lead the {organization}, at home {region}.").format(
                    organization=names.organization(seat.organization),
                    region=names.in_region_at(public, seat.home),
                ),
                _("Everybody answers at once; all is shown together."),
            ]
        case "play" if public.pending_of(_reader(scene)) is not None:
            return [_("Draw first: then your turn opens.")]
        case "play":
            return [_("One card, one effect, one region. A card played cannot be taken back.")]
        case "forced" if public.forced is not None:
            card = CARDS[public.forced.card]
            shown = _("You could play nothing: your hand was shown, and this card drawn: {card}.")
            first = _("Its first effect is played, whatever it asks: {effect}")
            return [
                shown.format(card=names.card(card.id)),
                first.format(effect=effects.says(card.effects[0])),
            ]
        case "surplus":
            return [_("You have {cards}, and may keep four.").format(cards=amounts.cards(_hand(scene)))]
        case "round":
            return [
                _("Up to six plans, best first: the first that is possible when your turn comes is played."),
            ]
        case _:
            return []


def _reader(scene: Scene) -> PlayerId:
    assert scene.reader is not None  # only players see a form
    return scene.reader


def _hand(scene: Scene) -> int:
    private: Private | None = scene.view.private
    return len(private.hand) if private is not None else 0


def silence_title(desk: Desk) -> str:
    """The heading that says when the default is played."""
    if desk.window.kind == "round" and any(order.kind == "plan" for order in desk.orders):
        return _("If none of your plans is possible when your turn comes")
    return _("If you hand in nothing")


def silence(scene: Scene, window: Window) -> str:
    """The default for a reader who hands in nothing, in words, from the reader's view only (15.3)."""
    if window.kind == "round":
        told = _of_round(scene)
    else:
        told = [f"{receipts.what(scene, each)}." for each in default(scene.view, window)]
    if window.kind in ("play", "forced", "round") and not scene.rehearses:
        after = C.figures.absent_after
        told.append(
            ngettext(
                "After {count} turn like this, nobody waits for you.",
                "After {count} turns like this, nobody waits for you.",
                after,
            ).format(count=figures.number(after))
        )
    return " ".join(told)


def _of_round(scene: Scene) -> list[str]:
    """The default of a future turn if it were played now; the world may have changed by then."""
    public: Public = scene.view.public
    reader, hand = _reader(scene), scene.view.private.hand if scene.view.private is not None else ()
    play = turn(public, reader, hand_of_round(hand, ()))
    if play is None:
        return [_("As things stand you can play nothing: a card is drawn and played for you.")]
    return [_("As things stand: {play}.").format(play=receipts.what(scene, order(play)))]


def lately(scene: Scene) -> list[str]:
    """What only the reader was told lately: cards drawn, plans tried, an order that did not count."""
    found = [
        events.text(scene, event)
        for chapter in sorted(scene.own_recent)
        for event in scene.own_recent[chapter]
        if event.kind in OWN_EVENTS
    ]
    return [text for text in found if text][-MOST_LINES:]


def waiting(scene: Scene) -> tuple[str, str]:
    """Why the reader is asked nothing, and who is asked."""
    public: Public = scene.view.public
    if public.asleep:
        return _("The game sleeps"), _("Everybody is away. Whoever comes back first wakes it.")
    if scene.reader in public.absent and not scene.rehearses:  # there the bots wait
        return _("You are away"), _("Your turns are played by default, and nobody waits for you.")
    if public.active is not None:
        return _("The others have to decide"), _("It is the turn of {player}.").format(
            player=scene.name(public.active)
        )
    return _("The others have to decide"), ""


class Near(Struct, frozen=True):
    """A player beside the form: tokens, and the points if the game ended now."""

    who: Seen
    tokens: str
    points: str


def around(ground: Ground, points: Mapping[PlayerId, int]) -> list[Near]:
    """All players in turn order."""
    people = seen(ground.scene)
    return [
        Near(
            people[player],
            amounts.kinds(ground.public.seats[player].held),
            figures.number(points.get(player, 0)),
        )
        for player in ground.public.order
    ]
