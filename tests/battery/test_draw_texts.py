"""A sentence in both languages for every draw of a title, as the page of draws shows it."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from django.utils import translation

from games.contract import Dice, Draw, PlayerId, View
from games.registry import skin_for
from games.skin import Archived, Person, Scene
from tests.battery.play import played, sizes
from tests.stage import NAMES

SEEDS = range(3)
A_CODE = re.compile(r"\b[a-z]+_[a-z_]+\b|[{}]|%\(|\b(?:p\d+|None)\b")
EMPTY = re.compile(r":\s*\.$|,\s*\.$")  # a sentence whose end is missing


def resolutions(skin, seed: int):
    """The start of a random game, then every resolution of it, as archived."""
    rules, count = skin.rules, sizes(skin.rules, seed)
    players = tuple(PlayerId(f"p{number + 1}") for number in range(count))
    first, dice = played(rules, seed, count)[0].before, Dice(b"start")
    # At the start everything that has options left to chance is left to it.
    options = {o.key: "random" if "random" in o.choices else o.default for o in rules.meta.options}
    begun = rules.setup(players, options, dice)
    yield Archived(0, None, dice.draws, told(skin, begun.events), True, begun.state.public)
    assert first is not None
    for step in played(rules, seed, count):
        yield Archived(
            step.window.chapter,
            step.before.public,
            step.dice.draws,
            told(skin, step.outcome.events),
            True,
            step.outcome.state.public,
        )


def told(skin, events):
    found = defaultdict(tuple)
    for event in events:
        for reader in event.to:
            if reader == "public" or event.kind in skin.opened:
                found[str(reader)] += (event,)
    return found


def scene(kept: Archived) -> Scene:
    people = {PlayerId(f"p{n}"): Person(PlayerId(f"p{n}"), name) for n, name in enumerate(NAMES, 1)}
    return Scene(
        View(None, kept.after), people, "/g/abc/", "Europe/Paris", chapter=kept.chapter, finished=True
    )


@pytest.mark.parametrize("same_rules", [True, False])
def test_every_draw_has_a_sentence_in_both_languages(title, same_rules):
    skin, kinds = skin_for(title), set()
    for seed in SEEDS:
        for kept in resolutions(skin, seed):
            if not same_rules:
                kept = Archived(kept.chapter, kept.before, kept.draws, kept.told, False, kept.after)
            said = []
            for language in ("en", "fr"):
                with translation.override(language):
                    said.append(skin.draw_texts(scene(kept), kept))
            for label in kept.draws:
                english, french = (texts.get(label, "") for texts in said)
                kinds.add(label.partition("/")[0])
                assert english and french, f"no sentence for the draw {label}"
                assert english != french, f"{label}: told in one language only: {english}"
                for text in (english, french):
                    assert text.endswith("."), f"{label}: {text!r} is no sentence"
                    assert not A_CODE.search(text), f"{label}: {text!r}"
    assert kinds


def test_draws_of_other_rules_and_unknown_ones_break_nothing(title):
    """One thing more to draw among than there is, which is what was drawn; labels of a later release."""
    skin, looked_at = skin_for(title), 0
    for kept in resolutions(skin, 0):
        if not kept.draws:
            continue
        odd = {label: of_more(draw) for label, draw in kept.draws.items()}
        odd["of/tomorrow"] = next(iter(odd.values()))
        changed = Archived(kept.chapter, kept.before, odd, kept.told, False, kept.after)
        found = skin.draw_texts(scene(changed), changed)
        assert "of/tomorrow" not in found or title == "dummy"
        for label, text in found.items():
            assert text.endswith("."), f"{label}: {text!r}"
            assert not A_CODE.search(text) and not EMPTY.search(text), f"{label}: {text!r}"
        looked_at += 1
    assert looked_at


def of_more(draw: Draw) -> Draw:
    """The draw as made among one thing more: that one comes first of a shuffle, and is chosen otherwise."""
    value = (len(draw.value), *draw.value) if isinstance(draw.value, tuple) else draw.n
    return draw._replace(n=draw.n + 1, value=value)
