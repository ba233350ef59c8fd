"""How this site differs from allauth's defaults: displayed names, messages, one address per account."""

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
# Mails that a stranger can cause to be sent to any address; all others follow an act of their recipient.
UNASKED = {
    f"account/email/{name}"
    for name in (
        "account_already_exists", "email_confirmation", "email_confirmation_signup", "password_reset_key",
    )
}  # fmt: skip


class MailNotSent(Exception):
    """A mail that the user waits for could not be sent. `code`: "mail_refused" (the server accepts nothing
    for this address) or "mail_away" (the server does not answer)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _is_permanent(problem: Exception) -> bool:
    """Whether the mail server refused the address permanently: codes below 500 mean "try later"."""
    if not isinstance(problem, SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _said in problem.recipients.values())


def _invitation(request: HttpRequest) -> str:
    """The URL of the invitation, or of the place to take over, kept in a cookie; "" if there is none."""
    if invited.kept(request):
        return reverse("games:invitation", args=["kept"])
    return reverse("games:place", args=["kept"]) if invited.kept(request, invited.PLACE) else ""


def on_site(url: str) -> str:
    """`url` with its scheme and host replaced by those of SITE_URL."""
    return settings.SITE_URL + urlunsplit(("", "", *urlsplit(url)[2:]))


def user_display(user: User) -> str:
    """The name of a user in messages and mails."""
    return str(user)


def _server_away(mail: str, problem: Exception) -> MailNotSent:
    """Log that the mail server does not answer, and return the exception to raise."""
    log.error("mail server out of reach mail=%s %s", mail, type(problem).__name__, extra=MAILED)
    return MailNotSent("mail_away")


def _send_unwatched(mail: str, message: EmailMessage) -> None:
    """Send a mail after the answer has gone out; a failure is only logged."""
    try:
        message.send()
    except Exception as problem:  # no caller is left to handle it
        if _is_permanent(problem):
            log.warning("mail refused for its address mail=%s", mail)
        else:
            _server_away(mail, problem)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "cannot_remove_primary_email": _("This is the address you log in with: it cannot be removed."),
        "duplicate_email": _("E-mail not changed: you have that address already."),
        "email_password_mismatch": _("That e-mail and password do not match."),
        "email_taken": _("This address has an account already. Log in, or choose a new password."),
        "enter_current_password": _("Password not changed: that is not your current one. Type it again."),
        "incorrect_password": _("That is not your password. Type it again."),
        "invalid_login": _("That e-mail and password do not match."),
        "invalid_password_reset": _("This link has been used, or is too old. Ask for a new one."),
        "invalid_or_expired_key": _("This link has been used, or is too old. Ask for a new one."),
        "too_many_codes": _(
            "Too many wrong codes. Try again in five minutes, or tomorrow if that does not help."
        ),
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
        """Use a confirmed address for its account, unless another account has taken it meanwhile."""
        others = User.objects.exclude(pk=email_address.user_id)
        if others.filter(email__iexact=email_address.email).exists():
            return False
        return bool(super().confirm_email(request, email_address))

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None
    ) -> Any:
        """Render one of `templates/account/email`. Its links lead to SITE_URL, whatever host the request was
        sent to."""
        links = {key: on_site(value) for key, value in context.items() if key.endswith("_url")}
        return super().render_mail(
            template_prefix, email, {**context, **links, "site_url": settings.SITE_URL}, headers
        )

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of `templates/account/email`. Does nothing if the site sends no mail, or if the address
        has had enough. Raises MailNotSent."""
        if not settings.MAIL_CONFIGURED:
            return
        if not self._may_mail(template_prefix, email):
            return
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as problem:  # the base class of smtplib's exceptions
            if _is_permanent(problem):  # a mistyped address: not worth a line in the log
                raise MailNotSent("mail_refused") from None
            raise _server_away(template_prefix, problem) from problem

    def assert_mail_goes(self) -> None:
        """Raise MailNotSent if the mail server does not answer. Does nothing if the site sends no mail."""
        if not settings.MAIL_CONFIGURED:
            return
        try:
            with get_connection():
                pass
        except OSError as problem:
            raise _server_away("connection", problem) from problem

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send the link to a new password after the answer has gone out: neither the answer nor its timing
        then reveals whether the address has an account."""
        if not settings.MAIL_CONFIGURED:
            return
        prefix = "account/email/password_reset_key"
        if not self._may_mail(prefix, email):
            return
        message = self.render_mail(prefix, email, {**context, "email": email})
        after_answer(self.request, partial(_send_unwatched, prefix, message))

    def _may_mail(self, template_prefix: str, email: str) -> bool:
        """Whether an address may be sent one more of the mails that strangers can cause; always true for
        other mails. Links sent before still work, so that nobody who waits for one is left without."""
        if template_prefix not in UNASKED:
            return True
        count = ratelimit.consume(
            context.request, app=guesses.APP, action="unasked_mail", key=email.lower(), limit_get=True
        )
        if count is None:
            log.warning("mail not sent, its address has had enough mail=%s", template_prefix, extra=MAILED)
        return count is not None

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """The invitation that was followed before logging in, otherwise allauth's target."""
        return _invitation(request) or str(super().get_login_redirect_url(request))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """The invitation that was followed before signing up, otherwise allauth's target."""
        return _invitation(request) or str(super().get_signup_redirect_url(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password before it is checked (see `guesses`). allauth counts by account only, which lets
        anybody lock the owner out. Raises ValidationError if there were too many."""
        account = credentials.get("email", "")
        if request.user.is_authenticated:  # asked again in a session; counted separately from the log-in page
            account = f"session of {request.user.pk}"
        self._login_failed_rl_usage = guesses.begin(request, "password", account)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """allauth calls this after a new password was set by a mailed link."""
        guesses.forget(request, credentials.get("email", ""))

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Mail the owner of an account what was changed. If the mail cannot be sent, the change stays."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except MailNotSent as lost:
            log.warning("notification not sent %s", lost.code)
