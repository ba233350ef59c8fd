"""A game of some rules played form by form: each form is checked as the platform does, then resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from games.contract import Dice, Event, Orders, PlayerId, Problem, Rules, State, Window


class Playing:
    """A title's tests derive their own from it, with its `rules`."""

    rules: ClassVar[Rules[Any, Any, Any]]

    def __init__(self, state: State[Any, Any, Any]) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        self.log: list[Event] = []
        self._count = 0

    # ---- acts ---------------------------------------------------------------------------------

    def hand_in(self, _kind: str = "", /, **forms: Orders) -> Any:
        """The open question answered by these (`p1=...`); whoever is not named has missed it."""
        asked = self.main
        assert _kind in ("", asked.kind), f"asked is {asked.name}"
        given = {PlayerId(player): form for player, form in forms.items()}
        for player, form in given.items():
            assert player in asked.players, f"{asked.name} does not ask {player}"
            assert self.check(player, form) == (), self.check(player, form)
        return self._resolve(asked, given)

    def miss(self, kind: str = "") -> Any:
        """The deadline of the open question, and nobody has answered."""
        return self.hand_in(kind)

    def at(self, door: str, player: str, form: Orders) -> Any:
        """One use of a door."""
        asked = self.window(door)
        found = self.rules.check(self.state.seen_by(PlayerId(player)), asked, form)
        assert found == (), found
        return self._resolve(asked, {PlayerId(player): form})

    def force(self, door_or_question: str, forms: Mapping[PlayerId, Orders]) -> Any:
        """Forms nobody has checked."""
        return self._resolve(self.window(door_or_question), forms)

    def _resolve(self, asked: Window, forms: Mapping[PlayerId, Orders]) -> Any:
        self._count += 1
        outcome = self.rules.resolve(self.state, asked, forms, Dice(b"%d" % self._count))
        self.state, self.events = outcome.state, outcome.events
        self.log += outcome.events
        return self

    # ---- what came of it ------------------------------------------------------------------------

    @property
    def public(self) -> Any:
        return self.state.public

    @property
    def names(self) -> list[str]:
        return [asked.name for asked in self.rules.windows(self.public)]

    @property
    def main(self) -> Window:
        asked = self.rules.windows(self.public)[0]
        assert not asked.is_door, "the game sleeps"
        return asked

    @property
    def asleep(self) -> bool:
        return bool(self.public.asleep)

    def window(self, kind: str) -> Window:
        return next(asked for asked in self.rules.windows(self.public) if asked.kind == kind)

    def check(self, player: str | None, form: Orders, kind: str = "") -> tuple[Problem, ...]:
        asked = self.window(kind) if kind else self.main
        reader = None if player is None else PlayerId(player)
        return self.rules.check(self.state.seen_by(reader), asked, form)

    def codes(self, player: str, form: Orders, kind: str = "") -> list[str]:
        return [problem.code for problem in self.check(player, form, kind)]

    @property
    def told(self) -> list[str]:
        """The kinds of what the last act told."""
        return [event.kind for event in self.events]

    def facts(self, kind: str, to: str = "") -> list[dict[str, Any]]:
        """What the last act told of this kind, to anybody or to this reader."""
        return [
            dict(event.data) for event in self.events if event.kind == kind and (not to or to in event.to)
        ]

    def fact(self, kind: str) -> dict[str, Any]:
        """The same where it was told once."""
        (only,) = self.facts(kind)
        return only

    @property
    def ranks(self) -> dict[str, int]:
        return {one.player: one.rank for one in self.rules.standings(self.public) or ()}
