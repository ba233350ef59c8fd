"""The address that stops the mails about games: signed, so that nobody can guess that of another user."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

# signed without a date, because a link at the foot of an old mail must still work
_SIGNER = Signer(sep=".", salt="accounts.mails.stop")


def stop_token(user_id: int) -> str:
    """The last part of the address that stops the mails of this user. The same for every mail."""
    return _SIGNER.sign(str(user_id))


def stop_address(user_id: int) -> str:
    """The whole address, as written in a mail."""
    return f"{settings.SITE_URL}{reverse('accounts:mails_stop', args=[stop_token(user_id)])}"


def stopped_by(token: str) -> int | None:
    """Whose mails this token stops; None if the site did not make it."""
    try:
        return int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
