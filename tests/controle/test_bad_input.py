"""What bad input gets on the site: a sentence in the reader's language at its field, everything else still
chosen, nothing kept. Each row is posted to the page of a real game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from games.contract import Orders
from games.models import OrderForm
from tests.battery import site
from tests.builder import hand_in
from tests.formpage import OrderFormPage

from .rules.scene import WALL, Played, act, new, plan
from .rules.test_codes import SEEDS, forced, mine, racket, sealed, surplus
from .stage import game_at, plain, sentences, stored

pytestmark = pytest.mark.django_db

WALL3 = {
    "play-effect": f"{WALL}-3", "play-R": "0", "play-V": "1", "play-U": "p2",
    f"play-{WALL}.3.0": "pol-med",
}  # fmt: skip
WALL1 = {"play-effect": f"{WALL}-1", "play-R": "0"}
GERRYMANDER = "pol1_05_gerrymander"


def lower() -> Played:
    """p1 is at pol II, with one token of it."""
    return mine(played={"pol": 4}, held={"p1": "pol1 com1", "p2": "mil1 rel1"})


def empty_pile() -> Played:
    return mine(empty=("rel2",))


def waiting() -> Played:
    """The turn of p2, at which p1 may file."""
    return mine(order="p2 p1 p3 p4")


@dataclass(frozen=True)
class Bad:
    """One row: the game, what `p1` types, and at which field which sentence must stand. `saved`: what lies
    there; `press`: the button."""

    name: str
    scene: Callable[[], Played]
    typed: Mapping[str, str]
    at: str
    english: str
    french: str
    press: Mapping[str, str]
    saved: Orders = ()
    opened: str = ""


PLAY = {"act": "add-play"}
ROWS = [
    Bad("no card chosen", mine, {"play-R": "0"}, "play-effect", "Nothing is chosen", "ien n’est", PLAY),
    Bad("a level short", lower, {**WALL3, f"play-{WALL}.3.level.pol.0": ""}, "play-effect", "III", "III",
        PLAY),
    Bad("a level bought in vain", mine, {**WALL3, f"play-{WALL}.3.level.pol.0": "pol"},
        f"play-{WALL}.3.level.pol.0", "III", "III", PLAY),
    Bad("a token spent twice", lower,
        {**WALL3, f"play-{WALL}.3.level.pol.0": "pol", "play-boost": "pol"}, "play-boost", "1", "1", PLAY),
    Bad("a card no longer in hand", mine, {**WALL1, "play-effect": "com1_01_import_export_startup-1"},
        "play-effect", "", "", PLAY),
    Bad("a neighbour that is none", mine, {**WALL3, "play-V": "5"}, "play-V", "", "", PLAY),
    Bad("a split of the wrong number", mine, {**WALL3, f"play-{WALL}.3.0": "pol"}, f"play-{WALL}.3.0",
        "2", "2", PLAY),
    Bad("no rival", mine, {k: v for k, v in WALL3.items() if k != "play-U"}, "play-U",
        "Nothing is chosen", "ien n’est", PLAY),
    Bad("a sabotage of nothing", mine, {**WALL1, "play-sabotage": "p3-com"}, "play-sabotage", "", "", PLAY),
    Bad("a token that is not held", mine, {**WALL1, "play-develop": "bio"}, "play-develop", "0", "0", PLAY),
    Bad("a theft of what nobody holds", racket,
        {"play-effect": f"{SEEDS}-2", "play-R": "0", "play-U": "p2", f"play-{SEEDS}.2.1": "bio"},
        f"play-{SEEDS}.2.1", "", "", PLAY),
    Bad("an influence that is not there", mine,
        {"play-effect": f"{GERRYMANDER}-2", "play-R": "0", "play-V": "1",
         f"play-{GERRYMANDER}.2.0": "bio"}, f"play-{GERRYMANDER}.2.0", "", "", PLAY),
    Bad("a pile without cards", lambda: mine(empty=("rel2",)).act(act("play", card=WALL, effect=1, R=0)),
        {"draw-draws.0": "rel2"}, "draw-draws.0", "", "", {"act": "add-draw"}),
    Bad("too few cards returned", surplus, {"surplus-return.0": ""}, "surplus-return.0", "0", "0",
        {"act": "add-surplus"}),
    Bad("a start far from home", new, {"start-free.region": "9"}, "start-free.region", "", "",
        {"act": "add-start"}),
    Bad("a forced turn in a region that is none", forced, {"forced-R": "9"}, "forced-R", "", "",
        {"act": "add-forced"}),
    Bad("a plan that nothing can mend", sealed,
        {"plan-effect": f"{WALL}-3", "plan-R": "0", "plan-V": "5", "plan-U": "p2",
         f"plan-{WALL}.3.0": "pol-med"}, "plan-V", "", "", {"act": "add-plan"}, opened="plan"),
    Bad("a seventh plan", sealed, {"plan-effect": f"{WALL}-1", "plan-R": "0"}, "ask-plan", "6", "6",
        {"act": "add-plan"}, saved=plan(WALL, 1) * 6, opened="plan"),
    Bad("a plan filed with a neighbour that is none", waiting,
        {"file-effect": f"{WALL}-3", "file-R": "0", "file-V": "5", "file-U": "p2",
         f"file-{WALL}.3.0": "pol-med"}, "file-V", "", "", {"door": "file"}),
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_bad_input(row: Bad, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = game_at(row.scene(), monkeypatch)
    if row.saved:
        hand_in(made, 1, row.saved)
        OrderForm.objects.update(ready=False)
    before = stored(made)
    client = site.client_of(made.players.get(number=1).user, language)
    url = f"/g/{made.public_id}/orders/"
    query = {"add": row.opened} if row.opened else {}
    page = OrderFormPage(client.get(url, query).content.decode())
    answer = client.post(url, page.posted(**row.typed) | row.press)
    html = answer.content.decode()
    assert answer.status_code == 422
    told = sentences(html, row.at)
    assert len(told.split()) > 3, told or html
    assert plain(row.french if language == "fr" else row.english) in told
    after = OrderFormPage(html).inputs
    assert {name: after[name].value for name in row.typed} == dict(row.typed)
    assert stored(made) == before
