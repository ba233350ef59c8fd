"""Disable an account's two-factor authentication, for operators."""

from __future__ import annotations

import logging

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..models import Notice

log = logging.getLogger(__name__)


def two_factor_disable(*, user: User) -> bool:
    """Remove the second factor of an account, recovery codes included, and notify its user. False, and
    nothing is done, if the account has none."""
    with transaction.atomic():
        removed, _kinds = Authenticator.objects.filter(user=user).delete()
        if not removed:
            return False
        key = f"two_steps/{timezone.now().isoformat()}"
        Notice.objects.create(user=user, kind=Notice.Kind.TWO_FACTOR, key=key)
    log.warning("two-factor authentication disabled by the operator user=%s", user.pk)
    return True
