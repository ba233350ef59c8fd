"""A part drawn outside of a page, for what reads the same on every page of a language: a skin may keep it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.template import engines
from django.utils.safestring import SafeString


def drawn(part: str, **values: Any) -> SafeString:
    """The part of this name in the active language, with these values alone. Raises TemplateDoesNotExist."""
    html: SafeString = _tag(part).render(values)
    return html


@lru_cache(maxsize=32)
def _tag(part: str) -> Any:
    """A template of one tag. It belongs to the code, so that nothing a reader typed is ever compiled."""
    return engines["django"].from_string(f'{{% part "{part}" %}}')
