"""Random primary keys for rows whose ids appear in URLs, so that no other id can be guessed."""

from __future__ import annotations

import secrets

# Above the sequential ids that an earlier release assigned; below the largest integer that JavaScript
# represents exactly.
_LEAST, _MOST = 2**40, 2**53


def random_id() -> int:
    """A random id for a new row, from 2**40 to 2**53."""
    return _LEAST + secrets.randbelow(_MOST - _LEAST)
