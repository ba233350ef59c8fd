"""Links from a page to the rule book of its title."""

from __future__ import annotations

import re


def places(title: str, html: str) -> set[str]:
    """Where in the rule book a page leads."""
    return set(re.findall(rf'href="/rules/{title}/#([\w-]+)"', html))


def ids(html: str) -> set[str]:
    """Where a page can be led to."""
    return set(re.findall(r'\bid="([^"]+)"', html))
