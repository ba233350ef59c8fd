"""The worked examples of section 13 on judging, turns, ties and extra rounds, by their numbers."""

from __future__ import annotations

from .scene import ANA, BOB, CHLOE, DAN, Played, correct_gaps, game, place, simultaneous, spare


def test_ex01_first_turn() -> None:
    assert correct_gaps(["FRA"], "CHE", "area") == [0]


def test_ex02_five_places_for_switzerland() -> None:
    line = ["LUX", "BEL", "DNK", "FRA"]
    assert correct_gaps(line, "CHE", "area") == [2]
    played = Played(game(line, ["CHE", "ESP"], ["NOR"])).move(ANA, "CHE", 2)
    assert played.line == ("LUX", "BEL", "CHE", "DNK", "FRA")
    assert played.check(BOB, place("NOR", 5, 2)) == ()
    beyond = played.check(BOB, place("NOR", 6, 2))
    assert [(one.code, one.params["last"]) for one in beyond] == [("gap_out_of_range", 5)]


def test_ex03_equal_values() -> None:
    assert correct_gaps(["BRA", "ROU", "ITA"], "IRQ", "co2") == [1, 2]


def test_ex04_not_between_equals() -> None:
    line = ["BRA", "IRQ", "ROU", "ITA"]
    assert correct_gaps(line, "MEX", "co2") == [1]
    assert correct_gaps(line, "HRV", "co2") == [3]


def test_ex05_failure_and_draw() -> None:
    played = Played(
        game(["ESP", "DEU"], ["EGY", "FRA", "ITA"], ["UKR", "POL"], characteristic="population", deck=["CAN"])
    )
    played.move(ANA, "EGY", 1)
    assert played.told == ["placed_wrongly", "drew"]
    assert played.facts("placed_wrongly")[0]["figures"]["population"] == 82_500_000
    assert played.boxed(seen=True) == ["EGY"]
    assert played.line == ("ESP", "DEU")
    assert played.hand(ANA) == ("FRA", "ITA", "CAN")
    played.move(BOB, "UKR", 0)
    assert played.told == ["placed_correctly"]
    assert played.line == ("UKR", "ESP", "DEU")
    assert played.hand(BOB) == ("POL",)


def test_ex06_one_correct_gap() -> None:
    assert correct_gaps(["HTI", "KEN", "PRT"], "CUB", "gdp") == [2]


def test_ex07_lone_finisher() -> None:
    played = Played(game(["PRT", "ITA", "ESP"], ["POL"], ["GRC"], ["FJI", "NOR"]))
    played.move(ANA, "POL", 2)
    assert played.hand(ANA) == ()
    assert played.windows[0] == "move/1/p2"  # Bob still holds exactly one card
    assert played.line == ("PRT", "ITA", "POL", "ESP")
    played.move(BOB, "GRC", 2)
    assert played.told == ["placed_wrongly", "drew", "won"]
    assert (played.winners, played.reason) == ((ANA,), "alone")
    assert played.public.round_no == 1
    assert CHLOE not in played.public.acted


def two_finishers() -> Played:
    return Played(game(["CHE", "AUT", "DOM"], ["SWE"], ["CUB"], ["HTI", "NOR"], characteristic="population"))


def test_ex08_two_finishers() -> None:
    played = two_finishers().move(ANA, "SWE", 2)
    top = played.state.hidden.deck[:2]
    played.move(BOB, "CUB", 4)
    assert played.told == ["placed_correctly", "eliminated", "extra_round", "drew", "drew"]
    assert played.public.left[CHLOE].how.value == "eliminated"
    assert played.boxed(seen=False) == ["HTI", "NOR"]
    assert (played.hand(ANA), played.hand(BOB)) == (top[:1], top[1:])
    assert played.public.tie_break
    assert played.windows == ["move/2/p1", "resign"]


def test_ex08_had_chloe_acted_first() -> None:
    state = game(
        ["CHE", "AUT", "DOM"], ["SWE"], ["CUB"], ["HTI", "NOR"], characteristic="population", first_seat=2
    )
    played = Played(state).move(CHLOE, "HTI", 2)
    assert played.line == ("CHE", "AUT", "HTI", "DOM")
    played.move(ANA, "SWE", 2).move(BOB, "CUB", 5)
    assert played.facts("eliminated") == [{"player": "p3", "cards": ["NOR"]}]


def test_ex09_extra_rounds() -> None:
    played = Played(
        game(
            ["ZMB", "CUB"],
            ["KEN"],
            ["LUX"],
            characteristic="gdp",
            deck=["JAM", "BOL", "FRA"],
            tie_break=True,
            round_no=7,
        )
    )
    played.move(ANA, "KEN", 0)
    assert played.facts("drew") == [{"player": "p1", "card": "JAM"}]
    played.move(BOB, "LUX", 2)
    assert played.told == ["placed_wrongly", "drew", "extra_round"]
    assert (played.public.round_no, played.public.left) == (8, {})
    played.move(ANA, "JAM", 0).move(BOB, "BOL", 1)
    assert played.line == ("JAM", "ZMB", "CUB")
    assert played.winners == (ANA,)


def test_ex10_three_in_an_extra_round() -> None:
    def three() -> Played:
        return Played(game(["FRA"], ["CHE"], ["RUS"], ["LUX"], tie_break=True, deck=["ITA", "POL", "GRC"]))

    played = three().move(ANA, "CHE", 0).move(BOB, "RUS", 0).move(CHLOE, "LUX", 0)
    assert played.facts("eliminated") == [{"player": "p2", "cards": ["ITA"]}]
    assert played.boxed(seen=False) == ["ITA"]
    assert (played.hand(ANA), played.hand(CHLOE)) == (("POL",), ("GRC",))
    assert played.facts("extra_round") == [{"round": 2, "players": ["p1", "p3"]}]

    other = three().move(ANA, "CHE", 1).move(BOB, "RUS", 1).move(CHLOE, "LUX", 2)
    assert (other.winners, other.reason) == ((BOB,), "alone")


FOUR = {"p1": ("GBR", 1), "p2": ("BRA", 1), "p3": ("FRA", 1), "p4": ("RUS", 1)}


def same_gap() -> Played:
    hands = [["GBR", "FJI"], ["BRA", "NOR"], ["FRA", "POL"], ["RUS", "GRC"]]
    return Played(simultaneous(["ITA", "DEU"], *hands, characteristic="gdp", deck=["CUB", "HTI"]))


def test_ex11_same_gap() -> None:
    played = same_gap().round(**FOUR)
    assert played.told == ["placed_correctly"] * 3 + ["placed_wrongly", "drew"]
    assert played.line == ("ITA", "BRA", "GBR", "FRA", "DEU")
    assert played.hand(DAN) == ("GRC", "CUB")
    backwards = same_gap().round(**dict(reversed(FOUR.items())))
    assert (backwards.state, backwards.events) == (played.state, played.events)


def test_ex12_the_same_cards_in_sequential_mode() -> None:
    def after_ana() -> Played:
        hands = [["GBR", "FJI"], ["BRA", "NOR"]]
        return Played(game(["ITA", "DEU"], *hands, characteristic="gdp")).move(ANA, "GBR", 1)

    assert after_ana().line == ("ITA", "GBR", "DEU")
    verdicts = [after_ana().move(BOB, "BRA", gap).told[0] for gap in range(4)]
    assert verdicts == ["placed_wrongly", "placed_correctly", "placed_wrongly", "placed_wrongly"]


def test_ex13_equal_values_played_together() -> None:
    hands = [["PER", "FJI"], ["COL", "NOR"], ["BOL", "POL"]]
    played = Played(simultaneous(["VNM", "MAR"], *hands, characteristic="co2"))
    played.round(p1=("PER", 1), p2=("COL", 1), p3=("BOL", 1))
    assert played.line == ("VNM", "COL", "PER", "MAR")
    assert [one["card"] for one in played.facts("placed_wrongly")] == ["BOL"]


def test_ex15_two_last_cards() -> None:
    hands = [["MEX"], ["PHL"], ["ETH"]]
    played = Played(simultaneous(["VNM", "JPN"], *hands, characteristic="population"))
    played.round(p1=("MEX", 1), p2=("PHL", 1), p3=("ETH", 1))
    assert played.public.left[CHLOE].how.value == "eliminated"
    assert played.line == ("VNM", "PHL", "MEX", "JPN")
    assert played.public.tie_break
    assert played.facts("extra_round") == [{"round": 2, "players": ["p1", "p2"]}]
    assert played.main.awaited == (ANA, BOB)


def test_ex16_empty_deck() -> None:
    box = spare(12, ["FRA", "RUS", "CHE"])
    played = Played(game(["FRA"], ["RUS"], ["CHE"], deck=[], box=box)).move(ANA, "RUS", 0)
    assert played.told == ["placed_wrongly", "deck_refilled", "drew"]
    assert played.facts("deck_refilled") == [{"cards": 13}]
    assert (played.public.deck_count, played.public.box, played.public.refills) == (12, (), 1)
    assert {*played.hand(ANA), *played.state.hidden.deck} == {*box, "RUS"}


def test_ex17_big_countries() -> None:
    assert correct_gaps(["BRA", "USA"], "CHN", "area") == [1]
    assert correct_gaps(["BRA", "USA"], "CAN", "area") == [2]


def test_ex22_no_cards_left() -> None:
    def both_done(box: list[str]) -> Played:
        state = game(["FRA"], ["CHE"], ["LUX"], deck=["ITA"], box=box)
        return Played(state).move(ANA, "CHE", 0).move(BOB, "LUX", 0)

    shared = both_done([])
    assert (shared.winners, shared.reason) == ((ANA, BOB), "no_cards")
    assert shared.ranks == {"p1": 1, "p2": 1}
    assert shared.told == ["placed_correctly", "shared_victory"]
    dealt = both_done(["GRC"])
    assert dealt.told == ["placed_correctly", "deck_refilled", "extra_round", "drew", "drew"]
    assert (dealt.hand(ANA), dealt.hand(BOB)) == (("ITA",), ("GRC",))  # the box goes under the deck


def test_ex23_safety_cap() -> None:
    hands = [["RUS"], ["CHE", "NOR"], ["CAN", "FJI"], ["USA"]]
    state = simultaneous(["FRA"], *hands, round_no=60, max_rounds=60)
    played = Played(state).round(p1=("RUS", 0), p2=("CHE", 0), p3=("CAN", 0), p4=("USA", 0))
    assert [len(played.hand(player)) for player in (ANA, BOB, CHLOE, DAN)] == [1, 1, 2, 1]
    assert (played.winners, played.reason) == ((ANA, BOB, DAN), "max_rounds")
    assert played.ranks == {"p1": 1, "p2": 1, "p4": 1, "p3": 4}

    both = simultaneous(["FRA"], ["LUX"], ["CHE"], ["CAN", "FJI"], ["USA"], round_no=60, max_rounds=60)
    shared = Played(both).round(p1=("LUX", 0), p2=("CHE", 0), p3=("CAN", 0), p4=("USA", 0))
    assert (shared.winners, shared.reason) == ((ANA, BOB), "max_rounds")
    assert shared.told[4:] == ["drew", "drew", "eliminated", "eliminated", "shared_victory"]
    assert shared.ranks == {"p1": 1, "p2": 1, "p4": 3, "p3": 4}
