"""World, Rounds and Scores for every kind of reader, in both languages: what they say, keep and weigh."""

from __future__ import annotations

import gzip
import re
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from controle.pages import faces, planet, regions, rounds, scores, tracks, world
from controle.pages.common import facts
from controle.rules.content import CARDS, C, Mode
from controle.rules.events import GameOver, Played, RoundBegan, WorldDrawn
from controle.rules.notation import CATEGORIES
from controle.rules.state import Hidden
from controle.rules.world import World, points
from controle.texts import names
from controle.texts.people import seen
from games.contract import Order
from tests.battery.site import TOKEN
from tests.pages import looked_at

from . import stage
from .stage import GAMES, LANGUAGES, NAMES, played, render_page

PLATFORM = {"game", "entry", "skin", "people", "me", "tabs", "day", "progress", "title_key", "scene"}
LONG = tuple(f"{letter}{'wolfeschlegelsteinhausenbergerdorff':x<39}" for letter in "ABCDEF")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_renders(game: tuple[int, int, str], language: str) -> None:
    over = played(*game)
    assert over.state.public.over
    for reader in ("p1", None):
        for chapter in range(over.latest + 1):
            complete(render_page(rounds, over.scene(reader, chapter), language))
        complete(render_page(scores, over.scene(reader), language))
        complete(render_page(world, over.scene(reader), language))
        for until in (0, 1, 4):
            now = played(*game, until=until)
            complete(render_page(world, now.scene(reader), language))
            complete(render_page(rounds, now.scene(reader, until), language))


def complete(html: str) -> None:
    """Looked at, and no value of it is missing."""
    looked_at(html)
    assert "None" not in html


def test_the_games_have_what_pages_tell() -> None:
    games = [played(*game) for game in GAMES]
    assert {game.state.public.mode for game in games} == set(Mode)
    told = {event.kind for game in games for chapter in game.told["public"].values() for event in chapter}
    assert {"missed", "absent", "returned", "put_back", "crossed", "civil_society", "forced"} <= told
    alone = {event.kind for game in games for chapter in game.told["p1"].values() for event in chapter}
    assert {"faces_drawn", "plans_tried"} <= alone


def test_no_page_hides_what_the_platform_puts_around_it() -> None:
    scene = played(*GAMES[0]).scene("p1")
    for page in (world, rounds, scores):
        assert not PLATFORM & set(page.context(scene))


# ---- the world ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_map_is_that_of_the_rules(game: tuple[int, int, str]) -> None:
    scene = played(*game, until=3).scene("p1")
    public = scene.view.public
    drawn = planet.planet(public, seen(scene), "#r")
    assert {each.slot for each in drawn.hexagons} == set(range(len(public.regions)))
    for each in drawn.hexagons:
        region = public.regions[each.slot]
        assert each.development == region.development
        counts = {cube.who.id: cube.count for cube in each.cubes}
        assert counts == {player: sum(six) for player, six in region.influence.items() if any(six)}
        totals = planet.totals_of(public, each.slot)
        leads = counts.get("p1", 0) > max(total for player, total in totals.items() if player != "p1")
        assert each.css == ("own" if leads else "")
        assert names.region(region.slug) in each.label
        assert all(cube.who.name in each.label for cube in each.cubes)


def test_each_region_of_the_map_is_a_link_to_its_table() -> None:
    scene = played(*GAMES[0], until=3).scene("p1")
    html = render_page(world, scene)
    for slot in range(len(scene.view.public.regions)):
        assert f'<a href="#r{slot}"' in html
        assert f'id="r{slot}"' in html


def test_no_cube_of_the_map_covers_another_or_leaves_its_hexagon() -> None:
    for game in GAMES:
        scene = played(*game).scene("p1")
        for each in planet.planet(scene.view.public, seen(scene), "#r").hexagons:
            places = [(cube.x, cube.y) for cube in each.cubes]
            assert len(set(places)) == len(places)
            middle = [tuple(map(int, point.split(","))) for point in each.points.split()]
            left, right = min(x for x, _ in middle), max(x for x, _ in middle)
            low = max(y for _, y in middle)
            assert all(
                left <= x and x + planet.STEP <= right + 4 and y + planet.CUBE < low for x, y in places
            )


@pytest.mark.parametrize("game", GAMES)
def test_the_globalization_table_is_that_of_the_rules(game: tuple[int, int, str]) -> None:
    scene = played(*game, until=4).scene("p2")
    now = World.of(scene.view.public)
    globe = tracks.globalization(scene)
    for category, (track, row) in enumerate(zip(globe.tracks, globe.rows, strict=True)):
        assert track.slug == row.slug == CATEGORIES[category]
        assert track.level == row.level == names.level(now.global_level(category))
        assert track.mine == names.level(now.level(1, category))
        for place, cell in enumerate(row.cells):
            assert (cell.influence, cell.column) == (
                now.everywhere[place][category],
                now.column(place, category),
            )
            assert f"{cell.who.name} {cell.column}, level {cell.level}" in track.label
        by_row: dict[int, list[float]] = {}
        for cube in track.cubes:
            by_row.setdefault(cube.y, []).append(float(cube.x.rstrip("%")))
        for line in by_row.values():
            assert all(
                b - a >= tracks.APART - 0.01 for a, b in zip(sorted(line), sorted(line)[1:], strict=False)
            )


def test_every_region_has_its_table() -> None:
    scene = played(*GAMES[1], until=4).scene("p1")
    public = scene.view.public
    tables = regions.regions(scene)
    totals = dict.fromkeys(public.players, 0)
    for table, region in zip(tables, public.regions, strict=True):
        assert (table.name, table.development) == (names.region(region.slug), region.development)
        assert {row.who.id: row.influence for row in table.rows} == {
            player: six for player, six in region.influence.items() if any(six)
        }
        for row in table.rows:
            totals[row.who.id] += row.points
    assert list(totals.values()) == points(World.of(public))
    assert [player.points for player in world.players(scene)] == [str(score) for score in totals.values()]


def test_who_has_played_and_who_is_next() -> None:
    now = played(4, 3, until=2, absence=0.0, share=0.5)
    public = now.state.public
    assert 0 < public.turn < len(public.order)
    active = public.active
    assert active is not None
    line = world.order(now.scene(active))
    assert [turn.who.id for turn in line] == list(public.order)
    assert [turn.css for turn in line] == [
        "played" if place < public.turn else "due" if place == public.turn else ""
        for place in range(len(public.order))
    ]
    assert world.order(now.scene(None))[public.turn].state == "to play"
    page = render_page(world, now.scene(active))
    assert 'aria-current="step"' in page and "Your hand" in page
    other = next(player for player in public.players if player != active)
    assert 'aria-current="step"' not in render_page(world, now.scene(other))


def test_in_rounds_those_who_are_in_are_shown() -> None:
    now = played(3, 9, "rounds", until=2, absence=0.0, share=0.0)
    now.answered = frozenset({stage.PlayerId("p2")})
    states = {turn.who.id: turn.state for turn in world.order(now.scene("p1"))}
    assert states == {"p1": "your form is awaited", "p2": "in", "p3": "awaited"}


def test_a_hand_says_what_can_be_played() -> None:
    seen_css = set()
    for game in GAMES:
        now = played(*game, until=4)
        for player in now.state.public.players:
            scene = now.scene(player)
            shown = faces.hand(scene)
            assert [face.name for face in shown] == [names.card(card) for card in scene.view.private.hand]
            for line in chain.from_iterable(face.effects for face in shown):
                seen_css.add(line.css)
                assert bool(line.why) == (line.css != "ok")
    assert seen_css == {"ok", "pay", "no"}


def test_what_came_with_the_last_draw_is_marked_in_the_own_hand_alone() -> None:
    """Not the whole hand, as at the start."""
    marked = 0
    for game in GAMES:
        for until in (0, 2, 3):
            now = played(*game, until)
            for seat in now.state.public.players:
                scene = now.scene(seat)
                new = faces.drawn_last(scene)
                assert len(new) < len(now.state.private[seat].hand) or not new
                assert now.state.private[seat].hand[-len(new) :] == new or not new
                assert render_page(world, scene).count('<span class="badge">new</span>') == len(new)
                marked += bool(new)
    assert marked > 10


def test_the_zone_says_whose_turn_set_a_card_aside() -> None:
    told = 0
    for game in GAMES:
        for until in (2, 3, 4, 5):
            scene = played(*game, until=until, share=0.9).scene("p1")
            for waiting, pile in zip(world.zone(scene), scene.view.public.zone, strict=True):
                assert waiting.back.name == names.pile(pile)
                assert "reached level" in waiting.why
                told += 1
    assert told > 5


# ---- rounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_round_tells_every_turn_and_every_card_of_civil_society(game: tuple[int, int, str]) -> None:
    over = played(*game)
    for chapter in range(1, over.latest + 1):
        scene = over.scene("p1", chapter)
        told = facts(scene.public_events)
        shown = rounds.context(scene)
        turns = [turn for part in shown["parts"] for turn in part.turns]
        plays = [each for each in told if isinstance(each, Played)]
        assert [(turn.who.id, turn.effect) for turn in turns if turn.who and turn.effect] == [
            (each.player, names.effect(each.card, each.effect)) for each in plays
        ]
        strikes = [one for part in shown["parts"] for one in part.strikes]
        struck = [each for each in told if each.kind == "civil_society"]
        assert [one.name for one in strikes] == [names.card(each.card) for each in struck]
        assert all(one.why for part in shown["parts"] if not part.title for one in part.strikes)
        crossed = [one for turn in turns for one in turn.crossings]
        assert len(crossed) == sum(each.kind == "crossed" for each in told)


@pytest.mark.parametrize("game", GAMES)
def test_draws_that_come_late_stand_with_their_turn(game: tuple[int, int, str]) -> None:
    over = played(*game)
    for chapter in range(1, over.latest + 1):
        scene = over.scene(None, chapter)
        drawn = [each for each in facts(scene.public_events) if each.kind == "drew"]
        parts = rounds.context(scene)["parts"]
        said = " ".join(" ".join((turn.also, *turn.before)) for part in parts for turn in part.turns)
        assert len(re.findall(r"[Dd]raws (?:by default )?from", said)) == len(drawn)


def test_a_round_in_progress_grows() -> None:
    counts = []
    for share in (0.0, 0.5, 1.0):
        now = played(4, 3, until=3, absence=0.0, share=share)
        scene = now.scene("p1", 3)
        assert scene.grows
        counts.append(
            len([turn for part in rounds.context(scene)["parts"] for turn in part.turns if turn.effect])
        )
    assert counts == sorted(counts) and counts[0] == 0 and counts[-1] > counts[1] > 0


def test_the_round_after_is_in_the_order_of_the_two_best_columns() -> None:
    scene = played(*GAMES[1]).scene("p1", 2)
    began = next(each for each in facts(scene.public_events) if isinstance(each, RoundBegan))
    shown = rounds.next_order(scene, began)
    assert [row.who.id for row in shown] == [each.player for each in began.tracks]
    for row, each in zip(shown, began.tracks, strict=True):
        assert [int(column) for column, _, _ in row.tracks] == [each.first, each.second]


def test_what_a_reader_alone_was_told_stands_beside_the_round() -> None:
    over = played(*GAMES[2])
    mine, another = over.scene("p1", 2), over.scene("p2", 2)
    assert rounds.context(mine)["alone"] and rounds.context(another)["alone"]
    assert rounds.context(mine)["alone"] != rounds.context(another)["alone"]
    assert "For you alone" in render_page(rounds, mine)
    assert "For you alone" not in render_page(rounds, over.scene(None, 2))


# ---- the end -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_points_by_region_are_the_score(game: tuple[int, int, str]) -> None:
    over = played(*game)
    shown = scores.context(over.scene(None))
    end = next(each for each in facts(over.scene(None).public_events) if isinstance(each, GameOver))
    assert [(place.rank, place.who.id, int(place.points)) for place in shown["places"]] == [
        (each.rank, each.player, each.score) for each in sorted(end.places, key=lambda each: each.rank)
    ]
    for place, score in enumerate(shown["sums"]):
        assert sum(row.points[place] for row in shown["rows"]) == int(score)
    for one, row in zip(shown["sharing"], shown["rows"], strict=True):
        assert sum(bar.points for bar in one.bars) == sum(row.points)
        assert all(sum(filled for _, filled in bar.squares) == bar.points for bar in one.bars)


# ---- marks, secrets, weight --------------------------------------------------------------------------------


def test_a_player_is_a_letter_a_shape_and_a_name() -> None:
    scene = played(*GAMES[3], until=3).scene("p2")
    people = list(seen(scene).values())
    assert len({who.letters for who in people}) == len({who.colour for who in people}) == 6
    page = render_page(world, scene)
    for who in people:
        assert f'<use href="#s-{who.colour}" />' in page
        assert who.name in page and who.colour_name in page
    assert not re.search(r'<b class="mk [^>]*>[^<]*</b>\s*<(?!span|b)', page)


def test_the_colours_of_the_seats_are_those_of_the_rules() -> None:
    scene = played(*GAMES[3], until=1).scene("p2")
    assert [who.colour for who in seen(scene).values()] == [each.slug for each in C.colours]


def test_no_page_names_a_card_that_its_reader_cannot_know() -> None:
    for game in GAMES:
        now = played(*game, until=4)
        public = now.state.public
        for reader in ("p1", None):
            scene = now.scene(reader)
            page = render_page(world, scene)
            known = set(scene.view.private.hand) if reader else set()
            known |= set(public.forced.hand) | {public.forced.card} if public.forced else set()
            for card in CARDS.values():
                name = names.card(card.id).replace("’", "’")
                assert (f">{name}<" in page) == (card.id in known)
            assert not re.search(r"(?:pol|mil|rel|com|med|bio)[12]_", page)


def test_what_is_hidden_changes_no_byte() -> None:
    """Hands, plans filed, the order of the piles, the faces of the zone: exchanged, no page differs."""
    for game in GAMES:
        now = played(*game, until=3)
        state = now.state
        plan = Order("plan", {"card": "pol1_01_identity_ideology", "effect": 1, "R": 0})
        private = {
            player: drawer
            if player == "p1"
            else replace(drawer, hand=tuple(reversed(drawer.hand)), plans=(plan,))
            for player, drawer in state.private.items()
        }
        hidden = Hidden({pile: cards[::-1] for pile, cards in state.hidden.piles.items()}, ())
        for page, chapter in ((world, None), (rounds, 3), (rounds, 2)):
            before = [render_page(page, now.scene(reader, chapter)) for reader in ("p1", None)]
            now.state = replace(state, private=private, hidden=hidden)
            after = [render_page(page, now.scene(reader, chapter)) for reader in ("p1", None)]
            now.state = state
            assert [TOKEN.sub("", each) for each in before] == [TOKEN.sub("", each) for each in after]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_stay_light(language: str) -> None:
    """Compressed, six players with names of 40 letters and full hands, in any round."""

    def weight(page: Any, scene: Any) -> int:
        return len(gzip.compress(render_page(page, scene, language).encode()))

    assert all(len(name) == 40 for name in LONG)
    over = played(6, 4)
    over.names = LONG
    assert over.latest > 5
    heaviest = played(6, 4, until=over.latest)
    heaviest.names = LONG
    assert weight(world, heaviest.scene("p1")) < 14_000
    assert max(weight(rounds, over.scene("p1", chapter)) for chapter in range(over.latest + 1)) < 11_000
    assert weight(scores, over.scene("p1")) < 9_000


def test_a_long_name_breaks_nothing() -> None:
    now = played(6, 4, until=3)
    now.names = tuple(reversed(NAMES))
    assert render_page(world, now.scene("p1")).count("<h1") == 1


def test_the_first_page_tells_of_the_world_that_was_drawn() -> None:
    over = played(*GAMES[3])
    scene = over.scene("p1", 0)
    drawn = next(each for each in facts(scene.public_events) if isinstance(each, WorldDrawn))
    shown = rounds.context(scene)
    assert [group.who.id for group in shown["groups"]] == [each.player for each in drawn.groups]
    assert str(sum(tile.development for tile in drawn.regions)) in shown["stand"]
    assert shown["levels"] == [] and shown["standings"] == []
