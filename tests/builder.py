"""The one builder of tests: users, games, seats, forms and noons, as the services of the site leave them.

`make_user("Ana")` can log in with `client.force_login`. `GameFactory()` gathers players, its creator in the
first place; `running_game()` has started, Ana and Bruno in its seats. Both take:

- `seats=("Ana", "Bruno")` or `seats=(ana, bruno)`: who sits, by names or as users; the first creates it.
- `creator=ana`: who creates it; beside `seats` without him he does not sit.
- `players=4`: seats taken in all, by new users where too few are named.
- `masters=(lena,)`: who is named game master of it. `running=True`: it is started.
- every field of `GameSettings`: `title` (the dummy), `is_public`, `options` (those that are not the default).

`seat`, `open_turn`, `hand_in` and `say` go on from there; `plan` is for tests that call a
service themselves. Titles' rules without a site have their own short ways (`tests/battery/play.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import factory
import pytest
from django.contrib.auth import get_user_model
from django.db.models import QuerySet

import tests.dummy  # noqa: F401  (registers the title that games have if no other is named)
from games.contract import Order, Orders
from games.models import Delivery, Game, LedgerEntry, Mastership, Notice, Player, Turn
from games.services.games import GameSettings
from games.services.order_forms import order_form_save
from games.services.refusals import Refused
from tools import stage

MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)  # Saturday, 08:48 in Paris
NOON = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)  # the first one that leaves the notice
WHY = "The host was away."  # a reason for what masters do
PASSWORD = "correct horse"


class UserFactory(factory.django.DjangoModelFactory):
    """A user with a name, an address, no language and no zone of his own."""

    class Meta:
        model = get_user_model()
        skip_postgeneration_save = True

    display_name = factory.Sequence(lambda n: f"Player {n}")
    email = factory.Sequence(lambda n: f"player{n}@example.org")
    password = factory.django.Password(PASSWORD)


def make_user(name: str, **fields: Any) -> Any:
    """A user of this name, and an address that begins with it."""
    return UserFactory(display_name=name, **{"email": f"{name.lower()}@example.org", **fields})


def plan(**changes: Any) -> GameSettings:
    """Settings of a public game of the dummy for two to four players at noon in Paris."""
    values = {"title": "dummy", "name": "Fifth Avenue", "players": 4, "is_public": True, **changes}
    return stage.settings_of(values.pop("title"), values.pop("name"), values.pop("players"), **values)


class GameFactory(factory.Factory):
    """A game as its settings say, with the people named at the top of this module."""

    class Meta:
        model = Game

    class Params:
        private = factory.Trait(is_public=False)

    name = factory.Sequence(lambda n: f"Fifth Avenue {n}")

    @classmethod
    def _create(
        cls,
        model: type[Game],
        creator: Any = None,
        seats: Sequence[Any] = (),
        players: int = 0,
        masters: Sequence[Any] = (),
        running: bool = False,
        **settings: Any,
    ) -> Game:
        users = [make_user(who) if isinstance(who, str) else who for who in seats]
        if not users:
            users.append(creator or UserFactory())
        users += [UserFactory() for _ in range(max(players, 2 if running else 1) - len(users))]
        game = stage.game_of(plan(**settings), users, creator=creator, starts=running)
        for user in masters:
            Mastership.objects.create(game=game, user=user)
        return game


def running_game(seats: Sequence[Any] = ("Ana", "Bruno"), **settings: Any) -> Game:
    """A started game, called "Fifth Avenue" unless it is told otherwise."""
    return GameFactory(seats=seats, running=True, **{"name": "Fifth Avenue", **settings})


def master_of(game: Game) -> Any:
    """A game master of this game, who does not play."""
    user = make_user("Shiro", is_staff=True)
    Mastership.objects.create(game=game, user=user)
    return user


def seat(game: Game, number: int) -> Player:
    return game.players.select_related("user", "game").get(number=number)


def open_turn(game: Game) -> Turn:
    """The main open turn."""
    return stage.main_turn(game)


def hand_in(game: Game, number: int, orders: Orders, revision: int = 0) -> Any:
    """A player hands in these orders for the main open turn; what the service answers."""
    turn = open_turn(game)
    return order_form_save(player=seat(game, number), turn_name=turn.name, revision=revision, orders=orders)


def say(game: Game, number: int, value: int = 7) -> None:
    """A player of the dummy hands in a number for the open turn."""
    hand_in(game, number, (Order("say", {"number": value}),))


def ledger(game: Game) -> LedgerEntry:
    """The newest entry."""
    entry = game.ledger.first()
    assert entry
    return entry


def refused(act: Callable[..., object], **kwargs: Any) -> str:
    """The code with which a service refuses."""
    with pytest.raises(Refused) as caught:
        act(**kwargs)
    return caught.value.code


def unsent() -> QuerySet[Notice]:
    """The notices that no channel has delivered."""
    return Notice.objects.exclude(deliveries__state=Delivery.State.SENT)


def send_again() -> None:
    """As if nothing had been sent: whose channels are whose is worked out anew."""
    Delivery.objects.all().delete()
    Notice.objects.update(routed_at=None)
