"""Mail: by Django's backends, or by a provider's through django-anymail. A mail server refuses with a code of
three digits, the first of which says whether another attempt makes sense (RFC 5321, 4.2.1); a provider
answers with an HTTP status, or says that it refuses the address."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from accounts.models import ChannelKind, User

from ..models import Notice
from .base import Away, SendOutcome, SendResult, one_line

FOR_GOOD = range(500, 600)
# With these statuses a provider refuses one mail; other failures concern the site or the provider itself.
OF_ONE_MAIL = frozenset({400, 406, 413, 415, 422})


class MailChannel:
    """To the address of the account."""

    kind = ChannelKind.MAIL
    other_side = "mail server"

    def is_open(self) -> bool:
        return bool(settings.MAIL_CONFIGURED)

    def carries(self, notice: Notice) -> bool:
        # Notices about the account itself cannot be stopped.
        return notice.game_id is None or notice.user.game_mail != User.GameMail.NEVER

    def reaches(self, users: Collection[int]) -> set[int]:
        return set(users)

    @contextmanager
    def connect(self) -> Iterator[_MailSender]:
        connection = get_connection()
        try:
            try:
                connection.open()
            except OSError as problem:
                raise Away(type(problem).__name__) from problem
            yield _MailSender(connection)
        finally:
            connection.close()


class _MailSender:
    def __init__(self, connection: BaseEmailBackend) -> None:
        self.connection = connection

    def send(self, notices: Sequence[Notice], *, digest: bool) -> SendOutcome:
        from ..mails import digest_mail, notice_mail

        mail = digest_mail(notices, self.connection) if digest else notice_mail(notices[0], self.connection)
        return mail_send(mail)


def mail_send(mail: EmailMultiAlternatives) -> SendOutcome:
    """Send one mail by its connection and return the server's answer. Raises `Away`."""
    try:
        mail.send()
    except Exception as problem:
        if _is_away(problem):
            raise Away(type(problem).__name__) from problem
        return _refused(problem)
    return SendOutcome(SendResult.DELIVERED)


def _is_away(problem: Exception) -> bool:
    """Whether the connection is lost, rather than one mail refused (smtplib's exceptions are OSErrors)."""
    from anymail.exceptions import AnymailAPIError  # with its first use: it loads a whole client of HTTP

    if isinstance(problem, AnymailAPIError):
        return _status(problem) not in OF_ONE_MAIL
    lost = isinstance(problem, OSError) and not isinstance(problem, SMTPException)
    return lost or isinstance(problem, SMTPServerDisconnected)


def _status(problem: Exception) -> int | None:
    """The HTTP status of a provider's answer; None if there was no answer."""
    found: int | None = getattr(problem, "status_code", None)
    return found


def _refused(problem: Exception) -> SendOutcome:
    """The result of a refusal. `FAILED` only if the server permanently refuses the reader's address: a
    refusal of the content or of the sender says nothing about the address."""
    from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused

    if isinstance(problem, SMTPRecipientsRefused):
        for code, said in problem.recipients.values():
            result = SendResult.FAILED if code in FOR_GOOD else SendResult.LATER
            return SendOutcome(result, one_line(f"{code} {_text(said)}"))
    if isinstance(problem, AnymailRecipientsRefused):
        return SendOutcome(SendResult.FAILED, one_line(str(problem.args[0])))
    if isinstance(problem, AnymailAPIError):
        return SendOutcome(SendResult.LATER, str(_status(problem)))
    if isinstance(problem, SMTPResponseException):
        return SendOutcome(SendResult.LATER, one_line(f"{problem.smtp_code} {_text(problem.smtp_error)}"))
    return SendOutcome(SendResult.LATER, type(problem).__name__)


def _text(said: bytes | str) -> str:
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else said
