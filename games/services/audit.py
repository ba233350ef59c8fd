"""Re-run past resolutions and compare them with the stored rows.

Nothing here returns a seed, a draw or a form of a game that is not over: a verdict only names where
something differs.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Any

from django.db import transaction
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from web.errors import DATABASE_UNAVAILABLE

from .. import vault
from ..contract import Dice, Draw, Event, Orders, Outcome, PlayerId, Rules, View, Window, decode, encode
from ..draws import packed, readable, unpacked
from ..models import Drawer, Game, ReaderEvents, ReadingRight, Resolution, Turn
from ..receipts import fingerprint, without_closed
from ..registry import skin_for
from ..selectors.archives import events_opened
from ..skin import Archived, Skin
from .claims import Form


class Result(Enum):
    VERIFIED = "verified"  # re-run with the same result in every byte
    DIFFERS = "differs"
    NOT_RESOLVED = "not_resolved"  # nothing was drawn yet, or ever
    OTHER_RULES = "other_rules"  # played under rules that are no longer installed


class Difference(Struct, frozen=True):
    """Where the stored rows and the re-run disagree. `what`: "commitment", "resolutions", "fingerprint",
    "draws", "drawer", "events", "grants", "missing" or "raised"; `where`: whose row; `nth`: which of the
    turn's resolutions, from 0."""

    what: str
    where: str = ""
    nth: int = 0


class Verdict(Struct, frozen=True):
    """The result of re-running a turn. `at`: when it was run, if the verdict was kept."""

    turn: str
    result: Result
    differences: tuple[Difference, ...] = ()
    at: datetime | None = None


def verify_turn(turn: Turn) -> Verdict:
    """Re-run every resolution of a turn from the drawers before it, the stored forms and the seed.

    Compared byte by byte: drawers, draws, events, reading rights and who was missing; the seed with its
    commitment, the forms with their fingerprints. A dozen queries for a turn that was resolved once.
    """
    secret, turn = vault.seed_with_turn(turn.pk)
    rows = list(
        Resolution.objects.filter(turn=turn).exclude(cause=Resolution.Cause.REWIND).order_by("number")
    )
    if told := _without_a_rerun(turn, rows, secret):
        return told
    found, rules = _broken_seal(turn, secret), skin_for(turn.game.title).rules
    if [row.nth for row in rows] != list(range(turn.resolutions)):
        found.append(Difference("resolutions"))
    for row in rows:
        try:
            with transaction.atomic():  # a savepoint: after a failed read the connection stays usable
                found += _Rerun(turn, row, secret, rules).differences()
        except DATABASE_UNAVAILABLE:  # a fault of the database, not of the row
            raise
        except Exception as problem:  # damaged rows may raise any exception: that counts as a difference
            found.append(Difference("raised", type(problem).__name__, row.nth))
    if found:
        return Verdict(turn.name, Result.DIFFERS, tuple(found))
    return Verdict(turn.name, Result.VERIFIED if rows else Result.NOT_RESOLVED)


def _broken_seal(turn: Turn, secret: bytes) -> list[Difference]:
    return [] if vault.commitment(secret) == turn.commitment else [Difference("commitment")]


def _without_a_rerun(turn: Turn, rows: list[Resolution], secret: bytes) -> Verdict | None:
    """The verdict on a turn that was played under other rules than those installed; None for any other
    turn."""
    installed = skin_for(turn.game.title).rules.meta.rules_version
    if all(row.rules_version == installed for row in rows):
        return None
    return Verdict(turn.name, Result.OTHER_RULES, tuple(_broken_seal(turn, secret)))


def verdict_of(turn: Turn) -> Verdict:
    """The verdict on a turn of a finished game: computed on the first request, then kept. If several ask at
    the same moment, one re-runs the turn and the others wait."""
    if not turn.verdict:
        with transaction.atomic():
            turn = Turn.objects.select_for_update().get(pk=turn.pk)
            if not turn.verdict:
                return verdict_renew(turn)
    return decode(turn.verdict, Verdict)


def verdict_renew(turn: Turn) -> Verdict:
    """Re-run a turn and store the verdict, if its game is over. If other rules are installed now, nothing is
    stored, because the version it was played under may be installed again."""
    verdict = replace(verify_turn(turn), at=timezone.now())
    finished = Game.objects.filter(pk=turn.game_id, stage=Game.Stage.FINISHED).exists()
    if finished and verdict.result is not Result.OTHER_RULES:
        Turn.objects.filter(pk=turn.pk).update(verdict=encode(verdict))
    return verdict


class _Rerun:
    """One resolution, re-run."""

    def __init__(self, turn: Turn, row: Resolution, secret: bytes, rules: Rules[Any, Any, Any]) -> None:
        self.turn, self.row, self.rules, self.game = turn, row, rules, turn.game
        self.forms = kept_forms(row)
        self.dice = Dice(_key(row, secret, self.forms))
        self.window: Window | None = None
        self.outcome = self._run()

    def _run(self) -> Outcome[Any, Any, Any]:
        if self.row.cause == Resolution.Cause.SETUP:
            players = sorted(self.game.players.values_list("number", flat=True))
            return self.rules.setup(tuple(PlayerId(f"p{n}") for n in players), self.game.options, self.dice)
        before = vault.load(self.game, self.rules, at=self.row.number - 1).state
        windows = self.rules.windows(before.public)
        self.window = next(w for w in windows if w.name == self.turn.name)
        orders = {pid: form.orders for pid, form in self.forms.items()}
        return self.rules.resolve(before, self.window, orders, self.dice)

    def differences(self) -> list[Difference]:
        places = [
            *self._fingerprints(),
            *self._drawers(),
            *self._events(),
            *(["draws"] if self._draws_differ() else []),
            *(["grants"] if self._grants() else []),
            *(["missing"] if self._missing() != self.row.missing else []),
        ]
        parts = (place.partition("/") for place in places)
        return [Difference(what, where, self.row.nth) for what, _slash, where in parts]

    def _draws_differ(self) -> bool:
        """Compare draws as values: another version of zlib may compress the same draws to other bytes."""
        version = self.row.key_version
        try:
            kept = unpacked(self.row.draws, version)
        except (ValueError, zlib.error):
            return True
        return kept != unpacked(packed(self.dice, version), version)

    def _fingerprints(self) -> list[str]:
        return [
            f"fingerprint/{pid}"
            for pid, form in self.forms.items()
            if fingerprint(form.salt, self.turn.name, pid, form.orders) != form.fingerprint
        ]

    def _drawers(self) -> list[str]:
        """The owners whose drawers differ from the stored ones. Drawers of an older schema are upgraded
        before they are compared."""
        kept = vault.load(self.game, self.rules, at=self.row.number)
        again = vault.texts_of(self.outcome.state)
        owners = sorted(kept.texts.keys() | again.keys())
        differ = [o for o in owners if again.get(o) != kept.texts.get(o)]
        schema = self.rules.meta.schema_version
        if differ and Drawer.objects.filter(game=self.game).exclude(schema=schema).exists():
            today = vault.texts_of(kept.state)
            differ = [o for o in differ if again.get(o) != today.get(o)]
        return [f"drawer/{o}" for o in differ]

    def _events(self) -> list[str]:
        told: dict[str, list[Event]] = defaultdict(list)
        for event in self.outcome.events:
            for reader in event.to:
                told[reader].append(event)
        again = {reader: encode(events) for reader, events in told.items()}
        rows = ReaderEvents.objects.filter(game=self.game, number=self.row.number)
        kept = dict(rows.values_list("reader", "content"))
        return [f"events/{r}" for r in sorted(kept.keys() | again.keys()) if kept.get(r) != again.get(r)]

    def _grants(self) -> bool:
        again = sorted((g.reader, g.of, list(g.chapters), list(g.without)) for g in self.outcome.grants)
        rows = ReadingRight.objects.filter(game=self.game, number=self.row.number)
        return again != sorted((g.reader, g.of, g.chapters, g.without) for g in rows)

    def _missing(self) -> str:
        if self.window is None or self.window.is_door:
            return encode([])
        return encode([pid for pid in self.window.awaited if pid not in self.forms])


def _key(row: Resolution, secret: bytes, forms: Mapping[PlayerId, Form]) -> bytes:
    """The key of a resolution's dice, computed by the method that was in use when it was resolved."""
    if row.key_version == 1:
        prints = {pid: form.fingerprint for pid, form in forms.items()}
        return vault.first_dice_key(secret, row.nth, prints)
    return vault.dice_key(secret, row.nth, {pid: form.orders for pid, form in forms.items()})


def kept_forms(row: Resolution) -> dict[PlayerId, Form]:
    """The forms a resolution consumed."""
    return decode(row.forms, dict[PlayerId, Form])


# ---- what is opened once a game is over (for its players; the page sees to that) --------------------


class OpenedForm(Struct, frozen=True):
    """One player's form, without orders that stay closed. `view`: what the player saw when it was resolved.
    `salt`: see `open_salt`; `revision`: how many times it was saved, 0 if that was not recorded;
    `by`: whose hand it was."""

    player: PlayerId
    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime
    revision: int
    view: View[Any, Any]
    by: str


class OpenedResolution(Struct, frozen=True):
    """`nth`: how many resolutions of the turn came before it; `key_version`: how the key was made."""

    window: Window
    forms: tuple[OpenedForm, ...]
    draws: Mapping[str, Draw]
    nth: int
    key_version: int
    kept: Archived  # for the sentences of its draws


class OpenedTurn(Struct, frozen=True):
    turn: Turn
    seed: str  # in hexadecimal
    verdict: Verdict
    resolutions: tuple[OpenedResolution, ...]


def opened_chapter(game: Game, chapter: int) -> list[OpenedTurn]:
    """Everything stored for the turns of one chapter of a finished game, with their verdicts; [] while the
    game is not over."""
    if game.stage != Game.Stage.FINISHED:
        return []
    seeds, skin = vault.revealed_seeds(game), skin_for(game.title)
    turns = Turn.objects.filter(game=game, chapter=chapter, pk__in=seeds).order_by("opened_at", "pk")
    resolved: dict[int, list[Resolution]] = defaultdict(list)
    rows = Resolution.objects.filter(turn__in=turns).exclude(cause=Resolution.Cause.REWIND)
    for row in rows.order_by("number"):
        resolved[row.turn_id].append(row)
    forms = {row.pk: kept_forms(row) for found in resolved.values() for row in found}
    numbers = {
        number for found in resolved.values() for row in found for number in (row.number - 1, row.number)
    }
    states = vault.past(game, skin.rules, numbers - {-1})
    told = events_opened(ReaderEvents.objects.filter(game=game, number__in=numbers), skin.opened)
    opened = []
    for turn in turns:
        turn.game = game
        window, found = decode(turn.window, Window), resolved[turn.pk]
        shown = tuple(
            _opened(row, window, forms[row.pk], states, _archived(row, states, told, skin)) for row in found
        )
        verdict = _verdict_shown(turn, found, seeds[turn.pk])
        opened.append(OpenedTurn(turn, seeds[turn.pk].hex(), verdict, shown))
    return opened


def _verdict_shown(turn: Turn, rows: list[Resolution], secret: bytes) -> Verdict:
    """`verdict_of`, without a query if the verdict is cached or cannot be: verdicts on turns of another
    version of the rules are never cached."""
    if turn.verdict:
        return decode(turn.verdict, Verdict)
    return _without_a_rerun(turn, rows, secret) or verdict_of(turn)


def _archived(
    row: Resolution,
    states: Mapping[int, vault.Loaded],
    told: Mapping[int, Mapping[str, tuple[Event, ...]]],
    skin: Skin,
) -> Archived:
    before = states[row.number - 1].state.public if row.number else None
    draws = readable(row.draws, row.key_version)
    same = row.rules_version == skin.rules.meta.rules_version
    return Archived(
        row.chapter, before, draws, told.get(row.number, {}), same, states[row.number].state.public
    )


def _opened(
    row: Resolution,
    window: Window,
    forms: Mapping[PlayerId, Form],
    states: Mapping[int, vault.Loaded],
    kept: Archived,
) -> OpenedResolution:
    shown = tuple(
        _opened_form(pid, forms[pid], states[row.number - 1].state)
        for pid in sorted(forms, key=lambda p: int(p[1:]))
    )
    return OpenedResolution(window, shown, kept.draws, row.nth, row.key_version, kept)


def _opened_form(pid: PlayerId, form: Form, state: Any) -> OpenedForm:
    orders, view = without_closed(form.orders), state.seen_by(pid)
    salt = open_salt(form)
    return OpenedForm(pid, orders, form.fingerprint, salt, form.saved_at, form.revision, view, form.by)


def open_salt(form: Form) -> str:
    """The salt of a form, or "" if part of the form stays closed: with the salt, short texts could be
    guessed."""
    return form.salt if without_closed(form.orders) == form.orders else ""
