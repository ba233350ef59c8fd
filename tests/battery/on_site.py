"""A game of any title, played by its rules only, and stored in the rows of the site as if resolved there."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from games import draws, vault
from games.contract import Closes, Dice, Forms, Window, encode
from games.models import Drawer, Game, ReaderEvents, ReadingRight, Resolution, Seed, Turn
from games.receipts import fingerprint
from games.registry import skin_for
from games.services.claims import Form
from games.services.openings import sync_turns

from .play import Step, play_on

ABSENCE, DOORS = 0.05, 0.15  # how often somebody misses a question, or uses a door before it is answered


def play_by_the_rules(game: Game, chance: random.Random) -> None:
    """Play a game that has just started on to any of its resolutions but the last. Nobody leaves."""
    rules, secrets = skin_for(game.title).rules, _secrets(game)

    def key(window: Window, nth: int, forms: Forms) -> bytes:
        secret = secrets.setdefault(window.name, chance.randbytes(vault.SEED_BYTES))
        return vault.dice_key(secret, nth, forms)

    loaded = vault.load(game, rules)
    seed = chance.getrandbits(32)
    whole = list(play_on(rules, loaded.state, seed, ABSENCE, doors=DOORS, leaving=False, key=key))
    _put(game, whole[: chance.randrange(len(whole))], secrets, loaded.texts)


def play_until(game: Game, make: Callable[[Any, Window], Forms], until: Callable[[Any], bool]) -> None:
    """Play a game that has just started on until its public drawer is as wanted. `make`: the forms for the
    main question, from the state and the window."""
    rules, secrets, chance = skin_for(game.title).rules, _secrets(game), random.Random(1)
    loaded = vault.load(game, rules)
    state, steps = loaded.state, list[Step]()
    while not until(state.public):
        window = rules.windows(state.public)[0]
        forms = make(state, window)
        key = vault.dice_key(secrets.setdefault(window.name, chance.randbytes(vault.SEED_BYTES)), 0, forms)
        outcome = rules.resolve(state, window, forms, dice := Dice(key))
        steps.append(Step(state, window, forms, key, outcome, dice))
        state = outcome.state
    _put(game, steps, secrets, loaded.texts)


def _put(game: Game, steps: Sequence[Step], secrets: dict[str, bytes], texts: Mapping[str, str]) -> None:
    """Write what these resolutions leave, and open the turns that are asked after them."""
    turns = _turns(game, steps, secrets)
    _rows(game, steps, turns, dict(texts))
    if steps:
        skin, public = skin_for(game.title), steps[-1].outcome.state.public
        game.headline = skin.headline(public)
        game.save()
        sync_turns(game, skin.rules.windows(public), timezone.now())


def _secrets(game: Game) -> dict[str, bytes]:
    seeds = Seed.objects.filter(turn__game=game).select_related("turn")
    return {seed.turn.name: bytes(seed.secret) for seed in seeds}


def _turns(game: Game, steps: Sequence[Step], secrets: dict[str, bytes]) -> dict[str, Turn]:
    """The turns of these resolutions, by name: questions are resolved, doors stay open."""
    now, open_now = timezone.now(), {turn.name: turn for turn in game.turns.all()}
    turns: dict[str, Turn] = {}
    for step in steps:
        window, name = step.window, step.window.name
        turn = turns[name] = turns.get(name) or open_now.get(name) or Turn(
            game=game, name=name, opened_at=now, commitment=vault.commitment(secrets[name])
        )  # fmt: skip
        assert turn.status == Turn.Status.OPEN, f"{name} is asked again"
        turn.chapter, turn.window = window.chapter, encode(window)
        turn.resolutions += 1
        if window.closes is Closes.AT_ONCE:
            turn.acts = {**turn.acts, **{pid: turn.acts.get(pid, 0) + 1 for pid in step.forms}}
        if not window.is_door:
            turn.status, turn.resolved_at = Turn.Status.RESOLVED, now
    new = [turn for turn in turns.values() if turn.pk is None]
    Turn.objects.bulk_create(new)
    Seed.objects.bulk_create(Seed(turn=turn, secret=secrets[turn.name]) for turn in new)
    changed = ["chapter", "window", "resolutions", "acts", "status", "resolved_at"]
    Turn.objects.bulk_update([turn for turn in turns.values() if turn not in new], changed)
    return turns


def _rows(game: Game, steps: Sequence[Step], turns: dict[str, Turn], texts: dict[str, str]) -> None:
    """What these resolutions leave, and the counts of the game. `texts`: the drawers before, by owner."""
    rules = skin_for(game.title).rules
    rows: dict[type[Any], list[Any]] = defaultdict(list)
    nth: dict[str, int] = defaultdict(int)
    for step in steps:
        game.number += 1
        of: dict[str, Any] = {"game": game, "number": game.number}
        turn, now = turns[step.window.name], timezone.now()
        missing = [] if step.window.is_door else [p for p in step.window.awaited if p not in step.forms]
        rows[Resolution].append(Resolution(
            **of, turn=turn, chapter=game.chapter, cause=_cause(step, missing), at=now,
            forms=encode(_forms(step, turn)), missing=encode(missing), nth=nth[turn.name],
            draws=draws.packed(step.dice, vault.KEY_VERSION), key_version=vault.KEY_VERSION,
            rules_version=rules.meta.rules_version,
        ))  # fmt: skip
        nth[turn.name] += 1
        schema = rules.meta.schema_version
        for owner, text in vault.texts_of(step.outcome.state).items():
            if texts.get(owner) != text:
                rows[Drawer].append(Drawer(**of, owner=owner, content=text, schema=schema))
                texts[owner] = text
        for reader in dict.fromkeys(reader for event in step.outcome.events for reader in event.to):
            told = encode([event for event in step.outcome.events if reader in event.to])
            rows[ReaderEvents].append(ReaderEvents(**of, chapter=game.chapter, reader=reader, content=told))
        rows[ReadingRight] += [
            ReadingRight(
                **of, chapter=game.chapter, reader=grant.reader, of=grant.of, chapters=list(grant.chapters),
                without=list(grant.without),
            )
            for grant in step.outcome.grants
        ]  # fmt: skip
        _count_chapter(game, rules.windows(step.outcome.state.public))
    for model, made in rows.items():
        model.objects.bulk_create(made)


def _forms(step: Step, turn: Turn) -> dict[str, Form]:
    now, salt = timezone.now(), "0" * 32
    return {
        player: Form(orders, fingerprint(salt, turn.name, player, orders), salt, now, 1)
        for player, orders in step.forms.items()
    }


def _cause(step: Step, missing: Sequence[str]) -> str:
    if step.forms and step.window.closes is Closes.AT_ONCE:
        return Resolution.Cause.ACT
    together = step.window.closes is Closes.TOGETHER and not missing
    return Resolution.Cause.COMPLETE if together else Resolution.Cause.DEADLINE


def _count_chapter(game: Game, windows: Sequence[Window]) -> None:
    """A game that sleeps keeps its chapter; one that goes on to the next has the last one behind it."""
    chapter = next((window.chapter for window in windows if not window.is_door), game.chapter)
    if chapter > game.chapter:
        game.latest = game.chapter
    game.chapter = chapter
