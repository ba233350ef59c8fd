"""The URLs of pages, cached: Django searches its patterns at each call of `reverse`."""

from __future__ import annotations

import functools

from django.urls import URLResolver, get_resolver, get_script_prefix, get_urlconf, reverse

MOST_KEPT = 8192


def address(name: str, *arguments: object) -> str:
    """The result of `reverse` for the name of a page and these arguments. Raises NoReverseMatch."""
    return _found(get_resolver(get_urlconf()), get_script_prefix(), name, arguments)


@functools.lru_cache(maxsize=MOST_KEPT)
def _found(resolver: URLResolver, prefix: str, name: str, arguments: tuple[object, ...]) -> str:
    """The URL. `resolver` and `prefix` are only keys of the cache: with others, the URL differs."""
    return reverse(name, args=arguments)
