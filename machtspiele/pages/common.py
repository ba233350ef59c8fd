"""Functions that several pages share."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse

from games.contract import Event
from games.rulekit.events import EventData, read_events
from games.skin import Scene

from ..rules.events import KINDS
from ..rules.state import Private, Public


def public_of(scene: Scene) -> Public:
    found: Public = scene.view.public
    return found


def own_of(scene: Scene) -> Private | None:
    """The reader's own drawer; None for spectators."""
    found: Private | None = scene.view.private
    return found


def facts(events: Iterable[Event]) -> list[EventData]:
    """The typed data of events in their order, without unknown kinds."""
    return read_events(KINDS, events)


def rules_url() -> str:
    """The URL of this title's rule book."""
    return reverse("games:rules", args=["machtspiele"])
