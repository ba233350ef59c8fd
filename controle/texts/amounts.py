"""Figures with their units in the notation of the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.skin import figures

from . import names


def points(count: int) -> str:
    """`5 VP`; a no-break space keeps the unit beside its figure."""
    unit = pgettext("victory points", "VP")
    return f"{figures.number(count)}{figures.FIXED}{unit}"


def cards(count: int) -> str:
    return ngettext("{count} card", "{count} cards", count).format(count=figures.number(count))


def influences(count: int) -> str:
    return ngettext("{count} influence", "{count} influences", count).format(count=figures.number(count))


def levels(count: int) -> str:
    return ngettext("{count} level", "{count} levels", count).format(count=figures.number(count))


def plans(count: int) -> str:
    return ngettext("{count} plan", "{count} plans", count).format(count=figures.number(count))


def tokens(count: int) -> str:
    return ngettext("{count} token", "{count} tokens", count).format(count=figures.number(count))


def token(category: object, count: int = 1) -> str:
    """`1 Networks token`; the type of a token is that of its category."""
    return ngettext("{count} {resource} token", "{count} {resource} tokens", count).format(
        count=figures.number(count), resource=names.resource(category)
    )


def kinds(counts: Sequence[int]) -> str:
    """Tokens by type, six numbers: `1 Networks, 2 Capital`; "none" for none."""
    held = [
        f"{figures.number(count)}{figures.FIXED}{names.resource(place)}"
        for place, count in enumerate(counts)
        if count
    ]
    return ", ".join(held) or pgettext("tokens", "none")


def paid(categories: Iterable[object]) -> str:
    """Tokens one by one, those of a type together: `2 Networks, 1 Capital`."""
    found: dict[str, int] = {}
    for each in categories:
        found[names.slug_of(each)] = found.get(names.slug_of(each), 0) + 1
    return ", ".join(
        f"{figures.number(count)}{figures.FIXED}{names.resource(slug)}" for slug, count in found.items()
    )


def in_category(amount: int, category: object) -> str:
    """A change of influence: `+2 Politics`, `−1 Media`."""
    return f"{figures.signed(amount)}{figures.FIXED}{names.category(category)}"


def development(amount: int) -> str:
    """A change of development: `development +1`."""
    return _("development {change}").format(change=figures.signed(amount))


def piles(slugs: Iterable[str]) -> str:
    """`Politics 1 twice, Media 2`: piles in the order of their first draw."""
    counted: dict[str, int] = {}
    for slug in slugs:
        counted[slug] = counted.get(slug, 0) + 1
    return figures.listed(
        [
            names.pile(slug)
            if count == 1
            else ngettext("{pile} ({count} card)", "{pile} ({count} cards)", count).format(
                pile=names.pile(slug), count=figures.number(count)
            )
            for slug, count in counted.items()
        ]
    )
