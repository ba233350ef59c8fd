"""A rehearsal waits for its one person: bots do not play on while that person is away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone
from msgspec.structs import replace

from games.contract import Dice
from games.models import Game, Turn
from games.registry import all_skins, skin_for
from games.selectors import view_of, window_of
from games.services.order_forms import order_form_ready, order_form_save, order_form_withdraw
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_resolve_now, turns_close_early, turns_due
from tests.battery import site
from tests.builder import UserFactory, seat
from tests.games.scripted import answer, door, move, script, sealed
from tools.stage import default_options

pytestmark = pytest.mark.django_db
MOST_NOONS = 20
WAITING = {"en": "The bots wait for you", "fr": "Les bots vous attendent"}
UNTRUE = {
    "en": ("no longer waits for you", "stopped waiting for you", "nobody waits", "by default, and"),
    "fr": ("ne vous attend", "par défaut, et"),
}
NOTHING = {"en": "Nothing is asked of you", "fr": "Rien ne vous est demandé"}
BACK_AT = {
    "en": re.compile(r'href="/g/[^"/]+/orders/">\s*Come back'),
    "fr": re.compile(r'href="/g/[^"/]+/orders/">\s*Revenir'),
}
BACK = replace(door(1, kind="back"), comes_back=True)


def rehearsal(title: str, mode: str = "") -> Game:
    options = default_options(title, **({"mode": mode} if mode else {}))
    return rehearsal_create(user=UserFactory(display_name="Ana"), title=title, name="Ana", options=options)


def open_turns(game: Game) -> list[Turn]:
    game.refresh_from_db()
    return list(game.turns.filter(status=Turn.Status.OPEN).order_by("position"))


def question(game: Game) -> Turn | None:
    return next((turn for turn in open_turns(game) if not window_of(turn).is_door), None)


def door_back(game: Game) -> Turn | None:
    """The door by which its person comes back, if it stands open for them."""
    found = ((turn, window_of(turn)) for turn in open_turns(game))
    return next((turn for turn, window in found if window.comes_back and "p1" in window.players), None)


def strike(game: Game) -> None:
    asked = question(game)
    assert asked is not None
    assert turn_resolve_now(game=game, turn_name=asked.name)


def go_away(game: Game) -> None:
    """Noon is struck without a form until the game no longer waits."""
    for _noon in range(MOST_NOONS):
        if door_back(game):
            return
        strike(game)
    raise AssertionError(f"{game.title} waits for everybody to the end")


# ---- every title -----------------------------------------------------------------------------------------


def titles_of_moves() -> Iterator[tuple[str, str]]:
    """Each title that does not wait for noon in any case, in each of its modes."""
    for skin in all_skins():
        meta = skin.rules.meta
        modes = next((o.choices for o in meta.options if o.key == "mode"), ("",))
        if not meta.at_noon:
            yield from ((meta.key, str(mode)) for mode in modes)


@pytest.mark.parametrize(("title", "mode"), list(titles_of_moves()))
def test_nothing_goes_on_while_its_person_is_away(title, mode):
    game = rehearsal(title, mode)
    go_away(game)
    number = game.number
    turns_close_early(game_id=game.pk)
    assert not turns_due(timezone.now())  # nor by a worker
    game.refresh_from_db()
    assert (game.number, game.stage) == (number, "running")
    for language, words in WAITING.items():
        client = site.client_of(game.creator, language)
        page = client.get(f"/g/{game.public_id}/orders/").content.decode()
        assert page.count(words) == 2, language  # in the head, and at the door by which one comes back
        assert not [each for each in UNTRUE[language] if each in page], language
        card = client.get("/games/").content.decode()
        assert words in card, language
        assert BACK_AT[language].search(card), language
        assert NOTHING[language] not in card, language
    strike(game)
    game.refresh_from_db()
    assert game.number == number + 1  # each noon that is struck closes one question
    come_back(game)
    assert door_back(game) is None
    asked = question(game)
    assert asked is not None
    assert "p1" in window_of(asked).awaited


def come_back(game: Game) -> None:
    """By the form a bot would use."""
    back, player = door_back(game), seat(game, 1)
    assert back is not None
    window = window_of(back)
    orders = skin_for(game.title).rules.advise(view_of(game, player), window, Dice(b"back"))
    assert orders is not None
    acts = back.acts.get("p1", 0)
    assert order_form_save(player=player, turn_name=back.name, revision=acts, orders=orders).resolved


# ---- what the platform does, by itself -------------------------------------------------------------------


def test_bots_alone_are_not_closed_while_the_door_back_stands_open(monkeypatch):
    script(monkeypatch, (move(1, 1),), (move(2, 2), BACK), (move(3, 2), BACK), (move(4, 2),), (move(5, 1),))
    game = rehearsal("dummy")
    strike(game)
    assert [turn.name for turn in open_turns(game)] == ["move/2/2", "back"]
    strike(game)
    assert [turn.name for turn in open_turns(game)] == ["move/3/2", "back"]
    answer(game, 1, BACK)
    assert [turn.name for turn in open_turns(game)] == ["move/5/1"]  # the bots have gone on


def test_a_question_that_bots_have_answered_stays_open_when_its_person_leaves(monkeypatch):
    leave = door(1, kind="leave")
    script(monkeypatch, (sealed(1, 1, 2), leave), (sealed(1, 2, welcome=(1,)), BACK), (move(2, 1),))
    game = rehearsal("dummy")
    answer(game, 1, leave)
    assert [turn.name for turn in open_turns(game)] == ["bid/1", "back"]
    answer(game, 1, sealed(1, 2))
    assert [turn.name for turn in open_turns(game)] == ["move/2/1"]  # who is welcome answers, and is heard


def test_a_part_saved_by_who_is_only_welcome_closes_nothing(monkeypatch):
    parts = replace(sealed(1, 2, welcome=(1,)), in_parts=True)
    script(monkeypatch, (move(1, 1),), (parts, BACK), (move(2, 1),))
    game = rehearsal("dummy")
    strike(game)
    answer(game, 1, parts)
    assert question(game).name == "bid/1"
    me = {"player": seat(game, 1), "turn_name": "bid/1"}
    order_form_withdraw(**me, revision=1)
    answer(game, 1, parts, revision=2)
    order_form_ready(**me, revision=3, ready=False)
    assert question(game).name == "bid/1"
    order_form_ready(**me, revision=3, ready=True)
    assert question(game).name == "move/2/1"


def test_a_bot_that_may_come_back_holds_nothing_up(monkeypatch):
    bots_door = replace(door(2, kind="back"), comes_back=True)
    script(monkeypatch, (move(1, 1),), (move(2, 2), bots_door), (move(3, 1),))
    game = rehearsal("dummy")
    strike(game)
    assert question(game).name == "move/3/1"
