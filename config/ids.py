"""Ids of rows that stand in addresses: numbers from which no other one can be guessed."""

from __future__ import annotations

import secrets

# Above what counting reaches, so that rows counted by an earlier release never meet one; below what
# JavaScript and JSON keep exactly.
_LEAST, _MOST = 2**40, 2**53


def random_id() -> int:
    """The id of a new row, drawn at random."""
    return _LEAST + secrets.randbelow(_MOST - _LEAST)
