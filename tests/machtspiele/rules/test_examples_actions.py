"""The worked examples of section 16: actions, bribes, the default."""

from __future__ import annotations

import pytest

from .scene import P1, PASS, K, Played, act, at, bribe, game, recruit


def test_x12_recruiting():
    state = game(
        offices={"legal-1": ("p1", 5), "legal-2": ("p1", 6)},
        cards={"personnel": "p1"},
        motivation=1,
        supply=3,
    )
    played = Played(state)
    assert played.codes("p1", recruit(*["legal-1"] * 5)) == ["too_many_employees", "no_room", "supply_short"]
    assert played.codes("p1", recruit(*["legal-1"] * 4)) == ["no_room", "supply_short"]
    assert played.codes("p1", recruit("legal-1", "legal-1")) == ["no_room"]
    played.act(recruit("legal-1"))
    assert (played.employees("legal-1"), played.public.supply) == ([6], 2)


def test_x13_opening_with_own_employees():
    offices = {"legal-1": ("p1", 3), "legal-2": ("p1", 2)}
    played = Played(game(offices=offices, reserve={"p1": 10}, supply=20))
    new = [
        {"division": "personnel", "from_": ["legal-1"] * 2},
        {"division": "legal", "from_": ["legal-2"] * 2},
    ]
    played.act(act("open_own", new=new))
    assert played.employees("legal-1", "legal-2", "personnel-1", "legal-3") == [1, 0, 1, 1]
    assert (played.reserve("p1"), played.public.supply) == (9, 22)
    assert played.facts("closed") == [{"player": "p1", "office": "legal-2"}]


def test_x14_merging():
    offices = {"legal-1": ("p1", 5), "legal-2": ("p1", 6), "personnel-1": ("p1", 4)}
    played = Played(game(offices=offices))
    supply, reserve = played.public.supply, played.reserve("p1")
    merge = act("merge", from_=["legal-1", "legal-2"], to="legal-1", overflow=[at("personnel-1", 2)])
    three = act("merge", from_=["legal-1", "legal-2"], to="legal-1", overflow=[at("personnel-1", 3)])
    assert played.codes("p1", three) == ["no_room"]
    played.act(merge)
    assert played.employees("legal-1", "legal-2", "personnel-1") == [6, 0, 6]
    assert played.public.supply == supply + 3
    assert (played.points("p1", "general_departments"), played.reserve("p1")) == (1, reserve)
    assert played.public.offices["legal-1"].heads == 2


RESIGNING = {
    "board": "p3 p2 p1 p2", "directors": {"personnel": "p1"}, "cards": {"personnel": "p1"},
    "offices": {"personnel-1": ("p1", 3), "personnel-3": ("p1", 2), "personnel-4": ("p1", 4, True)},
}  # fmt: skip


def test_x15_resigning_to_the_board():
    played = Played(game(**{**RESIGNING, "players": 4, "board": "p3 p4 p1 p2"}))
    supply = played.public.supply
    played.act(act("resign", division="personnel", to="board"))
    assert played.board == "p1 p2 p1 p1 p1"
    assert played.fact("resigned")["pushed"] == ["p3", "p4"]
    assert (played.public.supply - supply, played.employees("personnel-4")) == (5, [4])
    assert played.card("personnel") == "p1 down"
    assert "personnel" not in played.public.directors
    after = Played(game(4, board="p1 p2 p1 p1 p1", stage="elect_boss", round=1))
    assert (after.public.boss, after.board) == ("p1", "p2 p1 p1 p1")
    assert [after.points(p, "influence") for p in ("p1", "p2")] == [5, 1]


def test_x16_resigning_to_consulting():
    played = Played(game(**RESIGNING, consultants={"legal": "p1 p1"}))
    reserve, supply = played.reserve("p1"), played.public.supply
    played.act(act("resign", division="personnel", to="consultant"))
    assert played.reserve("p1") == reserve + 2
    assert played.public.supply == supply + 5
    assert played.employees("personnel-1", "personnel-3", "personnel-4") == [0, 0, 4]
    assert played.card("personnel") == "p1 down"
    assert {box for box, inside in played.public.consultants.items() if P1 in inside} == {
        "legal",
        "personnel",
    }


@pytest.mark.parametrize("accepts", [True, False])
def test_x17_bribe(accepts):
    state = game(
        cards={"controlling": "p2", "legal": "p3"}, cash={"p1": 500 * K}, tracks={"p1": {"corruption": 3}},
        offices={"legal-1": ("p2", 1), "legal-2": ("p3", 2)},
    )  # fmt: skip
    played = Played(state)
    reserve = played.reserve("p2")
    played.act(bribe(("controlling", 100 * K, "legal-1"), ("legal", 300 * K, "legal-2")))
    assert played.points("p1", "corruption") == 4
    assert played.main.name == "bribe_reply/2/2/p1/1"
    assert played.state.private["p2"].envelope.amount == 100 * K
    played.hand_in(p2=act("reply", accept=False))
    assert (played.employees("legal-1"), played.reserve("p2")) == ([0], reserve + 1)
    assert played.main.name == "bribe_reply/2/2/p1/2"
    played.hand_in(p3=act("reply", accept=accepts))
    assert played.points("p2", "corruption") == 0
    assert played.points("p1", "corruption") == 4
    if accepts:
        assert played.cash("p1", "p3") == [200 * K, 1_100 * K]
        assert (played.points("p3", "corruption"), played.card("legal")) == (1, "p1 corrupt")
    else:
        assert played.cash("p1") == [500 * K]
        assert (played.employees("legal-2"), played.card("legal")) == ([1], "p3")
    assert played.main.name == "action/2/2/p2"


def test_x24_timeout():
    """The first employee goes to the third; of offices one and three, equal then, the first gets the
    second."""
    offices = {"development-1": ("p1", 2), "personnel-2": ("p1", 4), "legal-1": ("p1", 1)}
    played = Played(game(offices=offices, cards={"personnel": "p1 corrupt"}, motivation=0))
    played.miss()
    assert played.employees("development-1", "personnel-2", "legal-1") == [3, 4, 2]
    assert played.fact("missed") == {"player": "p1", "window": "action"}


def test_x26_what_an_action_frees():
    full = {f"development-{n}": ("p1" if n == 2 else "p2", 1) for n in range(1, 7)}
    played = Played(game(offices={**full, "legal-1": ("p1", 1)}))
    swap = [{"from_": "development-2", "division": "legal"}, {"from_": "legal-1", "division": "development"}]
    assert played.codes("p1", act("move", moves=swap)) == ["division_full"]
    assert played.codes("p1", act("move", moves=swap[:1])) == []
    two = [{"division": "legal", "from_": [office] * 2} for office in ("personnel-1", "personnel-2")]
    played = Played(game(offices={"personnel-1": ("p1", 2), "personnel-2": ("p1", 2)}, reserve={"p1": 1}))
    assert played.codes("p1", act("open_own", new=two)) == ["no_executives"]
    played.act(act("open_own", new=two[:1]))
    assert played.reserve("p1") == 1


def test_x27_two_lookups_in_one_division():
    offices = {"legal-1": ("p1", 2), "legal-3": ("p1", 4)}
    played = Played(game(offices=offices))
    new = [{"division": "legal", "from_": [office] * 2} for office in ("legal-1", "legal-3")]
    played.act(act("open_own", new=new))
    assert played.employees("legal-1", "legal-2", "legal-3", "legal-4") == [0, 1, 2, 1]


def test_x28_steps_of_a_bribe():
    """The fourth and the fifth point count at the moment the offer is made, before it is answered."""
    tracks = {
        "p1": {"influence": 8, "shares": 18, "corruption": 8, "general_departments": 4},
        "p2": {"influence": 7, "shares": 12, "corruption": 8},
    }
    state = game(
        tracks=tracks, nemesis={"p1": ("p2", "n1")}, cards={"legal": "p3", "controlling": "p2"},
        offices={"legal-1": ("p3", 2)},
    )  # fmt: skip
    assert not state.public.seats[P1].four
    played = Played(state).act(bribe(("legal", 50 * K)))
    assert played.main.kind == "bribe_reply"
    assert played.fact("four_points") == {"player": "p1", "nemesis": "p2", "card": "n1"}
    played.miss()
    played.act(act("bribe", offers=[{"card": "legal", "amount": 50 * K}]))
    played.hand_in(p3=act("reply", accept=True))
    assert played.points("p2", "corruption") == 9
    assert "nemesis_lost" not in [event.kind for event in played.log]
    played.act(PASS)
    first = next(iter(played.rules.standings(played.public)))
    assert (first.player, first.score) == ("p1", 5)
