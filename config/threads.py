"""What Django keeps of the request that is being answered, kept by thread.

The reader's language and time zone and the root of addresses stand in an `asgiref.local.Local`, which serves
coroutines as well: each look at one takes as long as the translation of a text, and an order form took five
hundred. Here every view, middleware and task is a plain function in a thread of its own, for which
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
    """Called once, before anything is kept. Raises AttributeError where Django keeps it elsewhere."""
    for module, name in KEPT:
        getattr(module, name)
        setattr(module, name, threading.local())
