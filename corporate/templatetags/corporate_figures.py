"""Template filters for figures: each calls its function of `corporate.texts.figures`, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ..texts import figures

register = template.Library()

register.filter("number", figures.number)
register.filter("money", figures.money)
register.filter("signed", figures.signed)
register.filter("signed_money", figures.signed_money)
register.filter("percent", figures.percent)
register.filter("signed_percent", figures.signed_percent)
register.filter("ordinal", figures.ordinal_html)
register.filter("ordinal_text", figures.ordinal)
register.filter("listed", figures.listed)


@register.filter
def delta(value: int) -> SafeString:
    """A change in its colour and with its sign, so that neither speaks alone."""
    kind = "up" if value > 0 else "dn" if value < 0 else "eq"
    return format_html('<span class="d {}">{}</span>', kind, figures.signed(value))


@register.filter
def chosen(cards: Iterable[Any]) -> bool:
    """Whether one of these choices is the chosen one."""
    return any(card.chosen for card in cards)
