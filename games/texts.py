"""Sentences of the platform: refusals, notices, the ledger."""

from __future__ import annotations

from typing import Any


def refusal_text(code: str, params: dict[str, Any]) -> str:
    """A refusal of the platform as a sentence."""
    return code


def notice_text(notice: Any) -> str:
    """A notice as a sentence."""
    return str(notice.kind)
