"""The Corporate Game as a Django app: it registers its skin, and nothing else."""

from __future__ import annotations

from django.apps import AppConfig


class CorporateConfig(AppConfig):
    name = "corporate"

    def ready(self) -> None:
        from games import registry

        try:  # LEAD: temporary until corporate.skin imports; the lead removes this guard
            from .skin import SKIN
        except ImportError:
            return
        registry.register(SKIN)
