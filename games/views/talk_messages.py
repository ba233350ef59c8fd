"""The messages of a conversation, as its page shows them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from config.addresses import address
from web.prose import to_html

from .. import selectors
from ..access import Spot, Talking
from ..models import Conversation, Game, Message
from ..registry import skin_for
from ..selectors.talk import ReaderState
from ..skin import Person, figures
from .talk_list import People

REPORTABLE = 20  # of the newest messages
Kind = Conversation.Kind


class ShownMessage(Struct, frozen=True):
    """A message as its reader sees it. `person`: None for a game master; `fresh`: not read before, and the
    first of these is `first`; `former`: its writer no longer has the seat; `when`: "" if the reader may not
    know the time; `note`: a sentence instead of a message, where a seat changed hands."""

    number: int = 0
    person: Person | None = None
    name: str = ""
    mine: bool = False
    fresh: bool = False
    first: bool = False
    former: bool = False
    when: str = ""
    html: SafeString | str = ""
    removed: bool = False
    struck: str = ""
    note: str = ""
    url: str = ""
    where: str = ""


class Era(Struct, frozen=True):
    """The messages that belong to one chapter; `is_open`: its noon is still to come."""

    key: str
    name: str
    day: str
    is_open: bool
    messages: list[ShownMessage]


def messages_shown(
    talking: Talking, spot: Spot, who: People, thread: selectors.Thread, kept: ReaderState
) -> list[ShownMessage]:
    """The messages of a thread, with notes between them where somebody took a seat over."""
    me, inside = talking.player, talking.player is not None or talking.runs
    published = spot.conversation is not None and spot.conversation.published_at is not None
    member = me is not None and me.pk in spot.players
    hours = spot.kind == Kind.TABLE or member or (talking.runs and not published)
    taken = sorted(
        (since, pk) for pk, moments in thread.handovers.items() for since in moments if pk in who.people
    )
    shown: list[ShownMessage] = []
    told = False
    for message in thread.messages:
        while taken and taken[0][0] < message.sent_at:
            shown.append(_handover(who, message.chapter, *taken.pop(0)))
        mine = message.player_id == me.pk if me is not None else talking.runs and message.player_id is None
        fresh = inside and not talking.only_reads and message.number > kept.read
        fresh = fresh and message.author_id != talking.user_id
        shown.append(
            replace(
                message_shown(talking, who, message, hours=hours), mine=mine, fresh=fresh,
                first=fresh and not told,
            )
        )  # fmt: skip
        told = told or fresh
    last = thread.messages[-1].chapter if thread.messages else talking.game.chapter
    shown += [_handover(who, last, *each) for each in taken]
    return shown


def _handover(who: People, chapter: int, since: datetime, pk: int) -> ShownMessage:
    day = figures.date_text(timezone.localtime(since), "j F")
    text = _("On %(day)s somebody else took this place over, and reads what stands above: %(name)s.")
    return ShownMessage(number=-chapter, note=text % {"day": day, "name": who.people[pk].name})


def message_shown(talking: Talking, who: People, message: Message, *, hours: bool) -> ShownMessage:
    player = who.players.get(message.player_id or 0)
    person = who.people.get(message.player_id or 0)
    skin = skin_for(talking.game.title)
    struck = ""
    if message.struck:
        struck = _("Sent while noon struck. It belongs to: %(turn)s.") % {
            "turn": skin.chapter_text(message.chapter)
        }
    return ShownMessage(
        number=message.number, person=person, name=person.name if person else _("A game master"),
        former=player is not None and message.author_id != player.user_id,
        when=_when(message.sent_at) if hours else "", html="" if message.removed else to_html(message.text),
        removed=message.removed, struck=struck, where=skin.chapter_text(message.chapter),
    )  # fmt: skip


def _when(moment: datetime) -> str:
    """A time in the reader's zone, as short as it can be without ambiguity."""
    local, today = timezone.localtime(moment), timezone.localdate()
    hour = figures.date_text(local, "H:i")
    if local.date() == today:
        return _("today %(hour)s") % {"hour": hour}
    day = "D" if 0 < (today - local.date()).days < 7 else "j M"
    return f"{figures.date_text(local, day)} {hour}"


def eras_of(talking: Talking, shown: list[ShownMessage]) -> list[Era]:
    """The messages by the chapter they belong to, in their order."""
    game, eras = talking.game, list[Era]()
    running = game.stage == Game.Stage.RUNNING
    for message in shown:
        name = message.where or (eras[-1].name if eras else "")
        if not eras or eras[-1].name != name:
            current = skin_for(game.title).chapter_text(game.chapter)
            eras.append(Era(f"e{len(eras)}", name, message.when, running and name == current, []))
        eras[-1].messages.append(message)
    return eras


def reportable(shown: list[ShownMessage]) -> list[tuple[int, str]]:
    """The newest messages of others, as number and label, for the form that reports one."""
    others = [m for m in reversed(shown) if m.person is not None and not m.mine and not m.removed]
    return [(m.number, f"{m.name}, {m.when}" if m.when else m.name) for m in others[:REPORTABLE]]


def found_message(talking: Talking, who: People, message: Message) -> ShownMessage:
    """A message found by a search, with its link."""
    conversation, me = message.conversation, talking.player
    name = conversation.key
    if me is not None and conversation.kind == Kind.MASTERS:
        name = "masters"
    elif me is not None and conversation.kind == Kind.LETTER:
        low, high = map(int, conversation.key.split("-"))
        if me.number in (low, high):
            name = f"p{high if me.number == low else low}"
    url = address("games:conversation", talking.game.public_id, name)
    # readers from outside may read a published conversation, but not when its messages were sent
    hours = conversation.kind == Kind.TABLE or conversation.published_at is None
    shown = message_shown(talking, who, message, hours=hours)
    return replace(shown, url=f"{url}?all=1#m{message.number}")
