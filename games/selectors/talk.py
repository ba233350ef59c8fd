"""Reads for the conversations of a game.

Each function states its number of queries; none needs more for more players, conversations or messages.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from msgspec import Struct, field

from ..access import Spot, Talking, conversations_for, messages_for
from ..models import ConversationReader, ConversationSeat, Game, Message, MessageReport, Sitting

SHOWN = 60  # messages of a conversation on its page, unless all are asked for
FOUND = 50  # messages that a search shows


class KnownConversation(Struct, frozen=True):
    """A conversation with messages, as a line of a reader's list. `players`: ids of its seats; `last`: the
    text of its last message, "" if that was removed or is not shown; `last_by`: the seat that wrote it."""

    kind: str
    key: str
    name: str
    players: tuple[int, ...]
    count: int
    unread: int
    muted: bool
    draft: bool
    published: bool
    last: str = ""
    last_by: int | None = None


class ReaderState(Struct, frozen=True):
    """A reader's state of one conversation. `muted`: whether it is muted now."""

    read: int = 0
    muted: bool = False
    draft: str = ""
    draft_at: datetime | None = None
    agrees: bool = False


class Thread(Struct, frozen=True):
    """The messages of a conversation in their order. `earlier`: how many before them are not shown.
    `handovers`: when somebody else took one of its seats, by the seat's id."""

    messages: list[Message]
    earlier: int = 0
    handovers: dict[int, list[datetime]] = field(default_factory=dict)


class ReportedMessage(Struct, frozen=True):
    """A report that waits for a decision: the message with the two before and the two after it."""

    report: MessageReport
    around: list[Message]


def _is_muted(game: Game, muted: bool | None, until: datetime | None, now: datetime) -> bool:
    return bool(muted and game.stage != Game.Stage.FINISHED) or bool(until and until > now)


def conversations_of(talking: Talking, now: datetime) -> list[KnownConversation]:
    """The conversations that the reader may open and that have messages or a draft of the reader's, oldest
    first. Two queries."""
    mine = ConversationReader.objects.filter(conversation=OuterRef("pk"), user=talking.user_id)
    last = Message.objects.filter(conversation=OuterRef("pk"), number=OuterRef("count"))
    unread = (
        Message.objects.filter(conversation=OuterRef("pk"), number__gt=OuterRef("upto"))
        .exclude(author=talking.user_id)
        .order_by()
        .values("conversation")
        .annotate(found=Count("pk"))
        .values("found")
    )
    found = (
        conversations_for(talking)
        .annotate(
            upto=Coalesce(Subquery(mine.values("read")[:1]), 0),
            is_muted=Subquery(mine.values("muted")[:1]),
            until=Subquery(mine.values("muted_until")[:1]),
            drafted=Subquery(mine.values("draft_at")[:1]),
            last_text=Subquery(last.values("text")[:1]),
            last_player=Subquery(last.values("player_id")[:1]),
            last_removed=Subquery(last.values("removed")[:1]),
        )
        .annotate(
            unread=Coalesce(Subquery(unread[:1], output_field=IntegerField()), Value(0)),
        )
        .filter(Q(count__gt=0) | Q(drafted__isnull=False))
        .order_by("pk")
    )
    rows: list[Any] = list(found)
    seats: dict[int, list[int]] = defaultdict(list)
    held = ConversationSeat.objects.filter(conversation__in=conversations_for(talking))
    for conversation, player in held.order_by("player__number").values_list("conversation_id", "player_id"):
        seats[conversation].append(player)
    inside = talking.player is not None or talking.runs
    return [
        KnownConversation(
            kind=row.kind, key=row.key, name=row.name, players=tuple(seats[row.pk]), count=row.count,
            unread=row.unread if inside and not talking.only_reads else 0,
            muted=_is_muted(talking.game, row.is_muted, row.until, now),
            draft=row.drafted is not None, published=row.published_at is not None,
            last=row.last_text or "" if inside and not row.last_removed else "", last_by=row.last_player,
        )
        for row in rows
    ]  # fmt: skip


def reader_state_of(talking: Talking, spot: Spot, now: datetime) -> ReaderState:
    """The reader's state of a conversation. One query."""
    found = ConversationReader.objects.filter(
        conversation__game=talking.game, conversation__key=spot.key, user=talking.user_id
    ).first()
    if found is None:
        return ReaderState()
    muted = _is_muted(talking.game, found.muted, found.muted_until, now)
    return ReaderState(found.read, muted, found.draft, found.draft_at, found.agrees)


def thread_of(talking: Talking, spot: Spot, *, whole: bool = False, since: int = 0) -> Thread:
    """The messages of a conversation that its reader may read: the newest ones and all after number `since`,
    or with `whole` all of them. Two queries; one for the conversation of the table."""
    # Selected by its key, so that it takes the same time whether or not somebody else has written or has a
    # draft.
    found = messages_for(talking).filter(conversation__key=spot.key)
    if not whole and spot.conversation is not None:
        found = found.filter(number__gt=min(spot.conversation.count - SHOWN, since))
    messages = list(found.order_by("number"))
    earlier = messages[0].number - 1 if messages else 0
    handovers: dict[int, list[datetime]] = defaultdict(list)
    if spot.players:
        taken = Sitting.objects.filter(player__in=spot.players, since__gt=F("game__started_at"))
        for player, since_when in taken.order_by("since").values_list("player_id", "since"):
            handovers[player or 0].append(since_when)
    return Thread(messages, earlier, dict(handovers))


def newer_messages(talking: Talking, spot: Spot, number: int) -> int:
    """The number of messages after this number in a conversation, as far as its reader may read them. One
    query."""
    return messages_for(talking).filter(conversation__key=spot.key, number__gt=number).count()


def messages_found(talking: Talking, words: str) -> list[Message]:
    """The newest messages that contain these words and that the reader may read, with their conversations.
    One query."""
    found = messages_for(talking).filter(removed=False, text__icontains=words)
    return list(found.select_related("conversation").order_by("-sent_at", "-pk")[:FOUND])


def reports_waiting(reports: list[MessageReport]) -> list[ReportedMessage]:
    """Each report with the five messages that its master may read. One query."""
    wanted = Q(pk__in=[])
    for report in reports:
        said = report.message
        near = range(said.number - 2, said.number + 3)
        wanted |= Q(conversation=said.conversation_id, number__in=near)
    found = list(Message.objects.filter(wanted).order_by("number")) if reports else []
    return [
        ReportedMessage(
            report,
            [
                m
                for m in found
                if m.conversation_id == report.message.conversation_id
                and abs(m.number - report.message.number) <= 2
            ],
        )
        for report in reports
    ]
