"""The mail server. Without one no mail is sent, and the pages say so."""

from __future__ import annotations

from ..environment import env, env_bool, env_contact, env_int, env_list

EMAIL_HOST = env("EMAIL_HOST")
EMAIL_HOST_USER = env("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env_bool("EMAIL_USE_SSL")  # TLS from the first byte, as on port 465
EMAIL_PORT = env_int("EMAIL_PORT", 465 if EMAIL_USE_SSL else 587)
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", True) and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", "noon@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [("operator", address) for address in env_list("ADMINS")]
# Where players and finders of vulnerabilities can write to. Public, unlike ADMINS.
CONTACT = env_contact("CONTACT")
MAIL_CONFIGURED = bool(EMAIL_HOST)
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if MAIL_CONFIGURED
    else "django.core.mail.backends.dummy.EmailBackend"
)
