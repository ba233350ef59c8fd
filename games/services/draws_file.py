"""The draws of a finished game as one JSON file, for an independent program: see docs/verify_draws.py.

No resolution is re-run for it, and it exists only for games that are over.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from .. import selectors, vault
from ..contract import encode
from ..draws import readable
from ..models import Game, Resolution, Turn
from ..receipts import without_closed
from .audit import kept_forms, open_salt

FORMAT = 1
ROWS_AT_ONCE = 20  # resolutions held in memory


def draws_file(game: Game) -> Iterator[str]:
    """The text of the file, one turn at a time, in four queries; without turns while the game is not over."""
    seeds = vault.revealed_seeds(game)
    people = selectors.people_of(selectors.seats_of(game))
    head = {
        "format": FORMAT, "game": game.public_id, "name": game.name, "title": game.title,
        "players": {pid: person.name for pid, person in people.items()},
    }  # fmt: skip
    yield encode(head)[:-1] + ',"turns":['
    turns = Turn.objects.filter(pk__in=seeds).order_by("opened_at", "pk")
    rows = Resolution.objects.filter(turn__in=seeds).exclude(cause=Resolution.Cause.REWIND)
    found = groupby(
        rows.order_by("turn__opened_at", "turn_id", "number").iterator(ROWS_AT_ONCE), lambda row: row.turn_id
    )
    turn_id, resolved = next(found, (None, iter(())))
    separator = "\n"
    for turn in turns:
        mine: list[dict[str, Any]] = []
        if turn.pk == turn_id:
            mine = [_resolution(row) for row in resolved]
            turn_id, resolved = next(found, (None, iter(())))
        shown = {
            "turn": turn.name, "opened_at": turn.opened_at, "seal": turn.commitment,
            "seed": seeds[turn.pk].hex(), "resolutions": mine,
        }  # fmt: skip
        yield separator + encode(shown)
        separator = ",\n"
    yield "\n]}\n"


def _resolution(row: Resolution) -> dict[str, Any]:
    """One resolution. `orders` is text: the exact bytes that the fingerprint and the key are made of."""
    forms = [
        {
            "player": pid, "orders": encode(without_closed(form.orders)), "revision": form.revision,
            "saved_at": form.saved_at, "by": form.by, "fingerprint": form.fingerprint,
            "salt": open_salt(form),
        }
        for pid, form in sorted(kept_forms(row).items(), key=lambda kept: int(kept[0][1:]))
    ]  # fmt: skip
    draws = dict(readable(row.draws, row.key_version))
    return {"nth": row.nth, "key": row.key_version, "forms": forms, "draws": draws}
