"""Security: content security policy, TLS, cookies, limits on request bodies."""

from __future__ import annotations

from ..environment import env_bool
from .site import TLS

# No inline script or style, no other host. Sent by `web.headers.PolicyMiddleware`.
CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
SECURE_SSL_REDIRECT = TLS and env_bool("SECURE_SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = 31_536_000 if TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = TLS
# Off by default: browsers ship the preload list with their code, and removing a host takes months.
SECURE_HSTS_PRELOAD = TLS and env_bool("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # demands HSTS preloading of every site
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env_bool("BEHIND_PROXY") else None
SECURE_REFERRER_POLICY = "same-origin"  # invitation links are secret: other sites must not see them
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
