"""Inflected words: the values of sentences, written by a format specification in the reader's language.

`{corp}` Ares · `{corp:s}` Ares’s · `{corp:de}` d’Ares · `{corp:que}` qu’Ares
`{winner}` Transparency · `{winner:le}` la Transparence · `{winner:Le}` · `{winner:de}` · `{winner:à}`
`{n}` two · `{n:asset}` two assets · `{n:actif}` deux actifs · `{n:th}` second · `{n:fth}` première ·
`{n:time}` twice · `{n:fem}` une · `{n:figure}` 2 · `{n:de actif}` d’un actif · `{n:que actif}` qu’un actif
`{any:^…}` the first letter raised · `{any:=loses|lose}` for one, or for several ·
`{coalition:@battu|battue|battus}` for le, la, les
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from .. import figures, names

IN_WORDS: Final = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
}
ORDINALS: Final = {
    "en": ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    "fr": (
        "",
        "premier",
        "deuxième",
        "troisième",
        "quatrième",
        "cinquième",
        "sixième",
        "septième",
        "huitième",
        "neuvième",
        "dixième",
    ),
}
TEENS: Final = {
    "en": (
        "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ),
    "fr": (
        "dix", "onze", "douze", "treize", "quatorze",
        "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
    ),
}  # fmt: skip
TENS: Final = {
    "en": ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
    "fr": ("", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", *["quatre-vingt"] * 2),
}
MOST_IN_WORDS: Final = 999
FEMININE: Final = frozenset({"part", "tentative", "fois"})
INVARIABLE: Final = frozenset({"fois"})
TIMES: Final = {1: "once", 2: "twice"}
ARTICLES: Final = {
    "public_contracts": "les",
    "urban_development": "le",
    "targeted_controls": "les",
    "transparency": "la",
    "banking_safeguards": "les",
    "deregulation": "la",
}
CONTRACTED: Final = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}
SILENT: Final = frozenset({"Horizon"})  # an h that is not said
DEEDS: Final = {
    "datasteal": ("a datasteal", "datasteals", "un datasteal", "datasteals"),
    "sabotage": ("a sabotage", "sabotages", "un sabotage", "sabotages"),
    "extraction": ("an extraction", "extractions", "une extraction", "extractions"),
}


class Word:
    """A value of a sentence. `many`: whether a verb after it is plural."""

    many = False

    def said(self, form: str) -> str:
        raise NotImplementedError

    def __format__(self, spec: str) -> str:
        if spec.startswith("="):
            one, several = spec[1:].split("|")
            return several if self.many else one
        if spec.startswith("^"):
            return figures.capital(self.said(spec[1:]))
        return self.said(spec)

    def __str__(self) -> str:
        return self.said("")


class Named(Word):
    """A corporation or a player, by name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def said(self, form: str) -> str:
        if form == "s":
            return f"{self.name}’s"
        if form == "de":
            return f"d’{self.name}" if _elides(self.name) else f"de {self.name}"
        if form == "que":
            return f"qu’{self.name}" if _elides(self.name) else f"que {self.name}"
        return self.name


def _elides(name: str) -> bool:
    """Whether « de » loses its vowel before a name; it does not before a person's name in h or y."""
    first = unicodedata.normalize("NFD", name[:1].lower())[:1]
    return name in SILENT or first in tuple("aeiouœæ")


class Corp(Named):
    def __init__(self, slug: str) -> None:
        super().__init__(names.corp(slug))


class Coalition(Word):
    """A coalition: the name alone in English, with its article in French."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.article = ARTICLES.get(slug, "")

    @property
    def many(self) -> bool:  # type: ignore[override]  # of the language
        return figures.is_french() and self.article == "les"

    def said(self, form: str) -> str:
        name = names.coalition(self.slug)
        if form.startswith("@"):
            he, she, they = form[1:].split("|")
            return {"la": she, "les": they}.get(self.article, he)
        if form in ("le", "Le", "de", "De", "à"):
            before = self.article if form in ("le", "Le") else f"{form.lower()} {self.article}".strip()
            text = f"{CONTRACTED.get(before, before)} {name}".strip()
            return figures.capital(text) if form in ("Le", "De") else text
        return name


class Listing(Word):
    """Several words, with "and" before the last: « d’Ana, de Bruno et d’Inès »."""

    def __init__(self, items: Sequence[Word | str], apart: bool = False) -> None:
        self.items = list(items)
        self.apart = apart  # they have commas of their own

    @property
    def many(self) -> bool:  # type: ignore[override]  # of the items
        return len(self.items) > 1

    def said(self, form: str) -> str:
        lower = form.lower()
        said = [(item if isinstance(item, Word) else Named(item)).said(lower) for item in self.items]
        text = figures.parts(said) if self.apart else figures.listed(said)
        return figures.capital(text) if form[:1].isupper() else text


class Count(Word):
    """A whole number: in words below ten, with its noun if the specification names one. `spelled`: in words
    in any case, for numbers side by side and at the beginning of a sentence."""

    def __init__(self, value: int, spelled: bool = False) -> None:
        self.value = value
        self.spelled = spelled

    def __format__(self, spec: str) -> str:
        if spec.startswith("^") and not self.spelled:
            return format(Count(self.value, spelled=True), spec)
        return super().__format__(spec)

    @property
    def many(self) -> bool:  # type: ignore[override]  # of the language
        return abs(self.value) > 1 if figures.is_french() else abs(self.value) != 1

    def said(self, form: str) -> str:
        before, _space, noun = form.partition(" ")
        if before in ("de", "que"):
            text = self.said(noun)
            return f"{before[:-1]}’{text}" if text.startswith("u") else f"{before} {text}"
        match form:
            case "figure":
                return figures.number(self.value)
            case "th" | "fth":
                return self._ordinal(feminine=form == "fth")
            case "time" if self.value in TIMES:
                return TIMES[self.value]
            case "" | "fem":
                return self._in_words(form == "fem", alone=True)
            case "sabotage" | "datasteal" | "extraction":
                return self._deed(form)
        figure = self._in_words(form in FEMININE)
        return f"{figure} {form}{'s' if self.many and form not in INVARIABLE else ''}"

    def _ordinal(self, feminine: bool) -> str:
        language = "fr" if figures.is_french() else "en"
        if not 0 < self.value < len(ORDINALS[language]):
            return figures.ordinal(self.value)
        if self.value == 1 and feminine and language == "fr":
            return "première"
        return ORDINALS[language][self.value]

    def _deed(self, run: str) -> str:
        at = 2 if figures.is_french() else 0
        if self.value == 1:
            return DEEDS[run][at]
        return f"{self._in_words()} {DEEDS[run][at + 1]}"

    def _in_words(self, feminine: bool = False, alone: bool = False) -> str:
        """`two`, `minus two`, `12`; `une` and `aucune` before a feminine noun; zero in words if there is no
        noun."""
        language = "fr" if figures.is_french() else "en"
        if abs(self.value) > (MOST_IN_WORDS if self.spelled else 9):
            return figures.number(self.value)
        if self.value == 0 and alone:
            return "zéro" if language == "fr" else "nought"
        word = _in_french(abs(self.value)) if language == "fr" else _in_english(abs(self.value))
        if feminine and language == "fr" and word.endswith("un"):
            word += "e"
        return word if self.value >= 0 else f"{'moins' if language == 'fr' else 'minus'} {word}"


def _in_english(value: int) -> str:
    """`forty-two`, `one hundred and seventeen`."""
    if value < 10:
        return IN_WORDS["en"][value]
    if value < 20:
        return TEENS["en"][value - 10]
    if value < 100:
        return TENS["en"][value // 10] + (f"-{IN_WORDS['en'][value % 10]}" if value % 10 else "")
    rest = f" and {_in_english(value % 100)}" if value % 100 else ""
    return f"{IN_WORDS['en'][value // 100]} hundred{rest}"


def _in_french(value: int) -> str:
    """`vingt et un`, `soixante et onze`, `quatre-vingts`, `cent dix-sept`."""
    if value < 10:
        return IN_WORDS["fr"][value]
    if value < 20:
        return TEENS["fr"][value - 10]
    if value < 100:
        ten, rest = divmod(value, 10)
        if ten in (7, 9):
            rest += 10
        if value == 80:
            return "quatre-vingts"
        joint = " et " if rest in (1, 11) and ten < 8 else "-"
        return TENS["fr"][ten] + (f"{joint}{_in_french(rest)}" if rest else "")
    hundreds, rest = divmod(value, 100)
    before = "cent" if hundreds == 1 else f"{IN_WORDS['fr'][hundreds]} cent"
    return f"{before} {_in_french(rest)}" if rest else before + "s" * (hundreds > 1)
