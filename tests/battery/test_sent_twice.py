"""An act that is resolved at once and sent twice is done once, in every title: its form says how many of
its author's acts the page had seen."""

from __future__ import annotations

import pytest

from games import selectors
from games.contract import Closes, Dice
from games.models import Turn
from games.registry import skin_for
from games.services.order_forms import Declined, SavedForm, order_form_save
from games.services.refusals import Refused
from games.services.turns import turn_close
from tests.battery import site
from tests.formpage import OrderFormPage

pytestmark = pytest.mark.django_db


def game_with_doors(title: str):
    """A game with every option on, so that all that may be done at once is offered."""
    meta = skin_for(title).rules.meta
    return site.new_game(  # "breaks" is how the tests' own title raises
        title, **{o.key: True for o in meta.options if isinstance(o.default, bool) and o.key != "breaks"}
    )


def at_once(game, player):
    """The turns in which the player's forms are resolved at once."""
    desks = selectors.desks_of(player, selectors.open_turns(game))
    return [desk.window for desk in desks if desk.window.closes is Closes.AT_ONCE]


def played_to_doors(title: str):
    """A game, and a player of it who may act at once; None where the title has no such acts."""
    game = game_with_doors(title)
    for _ in range(3):
        for player in site.seats(game):
            if at_once(game, player):
                return game, player
        turn = site.main_turn(game)
        for player in site.seats(game):
            if f"p{player.number}" in selectors.window_of(turn).awaited:
                site.hand_in(game, player)
        Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    return None


def test_every_form_of_an_act_carries_the_count_its_page_has_seen(title, clock):
    played = played_to_doors(title)
    if played is None:
        assert title == "dummy"  # which has no acts: tests/games/test_acts_at_once.py gives it a door
        return
    game, player = played
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
    played = played_to_doors(title)
    if played is None:
        assert title == "dummy"
        return
    game, player = played
    rules = skin_for(title).rules
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
