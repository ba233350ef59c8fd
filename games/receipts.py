"""The fingerprint of a form: what its author can compare, and nobody can guess the form from.

Pure but for the salt. Without a salt, two seconds of guessing would find a form in its fingerprint.
"""

from __future__ import annotations

import hmac
import secrets

from .contract import Orders, encode

SALT_BYTES = 16
SHOWN = 24


def new_salt() -> str:
    """16 random bytes, in hexadecimal; shown on its author's receipt only."""
    return secrets.token_hex(SALT_BYTES)


def fingerprint(salt: str, turn: str, player: str, orders: Orders) -> str:
    """HMAC-SHA256 over turn, player and orders, keyed by the salt: 24 hexadecimal digits."""
    message = encode([turn, player, orders]).encode()
    return hmac.digest(bytes.fromhex(salt), message, "sha256").hex()[:SHOWN].upper()
