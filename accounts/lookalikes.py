"""Names that look alike, compared by their skeletons as defined in Unicode Technical Standard 39.

Two texts are confusable if their skeletons are equal. The table of confusable characters is Unicode's (see
`tools/confusables.py`); scripts and other properties of characters come from `regex`.
"""

from __future__ import annotations

import functools
import unicodedata
from pathlib import Path

import regex

TABLE = Path(__file__).resolve().parent / "data" / "confusables.txt"
_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
# The scripts in use today: the recommended and the limited-use scripts of UAX 31, tables 5 and 7. Han is
# combined with others, because a name may be Japanese, Korean, or Chinese with Bopomofo.
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
    """The prototype of each confusable character, for `str.translate`."""
    found: dict[int, str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        to, _arrow, sources = line.partition("<")
        if line.startswith("#"):
            continue
        prototype = "".join(chr(int(code, 16)) for code in to.split())
        found |= {int(code, 16): prototype for code in sources.split()}
    return found


def skeleton(text: str) -> str:
    """The skeleton of a text (UTS 39, section 4): characters that look alike are replaced by the same one.
    For comparison only, not for display."""
    found = _IGNORED.sub("", unicodedata.normalize("NFD", text))
    while True:  # some prototypes decompose into letters that have prototypes again: two rounds at most
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
    """The writing systems that a text can belong to, as indices in `_TOGETHER`; empty if it mixes several.
    Characters common to all scripts, such as digits, spaces and accents, fit any of them."""
    return frozenset(n for n, letters in enumerate(_classes()) if letters.fullmatch(text))


def folded(text: str) -> str:
    """The text without differences of case and width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def alike(one: str, other: str) -> bool:
    """Whether one name might be mistaken for the other: they look the same, or the same except for case.

    Within one script, case counts: "Ian" and "Lan" differ. Between scripts, capitals of one may look like
    small letters of the other.
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
    """All readings of a text in plain lower-case letters without accents: for comparison with reserved
    words."""
    wide = unicodedata.normalize("NFKC", text)
    return frozenset(_plain(form) for form in (wide, wide.casefold(), wide.upper()))


def _plain(text: str) -> str:
    small = skeleton(skeleton(text).casefold()).casefold()
    return regex.sub(r"\p{M}", "", unicodedata.normalize("NFD", small))
