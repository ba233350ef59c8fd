"""Why civil society struck where it did: examples E8 to E10 and E23, and what breaks ties, in words."""

from __future__ import annotations

from typing import Any

from controle.pages import reaction, then
from controle.pages.common import facts
from controle.pages.reaction import Strike
from controle.rules.events import CivilSocietyStruck
from controle.rules.notation import CATEGORIES
from controle.rules.society import react
from controle.rules.world import six
from games.contract import View
from games.skin import Person, Scene
from tests.controle.rules.scene import RADIO, game, table

LOBBYING = "pol1_03_quiet_lobbying"
FREE_TRADE = "com2_06_free_trade_agreement"
NORTH = {"p1": "pol2 med1 mil2", "p2": "pol2 med3", "p3": "pol1"}
SOUTH = {"p1": "pol1", "p4": "pol4 med2"}


def struck(**given: Any) -> list[Strike]:
    """The reaction of the zone of a game, told with the world that each card found."""
    state = game(**given)
    acting = table(state)
    react(acting)
    outcome = acting.outcome()
    public = outcome.state.public
    people = {player: Person(player, player.upper()) for player in public.players}
    scene = Scene(View(None, public, None), people, "/g/abc/", "Europe/Paris")
    told = [each for each in facts(outcome.events) if isinstance(each, CivilSocietyStruck)]
    played = six([len(public.discards.get(slug, ())) for slug in CATEGORIES])
    moment = then.Moment(public.regions, played)
    found = []
    for number in range(len(told), 0, -1):
        moment = then.before(moment, told[number - 1])
        found.append(reaction.strike(scene, number, told[number - 1], moment))
    return found[::-1]


def test_e8_the_tie_is_told_with_both_figures_and_so_is_who_was_struck() -> None:
    (one,) = struck(
        players=4, influence={0: NORTH, 2: SOUTH}, development={0: 3}, played={"med": 3}, zone=(RADIO,)
    )
    assert (one.region, one.level, one.developed) == ("slot_0", "II", ("3", "4"))
    assert [(lost.who.id, lost.amount, lost.category) for lost in one.lost] == [("p2", "−1", "Media")]
    assert one.why == (
        "Most Politics of all regions: 5. Tied: slot_2; Media decides, 4 to 2.",
        "Most Media there: P2, 3.",
    )
    assert one.more == "From level III it would have done more."


def test_e9_at_level_iii_all_of_it_is_done_and_everybody_is_explained() -> None:
    (one,) = struck(
        players=4, influence={0: NORTH, 2: SOUTH}, development={0: 3}, played={"med": 8}, zone=(RADIO,)
    )
    assert [(lost.who.id, lost.amount, lost.category) for lost in one.lost] == [
        ("p2", "−2", "Media"),
        ("p1", "−1", "Military"),
    ]
    assert one.why[1:] == ("Most Media there: P2, 3.", "Most Military there: P1, 2.")
    assert one.more == ""


def test_e10_a_tie_between_players_goes_by_the_total_then_by_the_order_of_the_round() -> None:
    same = {"p1": "med2 pol3", "p2": "med2 com2"}
    (one,) = struck(influence={0: same}, played={"med": 1}, zone=(RADIO,), order="p2 p1 p3")
    assert one.why[1] == "Most Media there: P1, 2. Tied: P2; the total there decides, 5 to 4."
    same = {"p1": "med2 pol2", "p2": "med2 com2"}
    (one,) = struck(influence={0: same}, played={"med": 1}, zone=(RADIO,), order="p2 p1 p3")
    assert one.why[1] == "Most Media there: P2, 2. Tied: P1; whoever played earlier in the round is struck."
    assert [lost.who.id for lost in one.lost] == ["p2"]


def test_a_card_that_seeks_domination_names_who_stands_out() -> None:
    (one,) = struck(influence={1: {"p3": "pol2 com4", "p1": "com1"}, 2: {"p1": "com5"}}, zone=(LOBBYING,))
    assert one.region == "slot_1"
    assert one.why == ("The highest total of one player anywhere: P3, 6.", "Most influence there: P3, 6.")
    assert [(lost.who.id, lost.amount, lost.category) for lost in one.lost] == [("p3", "−2", "Commerce")]


def test_regions_level_in_everything_go_by_their_place_on_the_map() -> None:
    (one,) = struck(influence={1: {"p1": "pol2"}, 3: {"p2": "pol2"}}, zone=(RADIO,))
    assert one.region == "slot_1"
    assert one.why[0] == (
        "Most Politics of all regions: 2. Tied in everything: slot_3; the first on the map is struck."
    )
    assert one.why[1] == "Nobody has Media there."


def test_e23_every_card_is_told_with_the_world_as_it_found_it() -> None:
    first, second = struck(influence={0: {"p2": "com5"}}, played={"com": 6}, zone=(FREE_TRADE, FREE_TRADE))
    assert (first.level, second.level) == ("III", "II")
    assert [lost.amount for one in (first, second) for lost in one.lost] == ["−2", "−1"]
    assert first.why[1] == "Most Commerce there: P2, 5."
    assert second.why[1] == "Most Commerce there: P2, 3."


def test_a_world_that_was_not_told_is_not_explained() -> None:
    state = game(influence={0: NORTH}, zone=(RADIO,))
    acting = table(state)
    react(acting)
    (data,) = (each for each in facts(acting.outcome().events) if isinstance(each, CivilSocietyStruck))
    scene = Scene(View(None, state.public, None), {}, "/g/abc/", "Europe/Paris")
    assert reaction.strike(scene, 1, data, None).why == ()
