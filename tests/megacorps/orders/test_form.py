"""Every question and every door is drawn in both languages, with what is saved and what silence would do."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from msgspec.structs import replace

from games.contract import Closes, Order, Problem, Window
from games.skin import Desk
from megacorps.orders import form, kinds, posts, questions
from megacorps.orders.inputs import Ask
from megacorps.rules import RULES
from megacorps.rules.content import CONSTANTS, CONTENT, MEGACORPS, Mode
from megacorps.rules.state import Question
from megacorps.rules.windows import ORDERS
from megacorps.skin import SKIN
from megacorps.texts import names
from tests.battery.play import play

from ..rules import scene as table
from ..rules.test_codes import auction, election, turn
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


def test_a_programme_taken_back_stands_there_again_and_pressing_elsewhere_leaves_nothing_over():
    played = Played(table.game("mokia", "globbo", "nonintendo", "lenogo", mode=Mode.PROGRAMMED))
    desk, _doors = played.desks("p1")
    orders = (Order("payout", {"industry": "oil"}), Order("war", {"country": "china"}))
    back = Desk(desk.window, revision=2, withdrawn=True, withdrawn_orders=orders)
    scene = played.scene("p1")
    page = form.page(scene, back, ())
    assert ["China" in panel.does for panel in page.context["panels"][:3]] == [False, True, False]
    assert not page.live  # what stands there is to be handed in or changed
    values = questions.fill(Ask(scene), "program", orders)
    assert posts.filled_in(scene, back, values) == {}
    assert posts.filled_in(scene, desk, values)  # with nothing handed in before, all of it was typed


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_chooses_a_megacorp_reads_what_each_begins_with(language):
    """Its cards and its country, with what the rules' tables say of that."""
    played = Played(table.new(3).state)
    desk, doors = played.desks("p1")
    with translation.override(language):
        html = draw(SKIN.form(played.scene("p1"), desk, doors), desk=desk, doors=doors)
        rows = dict(re.findall(r'<tr>\s*<th scope="row">([^<]+)</th>(.*?)</tr>', html, re.DOTALL))
        assert list(rows) == [names.megacorp(slug) for slug in MEGACORPS]
        lands = {data.start: data for data in CONTENT.countries.values()}
        for slug in MEGACORPS:
            told, land = re.sub(r"\s+", " ", rows[names.megacorp(slug)]), lands.get(slug)
            cards = CONSTANTS.starting_cards[1 if land else 0]
            assert f'<td class="num">{cards}</td>' in told
            if land is None:
                continue
            assert f"{land.defence} / {land.strength}" in told
            assert names.country(land.slug) in told
            assert names.intervention(land.government.value) in told
            assert all(names.industry(industry) in told for industry in land.boxes)
        assert all(names.country(slug) in html for slug in ("asean", "african_federation"))


@pytest.mark.parametrize(
    ("gone", "told"),
    [("round_start:2", "at the start of round 2"), ("before_turn_of:p1", "before the turn of Mokia")],
)
def test_a_moment_that_has_passed_is_still_named_on_the_form(gone, told):
    """The rounds to come are offered; the player of the second one has left meanwhile."""
    played = Played(table.programmed("mokia", "globbo", "nonintendo", "lenogo"))
    public = played.state.public
    left = replace(public.seats["p1"], left=2)
    played.state = replace(played.state, public=replace(public, seats={**public.seats, "p1": left}))
    ask = Ask(played.scene("p2"), {"file-card_orders-orders-1-trigger": gone})
    (rows,) = kinds.INPUTS["card_orders"]
    when = rows.fields(ask, "file-card_orders")[0]
    assert [choice.label for choice in when.choices if choice.chosen] == [told]


@pytest.mark.parametrize(("hand", "told"), [((), True), (("bull_market",), True), (("shortages",), False)])
def test_who_cannot_react_to_a_payout_is_told_why_nothing_is_asked(hand, told):
    question = Question("payout_reaction", (3, 1), ("p1",), player="p2", industry="oil")
    played = Played(table.game("mokia", "globbo", "nonintendo", hands={"mokia": hand}, question=question))
    html = draw(SKIN.form(played.scene("p1"), Desk(next(w for w in RULES.windows(played.state.public))), ()))
    assert ("You hold neither Oversupply nor Shortages." in html) == told
    assert ('name="payout_reaction-first"' in html) != told


def shown_to(made, player):
    """The page of somebody who is asked, without its tags."""
    game = Played(made.state)
    main, doors = game.desks(player)
    html = draw(SKIN.form(game.scene(player), main, doors), desk=main, doors=doors)
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def asked_for_permission():
    owned = {"mokia": ["oil.china"], "globbo": ["oil.caliphate"]}
    state = table.game("mokia", "globbo", "lenogo", owned=owned, controls={"globbo": ["maghreb"]})
    return table.Played(state).hand_in("turn", p1=table.act("buy_company", company="oil.maghreb"))


def won_a_war():
    state = table.game(
        "mokia", "globbo", "lenogo", owned={"globbo": ["robotics.asean"]}, controls={"globbo": ["asean"]},
        mercenaries={"mokia": 9, "globbo": 0, "lenogo": 0},
    )  # fmt: skip
    return table.Played(state).hand_in("turn", p1=table.act("war", country="asean"))


@pytest.mark.parametrize(
    ("made", "player", "told"),
    [
        (auction, "p1", "Mokia controls it now. Its defence is 3, its strength 1."),
        (election, "p2", "Votes: Globbo 1. Nobody controls it now. Its defence is 5, its strength 2."),
        (asked_for_permission, "p2", "Oil would pay €3 to Mokia and €3 to Globbo."),
        (won_a_war, "p1", "Robotics (ASEAN): Theft"),
        (won_a_war, "p1", "The war on ASEAN is won"),
        (lambda: turn(payout_taken=True), "p1", "this round has had its payout"),
        (lambda: turn(money={"mokia": 3}), "p1", "you need €4"),
    ],
)
def test_who_is_asked_reads_what_it_is_about(made, player, told):
    assert told in shown_to(made(), player)


def test_wishes_are_counted_as_choices():
    played = Played.whole_game(1, chapters=0)
    ask = Ask(played.scene("p1"))
    for language, first, sixth in (("en", "1st choice", "6th choice"), ("fr", "1er choix", "6e choix")):
        with translation.override(language):
            (ranking,) = kinds.INPUTS["choose_megacorp"]
            labels = [field.label for field in ranking.fields(ask, "a")]
        assert (labels[0], labels[5]) == (first, sixth)


def test_the_form_ends_with_its_button_at_every_width():
    """What the class `desk` marks is hidden on a phone; the warning is the button's own."""
    game = Played(turn().state)
    main, doors = game.desks("p1")
    html = draw(SKIN.form(game.scene("p1"), main, doors), desk=main, doors=doors)
    (button,) = re.findall(r'<button[^>]*class="btn go block[^>]*value="save"[^>]*>', html)
    assert "desk" not in button
    assert 'aria-describedby="final"' in button
    assert html.count('id="final"') == 1
    assert "Strike noon” waits" not in html
    rehearsed = draw(
        SKIN.form(game.scene("p1"), main, doors),
        desk=main,
        doors=doors,
        resolve_now_url="/g/abc/resolve-now/",
    )
    assert "“Strike noon” waits for" in rehearsed
