"""The minutes: nothing that was told is missing, figures add up, and what is private stands at its act."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from games.contract import PlayerId
from games.rulekit.judging import OrderDropped
from machtspiele.pages import log, minutes, moves
from machtspiele.pages.common import facts
from machtspiele.rules import board
from machtspiele.rules import events as told
from machtspiele.rules.content import COMPETENCES, C
from machtspiele.texts.events import tell

from .stage import GAMES, Played, played, render_page


def chapters(game: Played, reader: str | None) -> list[list[log.Sitting]]:
    return [log.of_chapter(game.scene(reader, chapter))[0] for chapter in range(game.latest + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_event_stands_in_one_sitting(game: tuple[int, int]) -> None:
    """But for those that name it: the order of the events is told in its first sentence."""
    over = played(*game)
    for chapter, sittings in enumerate(chapters(over, None)):
        public = facts(over.told["public"][chapter])
        found = Counter(
            id(data)
            for sitting in sittings
            for data in (*sitting.all(), *(late for deed in sitting.deeds for late in deed.before))
        )
        assert max(found.values(), default=1) == 1
        revealed = [data for data in public if isinstance(data, told.EventRevealed)]
        assert sum(found.values()) == len(public) - len(revealed)
        assert [sitting.card for sitting in sittings if sitting.card] == [data.card for data in revealed]


@pytest.mark.parametrize("game", GAMES)
def test_a_deed_is_of_one_player_and_begins_with_an_act(game: tuple[int, int]) -> None:
    late = (told.Missed, told.Defaulted, told.WentAway)
    for sittings in chapters(played(*game), None):
        for sitting in sittings:
            for deed in sitting.deeds:
                assert isinstance(deed.facts[0], (*log.ACTS, *late))
                assert deed.player == getattr(deed.facts[0], "player", None)
                assert len(deed.answers()) == len(deed.offers())


@pytest.mark.parametrize("game", GAMES)
def test_what_the_turns_moved_adds_up_to_the_tracks(game: tuple[int, int]) -> None:
    over = played(*game)
    public = over.state.public
    found: moves.Scored = Counter()
    for sittings in chapters(over, None):
        found += moves.all_scored(data for sitting in sittings for data in sitting.all())
    for player in public.players:
        for track in COMPETENCES:
            wanted = board.competence(public, player, track)
            if track == "consulting":
                wanted = sum(inside.count(player) for inside in public.consultants.values())
            assert found[player, track] == wanted, (player, track)


@pytest.mark.parametrize("game", GAMES)
def test_the_ledgers_of_a_player_add_up_to_the_purse(game: tuple[int, int]) -> None:
    over = played(*game)
    for player in over.state.public.players:
        entries = []
        for chapter, sittings in enumerate(chapters(over, player)):
            scene = over.scene(player, chapter)
            entries += [entry for sitting in sittings for entry in moves.ledger(scene, sitting)]
        assert C.money.start + moves.total(entries) == over.state.private[player].cash
    assert moves.ledger(over.scene(None, 1), chapters(over, None)[1][0]) == []


def test_the_parts_of_an_income_add_up_to_it() -> None:
    """Those of a fine may be more: who has less pays what there is."""
    seen = 0
    for game in GAMES:
        over = played(*game)
        for player in over.state.public.players:
            for chapter, sittings in enumerate(chapters(over, player)):
                for sitting in sittings:
                    entries = moves.ledger(over.scene(player, chapter), sitting)
                    wholes = [entry for entry, after in pairwise(entries) if after.part and not entry.part]
                    parts = sum(entry.amount for entry in entries if entry.part)
                    assert parts == sum(entry.amount for entry in wholes) or sitting.card.startswith(
                        "birthday"
                    )
                    seen += len(wholes)
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_what_one_was_told_alone_is_read_once_by_nobody_else(game: tuple[int, int]) -> None:
    over = played(*game)
    for player in over.state.public.players:
        for chapter in range(over.latest + 1):
            scene = over.scene(player, chapter)
            sittings, beside = log.of_chapter(scene)
            placed = Counter(
                id(data)
                for sitting in sittings
                for data in (*sitting.own, *(one for deed in sitting.deeds for one in deed.own))
            )
            assert max(placed.values(), default=1) == 1
            assert sum(placed.values()) + len(beside) == len(scene.own_events), (player, chapter)
            assert {type(one) for one in beside} <= {told.Filed, OrderDropped}
    assert all(not sitting.own for sittings in chapters(over, None) for sitting in sittings)


@pytest.mark.parametrize("game", GAMES)
def test_amounts_stand_at_their_offers(game: tuple[int, int]) -> None:
    over, seen = played(*game), 0
    for player in over.state.public.players:
        for sittings in chapters(over, player):
            for deed in (deed for sitting in sittings for deed in sitting.deeds):
                mine = [one for one in deed.offers() if player in (one.player, one.target)]
                sums = [one for one in deed.own if isinstance(one, told.BribeAmount)]
                assert [(one.player, one.target, one.card) for one in sums] == [
                    (one.player, one.target, one.card) for one in mine
                ]
                seen += len(sums)
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_preferences_passed_over_stand_at_the_act_done_instead(game: tuple[int, int]) -> None:
    over = played(*game)
    for player in over.state.public.players:
        for sittings in chapters(over, player):
            for sitting in sittings:
                assert not any(isinstance(one, told.PassedOver) for one in sitting.own)
                for deed in sitting.deeds:
                    for one in deed.own:
                        if isinstance(one, told.PassedOver):
                            assert deed.player == player
                            assert log.KINDS_OF_ACTS[type(deed.facts[0])] == one.taken


def test_some_preference_was_passed_over() -> None:
    kinds = {
        event.kind
        for game in GAMES
        for player in ("p1", "p2", "p3")
        for chapter in played(*game).told[player].values()
        for event in chapter
    }
    assert {"passed_over", "bribe_amount", "nemesis_outdone", "events_drawn"} <= kinds


def test_what_is_read_is_what_was_told() -> None:
    """Every sentence of a chapter stands on its page, but for those that a headline replaces."""
    over = played(4, 3)
    replaced = (told.EventRevealed, told.Income, told.Fined, told.BribeOffered, told.CardCorrupt)
    for chapter in range(over.latest + 1):
        scene = over.scene("p1", chapter)
        html = " ".join(render_page(minutes, scene).replace("&amp;", "&").replace("&#x27;", "'").split())
        for data in facts((*scene.public_events, *scene.own_events)):
            if not isinstance(data, replaced):
                assert " ".join(tell(data, scene).split()) in html, data


def test_a_bribe_says_what_came_of_it() -> None:
    scene = played(3, 1, (2, 2)).scene("p1")
    p1, p2, p3 = (PlayerId(f"p{number}") for number in (1, 2, 3))
    first, second = told.BribeOffered(p1, p2, "legal", 1), told.BribeOffered(p1, p3, "boss", 2)
    refused = told.BribeRefused(p1, p2, "legal", None)
    texts = {
        (first,): "Ana bribes Bruno, who has yet to answer",
        (first, told.BribeAccepted(p1, p2, "legal")): "Ana bribes Bruno: Legal & Patents changes hands",
        (first, refused): "Ana offers Bruno an envelope in vain",
        (first, refused, second): "Ana is refused once, and asks Chloé",
        (first, refused, second, told.BribeAccepted(p1, p3, "boss")):
            "Ana is refused once, and gets Boss from Chloé",
        (first, refused, second, told.BribeRefused(p1, p3, "boss", None)): "Ana is refused twice",
    }  # fmt: skip
    for events, text in texts.items():
        assert minutes.act(scene, log.Deed(p1, list(events))).headline == text


def test_somebody_who_leaves_does_not_part_an_offer_from_its_answer() -> None:
    p1, p2 = PlayerId("p1"), PlayerId("p2")
    events = [
        told.EventRevealed(1, 1, "annual_outing#1"),
        told.BribeOffered(p1, p2, "legal", 1),
        told.PlayerLeft(p1),
        told.BribeRefused(p1, p2, "legal", "legal-1"),
        told.DepartmentClosed(p2, "legal-1"),
    ]
    (sitting,) = log.sittings(events, (), 1, None)
    bribe, left = sitting.deeds
    assert bribe.facts == [events[1], *events[3:]]
    assert left.facts == [events[2]]


def test_the_chapter_in_progress_grows_and_shows_points_as_they_are() -> None:
    now = played(*GAMES[2], (2, 4))
    turn = now.state.public.turn
    growing = minutes.context(now.scene("p1", turn))
    past = minutes.context(now.scene("p1", turn - 1))
    assert growing["cash"]
    assert all(now_ for row in growing["moved"] for now_, _points, _change in row.cells)
    assert not past["cash"]
    assert not any(now_ for row in past["moved"] for now_, _points, _change in row.cells)
