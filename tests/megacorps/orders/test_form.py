"""Every question and every door is drawn in both languages, with what is saved and what silence would do."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import translation

from games.contract import Closes, Order, Problem, Window
from games.skin import Desk
from megacorps.orders import form, questions
from megacorps.orders.inputs import Ask
from megacorps.rules import RULES
from megacorps.rules.content import Mode
from megacorps.rules.state import Question
from megacorps.rules.windows import ORDERS
from megacorps.skin import SKIN
from tests.battery.play import play

from ..rules import scene as table
from ..stage import LANGUAGES, Played, draw

DOORS = ("cards", "trade", "file", "leave", "come_back")


def test_every_question_and_every_door_is_drawn_with_the_names_of_its_fields():
    """No identifier stands where a reader reads, and no field has the name of another one."""
    seen, drawn, common = set(), set(), set(ORDERS) - {"buy_again"}
    for seed in range(10):
        for step in play(RULES, seed, 3 + seed % 4, 0.25):
            if seen >= common:
                break
            played = Played(step.before)
            for player in played.state.public.present:
                main, doors = played.desks(player)
                kinds = {desk.window.kind for desk in (main, *doors) if desk}
                if kinds <= seen:
                    continue
                seen |= kinds
                for language in LANGUAGES:
                    with translation.override(language):
                        drawn.add(language)
                        _look_at(played, player, main, doors)
    assert seen >= common
    assert drawn == set(LANGUAGES)


def _look_at(played, player, main, doors) -> None:
    scene = played.scene(player)
    page = SKIN.form(scene, main, doors) if main else SKIN.waiting(scene, doors)
    html = draw(page, desk=main, doors=doors)
    read = re.sub(r"<[^>]*>", " ", html.split("<main", 1)[-1])
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b|\bp[1-6]\b|None", read)
    names = re.findall(r'<(?:select|input)[^>]* name="([^"]+)"(?![^>]*type="radio")', html)
    plain = [name for name in names if f'type="radio" id="{name}' not in html]
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)), [one for one in ids if ids.count(one) > 1]
    assert plain


def test_a_line_of_a_programme_says_what_it_would_do_and_is_warned_not_refused():
    played = Played(
        table.game("mokia", "globbo", "nonintendo", "lenogo", mode=Mode.PROGRAMMED, mercenaries={"mokia": 0})
    )
    desk, _doors = played.desks("p1")
    orders = (Order("war", {"country": "china"}), Order("pass"))
    assert not RULES.check(played.scene("p1").view, desk.window, orders)
    values = questions.fill(Ask(played.scene("p1")), "program", orders)
    page = form.page(played.scene("p1"), Desk(desk.window, typed=values), ())
    first, second, third = page.context["panels"][:3]
    assert "China" in first.does
    assert "mercenary" in first.warning
    assert not first.refused
    assert second.does == "Pass"
    assert not second.warning
    assert not third.does
    assert "mercenary" in draw(page, desk=desk)


def test_a_refusal_stands_at_its_field():
    played = Played(table.game("mokia", "globbo", "nonintendo", money={"mokia": 40}))
    desk, _doors = played.desks("p1")
    values = {"turn-kind": "payout", "turn-payout-industry": "oil", "turn-payout-first": "shortages"}
    problem = Problem("card_not_held", 0, "first", {"card": "shortages"})
    page = form.page(played.scene("p1"), Desk(desk.window, typed=values, problems=(problem,)), ())
    wrong = [one for panel in page.context["panels"] for one in panel.every if one.invalid]
    assert [one.id for one in wrong] == ["turn-payout-first"]
    assert 'aria-describedby="turn-payout-first-no"' in draw(page, desk=desk)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_silence_would_do_is_shown_before_it_is_done(language):
    """In a turn one would pass; a queued action stands for a programme."""
    turn = Played(table.game("mokia", "globbo", "nonintendo"))
    queued = table.act("queued_action", action={"kind": "payout", "data": {"industry": "oil"}})
    programme = Played(
        table.game(
            "mokia", "globbo", "nonintendo", "lenogo", mode=Mode.PROGRAMMED, standing={"mokia": queued}
        )
    )
    words = {
        "en": ("you do nothing", "industry payout: Oil"),
        "fr": ("vous ne faites rien", "dividendes d’une industrie\u00a0: Pétrole"),
    }
    with translation.override(language):
        for played, word in zip((turn, programme), words[language], strict=True):
            desk, _doors = played.desks("p1")
            page = form.page(played.scene("p1"), desk, ())
            assert page.context["silence"] == word
            assert word in draw(page, desk=desk)


@pytest.mark.parametrize("kind", [kind for kind in ORDERS if kind not in DOORS])
def test_what_silence_does_is_a_sentence_of_its_own(kind):
    """Of every question there is, also where nothing is done."""
    at = (3, "p1", 0) if kind == "turn" else (3, 1)
    asked = Question(kind, at, ("p1",), player="p2", other="p3", country="japan", industry="oil")
    state = table.game("mokia", "globbo", "nonintendo")
    played = Played(replace(state, public=replace(state.public, question=asked)))
    told = form.silence(played.scene("p1"), Window(kind, at, ORDERS[kind], Closes.TOGETHER, ("p1",)))
    assert told.partition(":")[0][:1].islower()
    assert told != "nothing is done for you"
    assert ": nothing" not in told


def test_an_offer_that_waits_for_an_answer_is_not_folded_away():
    offer = table.act("trade_offer", to="p1", give={"money": 1}, want={"mercenaries": 1})
    for made in ((), offer):
        state = table.Played(table.game("mokia", "globbo", "nonintendo"))
        played = Played((state.at("trade", "p2", made) if made else state).state)
        scene, (desk, doors) = played.scene("p1"), played.desks("p1")
        shown = form.page(scene, desk, doors).context["doors_open"]
        assert next(one for one in shown if one.kind == "trade").opened is bool(made)


def test_leaving_is_asked_once_more_and_coming_back_is_not():
    played = Played(table.game("mokia", "globbo", "nonintendo", missed={"nonintendo": 3}))
    _desk, doors = played.desks("p3")
    exits = {door.name.split("/")[0]: door for door in form.waiting(played.scene("p3"), doors).doors}
    assert exits.keys() == {"come_back", "leave"}
    assert exits["come_back"].inviting
    assert not exits["leave"].inviting


def test_another_purchase_leaves_out_what_was_refused_and_may_be_nothing():
    state = table.game("mokia", "globbo", "nonintendo")
    asked = Question("buy_again", (3, 1), state.public.players[:1], player="p1", companies=("oil.china",))
    played = Played(replace(state, public=replace(state.public, question=asked)))
    desk, doors = played.desks("p1")
    _look_at(played, "p1", desk, doors)
    (panel,) = form.page(played.scene("p1"), desk, ()).context["panels"]
    offered = [one.value for one in panel.fields[0].choices]
    assert "oil.china" not in offered
    assert "oil.maghreb" in offered
    edit = SKIN.edit(played.scene("p1"), desk, {"buy_again-company": "none"})
    assert edit.orders == (Order("buy_again", {"company": None}),)
    assert not RULES.check(played.scene("p1").view, desk.window, edit.orders)
