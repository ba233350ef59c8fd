"""Push messages: the site's own key, and what is sent to one device, encrypted for it (RFC 8030, 8188, 8291,
8292)."""

from __future__ import annotations

import base64
import json
import time
from functools import cache
from hashlib import sha256
from typing import Protocol
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from .models import PushDevice

KEEP = 12 * 3600  # seconds for which a push service keeps it for a device that is off
LASTS = 12 * 3600  # seconds of a signature; push services allow a day


class _SiteKey(Protocol):
    """The part of py-vapid that is used; the library has no types."""

    public_key: ec.EllipticCurvePublicKey

    def sign(self, claims: dict[str, object]) -> dict[str, str]: ...


@cache
def _key_of(private: str) -> _SiteKey:
    made: _SiteKey = Vapid02.from_raw(private.encode())
    return made


def _site_key() -> _SiteKey:
    private: str = settings.VAPID_PRIVATE_KEY
    return _key_of(private)


def public_key() -> str:
    """The site's public key in the encoding that browsers expect."""
    point = _site_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def key_name() -> str:
    """A short name of the site's key, so that subscriptions made for another key are recognized."""
    return sha256(public_key().encode()).hexdigest()[:16]


def bytes_of(text: str) -> bytes:
    """Decode URL-safe base64 with or without padding, as browsers write it. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def is_key(text: str) -> bool:
    """Whether this is a public key on the curve of push messages."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(text))
    except ValueError:
        return False
    return True


def push_request(
    device: PushDevice, *, title: str, text: str, path: str, name: str
) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of one message. `name`: identifies the fact; a second message with the same
    name replaces the first, both in the push service and on the device."""
    said = json.dumps({"title": title, "body": text, "path": path, "tag": name}, ensure_ascii=False)
    body: bytes = http_ece.encrypt(
        said.encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=bytes_of(device.p256dh),
        auth_secret=bytes_of(device.auth),
        version="aes128gcm",
    )
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEEP),
        "Topic": name[-32:],
        **_signed(device.endpoint),
    }
    return body, headers


def _signed(endpoint: str) -> dict[str, str]:
    """The signed proof that this site sends the message, for this push service."""
    parts = urlsplit(endpoint)
    claims: dict[str, object] = {
        "aud": f"https://{parts.netloc}",
        "exp": int(time.time()) + LASTS,
        "sub": _contact(),
    }
    return _site_key().sign(claims)


def _contact() -> str:
    """Where a push service can complain: an address for mail, or a page."""
    contact: str = settings.CONTACT
    if contact:
        return contact if "://" in contact else f"mailto:{contact}"
    site: str = settings.SITE_URL if settings.TLS else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    return site
