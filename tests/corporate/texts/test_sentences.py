"""Sentences that once were wrong in rare cases: they are true in every case."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation
from msgspec.structs import replace

from corporate.orders.kinds import KINDS
from corporate.pages import headings, wallstreet
from corporate.rules.check import desk_of
from corporate.rules.events.news import GameOver, Row
from corporate.rules.market import market
from corporate.texts import events, problems, words
from games.contract import Event, Order, PlayerId, Problem, Quote
from games.formkit.kinds import Question
from games.rulekit.events import event

from ..pages.test_rulebook import book
from ..stage import opening, played, render_form, render_page, with_public


def rows(*assets: tuple[str, int, int]) -> tuple[Row, ...]:
    """Wall Street's rows: corporation, assets before and now, in rank order."""
    return tuple(
        Row(
            corporation=slug, rank=rank, was_rank=rank, was=was, assets=now, change=now - was,
            mdc=0, sabotage=0, extraction=0, first=0, last=0, unexplained=now - was, crashed=now <= 0,
        )
        for rank, (slug, was, now) in enumerate(assets, 1)
    )  # fmt: skip


# ---- the last turn ----------------------------------------------------------------------------

LATER = ["targeted_controls", "transparency", "banking_safeguards", "deregulation"]
OVER = event(GameOver(8, (PlayerId("p1"),), 40))


@pytest.mark.parametrize("slug", LATER)
def test_a_victory_on_the_last_turn_promises_no_next_one(slug):
    scene = replace(played(4, 2).scene("p1", 8), public_events=(OVER,))
    joined = Event("coalition_joined", {"coalition": slug, "won": True}, PlayerId("p1"))
    (part,) = headings.parts(scene, (joined,))
    assert part.lines[0].endswith("and it won. No turn is left for its effects.")
    (part,) = headings.parts(replace(scene, public_events=()), (joined,))
    assert "Next turn" in part.lines[0]


def test_what_acts_at_once_is_told_on_the_last_turn_too():
    assert words.coalition_effects("public_contracts", last=True) == words.coalition_effects(
        "public_contracts"
    )


def test_a_level_or_a_citizenship_of_the_last_turn_waits_for_no_other():
    scene = replace(played(4, 2).scene("p1", 8), public_events=(OVER,))
    told = (
        Event("influence_bought", {"level": 3, "price": 1_200_000}, PlayerId("p1")),
        Event("citizenship_lost", {"corporation": "ares"}, PlayerId("p1")),
    )
    text = str(headings.parts(scene, told))
    assert "for the score" in text
    assert "next turn" not in text.lower()


def test_the_form_of_the_last_turn_speaks_of_no_tomorrow():
    game = played(4, 1, until=8)
    scene = game.scene("p1", query={"add": "join_coalition"})
    html = render_form(scene, game.desk("p1"))
    assert "next turn:" not in html
    assert html.count("no turn is left for its effects") == len(LATER)
    earlier = played(4, 1, until=5)
    html = render_form(earlier.scene("p1", query={"add": "join_coalition"}), earlier.desk("p1"))
    assert html.count("next turn:") == len(LATER)
    bought = render_form(game.scene("p1"), game.desk("p1", (Order("buy_influence", {}),)))
    assert "from next turn" not in bought
    assert "for the score" in bought


# ---- the order form ---------------------------------------------------------------------------


def test_the_pitch_of_transparency_names_its_runs():
    """Its bonus is none for Information runs (D54)."""
    assert "Datasteal, Sabotage and Extraction" in words.coalition_pitch("transparency")


def test_a_claim_replaces_a_citizenship_only_where_there_is_one():
    game = played(4, 1, until=3)
    for held in (None, "ares"):
        seats = {**game.state.public.seats}
        seats[PlayerId("p1")] = replace(seats[PlayerId("p1")], citizenship=held, shares={"sony": 1})
        changed = with_public(game, seats=seats)
        order = Order("citizenship_claim", {"corporation": "sony"})
        html = render_form(changed.scene("p1"), changed.desk("p1", (order,)))
        assert "Takes effect at the end of the turn" in html
        assert ("replaces the one you hold" in html) is bool(held)


@pytest.mark.parametrize("citizen", [False, True])
def test_the_dearer_price_is_not_told_to_the_leaders_own_citizen(citizen):
    game = played(4, 1, until=3)
    leader = min(market(game.state.public).ranks.items(), key=lambda item: item[1])[0]
    seats = {**game.state.public.seats}
    seats[PlayerId("p1")] = replace(
        seats[PlayerId("p1")], citizenship=leader if citizen else None, first_share=None
    )
    changed = with_public(game, seats=seats)
    rules = desk_of(changed.scene("p1").view)
    desk = replace(game.desk("p1"), quote=Quote(left=10**9))
    (field,) = KINDS["buy_share"].fields(Question(changed.scene("p1"), desk, rules, "buy_share"))
    assert ("125,000" in field.hint) is not citizen
    assert "100,000" in field.hint


def test_a_council_that_forbids_promises_nothing_of_the_next_turn():
    told = problems.text(
        Problem("forbidden_by_council", 0, None, {"winner": "transparency", "coalition": "targeted_controls"})
    )
    assert "again next turn" not in told
    assert "this turn only" in told


def question(kind: str, **changes):
    """A kind on a form whose market was changed by hand."""
    game = played(3, 1, until=2)
    rules = desk_of(game.scene("p1").view)
    desk = game.desk("p1")
    return Question(game.scene("p1"), desk, replace(rules, market=replace(rules.market, **changes)), kind)


def test_kinds_speak_of_what_is_left():
    def say(at):
        return KINDS[at.kind].say(at)

    assert "up or down" not in say(question("derivative_speculation", derivatives={}))
    two = question("rank_speculation", ranks={"ares": 1, "sony": 2})
    assert "other rank" not in say(two)
    assert "other rank" in say(question("rank_speculation"))
    one = problems.text(Problem("unknown_rank", 0, "rank", {"rank": 2, "of": 1}))
    assert "1 corporations" not in one


# ---- characters, players, dossiers ------------------------------------------------------------


def test_a_level_beyond_the_heirs_scale_counts_as_its_last():
    assert "level 6 or more +12 VP" in words.background("heir")
    assert "level 5 +8 VP" in words.background("heir")


def test_the_characters_page_tells_what_a_citizenship_and_a_strategy_do():
    game = opening()
    html = render_form(game.scene("p1"), game.desk("p1"))
    assert "pays the common price for that corporation, even when it leads" in html
    assert "buys the leader at the common price" not in html
    assert "half of it, rounded up" in html
    assert "the corporation an Avenger hunts" in html


def test_the_starting_citizenship_stays_on_the_page_of_players():
    """7.2: it is on the player page, also once another one was claimed."""
    game = played(4, 1, until=5)
    seats = {seat: replace(one, starting_citizenship=None) for seat, one in game.state.public.seats.items()}
    seats[PlayerId("p2")] = replace(seats[PlayerId("p2")], starting_citizenship="neonet", citizenship="sony")
    html = render_page("players", with_public(game, seats=seats).scene("p1"))
    assert html.count("At the start") == 1
    assert "NeoNET" in html.split("At the start")[1].split("</dd>")[0]
    seats[PlayerId("p2")] = replace(seats[PlayerId("p2")], citizenship="neonet")
    assert "At the start" not in render_page("players", with_public(game, seats=seats).scene("p1"))


def test_a_dossier_does_not_claim_to_be_the_only_one():
    """Two players may each have succeeded on the same target."""
    game = next(
        game
        for game in (played(5, seed) for seed in range(1, 20))
        if any(event.kind == "dossier" for event in game.told["p1"][8])
        or any(event.kind == "dossier" for told in game.told["p1"].values() for event in told)
    )
    chapter = next(
        chapter for chapter, told in game.told["p1"].items() if any(event.kind == "dossier" for event in told)
    )
    html = render_page("message", game.scene("p1", chapter))
    assert "Delivered by your Information run." in html
    assert "Nobody else holds it" not in html


# ---- what is unexplained ----------------------------------------------------------------------


def test_what_runs_bring_is_told_to_be_unexplained():
    """The gain of a detected datasteal or extraction, too: its beneficiary is never public (D34, D38)."""
    game = played(4, 1, until=3)
    assert "what runs bring to their beneficiaries" in render_page("wall-street", game.scene(None, 1))
    assert "what runs bring to their beneficiaries" in book()


def test_the_book_compares_percentages_with_the_councils_part():
    """D30."""
    assert "the council’s part included" in book()


def test_the_opening_of_the_market_closes_no_turn():
    game = played(4, 1, until=1)
    told = next(event for event in game.told["public"][0] if event.kind == "wall_street")
    assert events.text(game.scene(None), told).startswith("The market opens: ")


def test_orders_are_called_in_french_as_the_rules_call_them():
    with translation.override("fr"):
        at = SimpleNamespace(saved=0)
        called = {kind: KINDS[kind].add_label(at) for kind in (
            "buy_share", "vote", "join_coalition", "derivative_speculation", "rank_speculation",
        )}  # fmt: skip
    assert called == {
        "buy_share": "Acheter une part",
        "vote": "Voter",
        "join_coalition": "Rejoindre une coalition",
        "derivative_speculation": "Spéculer sur un produit dérivé",
        "rank_speculation": "Spéculer sur une corporation",
    }


# ---- crashes ----------------------------------------------------------------------------------


def test_a_citizenship_that_crashed_on_the_day_it_was_claimed_is_told_in_that_order():
    """D28: the claim takes effect, then it is lost; nobody may think that he still has it."""
    game = played(4, 2)
    told = (
        Event("citizenship_claimed", {"corporation": "ares", "points": -3}, PlayerId("p1")),
        Event("citizenship_lost", {"corporation": "ares"}, PlayerId("p1")),
    )
    with translation.override("en"):
        part, _undone = headings.parts(game.scene("p1", 3), told)
        letter = Template('{% part "corporate/parts/letter.jinja" %}')
        html = letter.render(Context({"parts": [part]}))
    assert "You are now a citizen" not in html
    assert html.index("You became a citizen of Ares: −3 VP.") < html.index("Ares crashed")


def test_a_leader_that_is_gone_does_not_stay_ahead():
    told = wallstreet.headline(rows(("ares", 1, -1), ("sony", 1, -3)))
    assert told == "Ares and Sony are gone"
    assert wallstreet.headline(rows(("ares", 9, 9), ("sony", 1, -3))) == "Ares stays ahead; Sony is gone"


def test_nothing_ends_today_once_the_game_is_over():
    assert 'id="today"' not in render_page("players", played(4, 2).scene("p1"))
    assert 'id="today"' in render_page("players", played(4, 2, until=5).scene("p1"))


# ---- what a message says beside what happened -------------------------------------------------


def message_of(events: tuple[Event, ...], **public: Any) -> str:
    """The texts of a message with these events only, with a table of Wall Street of two corporations."""
    game = played(4, 2)
    scene = game.scene("p1", 3)
    market = next(event for event in scene.public_events if event.kind == "wall_street")
    told = tuple(event for event in scene.public_events if event.kind not in ("wall_street", "mdc_result"))
    scene = replace(scene, public_events=(*told, market, *public.get("news", ())), own_events=events)
    with translation.override("en"):
        found = headings.parts(scene, events)
    return " ".join([*(line for part in found for line in part.lines), *(part.hint for part in found)])


def council(winner: str | None, *weights: tuple[str, int]) -> Event:
    rows = [
        {"coalition": slug, "weight": weight, "players": [], "corporations": []} for slug, weight in weights
    ]
    return Event("mdc_result", {"winner": winner, "coalitions": rows})


def test_a_message_says_what_was_not_done():
    vote = Event("vote_cast", {"up": "ares", "down": "sony"})
    joined = Event("coalition_joined", {"coalition": "deregulation", "won": True})
    assert "You did not vote. You joined no coalition. You bought no share." in message_of(())
    assert "You did not vote" not in message_of((vote,))
    assert "You joined no coalition" not in message_of((joined,))
    assert "You did not vote" not in message_of((Event("no_form", {}),))


def test_a_tie_is_told_from_a_defeat():
    lost = (Event("coalition_joined", {"coalition": "deregulation", "won": False}),)
    beaten = council("public_contracts", ("public_contracts", 4), ("deregulation", 2))
    assert "Public contracts carried the council, 4 to 2." in message_of(lost, news=(beaten,))
    tied = council(None, ("public_contracts", 3), ("deregulation", 3))
    assert "A tie at 3: Public contracts and Deregulation; nobody wins." in message_of(lost, news=(tied,))
    above = council(None, ("public_contracts", 3), ("transparency", 3), ("deregulation", 1))
    assert "Above it a tie at 3: Public contracts and Transparency; nobody wins." in message_of(
        lost, news=(above,)
    )


def test_a_victory_names_the_corporations_it_moved():
    won = (Event("coalition_joined", {"coalition": "public_contracts", "won": True}),)
    decree = council("public_contracts", ("public_contracts", 4), ("urban_development", 2))
    rows = decree.data["coalitions"]
    rows[0]["corporations"], rows[1]["corporations"] = ["ares", "sony"], ["renraku"]
    told = message_of(won, news=(decree,))
    assert "Ares and Sony gain 1 asset each. Renraku loses 1 asset." in told
    rows[0]["corporations"] = rows[1]["corporations"] = []
    assert "No corporation belonged to either side" in message_of(won, news=(decree,))
    later = (Event("coalition_joined", {"coalition": "transparency", "won": True}),)
    told = message_of(later, news=(council("transparency", ("transparency", 2)),))
    assert "players of Transparency" in told, "what acts tomorrow is told as a rule"


def test_a_small_dividend_is_explained_when_it_is_new():
    game = played(4, 2)
    scene = game.scene("p1", 3)
    market = next(event for event in scene.public_events if event.kind == "wall_street")
    last = market.data["rows"][-1]
    paid = Event(
        "dividend",
        {"corporation": last["corporation"], "shares": 2, "assets": 4, "rate": 25_000, "amount": 200_000},
    )

    def hint(was_rank: int, *events: Event) -> str:
        rows = [*market.data["rows"][:-1], {**last, "was_rank": was_rank}]
        closed = Event("wall_street", {**market.data, "rows": rows})
        seen = replace(scene, public_events=(closed,))
        with translation.override("en"):
            return next(part.hint for part in headings.parts(seen, events) if part.slug == "dividends")

    size = len(market.data["rows"])
    assert "the last one pays 25,000\u00a0ny per asset and share" in hint(size - 1, paid)
    assert hint(size, paid) == ""
    bought = Event("share_bought", {"corporation": last["corporation"], "price": 1, "owns": 2})
    assert "the last one pays" in hint(size, paid, bought, bought)
    assert hint(size, paid, bought) == ""


# ---- small print ------------------------------------------------------------------------------


def test_the_characters_page_says_that_noon_does_not_wait():
    """D68."""
    game = opening()
    assert "or at its noon without those who have not" in render_form(game.scene("p1"), game.desk("p1"))


def test_the_book_tells_of_an_early_end():
    """D29."""
    assert "After turn 8, or earlier if no corporation is left," in book()
