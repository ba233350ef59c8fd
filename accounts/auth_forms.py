"""allauth's forms with our labels and messages, and one password field instead of two."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as theirs
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .models import User

NO_ADDRESS = _("That is not an e-mail address. Write one like name@example.org.")
PASSWORD_HINT = _("At least 8 characters, not only digits, not a common word.")


class StyledForm(forms.Form):
    """Sets our labels on allauth's fields and removes the second password field."""

    words: dict[str, Any] = {
        "login": _("E-mail"),
        "email": _("E-mail"),
        "password": _("Password"),
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "remember": _("Keep me logged in on this device"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label = self.words[name]
                field.help_text = PASSWORD_HINT if name == "password1" else ""
            if isinstance(field, forms.EmailField):
                field.error_messages["invalid"] = NO_ADDRESS


class LoginForm(StyledForm, theirs.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].initial = True


class SignupForm(StyledForm, theirs.SignupForm):
    words = {**StyledForm.words, "password1": _("Password")}
    field_order = ["display_name", "email", "password1", "time_zone"]

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """As allauth does, but two sign-ups with the same address at the same moment make one account; the
        second is answered like a sign-up with a known address."""
        if self.account_already_exists:  # take as long as for a new account: timing must not reveal which
            make_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                answer: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return answer
        except IntegrityError:
            if settings.MAIL_CONFIGURED:
                return None, redirect("account_email_verification_sent")
            messages.warning(request, get_adapter().error_messages["email_taken"])
            return None, redirect("account_login")


class AddEmailForm(StyledForm, theirs.AddEmailForm):
    """Change the e-mail address. The new one replaces the old one once its owner has followed the link sent
    to it; at once if the site sends no mail."""

    words = {**StyledForm.words, "email": _("New e-mail")}
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def clean_password(self) -> str:
        typed = str(self.cleaned_data["password"])
        if not self.user.check_password(typed):
            raise forms.ValidationError(
                gettext("E-mail not changed: that is not your password. Type it again.")
            )
        return typed

    def clean_email(self) -> str:
        email = str(super().clean_email())
        taken = User.objects.filter(email__iexact=email).exclude(pk=self.user.pk).exists()
        if taken and not settings.MAIL_CONFIGURED:
            # If the site sends mail, the page says nothing: the owner of the address gets a mail.
            raise get_adapter().validation_error("email_taken")
        return email

    def save(self, request: HttpRequest) -> EmailAddress:
        if settings.MAIL_CONFIGURED:
            return super().save(request)
        email = self.cleaned_data["email"]
        with transaction.atomic():
            EmailAddress.objects.filter(user=self.user).delete()
            address = EmailAddress.objects.create(user=self.user, email=email, primary=True, verified=False)
            self.user.email = email
            self.user.save(update_fields=["email"])
        messages.success(request, gettext("Your e-mail is now %(email)s.") % {"email": email})
        return address


class ChangePasswordForm(StyledForm, theirs.ChangePasswordForm):
    pass


class SetPasswordForm(StyledForm, theirs.SetPasswordForm):
    pass


class ResetPasswordForm(StyledForm, theirs.ResetPasswordForm):
    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the link if the address has an account. Raises MailNotSent if the mail server does not answer,
        whether or not there is an account."""
        get_adapter().assert_mail_goes()
        return str(super().save(request, **kwargs))


class ResetPasswordKeyForm(StyledForm, theirs.ResetPasswordKeyForm):
    pass


class ReauthenticateForm(StyledForm, theirs.ReauthenticateForm):
    pass
