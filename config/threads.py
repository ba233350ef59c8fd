"""Stores what Django remembers of the current request in `threading.local`.

Django stores the reader's language, time zone and the root of URLs in `asgiref.local.Local`, which also works
in coroutines: reading it takes as long as translating a text, and an order form read it five hundred times.
On this site every view, middleware and task is a plain function in a thread of its own, for which
`threading.local` is enough.
"""

from __future__ import annotations

import threading

from django.urls import base as urls
from django.utils import timezone
from django.utils.translation import trans_real

# Where Django keeps them: the module, and the name in it.
KEPT = (
    (trans_real, "_active"),
    (timezone, "_active"),
    (urls, "_prefixes"),
    (urls, "_urlconfs"),
)


def keep_by_thread() -> None:
    """Called once, before anything is stored. Raises AttributeError where Django keeps it elsewhere."""
    for module, name in KEPT:
        getattr(module, name)
        setattr(module, name, threading.local())
