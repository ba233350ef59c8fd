"""The pages of a chapter that is being played: read while they grow, each reader's own lines among them."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import selectors
from games.contract import Event, PlayerId, Window, only
from games.models import Game, Resolution
from games.selectors import SceneRequest, chapter_in_progress
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import make_user, open_turn, running_game, seat
from tests.games.scripted import answer, door, move, script, sealed
from tools import stage

pytestmark = pytest.mark.django_db
GROWS = "Still being played"
WHISPER = door(1, 2, 3, kind="whisper")
MOVES = tuple((move(1 + n // 4, 1 + n % 2, f"move{n}"), WHISPER) for n in range(12))  # three rounds of four


def tell(state, window: Window) -> tuple[Event, ...]:
    """Each resolution tells one line to all but a whisper's, and one to p2 alone."""
    own = Event("whispered", {"of": window.name, "at": state.public.at}, only(PlayerId("p2")))
    return (own,) if window.kind == "whisper" else (Event("moved", {"of": window.name}), own)


@pytest.fixture
def game(monkeypatch, clock) -> Game:
    script(monkeypatch, *MOVES, tell=tell)
    return running_game(("Ana", "Bruno", "Chloé"))


def play(game: Game, count: int) -> None:
    """So many moves, by whom they are asked of."""
    for _move in range(count):
        window = selectors.window_of(open_turn(game))
        answer(game, int(window.awaited[0][1:]), window)
    game.refresh_from_db()


def read(game: Game, number: int | None, page: str) -> str:
    """A page as a player sees it (None: a visitor), its tokens taken out."""
    client = site.client_of(seat(game, number).user if number else None)
    answered = client.get(f"/g/{game.public_id}/{page}")
    return site.TOKEN.sub("", answered.content.decode()) if answered.status_code == 200 else ""


def lines(page: str) -> list[str]:
    return re.findall(r"(moved|whispered)\b[^<]*?(move\d+|whisper)", page)


@pytest.mark.parametrize(("title", "slug"), [("megacorps", "round"), ("controle", "rounds")])
def test_the_page_as_it_opens_stands_in_for_the_set_up(title, slug):
    """Chapter 0 is over, chapter 1 is played: its rounds are what one wants, and nothing stays new."""
    game = stage.started_game(title, 3, "Fifth Avenue", options=stage.default_options(title))
    while game.latest < 0:
        turn = stage.main_turn(game)
        stage.hand_in(game, turn, ())
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        game.refresh_from_db()
    assert (game.latest, game.chapter) == (0, 1)
    fresh = 'class="new"'
    assert fresh in read(game, 1, "orders/")
    assert GROWS in read(game, 1, f"{slug}/1/")
    assert fresh in read(game, 1, "orders/")  # reading the edition that grows marks none as read
    assert GROWS in read(game, 1, f"{slug}/")
    assert fresh not in read(game, 1, "orders/")


def test_the_first_chapter_is_read_from_its_first_move_on(game):
    assert GROWS in read(game, 1, "news/") and lines(read(game, 1, "news/")) == []
    play(game, 2)
    assert lines(read(game, None, "news/")) == [("moved", "move0"), ("moved", "move1")]
    assert lines(read(game, 1, "news/1/")) == lines(read(game, None, "news/"))
    assert read(game, 1, "news/2/") == "", "no edition of a round that nobody plays"


def test_own_lines_stand_on_it_and_no_others(game):
    play(game, 2)
    assert lines(read(game, 2, "message/1/")) == [("whispered", "move0"), ("whispered", "move1")]
    assert lines(read(game, 1, "message/1/")) == []
    assert read(game, None, "message/1/") == ""


def test_when_it_is_over_it_is_the_latest_edition_and_the_next_one_grows(game):
    play(game, 4)
    assert (game.latest, chapter_in_progress(game)) == (1, 2)
    latest, next_one = read(game, 2, "news/"), read(game, 2, "news/2/")
    assert lines(latest) == [("moved", f"move{n}") for n in range(4)] and GROWS not in latest
    assert lines(next_one) == [] and GROWS in next_one
    play(game, 1)
    assert lines(read(game, 2, "news/2/")) == [("moved", "move4")]
    assert lines(read(game, 2, "news/")) == lines(latest)


def test_reading_it_marks_no_edition_as_read(game):
    """The dot on the tab belongs to the chapter that is over."""
    play(game, 5)
    read(game, 2, "news/2/")
    assert seat(game, 2).seen == {}
    read(game, 2, "news/")
    assert seat(game, 2).seen == {"news": 1}


def test_what_another_is_told_alone_changes_no_byte_of_it(game):
    """Nor does that there was such a resolution: no count, no hour, no number tells of it."""
    play(game, 5)
    pages = ("news/", "message/", "news/1/", "news/2/", "message/1/", "message/2/")

    def shown() -> dict[tuple[int | None, str], str]:
        return {(reader, page): read(game, reader, page) for reader in (1, 3, None) for page in pages}

    shown()  # so that every page is read, and no dot goes out between
    before, orders = shown(), read(game, 1, "orders/")
    own = lines(read(game, 2, "message/2/"))
    answer(game, 3, WHISPER)
    assert (shown(), read(game, 1, "orders/")) == (before, orders)
    assert len(lines(read(game, 2, "message/2/"))) == len(own) + 1


def test_the_order_form_has_the_own_lines_of_the_resolution_that_closed_the_chapter(game):
    play(game, 5)
    turn = open_turn(game)
    asked = SceneRequest(game.chapter, main=turn)
    told = selectors.events_for(game, seat(game, 2), asked)
    assert [event.data["of"] for event in told.own_recent[1]] == [f"move{n}/1/{1 + n % 2}" for n in range(4)]
    assert [event.data["of"] for event in told.own_recent[2]] == ["move4/2/1"]
    assert list(told.recent) == [1, 2]
    for other in (seat(game, 1), None):
        told = selectors.events_for(game, other, asked)
        assert (told.own, dict(told.own_recent)) == ((), {})
    assert selectors.events_for(game, seat(game, 2), SceneRequest(1)).own_recent == {}


def test_it_asks_for_news_and_shows_each_move(game):
    play(game, 5)
    client = site.client_of(seat(game, 3).user)
    address = f"/g/{game.public_id}/news/2/"
    seen = re.search(r"\?seen=(\w+)", client.get(address).content.decode())
    assert seen

    def asked():
        return client.get(f"{address}?seen={seen[1]}", headers={"HX-Request": "true"})

    assert asked().status_code == 204
    answer(game, 1, WHISPER)
    assert asked().status_code == 204
    play(game, 1)
    assert lines(asked().content.decode()) == [("moved", "move4"), ("moved", "move5")]
    play(game, 2)
    assert GROWS not in asked().content.decode(), "the chapter is over: it is read to its end"


def test_it_shows_at_once_what_comes_of_an_act_beside_the_question(monkeypatch, clock):
    """The open question is the same before and after, so that only what its reader sees has changed."""
    bid = sealed(1, 1, 2, 3)
    script(monkeypatch, (bid, door(1)), (bid, door(1)), tell=tell)
    game = running_game(("Ana", "Bruno", "Chloé"))
    client, address = site.client_of(seat(game, 3).user), f"/g/{game.public_id}/news/1/"
    seen = re.search(r"\?seen=(\w+)", client.get(address).content.decode())
    assert seen
    answer(game, 1, door(1))
    answered = client.get(f"{address}?seen={seen[1]}", headers={"HX-Request": "true"})
    assert answered.status_code == 200 and "moved" in answered.content.decode()


def test_it_costs_the_same_however_much_it_has_grown(game):
    client, costs = site.client_of(seat(game, 2).user), []
    for _move in range(3):
        play(game, 1)
        for page in ("news/1/", "message/1/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/g/{game.public_id}/{page}").status_code == 200
            costs.append(len(queries))
    assert costs[::2] == costs[:1] * 3 and costs[1::2] == costs[1:2] * 3
    assert max(costs) <= 12


def test_where_turns_close_at_noon_a_chapter_appears_with_its_noon(clock):
    game = running_game(("Ana", "Bruno"))
    assert chapter_in_progress(game) is None
    assert "Nothing has appeared yet" in read(game, 1, "news/") and read(game, 1, "news/1/") == ""
    clock.move_to(open_turn(game).deadline)
    assert turn_close(turn_id=open_turn(game).pk)
    assert GROWS not in read(game, 1, "news/1/") and read(game, 1, "news/2/") == ""


def test_a_sealed_form_changes_no_byte_of_it(monkeypatch, clock):
    script(monkeypatch, (sealed(1, 1, 2, 3),), (sealed(2, 1, 2, 3),), tell=tell)
    game, watcher = running_game(("Ana", "Bruno", "Chloé")), make_user("Lena")
    answer(game, 1, sealed(1, 1, 2, 3))
    client = site.client_of(watcher)
    before = site.TOKEN.sub("", client.get(f"/g/{game.public_id}/news/1/").content.decode())
    assert GROWS in before
    answer(game, 1, sealed(1, 1, 2, 3), revision=1)
    assert site.TOKEN.sub("", client.get(f"/g/{game.public_id}/news/1/").content.decode()) == before


def test_when_the_game_is_over_nothing_grows(game):
    play(game, 12)
    assert game.stage == Game.Stage.FINISHED and chapter_in_progress(game) is None
    assert len(lines(read(game, 2, "news/3/"))) == 4 and read(game, 2, "news/4/") == ""
    assert GROWS not in read(game, 2, "news/3/")
