"""Why a service did nothing: a code for the page, with the figures of its sentence."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A service refuses. `code` names a sentence of `games.refusaltexts.REFUSALS`, `params` its figures."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
