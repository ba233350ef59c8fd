"""Makes random values of the site (ids, tokens, salts, seeds) the same in each run of a test.

A test that a rare draw would fail, fails always or never: never in the hour of a release. `NOON_CHANCE=7`
draws otherwise, for whoever looks for what is rare; so does each other word. Real processes that a test
starts draw as they do anywhere.
"""

from __future__ import annotations

import base64
import os
import random
from collections.abc import Sequence
from typing import Any

import hypothesis

import accounts.models
import config.ids
import games.models.columns
import games.receipts
import games.services.sweep
import games.services.turns
import games.vault

CHANCE = os.environ.get("NOON_CHANCE", "")


class Secrets:
    """As much of the module `secrets` as the site uses."""

    def __init__(self) -> None:
        self._source = random.Random()

    def begin(self, test: str) -> None:
        self._source.seed(f"{CHANCE}/{test}")

    def token_bytes(self, count: int) -> bytes:
        return self._source.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.token_bytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        return base64.urlsafe_b64encode(self.token_bytes(count)).rstrip(b"=").decode()

    def randbelow(self, limit: int) -> int:
        return self._source.randrange(limit)

    def choice(self, among: Sequence[Any]) -> Any:
        return self._source.choice(among)


DRAWS = Secrets()
for module in (
    accounts.models, config.ids, games.models.columns, games.receipts, games.services.sweep,
    games.services.turns, games.vault,
):  # fmt: skip
    assert module.secrets.__name__ == "secrets"
    module.secrets = DRAWS  # type: ignore[attr-defined]

# The same for examples; and however slow the machine, it is no fault of theirs.
hypothesis.settings.register_profile(
    "noon", derandomize=not CHANCE, deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)  # fmt: skip
hypothesis.settings.load_profile("noon")
