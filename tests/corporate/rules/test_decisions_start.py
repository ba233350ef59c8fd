"""Decisions of section 10 about characters, the start, and wire transfers."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from corporate.rules import RULES
from corporate.rules.content import BACKGROUNDS
from corporate.rules.state import Stage
from games.clock import Calendar, next_deadline
from games.contract import Closes, Dice, Event, LoadedDice, Order, PlayerId, Window

from .scene import (
    CALM,
    Game,
    Who,
    calm,
    character,
    codes,
    game,
    information,
    sabotage,
    share,
    transfer,
    window,
)

K = 1000
THREE = (PlayerId("p1"), PlayerId("p2"), PlayerId("p3"))


def start(**options: bool) -> Game:
    chosen = {"characters": True, "wire_transfers": False, **options}
    return RULES.setup(THREE, chosen, Dice(b"start")).state


def made(state: Game, **forms: Order) -> tuple[Game, tuple[Event, ...]]:
    given = {PlayerId(player): (order,) for player, order in forms.items()}
    outcome = RULES.resolve(state, window(state), given, Dice(b"characters"))
    return outcome.state, outcome.events


@pytest.mark.parametrize(
    ("started", "due"), [((5, 11, 59), 6), ((5, 12, 0), 6), ((5, 12, 1), 7), ((5, 23, 0), 7)]
)
def test_d08_first_deadline(started: tuple[int, int, int], due: int) -> None:
    """The first noon at least 24 hours after the opening, then noon of each day."""
    day, hour, minute = started
    zone = ZoneInfo("Europe/Paris")
    calendar = Calendar(time(12), "Europe/Paris")
    first = next_deadline(calendar, datetime(2026, 1, day, hour, minute, tzinfo=zone), RULES.meta.notice)
    assert first == datetime(2026, 1, due, 12, tzinfo=zone)
    assert next_deadline(calendar, first, RULES.meta.notice) == datetime(2026, 1, due + 1, 12, tzinfo=zone)


def test_d02_players() -> None:
    assert (RULES.meta.min_players, RULES.meta.suggested_max) == (2, 10)
    for count in (2, 50):
        players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
        assert RULES.setup(players, {}, Dice(b"x")).state.public.players == players


def test_setup() -> None:
    state = start()
    assert (state.public.stage, state.public.turn) == (Stage.CHARACTERS, 0)
    for player in THREE:
        seat, private = state.public.seats[player], state.private[player]
        assert (seat.influence, dict(seat.shares), seat.citizenship) == (1, {}, None)
        assert (private.money, private.message_money) == (2_000 * K, 2_000 * K)
    assert RULES.windows(state.public) == (
        Window("characters", (0,), ("character",), Closes.TOGETHER, awaited=THREE),
    )
    assert window(state).name == "characters/0"


def test_d06_characters_before_the_ranking() -> None:
    state = start()
    assert state.public.corporations == {}
    after, _ = made(state)
    assert len(after.public.corporations) == 10
    assert (after.public.stage, after.public.turn) == (Stage.TURNS, 1)


def test_d05_same_choices_twice() -> None:
    order = character(citizenship="sony", background="heir")
    after, _ = made(start(), p1=order, p2=order)
    seats = after.public.seats
    assert [seats[player].citizenship for player in THREE] == ["sony", "sony", None]
    assert [seats[player].background for player in THREE] == ["heir", "heir", None]


def test_d66_turn_zero_is_published_and_characters_shown() -> None:
    after, events = made(start(), p1=character(public_text="Tall."))
    street = events[0]
    assert (street.kind, street.data["turn"], street.to) == ("wall_street", 0, ("public",))
    assert [row["rank"] for row in street.data["rows"]] == list(range(1, 11))
    unknown = ("was_rank", "was", "change", "mdc", "sabotage", "extraction", "first", "last", "unexplained")
    assert all(row[key] is None for row in street.data["rows"] for key in unknown)
    nikkei, dow = street.data["derivatives"]
    assert (nikkei["was"], nikkei["now"]) == (None, nikkei["opening"])
    assert sum(after.public.corporations[one].assets for one in dow["members"]) == dow["now"]
    assert after.public.seats[THREE[0]].public_text == "Tall."


def test_d68_missing_the_characters() -> None:
    after, events = made(start(), p1=character(citizenship="ares"))
    assert [(event.kind, event.to) for event in events[1:]] == [
        ("no_character", ("p2",)),
        ("no_character", ("p3",)),
    ]
    private = after.private[THREE[1]]
    assert (private.background, dict(private.strategies), private.secrets, private.money) == (
        None, {}, "", 2_000 * K,
    )  # fmt: skip


def test_d03_first_share_of_a_starting_citizen() -> None:
    after, _ = made(start(), p1=character(citizenship="sony"))
    assert after.public.seats[THREE[0]].first_share == "sony"
    assert codes(after, share("ares")) == ["first_share"]
    assert codes(after, share("sony")) == []
    assert codes(after, share("ares"), player="p2") == []
    # Beyond the quota the constraint is met by the first share of the form, not by a later one.
    state = game(CALM, Who(money=9_000 * K, influence=2, citizenship="sony", first_share="sony"), Who())
    assert codes(state, share("sony"), share("ares")) == []
    assert codes(state, share("ares"), share("sony")) == ["first_share"]
    assert codes(state, share("ares"), share("horizon")) == ["first_share", "first_share"]
    # It ends with the first share bought, by the net too; and no share bought leaves it.
    bought = calm(state, {"p1": [share("ares"), share("sony")]})
    assert bought.told("p1", "order_dropped")[0]["problem"] == "first_share"
    assert dict(bought.state.public.seats[THREE[0]].shares) == {"sony": 1}
    assert bought.state.public.seats[THREE[0]].first_share is None
    assert calm(state, {}).state.public.seats[THREE[0]].first_share == "sony"


def test_d03_the_constraint_ends_with_a_crash() -> None:
    assets = {"spinrad": 40, "ares": 9, "saeder-krupp": 5, "sony": 1}
    state = game(assets, Who(citizenship="sony", first_share="sony"), Who(), turn=2)
    told = calm(state, {"p2": [sabotage("sony", 6)]}, {"success/p2.0": 1, "defence/p2.0": 99})
    seat = told.state.public.seats[THREE[0]]
    assert (seat.citizenship, seat.first_share) == (None, None)
    assert codes(told.state, share("ares")) == []


def test_d04_what_a_dossier_holds() -> None:
    after, _ = made(
        start(),
        p2=character(
            background="nobody",
            hidden="avenger",
            avenger=start().private[THREE[1]].avenger_draw[0],
            strategies={"leader": 4, "arsonist": 2},
            secrets="An uncle at Ares.",
        ),
    )
    assert after.public.seats[THREE[1]].background == "nobody"
    dice = LoadedDice({"success/p1.0": 1})
    outcome = RULES.resolve(after, window(after), {THREE[0]: (information("p2"),)}, dice)
    dossier = next(event for event in outcome.events if event.kind == "dossier")
    assert dossier.to == ("p1",)
    assert dossier.data == {
        "player": "p2",
        "secrets": "An uncle at Ares.",
        "background": "avenger",
        "avenger": after.private[THREE[1]].avenger,
        "strategies": {"leader": 4, "arsonist": 2},
        "chapters": [],
    }


def test_d50_nobody_and_avenger() -> None:
    state = start()
    drawn = state.private[THREE[0]].avenger_draw
    other = next(slug for slug in CALM if slug not in drawn)
    assert codes(state, character(background="nobody")) == ["nobody_hides_another"]
    assert codes(state, character(background="nobody", hidden="nobody")) == ["nobody_hides_another"]
    assert codes(state, character(background="nobody", hidden="heir")) == []
    assert codes(state, character(background="heir", hidden="lawyer")) == ["hidden_unused"]
    assert codes(state, character(hidden="lawyer")) == ["hidden_unused"]
    assert codes(state, character(background="avenger")) == ["avenger_choice"]
    assert codes(state, character(background="avenger", avenger=other)) == ["avenger_choice"]
    assert codes(state, character(background="avenger", avenger=drawn[1])) == []
    assert codes(state, character(background="nobody", hidden="avenger", avenger=drawn[0])) == []
    assert codes(state, character(background="heir", avenger=drawn[0])) == ["avenger_unused"]


def test_d51_strategies() -> None:
    state = start()
    paranoid = {f"paranoid_{kind}": 5 for kind in ("datasteal", "sabotage", "extraction")}
    assert codes(state, character(strategies=paranoid)) == []
    assert codes(state, character(strategies={**paranoid, "leader": 1})) == []
    assert codes(state, character(strategies={**paranoid, "leader": 2})) == ["strategy_total"]
    assert codes(state, character(strategies={"leader": 0, "heir": 3})) == [
        "unknown_title",
        "strategy_points",
    ]
    assert codes(state, character(strategies={"leader": 7})) == ["strategy_points"]


def test_d70_avenger_is_drawn_for_everybody_at_setup() -> None:
    dice = Dice(b"avengers")
    state = RULES.setup(THREE, {}, dice).state
    assert sorted(dice.drawn) == [f"avenger/{player}" for player in THREE]
    for player in THREE:
        drawn = state.private[player].avenger_draw
        assert len(set(drawn)) == 2
        assert set(drawn) <= set(CALM)


def test_d65_no_form_draws_again() -> None:
    state = start()
    drawn = state.private[THREE[0]].avenger_draw
    for order in (character(background="avenger", avenger=drawn[0]), character(background="heir")):
        after, _ = made(state, p1=order)
        assert after.private[THREE[0]].avenger_draw == drawn
        assert RULES.resolve(state, window(state), {}, dice := Dice(b"again")).state
        assert not any(label.startswith("avenger") for label in dice.drawn)


@pytest.mark.parametrize("background", sorted(BACKGROUNDS))
def test_option_characters_off(background: str) -> None:
    state = start(characters=False)
    assert window(state).kind == "characters"
    refused = codes(state, character(background=background, strategies={"leader": 1}))
    assert refused == ["background_off", "strategies_off"]
    assert codes(state, character(citizenship="ares", public_text="Hello", secrets="Shh")) == []
    after, events = made(state, p1=character(background=background))
    assert after.public.seats[THREE[0]].background is None
    assert [event.data["problem"] for event in events if event.kind == "order_dropped"] == ["background_off"]


def test_d17_transfers_are_an_option() -> None:
    assert [one.kind for one in RULES.windows(game(CALM).public)] == ["quarter"]
    doors = RULES.windows(game(CALM, transfers=True).public)
    assert [(one.name, one.closes, one.awaited) for one in doors][1] == ("transfer", Closes.AT_ONCE, ())
    assert doors[1].welcome == THREE
    assert doors[1].is_door


def wired(state: Game, player: str, *orders: Order) -> Any:
    door = RULES.windows(state.public)[1]
    return RULES.resolve(state, door, {PlayerId(player): orders}, Dice(b"wire"))


def wire_codes(state: Game, *orders: Order, player: str = "p1") -> list[str]:
    door = RULES.windows(state.public)[1]
    return [one.code for one in RULES.check(state.seen_by(PlayerId(player)), door, orders)]


def test_d17_a_transfer_is_immediate_and_private() -> None:
    state = game(CALM, transfers=True)
    outcome = wired(state, "p1", transfer("p3", 250 * K))
    money = [outcome.state.private[player].money for player in THREE]
    assert money == [1_750 * K, 2_000 * K, 2_250 * K]
    assert outcome.events == (
        Event("transfer_sent", {"player": "p3", "amount": 250 * K}, ("p1",)),  # type: ignore[arg-type]
        Event("transfer_received", {"player": "p1", "amount": 250 * K}, ("p3",)),  # type: ignore[arg-type]
    )
    assert outcome.state.public == state.public
    noon = calm(outcome.state, {})
    assert noon.told("p1", "balance") == [{"before": 2_000 * K, "after": 1_750 * K}]
    assert noon.told("p3", "balance") == [{"before": 2_000 * K, "after": 2_250 * K}]
    assert noon.state.private[THREE[0]].transfers_sent == 0


def test_d17_what_a_transfer_may_be() -> None:
    state = game(CALM, transfers=True)
    assert wire_codes(state) == ["missing"]
    assert wire_codes(state, transfer("p2", K)) == []
    assert wire_codes(state, transfer("p2", 2_000 * K)) == []
    assert wire_codes(state, transfer("p2", 2_001 * K)) == ["not_enough_money"]
    assert wire_codes(state, transfer("p1", K)) == ["self_target"]
    assert wire_codes(state, transfer("p9", K)) == ["unknown_choice"]
    assert wire_codes(state, transfer("p2", 1_500)) == ["amount_step"]
    assert wire_codes(state, transfer("p2", 0)) == ["amount_too_low"]
    assert wire_codes(state, transfer("p2", -K)) == ["amount_too_low"]
    assert wire_codes(state, transfer("p2", K), transfer("p3", K)) == ["one_only"]
    assert wire_codes(state, share("sony")) == ["unknown_order"]
    for _ in range(10):
        assert wire_codes(state, transfer("p2", K)) == []
        state = wired(state, "p1", transfer("p2", K)).state
    assert wire_codes(state, transfer("p2", K)) == ["transfer_quota"]
    stopped = wired(state, "p1", transfer("p2", K))
    assert [event.data["problem"] for event in stopped.events] == ["transfer_quota"]
    assert stopped.state.private == state.private
    assert wire_codes(calm(state, {}).state, transfer("p2", K)) == []
