"""Every code has its sentence, in both languages: refusals, notices, acts upon a game, ends."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.utils import translation

import games
from games import permissions
from games.ledgertexts import ledger_text
from games.models import Game, LedgerEntry, Notice
from games.noticetexts import notice_text
from games.refusaltexts import REFUSALS, refusal_text
from games.texts import ended_text
from tests.builder import GameFactory, UserFactory

ROOT = Path(games.__file__).parent
FIGURES = {
    "length": 2001,
    "joined": 1,
    "needed": 3,
    "most": 10,
    "minutes": 1,
    "days": 14,
    "name": "Ana",
    "revision": 2,
}
FORBIDDEN = ("error", "invalid", "please", "oops", "successfully", "!")


def refused_codes() -> set[str]:
    """Every code given to `Refused(...)`, `refused_post(...)` or `refusal_text(...)` anywhere in `games`,
    and those of who may act."""
    found = {why.value for why in permissions.Why}
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"Refused": 0, "refusal_text": 0, "refused_post": 1}.get(node.func.id)
                if place is not None and len(node.args) > place:
                    values = ast.walk(node.args[place])
                    found |= {
                        v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)
                    }
    return found


CODES = sorted(refused_codes())


def test_the_codes_are_found():
    assert {"started", "too_few", "stale", "master_plays"} <= set(CODES)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_its_sentence(code, language):
    with translation.override("en"):
        fallback, english = refusal_text("", {}), refusal_text(code, FIGURES)
    with translation.override(language):
        text = refusal_text(code, FIGURES)
    assert english != fallback
    assert text.endswith(".")
    assert "%(" not in text
    assert not [word for word in FORBIDDEN if word in text.lower()]
    if language == "fr":
        assert text != english


def test_no_sentence_stands_without_a_code():
    assert set(REFUSALS) <= set(CODES)


DATA = {
    "changed": ["hour", "zone"], "turn": "secret/2", "incident": "4f2a", "act": "extended",
    "reason": "A storm.", "until": "2026-11-24T11:00:00+00:00",
    "was": "2026-11-23T11:00:00+00:00", "name": "Ana", "master": "Lena", "why": "creator",
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_notice_and_act_has_its_sentence(language):
    game = GameFactory(creator=UserFactory(display_name="Ana"))
    told = {}
    for kind in Notice.Kind.values:
        notice = Notice(game=game, user=game.creator, kind=kind, data=DATA)
        entry_less = Notice(game=game, user=game.creator, kind=kind, data={})
        with translation.override(language):
            told[kind] = notice_text(notice)
            assert notice_text(entry_less)
    for act in LedgerEntry.Act.values:
        with translation.override(language):
            told[f"ledger {act}"] = ledger_text(
                LedgerEntry(game=game, act=act, data=DATA, author_name="Lena")
            )
    with translation.override("en"):
        assert "Tuesday 24 November, 12:00" in notice_text(Notice(game=game, kind="announced", data=DATA))
    for text in told.values():
        assert text[-1] in ".)"
        assert "%(" not in text
        assert not [word for word in FORBIDDEN if word in text.lower()]
    assert "Turn 2" in told["resolved"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_end_has_its_sentence(language):
    with translation.override(language):
        texts = [ended_text(ended) for ended in Game.Ended.values if ended]
        assert all(texts)
        assert ended_text(Game.Ended.NOT) == ""


def test_a_name_full_of_signs_breaks_no_line_of_the_ledger(db):
    """A player may call himself what he likes: `%(x)s` is told as it stands."""
    from games.models import LedgerEntry
    from tests.builder import running_game

    game = running_game(("%(x)s", "100% Ana"))
    for act in LedgerEntry.Act.values:
        entry = LedgerEntry(game=game, act=act, data={"name": "%(x)s", "master": "%s", "turn": "secret/1"})
        assert ledger_text(entry)
    taken = LedgerEntry(game=game, act=LedgerEntry.Act.UNSEATED, data={"name": "%(x)s"})
    assert "%(x)s" in ledger_text(taken)
