"""Signals about accounts for other apps, sent in the transaction of their cause."""

from __future__ import annotations

from django.dispatch import Signal

account_closed = Signal()  # `user`: may no longer log in
organizer_named = Signal()  # `user`: named organizer; `author`: the superuser who named them
