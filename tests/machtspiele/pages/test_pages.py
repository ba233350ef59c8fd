"""Every page, for every kind of reader, at every turn, in both languages; what it says and keeps."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.contract import Order, PlayerId, encode
from games.skin import figures
from games.skin.letters import letters
from machtspiele.pages import building, company, marks, mine, minutes, race, scores
from machtspiele.rules import board
from machtspiele.rules.content import CARDS, DIVISIONS, OFFICES, OFFICES_OF, THRESHOLDS, C, Mode
from machtspiele.rules.judge import share_price
from machtspiele.rules.state import Card, Nemesis, Office, Reply
from machtspiele.texts import amounts
from tests.battery.site import TOKEN
from tests.pages import looked_at

from .stage import GAMES, LANGUAGES, NAMES, Played, played, render_page

PLATFORM = {"game", "entry", "skin", "people", "me", "tabs", "day", "progress", "title_key", "scene"}
PAGES = (company, minutes, scores)
LONG = tuple(f"{letter}{'wolfeschlegelsteinhausenbergerdorff':x<39}" for letter in "ABCDE")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_renders(game: tuple[int, int], language: str) -> None:
    over = played(*game)
    for reader in ("p1", None):
        for chapter in range(over.latest + 1):
            looked_at(render_page(minutes, over.scene(reader, chapter), language))
        looked_at(render_page(scores, over.scene(reader), language))
        for until in ((0, 0), (1, 1), (2, 3), None):
            looked_at(render_page(company, played(*game, until).scene(reader), language))


def test_the_games_are_of_both_modes_and_people_leave() -> None:
    games = [played(*game) for game in GAMES]
    assert {game.state.public.mode for game in games} == set(Mode)
    told = {event.kind for game in games for chapter in game.told["public"].values() for event in chapter}
    assert {"left", "returned", "bribe_refused", "merged", "boss_used", "fool_paid"} <= told


def test_no_page_hides_what_the_platform_puts_around_it() -> None:
    scene = played(*GAMES[0]).scene("p1")
    for page in PAGES:
        assert not PLATFORM & set(page.context(scene))


# ---- marks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (NAMES, ["A", "B", "C", "D", "I"]),
        (("Ana", "Anaïs", "Bo", "bob"), ["A", "Aï", "B", "Bb"]),
        (("Jean-Paul", "Jean-Pierre", "Zoé"), ["Ja", "Ji", "Z"]),
        (("ana", "Ana", "!", ""), ["A1", "A2", "?3", "?4"]),
    ],
)
def test_a_mark_is_nobody_elses(names: tuple[str, ...], wanted: list[str]) -> None:
    assert letters(names) == wanted
    assert len(set(wanted)) == len(names)


def test_a_mark_has_a_shape_of_its_own_and_stands_beside_the_name() -> None:
    scene = played(5, 9, (2, 3)).scene("p2")
    people = marks.marked(scene)
    shapes = [re.search(r"m(\d)", who.mark)[1] for who in people.values()]  # type: ignore[index]
    assert len(set(shapes)) == 5
    assert [who.own for who in people.values()] == [False, True, False, False, False]
    html = render_page(company, scene)
    assert all(who.mark in html and who.name in html for who in people.values())
    drawn = re.findall(r'<b class="ms-exec[^>]*>', html)
    assert all('aria-hidden="true"' in one for one in drawn)


# ---- the company ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_building_is_that_of_the_rules(game: tuple[int, int]) -> None:
    scene = played(*game, (3, 3)).scene("p1")
    public = scene.view.public
    drawn = building.building(scene, ())
    assert [tower.slug for tower in drawn.towers] == list(DIVISIONS)
    for tower in drawn.towers:
        assert (tower.director.person.id if tower.director else None) == public.directors.get(tower.slug)
        inside = {one.who.person.id: one.count for one in tower.consultants}
        assert inside == Counter(public.consultants.get(tower.slug, ()))
        for slug, office in zip(OFFICES_OF[tower.slug], tower.offices, strict=True):
            found = public.offices.get(slug)
            assert (office.owner.person.id if office.owner else None) == board.owner(public, slug)
            if found:
                assert office.lit.count("M") == found.employees
                assert office.dark.count("M") == C.figures.most_employees - found.employees
                assert office.marks.count("<b") == found.heads
                assert f"{found.employees} employee" in office.said
    seats = [who.person.id for who in drawn.seats if who]
    assert tuple(seats) == public.board
    assert len(drawn.seats) == C.figures.seats


def test_cards_say_holder_side_and_face() -> None:
    game = played(3, 1, (2, 2))
    public = game.state.public
    laid = {"legal": Card(PlayerId("p2"), corrupt=True), "boss": Card(PlayerId("p1"), face_down=True)}
    dealt = replace(public, cards=dict.fromkeys(CARDS, Card()) | laid)
    game.state = replace(game.state, public=dealt)
    found = building.cards(game.scene("p1"))
    assert found["legal"].lies == "Bruno, corrupt"
    assert found["legal"].css == "ms-card corrupt"
    assert "up to 2" in found["legal"].gives
    assert (found["boss"].lies, found["boss"].gives) == ("Ana, face down", "")
    assert found["boss"].css == "ms-card down own"
    assert found["personnel"].lies == "nobody"


def test_an_office_of_the_last_round_is_new() -> None:
    seen = 0
    for game in GAMES:
        for round_ in (2, 3, 4):
            scene = played(*game, (1, round_)).scene(None)
            values = company.context(scene)
            new = [office for tower in values["building"].towers for office in tower.offices if office.new]
            assert bool(new) <= bool(values["new_in"])
            assert all("new" in office.said for office in new)
            seen += len(new)
    assert seen > 3


@pytest.mark.parametrize("game", GAMES)
def test_the_race_has_the_figures_of_the_rules(game: tuple[int, int]) -> None:
    scene = played(*game, (3, 2)).scene("p1")
    public = scene.view.public
    rows = race.race(scene)
    for (track, least), row in zip(THRESHOLDS.items(), rows, strict=False):
        figures = [board.competence(public, player, track) for player in public.players]
        assert [cell.text for cell in row.cells] == [str(figure) for figure in figures]
        assert [cell.got for cell in row.cells] == [figure >= least for figure in figures]
    others = [cell.text for cell in rows[-1].cells[1:]]
    assert all(text == "?" for text in others) or any(seat.nemesis for seat in public.seats.values())
    assert rows[-1].cells[0].text in "01"


def test_certificates_cost_what_the_rules_ask_of_the_reader() -> None:
    game = played(3, 1, (2, 2))
    public = replace(
        game.state.public, motivation=0, cards={**game.state.public.cards, "accounting": Card(PlayerId("p1"))}
    )
    game.state = replace(game.state, public=public)
    for one in mine.market(game.scene("p1")):
        assert one.mine == amounts.pinats(share_price(public, PlayerId("p1"), one.value))
    assert mine.market_note(game.scene("p1"))
    assert not mine.market_note(game.scene("p2"))
    assert {one.mine for one in mine.market(game.scene(None))} == {""}


def test_who_is_awaited_and_who_is_in() -> None:
    game = next(played(*game, (2, 2)) for game in GAMES if played(*game).state.public.mode is Mode.ROUNDS)
    scene = game.scene("p1")
    public = scene.view.public
    here = [player for player in public.from_marker() if player not in public.away]
    chairs = {chair.who.person.id: chair for chair in company.context(scene)["order"]}
    assert list(chairs) == list(public.from_marker())
    assert all(chairs[player].awaited for player in here if player not in public.question.filed)
    answered = company.context(replace(scene, answered=frozenset(here[:1])))["order"]
    assert [chair.state for chair in answered if chair.who.person.id == here[0]] == ["✓ in"]


def test_the_lead_names_those_for_whom_the_round_waits_the_reader_first() -> None:
    game = next(played(*game, (2, 2)) for game in GAMES if played(*game).state.public.mode is Mode.ROUNDS)
    scene = game.scene("p2")
    chairs = company.context(scene)["order"]
    waited = [chair.who for chair in chairs if chair.awaited]
    assert any(who.own for who in waited)
    others = [who.name for who in waited if not who.own]
    assert company.context(scene)["stand"].endswith(f"Still to hand in: {figures.listed(['you', *others])}.")
    all_in = replace(scene, answered=frozenset(who.person.id for who in waited))
    assert "Still to hand in" not in company.context(all_in)["stand"]


def test_events_to_come_are_known_to_who_ordered_them() -> None:
    for game in GAMES:
        now = played(*game, (2, 3))
        marker = now.state.public.marker
        if now.state.private[marker].row:
            assert mine.row_known(now.scene(marker))
        others = [player for player in now.state.public.players if not now.state.private[player].drawn]
        assert all(not mine.row_known(now.scene(player)) for player in (*others, None))


# ---- secrets and weights ----------------------------------------------------------------------------------


def other_secrets(drawer: Any) -> Any:
    """Another purse, nemesis, row, and other things filed."""
    return replace(
        drawer,
        cash=drawer.cash + 13 * C.money.step,
        nemesis=Nemesis(PlayerId("p1"), "n6" if drawer.nemesis.card != "n6" else "n1"),
        outdone=not drawer.outdone,
        drawn=tuple(reversed(drawer.drawn)),
        row=tuple(reversed(drawer.row)),
        filed=(Order("buy_shares", {"value": 7, "when": "any"}),),
        replies={"legal": Reply(accept_from=9 * C.money.step)},
        exits={"legal": "board"},
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_is_another_players_changes_no_byte(game: tuple[int, int]) -> None:
    mid = played(*game, (2, 4))
    other = PlayerId("p2")
    private = {**mid.state.private, other: other_secrets(mid.state.private[other])}
    hidden = replace(mid.state.hidden, bribes=())
    changed = Played(replace(mid.state, private=private, hidden=hidden), dict(mid.told), mid.latest)
    assert encode(changed.state.private[other]) != encode(mid.state.private[other])
    changed.told[other] = {chapter: [] for chapter in mid.told[other]}
    for reader in ("p1", None):
        for page, chapter in ((company, 0), *((minutes, at) for at in range(mid.state.public.turn + 1))):
            shown = [render_page(page, one.scene(reader, chapter)) for one in (mid, changed)]
            assert TOKEN.sub("", shown[0]) == TOKEN.sub("", shown[1])


def full_game() -> Played:
    """Five players with names of 40 letters, an occupied office everywhere, everybody's consultants in every
    box, every card held."""
    game = played(5, 9, (2, 4))
    game = Played(game.state, game.told, game.latest, LONG)
    public = game.state.public
    five = public.players
    game.state = replace(
        game.state,
        public=replace(
            public,
            offices={slug: Office(five[at % 5], 1 + at % 6, at % 4 == 0) for at, slug in enumerate(OFFICES)},
            consultants=dict.fromkeys(DIVISIONS, five),
            cards={
                slug: Card(five[at % 5], corrupt=at % 2 == 0, face_down=at % 3 == 0)
                for at, slug in enumerate(CARDS)
            },
            directors=dict(zip(DIVISIONS, (*five, five[0]), strict=True)),
            board=five,
            boss=five[0],
        ),
    )
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_stay_light(language: str) -> None:
    """Compressed, with names of 40 letters and a full building, whatever the turn."""

    def weight(page: Any, scene: Any) -> int:
        return len(gzip.compress(render_page(page, scene, language).encode()))

    assert all(len(name) == 40 for name in LONG)
    assert weight(company, full_game().scene("p2")) < 8_000
    over = played(5, 9)
    over = Played(over.state, over.told, over.latest, LONG)
    assert over.latest > 5
    assert max(weight(minutes, over.scene("p1", chapter)) for chapter in range(over.latest + 1)) < 6_000
    assert weight(scores, over.scene("p1")) < 7_000
