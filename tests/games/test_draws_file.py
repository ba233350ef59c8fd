"""The draws of finished games of every title, checked by the program of docs/verify_draws.py.

It runs by itself, with nothing of ours to import, over the file that the site gives its players.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.contract import Order, decode, encode
from games.draws import unpacked
from games.models import Game, Resolution, Turn
from games.receipts import fingerprint, without_closed
from games.services.claims import Form
from games.services.order_forms import order_form_save
from tests.battery.site import client_of, main_turn, new_game, seats
from tests.builder import make_user
from tests.releases.play import go_on
from tools.servers import ROOT

pytestmark = pytest.mark.django_db
PROGRAM = ROOT / "docs" / "verify_draws.py"
OPTIONS: dict[str, dict[str, Any]] = {
    "corporate": {"wire_transfers": True},
    "cardline": {"mode": "simultaneous", "max_rounds": "10"},
}
MOST_TURNS = 200
WORDS = "A mole at Ares, since the 4th of May"


def finished(title: str) -> Game:
    """A game of three that was played to its end; where the title has them, with a text that stays
    closed on a form that was saved twice, and with several resolutions of one turn."""
    game = new_game(title, **OPTIONS[title])
    if title == "corporate":
        seat, turn = seats(game)[0], main_turn(game)
        data = {"secrets": WORDS, "public_text": "An é and a \u2028"}
        for revision in (0, 1):
            order_form_save(
                player=seat, turn_name=turn.name, revision=revision, orders=(Order("character", data),)
            )
        go_on(game)
        door = Turn.objects.get(game=game, name="transfer", status=Turn.Status.OPEN)
        for acts in range(3):
            transfer = Order("transfer", {"to": "p2", "amount": 1000})
            order_form_save(player=seat, turn_name=door.name, revision=acts, orders=(transfer,))
    for _ in range(MOST_TURNS):
        if game.stage == Game.Stage.FINISHED:
            return game
        go_on(game)
    raise AssertionError("the game does not end")


def downloaded(game: Game, client: Client | None = None) -> str:
    client = client or client_of(seats(game)[1].user)
    answer = client.get(f"/g/{game.public_id}/draws.json")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    return b"".join(answer.streaming_content).decode()


def verify(text: str, folder: Path, *held: str) -> tuple[int, str]:
    """What the program says of a file, run without the site's packages and path."""
    path = folder / "draws.json"
    path.write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-I", "-S", PROGRAM, path, *held], capture_output=True, text=True, timeout=60
    )
    assert not ran.stderr, ran.stderr
    return ran.returncode, ran.stdout


def other_digit(text: str) -> str:
    """The text with its last digit changed into another one, hexadecimal or not."""
    place = max(n for n, sign in enumerate(text) if sign.isdigit())
    return text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]


def changes(turns: list[dict[str, Any]], chance: random.Random) -> dict[str, Callable[[], None]]:
    """One changed digit of each kind, somewhere in the file; each changes the turns it was given."""
    resolutions = [resolution for turn in turns for resolution in turn["resolutions"]]
    drawn = [(r["draws"], label) for r in resolutions for label in r["draws"]]
    forms = [form for r in resolutions for form in r["forms"] if form["salt"] and form["orders"] != "[]"]
    forms = [form for form in forms if any(sign.isdigit() for sign in form["orders"])]
    numbers = [(draws, label) for draws, label in drawn if isinstance(draws[label][2], int)]

    def text_of(owner: Any, key: str) -> Callable[[], None]:
        def change() -> None:
            owner[key] = other_digit(owner[key])

        return change

    def number_of(draws: Any, label: str) -> Callable[[], None]:
        def change() -> None:
            draws[label][2] = int(other_digit(str(draws[label][2])))

        return change

    def swapped(draws: Any, label: str) -> Callable[[], None]:
        def change() -> None:
            order = draws[label][2]
            order[0], order[-1] = order[-1], order[0]

        return change

    found = {
        "seed": text_of(chance.choice(turns), "seed"),
        "seal": text_of(chance.choice(turns), "seal"),
        "fingerprint": text_of(chance.choice(forms), "fingerprint"),
        "salt": text_of(chance.choice(forms), "salt"),
        "orders": text_of(chance.choice(forms), "orders"),
    }
    if numbers:
        found["draw"] = number_of(*chance.choice(numbers))
    if shuffles := [(draws, label) for draws, label in drawn if len_of(draws[label][2]) > 1]:
        found["shuffle"] = swapped(*chance.choice(shuffles))
    resolution = chance.choice(resolutions)
    found["nth"] = lambda: resolution.update(nth=resolution["nth"] + 1)
    return found


def len_of(value: Any) -> int:
    return len(value) if isinstance(value, list) else 0


@pytest.mark.parametrize("title", OPTIONS)
def test_a_program_that_is_not_ours_computes_every_draw_and_finds_one_changed_digit(title, clock, tmp_path):
    game = finished(title)
    text = downloaded(game)
    status, said = verify(text, tmp_path)
    assert (status, said.splitlines()[-1]) == (0, "All of it is as it should be.")
    rows = Resolution.objects.filter(game=game)
    draws = sum(len(unpacked(row.draws, row.key_version)) for row in rows)
    assert f"{Turn.objects.filter(game=game).count()} seals" in said
    assert draws > 0 and f" {draws} draws," in said and " 0 draws without a range" in said
    forms = [form for row in rows for form in decode(row.forms, dict[str, Form]).values()]
    closed = sum(without_closed(form.orders) != form.orders for form in forms)
    assert bool(closed) is (title == "corporate")
    assert f"{len(forms) - closed} fingerprints," in said and f"{closed} fingerprints closed" in said
    kinds = changes(json.loads(text)["turns"], random.Random(title))
    assert set(kinds) >= {"seed", "seal", "fingerprint", "salt", "orders", "shuffle", "nth"}
    for kind in kinds:
        whole = json.loads(text)
        changes(whole["turns"], random.Random(title))[kind]()
        status, said = verify(json.dumps(whole), tmp_path)
        assert status == 1, f"{kind} was changed, and nothing was said: {said}"


def test_every_single_draw_is_compared(clock, tmp_path):
    text = downloaded(finished("corporate"))
    whole = json.loads(text)
    wrong = 0
    for turn in whole["turns"]:
        for resolution in turn["resolutions"]:
            for draw in resolution["draws"].values():
                value = draw[2]
                draw[2] = value[1:] + value[:1] if isinstance(value, list) else value + 1
                wrong += not isinstance(value, list) or len(value) > 1
    _status, said = verify(json.dumps(whole), tmp_path)
    assert wrong > 20 and said.count("when computed") == wrong


def test_how_often_a_form_was_saved_and_which_resolution_of_its_turn_it_was_are_in_it(clock):
    turns = {
        turn["turn"]: turn["resolutions"] for turn in json.loads(downloaded(finished("corporate")))["turns"]
    }
    assert [form["revision"] for form in turns["characters/0"][0]["forms"]] == [2, 1, 1]
    assert [resolution["nth"] for resolution in turns["transfer"]] == [0, 1, 2]
    assert {draw[0] for rows in turns.values() for row in rows for draw in row["draws"].values()} >= {
        "percent", "shuffle", "pick",
    }  # fmt: skip


def test_what_stays_closed_is_not_in_the_file(clock):
    text = downloaded(finished("corporate"))
    assert WORDS not in text
    salts = [
        form["salt"]
        for row in Resolution.objects.all()
        for form in json.loads(row.forms).values()
        if WORDS in encode(form["orders"])
    ]
    assert len(salts) == 1 and salts[0] not in text


def test_seals_and_fingerprints_that_somebody_holds_are_looked_for(clock, tmp_path):
    game = finished("cardline")
    text = downloaded(game)
    turn = Turn.objects.filter(game=game).order_by("pk")[1]
    form = next(iter(json.loads(Resolution.objects.filter(turn=turn)[0].forms).values()))
    held = (turn.commitment, " ".join(form["fingerprint"][n : n + 4] for n in range(0, 24, 4)))
    assert verify(text, tmp_path, *held)[0] == 0
    status, said = verify(text, tmp_path, other_digit(turn.commitment))
    assert status == 1 and "not in the file" in said


def test_a_file_in_which_somebody_put_another_form_and_its_salt_is_found_out(clock, tmp_path):
    """Fingerprint and salt fit each other: it is the draws that do not fit the orders."""
    whole = json.loads(downloaded(finished("corporate")))
    turn = next(t for t in whole["turns"] if t["turn"].startswith("quarter/"))
    resolution = next(r for r in turn["resolutions"] if r["forms"] and r["draws"])
    form = next(form for form in resolution["forms"] if form["orders"] != "[]")
    form["orders"], form["salt"] = "[]", "ab" * 16
    form["fingerprint"] = fingerprint(form["salt"], turn["turn"], form["player"], ())
    status, said = verify(json.dumps(whole), tmp_path)
    assert status == 1 and "when computed" in said and "does not fit the orders" not in said


def test_a_running_game_and_somebody_who_did_not_play_get_no_file(clock):
    game = new_game("cardline", **OPTIONS["cardline"])
    address = f"/g/{game.public_id}/draws.json"
    assert client_of(seats(game)[0].user).get(address).status_code == 404
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
    for client in (client_of(), client_of(make_user("Inès", is_staff=True, is_superuser=True))):
        assert client.get(address).status_code == 404


def test_the_file_costs_the_same_queries_for_a_long_game(clock, django_assert_max_num_queries):
    game = finished("cardline")
    client = client_of(seats(game)[1].user)
    with django_assert_max_num_queries(9):
        downloaded(game, client)
