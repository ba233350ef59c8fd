"""What happens to an account that other apps have to know: sent in the transaction of its cause."""

from __future__ import annotations

from django.dispatch import Signal

account_closed = Signal()  # `user`: may no longer log in
organizer_named = Signal()  # `user`: named organizer; `author`: the superuser who named them
