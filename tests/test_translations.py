"""Texts that are remembered are those of the catalogues, in the language of whoever reads."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext, trans_real

from config.translations import RememberedTranslation
from tools import catalogues


def plain(language: str) -> trans_real.DjangoTranslation:
    """The same catalogue, as Django itself reads it."""
    ours = trans_real.translation(language)
    assert isinstance(ours, RememberedTranslation)
    return super(RememberedTranslation, ours)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_text_is_that_of_its_catalogue(language):
    django = plain(language)
    texts = catalogues.texts(catalogues.read(catalogues.ROOT / "locale/fr/LC_MESSAGES/django.po"))
    assert len(texts) > 3000
    with translation.override(language):
        for _again in range(2):  # found, and remembered
            for message in texts.values():
                if isinstance(message.id, str):
                    assert gettext(message.id) == django.gettext(message.id)
                    continue
                for count in (0, 1, 2, 1_000_000):
                    assert ngettext(*message.id, count) == django.ngettext(*message.id, count)


def test_each_language_remembers_its_own():
    found = []
    for language in ("en", "fr", "en", "fr"):
        with translation.override(language):
            found.append((gettext("Close"), ngettext("{count} VP", "{count} VP", 2)))
    assert [text for text, _ in found] == ["Close", "Fermer", "Close", "Fermer"]
    assert found[0] == found[2] and found[1] == found[3]
