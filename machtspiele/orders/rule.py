"""Links from questions of the form to the rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from ..pages.common import rules_url
from .answers import EXITS
from .kinds import ACTIONS, KINDS

AT: Final[Mapping[str, str]] = {
    **{slug: f"rule-{slug}" for slug in ACTIONS},
    **dict.fromkeys(EXITS, "rule-exit"),
    "bribe": "bribes",
    "pass": "actions",
    "place": "start",
    "events": "rule-events",
    "reply": "bribes",
    "boss": "cards",
    "replies": "bribes",
    "file": "time",
}
"""The place in the rule book, for each kind of question and for filing in advance."""
assert AT.keys() == KINDS.keys() | {"file"}


class Rule(NamedTuple):
    """A link to the rule book: its URL and its text."""

    url: str
    name: str


def links() -> dict[str, Any]:
    """The links for each kind of question, for templates."""
    book = rules_url()
    names = {kind: KINDS[kind].name() if kind in KINDS else _("File for later") for kind in AT}
    return {"rules_url": book, "rule_at": {kind: Rule(f"{book}#{AT[kind]}", names[kind]) for kind in AT}}
