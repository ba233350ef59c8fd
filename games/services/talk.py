"""Conversations within a game: sending messages, opening groups, drafts, muting, reports, publication.

A message is sent with the game's row locked, like orders: it belongs to the turn that is open then.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from web.prose import clean

from .. import permissions
from ..access import Spot
from ..clock import next_deadline
from ..models import (
    Conversation,
    ConversationReader,
    ConversationSeat,
    Delivery,
    Game,
    LedgerEntry,
    Mastership,
    Message,
    MessageReport,
    Notice,
    Player,
    Sitting,
    Turn,
    public_id,
)
from .claims import lock_game
from .ledger import ledger_write
from .notices import tell
from .openings import calendar_of
from .refusals import Refused

MOST_CHARACTERS = 2000
MOST_WORDS = 500  # characters of a report, besides the message
MAX_GROUPS = Conversation.bound.most  # groups that one seat may open in a game
MAX_A_DAY = Message.bound.most  # messages of one writer in a game within 24 hours
ONE_DAY = timedelta(days=1)
UNRESOLVED = (*Turn.ASKED, Turn.Status.PAUSED)
Kind = Conversation.Kind


def written(typed: str) -> str:
    """A typed text as it is stored. Raises `Refused`: `nothing_written`, `too_long`."""
    text = clean(typed)
    if not text:
        raise Refused("nothing_written")
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_long", length=len(text), most=MOST_CHARACTERS)
    return text


def message_send(
    *,
    game: Game,
    spot: Spot,
    author: User,
    player: Player | None,
    text: str,
    began: datetime,
    after: int | None = None,
) -> Message:
    """Send a message, from a seat or (`player` None) as a game master. `began`: when its request arrived;
    `after`: the number of the last message its page showed, so that one sent twice is stored once. Raises
    `Refused`: what `written` raises, `not_yours` (the seat was lost meanwhile), `no_press`, `nobody_there`,
    `talk_closed`, `enough_said`.

    At most fifteen statements, however many readers it has.
    """
    text = written(text)
    with transaction.atomic():
        game = lock_game(game.pk)
        _may_write(game, spot.kind, author, player)
        conversation = _conversation(game, spot)
        if conversation.published_at is not None:
            raise Refused("talk_closed")
        if after is not None:
            own = Message.objects.filter(conversation=conversation, author=author, number__gt=after)
            if twin := own.filter(text=text).first():
                return twin
        return _said(game, conversation, spot.players, author, player, text, began)


def group_open(
    *, game: Game, author: User, player: Player, seats: Iterable[int], name: str, text: str, began: datetime
) -> str:
    """Open a group with the seats of these numbers and send its first message; with one other seat and no
    name it is a letter. Returns the name of the conversation in addresses. Raises `Refused`: what
    `message_send` raises, `nobody_chosen`, `enough_groups`."""
    text = written(text)
    with transaction.atomic():
        game = lock_game(game.pk)
        _may_write(game, Kind.GROUP, author, player)
        chosen = list(game.players.filter(number__in=set(seats), user__isnull=False).exclude(pk=player.pk))
        if not chosen:
            raise Refused("nobody_chosen")
        if len(chosen) == 1 and not name:
            pair = sorted((chosen[0], player), key=lambda seat: seat.number)
            spot = Spot(Kind.LETTER, f"{pair[0].number}-{pair[1].number}", tuple(seat.pk for seat in pair))
            found = _conversation(game, spot)
            if found.published_at is not None:
                raise Refused("talk_closed")
            _said(game, found, spot.players, author, player, text, began)
            return chosen[0].pid
        if Conversation.objects.filter(game=game, kind=Kind.GROUP, opened_by=player).count() >= MAX_GROUPS:
            raise Refused("enough_groups", most=MAX_GROUPS)
        group = Conversation.objects.create(
            game=game, kind=Kind.GROUP, key=public_id(), name=name, opened_by=player
        )
        members = (player.pk, *(seat.pk for seat in chosen))
        ConversationSeat.objects.bulk_create(
            ConversationSeat(conversation=group, player_id=seat) for seat in members
        )
        _said(game, group, members, author, player, text, began)
    return group.key


def _may_write(game: Game, kind: Kind, author: User, player: Player | None) -> None:
    """Check that this user still holds the seat, or runs the game, and that its press allows it."""
    if player is None:
        why = permissions.refusal(permissions.GameAct.SETTINGS, permissions.actor_in(game, author))
        if why is not None or kind != Kind.MASTERS:
            raise Refused("not_yours")
    elif not game.players.filter(pk=player.pk, user=author).exists():
        raise Refused("not_yours")
    allowed = {Game.Press.NONE: (Kind.MASTERS,), Game.Press.TABLE: (Kind.MASTERS, Kind.TABLE)}
    if kind not in allowed.get(Game.Press(game.press), tuple(Kind)):
        raise Refused("no_press")


def _conversation(game: Game, spot: Spot) -> Conversation:
    """The row of a conversation, created with its seats if it does not exist yet. Raises `Refused` for a
    letter to a seat that no person holds."""
    found, created = Conversation.objects.get_or_create(game=game, key=spot.key, defaults={"kind": spot.kind})
    if created:
        ConversationSeat.objects.bulk_create(
            ConversationSeat(conversation=found, player_id=seat) for seat in spot.players
        )
    if spot.kind == Kind.LETTER and not found.count:
        held = game.players.filter(pk__in=spot.players, user__isnull=False)
        if held.count() < len(spot.players):
            raise Refused("nobody_there")
    return found


def _said(
    game: Game,
    conversation: Conversation,
    seats: tuple[int, ...],
    author: User,
    player: Player | None,
    text: str,
    began: datetime,
) -> Message:
    now = timezone.now()
    today = Message.objects.filter(author=author, sent_at__gt=now - ONE_DAY, conversation__game=game)
    if today.count() >= MAX_A_DAY:
        raise Refused("enough_said", most=MAX_A_DAY)
    turn = Turn.objects.filter(game=game, status__in=UNRESOLVED).order_by("position").first()
    is_due = turn is not None and turn.is_due(now)
    waited = turn is not None and began < turn.opened_at <= now
    struck = not game.paused and (is_due or waited)
    conversation.count += 1
    conversation.save(update_fields=["count"])
    message = Message.objects.create(
        conversation=conversation, number=conversation.count, player=player, author=author, text=text,
        turn=turn, chapter=turn.chapter if turn else game.chapter, struck=struck, sent_at=now,
        opens_at=now if is_due else next_deadline(calendar_of(game), now, 0),
    )  # fmt: skip
    # consent to publication did not include this message
    ConversationReader.objects.filter(conversation=conversation, agrees=True).update(agrees=False)
    ConversationReader.objects.filter(conversation=conversation, user=author).update(draft="", draft_at=None)
    _tell(game, conversation, seats, author, player, now)
    return message


def _tell(
    game: Game,
    conversation: Conversation,
    seats: tuple[int, ...],
    author: User,
    player: Player | None,
    now: datetime,
) -> None:
    """Count the message as unread for its other readers, and notify those who have no such notice yet and
    have not muted the conversation."""
    muted = ConversationReader.objects.filter(_muted(game, now), conversation=conversation)
    readers = game.players.filter(user__isnull=False).exclude(user=author)
    if conversation.kind != Kind.TABLE:
        readers = readers.filter(pk__in=seats)
    readers = readers.filter(~Exists(muted.filter(user=OuterRef("user"))))
    users = list(readers.values_list("user_id", flat=True))
    readers.update(unread=F("unread") + 1)
    if conversation.kind == Kind.MASTERS and player is not None:
        silent = set(muted.values_list("user_id", flat=True))
        users = [user for user in masters_told(game) if user not in silent]
    told = Notice.objects.filter(_of(game, conversation), user__in=users, read_at=None)
    already = set(told.values_list("user_id", flat=True))
    key = f"{_key(conversation)}{conversation.count}"
    # The notice does not name the conversation: somebody who sees the mail learns only that there is a
    # message.
    others = [user for user in users if user not in already]
    tell(game=game, users=others, kind=Notice.Kind.MESSAGE, key=key, data={})


def _key(conversation: Conversation) -> str:
    return f"message/{conversation.pk}/"


def _of(game: Game, conversation: Conversation) -> Q:
    """The notices about a conversation."""
    return Q(game=game, kind=Notice.Kind.MESSAGE, key__startswith=_key(conversation))


def _muted(game: Game, now: datetime) -> Q:
    """The readers who have muted a conversation of this game."""
    until = Q(muted_until__gt=now)
    return until if game.stage == Game.Stage.FINISHED else until | Q(muted=True)


def masters_told(game: Game) -> list[int]:
    """The users who answer for the game masters of a game: its masters who never had a seat in it; if there
    is none, the superusers who never had one. At most two queries."""
    staff = get_user_model().objects.filter(is_active=True, is_staff=True)
    free = staff.exclude(Exists(Sitting.objects.filter(game=game, user=OuterRef("pk"))))
    free = free.exclude(Exists(Player.objects.filter(game=game, user=OuterRef("pk"))))
    named = free.filter(Exists(Mastership.objects.filter(game=game, user=OuterRef("pk"))))
    return list(named.values_list("pk", flat=True)) or list(
        free.filter(is_superuser=True).values_list("pk", flat=True)
    )


# ---- what one reader keeps --------------------------------------------------------------------------


def conversation_read(*, conversation: Conversation, user: User, player: Player | None, number: int) -> int:
    """Store that a user has read a conversation up to a message, and dismiss the notices about it. Returns
    how many unread messages the seat still has. At most ten statements."""
    with transaction.atomic():
        reader, _created = ConversationReader.objects.get_or_create(conversation=conversation, user=user)
        if reader.read < number:
            reader.read = number
            reader.save(update_fields=["read"])
        about = Notice.objects.filter(_of(conversation.game, conversation), user=user)
        # locked, because another process may be writing their deliveries
        list(about.select_for_update().order_by("pk").values_list("pk"))
        # notices not sent yet are deleted; those being sent are only dismissed
        gone = Delivery.objects.exclude(state=Delivery.State.WAITING, tries=0)
        about.exclude(Exists(gone.filter(notice=OuterRef("pk")))).delete()
        about.filter(read_at=None).update(read_at=timezone.now())
        return _count_again(conversation.game, user, player) if player is not None else 0


def unread_again(*, player: Player) -> None:
    """Mark every message in the conversations of a seat as unread, for a user who has just taken it over.
    Three statements."""
    if player.user is not None:
        _count_again(player.game, player.user, player)


def _count_again(game: Game, user: User, player: Player) -> int:
    """Count the unread messages of a seat again, store the number, and return it. Three statements."""
    # a message sent meanwhile adds one to the row, either before this counts it or afterwards
    list(Player.objects.select_for_update(no_key=True).filter(pk=player.pk).values_list("pk"))
    own = ConversationSeat.objects.filter(conversation=OuterRef("conversation"), player=player)
    mine = ConversationReader.objects.filter(conversation=OuterRef("conversation"), user=user)
    counted = Message.objects.filter(conversation__game=game).filter(
        Q(conversation__kind=Kind.TABLE) | Q(Exists(own))
    )
    counted = counted.exclude(author=user).exclude(Exists(mine.filter(_muted(game, timezone.now()))))
    counted = counted.annotate(upto=Coalesce(mine.values("read")[:1], 0)).filter(number__gt=F("upto"))
    unread = counted.count()
    Player.objects.filter(pk=player.pk, user=user).update(unread=unread)
    return unread


def _reader(game: Game, spot: Spot, user: User) -> ConversationReader:
    conversation = _conversation_row(game, spot)
    return ConversationReader.objects.get_or_create(conversation=conversation, user=user)[0]


def _conversation_row(game: Game, spot: Spot) -> Conversation:
    if spot.conversation is not None:
        return spot.conversation
    found, created = Conversation.objects.get_or_create(game=game, key=spot.key, defaults={"kind": spot.kind})
    if created:
        ConversationSeat.objects.bulk_create(
            ConversationSeat(conversation=found, player_id=seat) for seat in spot.players
        )
    return found


def draft_keep(*, game: Game, spot: Spot, user: User, text: str, after: int | None = None) -> datetime | None:
    """Store a user's draft; an empty text deletes it. `after`: the number of the last message that the page
    showed: a draft that arrives after its message was sent is ignored. Returns when it was stored, None if
    there is no draft. Raises `Refused`: `too_long`."""
    text, now = clean(text), timezone.now()
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_long", length=len(text), most=MOST_CHARACTERS)
    if spot.conversation is not None and after is not None:
        sent = Message.objects.filter(conversation=spot.conversation, author=user, number__gt=after)
        if sent.exists():
            return None
    if not text and spot.conversation is None:
        return None
    with transaction.atomic():
        reader = _reader(game, spot, user)
        reader.draft, reader.draft_at = text, now if text else None
        reader.save(update_fields=["draft", "draft_at"])
    return reader.draft_at


def conversation_mute(*, game: Game, spot: Spot, user: User, player: Player | None, until: str) -> None:
    """Mute a conversation for one reader until the next noon ("noon") or until the game is over ("game"), or
    unmute it ("")."""
    now = timezone.now()
    with transaction.atomic():
        reader = _reader(game, spot, user)
        reader.muted = until == "game"
        reader.muted_until = next_deadline(calendar_of(game), now, 0) if until == "noon" else None
        reader.save(update_fields=["muted", "muted_until"])
        if player is not None:
            _count_again(game, user, player)


# ---- reports ----------------------------------------------------------------------------------------


def message_report(*, message: Message, game: Game, reporter: User, why: str, words: str) -> None:
    """Show a message to the game masters. Raises `Refused`: `reported_already`, `own_message`,
    `report_too_long`."""
    words = clean(words)
    if len(words) > MOST_WORDS:
        raise Refused("report_too_long", length=len(words), most=MOST_WORDS)
    if message.author_id == reporter.pk:
        raise Refused("own_message")
    with transaction.atomic():
        report, created = MessageReport.objects.get_or_create(
            message=message, reporter=reporter,
            defaults={"why": why, "words": words, "at": timezone.now()},
        )  # fmt: skip
        if not created:
            raise Refused("reported_already")
        key = f"reported/{report.pk}"
        tell(game=game, users=masters_told(game), kind=Notice.Kind.REPORTED, key=key, data={})


def report_decide(*, game: Game, report: MessageReport, author: User, remove: bool) -> None:
    """Decide about a reported message, for everybody who reported it. The ledger tells the decision without
    the names of the writer and of those who reported it. Raises `Refused`: `not_yours`, `decided_already`."""
    with transaction.atomic():
        game = lock_game(game.pk)
        if permissions.refusal(permissions.GameAct.SETTINGS, permissions.actor_in(game, author)) is not None:
            raise Refused("not_yours")
        decision = MessageReport.Decision.REMOVED if remove else MessageReport.Decision.LEFT
        waiting = MessageReport.objects.filter(message=report.message_id, decision="")
        if not waiting.update(decision=decision, decided_at=timezone.now()):
            raise Refused("decided_already")
        if remove:
            Message.objects.filter(pk=report.message_id).update(removed=True)
        data = {"why": report.why, "removed": remove}
        ledger_write(game=game, act=LedgerEntry.Act.REPORT_DECIDED, author=author, data=data)


# ---- after the end ----------------------------------------------------------------------------------


def writers_of(conversation: Conversation) -> set[int | None]:
    """Who has written in a conversation: user ids, None for an account that was deleted. One query."""
    said = Message.objects.filter(conversation=conversation)
    return set(said.order_by().values_list("author_id", flat=True).distinct())


def conversation_agree(*, game: Game, conversation: Conversation, user: User, agrees: bool) -> bool:
    """Say whether a conversation may be read by everybody who may see the game; with the last writer's
    consent it is published and closed. Only after the end. Returns whether it is published now. Raises
    `Refused`: `talk_not_over`, `talk_closed`, `not_a_writer`, `writer_gone` (somebody who wrote in it has
    no seat any more and cannot agree)."""
    with transaction.atomic():
        game = lock_game(game.pk)
        conversation = Conversation.objects.get(pk=conversation.pk, game=game)
        if game.stage != Game.Stage.FINISHED or conversation.kind not in (Kind.LETTER, Kind.GROUP):
            raise Refused("talk_not_over")
        if conversation.published_at is not None:
            raise Refused("talk_closed")
        writers = writers_of(conversation)
        if user.pk not in writers:
            raise Refused("not_a_writer")
        seated = set(game.players.filter(user__isnull=False).values_list("user_id", flat=True))
        if not writers <= seated:
            raise Refused("writer_gone")
        ConversationReader.objects.update_or_create(
            conversation=conversation, user=user, defaults={"agrees": agrees}
        )
        agreeing = ConversationReader.objects.filter(conversation=conversation, agrees=True)
        agreed = agreeing.filter(user__in=[user for user in writers if user is not None])
        if agreed.count() < len(writers):
            return False
        conversation.published_at = timezone.now()
        conversation.save(update_fields=["published_at"])
    return True
