"""What effects and lines of civil society say: all 288 sentences in both languages, read step by step."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.utils import translation

from controle.rules.content import CARDS
from controle.rules.notation import CATEGORIES, read_civil_society, read_steps
from controle.texts import effects, names
from games.skin import figures

LANGUAGES = ("en", "fr")
EFFECTS = [(card.id, effect) for card in CARDS.values() for effect in card.effects]
PLACES = {"en": ("here", "next door", "elsewhere"), "fr": ("ici", "à côté", "ailleurs")}
RIVALS = {"en": {"U": "rival", "O": "each rival", "L": "the leading rival"},
          "fr": {"U": "rival", "O": "chaque rival", "L": "le premier des rivaux"}}  # fmt: skip


def sentences(language):
    with translation.override(language):
        said = [(effects.says(effect), effect) for _, effect in EFFECTS]
        return said, [(effects.civil_society(card), card) for card in CARDS.values()]


def parts(text):
    """The steps of a sentence, one by one."""
    return re.split(r"[,;] |\u202f; ", text.removesuffix("."))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_of_the_288_is_a_sentence(language):
    said, lines = sentences(language)
    texts = [text for text, _ in said + lines]
    assert len(texts) == 288
    for text in texts:
        assert text[0].isupper()
        assert text.endswith(".")
        assert not re.search(r"[{}_*]|\s{2}|None|\b(\w+) \1\b", text), text
        assert not re.search(r"\b(?:pol|mil|rel|com|med|bio)\b", text), text


def test_french_is_set_as_french():
    said, lines = sentences("fr")
    for text, _ in said + lines:
        assert not re.search(r"(?<!\u202f)[;!?]|(?<!\u00a0):|'", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_step_of_an_effect_is_untold(language):
    """As many parts as steps, and in each its figure, its categories, its region and whom it is about."""
    with translation.override(language):
        for _, effect in EFFECTS:
            text = effects.says(effect).replace("at the end of the turn, ", "at the end ")
            told = parts(text.replace("en fin de tour, ", "en fin "))
            told[0] = told[0][0].lower() + told[0][1:]
            assert len(told) == len(effect.steps), text
            for step, part in zip(effect.steps, told, strict=True):
                amount = -step.amount if step.op == "lose" else step.amount
                counted = step.op in ("draw", "take", "steal", "move", "convert")
                assert (figures.number(amount) if counted else figures.signed(amount)) in part, (part, step)
                if step.op in ("gain", "lose") and len(step.listed) < len(CATEGORIES):
                    assert all(names.category(each) in part for each in step.listed), (part, step)
                if step.op == "take" and len(step.listed) == 1:
                    assert names.resource(step.listed[0]) in part
                if step.op == "convert":
                    assert names.category(step.into) in part
                if step.op == "lose":
                    assert RIVALS[language][step.who] in part
                if step.late:
                    assert part.startswith(("at the end ", "en fin "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_its_region(language):
    with translation.override(language):
        for _, effect in EFFECTS:
            text = effects.says(effect)
            place = ""
            for part in re.split(r"; |\u202f; ", text.removesuffix(".").lower()):
                found = [at for at, word in enumerate(PLACES[language]) if re.search(rf"\b{word}\b", part)]
                place += "RVW"[found[0]] if found else ""
            wanted = "".join(step.where for step in effect.steps)
            assert re.sub(r"(.)\1+", r"\1", place) == re.sub(r"(.)\1+", r"\1", wanted), (
                text,
                effect.notation,
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_step_of_a_line_of_civil_society_is_untold(language):
    with translation.override(language):
        for card in CARDS.values():
            text, line = effects.civil_society(card), card.civil_society
            head, _, tail = text.partition(")")
            assert effects.where_it_strikes(line.rank) in head
            assert names.category(line.tie) in head
            figures_told = Counter(re.findall(r"[+−]\d", tail))
            assert figures_told == Counter(
                figures.signed(each.amount if each.op == "develop" else -each.amount) for each in line.steps
            )
            for level in {each.above for each in line.steps} - {0}:
                assert re.search(rf"\b{names.level(level)}, ", tail)
            for each in line.steps:
                assert each.who not in ("dominant", "each") or names.category(each.category) in tail


@pytest.mark.parametrize("language", LANGUAGES)
def test_effects_that_differ_say_different_things(language):
    """One sentence for one notation, but for steps on a region that comes up again."""
    said: dict[str, set[str]] = {}
    with translation.override(language):
        for _, effect in EFFECTS:
            said.setdefault(effects.says(effect), set()).add(effect.notation)
        assert not [notations for notations in said.values() if len(notations) > 1]
        lines = {effects.civil_society(card) for card in CARDS.values()}
        assert len(lines) == len({card.civil_notation for card in CARDS.values()})


def test_sentences_read_as_they_should():
    wall = CARDS["pol1_01_identity_ideology"]
    leak = CARDS["med1_06_investigative_paper"]
    port = CARDS["com1_04_free_port"]
    expected = {
        "en": [
            "Here +2 Politics or Media; next door +1 Military, a rival −1 Politics.",
            "Here +2 Media, the leading rival −1 in their strongest category; next door the leading rival −1 "
            "in their strongest category; here development +1.",
            "Here up to 1 influence of yours comes in from next door, +2 Commerce, 1 token of your choice.",
            "Where Politics is strongest (ties: Media): development +1; the leader in Politics −1; from "
            "level III, the leader in Military −1.",
        ],
        "fr": [
            "Ici +2 Politique ou Médias ; à côté +1 Militaire, un rival −1 Politique.",
            "Ici +2 Médias, le premier des rivaux −1 dans sa catégorie la plus forte ; à côté le premier des "
            "rivaux −1 dans sa catégorie la plus forte ; ici développement +1.",
            "Ici jusqu’à 1 influence à vous arrive d’à côté, +2 Commerce, 1 jeton au choix.",
            "Là où le total Politique est le plus fort (à égalité : Médias) : développement +1 ; qui y mène "
            "en Politique −1 ; dès le niveau III, qui y mène en Militaire −1.",
        ],
    }
    for language, wanted in expected.items():
        with translation.override(language):
            said = [effects.says(card.effects[rank]) for card, rank in ((wall, 2), (leak, 2), (port, 1))]
            said.append(effects.civil_society(wall))
            assert [re.sub(r"[\u00a0\u202f]", " ", text) for text in said] == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_no_card_has_are_told_too(language):
    with translation.override(language):
        for text in ("move:J:W>R:2*", "conv:R:J:2*>bio", "R:O-2*", "V:L-1rel/com"):
            (step,) = read_steps(text)
            assert "{" not in effects.step(step)
        for text in ("tot>dom: X:pol-1 T-1 2:T-1", "dom>tot: 2:D:pol-2 2:dev+1"):
            line = read_civil_society(text)
            assert effects.where_it_strikes(line.rank)
            assert all(effects.reaction(each, again=again) for each in line.steps for again in (True, False))
