"""Logging in in two steps: allauth's codes in the words of the house, and who must have them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import qrcode
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
from qrcode.image.svg import SvgPathFillImage

from . import guesses, services
from .auth_forms import StyledForm
from .models import User

CODE = _("Code")
APP_HINT = _("The six figures that the app shows now.")
ANY_HINT = _("The six figures that the app shows now, or one of your recovery codes.")


class TwoFactorAdapter(DefaultMFAAdapter):
    """allauth's, with sentences of ours."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That is not the code shown now. Wait for the next one, and type that."),
        "cannot_delete_authenticator": _("Two-factor authentication stays on for this account."),
        "cannot_generate_recovery_codes": _("No codes made: switch on two-factor authentication first."),
    }

    def build_totp_svg(self, url: str) -> str:
        """The square to scan, on white: by night, too."""
        out = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(out)
        return out.getvalue().decode()


class CodeForm(StyledForm):
    """A form with one code."""

    hint: Any = ANY_HINT

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label, field.help_text = CODE, self.hint
        field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}


class GuessableForm(CodeForm):
    """A form whose code lets somebody in; how many wrong ones it takes is up to `guesses`."""

    user: User  # allauth's forms, with which it is mixed, set it

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
    """Whoever logged in with the password alone meanwhile could show himself the codes."""
    services.other_sessions_end(user=user, but=request.session.session_key)


class StaffMiddleware(MiddlewareMixin):
    """Where the operator asks for it (NOON_REQUIRE_MFA), nobody enters the admin with a password alone."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match, user = request.resolver_match, request.user
        if not settings.NOON_REQUIRE_MFA or match is None or match.app_name != "admin":
            return None
        if not (user.is_authenticated and user.is_staff) or is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            return None
        messages.warning(
            request,
            gettext(
                "Nobody enters the admin of this site with a password alone. "
                "Switch on two-factor authentication."
            ),
        )
        return redirect("mfa_index")
