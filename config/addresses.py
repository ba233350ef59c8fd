"""The addresses of pages, found once: Django searches its patterns at each call of `reverse`."""

from __future__ import annotations

import functools

from django.urls import URLResolver, get_resolver, get_script_prefix, get_urlconf, reverse

MOST_KEPT = 8192


def address(name: str, *arguments: object) -> str:
    """What `reverse` returns for this name of a page and these arguments. Raises NoReverseMatch."""
    return _found(get_resolver(get_urlconf()), get_script_prefix(), name, arguments)


@functools.lru_cache(maxsize=MOST_KEPT)
def _found(resolver: URLResolver, prefix: str, name: str, arguments: tuple[object, ...]) -> str:
    """The address. `resolver` and `prefix` are not read: where they differ, it is another address."""
    return reverse(name, args=arguments)
