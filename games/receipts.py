"""The fingerprint of a form, which only its author can check, and the hash of its orders, which goes into
the dice.

Pure except for the salt. Without a salt, the orders could be guessed from the fingerprint in seconds.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from .contract import Order, Orders, encode

SALT_BYTES = 16
SHOWN = 24
# Keys of orders that are never published, because players write notes for themselves in them.
CLOSED = frozenset({"secrets"})


def new_salt() -> str:
    """16 random bytes, in hexadecimal; shown on its author's receipt only."""
    return secrets.token_hex(SALT_BYTES)


def fingerprint(salt: str, turn: str, player: str, orders: Orders) -> str:
    """HMAC-SHA256 over turn, player and orders, keyed by the salt: 24 hexadecimal digits."""
    message = encode([turn, player, orders]).encode()
    return hmac.digest(bytes.fromhex(salt), message, "sha256").hex()[:SHOWN].upper()


def orders_hash(orders: Orders) -> str:
    """SHA-256 of the orders as they are published when the game is over, in hexadecimal.

    It has no salt, so that nobody can try salts until the dice are favourable, and it omits what stays
    closed, because that could be guessed from the hash.
    """
    return hashlib.sha256(encode(without_closed(orders)).encode()).hexdigest()


def without_closed(orders: Orders) -> Orders:
    """The same orders, with empty strings for what stays closed."""
    return tuple(order if CLOSED.isdisjoint(order.data) else _closed(order) for order in orders)


def _closed(order: Order) -> Order:
    return type(order)(order.kind, {k: "" if k in CLOSED and v else v for k, v in order.data.items()})
