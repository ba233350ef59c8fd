"""Contrôle Global as a Django app: it registers its skin, and nothing else."""

from __future__ import annotations

from django.apps import AppConfig


class ControleConfig(AppConfig):
    name = "controle"

    def ready(self) -> None:
        from games import registry

        from .skin import SKIN

        registry.register(SKIN)
