"""What docs/style asks of sentences, as far as a machine can read it: typography, banned phrases, genders."""

from __future__ import annotations

import re

import pytest

from tools import catalogues
from tools.catalogues import ROOT

from .test_catalogues import FRENCH

NAMED = (
    r"(?:\{|%\()(?:player|players|name|names|owner|target|to|other|rival|winner|winners|place|city)(?:\}|\)s)"
)

BADLY_SET = {
    "U+00A0 before a colon": r"(?<!\u00a0):(?=\s|$)|\u202f:",
    "U+202F before ; ! ?": r"(?<!\u202f)[;!?](?=\s|$)",
    "U+202F inside « »": r"«(?!\u202f)|(?<!\u202f)»",
    "curly quotation marks of English": r"[“”]",
    "straight quotation marks": r'"',
    "straight apostrophes": r"'",
    "two spaces": r"\s{2}|^ $",
    "1re, 2e, not 1ère, 2ème": r"\b\d+(?:ère|ere|ème|eme|ième|nd|nde)\b",
    "…, not three points": r"\.\.\.",
    "œ": r"\b(?:coeur|oeuvre|oeil|noeud|voeu|soeur|manoeuvre)",
    "a space before a comma or a point": r"\w [,.](?=\s|$)",
}
GUESSED = {
    "a gender after “vous”": r"\b[Vv]ous (?:êtes|étiez|serez|avez été) (?:\w+ )?(?:absent|prêt|seul|sûr"
    r"|bloqué|inscrit|connecté|déconnecté|invité|retiré|éliminé|exclu|informé|averti|prévenu)s?\b",
    "“vous seul”": r"\b[Vv]ous(?: deux)? seuls?\b",
    "both genders in one word": r"·e\b|\(e\)|\(ne\)",
    "a gender of a named player": NAMED + r" (?:est|a été|sera) \w+(?:é|u|i|is|it)\b",
    "a name after “de”, “que”": r"\b(?:[dD]e|[qQ]ue|[jJ]usque|[lL]orsque|[pP]uisque) " + NAMED,
}


def shown(language: str) -> list[str]:
    """Every sentence of the catalogue in one language, without tags; of plurals, each form."""
    found: list[str] = []
    for message in catalogues.texts(catalogues.read(FRENCH)).values():
        text = message.id if language == "en" else message.string
        found += [text] if isinstance(text, str) else text
    return [re.sub(r"<[^>]*>", "", text) for text in found]


@pytest.mark.parametrize("rule", [*BADLY_SET, *GUESSED])
def test_french_sentences_keep_the_sheet(rule: str) -> None:
    wrong = re.compile((BADLY_SET | GUESSED)[rule])
    assert [text for text in shown("fr") if wrong.search(text)] == []


@pytest.mark.parametrize(("language", "banned"), [("en", "do not come back"), ("fr", "ne reviennent pas")])
def test_banned_phrases_do_not_return(language: str, banned: str) -> None:
    sheet = (ROOT / "docs" / "style" / f"{language}.md").read_text("utf-8")
    table = sheet.partition(banned)[2].splitlines()
    phrases = [spaced(line.split("|")[1]) for line in table if line.startswith("| ")][1:]
    assert len(phrases) > 15, "the table of the sheet is read"
    sentences = [spaced(text) for text in shown(language)]
    assert [(phrase, text) for phrase in phrases for text in sentences if phrase in text] == []


def spaced(text: str) -> str:
    """Small letters, ordinary spaces."""
    return re.sub(r"\s+", " ", text.strip().lower())


def test_every_form_of_a_plural_says_what_the_original_says() -> None:
    """The same values, but for a count that the singular spells out. The newsroom is left out: each of its
    sentences has all the facts of its story to choose from, in either language."""
    value = re.compile(r"\{(\w+)|%\((\w+)\)[sd]")
    lost = []
    for message in catalogues.texts(catalogues.read(FRENCH)).values():
        if any(str(path).startswith("corporate/texts/newsroom/") for path, _line in message.locations):
            continue
        if isinstance(message.id, str):
            pairs = [(message.id, message.string)]
        else:
            pairs = [(message.id[-1], message.string[-1])]
        for original, text in pairs:
            if set(value.findall(original)) != set(value.findall(text)):
                lost.append((original, text))
    assert lost == []
