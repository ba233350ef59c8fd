"""The titles that can be played: a title's `apps.py` registers its skin, nothing else does."""

from __future__ import annotations

from .skin import Skin


class TitleMissing(KeyError):
    """A game of a title that is not installed on this site. The game waits, with everything it contains,
    until the title is installed again."""


_skins: dict[str, Skin] = {}


def register(skin: Skin) -> None:
    """Make a title playable. Registering the same key again replaces it (a reload, a test)."""
    _skins[skin.rules.meta.key] = skin


def unregister(key: str) -> None:
    """Take a title out again (tests)."""
    _skins.pop(key, None)


def skin_for(title: str) -> Skin:
    """The skin of a title by its key. Raises TitleMissing for one that is not installed."""
    try:
        return _skins[title]
    except KeyError:
        raise TitleMissing(title) from None


def is_installed(title: str) -> bool:
    return title in _skins


def installed() -> list[str]:
    """The keys of every registered title."""
    return list(_skins)


def all_skins() -> tuple[Skin, ...]:
    """Every registered title, in the order of registration."""
    return tuple(_skins.values())
