"""Which names look alike: skeletons as Unicode Technical Standard 39 defines them.

Two texts are confusable if their skeletons are equal. The table is Unicode's own (see
`tools/confusables.py`); scripts and other properties of characters come from `regex`.
"""

from __future__ import annotations

import functools
import unicodedata
from pathlib import Path

import regex

TABLE = Path(__file__).resolve().parent / "data" / "confusables.txt"
_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
# The scripts in use today: the recommended ones and those of limited use of UAX 31, tables 5 and 7. Han
# stands with its companions: a name may be Japanese, Korean, or Chinese with Bopomofo.
_SCRIPTS = (
    "Adlm Arab Armn Bali Bamu Batk Beng Cakm Cans Cham Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Hmnp "
    "Java Kali Khmr Knda Lana Laoo Latn Lepc Limb Lisu Mand Mlym Mong Mtei Mymr Newa Nkoo Olck Orya Osge "
    "Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng Thaa Thai Tibt Vaii Wcho Yiii"
)
_TOGETHER = [
    ("Hani", "Hira", "Kana"),
    ("Hani", "Hang"),
    ("Hani", "Bopo"),
    *((one,) for one in _SCRIPTS.split()),
]


@functools.cache
def _table() -> dict[int, str]:
    """Character to prototype, for `str.translate`."""
    found: dict[int, str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        to, _arrow, sources = line.partition("<")
        if line.startswith("#"):
            continue
        prototype = "".join(chr(int(code, 16)) for code in to.split())
        found |= {int(code, 16): prototype for code in sources.split()}
    return found


def skeleton(text: str) -> str:
    """What is left of a text when everything that is drawn alike is written alike (UTS 39, section 4).
    For comparing only: it is no text to show."""
    found = _IGNORED.sub("", unicodedata.normalize("NFD", text))
    while True:  # some prototypes come apart into letters that have prototypes: twice at most
        mapped = unicodedata.normalize("NFD", found.translate(_table()))
        if mapped == found:
            return found
        found = mapped


@functools.cache
def _classes() -> list[regex.Pattern[str]]:
    return [
        regex.compile("[" + "".join(rf"\p{{scx={one}}}" for one in (*together, "Zyyy", "Zinh")) + "]*")
        for together in _TOGETHER
    ]


def scripts(text: str) -> frozenset[int]:
    """The writing systems a text can belong to, as their numbers in a list of ours; empty if it mixes
    several. What all scripts share, such as digits, spaces and accents, belongs to any."""
    return frozenset(n for n, letters in enumerate(_classes()) if letters.fullmatch(text))


def folded(text: str) -> str:
    """The text without the differences of case and width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def alike(one: str, other: str) -> bool:
    """Whether one name might pass for the other: they look the same, or the same but for case.

    Case is looked at within a script; between scripts, capitals of one may be drawn like small letters
    of the other. Ian is not Lan, but "lan" looks like it.
    """
    drawn, other_drawn = skeleton(one), skeleton(other)
    if drawn == other_drawn or skeleton(folded(one)) == skeleton(folded(other)):
        return True
    if drawn == skeleton(other.upper()) or other_drawn == skeleton(one.upper()):
        return True
    if scripts(one) & scripts(other):
        return False
    return drawn == skeleton(folded(other)) or other_drawn == skeleton(folded(one))


def readings(text: str) -> frozenset[str]:
    """Everything a text may be read as in plain small letters, accents left out: for comparing with the
    few words nobody may be called."""
    wide = unicodedata.normalize("NFKC", text)
    return frozenset(_plain(form) for form in (wide, wide.casefold(), wide.upper()))


def _plain(text: str) -> str:
    small = skeleton(skeleton(text).casefold()).casefold()
    return regex.sub(r"\p{M}", "", unicodedata.normalize("NFD", small))
