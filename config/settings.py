"""Settings: everything that differs between hosts comes from the environment, with safe defaults.

`docs/hosting.md` has a paragraph for each variable read here; a test compares the two.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from urllib.parse import quote

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from .environment import (
    env,
    env_bool,
    env_choice,
    env_database,
    env_int,
    env_list,
    env_redis,
    env_seconds,
    env_site,
    env_zone,
)

BASE_DIR = Path(__file__).resolve().parent.parent


# Everything the embedded default writes stands in one folder, outside of the code. The database among it
# holds what players hide: other users of the machine have no business there.
DATA_DIR = Path(env("NOON_DATA", str(BASE_DIR / "var")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_key() -> str:
    """SECRET_KEY, or one made at the first start and kept in a file that only its owner reads."""
    if value := env("SECRET_KEY"):
        return value
    path = DATA_DIR / "secret_key"
    if not path.exists():
        from django.core.management.utils import get_random_secret_key

        # Three processes may start at once: the first to give its file the name decides, and nobody ever
        # reads a file that is not written yet.
        handle, mine = tempfile.mkstemp(dir=DATA_DIR)  # 0600
        with os.fdopen(handle, "w") as file:
            file.write(get_random_secret_key())
        with contextlib.suppress(FileExistsError):
            os.link(mine, path)
        os.unlink(mine)
    return path.read_text()


SECRET_KEY = secret_key()
DEBUG = env_bool("DEBUG")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
# The address players type; https there means TLS, and everything that follows from it.
SITE_URL = env_site("SITE_URL", f"http://127.0.0.1:{env_int('PORT', 8000)}")
TLS = SITE_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SOURCE_URL = env("SOURCE_URL", "")

INSTALLED_APPS = [
    "accounts",
    "games",
    "corporate",
    "cardline",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "config.headers.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.compress.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.headers.SizeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.two_steps.StaffMiddleware",
    "games.views.errors.TitleMissingMiddleware",
    "games.views.errors.MailNotSentMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.site",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static"],
        },
    },
]

# ---- data -------------------------------------------------------------------------------------

DATABASES = {"default": env_database("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'noon.sqlite3'))}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that reads, then writes, would otherwise fail at once when another
    # one writes meanwhile, whatever the time-out. FULL: behind a log, NORMAL forgets the last commits
    # when the power fails, and with them an order that has its receipt.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    # A network that is cut without a word is noticed within half a minute, at either end.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        {
            "connect_timeout": 5,
            "tcp_user_timeout": 20_000,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
        }
    )
    if env_bool("DATABASE_POOLER"):
        # Each transaction may come to another connection of the server's: what a connection would keep
        # for the next one is not there, and what is said at its start is refused.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        # A worker that hangs in the middle of a turn loses its connection, and with it its claim:
        # otherwise whoever comes next to that game would wait for ever.
        DATABASES["default"]["OPTIONS"]["options"] = (
            "-c idle_in_transaction_session_timeout=30s -c tcp_user_timeout=30s"
        )
        # The statements of a noon (games.rows) are sent prepared from their third time on.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 2
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_redis("REDIS_URL")
CACHES = {
    "default": (
        {
            "BACKEND": "config.cache.Redis",
            "LOCATION": REDIS_URL,
            # A Redis that does not answer is away: a page does not wait for it.
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        }
        if REDIS_URL
        else {
            "BACKEND": "config.cache.Folder",
            "LOCATION": DATA_DIR / "cache",
            # Beyond this a third is thrown away, counts of limits among it.
            "OPTIONS": {"MAX_ENTRIES": 3000},
        }
    )
}

# ---- tasks ------------------------------------------------------------------------------------

QUEUE_DIR = DATA_DIR / "queue"
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_timeout": 20,  # longer than a worker waits for a message
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
    }
else:
    for folder in ("messages", "processed", "control"):
        (QUEUE_DIR / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "folder://localhost"  # config.broker
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "polling_interval": 0.5,
        "data_folder_in": str(QUEUE_DIR / "messages"),
        "data_folder_out": str(QUEUE_DIR / "messages"),
        "processed_folder": str(QUEUE_DIR / "processed"),
        "control_folder": str(QUEUE_DIR / "control"),
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# One message at a time: what a killed worker had fetched and not begun waits for the next minute.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nobody listens, and its replies would fill the folder
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ALWAYS_EAGER = env_bool("NOON_EAGER")
CELERY_BEAT_SCHEDULE = {
    # A message that waited longer than its minute is replaced by the next one, never piled up.
    "close_due": {"task": "games.tasks.close_due", "schedule": crontab(), "options": {"expires": 59}},
    "tidy": {"task": "games.tasks.tidy", "schedule": crontab(minute=17), "options": {"expires": 3000}},
}
if beat_seconds := env_seconds("NOON_BEAT_SECONDS"):  # tests with real processes wait for no minute to pass
    CELERY_BEAT_SCHEDULE["close_due"]["schedule"] = beat_seconds
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# ---- accounts ---------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:lobby"
LOGOUT_REDIRECT_URL = "games:landing"

# ---- mail -------------------------------------------------------------------------------------

EMAIL_HOST = env("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = env_bool("EMAIL_USE_SSL")  # TLS from the first byte, as on port 465
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", True) and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", "noon@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [("operator", address) for address in env_list("ADMINS")]
# Without a mail host nothing is sent, and every page that would send says so.
MAIL_CONFIGURED = bool(EMAIL_HOST)
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if MAIL_CONFIGURED
    else "django.core.mail.backends.dummy.EmailBackend"
)

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_FORMS = {
    "login": "accounts.entrance.LoginForm",
    "signup": "accounts.entrance.SignupForm",
    "add_email": "accounts.entrance.AddEmailForm",
    "change_password": "accounts.entrance.ChangePasswordForm",
    "set_password": "accounts.entrance.SetPasswordForm",
    "reset_password": "accounts.entrance.ResetPasswordForm",
    "reset_password_from_key": "accounts.entrance.ResetPasswordKeyForm",
    "reauthenticate": "accounts.entrance.ReauthenticateForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_CONFIGURED else "none"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_CONFIRMATION_HMAC = False  # a random key: a signed one would hold the row's id
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Noon] "
ACCOUNT_USER_DISPLAY = "accounts.adapter.user_display"
ACCOUNT_EMAIL_NOTIFICATIONS = True  # an address is told when a password or an address was changed
MFA_ADAPTER = "accounts.two_steps.Adapter"
MFA_FORMS = {
    "authenticate": "accounts.two_steps.AuthenticateForm",
    "reauthenticate": "accounts.two_steps.ReauthenticateForm",
    "activate_totp": "accounts.two_steps.ActivateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Noon"
MFA_TOTP_TOLERANCE = 1  # phones' clocks differ
# Where there is mail nobody logs in before the address is verified; where there is none, nobody could
# ever verify it. The same setting lets an address be changed while the two steps are on.
MFA_ALLOW_UNVERIFIED_EMAIL = True
NOON_REQUIRE_MFA = env_bool("NOON_REQUIRE_MFA")
# Behind a proxy every request comes from the proxy: the limits on guesses need the address before it.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env_bool("BEHIND_PROXY") else 0

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
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = env_bool("NOON_PLAIN_STATIC") or DEBUG

# ---- security ---------------------------------------------------------------------------------

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
SECURE_HSTS_PRELOAD = TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env_bool("BEHIND_PROXY") else None
SECURE_REFERRER_POLICY = "same-origin"  # invitation links are secrets: no other site is told them
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_ENGINE = "django.contrib.sessions.backends.db"

DEFAULT_EXCEPTION_REPORTER_FILTER = "config.logs.Closed"

# ---- logs -------------------------------------------------------------------------------------

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"no_secrets": {"()": "config.logs.NoSecrets"}},
    "formatters": {
        "line": {"()": "config.logs.Lines", "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["no_secrets"]},
        "operators": {
            "class": "config.logs.OperatorMail",
            "level": "ERROR",
            "formatter": "line",
            "filters": ["no_secrets"],
        },
    },
    "root": {"handlers": ["console", "operators"], "level": env_choice("LOG_LEVEL", "INFO", LOG_LEVELS)},
    # Django's own handlers would print a request's POST data and a traceback's locals.
    "loggers": {
        "django": {"handlers": [], "propagate": True, "level": "INFO"},
        "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
        "django.request": {"propagate": True, "level": "ERROR"},
        # Hosts that are not ours, addresses too long, fields by the thousand: whoever walks the whole net
        # sends them, the answer is 400, and that is no ERROR to wake anybody with.
        "django.security": {"level": "CRITICAL"},
        "celery": {"level": "WARNING"},  # each minute's coming and going is no news
    },
}
