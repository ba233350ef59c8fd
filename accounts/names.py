"""Names people show, their own and their games': what they may be made of."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MAX_NAME = 40
# They print nothing, and some scripts and pictures cannot be written without them: joiners, and the signs
# that choose between two shapes of the one before.
_NEEDED = re.compile("[\u200c\u200d\ufe0e\ufe0f\U000e0100-\U000e01ef]")
# The flags of parts of a country, as England's: a black one, and its letters in signs that print nothing.
_FLAG_LETTERS = re.compile("(?<=\U0001f3f4)[\U000e0061-\U000e007a]{3,6}\U000e007f")
# Letters that are drawn alike in most typefaces, Cyrillic and Greek ones as Latin ones, I as l.
_DRAWN = str.maketrans(
    "АВЕКМНОРСТУХЈЅаеорсухіјѕһԁ" "ΑΒΕΖΗΚΜΝΟΡΤΥΧο" "IІΙӀӏ|",
    "ABEKMHOPCTYXJSaeopcyxijshd" "ABEZHKMNOPTYXo" "llllll",
)  # fmt: skip
# Letters, marks and symbols to Unicode, and nothing to the eye.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0]")


def clean_title(typed: str) -> str:
    """A typed name as it is kept: spaces folded, accents composed. Raises ValidationError."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not any(unicodedata.category(sign)[0] in "LN" for sign in _BLANK.sub("", name)):
        raise ValidationError(_("Name not taken: it has neither letter nor figure. Write one."))
    # Signs that print nothing, or turn the writing around, would let one name pass for another.
    if _BLANK.search(name) or any(unicodedata.category(sign)[0] == "C" for sign in _plain(name)):
        raise ValidationError(_("Name not taken: it holds a sign that cannot be seen. Type it again."))
    return name


def clean_name(typed: str) -> str:
    """The same for a person: # in front marks a seat whose account is gone. Raises ValidationError."""
    name = clean_title(typed)
    if name.startswith("#"):
        raise ValidationError(_("Name not taken: it begins with #. Begin with another sign."))
    return name


def alike(one: str, other: str) -> bool:
    """Whether one name might pass for the other: they look the same, or differ in case and width alone."""
    return _face(one) == _face(other) or _drawing(one) == _drawing(other)


def _face(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _plain(name)).casefold())


def _drawing(name: str) -> str:
    """With its case: Ian is not Lan, but lan is."""
    return unicodedata.normalize("NFKD", _plain(name)).translate(_DRAWN)


def _plain(name: str) -> str:
    """Without the signs that print nothing and may stand in a name."""
    return _FLAG_LETTERS.sub("", _NEEDED.sub("", name))
