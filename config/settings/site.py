"""The site: secret key, hosts, apps, middleware, templates, languages, static files."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from ..environment import env, env_bool, env_int, env_list, env_site, env_vapid, env_zone, random_vapid
from .folders import BASE_DIR, DATA_DIR


def kept(name: str, made: Callable[[], str]) -> str:
    """The text of a file in the data folder, with mode 0600; at the first start it is created from
    `made()`."""
    path = DATA_DIR / name
    if not path.exists():
        # Several processes may start at once: each writes a file of its own, and the first to link it to the
        # final name wins, so that nobody reads a half-written file.
        handle, mine = tempfile.mkstemp(dir=DATA_DIR)  # 0600
        with os.fdopen(handle, "w") as file:
            file.write(made())
        with contextlib.suppress(FileExistsError):
            os.link(mine, path)
        os.unlink(mine)
    return path.read_text()


def _random_key() -> str:
    from django.core.management.utils import get_random_secret_key

    return get_random_secret_key()


SECRET_KEY = env("SECRET_KEY") or kept("secret_key", _random_key)
# the key by which push services know this site
VAPID_PRIVATE_KEY = env_vapid("VAPID_PRIVATE_KEY") or kept("vapid_key", random_vapid)
DEBUG = env_bool("DEBUG")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
# The address players type. If it begins with https, cookies are secure and HSTS is on.
SITE_URL = env_site("SITE_URL", f"http://127.0.0.1:{env_int('PORT', 8000)}")
TLS = SITE_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SOURCE_URL = env("SOURCE_URL", "")

INSTALLED_APPS = [
    "accounts",
    "games",
    "corporate",
    "cardline",
    "controle",
    "machtspiele",
    "megacorps",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "config",
]

MIDDLEWARE = [
    "web.headers.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.compression.CompressionMiddleware",
    "web.headers.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.LoginMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.guests.GuestMiddleware",
    "accounts.middleware.AfterAnswerMiddleware",
    # After the reader's language is activated. Nothing before it reads the body: CsrfViewMiddleware checks
    # the token in process_view, which runs after every `__call__` up to the view.
    "web.headers.SizeMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.two_factor.StaffMiddleware",
    "web.limits.LimitsMiddleware",
    "games.views.errors.TitleMissingMiddleware",
    "games.views.errors.PutOutMiddleware",
    "accounts.mail_errors.MailNotSentMiddleware",
]

ROOT_URLCONF = "config.urls_dev" if DEBUG else "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "config.templates.CachedLoader",
                    ["config.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "games.templatetags.figures",
                "games.templatetags.sheets",
                "games.templatetags.wide",
                "config.parts",
            ],
        },
    },
]

FORM_RENDERER = "config.widgets.Renderer"

# ---- languages and time -----------------------------------------------------------------------

LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_GAME_ZONE = env_zone("DEFAULT_GAME_ZONE", "Europe/Paris")
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# ---- static files -----------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG or env_bool("NOON_PLAIN_STATIC")
            else "config.static.Files"
        )
    },
}
WHITENOISE_USE_FINDERS = env_bool("NOON_PLAIN_STATIC") or DEBUG
