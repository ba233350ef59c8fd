"""Checks of a whole database once every process is stopped, however many of them were killed.

Each function yields a sentence for everything that is wrong, and nothing if all is well.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from django.apps import apps
from django.db import models

from games.contract import Window, decode
from games.models import (
    Drawer,
    FinalStanding,
    Game,
    Notice,
    OrderForm,
    Player,
    ReaderEvents,
    ReadingRight,
    Resolution,
    Seed,
    Turn,
)
from games.registry import skin_for
from games.services.audit import Result, verify_turn
from games.services.draws_file import draws_file
from tools.servers import ROOT

NOT_OVER = ("open", "paused", "stuck")
COURSE = (
    Notice.Kind.STARTED, Notice.Kind.RESOLVED, Notice.Kind.FINISHED,
    Notice.Kind.ASKED, Notice.Kind.UNANSWERED, Notice.Kind.CHAPTER_OVER,
)  # fmt: skip
Saved = dict[int, dict[int, str]]  # turn -> player's number -> the fingerprint on the receipt


def all_of(saved: Saved) -> list[str]:
    """All checks. `saved`: the forms of every noon that was resolved."""
    return list(chain(orders(saved), turns(), notices(), orphans(), audits()))


def orders(saved: Saved) -> Iterator[str]:
    """Every form was used once, as it was saved, by its own turn."""
    consumed: Counter[str] = Counter()
    forms_of: dict[int, dict[int, str]] = {}
    for turn_id, text in Resolution.objects.exclude(forms="{}").values_list("turn_id", "forms"):
        forms = {int(pid[1:]): form["fingerprint"] for pid, form in decode(text, dict[str, Any]).items()}
        consumed.update(forms.values())
        forms_of.setdefault(turn_id, {}).update(forms)
    yield from (f"a form was consumed {times} times" for times in consumed.values() if times > 1)
    for turn_id, forms in saved.items():
        if forms_of.get(turn_id) != forms:
            yield f"turn {turn_id} did not consume the forms that were saved for it"
    left = OrderForm.objects.filter(turn__status=Turn.Status.RESOLVED)
    for turn_id in left.values_list("turn_id", flat=True):
        yield f"turn {turn_id} is over, and a form for it still lies there"


def turns() -> Iterator[str]:
    """Each turn was resolved once, the numbers of each game have no gap, each running game waits for one
    noon."""
    times = Counter(Resolution.objects.values_list("turn_id", flat=True))
    for turn in Turn.objects.all():
        window, found = decode(turn.window, Window), times[turn.pk]
        if found != turn.resolutions:
            yield f"turn {turn.pk} counts {turn.resolutions} resolutions and has {found}"
        if not (window.is_door and turn.name != "setup") and found != (turn.status == Turn.Status.RESOLVED):
            yield f"turn {turn.pk} is {turn.status} and was resolved {found} times"
        if turn.status == Turn.Status.STUCK:
            yield f"turn {turn.pk} is stuck"
    numbers: dict[int, list[int]] = defaultdict(list)
    for game_id, number in Resolution.objects.order_by("number").values_list("game_id", "number"):
        numbers[game_id].append(number)
    waits = Counter(
        Turn.objects.filter(status__in=NOT_OVER, deadline__isnull=False).values_list("game_id", flat=True)
    )
    for game in Game.objects.all():
        if numbers[game.pk] != list(range(game.number + 1)):
            yield f"game {game.pk} has the number {game.number} and the resolutions {numbers[game.pk]}"
        if waits[game.pk] != (game.stage == Game.Stage.RUNNING):
            yield f"game {game.pk} is {game.stage} and waits for {waits[game.pk]} turns"


def notices() -> Iterator[str]:
    """Each player has the notices about the course of their games: if turns close at noon, one for each
    resolution except those at doors; in a game of moves as `_of_moves` says; none about rehearsals."""
    doors = {t.pk for t in Turn.objects.exclude(name="setup") if decode(t.window, Window).is_door}
    wanted = Counter(Resolution.objects.exclude(turn__in=doors).values_list("game_id", flat=True))
    told: dict[tuple[int | None, int | None], list[Notice]] = defaultdict(list)
    for notice in Notice.objects.filter(kind__in=COURSE):
        told[notice.game_id, notice.user_id].append(notice)
    for player in Player.objects.filter(user__isnull=False).select_related("game"):
        game, found = player.game, told[player.game_id, player.user_id]
        if game.sends_notices and not skin_for(game.title).rules.meta.at_noon:
            yield from _of_moves(game, found)
        elif len(found) != (times := wanted[game.pk] if game.sends_notices else 0):
            yield f"a player of game {game.pk} was told {len(found)} times of {times}"


def _of_moves(game: Game, told: list[Notice]) -> Iterator[str]:
    """What is wrong with the notices of one player: there must be one about the start and one about the end,
    one about each finished chapter or a question missed in it, and no duplicates (at most two per
    chapter)."""
    resolved = Turn.objects.filter(game=game, resolutions__gt=0).exclude(name="setup")
    chapters = {turn.chapter for turn in resolved if not decode(turn.window, Window).is_door}
    over = game.stage == Game.Stage.FINISHED
    for kind, times in ((Notice.Kind.STARTED, 1), (Notice.Kind.FINISHED, int(over))):
        if (found := sum(notice.kind == kind for notice in told)) != times:
            yield f"a player of game {game.pk} was told {found} times that it has {kind}"
    for chapter in sorted(chapters - {max(chapters, default=0)}):
        if not any(n.key == f"closed/{chapter}" or n.data.get("over") == chapter for n in told):
            yield f"a player of game {game.pk} was not told that round {chapter} was over"
    keys = Counter(notice.key for notice in told)
    yield from (f"a player of game {game.pk} was told {key} {n} times" for key, n in keys.items() if n > 1)


def orphans() -> Iterator[str]:
    """No row without the row to which it belongs, by key or by number, and no turn without its seed."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                there = field.related_model._base_manager.values(field.target_field.attname)
                lost = model._base_manager.exclude(**{field.attname: None}).exclude(
                    **{f"{field.attname}__in": there}
                )
                yield from _some(lost, f"of {model.__name__} lead to no {field.name}")
    for model in (Drawer, ReaderEvents, ReadingRight):
        resolved = set(Resolution.objects.values_list("game_id", "number"))
        rows = set(model.objects.values_list("game_id", "number"))
        yield from _some(rows - resolved, f"numbers of {model.__name__} that no resolution has")
    yield from _some(Turn.objects.exclude(pk__in=Seed.objects.values("turn")), "turns have no seed")
    seated = models.F("player__game_id")
    yield from _some(OrderForm.objects.exclude(turn__game_id=seated), "forms are another game's")
    over = Game.objects.filter(stage=Game.Stage.FINISHED)
    ranked = Counter(FinalStanding.objects.values_list("game_id", flat=True))
    seats = Counter(Player.objects.filter(game__in=over).values_list("game_id", flat=True))
    if ranked != seats:
        yield "places at the end that do not fit the seats"


def _some(found: Any, what: str) -> Iterator[str]:
    number = len(found) if isinstance(found, set) else found.count()
    if number:
        yield f"{number} {what}"


def audits() -> Iterator[str]:
    """Re-running every turn gives the stored rows; for finished games, an independent program confirms the
    draws."""
    for turn in Turn.objects.all():
        verdict = verify_turn(turn)
        if verdict.result not in (Result.VERIFIED, Result.NOT_RESOLVED):
            yield f"turn {turn.pk}: {verdict.result.value} {verdict.differences}"
    for game in Game.objects.filter(stage=Game.Stage.FINISHED):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.writelines(draws_file(game))
            file.flush()
            program = [sys.executable, "-I", "-S", str(ROOT / "docs" / "verify_draws.py"), file.name]
            ran = subprocess.run(program, capture_output=True, text=True, check=False)
            if ran.returncode:
                yield f"game {game.pk}: verify_draws.py says {ran.stdout[-300:]}{ran.stderr[-300:]}"


def counted() -> str:
    """The number of rows that were checked."""
    tables: Iterable[tuple[str, Any]] = (
        ("games", Game.objects.exclude(number=-1)),
        ("of them finished", Game.objects.filter(stage=Game.Stage.FINISHED)),
        ("turns", Turn.objects),
        ("resolutions", Resolution.objects),
        ("notices", Notice.objects),
    )
    return ", ".join(f"{rows.count():,} {what}" for what, rows in tables)
