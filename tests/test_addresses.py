"""Addresses of pages, found once: the same as those that Django finds."""

from __future__ import annotations

import pytest
from django.urls import NoReverseMatch, path, reverse, set_script_prefix

from config.addresses import address

urlpatterns = [path("elsewhere/<str:title>/", lambda request, title: None, name="home")]


@pytest.mark.parametrize(
    ("name", "arguments"), [("games:lobby", ()), ("games:game", ("a" * 12,)), ("games:rules", ("corporate",))]
)
def test_an_address_is_what_django_finds_at_each_call(name, arguments):
    assert address(name, *arguments) == address(name, *arguments) == reverse(name, args=arguments)


def test_a_site_below_a_folder_and_one_with_other_pages_have_their_own(settings):
    at_the_root = address("games:lobby")
    try:
        set_script_prefix("/below/")
        assert address("games:lobby") == f"/below{at_the_root}"
    finally:
        set_script_prefix("/")
    settings.ROOT_URLCONF = __name__
    assert address("home", "cardline") == "/elsewhere/cardline/"
    with pytest.raises(NoReverseMatch):
        address("games:lobby")


def test_a_page_that_is_not_there_is_said_each_time():
    for _again in range(2):
        with pytest.raises(NoReverseMatch):
            address("games:nowhere")
