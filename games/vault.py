"""Loads and stores whole states, drawer by drawer, and keeps the seeds: services alone come here."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .contract import HIDDEN, PlayerId, Rules, State, encode
from .models import Drawer, Game, Seed, Turn
from .schema import read_drawer

SEED_BYTES = 32

# The newest drawer of each owner, in one query that the index (game, owner, number) answers.
_NEWEST = """
SELECT d.* FROM games_drawer d JOIN (
    SELECT owner, MAX(number) AS number FROM games_drawer WHERE game_id = %s GROUP BY owner
) newest ON d.owner = newest.owner AND d.number = newest.number
WHERE d.game_id = %s
"""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A whole state and the texts it was read from, by owner."""

    state: State[Any, Any, Any]
    texts: Mapping[str, str]


def load(game: Game, rules: Rules[Any, Any, Any], at: int | None = None) -> Loaded:
    """The whole truth of a game: now, or as it stood after resolution `at` (audits)."""
    if at is None:
        drawers = list(Drawer.objects.raw(_NEWEST, [game.pk, game.pk]))
    else:
        newest: dict[str, Drawer] = {}
        for drawer in Drawer.objects.filter(game=game, number__lte=at).order_by("number"):
            newest[drawer.owner] = drawer
        drawers = list(newest.values())
    values = {drawer.owner: read_drawer(rules, drawer) for drawer in drawers}
    # p2 before p10: the order of joining, as setup had it.
    players = sorted((o for o in values if o not in ("public", HIDDEN)), key=lambda o: int(o[1:]))
    state = State(values["public"], {PlayerId(o): values[o] for o in players}, values[HIDDEN])
    return Loaded(state, {drawer.owner: drawer.content for drawer in drawers})


def texts_of(state: State[Any, Any, Any]) -> dict[str, str]:
    """A state as the texts of its drawers, by owner."""
    texts = {"public": encode(state.public), HIDDEN: encode(state.hidden)}
    texts.update({player: encode(drawer) for player, drawer in state.private.items()})
    return texts


def store(
    game: Game,
    number: int,
    rules: Rules[Any, Any, Any],
    state: State[Any, Any, Any],
    before: Mapping[str, str],
) -> None:
    """Write the drawers that changed since `before`, as those of resolution `number`: one query."""
    schema = rules.meta.schema_version
    Drawer.objects.bulk_create(
        Drawer(game=game, number=number, owner=owner, content=text, schema=schema)
        for owner, text in texts_of(state).items()
        if before.get(owner) != text
    )


def new_secret() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(secret: bytes) -> str:
    """What is published when a turn opens: the SHA-256 of its seed."""
    return hashlib.sha256(secret).hexdigest()


def keep_seeds(turns: list[Turn], secrets_: list[bytes]) -> None:
    Seed.objects.bulk_create(
        Seed(turn=turn, secret=secret) for turn, secret in zip(turns, secrets_, strict=True)
    )


def seed_with_turn(turn_id: int) -> tuple[bytes, Turn]:
    """A turn, its game, and its seed, in one query. Raises Turn.DoesNotExist."""
    try:
        seed = Seed.objects.select_related("turn__game").get(turn_id=turn_id)
    except Seed.DoesNotExist:
        raise Turn.DoesNotExist from None
    return bytes(seed.secret), seed.turn


def revealed_seeds(game: Game) -> dict[int, bytes]:
    """All seeds of a game that has ended by turn id, in one query; nothing before."""
    if game.stage != Game.Stage.FINISHED:
        return {}
    return {seed.turn_id: bytes(seed.secret) for seed in Seed.objects.filter(turn__game=game)}


def dice_key(secret: bytes, nth: int, fingerprints: Mapping[str, str]) -> bytes:
    """The key of one resolution's dice: of the turn's seed, of how many resolutions came before it
    within that turn, and of the forms resolved, so that nobody can pick a seed after reading them."""
    return hmac.digest(secret, encode([nth, sorted(fingerprints.items())]).encode(), "sha256")


def bot_key(secret: bytes, player: str) -> bytes:
    """The key of the dice with which a bot thinks about a turn."""
    return hmac.digest(secret, f"bot/{player}".encode(), "sha256")
