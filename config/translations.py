"""Texts found in the catalogues are remembered for each language.

Python's gettext looks for a text in the catalogue of every application, twice for one that has none, as all
of ours in English: 1.5 µs. An order form asks for three hundred texts, most of them those of the last one.
"""

from __future__ import annotations

import functools
from typing import Any

from django.utils.translation import trans_real

MOST = 8192  # texts of a language: more than the site has, and no more than two megabytes


class RememberedTranslation(trans_real.DjangoTranslation):
    """Django's catalogue of one language. In DEBUG Django makes a new one when a file has changed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Not methods: each language has a memory of its own, and a call of Python's would cost as much again.
        self.gettext = functools.lru_cache(MOST)(super().gettext)  # type: ignore[method-assign]  # as said above
        self.ngettext = functools.lru_cache(MOST)(super().ngettext)  # type: ignore[method-assign]  # the same


def remember_texts() -> None:
    """Called once, before anything is translated."""
    trans_real.DjangoTranslation = RememberedTranslation  # type: ignore[misc]  # the name by which Django makes one
