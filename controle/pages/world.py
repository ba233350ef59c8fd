"""The page of the world: the order of the round, the map, the players and their tokens, the reader's hand,
globalization, civil society, piles, and a table for every region."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct

from games.contract import PlayerId, Window
from games.skin import Scene, bots_wait_text, figures

from ..rules.content import LAST_LEVEL, C, Mode
from ..rules.events import Crossed, RoundBegan
from ..rules.notation import CATEGORIES
from ..rules.state import Public
from ..rules.windows import windows
from ..rules.world import World, points
from ..texts import amounts, names
from ..texts.people import Seen, seen
from .common import facts, public_of, rules_url
from .faces import Back, back, faces, hand
from .planet import planet
from .regions import regions, short_categories
from .tracks import globalization


class Turn(Struct, frozen=True):
    """A player in the order of the round. `css`: `played`, `due` for a question of the reader's, or ""."""

    who: Seen
    state: str
    css: str


class PlayerRow(Struct, frozen=True):
    """The public figures of a player. `points`: those if the game ended now."""

    who: Seen
    group: str
    badges: tuple[tuple[str, bool], ...]
    points: str
    tokens: tuple[tuple[str, str, int], ...]
    backs: tuple[Back, ...]
    cards: str


class Waiting(Struct, frozen=True):
    """A card of the zone. `why`: whose turn set it aside; "" if that is not known."""

    back: Back
    why: str


class PileRow(Struct, frozen=True):
    """A category: cards left in its two piles, in its discard; tokens of its type left."""

    slug: str
    name: str
    figures: tuple[int, ...]


class ToDo(Struct, frozen=True):
    """What the reader is asked. `go`: the label of the button, "" without one."""

    headline: str
    text: str
    go: str = ""


def context(scene: Scene) -> dict[str, Any]:
    """Values of `controle/world.html`: nothing that its reader may not see."""
    public, people = public_of(scene), seen(scene)
    return {
        "title": title(public),
        "until": _(
            "the game ends when a category stands at level {level} after a round, or after round {last}"
        ).format(level=names.level(LAST_LEVEL), last=C.figures.rounds)
        if not public.over
        else "",
        "order": order(scene),
        "order_label": order_label(public),
        "zone": zone(scene),
        "zone_count": amounts.cards(len(public.zone)),
        "zone_after": zone_after(scene),
        "todo": todo(scene),
        "planet": planet(public, people, "#r"),
        "region_count": _count(public),
        "players": players(scene),
        "hand": hand(scene),
        "hand_seen": hand_seen(scene),
        **shown(scene),
        "globe": globalization(scene),
        "piles": piles(public),
        "regions": regions(scene),
        "categories": short_categories(),
        "over": public.over,
        "orders_url": scene.url("orders"),
        "cards_url": scene.url("cards"),
        "scores_url": scene.url("scores") if public.over else "",
        "rules_url": rules_url(),
    }


def title(public: Public) -> str:
    if public.over:
        return _("The world at the end")
    if not public.round:
        return _("The world before round 1")
    return _("The world in round {round}").format(round=public.round)


def _count(public: Public) -> str:
    count = len(public.regions)
    return ngettext("{count} region", "{count} regions", count).format(count=count)


# ---- the order of the round --------------------------------------------------------------------------------


def order_label(public: Public) -> str:
    if not public.round:
        return _("Who is served first")
    return _("Order of round {round}").format(round=public.round)


def order(scene: Scene) -> list[Turn]:
    """All players in turn order; empty once the game is over."""
    public, people = public_of(scene), seen(scene)
    if public.over:
        return []
    return [Turn(people[player], *_state(scene, player, place)) for place, player in enumerate(public.order)]


def _state(scene: Scene, player: PlayerId, place: int) -> tuple[str, str]:
    """What a player does in this round, in words, and the class of the entry."""
    public = public_of(scene)
    if public.round and public.mode is Mode.TURNS:
        if place < public.turn:
            return (_("passed"), "played") if player in public.passed else (_("has played"), "played")
        if player == public.active and not public.asleep:
            return (_("your turn"), "due") if player == scene.reader else (_("to play"), "")
        if player in public.absent:
            return _("away"), ""
        return (pgettext("the order of a round", "next"), "") if place == public.turn + 1 else ("", "")
    if player in scene.answered:
        return pgettext("a form", "in"), "played"
    if player in public.absent:
        return _("away"), ""
    return (_("your form is awaited"), "due") if player == scene.reader else (_("awaited"), "")


def todo(scene: Scene) -> ToDo | None:
    """What the reader is asked, in one sentence; if nothing, who is awaited."""
    public, reader = public_of(scene), scene.reader
    if public.over:
        return None
    if public.asleep:
        sleeps = _("Everybody is away. Whoever comes back wakes the game, and it goes on where it stopped.")
        return ToDo(_("The game sleeps."), sleeps, _("Come back") if reader else "")
    open_now = windows(public)
    mine = next((each for each in open_now if reader in each.awaited), None)
    if mine is not None and reader not in scene.answered:
        return _asked(scene, mine)
    if reader is not None and reader in public.absent:
        if scene.rehearses:
            waits, until = bots_wait_text()
            return ToDo(f"{waits}.", until, _("Come back"))
        return ToDo(_("You are away."), _("Your turns are played by default."), _("Come back"))
    others = [
        scene.name(player) for each in open_now for player in each.awaited if player not in scene.answered
    ]
    waits = _("Awaited: {players}.").format(players=figures.listed(list(dict.fromkeys(others))))
    return ToDo(
        waits,
        _("You may file plans for your own next turn.") if reader and _files(public) else "",
        _("File plans") if reader and _files(public) else "",
    )


def _files(public: Public) -> bool:
    return public.mode is Mode.TURNS and public.round > 0


def _asked(scene: Scene, window: Window) -> ToDo:
    headline, text, go = {
        "start": (
            _("The world awaits your start."),
            _("Place one free influence and name four piles to draw from."),
            _("Choose my start"),
        ),
        "play": (_("It is your turn."), _("Choose a card, one of its effects, and where."), _("Play a card")),
        "forced": (
            _("It is your turn, and nothing in your hand can be played."),
            _("Your hand is shown; the card drawn is played with its first effect."),
            _("Play the card drawn"),
        ),
        "draw": (_("You have cards to draw."), _("Name the piles; the others play on meanwhile."), _("Draw")),
        "surplus": (
            _("You have more than four cards."),
            _("Choose what goes back under its pile."),
            _("Return cards"),
        ),
        "round": (
            _("Your form for this round is awaited."),
            _("What is saved counts at noon; the round closes once everybody’s form is complete."),
            _("To my plans"),
        ),
    }[window.kind]
    return ToDo(headline, text, go)


# ---- players ---------------------------------------------------------------------------------------------


def players(scene: Scene) -> list[PlayerRow]:
    """All players in seat order."""
    public, people = public_of(scene), seen(scene)
    now = points(World.of(public))
    return [_player(public, people[player], score) for player, score in zip(public.players, now, strict=True)]


def _player(public: Public, who: Seen, score: int) -> PlayerRow:
    seat = public.seats[who.id]
    badges = []
    if who.id == public.active and not public.asleep:
        badges.append((_("to play"), True))
    if not public.over and seat.left:
        badges.append((_("has left"), False))
    elif not public.over and who.id in public.absent:
        badges.append((_("away"), False))
    return PlayerRow(
        who,
        _("{colour} · {organization}").format(
            colour=who.colour_name, organization=names.organization(seat.organization)
        ),
        tuple(badges),
        figures.number(score),
        tuple(
            (CATEGORIES[place], names.resource(place), count)
            for place, count in enumerate(seat.held)
            if count
        ),
        tuple(map(back, seat.backs)),
        amounts.cards(len(seat.backs)),
    )


def hand_seen(scene: Scene) -> str:
    """How much of the reader's hand the others see: the faces, too, until it is drawn from after a forced
    turn."""
    pending = public_of(scene).pending_of(scene.reader) if scene.reader is not None else None
    if pending is not None and pending.shown:
        return _("shown to everybody in the forced turn")
    return _("the others see the backs only")


def shown(scene: Scene) -> dict[str, Any]:
    """A hand shown to all in a forced turn: whose, why, its cards, the card drawn; otherwise empty."""
    public = public_of(scene)
    forced = public.forced
    if forced is None or public.active is None:
        return {"shown": "", "shown_hand": [], "shown_card": []}
    return {
        "shown": _("{player} could play nothing").format(player=scene.name(public.active)),
        "shown_hand": faces(forced.hand),
        "shown_card": faces([forced.card]),
    }


# ---- civil society, piles ----------------------------------------------------------------------------------


def zone(scene: Scene) -> list[Waiting]:
    """The cards set aside in this round, backs up, in the order of their reaction."""
    public = public_of(scene)
    crossed: list[Crossed] = []
    for chapter in sorted(scene.recent):
        for data in facts(scene.recent[chapter]):
            if isinstance(data, RoundBegan):
                crossed = []
            elif isinstance(data, Crossed) and data.pile is not None:
                crossed.append(data)
    known = [each.pile for each in crossed] == list(public.zone)
    return [
        Waiting(back(pile), _crossed(scene, crossed[place]) if known else "")
        for place, pile in enumerate(public.zone)
    ]


def _crossed(scene: Scene, data: Crossed) -> str:
    return _("{category} reached level {level}, {player}’s turn").format(
        category=names.category(data.category),
        level=names.level(data.now),
        player=scene.name(data.player),
    )


def zone_after(scene: Scene) -> str:
    public = public_of(scene)
    if public.over or not public.round:
        return ""
    if public.mode is Mode.ROUNDS:
        return _("after the last turn of the round")
    return _("after the turn: {player}").format(player=scene.name(public.order[-1]))


def piles(public: Public) -> list[PileRow]:
    return [
        PileRow(
            slug,
            names.category(slug),
            (
                public.piles[f"{slug}1"],
                public.piles[f"{slug}2"],
                len(public.discards.get(slug, ())),
                public.reserve[place],
            ),
        )
        for place, slug in enumerate(CATEGORIES)
    ]
