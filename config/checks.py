"""System checks of the settings: mistakes that would otherwise show only when a page or a mail fails."""

from __future__ import annotations

from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.http.request import validate_host

LOCAL = {"127.0.0.1", "localhost", "::1"}


@register
def mail_port(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Check that EMAIL_PORT and EMAIL_USE_SSL fit: otherwise client and server wait for each other."""
    port, at_once = settings.EMAIL_PORT, settings.EMAIL_USE_SSL
    if (
        not settings.EMAIL_HOST
        or settings.EMAIL_PROVIDER != "none"
        or port not in ((25, 587) if at_once else (465,))
    ):
        return []
    state = "on" if at_once else "off"
    text = (
        f"EMAIL_PORT is {port} and EMAIL_USE_SSL is {state}: no mail can be sent. Port 465 needs "
        "EMAIL_USE_SSL=1, port 587 EMAIL_USE_SSL=0."
    )
    return [Warning(text, id="noon.W004")]


@register
def mail_from(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Check that mail servers accept the sender's address, and that links in mails lead to this site."""
    if not settings.MAIL_CONFIGURED:
        return []
    found: list[CheckMessage] = []
    sender = settings.DEFAULT_FROM_EMAIL
    by = "EMAIL_HOST" if settings.EMAIL_PROVIDER == "none" else "EMAIL_PROVIDER"
    try:
        EmailValidator(allowlist=[])(parseaddr(sender)[1])
    except ValidationError:
        found.append(
            Error(
                f"{by} is set and DEFAULT_FROM_EMAIL is {sender}: mail servers refuse mail from that "
                "address. Set it to one of yours, like noon@noon.example.",
                id="noon.E001",
            )
        )
    if urlsplit(settings.SITE_URL).hostname in LOCAL:
        text = f"{by} is set and SITE_URL is the address of this machine: links in mails do not work."
        found.append(Warning(text, id="noon.W006"))
    return found


@register
def somebody_to_write_to(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Check that a public site names a contact."""
    if settings.CONTACT or urlsplit(settings.SITE_URL).hostname in LOCAL:
        return []
    text = (
        "CONTACT is not set: people who lost their password or found a vulnerability do not know whom to "
        "write to. Set it to an e-mail address, or to the address of a page."
    )
    return [Warning(text, id="noon.W005")]


@register
def public_address(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Check that SITE_URL, ALLOWED_HOSTS and BEHIND_PROXY are consistent."""
    url = urlsplit(settings.SITE_URL)
    found: list[CheckMessage] = []
    host = url.hostname or ""
    if not validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS):
        found.append(
            Warning(
                f"ALLOWED_HOSTS lacks {host!r}, the host of SITE_URL: every page would be refused.",
                id="noon.W001",
            )
        )
    if settings.TLS and settings.SECURE_PROXY_SSL_HEADER is None and settings.SECURE_SSL_REDIRECT:
        found.append(
            Warning(
                "SITE_URL begins with https and BEHIND_PROXY is off: every page would redirect to itself. "
                "Set BEHIND_PROXY=1, and let the proxy set X-Forwarded-Proto and X-Forwarded-For.",
                id="noon.W002",
            )
        )
    if not settings.TLS and host not in LOCAL:
        found.append(
            Warning("SITE_URL has no TLS: passwords and orders are sent unencrypted.", id="noon.W003")
        )
    return found
