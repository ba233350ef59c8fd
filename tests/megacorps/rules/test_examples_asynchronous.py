"""Examples 27 to 40 of section 17: set-up, the end, and play by noon."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clock import Calendar, next_deadline
from games.contract import PlayerId
from megacorps.rules.content import CONSTANTS
from megacorps.rules.state import Public

from .scene import P1, P2, P3, P4, P5, Played, act, game, new, play, programmed

# ---- set-up and end -----------------------------------------------------------------------------------


def controlled(public: Public, player: PlayerId) -> int:
    return sum(country.controller == player for country in public.countries.values())


@pytest.mark.parametrize(("number", "count", "deck"), [(27, 6, 12), (28, 3, 18)])
def test_examples_27_and_28_cards_by_countries(number: int, count: int, deck: int) -> None:
    """Example 27 and example 28.

    For whatever MegaCorps and draws: 2, 1, no card for 0, 1, 2 countries, and 21 in all."""
    printed = {"mokia", "globbo", "nonintendo", "lenogo"}
    for seed in range(8):
        played = new(count, seed).miss("choose_megacorp")
        public, hidden = played.public, played.state.hidden
        for player in public.players:
            assert len(played.hand(player)) == 2 - controlled(public, player)
        chosen = {seat.megacorp for seat in public.seats.values()}
        started = [c for c in public.countries.values() if c.controller]
        assert len(started) == len(chosen & printed) + 2, f"example {number}"
        hands = sum(seat.cards for seat in public.seats.values())
        assert hands == 2 * count - len(started)
        assert (len(hidden.deck), len(hidden.aside)) == (deck, 21 - deck - hands)


def test_example_29_a_victory_of_three() -> None:
    """One company among five competitors brings €3."""
    owned = {
        "mokia": ["aerospace.nafta", "biotech.nafta", "finance.nafta", "media.nafta"],
        "globbo": ["aerospace.china", "biotech.china", "defense.china", "electronics.china", "oil.china"],
        "lenogo": ["defense.japan", "electronics.japan", "media.japan"],
    }
    money = {"mokia": 88, "globbo": 85, "lenogo": 91}
    played = Played(game("mokia", "globbo", "lenogo", owned=owned, deck=0, money=money)).miss().miss().miss()
    assert played.money(P1, P2, P3) == [100, 100, 100]
    assert played.ranks == {"p1": 1, "p2": 1, "p3": 1}
    assert played.fact("game_ended") == {"winners": ["p1", "p2", "p3"], "money": 100, "reason": "rounds"}
    assert (played.names, played.public.over) == ([], True)


def test_example_30_nonintendo_leaves() -> None:
    own = ["media.japan", "solar.japan", "oil.china"]
    state = game(
        "nonintendo", "mokia", "globbo", owned={"nonintendo": own}, controls={"nonintendo": ["japan"]},
        hands={"nonintendo": ["shortages", "l5"]}, money={"nonintendo": 31}, paid=P1,
    )  # fmt: skip
    played = Played(state).leave(P1)
    assert played.controller("japan") is None
    assert {played.state_of(company) for company in own} == {"unowned"}
    assert sorted(played.public.discard) == ["l5", "shortages"]
    assert (played.money(P1), played.mercenaries(P1), played.public.paid) == ([0], [0], None)
    played.hand_in("turn", p2=act("payout", industry="oil"))
    assert played.public.paid == P2


# ---- by noon --------------------------------------------------------------------------------------------

PARIS = ZoneInfo("Europe/Paris")
CALENDAR = Calendar(time(12), "Europe/Paris")
TUESDAY = datetime(2026, 6, 9, tzinfo=PARIS)


@pytest.mark.parametrize(
    ("opened", "notice", "due"),
    [
        ("0 11:30", 24, 1), ("0 13:00", 24, 2), ("1 05:30", 6, 1), ("1 07:00", 6, 2), ("1 12:00", 24, 2),
        ("1 12:00", 6, 2),
    ],
)  # fmt: skip
def test_example_31_the_deadline(opened: str, notice: int, due: int) -> None:
    """Days after Tuesday."""
    day, clock = opened.split()
    hour, minute = map(int, clock.split(":"))
    at = TUESDAY + timedelta(days=int(day), hours=hour, minutes=minute)
    assert next_deadline(CALENDAR, at, notice) == TUESDAY + timedelta(days=due, hours=12)


def test_example_32_a_fallback_bought_at_once() -> None:
    state = game(
        "nonintendo", "mokia", "globbo", owned={"nonintendo": ["aerospace.japan"]}, money={"nonintendo": 20},
        controls={"mokia": ["european_union"]},
    )  # fmt: skip
    bought = act("buy_company", company="aerospace.european_union", fallbacks=["aerospace.great_russia"])
    played = Played(state).hand_in("turn", p1=bought)
    assert played.main.name == "antitrust/3/1"
    allowed = Played(played.state).hand_in("antitrust", p2=act("antitrust", allow=True))
    assert (allowed.owner("aerospace.european_union"), allowed.money(P1)) == (P1, [16])
    played.miss("antitrust")
    assert (played.owner("aerospace.great_russia"), played.money(P1)) == (P1, [16])
    assert "no_answer" in played.told


def test_example_33_a_bargain() -> None:
    state = game(
        "windoze", "lenogo", "mokia", money={"windoze": 10}, mercenaries={"windoze": 0},
        owned={"lenogo": ["defense.china"], "mokia": ["defense.european_union"]},
    )  # fmt: skip
    bids = {"defense.china": 3, "defense.european_union": 4}
    played = Played(state).hand_in("turn", p1=act("buy_mercenaries", from_bank=1, bids=bids))
    played.hand_in(
        "mercenary_reply", p2=act("mercenary_reply", company="defense.china", answer="accept"),
        p3=act("mercenary_reply", company="defense.european_union", answer="counter", price=6),
    )  # fmt: skip
    assert played.money(P1) == [6]
    accepted = act("mercenary_counter", company="defense.european_union", accept=True)
    played.hand_in("mercenary_counter", p1=accepted)
    assert (played.money(P1, P2, P3), played.mercenaries(P1)) == ([0, 43, 46], [3])


def test_example_34_the_last_call() -> None:
    state = game(
        "globbo", "lenogo", "mokia", deck=0, controls={"lenogo": ["japan"]},
        hands={
            "globbo": ["bull_market"], "lenogo": ["endemic_corruption", "bull_market"],
            "mokia": ["greedy_kleptocrats"],
        },
    )  # fmt: skip
    played = Played(state).miss().miss().miss()
    assert played.main.name == "last_call/3"
    assert played.main.awaited == (P1, P2, P3)
    played.hand_in(
        "last_call", p1=play("bull_market", industry="oil"),
        p2=play("endemic_corruption", country="japan") + play("bull_market", industry="media"),
        p3=play("greedy_kleptocrats", country="japan"),
    )  # fmt: skip
    assert played.main.kind == "payout_reaction"
    order = list(played.facts("card_played"))
    while played.main.kind == "payout_reaction":
        order += played.miss().facts("card_played")
    assert played.main.kind == "auction_bid"
    order += played.hand_in("auction_bid", p1=act("auction_bid", amount=3)).facts("card_played")
    while played.names:
        order += played.miss().facts("card_played")
    assert [(one["player"], one["card"]) for one in order] == [
        ("p1", "bull_market"), ("p2", "endemic_corruption"), ("p3", "greedy_kleptocrats"),
        ("p2", "bull_market"),
    ]  # fmt: skip
    assert played.controller("japan") == P1
    assert played.told.count("final_payout") == 12


def test_example_35_programmes() -> None:
    played = Played(programmed("globbo", "mokia", "lenogo", "windoze"))
    first = act("buy_company", company="oil.maghreb")
    fallback = act("buy_company", company="oil.maghreb", fallbacks=["oil.caliphate"])
    payout = act("payout", industry="metals")
    played.hand_in("program", p1=first, p2=fallback, p3=first + payout, p4=first + payout)
    assert (played.owner("oil.maghreb"), played.owner("oil.caliphate")) == (P1, P2)
    assert played.public.paid == P3
    assert [one["player"] for one in played.facts("passed")] == ["p4"]
    (told,) = played.facts("programme_read", P4)
    assert told["taken"] is None
    assert [one["problem"] for one in told["refused"]] == ["not_for_sale", "payout_taken"]
    assert [event.to for event in played.events if event.kind == "programme_read"] == [
        ("p1",),
        ("p2",),
        ("p3",),
        ("p4",),
    ]
    assert played.main.name == "program/4"


def test_example_36_asleep_and_awake() -> None:
    played = Played(game("mokia", "globbo", "lenogo", round=1))
    for _ in range(9):
        assert played.main.kind == "turn"
        played.miss()
    assert played.told[-1] == "fell_asleep"
    assert (played.public.round, played.asleep) == (4, True)
    assert played.names[0] == "come_back/4"
    assert not any(name.startswith("turn") for name in played.names)
    deck = played.public.deck
    second = played.public.in_order[1]
    played.come_back(second)
    assert played.facts("passed") == [{"player": played.public.in_order[0]}]
    assert played.main.awaited == (second,)
    assert played.public.deck == deck
    played.miss()
    assert played.public.seats[second].missed == 1
    assert played.main.awaited == (second,)  # the others pass; the next round waits for him again


def test_example_37_a_programme_that_sleeps() -> None:
    names = ("globbo", "windoze", "mokia", "lenogo")
    played = Played(programmed(*names, missed={"mokia": 3, "lenogo": 3}, round=7))
    assert (played.main.awaited, played.main.welcome) == ((P1, P2), (P3, P4))
    played.leave(P2)
    assert played.main.name == "program/7"
    played.leave(P1)
    assert played.asleep
    assert "program/7" not in played.names
    played.come_back(P3)
    assert played.main.name == "program/7"
    assert (played.main.awaited, played.main.welcome) == ((P3,), (P4,))
    played.hand_in("program", p3=act("buy_company", company="oil.china"), p4=act("pass"))
    assert played.owner("oil.china") == P3
    assert not played.public.absent
    assert {"player": "p4"} in played.facts("came_back")


def test_example_38_an_absent_bidder() -> None:
    state = game(
        "mokia", "globbo", "the_mouse", "windoze", "lenogo", money={"the_mouse": 0, "windoze": 0},
        missed={"lenogo": 3}, hands={"mokia": ["greedy_kleptocrats"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=play("greedy_kleptocrats", country="asean", amount=2))
    assert (played.main.awaited, played.main.welcome) == ((P2,), (P5,))
    played.leave(P2)
    assert (played.main.awaited, played.main.welcome) == ((P5,), ())
    other = Played(played.state).miss("auction_bid")
    assert (other.controller("asean"), other.money(P1)) == (P1, [38])
    played.hand_in("auction_bid", p5=act("auction_bid", amount=6))
    assert (played.controller("asean"), played.money(P5)) == (P5, [34])


def test_example_39_a_pledge_set_aside() -> None:
    state = game(
        "globbo", "nonintendo", "windoze", "lenogo", controls={"nonintendo": ["japan"]},
        mercenaries={"windoze": 3, "lenogo": 1},
    )  # fmt: skip
    offer = act("trade_offer", to=P1, give={"mercenaries": 2}, want={"money": 3})
    played = Played(state).at("trade", P3, offer).hand_in("turn", p1=act("war", country="japan"))
    assert played.main.awaited == (P3, P4)
    pledge = act("war_aid", to_attacker=2, to_defender=0)
    assert played.check(P3, pledge) == ()
    # The platform refuses its author's own gift: after it the form would no longer pass.
    gift = Played(played.state).at("trade", P3, act("gift", to=P4, give={"mercenaries": 2}))
    assert gift.codes(P3, pledge) == ["too_many_mercenaries"]
    played.at("trade", P1, act("trade_answer", offer="p3-p1-1", accept=True))
    assert played.mercenaries(P1, P3) == [3, 1]
    assert played.codes(P3, pledge) == ["too_many_mercenaries"]
    assert played.check(P3, act("war_aid", to_attacker=1, to_defender=0)) == ()
    played.force("war_aid", {P3: pledge})
    assert "aid_given" not in played.told
    assert played.facts("order_dropped", P3)


@pytest.mark.parametrize("globbo_owns_two", [False, True])
def test_example_40_elections_on_a_programme(globbo_owns_two: bool) -> None:
    globbo = ["media.india", "media.mercosur"] if globbo_owns_two else ["media.india"]
    state = programmed(
        "nonintendo", "globbo", "mokia", "lenogo",
        owned={"nonintendo": ["media.nafta", "media.japan"], "globbo": globbo},
        hands={"nonintendo": ["elections"]},
    )  # fmt: skip
    form = (
        play("elections", country="india", for_=P1)
        + act("intervention", company="media.india")
        + act("payout", industry="media")
    )
    played = Played(state).hand_in("program", p1=form)
    assert (played.main.kind, played.main.awaited) == ("election_vote", (P2,))
    played.hand_in("election_vote", p2=act("election_vote", for_=P2))
    (told,) = played.facts("programme_read", P1)
    if globbo_owns_two:
        assert played.controller("india") is None
        assert told["taken"] == 1
        assert [one["problem"] for one in told["refused"]] == ["not_controlled"]
        assert played.public.paid is None or played.facts("paid_taken") == [{"player": "p1"}]
    else:
        assert played.controller("india") == P1
        assert (told["taken"], played.state_of("media.india"), played.money(P2)) == (0, "unowned", [44])


def test_the_deck_of_the_examples() -> None:
    assert {int(players): size for players, size in CONSTANTS.deck.items()} == {3: 18, 4: 16, 5: 15, 6: 12}
