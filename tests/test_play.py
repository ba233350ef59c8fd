"""Rules played in a terminal: every title that has rules, without a skin or a database."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable

import pytest

from tools import play


def terminal(title: str, lines: Iterable[str], *words: str) -> tuple[list[str], list[str]]:
    """Play with these lines typed; what was asked and what was shown."""
    typed, asked, shown = iter(lines), [], []

    def read(prompt: str) -> str:
        asked.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    assert play.main([title, *words], read, shown.append) == 0
    return asked, shown


@pytest.mark.parametrize("title", play.titles())
def test_a_whole_game_by_handing_in_what_the_bot_would(title):
    asked, shown = terminal(title, itertools.repeat(""), "--players", "3")
    assert asked
    assert shown[-3].startswith("1. ")
    assert sorted(line.split(": ")[0].split(". ")[1] for line in shown[-3:]) == ["p1", "p2", "p3"]


def test_the_same_seed_is_the_same_game_and_another_is_another():
    games = [terminal("corporate", itertools.repeat(""), "--players", "3", "--seed", s)[1] for s in "112"]
    assert games[0] == games[1] != games[2]


def test_who_is_away_has_missed_it():
    _, shown = terminal("cardline", ["miss", ""], "--players", "3")
    skipped = [line for line in shown if "skipped" in line]
    assert len(skipped) == 1
    assert '"player":"p1"' in skipped[0]


def test_orders_are_typed_as_json_and_refused_with_code_and_place():
    orders = '[{"kind": "buy_shares", "data": {"corporation": "ares", "shares": "many"}}]'
    asked, shown = terminal("corporate", ["", orders, "what", "look", "quit"], "--players", "3")
    assert asked[1:] == [asked[1]] * 4, "the same question is asked again"
    assert any(line.startswith("refused: ") and "order 0" in line for line in shown)
    (example,) = [line for line in shown if line.startswith("Orders are a JSON list, for example ")]
    assert json.loads(example[len("Orders are a JSON list, for example ") :].split(". Kinds: ")[0])[0]["kind"]
    assert any('"money":2000000' in line for line in shown), "his own drawer"
    assert shown[-1] == "The game is left."


def test_a_number_of_players_that_the_rules_do_not_know_is_refused(capsys):
    with pytest.raises(SystemExit):
        play.main(["corporate", "--players", "1"])
    assert "corporate is for 2 to 50 players" in capsys.readouterr().err
