"""Template filters for times and fingerprints, available in every template (see `TEMPLATES`)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template import defaultfilters

from ..skin import figures

register = template.Library()
register.filter("groups", figures.in_groups)


@register.filter(expects_localtime=True)
def date(value: Any, form: str | None = None) -> str:
    """Django's filter, with the French `1er` for the first of a month."""
    return figures.first_of_month(str(defaultfilters.date(value, form)))


@register.filter
def until(moment: datetime, zone: str) -> str:
    """The hour of a deadline in `zone`, with the day if it is not today."""
    return figures.until_text(moment, zone)


@register.filter
def stamp(moment: datetime, zone: str) -> str:
    return figures.clock(moment, zone, seconds=True)


@register.filter
def day(moment: datetime, zone: str) -> str:
    return figures.day(moment, zone)


@register.filter
def moment(value: datetime, zone: str) -> str:
    return figures.moment_text(value, zone)


@register.filter
def city(zone: str) -> str:
    return figures.city(zone)
