"""The titles that can be played: a title's `apps.py` registers its skin, nothing else does."""

from __future__ import annotations

from .skin import Skin

_skins: dict[str, Skin] = {}


def register(skin: Skin) -> None:
    """Make a title playable. Registering the same key again replaces it (a reload, a test)."""
    _skins[skin.rules.meta.key] = skin


def unregister(key: str) -> None:
    """Take a title out again (tests)."""
    _skins.pop(key, None)


def skin_for(title: str) -> Skin:
    """The skin of a title by its key. Raises KeyError for a title that is not installed."""
    return _skins[title]


def all_skins() -> tuple[Skin, ...]:
    """Every registered title, in the order of registration."""
    return tuple(_skins.values())
