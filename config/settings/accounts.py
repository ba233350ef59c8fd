"""Accounts: passwords, e-mail addresses, two-factor authentication."""

from __future__ import annotations

from ..environment import env_bool
from ..rates import ALLAUTH
from .mail import MAIL_CONFIGURED

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:lobby"
LOGOUT_REDIRECT_URL = "games:landing"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupFields"
ACCOUNT_FORMS = {
    "login": "accounts.auth_forms.LoginForm",
    "signup": "accounts.auth_forms.SignupForm",
    "add_email": "accounts.auth_forms.AddEmailForm",
    "change_password": "accounts.auth_forms.ChangePasswordForm",
    "set_password": "accounts.auth_forms.SetPasswordForm",
    "reset_password": "accounts.auth_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.auth_forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.auth_forms.ReauthenticateForm",
}
ACCOUNT_RATE_LIMITS = ALLAUTH
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_CONFIGURED else "none"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no mail to an address without an account, whoever typed it
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_CONFIRMATION_HMAC = False  # a random key: a signed one would hold the row's id
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Noon] "
ACCOUNT_USER_DISPLAY = "accounts.adapter.user_display"
ACCOUNT_EMAIL_NOTIFICATIONS = True  # a mail to the owner when a password or an address was changed
MFA_ADAPTER = "accounts.two_factor.TwoFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.two_factor.AuthenticateForm",
    "reauthenticate": "accounts.two_factor.ReauthenticateByCodeForm",
    "activate_totp": "accounts.two_factor.ActivateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Noon"
MFA_TOTP_TOLERANCE = 1  # phones' clocks differ
# With mail, nobody logs in before the address is verified; without mail, nobody could verify one. The same
# setting allows an address to be changed while two-factor authentication is on.
MFA_ALLOW_UNVERIFIED_EMAIL = True
NOON_REQUIRE_MFA = env_bool("NOON_REQUIRE_MFA")
# Behind a proxy every request comes from the proxy's address: the limits on guesses need the client's.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env_bool("BEHIND_PROXY") else 0
