"""Ten thousand random and damaged forms, posted: no 500, each refusal a sentence, nothing stored
that `check` refuses."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from config import rates
from corporate.rules import RULES
from games.models import OrderForm
from games.selectors import orders_of, view_of, window_of
from games.services.turns import turn_close
from tests.battery import site
from tests.corporate.stage import pressed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
POSTS = 2_500
LONGEST_NAME = 1_000
JUNK = [
    "", " ", "0", "-1", "1e9", "99999999999999999999", "1.5", "½", "٣", "true", "null", "[]", "{}", "<b>",
    "\x00", "a\x00b", "\uffff", "p1", "p2", "p99", "ares", "Ares", "spinrad", "nikkei", "more", "1 000",
    "100000", "1_000", "0x10", "’", "a" * 5000, "../../etc", "%00", "'; --", "NaN", "Infinity", "−5",
]  # fmt: skip
FIELDS = [
    "corporation", "up", "down", "coalition", "target", "beneficiary", "steps", "steps_more",
    "influence_bonus",
    "defence", "derivative", "direction", "stake", "rank", "to", "amount", "public_text", "citizenship",
    "background", "hidden", "avenger", "strategies", "secrets",
]  # fmt: skip
VALUES: dict[str, list[str]] = {
    "coalition": ["public_contracts", "transparency", "deregulation"],
    "steps": [str(n) for n in range(1, 10)] + ["more"],
    "steps_more": ["10", "12", "40"],
    "influence_bonus": ["1", "on", ""],
    "defence": ["datasteal", "sabotage", "extraction"],
    "derivative": ["nikkei", "dow_jones"],
    "direction": ["up", "down"],
    "stake": ["1000", "50000", "100 000", "150000", "500"],
    "rank": [str(n) for n in range(0, 12)],
    "amount": ["1000", "5000"],
}
KINDS = [
    "buy_share", "buy_influence", "citizenship_claim", "vote", "join_coalition", "datasteal", "sabotage",
    "extraction", "information", "protection", "derivative_speculation", "rank_speculation",
]  # fmt: skip
ACTS = ["add", "replace", "remove", "pass"]


def slugs() -> list[str]:
    return ["ares", "aztechnology", "horizon", "neonet", "prometheus", "renraku", "saeder-krupp", "sony"]


def a_post(chance: random.Random, turn: str, revision: int) -> dict[str, str]:
    """A form as a browser, a tired player or a hostile program might post it."""
    kind = chance.choice(KINDS)
    post = {
        "turn": turn, "revision": str(revision), "act": chance.choices(ACTS, (70, 20, 8, 2))[0], "kind": kind,
        "place": str(chance.randint(0, 9)),
    }  # fmt: skip
    for field in FIELDS:
        if chance.random() < 0.9:
            post[field] = chance.choice(VALUES.get(field) or slugs())
    if kind == "information":
        post["target"] = chance.choice(["p1", "p2", "p3"])
    for _ in range(chance.choice([0, 0, 1, 1, 2, 5])):
        post[chance.choice([*FIELDS, "turn", "revision", "act", "kind", "place"])] = chance.choice(JUNK)
    for _ in range(chance.choice([0, 0, 0, 1, 3])):
        post.pop(chance.choice(list(post)), None)
    return post


def alerts(page: str) -> list[str]:
    found = re.findall(r'<(\w+)[^>]*role="alert"[^>]*>(.*?)</\1>', page, re.S)
    return [re.sub(r"<[^>]+>", "", text).strip() for _tag, text in found]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_forms(seed, monkeypatch):
    monkeypatch.setitem(rates.RATES, "orders", rates.Rate(POSTS, 1))  # nobody types this fast
    chance = random.Random(seed)
    game = site.new_game("corporate", wire_transfers=True)
    for _ in range(chance.randint(1, 3)):
        for player in site.seats(game):
            site.hand_in(game, player, str(seed))
        if site.main_turn(game).name.startswith("characters"):
            turn_close(turn_id=site.main_turn(game).pk)
        else:
            turn_close(turn_id=site.main_turn(game).pk, cause="master")
        game.refresh_from_db()
    player = site.seats(game)[0]
    client = site.client_of(player.user, chance.choice(["en", "fr"]))
    turn = site.main_turn(game)
    window = window_of(turn)
    counts: dict[int, int] = {}
    for _ in range(POSTS):
        form = OrderForm.objects.filter(turn=turn, player=player).first()
        if form and len(orders_of(form)) > 12:
            form.delete()
            form = None
        post = a_post(chance, turn.name, form.revision if form else 0)
        post = pressed({"act": "", **post}) if chance.random() < 0.9 else post
        answer = client.post(f"/g/{game.public_id}/orders/", post)
        counts[answer.status_code] = counts.get(answer.status_code, 0) + 1
        if any(len(name) > LONGEST_NAME for name in post):  # of a field: no browser sends such a form
            assert answer.status_code == 400
            continue
        assert answer.status_code in (200, 303, 409, 422), answer.status_code
        if answer.status_code in (200, 422):  # 200: saved, but for what is still filled in
            told = alerts(answer.content.decode())
            assert told, "refused without a sentence"
            for text in told:
                assert len(text.split()) >= 4, text
                assert not re.search(r"\b[a-z]+_[a-z_]+\b", text), f"a code, not a sentence: {text}"
        if answer.status_code == 303:
            _nothing_illegal(game, player, turn, window)
    assert min(counts.get(303, 0), counts.get(422, 0), counts.get(409, 0)) > 40, counts


def _nothing_illegal(game: Any, player: Any, turn: Any, window: Any) -> None:
    kept = OrderForm.objects.filter(turn=turn, player=player, set_aside=False).first()
    if kept is not None:
        assert RULES.check(view_of(game, player), window, orders_of(kept)) == ()
