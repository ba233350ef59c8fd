"""An act that is resolved at once and sent twice is done once, in every title: its form says how many of
its author's acts the page had seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import selectors
from games.contract import Closes, Dice
from games.models import Game, Player, Turn
from games.registry import skin_for
from games.services.order_forms import Declined, SavedForm, order_form_save
from games.services.refusals import Refused
from games.services.turns import turn_close
from tests.battery import site
from tests.battery.pressing import variants
from tests.battery.shown import taken_back
from tests.battery.walks import scenes
from tests.formpage import OrderFormPage

pytestmark = pytest.mark.django_db


def games(title: str) -> Iterator[Game]:
    """One with every option on, so that all that may be done at once is offered; then one of each way in
    which the title asks its first question."""
    on = {o.key: True for o in skin_for(title).rules.meta.options if isinstance(o.default, bool)}
    for options in ({**on, "breaks": False} if "breaks" in on else on, *variants(title)):
        with taken_back():
            yield site.new_game(title, **options)


def at_once(game, player):
    """The turns in which the player's forms are resolved at once."""
    desks = selectors.desks_of(player, selectors.open_turns(game))
    return [desk.window for desk in desks if desk.window.closes is Closes.AT_ONCE]


def played_to_acts(title: str) -> Iterator[tuple[Game, Player]]:
    """The first of these games in which somebody may act at once, and he."""
    for game in games(title):
        if player := played_on(game):
            yield game, player
            return


def played_on(game: Game) -> Player | None:
    """Who may act at once, after some questions at the most; None if nobody."""
    for _ in range(3):
        for player in site.seats(game):
            if at_once(game, player):
                return player
        turn = site.main_turn(game)
        for player in site.seats(game):
            if player.pid in selectors.window_of(turn).awaited:
                site.hand_in(game, player)
        Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    return None


def test_whatever_may_be_done_at_once_is_met_here(title, clock):
    """Else nothing below is tested of a title whose random games have such questions, or doors."""
    closes = {window.closes for _state, window in scenes(skin_for(title).rules)}
    assert any(True for _found in played_to_acts(title)) == (Closes.AT_ONCE in closes)


def test_every_form_of_an_act_carries_the_count_its_page_has_seen(title, clock):
    for game, player in played_to_acts(title):
        assert_the_count_is_there(game, player)


def assert_the_count_is_there(game: Game, player: Player) -> None:
    # As if he had acted before: a count of nought is what a form without one posts.
    Turn.objects.filter(game=game).update(acts={player.pid: 7, "p9": 3})
    names = {window.name for window in at_once(game, player)}
    page = site.client_of(player.user).get(f"/g/{game.public_id}/orders/").content.decode()
    fields = {name: each.value for name, each in OrderFormPage(page).inputs.items()}
    seen = {name: fields.get(f"revision:{name}") for name in names}
    if fields.get("turn") in names:  # the main question, whose count has no name of its turn
        seen[fields["turn"]] = fields["revision"]
    assert seen == dict.fromkeys(names, "7")


def test_an_act_sent_twice_is_done_once(title, clock):
    for game, player in played_to_acts(title):
        assert_done_once(game, player)


def assert_done_once(game: Game, player: Player) -> None:
    rules = skin_for(game.title).rules
    for window in at_once(game, player):
        orders = rules.sample(selectors.view_of(game, player), window, Dice(b"act"))
        if orders is None:
            continue
        saved = [outcome(player, window.name, orders) for _ in range(2)]
        assert saved[0] in ("saved", "declined")
        if saved[0] == "saved":
            assert saved[1] in ("done_already", "closed", "not_asked", "not_running", "due")
        game.refresh_from_db()


def outcome(player, turn_name: str, orders) -> str:
    try:
        answer = order_form_save(player=player, turn_name=turn_name, revision=0, orders=orders)
    except Refused as refused:
        return refused.code
    return "declined" if isinstance(answer, Declined) else "saved" if isinstance(answer, SavedForm) else ""
