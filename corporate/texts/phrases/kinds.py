"""What a phrasing is."""

from __future__ import annotations

Phrase = tuple[str, str]
"""A headline and its body, marked for translation and told in the reader’s language."""
