"""Two-factor authentication: allauth's forms with our texts, and who must use it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms as theirs
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.totp import forms as totp
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from . import guesses, services
from .auth_forms import StyledForm
from .models import User

CODE = _("Code")
APP_HINT = _("The six digits that the app shows now.")
ANY_HINT = _("The six digits that the app shows now, or one of your recovery codes.")


class TwoFactorAdapter(DefaultMFAAdapter):
    """allauth's adapter with our messages."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That is not the code shown now. Wait for the next one, and type that."),
        "cannot_delete_authenticator": _("Two-factor authentication stays on for this account."),
        "cannot_generate_recovery_codes": _("No codes created: switch on two-factor authentication first."),
    }

    def build_totp_svg(self, url: str) -> str:
        """The QR code to scan, on white even in the dark theme, because scanners expect that."""
        import qrcode  # with its first use: few need it
        from qrcode.image.svg import SvgPathFillImage

        out = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(out)
        return out.getvalue().decode()


class CodeForm(StyledForm):
    """A form with one field for a code."""

    hint: Any = ANY_HINT

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label, field.help_text = CODE, self.hint
        field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}


class GuessableForm(CodeForm):
    """A form whose code logs somebody in; `guesses` limits how many wrong codes it accepts."""

    user: User  # set by the allauth form it is mixed with

    def clean_code(self) -> str:
        attempt = guesses.begin(context.request, "code", self.user.email)
        if attempt is None:
            raise get_adapter().validation_error("too_many_codes")
        code = str(super().clean_code())  # type: ignore[misc]  # the form it is mixed with has one
        attempt.rollback()
        return code


class AuthenticateForm(GuessableForm, theirs.AuthenticateForm):
    pass


class ReauthenticateByCodeForm(GuessableForm, theirs.ReauthenticateForm):
    pass


class ActivateForm(CodeForm, totp.ActivateTOTPForm):
    hint = APP_HINT


@receiver(authenticator_added)
def switched_on(request: HttpRequest, user: User, **_more: Any) -> None:
    """End the user's other sessions: one that was opened with only the password could read the recovery
    codes."""
    services.other_sessions_end(user=user, but=request.session.session_key)


class StaffMiddleware(MiddlewareMixin):
    """With NOON_REQUIRE_MFA, redirects staff without two-factor authentication away from the admin."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match, user = request.resolver_match, request.user
        if not settings.NOON_REQUIRE_MFA or match is None or match.app_name != "admin":
            return None
        if not (user.is_authenticated and user.is_staff) or is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            return None
        messages.warning(
            request,
            gettext(
                "The admin of this site needs more than a password. Switch on two-factor authentication."
            ),
        )
        return redirect("mfa_index")
