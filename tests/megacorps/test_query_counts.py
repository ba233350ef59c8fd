"""How many queries pages and resolutions take: as many for three players as for six, in round 1 as in the
last, whatever was offered and filed before."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec import Struct, field

from games.contract import Order, Window, decode
from games.models import Game, Player, Resolution, Turn
from games.selectors import desks_of
from games.services.order_forms import SavedForm, order_form_save
from games.services.turns import turn_close
from megacorps.rules.content import CONSTANTS
from tests.battery import site
from tools import stage

pytestmark = pytest.mark.django_db
MOST_PER_RESOLUTION = 16
MOST_PER_ACT = 16
MOST_PER_PAGE = 12
MOST_PER_POLL = 2  # session; game with turns, on a page that shows each move the reader's view and who is in
PAGES = ("orders", "board", "round")


def queries(captured: CaptureQueriesContext) -> int:
    """All statements but the transaction's own."""
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


class Costs(Struct):
    """What a game has cost. `resolutions`: by the kind of the question, how often which number of queries, in
    the first half of the rounds and in the second; the others by round."""

    resolutions: dict[tuple[str, bool], Counter[int]] = field(default_factory=dict)
    acts: dict[str, dict[int, int]] = field(default_factory=dict)
    pages: dict[str, dict[int, int]] = field(default_factory=dict)
    polls: dict[str, dict[int, int]] = field(default_factory=dict)


def new_game(players: int, mode: str) -> Game:
    options = stage.default_options("megacorps", round_mode=mode)
    name = f"{mode} {players}"
    return stage.started_game("megacorps", players, name, name.replace(" ", "-"), options=options)


def close(game: Game) -> tuple[str, int]:
    """By bots' forms: the kind of the question, and the queries of its resolution."""
    turn = stage.main_turn(game)
    stage.hand_in(game, turn, ())
    with CaptureQueriesContext(connection) as captured:
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
    return decode(turn.window, Window).kind, queries(captured)


def whole_game(players: int, mode: str) -> Costs:
    """A game to its end, in which p3 gives, p2 offers and p1 files something in every round."""
    game, costs, acted = new_game(players, mode), Costs(), 0
    last = CONSTANTS.deck[str(players)]
    looked_at = [1, last // 2, last - 2]  # rounds; at the next one if nobody may act in it
    while game.stage == Game.Stage.RUNNING:
        doors = set(game.turns.filter(status=Turn.Status.OPEN).values_list("name", flat=True))
        if game.chapter > acted and {"trade", "file"} <= doors:
            acted = game.chapter
            act(game, costs)
            if looked_at and acted >= looked_at[0]:
                del looked_at[0]
                look(game, costs)
        late = game.chapter > last // 2
        kind, number = close(game)
        costs.resolutions.setdefault((kind, late), Counter())[number] += 1
        game = Game.objects.get(pk=game.pk)
    look_at(game, costs, "scores")
    return costs


def act(game: Game, costs: Costs) -> None:
    """From the saving of a form to the commit."""
    wish = ["oil.china", "oil.maghreb"][len(costs.acts.get("company_wish_list", ())) % 2]
    for name, number, order in (
        ("trade", 3, Order("gift", {"to": "p2", "give": {"money": 1}})),
        ("trade", 2, Order("trade_offer", {"to": "p1", "give": {"money": 1}, "want": {"mercenaries": 1}})),
        ("file", 1, Order("company_wish_list", {"companies": [wish]})),
    ):
        turn = Turn.objects.get(game=game, status=Turn.Status.OPEN, name=name)
        player = Player.objects.select_related("game", "user").get(game=game, number=number)
        (desk,) = desks_of(player, [turn])
        with CaptureQueriesContext(connection) as captured:
            done = order_form_save(player=player, turn_name=name, revision=desk.revision, orders=(order,))
        if isinstance(done, SavedForm):  # whoever has no money left gives none
            costs.acts.setdefault(order.kind, {})[game.chapter] = queries(captured)


def look(game: Game, costs: Costs) -> None:
    """The pages of p1, and what they cost while nothing is new."""
    for slug in PAGES:
        ask = look_at(game, costs, slug)
        client = site.client_of(game.players.get(number=1).user)
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(ask, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (204, b"")
        costs.polls.setdefault(slug, {})[game.chapter] = len(captured)


def look_at(game: Game, costs: Costs, slug: str) -> str:
    """A page of p1's. Returns the address at which it asks for news, "" if it never does."""
    client = site.client_of(game.players.get(number=1).user)
    address = f"/g/{game.public_id}/{slug}/"
    cache.clear()
    page = client.get(address).content.decode()  # the first reading also notes that the page was read
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    costs.pages.setdefault(slug, {})[game.chapter] = len(captured)
    return next(iter(re.findall(r'data-ask="([^"]+)"', page)), "")


@pytest.mark.parametrize("mode", ["programmed", "sequential"])
def test_three_and_six_players_cost_the_same_from_the_first_round_to_the_last(mode: str) -> None:
    games = [whole_game(players, mode) for players in (3, 6)]
    resolutions = [number for game in games for kind in game.resolutions.values() for number in kind]
    assert max(resolutions) <= MOST_PER_RESOLUTION, games
    asked = {"program"} if mode == "programmed" else {"turn", "payout_reaction", "antitrust"}
    for kind in asked:
        if kind != "antitrust":  # who has to permit something is a matter of chance
            floors = {min(game.resolutions[kind, late]) for game in games for late in (False, True)}
            assert max(floors) - min(floors) <= 1, (kind, games)
        assert any((kind, late) in game.resolutions for game in games for late in (False, True))
    # A gift, an offer and a standing order: each the same number, every time.
    for kind in ("gift", "trade_offer", "company_wish_list"):
        numbers = {number for game in games for number in game.acts[kind].values()}
        assert len(numbers) == 1, (kind, games)
        assert numbers <= set(range(MOST_PER_ACT + 1))
    for slug in PAGES:
        assert len(games[0].pages[slug]) > 1 < len(games[1].pages[slug])
        numbers = {number for game in games for number in game.pages[slug].values()}
        assert max(numbers) <= MOST_PER_PAGE
        asked_or_not = 0 if mode == "programmed" else 2  # in turns, who looks is asked or waits
        if slug == "round":  # the first round is read while it grows: one more reads who is in
            asked_or_not = max(1, asked_or_not)
        assert max(numbers) - min(numbers) <= asked_or_not, (slug, games)
        assert max(number for game in games for number in game.polls[slug].values()) <= MOST_PER_POLL
    at_the_end = {number for game in games for number in game.pages["scores"].values()}
    assert len(at_the_end) == 1, games  # three players and six
    assert max(at_the_end) <= MOST_PER_PAGE
