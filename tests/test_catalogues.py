"""The French is complete: nothing missing, nothing guessed, nothing left over, nothing badly formatted."""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tools import catalogues, servers

FRENCH = catalogues.ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"


def test_the_catalogue_is_what_the_source_asks_for() -> None:
    servers.needs(shutil.which("xgettext"), "gettext's programs are not installed (Debian: gettext)")
    assert catalogues.problems() == []


def test_compiling_leaves_out_what_is_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        '#, fuzzy\nmsgid "noon"\nmsgstr "minuit"\n\nmsgid "turn"\nmsgstr "tour"\n'
    )
    monkeypatch.setattr(catalogues, "CATALOGUES", [source])
    assert catalogues.compile_all() == 0
    compiled = source.with_suffix(".mo").read_bytes()
    assert b"tour" in compiled
    assert b"minuit" not in compiled


def test_parts_fill_what_is_not_translated_and_change_nothing_else(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    kept, part = tmp_path / "fr/LC_MESSAGES/django.po", tmp_path / "fr/parts/new.po"
    for path in (kept, part):
        path.parent.mkdir(parents=True)
    kept.write_text(head + 'msgid "noon"\nmsgstr "midi"\n\nmsgid "turn"\nmsgstr ""\n')
    part.write_text(head + 'msgid "noon"\nmsgstr "minuit"\n\nmsgid "turn"\nmsgstr "tour"\n')
    catalogues.take_parts(tmp_path / "fr")
    found = {key[1]: message.string for key, message in catalogues.texts(catalogues.read(kept)).items()}
    assert found == {"noon": "midi", "turn": "tour"}


def french() -> list[tuple[str, str]]:
    """Every translated text with its original; of plurals, each form."""
    catalogue: Catalog = catalogues.read(FRENCH)
    pairs = []
    for message in catalogues.texts(catalogue).values():
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        pairs += [(catalogues.key(message)[1], text) for text in strings]
    return pairs


# What a French reader sees at once: a straight apostrophe, a plain space before a high sign.
STRAIGHT = re.compile(r"[a-zà-ÿ]'[a-zà-ÿ]", re.IGNORECASE)
HIGH_SIGN = re.compile(r"(?<=[\w)»%])[ ]?[;!?](?=\s|$)|(?<=[\w)»])[ ]?:(?=\s|$)|«(?!\u202f)|(?<!\u202f)»")


def test_the_french_is_set_in_french() -> None:
    words = [text for _, text in french() if not text.startswith(("http", "%"))]
    assert [text for text in words if STRAIGHT.search(re.sub(r"<[^>]*>|%\(\w+\)s|\{\w+\}", "", text))] == []
    badly_set = [text for text in words if HIGH_SIGN.search(re.sub(r"<[^>]*>", "", text))]
    assert not badly_set, f"U+202F before ; ! ? and inside « », U+00A0 before a colon: {badly_set}"


def test_the_voice_of_the_house_holds_in_both_languages() -> None:
    never = re.compile(
        r"\b(error|invalid|please|oops|successfully|erreur|invalide|veuillez|succès|s’il vous plaît)\b", re.I
    )
    assert [text for pair in french() for text in pair if never.search(text)] == []


def test_no_sign_that_cannot_be_seen_is_in_a_text():
    """A slip of a tool once left U+0001 where colons belonged: the pages showed a gap."""
    for path in catalogues.CATALOGUES:
        for message in catalogues.texts(catalogues.read(path)).values():
            strings = [message.string] if isinstance(message.string, str) else message.string
            for text in strings:
                assert not [sign for sign in text if unicodedata.category(sign) == "Cc" and sign != "\n"], (
                    text
                )
