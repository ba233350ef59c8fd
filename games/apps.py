"""The configuration of the app `games`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # These hear what happens to accounts, and to mails.
        from .services import accounts, bounces, guests, masters  # noqa: F401
