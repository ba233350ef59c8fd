"""The end: each point explained, everything revealed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from machtspiele.pages import scores
from machtspiele.rules import board
from machtspiele.rules.content import THRESHOLDS
from machtspiele.rules.points import KIND_OF
from machtspiele.texts import amounts, names

from .stage import GAMES, Played, played, render_page


@pytest.mark.parametrize("game", GAMES)
def test_the_points_of_the_race_add_up_to_the_score(game: tuple[int, int]) -> None:
    over = played(*game)
    context = scores.context(over.scene("p1"))
    final = {row.player: row.score for row in over.state.public.standings}
    for at, (who, count) in enumerate(context["points"]):
        assert sum(row.cells[at].got for row in context["race"]) == count == final[who.person.id]
    assert len(context["race"]) == len(THRESHOLDS) + 1
    assert [place.rank for place in context["places"]] == [row.rank for row in over.state.public.standings]


@pytest.mark.parametrize("game", GAMES)
def test_both_cards_of_everybody_and_what_became_of_them(game: tuple[int, int]) -> None:
    over = played(*game)
    public = over.state.public
    lines = {row.player: {line.code for line in row.breakdown} for row in public.standings}
    shown = scores.context(over.scene(None))["nemeses"]
    assert {one.who.person.id for one in shown} == set(public.players)
    for one in shown:
        player, cards = one.who.person.id, public.ending.nemesis[one.who.person.id]
        assert (one.outdoing.whom.person.id if one.outdoing.whom else player) == cards.player
        assert len(one.outdoing.rivals) == 3
        assert ("no point" not in one.word) == ("vp_nemesis" in lines[player])
        ahead = sum(rival.ahead for rival in one.outdoing.rivals)
        if not one.outdoing.locked:
            assert (ahead >= (2 if cards.player == player else 3)) == ("vp_nemesis" in lines[player])


@pytest.mark.parametrize("game", GAMES)
def test_all_envelopes_and_all_purses_are_opened(game: tuple[int, int]) -> None:
    over = played(*game)
    ending = over.state.public.ending
    context = scores.context(over.scene(None))
    opened = [(one.player.person.id, one.target.person.id, one.accepted) for one in context["envelopes"]]
    assert opened == [(one.briber, one.target, one.accepted) for one in ending.bribes]
    assert len(opened) > 3
    assert [one.amount for one in context["envelopes"]] == [
        amounts.pinats(one.amount) for one in ending.bribes
    ]
    purses = {row.who.person.id: row.figures[0] for row in context["ties"]}
    assert purses == {player: amounts.pinats(cash) for player, cash in ending.cash.items()}
    assert len(context["row"]) == len(ending.row)


def test_a_shared_victory_is_told() -> None:
    over = played(4, 3)
    public = over.state.public
    first, second, *rest = public.standings
    tied = (first, replace(second, rank=1, score=first.score), *rest)
    over = Played(replace(over.state, public=replace(public, standings=tied)), over.told, over.latest)
    context = scores.context(over.scene(None))
    assert "share the victory" in context["headline"]
    assert over.scene(None).name(second.player) in context["headline"]
    assert "cash decides" in context["stand"]


def test_a_game_without_a_bribe_says_so() -> None:
    over = played(4, 3)
    ending = replace(over.state.public.ending, bribes=())
    over.state = replace(over.state, public=replace(over.state.public, ending=ending))
    assert "Nobody bribed anybody." in render_page(scores, over.scene(None))


# ---- what decided it ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_tell_who_ended_it_and_what_the_second_lacked(game: tuple[int, int]) -> None:
    over = played(*game)
    scene, public = over.scene(None), over.state.public
    first, second = public.standings[:2]
    told = " ".join(scores.context(scene)["decided"])
    assert "reached 4 points or more" in told
    assert all(scene.name(player) in told for player in public.players if public.seats[player].four)
    codes = [{line.code for line in row.breakdown if line.amount} for row in (first, second)]
    lacks = told.partition("and " + scene.name(first.player) + " did: ")[2].partition(".")[0]
    assert {names.point(code) for code in codes[0] - codes[1]} == set(
        lacks.replace(" and ", ", ").split(", ")
    )


def test_a_tie_is_told_with_what_broke_it() -> None:
    over = played(4, 3)
    public = over.state.public
    first, second, *rest = public.standings
    level = (first, replace(second, score=first.score, breakdown=first.breakdown), *rest)
    for cash, said in (
        ((70, 30), "decides: cash, 70\u00a0P against 30\u00a0P."),
        ((30, 30), "decides: shares, "),
    ):
        purses = {**public.ending.cash, first.player: cash[0], second.player: cash[1]}
        seats = {**public.seats}
        seats[first.player] = replace(seats[first.player], shares=seats[second.player].shares + 1)
        ending = replace(public.ending, cash=purses)
        now = replace(public, standings=level, ending=ending, seats=seats)
        over = Played(replace(over.state, public=now), over.told, over.latest)
        assert said in scores.context(over.scene(None))["decided"][-1]


def test_the_one_point_that_is_lacking_is_told_with_how_far_it_was() -> None:
    over = played(4, 3)
    public = over.state.public
    first, second, *rest = public.standings
    track, least = next(
        (track, least)
        for track, least in THRESHOLDS.items()
        if KIND_OF[track] in {line.code for line in first.breakdown if line.amount}
        and board.competence(public, second.player, track) < least
    )
    lacking = tuple(line for line in first.breakdown if line.code != KIND_OF[track])
    rows = (first, replace(second, score=first.score - 1, breakdown=lacking), *rest)
    over = Played(replace(over.state, public=replace(public, standings=rows)), over.told, over.latest)
    scene = over.scene(None)
    had = board.competence(public, second.player, track)
    assert (
        f"{scene.name(second.player)} had {had} of the {least} it takes." in scores.context(scene)["decided"]
    )
