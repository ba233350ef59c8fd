"""What a browser is told: where things may come from, TLS, cookies, how much it may send."""

from __future__ import annotations

from csp.constants import NONE, SELF

from ..environment import env_bool
from .site import TLS

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_SSL_REDIRECT = TLS and env_bool("SECURE_SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = 31_536_000 if TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = TLS
# Off unless the operator asks: browsers keep such a list in their code, and a host leaves it after months.
SECURE_HSTS_PRELOAD = TLS and env_bool("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # would have every site ask to be on that list
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env_bool("BEHIND_PROXY") else None
SECURE_REFERRER_POLICY = "same-origin"  # invitation links are secrets: no other site is told them
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "web.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_ENGINE = "accounts.sessions"
