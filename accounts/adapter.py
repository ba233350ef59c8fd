"""How the site differs from allauth's habits: names to show, sentences of our own, one address each."""

from __future__ import annotations

import logging
from functools import partial
from smtplib import SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config.logs import MAILED

from . import guesses, invited
from .middleware import after_answer
from .models import User

log = logging.getLogger(__name__)
# Mails that a stranger can have sent to any address he knows; all others follow an act of their reader.
UNASKED = {
    f"account/email/{name}"
    for name in (
        "account_already_exists", "email_confirmation", "email_confirmation_signup", "password_reset_key",
    )
}  # fmt: skip


class MailNotSent(Exception):
    """A mail that somebody waits for could not go. `code`: the refusal that tells him so."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _for_ever(problem: Exception) -> bool:
    """Whether the mail server will take nothing for this address later, either: below 500 it is put off."""
    if not isinstance(problem, SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _said in problem.recipients.values())


def _invitation(request: HttpRequest) -> str:
    """Where a kept invitation leads; "" without one."""
    return reverse("games:invitation", args=["kept"]) if invited.kept(request) else ""


def on_site(url: str) -> str:
    """The same page as `url` at SITE_URL."""
    return settings.SITE_URL + urlunsplit(("", "", *urlsplit(url)[2:]))


def user_display(user: User) -> str:
    """The name shown of a user, also in messages and mails."""
    return str(user)


def _away(mail: str, problem: Exception) -> MailNotSent:
    """What to raise where the mail server does not answer; the log is told."""
    log.error("mail server out of reach mail=%s %s", mail, type(problem).__name__, extra=MAILED)
    return MailNotSent("mail_away")


def _send_unwatched(mail: str, message: EmailMessage) -> None:
    """Send a mail whose asker is not told whether it went."""
    try:
        message.send()
    except Exception as problem:  # nobody above would hear of it
        if _for_ever(problem):
            log.warning("mail refused for its address mail=%s", mail)
        else:
            _away(mail, problem)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "cannot_remove_primary_email": _("This is the address you log in with: it cannot be removed."),
        "duplicate_email": _("E-mail not changed: you have that address already."),
        "email_password_mismatch": _("That e-mail and password do not match."),
        "email_taken": _("This address has an account already. Log in, or choose a new password."),
        "enter_current_password": _("Password not changed: that is not the present one. Type it again."),
        "incorrect_password": _("That is not your password. Type it again."),
        "invalid_login": _("That e-mail and password do not match."),
        "invalid_password_reset": _("This link has been used, or is too old. Ask for a new one."),
        "invalid_or_expired_key": _("This link has been used, or is too old. Ask for a new one."),
        "too_many_codes": _("Too many wrong codes. Try again in five minutes, or else tomorrow."),
        "too_many_login_attempts": _(
            "Too many passwords in a row. Try again in five minutes, in an hour at the latest."
        ),
        "unknown_email": _("No account has this address."),
        "unverified_primary_email": _("Confirm your address first: follow the link we sent to it."),
        "rate_limited": _("Too many attempts in a row. Wait a few minutes, then try again."),
    }

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Fill a new user from the sign-up form; `SignupFields.signup` adds language and zone."""
        user.email = form.cleaned_data["email"].strip().lower()
        user.display_name = form.cleaned_data["display_name"]
        if password := form.cleaned_data.get("password1"):
            user.set_password(password)
        else:
            user.set_unusable_password()
        if commit:
            user.save()
        return user

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Take a confirmed address over, unless another account took it meanwhile."""
        others = User.objects.exclude(pk=email_address.user_id)
        if others.filter(email__iexact=email_address.email).exists():
            return False
        return bool(super().confirm_email(request, email_address))

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None
    ) -> Any:
        """One of `templates/account/email`. Its links lead to SITE_URL, whatever host the request named."""
        links = {key: on_site(value) for key, value in context.items() if key.endswith("_url")}
        return super().render_mail(
            template_prefix, email, {**context, **links, "site_url": settings.SITE_URL}, headers
        )

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of `templates/account/email`, unless the site sends no mail at all. Raises MailNotSent."""
        if not settings.MAIL_CONFIGURED:
            return
        if not self._may_mail(template_prefix, email):
            return
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as problem:  # smtplib's among them
            if _for_ever(problem):  # an address somebody typed: no fault of the site's
                raise MailNotSent("mail_refused") from None
            raise _away(template_prefix, problem) from problem

    def assert_mail_goes(self) -> None:
        """Nothing if the mail server answers, or the site sends no mail at all. Raises MailNotSent."""
        if not settings.MAIL_CONFIGURED:
            return
        try:
            with get_connection():
                pass
        except OSError as problem:
            raise _away("connection", problem) from problem

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send the link to a new password, once the answer has gone out: neither what it says nor how long it
        takes tells whether the address has an account."""
        if not settings.MAIL_CONFIGURED:
            return
        prefix = "account/email/password_reset_key"
        if not self._may_mail(prefix, email):
            return
        message = self.render_mail(prefix, email, {**context, "email": email})
        after_answer(self.request, partial(_send_unwatched, prefix, message))

    def _may_mail(self, template_prefix: str, email: str) -> bool:
        """Whether an address has had few enough mails that strangers can cause; true of any other mail. What
        it was sent before still works, so that whoever waits for a link has one."""
        if template_prefix not in UNASKED:
            return True
        count = ratelimit.consume(
            context.request, app=guesses.APP, action="unasked_mail", key=email.lower(), limit_get=True
        )
        if count is None:
            log.warning("mail not sent, its address has had enough mail=%s", template_prefix, extra=MAILED)
        return count is not None

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """To the invitation that was followed before logging in, else as ever."""
        return _invitation(request) or str(super().get_login_redirect_url(request))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """The same for a new account."""
        return _invitation(request) or str(super().get_signup_redirect_url(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password that is to be tried (see `guesses`), instead of allauth's counts: by the
        account alone, they let anybody lock its owner out. Raises ValidationError."""
        account = credentials.get("email", "")
        if request.user.is_authenticated:  # asked again in a session: guesses at the log-in do not count
            account = f"session of {request.user.pk}"
        self._login_failed_rl_usage = guesses.begin(request, "password", account)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """After a new password, set by a link that was mailed."""
        guesses.begin_anew(request, credentials.get("email", ""))

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Tell the owner of an account what was changed. A mail that cannot go undoes nothing."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except MailNotSent as lost:
            log.warning("notification not sent %s", lost.code)
