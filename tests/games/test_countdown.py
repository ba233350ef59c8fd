"""The countdown: how long there is to wait, or why there is nothing to wait for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from games.contract import Window
from games.countdown import left_text
from games.models import Game, Turn
from games.registry import skin_for
from games.services.rehearsals import rehearsal_create
from tests.battery import site
from tests.builder import NOON, make_user, running_game, seat
from tests.games.scripted import answer, move, script, sealed


@pytest.mark.parametrize(
    ("left", "english", "french"),
    [
        (timedelta(minutes=12), "12 min", "12 min"),
        (timedelta(hours=3, minutes=12), "3 h 12", "3 h 12"),
        (timedelta(hours=3), "3 h 00", "3 h 00"),
        (timedelta(days=1), "1 day", "1 jour"),
        (timedelta(days=1, minutes=59), "1 day", "1 jour"),
        (timedelta(days=1, hours=1), "1 day 1 h", "1 jour 1 h"),
        (timedelta(days=2), "2 days", "2 jours"),
        (timedelta(days=2, hours=4, minutes=9), "2 days 4 h", "2 jours 4 h"),
        (timedelta(minutes=-5), "0 min", "0 min"),
    ],
)
def test_no_part_of_it_is_a_nought_that_says_nothing(left, english, french):
    for language, told in (("en", english), ("fr", french)):
        with translation.override(language):
            assert " ".join(left_text(left).split()) == told  # its spaces do not break


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "options", "words"),
    [
        ("dummy", {"breaks": False}, ("Noon comes when you say so", "C’est vous qui sonnez midi")),
        ("cardline", {"mode": "sequential"}, ("The bots answer at once", "Les bots répondent aussitôt")),
        ("cardline", {"mode": "simultaneous"}, ("The bots answer at once", "Les bots répondent aussitôt")),
    ],
)
@pytest.mark.parametrize("language", [0, 1], ids=["en", "fr"])
def test_a_rehearsal_says_what_it_waits_for(title, options, words, language):
    user = make_user("Ana")
    whole = {o.key: o.default for o in skin_for(title).rules.meta.options} | options
    game = rehearsal_create(user=user, title=title, name="Ana", options=whole)
    client = site.client_of(user, ("en", "fr")[language])
    for address in (f"/g/{game.public_id}/orders/", "/games/"):
        page = client.get(address).content.decode()
        assert words[language] in page
        assert (words[language] == "Noon comes when you say so") == ("Noon comes when you say so" in page)


# ---- several questions ------------------------------------------------------------------------------

LATER = NOON + timedelta(days=5)


def several(monkeypatch, *windows: Window, later: str) -> Game:
    """A game of Ana, Bruno and Chloé with these questions, of which one closes five days after the others."""
    script(monkeypatch, windows, windows)
    game = running_game(("Ana", "Bruno", "Chloé"))
    Turn.objects.filter(game=game, name=later).update(deadline=LATER)
    return game


def shown(game: Game, number: int | None, address: str) -> str:
    return site.client_of(seat(game, number).user if number else None).get(address).content.decode()


@pytest.mark.django_db
def test_of_several_deadlines_each_reads_his_own_and_who_has_none_the_next(monkeypatch, clock):
    bid, slow = sealed(1, 1, 2), move(1, 3)
    game = several(monkeypatch, bid, slow, later=slow.name)
    soon, late = "Noon in 1 day 3 h", "Noon in 6 days 3 h"
    words = {1: soon, 2: soon, 3: late}
    for page in ("orders/", "news/", "ledger/"):
        for number, told in words.items():
            page_of = shown(game, number, f"/g/{game.public_id}/{page}")
            assert told in page_of, (page, number)
            moment = LATER if told == late else NOON
            assert f'data-deadline="{moment.isoformat()}"' in page_of
    for number, told in words.items():
        assert told in shown(game, number, "/games/")
    assert soon in shown(game, None, f"/g/{game.public_id}/news/")
    assert soon in shown(game, None, "/games/")


@pytest.mark.django_db
def test_who_is_welcome_and_not_awaited_reads_the_next_deadline_of_the_game(monkeypatch, clock):
    slow = sealed(1, 2, welcome=(3,), kind="slow")
    game = several(monkeypatch, sealed(1, 1), slow, later=slow.name)
    assert "Noon in 1 day 3 h" in shown(game, 3, f"/g/{game.public_id}/news/")
    assert "Noon in 6 days 3 h" in shown(game, 2, f"/g/{game.public_id}/news/")


@pytest.mark.django_db
def test_the_lobby_lists_games_by_ones_own_next_deadline_and_names_what_is_left_to_answer(monkeypatch, clock):
    bid, slow = sealed(1, 1, 2, kind="bid"), sealed(1, 1, 3, kind="slow")
    game = several(monkeypatch, bid, slow, later=slow.name)
    ana, chloe = seat(game, 1), seat(game, 3)
    assert "to do" in shown(game, 1, "/games/")
    answer(game, 1, bid)
    assert "to do" in shown(game, 1, "/games/"), "the second question waits"
    answer(game, 1, slow)
    page = shown(game, 1, "/games/")
    assert "to do" not in page and "handed in" in page
    other = running_game(("Dimitri", "Inès"), name="Park Avenue")
    other.players.filter(number=2).update(user=chloe.user)
    other.players.filter(number=1).update(user=ana.user)
    Turn.objects.filter(game=other).update(deadline=NOON + timedelta(days=2))
    order = {number: shown(game, number, "/games/").partition("Before noon")[2] for number in (1, 3)}
    assert order[1].index(game.name) < order[1].index("Park Avenue")
    assert order[3].index("Park Avenue") < order[3].index(game.name)
