"""Load and store whole states, drawer by drawer, and seeds. Only services import this module."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from . import rows
from .contract import HIDDEN, Orders, PlayerId, Rules, State, encode
from .models import Drawer, Game, Seed, Turn
from .reads import resolution as reads
from .receipts import orders_hash
from .schema import read_drawer
from .writes import Writes

SEED_BYTES = 32
KEY_VERSION = 2  # of `dice_key`, stored with each resolution


class DrawerText(Struct, frozen=True):
    """A drawer as it was written."""

    owner: str
    content: str
    schema: int


class Loaded(Struct, frozen=True):
    """A whole state and the texts it was read from, by owner."""

    state: State[Any, Any, Any]
    texts: Mapping[str, str]


def load(game: Game, rules: Rules[Any, Any, Any], at: int | None = None) -> Loaded:
    """The whole state of a game: now, or as it was after resolution `at` (for audits)."""
    (found,) = rows.run(reads.newest_drawers([game.pk], at))
    return read(rules, found)


def read(rules: Rules[Any, Any, Any], found: list[rows.Row]) -> Loaded:
    """A whole state from the rows of `reads.resolution.newest_drawers`."""
    return _read(rules, [DrawerText(*row[:3]) for row in found])


def past(game: Game, rules: Rules[Any, Any, Any], numbers: Collection[int]) -> dict[int, Loaded]:
    """The whole states of a game as they were after several resolutions, by number, in two queries."""
    if not numbers:
        return {}
    first, last = min(numbers), max(numbers)
    (found,) = rows.run(reads.newest_drawers([game.pk], first))
    now = {row[0]: DrawerText(*row[:3]) for row in found}
    later = Drawer.objects.filter(game=game, number__gt=first, number__lte=last).order_by("number")
    at, states = first, dict[int, Loaded]()
    for number, owner, content, schema in later.values_list(
        "number", "owner", "content", "schema"
    ).iterator():
        states |= {one: _read(rules, now.values()) for one in numbers if at <= one < number}
        at = number
        now[owner] = DrawerText(owner, content, schema)
    return states | {one: _read(rules, now.values()) for one in numbers if at <= one}


def _read(rules: Rules[Any, Any, Any], drawers: Collection[DrawerText]) -> Loaded:
    values = {drawer.owner: read_drawer(rules, drawer) for drawer in drawers}
    # In the order of joining, as in `setup`: p2 before p10.
    players = sorted((o for o in values if o not in ("public", HIDDEN)), key=lambda o: int(o[1:]))
    state = State(values["public"], {PlayerId(o): values[o] for o in players}, values[HIDDEN])
    return Loaded(state, {drawer.owner: drawer.content for drawer in drawers})


def texts_of(state: State[Any, Any, Any]) -> dict[str, str]:
    """A state as the texts of its drawers, by owner."""
    texts = {"public": encode(state.public), HIDDEN: encode(state.hidden)}
    texts.update({player: encode(drawer) for player, drawer in state.private.items()})
    return texts


def store(
    writes: Writes,
    game: Game,
    rules: Rules[Any, Any, Any],
    state: State[Any, Any, Any],
    before: Mapping[str, str],
) -> None:
    """Write the drawers that changed since `before`, under the game's resolution."""
    changed = {owner: text for owner, text in texts_of(state).items() if before.get(owner) != text}
    writes.insert(
        Drawer,
        {"game_id": game.pk, "number": game.number, "schema": rules.meta.schema_version},
        {"owner": list(changed), "content": list(changed.values())},
    )


def new_secret() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(secret: bytes) -> str:
    """The seal published when a turn opens: the SHA-256 of its seed, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def open_turn(writes: Writes, turn: Turn) -> bytes:
    """Write a new turn with a new seed and the seed's hash, which is published; returns the seed."""
    secret = new_secret()
    turn.commitment = commitment(secret)
    writes.create(turn, ("game_id", "name"))
    writes.insert(Seed, {"turn_id": turn, "secret": secret})
    return secret


def seed_with_turn(turn_id: int) -> tuple[bytes, Turn]:
    """A turn, its game, and its seed, in one query. Raises Turn.DoesNotExist."""
    (found,) = rows.run(reads.turn_with_seed(turn_id))
    if not found:
        raise Turn.DoesNotExist
    secret, *rest = found[0]
    split = rows.width(Turn)
    turn = rows.build(Turn, rest[:split])
    turn.game = rows.build(Game, rest[split:])
    return bytes(secret), turn


def revealed_seeds(game: Game) -> dict[int, bytes]:
    """The seeds of a finished game by turn id, in one query; {} while it is not finished."""
    if game.stage != Game.Stage.FINISHED:
        return {}
    return {seed.turn_id: bytes(seed.secret) for seed in Seed.objects.filter(turn__game=game)}


def dice_key(secret: bytes, nth: int, forms: Mapping[PlayerId, Orders]) -> bytes:
    """The key of one resolution's dice, computed from the turn's seed, the number of earlier resolutions of
    that turn, and every player's orders, so that nobody can choose a seed after reading them.
    `docs/verify_draws.py` computes the same: any change needs a new `KEY_VERSION`."""
    hashes = sorted((player, orders_hash(orders)) for player, orders in forms.items())
    return hmac.digest(secret, encode([KEY_VERSION, nth, hashes]).encode(), "sha256")


def first_dice_key(secret: bytes, nth: int, fingerprints: Mapping[PlayerId, str]) -> bytes:
    """The key of resolutions of version 1. It contained the salts that the site picks, so that somebody with
    access to the database could have tried salts until the draws were favourable."""
    return hmac.digest(secret, encode([nth, sorted(fingerprints.items())]).encode(), "sha256")


def bot_key(secret: bytes, player: str) -> bytes:
    """The key of the dice that a bot uses to choose its orders for a turn."""
    return hmac.digest(secret, f"bot/{player}".encode(), "sha256")
