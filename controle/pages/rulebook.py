"""The rule book."""

from __future__ import annotations

from games.skin import FormPage


def page() -> FormPage:
    """Template and values; every figure comes from the title's data."""
    return FormPage("controle/rules.html", {"chapters": ()})
