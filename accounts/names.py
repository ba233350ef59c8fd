"""Names of people and of games: which characters they may contain and which names are reserved."""

from __future__ import annotations

import functools
import unicodedata

import regex
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _

from .lookalikes import alike, readings, scripts

__all__ = ["MAX_NAME", "alike", "clean_name", "clean_title"]

MAX_NAME = 40
# Invisible characters that change how their neighbours look: joiners where they change the shape of letters
# (UAX 31, A1, A2 and B) or emoji, variation selectors after characters that have variants, and the tag
# letters in regional flags such as England's.
_SHAPING = regex.compile(
    r"""
    (?<=[\p{jt=D}\p{jt=L}]\p{jt=T}*) \u200c (?=\p{jt=T}*[\p{jt=D}\p{jt=R}])
    | (?<=\p{L}\p{M}*\p{ccc=9}) \u200c (?=\p{L})
    | (?<=\p{L}\p{M}*\p{ccc=9}) \u200d
    | (?<=\p{ExtPict}[\ufe0f\p{Emoji_Modifier}]?) \u200d (?=\p{ExtPict})
    | (?<=\p{ExtPict} | [0-9\#*](?=\ufe0f\u20e3)) [\ufe0e\ufe0f]
    | (?<=\p{Han}) [\U000e0100-\U000e01ef]
    | (?<=\U0001f3f4) [\U000e0061-\U000e007a]{3,6}\U000e007f
    """,
    regex.VERBOSE,
)
# Default-ignorable code points, control characters, bidirectional controls, unassigned code points, and three
# that are drawn as a space: the empty Braille pattern, a note without a head, a filler.
_UNSEEN = regex.compile(r"[\p{DI}\p{Bidi_Control}\p{C}\p{Zl}\p{Zp}\u2800\U0001d159\U00016fe4]")
_SIGN = regex.compile(r"[\p{L}\p{N}]")
_TOO_MANY_MARKS = regex.compile(r"[\p{Mn}\p{Me}]{3}")
_SAME_MARK_TWICE = regex.compile(r"([\p{Mn}\p{Me}])\1")
_WORD = regex.compile(r"[^\W_]+")


def clean_title(typed: str) -> str:
    """A typed name as it is stored: spaces folded, accents composed. Raises ValidationError."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    visible = _SHAPING.sub("", name)
    if not _SIGN.search(_UNSEEN.sub("", visible)):
        raise ValidationError(_("Name not accepted: it has neither a letter nor a digit. Write one."))
    # Invisible characters would let one name pass for another, or reverse the direction of the text.
    if _UNSEEN.search(visible):
        raise ValidationError(_("Name not accepted: it contains an invisible character. Type it again."))
    if _TOO_MANY_MARKS.search(visible) or _SAME_MARK_TWICE.search(unicodedata.normalize("NFD", visible)):
        raise ValidationError(
            _("Name not accepted: a letter has too many accents. Leave two at most, and none twice.")
        )
    return name


def clean_name(typed: str) -> str:
    """Like `clean_title`, for a person's name, which must not be mistaken for another person's or for the
    site. Raises ValidationError."""
    name = clean_title(typed)
    if name.startswith("#"):  # marks the seat of a deleted account
        raise ValidationError(_("Name not accepted: it begins with #. Begin with another character."))
    if not scripts(name):
        raise ValidationError(
            _(
                "Name not accepted: it mixes the letters of several alphabets, and could be "
                "mistaken for another name. Use only one alphabet."
            )
        )
    if word := _reserved(name):
        text = _(
            "Name not accepted: it could be mistaken for “%(word)s”, which only the site "
            "uses. Choose another."
        )
        raise ValidationError(text % {"word": word})
    return name


@functools.cache
def _site_words() -> tuple[tuple[str, bool], ...]:
    """What the site calls anybody who is not a player, in each of its languages. The second value: whether
    the word is also refused inside a longer name ("Bot Alfa")."""
    words = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            words += [
                (_("bot"), True),
                (_("Former player %(number)s") % {"number": ""}, True),
                (_("game master"), True),
                (_("the site"), False),
                (_("nobody"), False),
                (_("a deleted account"), False),
                ("Noon", False),
            ]
    return tuple(dict.fromkeys((word.strip(), inside) for word, inside in words))


def _reserved(name: str) -> str:
    """The reserved word that a name could be mistaken for; "" for none."""
    # Compared without digits as well: "Bot3", "Former player 12".
    found = readings(name) | readings(regex.sub(r"\d+", " ", name))
    for word, inside in _site_words():
        for forbidden in readings(word):
            if any(_passes(reading, forbidden, inside) for reading in found):
                return word
    return ""


def _passes(reading: str, forbidden: str, inside: bool) -> bool:
    words = _WORD.findall(reading)
    wanted = _WORD.findall(forbidden)
    if "".join(words) == "".join(wanted):
        return True
    starts = range(len(words) - len(wanted) + 1)
    return inside and any(words[at : at + len(wanted)] == wanted for at in starts)
