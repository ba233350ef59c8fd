"""What Django keeps of a request is kept by thread, and no view is a coroutine, which would need more."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, get_script_prefix, set_script_prefix
from django.utils import timezone, translation

from config.threads import KEPT


def views_of(resolver: URLResolver) -> Iterator[Callable[..., Any]]:
    """The view of every address."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield entry.callback
        else:
            yield from views_of(entry)


def test_each_thread_has_a_language_a_zone_and_a_prefix_of_its_own():
    found = []

    def other() -> None:
        found.extend([translation.get_language(), str(timezone.get_current_timezone()), get_script_prefix()])

    set_script_prefix("/noon/")
    try:
        with translation.override("fr"), timezone.override("Europe/Paris"):
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
            assert translation.get_language() == "fr"
    finally:
        set_script_prefix("/")
    assert found == ["en", "UTC", "/"]


def test_they_stand_where_django_looks():
    for module, name in KEPT:
        assert type(getattr(module, name)) is threading.local, f"{module.__name__}.{name}"


def test_no_view_is_a_coroutine():
    views = list(views_of(get_resolver()))
    assert len(views) > 100
    assert not [view for view in views if inspect.iscoroutinefunction(view)]
