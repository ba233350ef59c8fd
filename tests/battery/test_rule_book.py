"""The rule book of every title is a page with a headline and something to read, in both languages."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rule_book_can_be_read_by_anybody(title, language):
    page = Client(HTTP_ACCEPT_LANGUAGE=language).get(f"/rules/{title}/")
    assert page.status_code == 200
    (main,) = re.findall(r"<main\b.*?</main>", page.content.decode(), re.DOTALL)
    assert re.search(r"<h1\b", main), "the template fills the block `main` of base.html, a headline first"
    assert len(re.sub(r"<[^>]*>", " ", main).split()) > 3, "there is nothing to read on it"
