"""The names of slugs in the reader's language: corporations, coalitions, titles, orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from ..rules import content
from .figures import is_french


def _short_names() -> dict[str, str]:
    """The first word of each corporation's name that can be recognised by it."""
    first = {slug: row.name.split()[0] for slug, row in content.CORPORATIONS.items()}
    shared = Counter(first.values())
    return {
        slug: word if shared[word] == 1 else content.CORPORATIONS[slug].name for slug, word in first.items()
    }


SHORT: Final[Mapping[str, str]] = _short_names()


def corp(slug: str) -> str:
    """The short name of a corporation: "Ares"."""
    return SHORT.get(slug, slug)


def derivative(slug: str) -> str:
    row = content.DERIVATIVES.get(slug)
    return row.name if row else slug


def _said(name: content.Name) -> str:
    return name.fr.replace("'", "’") if is_french() else name.en


def coalition(slug: str) -> str:
    row = content.COALITIONS.get(slug)
    return _said(row.name) if row else slug


def title(slug: str) -> str:
    row = content.TITLES.get(slug)
    return _said(row.name) if row else slug


def background(slug: str) -> str:
    row = content.BACKGROUNDS.get(slug)
    return _said(row.name) if row else slug


KINDS: Final = {
    "buy_share": gettext_lazy("Shares"),
    "buy_influence": gettext_lazy("Influence"),
    "citizenship_claim": gettext_lazy("Citizenship"),
    "vote": gettext_lazy("Vote"),
    "join_coalition": gettext_lazy("Coalition of the MDC"),
    "datasteal": gettext_lazy("Datasteal"),
    "sabotage": gettext_lazy("Sabotage"),
    "extraction": gettext_lazy("Extraction"),
    "information": gettext_lazy("Information run"),
    "protection": gettext_lazy("Protection"),
    "derivative_speculation": gettext_lazy("Derivative"),
    "rank_speculation": gettext_lazy("Rank of a corporation"),
    "character": gettext_lazy("Character"),
    "transfer": gettext_lazy("Wire transfer"),
}


def kind(slug: str) -> str:
    """The name of a kind of order, as a heading."""
    return str(KINDS.get(slug, slug))


RUNS: Final = {
    "datasteal": gettext_lazy("Datasteal"),
    "sabotage": gettext_lazy("Sabotage"),
    "extraction": gettext_lazy("Extraction"),
    "information": pgettext_lazy("run", "Information"),
    "protection": gettext_lazy("Protection"),
}


def run(slug: str) -> str:
    """The name of a run, as the first word of a line."""
    return str(RUNS.get(slug, slug))


_DEFENCES: Final = {
    "datasteal": pgettext_lazy("against", "datasteals"),
    "sabotage": pgettext_lazy("against", "sabotage"),
    "extraction": pgettext_lazy("against", "extraction"),
}


def defence(slug: str) -> str:
    """What a Defence stops, to follow "against": "datasteal"."""
    return str(_DEFENCES.get(slug, slug))


def direction(slug: str) -> str:
    """A bet on a derivative in words: "Dow Jones up"."""
    return pgettext("derivative", "up") if slug == "up" else pgettext("derivative", "down")
