"""Questions that few need are drawn when their button is pressed; nothing that was typed is lost by it."""

from __future__ import annotations

import pytest

from games.contract import Order
from games.models import Game
from games.services.order_forms import order_form_save
from megacorps.rules.orders import STANDING
from tests.battery import site
from tests.battery.pressing import page_of, press
from tests.formpage import Button, OrderFormPage

from ..rules import scene as table
from ..test_bad_input import game_at, hand_in, stored, window_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Four people at their programmes; p1 has filed whom to intervene against."""
    spoils = table.act("spoils_preferences", companies=["oil.china"])
    four = ("mokia", "globbo", "nonintendo", "lenogo")
    return game_at(table.Played(table.programmed(*four, standing={"mokia": spoils})), monkeypatch)


def button(page: OrderFormPage, value: str) -> Button:
    return next(one for one in page.buttons if one.opens and one.value == value)


def drawn(page: OrderFormPage) -> set[str]:
    """The standing orders and doors whose fields are on the page."""
    names = ("-".join(name.split("-")[:2]) for name in page.inputs if name.startswith("file-"))
    trade = {"trade"} if any(name.startswith("trade-") for name in page.inputs) else set()
    return {*names} | trade


def test_each_standing_order_and_the_trade_have_a_button_and_no_field(game: Game) -> None:
    page = page_of(site.client_of(game.players.get(number=1).user), game)
    assert drawn(page) == set()
    values = {one.value for one in page.buttons if one.opens}
    assert values == {"trade", *(f"file-{kind}" for kind in STANDING)}


def test_a_button_draws_its_fields_as_they_stand_and_keeps_what_was_typed_elsewhere(game: Game) -> None:
    client = site.client_of(game.players.get(number=1).user)
    before, page = stored(game), page_of(client, game)
    typed = {"line-1-kind": "war", "line-1-war-country": "japan", "line-2-kind": "pass"}
    page = press(client, game, page, button(page, "file-spoils_preferences"), **typed)
    assert drawn(page) == {"file-spoils_preferences"}
    assert page.inputs["file-spoils_preferences-companies-1"].value == "oil.china"
    typed["file-spoils_preferences-companies-2"] = "solar.japan"
    page = press(client, game, page, button(page, "file-war_aid_policy"), **typed)
    page = press(client, game, page, button(page, "trade"), **typed)
    assert drawn(page) == {"file-spoils_preferences", "file-war_aid_policy", "trade"}
    assert {name: page.inputs[name].value for name in typed} == typed
    assert 'id="left"' not in page.text  # nothing was pressed that would have saved it
    assert stored(game) == before


def test_what_is_filed_leaves_the_other_standing_orders_as_they_stand(game: Game) -> None:
    client = site.client_of(game.players.get(number=1).user)
    page = press(client, game, page_of(client, game), button(page_of(client, game), "file-company_wish_list"))
    door = next(one for one in page.buttons if one.name == "door" and one.value == window_name(game, "file"))
    page = press(client, game, page, door, **{"file-company_wish_list-companies-1": "solar.japan"})
    assert drawn(page) == set()
    player = game.players.get(number=1)
    own = site.view_of(game, player).private.standing
    assert (own.company_wish_list, own.spoils_preferences) == (("solar.japan",), ("oil.china",))


def test_a_form_of_a_question_that_has_closed_opens_nothing(game: Game) -> None:
    client = site.client_of(game.players.get(number=1).user)
    page = page_of(client, game)
    post = page.posted(button(page, "trade")) | {"turn": "program/99/1"}
    answer = client.post(f"/g/{game.public_id}/orders/", post)
    assert answer.status_code == 409


def test_a_trade_filled_in_beside_it_does_not_empty_the_programme_that_was_handed_in(game: Game) -> None:
    """The page after the press shows the programme as it is saved, and the trade as it was typed."""
    client = site.client_of(game.players.get(number=1).user)
    page = press(client, game, page_of(client, game), button(page_of(client, game), "trade"))
    save = Button("act", "save", "")
    page = press(client, game, page, save, **{"line-1-kind": "pass", "trade-give-money": "3"})
    assert page.inputs["trade-give-money"].value == "3"
    assert page.inputs["line-1-kind"].value == "pass"


def test_offers_that_stand_are_answered_without_opening_anything(game: Game) -> None:
    offer = Order("trade_offer", {"to": "p1", "give": {"mercenaries": 1}, "want": {"money": 1}})
    player = game.players.select_related("user", "game").get(number=2)
    order_form_save(player=player, turn_name=window_name(game, "trade"), revision=0, orders=(offer,))
    page = page_of(site.client_of(game.players.get(number=1).user), game)
    assert drawn(page) == {"trade"}
    assert "accept:p2-p1-1" in page.inputs["trade-do"].choices


def test_the_page_of_who_waits_opens_them_too(game: Game) -> None:
    """Where nothing is asked there is no turn to post."""
    for number in (1, 2, 3):
        hand_in(game, number, table.act("pass"))
    client = site.client_of(game.players.get(number=1).user)
    page = press(client, game, page_of(client, game), button(page_of(client, game), "file-card_orders"))
    assert drawn(page) == {"file-card_orders"}
