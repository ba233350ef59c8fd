"""Mail: by a server, or by a provider with its own API. Without either no mail is sent, and the pages say
so."""

from __future__ import annotations

from ..environment import env, env_bool, env_choice, env_contact, env_int, env_list, env_login, env_prefixed

EMAIL_HOST = env("EMAIL_HOST")
EMAIL_HOST_USER = env("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env_bool("EMAIL_USE_SSL")  # TLS from the first byte, as on port 465
EMAIL_PORT = env_int("EMAIL_PORT", 465 if EMAIL_USE_SSL else 587)
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", True) and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 10  # seconds to open the connection, and for each mail
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", "noon@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [("operator", address) for address in env_list("ADMINS")]
# Where players and finders of vulnerabilities can write to. Public, unlike ADMINS.
CONTACT = env_contact("CONTACT")
# the providers of django-anymail that need no further package and report the delivery of mails
EMAIL_PROVIDERS = (
    *("brevo", "mailersend", "mailgun", "mailjet", "mailtrap", "postal", "postmark", "resend", "sendgrid"),
    *("sparkpost", "unisender_go"),
)
EMAIL_PROVIDER = env_choice("EMAIL_PROVIDER", "none", ["NONE", *map(str.upper, EMAIL_PROVIDERS)]).lower()
# user name and password with which the provider posts reports to /mail/events/; without it that page does not
# exist
EMAIL_EVENTS_SIGN_IN = env_login("EMAIL_EVENTS_SIGN_IN")
ANYMAIL = {
    # EMAIL_PROVIDER_API_KEY is anymail's MAILGUN_API_KEY, and so on.
    **{f"{EMAIL_PROVIDER.upper()}_{key}": value for key, value in env_prefixed("EMAIL_PROVIDER_").items()},
    "REQUESTS_TIMEOUT": EMAIL_TIMEOUT,
    "WEBHOOK_SECRET": EMAIL_EVENTS_SIGN_IN,
    # opens and clicks are not tracked; providers without these switches do not track by default
    "SEND_DEFAULTS": {"track_opens": False, "track_clicks": False},
    "IGNORE_UNSUPPORTED_FEATURES": True,
}
if EMAIL_PROVIDER != "none":
    EMAIL_BACKEND = f"anymail.backends.{EMAIL_PROVIDER}.EmailBackend"
elif EMAIL_HOST:
    EMAIL_BACKEND = "config.smtp.TimedEmailBackend"
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
MAIL_CONFIGURED = EMAIL_PROVIDER != "none" or bool(EMAIL_HOST)
