"""What one player keeps secret changes nothing for another, kind by kind: no byte of a page, a refusal or a
mail, and no query count; nothing betrays the deck or the cards set aside, but published seeds at the end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from games.contract import HIDDEN, Order
from games.models import Game, Seed
from games.services.turns import turn_close
from tests.battery import site
from tests.battery.shown import Shown, everything_shown, taken_back
from tests.battery.twins import (
    Kept,
    assert_kept,
    assert_none_shows,
    assert_the_same,
    clock,
    handed_in,
    rewritten,
    same_dice,
    walked,
)
from tests.builder import MORNING, hand_in, open_turn, seat

from .rules.scene import Played, act, game, new, play, programmed
from .rules.test_codes import ABC, auction, turn
from .test_bad_input import game_at

__all__ = ["clock", "same_dice"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.slow]
READER = 3
FOUR = (*ABC, "lenogo")


def rounds(**given: Any) -> Played:
    """Four at their programmes."""
    return Played(programmed(*FOUR, **given))


def wishing() -> Played:
    return new(4, round_mode="programmed").miss()


def voting() -> Played:
    given = rounds(
        hands={"mokia": ["elections"]}, owned={"globbo": ["media.japan"], "mokia": ["media.india"]}
    )
    played = play("elections", country="india")
    everybody = {f"p{n}": (*played, Order("pass")) if n == 1 else act("pass") for n in (1, 2, 3, 4)}
    return given.hand_in("program", **everybody)


def at_war() -> Played:
    return turn(mercenaries={"nonintendo": 2, "globbo": 2}).hand_in("turn", p1=act("war", country="japan"))


def bidding() -> Played:
    """p1 has bid for a mercenary of p2's and one of p4's."""
    owned = {"globbo": ["defense.china"], "lenogo": ["defense.japan"]}
    bids = {"defense.china": 3, "defense.japan": 2}
    return Played(game(*FOUR, owned=owned)).hand_in("turn", p1=act("buy_mercenaries", bids=bids))


BULL = {"card": "bull_market", "industry": "oil"}
RULE = {"answer": "forbid", "country": "india"}
OFFER = act("trade_offer", to="p2", give={"money": 4}, want={"mercenaries": 1})
FILED = {
    "price": act("mercenary_prices", rules=[{"answer": "price", "price": 3}]),
    "permission in advance": act("antitrust_policy", rules=[RULE]),
    "aid in advance": act("war_aid_policy", rules=[{"answer": "never"}]),
    "answer to payouts in advance": act("payout_reaction_policy", rules=[{"answer": "pass"}]),
    "queued action": act("queued_action", action={"kind": "pass", "data": {}}),
    "wish list in advance": act("company_wish_list", companies=["oil.china"]),
    "spoils": act("spoils_preferences", companies=["oil.china"]),
    "card order": act("card_orders", orders=[{"trigger": "last_call", **BULL}]),
}
KEPT = [
    Kept("wish list", wishing, (
        act("wish_list", companies=["oil.china"]), act("wish_list", companies=["solar.japan", "oil.china"]))),
    Kept("programme", rounds, (
        act("pass"), (Order("buy_company", {"company": "oil.china"}), Order("payout", {"industry": "oil"})))),
    Kept("bid", auction, (act("auction_bid", amount=0), act("auction_bid", amount=17)), 2),
    Kept("vote", voting, (act("election_vote", for_="p1"), act("election_vote", for_="p2"))),
    Kept("pledge", at_war, (act("war_aid", to_attacker=0), act("war_aid", to_attacker=2)), 2),
    Kept("answer to a bid for mercenaries", bidding, (
        act("mercenary_reply", company="defense.china", answer="accept"),
        act("mercenary_reply", company="defense.china", answer="refuse")), 2),
    Kept("price asked of a bidder", bidding, (
        act("mercenary_reply", company="defense.china", answer="counter", price=4),
        act("mercenary_reply", company="defense.china", answer="counter", price=37)), 2),
    Kept("that a bid for mercenaries is answered, which everybody sees", bidding, (
        act("mercenary_reply", company="defense.china", answer="refuse"), None), 2),
]  # fmt: skip


@pytest.mark.parametrize("kept", KEPT, ids=[kept.name for kept in KEPT])
def test_another_form_changes_nothing_for_who_may_not_see_it(
    kept: Kept, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_kept(game_at(kept.scene(), monkeypatch), kept, READER)


def test_what_is_offered_and_filed_changes_nothing_for_who_may_not_see_it(
    clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All at the doors of one and the same game, in which nothing is filed otherwise."""
    forms = {"offer": ("trade", OFFER), **{name: ("file", orders) for name, orders in FILED.items()}}
    assert_none_shows(game_at(rounds(), monkeypatch), 1, forms, READER)


def other_hand(drawer: dict[str, Any]) -> dict[str, Any]:
    return {"hand": ["l5", "elections"]}


def other_deck(drawer: dict[str, Any]) -> dict[str, Any]:
    """The deck the other way round, and half of it exchanged with the cards set aside."""
    cards = [*reversed(drawer["deck"]), *drawer["aside"]]
    random.Random(7).shuffle(cards)
    deck = len(drawer["deck"])
    return {"deck": cards[:deck], "aside": cards[deck:]}


@pytest.mark.parametrize(
    ("owner", "change"), [("p1", other_hand), (HIDDEN, other_deck)], ids=["hand", "deck and cards set aside"]
)
def test_other_cards_change_nothing_for_who_may_not_see_them(
    owner: str, change: Any, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = {"mokia": ["shortages", "bull_market"]}
    game, shown = game_at(rounds(hands=hands), monkeypatch), list[Shown]()
    readers = (READER,) if owner == "p1" else (1, READER)
    for changes in (False, True):
        with taken_back():
            if changes:
                rewritten(game, owner, change)
            shown.append(everything_shown(walked(game, 1 if owner == "p1" else 4, *readers)))
    assert_the_same(shown)
    assert_no_seed_is_told(game, shown[0])


def assert_no_seed_is_told(game: Game, shown: Shown) -> None:
    """Before the end: on no page, those of draws among them, and no file of draws."""
    seeds = [bytes(one.secret).hex() for one in Seed.objects.filter(turn__game=game)]
    assert seeds
    assert {who for who, _how, address in shown if address.endswith("/draws/")} >= {f"p{READER}", "visitor"}
    for (_who, how, address), answer in shown.items():
        assert not any(seed in answer.body for seed in seeds), address
        if how == "GET" and address.endswith("/draws.json"):
            assert answer.status in (302, 404)


def test_nothing_betrays_the_cards_set_aside_when_all_is_over(clock: Any) -> None:
    """Nor what was left in the hands of others: to those who played, either. But from the seeds, which are
    published to them then, they can compute the deck (docs/decisions/0170)."""
    game = site.new_game("megacorps")
    while game.stage == Game.Stage.RUNNING:
        for player in site.asked(game):
            site.hand_in(game, player)
        main = open_turn(game) if game.turns.filter(status="open").exists() else None
        if main is not None:
            clock.move_to(main.deadline)
            turn_close(turn_id=main.pk)
        game.refresh_from_db()
    shown = list[Shown]()
    for changes in (False, True):
        with taken_back():
            if changes:
                rewritten(game, HIDDEN, lambda drawer: {"aside": [*drawer["aside"][1:], "l5"]})
            seen = everything_shown(walked(game, 2, 1, 3))
            # For players the page of draws runs each resolution again, from the very drawer that was changed.
            again = {key for key in seen if key[0] != "visitor" and "/draws/" in key[2]}
            shown.append({key: answer for key, answer in seen.items() if key not in again})
    assert_the_same(shown)
    assert_draws_are_for_players_alone(game)


def assert_draws_are_for_players_alone(game: Game) -> None:
    """All seeds and the order of the deck, once the game is over; to others the seals, as before."""
    address, secrets = f"/g/{game.public_id}/draws.json", Seed.objects.filter(turn__game=game)
    file = b"".join(site.client_of(seat(game, 1).user).get(address).streaming_content)
    turns = json.loads(file)["turns"]
    assert {turn["seed"] for turn in turns} == {bytes(one.secret).hex() for one in secrets}
    assert any("deck" in resolution["draws"] for turn in turns for resolution in turn["resolutions"])
    assert site.client_of().get(address).status_code in (302, 404)


def test_a_card_order_that_is_dropped_shows_to_nobody(
    clock: Any, same_dice: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """p1 has ordered a card to be played before p2's turn, and does not hold it then."""
    game, shown = game_at(rounds(), monkeypatch), list[Shown]()
    dropped = act(
        "card_orders", orders=[{"trigger": "before_turn_of:p2", "card": "bull_market", "industry": "oil"}]
    )
    for orders in (act("spoils_preferences", companies=["none"]), dropped):  # as many resolutions
        with taken_back():
            clock.move_to(MORNING)
            same_dice()
            handed_in(game, 1, orders, "file")
            for number in (1, 2, 3, 4):
                hand_in(game, number, act("pass"))
            turn = open_turn(game)
            assert turn_close(turn_id=turn.pk)
            game.refresh_from_db()
            shown.append(everything_shown(walked(game, 1, READER)))
    assert_the_same(shown)
