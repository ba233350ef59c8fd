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
# Letters, marks and symbols to Unicode, and nothing to the eye.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0]")


def clean_title(typed: str) -> str:
    """A typed name as it is kept: spaces folded, accents composed. Raises ValidationError."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not any(unicodedata.category(sign)[0] in "LN" for sign in _BLANK.sub("", name)):
        raise ValidationError(_("Name not taken: it has neither letter nor figure. Write one."))
    # Signs that print nothing, or turn the writing around, would let one name pass for another.
    if _BLANK.search(name) or any(unicodedata.category(sign)[0] == "C" for sign in _NEEDED.sub("", name)):
        raise ValidationError(_("Name not taken: it holds a sign that cannot be seen. Type it again."))
    return name


def clean_name(typed: str) -> str:
    """The same for a person: # in front marks a seat whose account is gone. Raises ValidationError."""
    name = clean_title(typed)
    if name.startswith("#"):
        raise ValidationError(_("Name not taken: it begins with #. Begin with another sign."))
    return name


def face(name: str) -> str:
    """What two names have in common that look the same, or differ in case and width alone."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _NEEDED.sub("", name)).casefold())
