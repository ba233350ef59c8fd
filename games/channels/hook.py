"""Webhooks: one post for each piece of news, to the address of a user or of a game."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import ChannelKind

from ..hooks import HookNews, fact_name, hook_request
from ..models import Notice, Webhook
from ..noticetexts import notice_about, notice_address, notice_turn
from ..outgoing import NotSent, WhyNotSent, post
from ..texts import answer_text, digest_text, news_text
from .base import SendOutcome, SendResult

log = logging.getLogger(__name__)
# For how long an address may refuse every post before nothing is posted there any more.
LONG = timedelta(days=3)
NAMED = 10  # games that a digest names; it counts the others
# The first and the longest pause for an address that was slow or could not be reached.
REST, MOST_REST = timedelta(minutes=1), timedelta(minutes=30)
GONE = {Webhook.Style.SIGNED: frozenset({410}), Webhook.Style.DISCORD: frozenset({401, 404, 410})}
# News for one reader only. Others may read what is posted to an address, and the site cannot know.
PRIVATE = frozenset(
    {
        *(Notice.Kind.NEAR, Notice.Kind.SET_ASIDE, Notice.Kind.UNANSWERED, Notice.Kind.REMOVED),
        Notice.Kind.DEPUTY,
    }
)


class HookChannel:
    """To the address that the user gave."""

    kind = ChannelKind.HOOK
    other_side = "webhook"

    def is_open(self) -> bool:
        return Webhook.objects.exists()

    def reaches(self, users: Collection[int]) -> set[int]:
        found = Webhook.objects.filter(user__in=users, stopped_at=None)
        return set(found.values_list("user_id", flat=True))

    def carries(self, notice: Notice) -> bool:
        return notice.game_id is not None and notice.kind not in PRIVATE

    @contextmanager
    def connect(self) -> Iterator[_HookSender]:
        yield _HookSender()


class _HookSender:
    def send(self, notices: Sequence[Notice], *, digest: bool) -> SendOutcome:
        hook = Webhook.objects.filter(user=notices[0].user, stopped_at=None).first()
        if hook is None:
            return SendOutcome(SendResult.LATER)
        with in_language(hook):
            news = digest_news_of(notices) if digest else news_of(notices[0])
        return hook_post(hook, news)


def news_of(notice: Notice) -> HookNews:
    """What a notice may tell outside the site: the game and the turn. The user's language must be active."""
    about, turn = notice_about(notice), notice_turn(notice)
    name = fact_name(f"notice/{notice.pk}")
    return HookNews(name, about, turn, news_text(about, turn), notice_address(notice))


def digest_news_of(notices: Sequence[Notice]) -> HookNews:
    """What a digest may tell outside the site: the games. The user's language must be active."""
    about = list(dict.fromkeys(notice_about(notice) for notice in notices))
    name = fact_name(f"digest/{notices[0].pk}")
    return HookNews(name, ", ".join(about[:NAMED]), "", digest_text(about, NAMED), reverse("games:lobby"))


def hook_post(hook: Webhook, news: HookNews) -> SendOutcome:
    """Post one piece of news and store the result in the hook's row. Takes at most `outgoing.SECONDS`."""
    now = timezone.now()
    if hook.stopped_at is not None:
        return SendOutcome(SendResult.FAILED, answer_text(hook.answer))
    if hook.rests_until is not None and hook.rests_until > now:
        return SendOutcome(SendResult.LATER, answer_text(hook.answer))
    body, headers = hook_request(hook, news, now=now)
    lasting = False
    try:
        status = post(hook.url, body, headers)
    except NotSent as problem:
        answer, lasting, silent = (
            problem.why.value,
            problem.lasting,
            problem.why in (WhyNotSent.SLOW, WhyNotSent.AWAY),
        )
    else:
        if 200 <= status < 300:
            _keep(hook, sent_at=timezone.now(), failing_since=None, rests_until=None, stopped_at=None)
            return SendOutcome(SendResult.DELIVERED)
        answer, lasting, silent = str(status), status in GONE[Webhook.Style(hook.style)], status >= 500
    since = hook.failing_since or now
    gone = lasting or now - since > LONG
    rest = min(MOST_REST, max(REST, now - since)) if silent or answer == "429" else timedelta(0)
    _keep(
        hook, answer=answer, refused_at=now, failing_since=since, rests_until=now + rest if rest else None,
        stopped_at=now if gone else None,
    )  # fmt: skip
    if gone:
        log.warning("webhook stopped %s", answer)
    return SendOutcome(SendResult.FAILED if gone else SendResult.LATER, answer_text(answer))


def _keep(hook: Webhook, **values: object) -> None:
    """Save the result in the hook's row, if it still has the address that was posted to."""
    for name, value in values.items():
        setattr(hook, name, value)
    Webhook.objects.filter(pk=hook.pk, url=hook.url).update(**values)


def in_language(hook: Webhook) -> translation.override:
    """Activates the language of a hook."""
    return translation.override(hook.language or settings.LANGUAGE_CODE)
