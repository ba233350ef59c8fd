"""Settings for the tests: the site's own, with a data folder that goes away and quick passwords.

What a developer's shell says of databases and mail must not reach the tests: they set their own.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

for name in (
    *("SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "REDIS_URL", "DEBUG"),
    *("EMAIL_HOST", "EMAIL_PROVIDER", "DEFAULT_FROM_EMAIL", "ADMINS", "CONTACT", "HSTS_PRELOAD"),
):
    os.environ.pop(name, None)
# DATABASE_URL alone is taken over by name: the suite can be run on PostgreSQL, too.
os.environ.pop("DATABASE_URL", None)
if url := os.environ.get("NOON_TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = url
os.environ["NOON_DATA"] = folder = tempfile.mkdtemp(prefix="noon-tests-")
os.environ["NOON_PLAIN_STATIC"] = "1"
os.environ["SECRET_KEY"] = "only-for-the-tests-" + "x" * 40
atexit.register(shutil.rmtree, folder, ignore_errors=True)

from config.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], BASE_DIR / "tests" / "templates"]  # noqa: F405
CELERY_TASK_ALWAYS_EAGER = True
