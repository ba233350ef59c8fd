"""Webhooks: setting one up for a user or a game, and posting the news of a game to its hook."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import ChannelKind, User, UserChannel

from ..channels.base import SendOutcome, SendResult
from ..channels.hook import hook_post, in_language
from ..hooks import HookNews, fact_name
from ..models import Game, LedgerEntry, Notice, RoomNews, Webhook, hook_secret
from ..outgoing import NotSent, target_of
from ..registry import is_installed, skin_for
from ..texts import news_text, trial_text, turn_text
from .notices import notices_stay_here
from .refusals import Refused

log = logging.getLogger(__name__)
State = RoomNews.State
MOST_SECONDS = 5  # for one run, because turns may be waiting for the worker
AT_ONCE = 100  # in one run
NEWS = timedelta(days=3)  # older facts are not posted
KEPT = timedelta(days=60)  # after that the same fact does not occur again
PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MAX_TRIES = len(PAUSES) + 1
# Kinds that are the same for the whole table. What concerns one player only is never posted for a game.
_OF_ALL = frozenset({Notice.Kind.STARTED, Notice.Kind.RESOLVED, Notice.Kind.FINISHED, Notice.Kind.CANCELLED})
_ACTS = frozenset(
    {LedgerEntry.Act.PAUSED, LedgerEntry.Act.RESUMED, LedgerEntry.Act.EXTENDED, LedgerEntry.Act.OUTAGE}
)


# ---- the hook itself --------------------------------------------------------------------------------


@transaction.atomic
def hook_set(
    *, url: str, style: str, language: str, set_by: User, user: User | None = None, game: Game | None = None
) -> Webhook:
    """Give a user or a game an address for news, replacing an older one; the secret stays. Raises `Refused`
    for an address to which the site never posts. Seven queries."""
    try:
        target_of(url)
    except NotSent:
        raise Refused("hook_address") from None
    notices_stay_here()
    hook, _made = Webhook.objects.update_or_create(
        user=user,
        game=game,
        defaults={
            "url": url, "style": style, "language": language, "set_by": set_by, "answer": "",
            "sent_at": None, "refused_at": None, "failing_since": None, "rests_until": None,
            "stopped_at": None,
        },
    )  # fmt: skip
    _goes_on(hook)
    return hook


def _goes_on(hook: Webhook) -> None:
    """Resume posting to this address. At most one query."""
    if hook.user_id is not None:
        stopped = UserChannel.objects.filter(user=hook.user_id, kind=ChannelKind.HOOK)
        stopped.update(stopped_at=None, why="")


def hook_renew_secret(*, hook: Webhook) -> None:
    """Replace the secret for signatures. One query."""
    hook.secret = hook_secret()
    hook.save(update_fields=["secret"])


def hook_remove(*, hook: Webhook) -> None:
    """Delete the address, with the news still waiting to be posted there. Two queries."""
    hook.delete()


def hook_try(*, hook: Webhook) -> SendOutcome:
    """Post a message that says it is a trial, at once, even to an address that was given up. Takes at most
    five seconds. Three queries."""
    hook.rests_until = hook.stopped_at = hook.failing_since = None
    path = reverse("games:game", args=[hook.game.public_id]) if hook.game else reverse("games:lobby")
    about = hook.game.name if hook.game else ""
    now = timezone.now()
    with in_language(hook):
        news = HookNews(fact_name(f"trial/{hook.pk}/{now.isoformat()}"), about, "", trial_text(), path)
    outcome = hook_post(hook, news)
    if outcome.result is SendResult.DELIVERED:
        _goes_on(hook)
    return outcome


# ---- news of a game ---------------------------------------------------------------------------------


def room_fact(notice: Notice) -> tuple[str, str, int | None] | None:
    """The fact that a notice is about, if the whole table gets it: its key, and its turn or the chapter that
    is over. None if it concerns one player only."""
    data: dict[str, object] = notice.data
    over = data.get("over")
    if notice.kind in _OF_ALL:
        turn = "" if notice.kind != Notice.Kind.RESOLVED else str(data.get("turn", ""))
        return notice.key, turn, None
    if isinstance(over, int):
        return f"over/{over}", "", over
    if notice.kind == Notice.Kind.ANNOUNCED and data.get("act") in _ACTS:
        return notice.key, "", None
    return None


def room_news_write(notices: Iterable[Notice]) -> None:
    """Write the rows to be posted to the hooks of games, one for each fact. One query, and one more if one of
    these games has a hook."""
    facts = {}
    for notice in notices:
        fact = room_fact(notice) if notice.game_id is not None else None
        if fact is not None:
            facts[notice.game_id, fact[0]] = fact
    hooks = {
        hook.game_id: hook
        for hook in Webhook.objects.filter(game__in={game for game, _ in facts}, stopped_at=None)
    } if facts else {}  # fmt: skip
    now = timezone.now()
    wanted = [
        RoomNews(hook=hooks[game], key=key, turn=turn, chapter=chapter, next_at=now)
        for (game, _), (key, turn, chapter) in facts.items()
        if game in hooks
    ]
    if wanted:
        RoomNews.objects.bulk_create(wanted, ignore_conflicts=True)


def _due() -> QuerySet[RoomNews]:
    now = timezone.now()
    return RoomNews.objects.filter(
        state=State.WAITING, next_at__lte=now, created_at__gt=now - NEWS, hook__stopped_at=None
    )


def room_news_waits() -> bool:
    """Whether some news can be posted now. One query."""
    return _due().exists()


def room_news_send() -> int:
    """Post some of the waiting news; returns how many arrived. A hook that fails is paused and does not delay
    the others."""
    found = _due().select_related("hook__game").prefetch_related("hook__game__players").order_by("pk")
    rows = list(found[:AT_ONCE])
    if not rows:
        return 0
    sent, until, silent = 0, time.monotonic() + MOST_SECONDS, set()
    for row in rows:
        if time.monotonic() > until:
            break
        if row.hook_id in silent or not _claim(row):
            continue
        outcome = hook_post(row.hook, _news(row))
        if outcome.result is SendResult.DELIVERED:
            RoomNews.objects.filter(pk=row.pk).update(state=State.SENT)
            sent += 1
            continue
        silent.add(row.hook_id)
        if outcome.result is SendResult.FAILED or row.tries + 1 >= MAX_TRIES:
            log.warning("news of a game not posted %s", row.pk)
            RoomNews.objects.filter(pk=row.pk).update(state=State.FAILED)
    return sent


def _claim(row: RoomNews) -> bool:
    """Claim a row; returns whether this process, and no other, may post it."""
    pause = PAUSES[min(row.tries, len(PAUSES) - 1)]
    claimed = RoomNews.objects.filter(pk=row.pk, state=State.WAITING, tries=row.tries, next_at=row.next_at)
    return bool(claimed.update(tries=F("tries") + 1, next_at=timezone.now() + pause))


def _news(row: RoomNews) -> HookNews:
    game = row.hook.game
    assert game is not None
    with in_language(row.hook):
        turn = ""
        if row.turn:
            turn = turn_text(game, row.turn)
        elif row.chapter is not None and is_installed(game.title):
            turn = str(skin_for(game.title).chapter_text(row.chapter))
        path = reverse("games:game", args=[game.public_id])
        return HookNews(fact_name(f"room/{row.pk}"), game.name, turn, news_text(game.name, turn), path)


def room_news_tidy(*, now: datetime) -> None:
    """Delete rows that were posted or given up long ago. One query."""
    RoomNews.objects.filter(created_at__lte=now - KEPT).delete()
