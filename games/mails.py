"""The mail of one notice or of a digest: text and HTML with the same words, the headers of its thread, and
the address that stops such mails."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from msgspec import Struct

from accounts.mails import stop_address
from accounts.models import NewsChoices, User
from config.logs import MAILED, format_traceback

from .models import Notice
from .noticetexts import notice_about, notice_address, notice_text, seals_text
from .policytexts import policy_lines
from .registry import is_installed, skin_for
from .selectors import told_alone
from .texts import trial_text

log = logging.getLogger(__name__)


class MailedNotice(Struct, frozen=True):
    """One notice in a mail: its subject, text, link and seals; if the reader chose the full text, what the
    resolution told that reader alone, one sentence each; in that of a start how the game is kept: each
    heading and its sentences."""

    about: str
    said: str
    address: str
    seals: str = ""
    alone: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> list[str]:
        """Its paragraphs."""
        lines = [f"– {line}" for line in self.alone]
        alone = [_alone_text(), "\n".join(lines)] if lines else []
        kept = [_kept_text(), *(f"{heading}\n{said}" for heading, said in self.kept)] if self.kept else []
        return [part for part in (self.said, *alone, self.address, *kept, self.seals) if part]

    @property
    def html(self) -> list[SafeString]:
        """The same as HTML."""
        parts = [format_html("<p>{}</p>", self.said)]
        if self.alone:
            lines = format_html_join("\n", "<li>{}</li>", ((line,) for line in self.alone))
            parts.append(format_html("<p>{}</p>\n<ul>\n{}\n</ul>", _alone_text(), lines))
        parts.append(_link(self.address))
        if self.kept:
            parts.append(format_html("<h3>{}</h3>", _kept_text()))
            parts += [format_html("<p><b>{}</b><br>\n{}</p>", *part) for part in self.kept]
        if self.seals:
            seals = format_html_join(
                SafeString("<br>\n"), "{}", ((line,) for line in self.seals.splitlines())
            )
            parts.append(format_html("<p>{}</p>", seals))
        return parts


def _alone_text() -> str:
    return _("To you alone:")


def _kept_text() -> str:
    return _("How this game is kept")


def _entry(notice: Notice) -> MailedNotice:
    address = f"{settings.SITE_URL}{notice_address(notice)}"
    about, said, seals = notice_about(notice), notice_text(notice), seals_text(notice)
    return MailedNotice(about, said, address, seals, _told_alone(notice), _kept(notice))


def _kept(notice: Notice) -> tuple[tuple[str, str], ...]:
    """The policy of a game that has just started, as everybody could read it before joining."""
    game = notice.game
    if (
        notice.kind != Notice.Kind.STARTED
        or game is None
        or not (game.has_clock and is_installed(game.title))
    ):
        return ()
    return tuple(policy_lines(game, notice.created_at, notice.user.zone.key))


def _told_alone(notice: Notice) -> tuple[str, ...]:
    """What the resolution told the notice's reader alone, if they chose to have it in their mails. Called for
    that reader's mail only, never for another channel. Never raises, because the mail must be sent in any
    case."""
    chosen: NewsChoices | None = getattr(notice.user, "news_choices", None)
    if chosen is None or chosen.mail_text != NewsChoices.MailText.FULL:
        return ()
    try:
        scene = told_alone(notice)
        if scene is None or notice.game is None:
            return ()
        skin = skin_for(notice.game.title)
        # joined with "": what is markup on a page is plain text here
        texts = ["" + skin.event_text(scene, event) for event in scene.own_events]
    except Exception as problem:
        log.error("text left out of a mail notice=%s\n%s", notice.pk, format_traceback(problem), extra=MAILED)
        return ()
    return tuple(dict.fromkeys(text for text in texts if text))


def notice_mail(notice: Notice, connection: BaseEmailBackend | None = None) -> EmailMultiAlternatives:
    """The mail of a notice, in the language and zone that are active. Queries: those of `notice_text` and, if
    the reader chose the full text, those of `told_alone`. A notice about the account itself belongs to no
    thread and cannot be stopped.
    """
    stop = stop_address(notice.user_id) if notice.game_id else ""
    entry = _entry(notice)
    foot = _("This mail is about a game that you joined or run. For no more mails about games:")
    text = "\n\n".join([*entry.text, *([f"{foot}\n{stop}"] if stop else [])])
    html = _html(entry, (foot, stop) if stop else ())
    mail = EmailMultiAlternatives(
        f"[Noon] {entry.about}",
        f"{text}\n",
        to=[notice.user.email],
        connection=connection,
        headers=_headers(notice, stop),
    )
    mail.attach_alternative(html, "text/html")
    return mail


def digest_mail(
    notices: Sequence[Notice], connection: BaseEmailBackend | None = None
) -> EmailMultiAlternatives:
    """The mail of a digest: these notices of one user, in their order, those of one game together, in the
    active language and zone. Queries: those of `notice_mail` for each notice."""
    games: dict[int | None, list[MailedNotice]] = {}
    for notice in notices:
        games.setdefault(notice.game_id, []).append(_entry(notice))
    subject = ngettext(
        "Your digest: news of %(count)s game", "Your digest: news of %(count)s games", len(games)
    ) % {"count": len(games)}
    user = notices[0].user
    stop, choose = stop_address(user.pk), f"{settings.SITE_URL}{reverse('games:news')}"
    foot = [
        (_("This is the digest of a day. To choose what comes in it, and at what hour:"), choose),
        (_("For no more mails about games:"), stop),
    ]
    mail = EmailMultiAlternatives(
        f"[Noon] {subject}",
        _digest_text(list(games.values()), foot),
        to=[user.email],
        connection=connection,
        headers={
            # Named after its first notice, so that a digest sent a second time is the same mail.
            "Message-ID": _message_id("digest", notices[0].pk),
            "Auto-Submitted": "auto-generated",
            **_stops(stop),
        },
    )
    mail.attach_alternative(_digest_html(list(games.values()), foot), "text/html")
    return mail


def trial_mail(user: User, connection: BaseEmailBackend | None = None) -> EmailMultiAlternatives:
    """A mail that says that it is a trial, in the active language."""
    stop, said = stop_address(user.pk), trial_text()
    address, foot = f"{settings.SITE_URL}{reverse('games:news')}", _("For no more mails about games:")
    mail = EmailMultiAlternatives(
        f"[Noon] {_('A test')}",
        "\n\n".join([said, address, f"{foot}\n{stop}"]) + "\n",
        to=[user.email],
        connection=connection,
        headers={"Auto-Submitted": "auto-generated", **_stops(stop)},
    )
    mail.attach_alternative(_html(MailedNotice("", said, address), (foot, stop)), "text/html")
    return mail


def _stops(stop: str) -> dict[str, str]:
    """The headers of a mail that can be stopped by one press (RFC 8058)."""
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _digest_text(games: list[list[MailedNotice]], foot: list[tuple[str, str]]) -> str:
    parts = []
    for entries in games:
        parts.append(entries[0].about)
        parts += [part for entry in entries for part in entry.text]
    parts += [f"{text}\n{address}" for text, address in foot]
    return "\n\n".join(parts) + "\n"


def _digest_html(games: list[list[MailedNotice]], foot: list[tuple[str, str]]) -> SafeString:
    parts = []
    for entries in games:
        parts.append(format_html("<h2>{}</h2>", entries[0].about))
        parts += [part for entry in entries for part in entry.html]
    parts += [
        format_html('<p><small>{}<br>\n<a href="{}">{}</a></small></p>', text, address, address)
        for text, address in foot
    ]
    return _page(parts)


def _headers(notice: Notice, stop: str) -> dict[str, str]:
    # Made from the notice, not from the time: if a mail is sent twice, because its server did not confirm the
    # first, mail programs show it once.
    headers = {"Message-ID": _message_id("notice", notice.pk), "Auto-Submitted": "auto-generated"}
    if not stop:
        return headers
    # The mail that begins the thread is never sent, so that any mail can be the first to arrive.
    thread = _message_id("game", f"{notice.game_id}/{notice.user_id}")
    return {**headers, "In-Reply-To": thread, "References": thread, **_stops(stop)}


def _message_id(kind: str, of: object) -> str:
    """An identifier that is always the same for the same `of` and does not tell how many there are."""
    name = salted_hmac("games.mails", f"{kind}/{of}", algorithm="sha256").hexdigest()[:32]
    return f"<{kind}.{name}@{urlsplit(settings.SITE_URL).hostname}>"


def _html(entry: MailedNotice, foot: tuple[str, ...]) -> SafeString:
    parts = entry.html
    if foot:
        text, stop = foot
        parts.append(format_html('<p><small>{}<br>\n<a href="{}">{}</a></small></p>', text, stop, stop))
    return _page(parts)


def _page(parts: list[SafeString]) -> SafeString:
    body = format_html_join("\n", "{}", ((part,) for part in parts))
    return format_html(
        '<!doctype html>\n<html lang="{}">\n<meta charset="utf-8">\n<body>\n{}\n</body>\n</html>\n',
        get_language() or settings.LANGUAGE_CODE,
        body,
    )


def _link(address: str) -> SafeString:
    return format_html('<p><a href="{}">{}</a></p>', address, address)
