"""Names people show, their own and their games': what they may be made of."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MAX_NAME = 40
_JOINERS = "\u200c\u200d"  # some scripts cannot be written without them


def clean_title(typed: str) -> str:
    """A typed name as it is kept: spaces folded, accents composed. Raises ValidationError."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise ValidationError(_("Name not taken: it has neither letter nor figure. Write one."))
    # Signs that print nothing, or turn the writing around, would let one name pass for another.
    if any(unicodedata.category(sign)[0] == "C" and sign not in _JOINERS for sign in name):
        raise ValidationError(_("Name not taken: it holds a sign that cannot be seen. Type it again."))
    return name


def clean_name(typed: str) -> str:
    """The same for a person: # in front marks a seat whose account is gone. Raises ValidationError."""
    name = clean_title(typed)
    if name.startswith("#"):
        raise ValidationError(_("Name not taken: it begins with #. Begin with another sign."))
    return name
