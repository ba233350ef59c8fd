"""The list of conversations of a game, as the rows of its page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from config.addresses import address
from web.prose import to_line

from .. import selectors
from ..access import Talking
from ..models import Conversation, Game, Player
from ..selectors import KnownConversation
from ..skin import Person, figures

LAST = 60  # characters shown of the last message
FEW = 13  # with more seats, only those with whom something was written are listed
Kind = Conversation.Kind


class TalkLine(Struct, frozen=True):
    """A conversation in the list. `icon`: "table" or "masters" if no avatars are shown."""

    url: str
    name: str
    about: str
    icon: str = ""
    people: tuple[Person, ...] = ()
    unread: int = 0
    muted: bool = False
    draft: bool = False
    last: str = ""
    current: bool = False


class TalkSection(Struct, frozen=True):
    label: str
    lines: list[TalkLine]


class People(Struct, frozen=True):
    """The seats of a game and how they are shown, by the id of the row."""

    players: dict[int, Player]
    people: dict[int, Person]

    def names(self, ids: tuple[int, ...]) -> str:
        return figures.listed([self.people[pk].name for pk in ids if pk in self.people])


def people_shown(players: list[Player]) -> People:
    people = selectors.people_of(players)
    by_id = {player.pk: next(p for pid, p in people.items() if pid == player.pid) for player in players}
    return People({player.pk: player for player in players}, by_id)


def sections_of(
    talking: Talking, who: People, known: list[KnownConversation], current: str
) -> list[TalkSection]:
    """The conversations by kind. `current`: the name of the open one."""
    game, me = talking.game, talking.player
    by_key = {each.key: each for each in known}
    sections: list[TalkSection] = []
    if game.press != Game.Press.NONE:
        about = _about_table(game, len(who.players))
        line = _line(talking, who, by_key.get("table"), "table", _("Everybody"), about, current, "table")
        sections.append(TalkSection(_("The table"), [line]))
    mine = [each for each in known if me is not None and me.pk in each.players]
    groups = [
        _line(
            talking, who, each, each.key, each.name or who.names(other_seats(each, me)),
            who.names(each.players), current,
        )
        for each in mine
        if each.kind == Kind.GROUP and each.count
    ]  # fmt: skip
    sections.append(TalkSection(_("Groups"), sorted(groups, key=lambda line: line.name.casefold())))
    sections.append(TalkSection(_("Letters"), _letters(talking, who, by_key, current)))
    if me is not None:
        found = by_key.get(f"masters-{me.number}")
        about = (
            _("always open")
            if game.press != Game.Press.NONE
            else _("always open, also where players do not write to each other")
        )
        name = _("Those who run this game")
        line = _line(talking, who, found, "masters", name, about, current, "masters")
        sections.append(TalkSection(_("The game masters"), [line]))
    elif talking.runs:
        asked = [
            _line(
                talking,
                who,
                each,
                each.key,
                who.names(each.players),
                _("writes to the game masters"),
                current,
            )
            for each in known
            if each.kind == Kind.MASTERS and each.count
        ]
        sections.append(TalkSection(_("To the game masters"), asked))
    others = [
        _line(talking, who, each, each.key, each.name or who.names(each.players), _("published"), current)
        for each in known
        if each.published and each not in mine
    ]
    sections.append(TalkSection(_("Published after the end"), others))
    return [section for section in sections if section.lines]


def _about_table(game: Game, count: int) -> str:
    players = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    if not game.is_public:
        return players
    return _("%(players)s; spectators after noon") % {"players": players}


def _letters(
    talking: Talking, who: People, by_key: dict[str, KnownConversation], current: str
) -> list[TalkLine]:
    """The letters of the reader: those with messages or a draft and, with few seats, one for each person to
    whom the reader may write."""
    me, lines = talking.player, []
    if me is None or talking.game.press != Game.Press.ALL:
        return []
    for player in who.players.values():
        if player.pk == me.pk:
            continue
        low, high = sorted((me.number, player.number))
        known = by_key.get(f"{low}-{high}")
        listed = len(who.players) <= FEW and player.user_id is not None
        if listed or (known is not None and (known.count or known.draft)):
            person = who.people[player.pk]
            lines.append(
                _line(
                    talking, who, known, player.pid, person.name, _("letter for two"), current, "", (person,)
                )
            )
    return lines


def _line(
    talking: Talking,
    who: People,
    known: KnownConversation | None,
    name: str,
    shown: str,
    about: str,
    current: str,
    icon: str = "",
    people: tuple[Person, ...] = (),
) -> TalkLine:
    me = talking.player
    if known is not None and not people and not icon:
        people = tuple(who.people[pk] for pk in other_seats(known, me) if pk in who.people)[:2]
    is_current = current == (known.key if known else name) or current == name
    line = TalkLine(
        url=address("games:conversation", talking.game.public_id, name), name=shown, about=about, icon=icon,
        people=people, current=is_current,
    )  # fmt: skip
    if known is None:
        return line
    last = _("“%(text)s”") % {"text": to_line(known.last, LAST)} if known.last else ""
    if last and me is not None and known.last_by == me.pk:
        last = _("You: %(text)s") % {"text": last}
    elif last and known.kind in (Kind.TABLE, Kind.GROUP) and known.last_by in who.people:
        last = _("%(name)s: %(text)s") % {"name": who.people[known.last_by].name, "text": last}
    return replace(
        line, last=last, muted=known.muted, draft=known.draft,
        unread=0 if is_current or known.muted else known.unread,
    )  # fmt: skip


def other_seats(known: KnownConversation, me: Player | None) -> tuple[int, ...]:
    return tuple(pk for pk in known.players if me is None or pk != me.pk)
