"""The odds of a run, wherever they are shown: success, the public Defence it meets, and both together."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from msgspec.structs import replace

from corporate.rules import RULES
from corporate.rules.check import desk_of
from corporate.rules.state import Council
from corporate.skin import SKIN
from games.contract import Event, Order, PlayerId
from games.skin.figures import FIXED

from ..stage import LANGUAGES, Played, played, render_page, with_public
from .test_form import field_of, kind_of, make, rich

ODDS = {
    "en": "90% to succeed against a defence of 30%: 63%",
    "fr": "90\u00a0% de réussite contre une défense de 30\u00a0%\u00a0: 63\u00a0%",
}
LOWER = {
    "en": "Competing runs, and Protections you cannot see, may lower these chances.",
    "fr": "Des runs concurrents, et des Protections que vous ne voyez pas, peuvent réduire ces chances.",
}
LOWERED = {
    "en": "Competing runs, and Protections you could not see, may have lowered these chances.",
    "fr": "Des runs concurrents, et des Protections que vous ne pouviez pas voir, ont pu réduire "
    "ces chances.",
}
SABOTAGE = Order("sabotage", {"target": "ares", "steps": 6, "influence_bonus": False})


def citizens(game: Played, **corporations: str | None) -> Played:
    """The same game, with these players citizens of these corporations."""
    seats = dict(game.state.public.seats)
    for player, corporation in corporations.items():
        seats[PlayerId(player)] = replace(seats[PlayerId(player)], citizenship=corporation)
    return with_public(game, seats=seats)


@pytest.fixture
def game() -> Played:
    return citizens(rich(played(4, 1, until=3)), p2="neonet", p3=None)


def information(target: str) -> Order:
    return Order("information", {"target": target, "steps": 1, "influence_bonus": False})


def lines(game: Played, language: str, *orders: Order) -> list[str]:
    desk = game.desk("p1", orders)
    with translation.override(language):
        return [
            line.text for line in SKIN.receipt(game.scene("p1"), desk.window, desk.orders, desk.quote).lines
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_order_form_and_the_receipt_show_success_defence_and_both(game, language):
    context, page = make(game, (SABOTAGE,), language=language)
    saved = kind_of(context, "sabotage").saved[0]
    assert saved.gauge.percent == 63
    assert saved.note == f"{ODDS[language]}. {LOWER[language]}"
    assert saved.gauge.meter in page
    assert page.count(ODDS[language]) == page.count(LOWER[language]) == 2  # on the form, and on the receipt
    receipt = lines(game, language, SABOTAGE, SABOTAGE)
    assert [line.endswith(ODDS[language]) for line in receipt] == [True, True, False]
    assert receipt[2] == LOWER[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_an_order_is_edited_its_odds_stay_in_sight(game, language):
    _context, page = make(game, (SABOTAGE,), {"edit": "0"}, language=language)
    assert f"{ODDS[language]}. {LOWER[language]}" in page
    assert re.search(rf"<b>\s*63{FIXED}?%\s*</b>", page)


def test_an_information_run_meets_the_datasteal_defence_of_the_targets_corporation(game):
    context, _page = make(game, (information("p2"), information("p3")))
    covered, bare = kind_of(context, "information").saved
    assert (covered.gauge.percent, bare.gauge.percent) == (49, 70)
    assert covered.note.startswith("70% to succeed against a defence of 30%: 49%.")
    assert bare.note == "70% to succeed, and no defence. Competing runs may lower these chances."


def test_the_targets_are_chosen_with_their_defence_in_sight(game):
    context, page = make(game, query={"add": "sabotage"})
    picks = field_of(kind_of(context, "sabotage").question, "target").choices
    labels = {one.value: (one.label, one.defence) for one in picks}
    assert labels["ares"] == ("Ares", "30%")
    assert labels["sony"] == ("Sony", "10%")
    assert "The percentages are those of success, before the target’s defence." in page
    context, _page = make(game, query={"add": "information"})
    picks = field_of(kind_of(context, "information").question, "target").choices
    labels = {one.value: (one.label, one.defence) for one in picks}
    assert labels["p2"] == ("Bruno", "defence 30%")
    assert labels["p3"] == ("Chloé", "no defence")


def test_a_beneficiary_defends_nothing(game):
    context, _page = make(game, query={"add": "extraction"})
    ask = kind_of(context, "extraction").question
    assert not [one.label for one in field_of(ask, "beneficiary").choices if one.marks]


def test_a_protection_meets_no_defence(game):
    shield = Order(
        "protection", {"beneficiary": "ares", "defence": "sabotage", "steps": 1, "influence_bonus": False}
    )
    context, _page = make(game, (shield,))
    saved = kind_of(context, "protection").saved[0]
    assert (saved.gauge.percent, saved.note) == (10, "")
    assert saved.gauge.meter == "10% to counter a run"
    (line,) = lines(game, "en", shield)
    assert line.endswith(", 10%")


def test_the_odds_are_made_from_what_the_reader_sees_alone(game):
    """The same view gives the same odds, whatever the others have on their forms and in their drawers."""
    view = game.scene("p1").view
    params = RULES.quote(view, game.window, (SABOTAGE, information("p2"))).orders
    assert [line.params["chance"] for line in params] == [63, 49]
    assert params[0].params["corporation"] == "ares"
    assert params[1].params["corporation"] == view.public.seats[PlayerId("p2")].citizenship


# ---- the message --------------------------------------------------------------------------------


def report(run: str, target: str | None, player: str | None = None) -> Event:
    return Event(
        "run_report",
        {
            "run": run, "target": target, "player": player, "beneficiary": None, "percent": 90, "steps": 6,
            "influence_bonus": False, "paid": 300_000, "success": False, "refund": 150_000,
        },
    )  # fmt: skip


def detection(run: str, corporation: str, player: str | None = None) -> Event:
    return Event(
        "detection",
        {
            "run": run, "corporation": corporation, "player": player, "beneficiary": None, "sponsor": "p2",
            "success": False, "percent": 90,
        },
    )  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_shows_success_defence_and_both(game, language):
    scene = replace(game.scene("p1", 2), own_events=(report("sabotage", "ares"),))
    page = render_page("message", scene, language)
    assert ODDS[language] in page
    assert page.count(LOWERED[language]) == 1
    with translation.override(language):
        assert ODDS[language] in SKIN.event_text(scene, scene.own_events[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_without_a_run_says_nothing_of_chances(game, language):
    scene = replace(game.scene("p1", 2), own_events=())
    assert LOWERED[language] not in render_page("message", scene, language)


def test_the_message_says_that_the_corporation_of_the_target_defends(game):
    scene = replace(game.scene("p1", 2), own_events=(report("information", None, "p2"),))
    assert "90% to succeed, before the defence of the target’s corporation" in render_page("message", scene)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_detected_run_is_told_with_the_defence_it_met(game, language):
    told = (detection("sabotage", "ares"), detection("information", "neonet", "p3"))
    scene = replace(game.scene("p1", 2), own_events=told)
    page = render_page("message", scene, language)
    assert page.count(ODDS[language]) == 2  # Ares against Sabotage, NeoNET against Datasteal: 30% both
    with translation.override(language):
        assert all(ODDS[language] in SKIN.event_text(scene, event) for event in told)


# ---- before anything is saved -----------------------------------------------------------------


def shown(page: str, steps: int, bonus: bool, target: str, kind: str = "sabotage") -> str:
    """What the style sheet leaves of the chances: the answer with the marks of the chosen inputs."""
    form = page.split('class="askform"')[1].split("</section>")[0]

    def marks(name: str, value: str) -> list[str]:
        tag = next(
            tag for tag in re.findall(r"<input[^>]*>", form)
            if f'name="{kind}-{name}"' in tag and f'value="{value}"' in tag
        )  # fmt: skip
        found = re.search(r'class="([^"]*)"', tag)
        return found[1].split() if found else []

    wanted = next(m for m in marks("steps", str(steps)) if m[0] == ("b" if bonus else "r"))
    defended = next(m for m in marks("target", target) if m[0] == "t")
    percent = form.split(f'<span class="p{wanted[1:]}">')[1]
    return re.sub(r"<[^>]+>", "", percent.split(f'<span class="d{defended[1:]}">')[1].split("</span>")[0])


@pytest.mark.parametrize(("steps", "bonus"), [(1, False), (4, False), (6, True), (9, True)])
@pytest.mark.parametrize("controlled", [False, True])
def test_the_chances_shown_are_those_of_the_order_once_it_is_saved(game, steps, bonus, controlled):
    """For every target and with the council against some of them: the product on the open question is the
    chance that the rules' own quote has."""
    if controlled:
        game = with_public(
            game, council=Council("targeted_controls", {}, {"targeted_controls": ("sony", "ares")})
        )
    _context, page = make(game, query={"add": "sabotage"})
    for target in desk_of(game.scene("p1").view).market.ranks:
        order = Order("sabotage", {"target": target, "steps": steps, "influence_bonus": bonus})
        (line,) = RULES.quote(game.scene("p1").view, game.window, (order,)).orders
        told = shown(page, steps, bonus, target)
        assert told.split()[-1] == f"{line.params['chance']}%"
        assert told.startswith(f"{line.params['percent']}%")


def test_what_the_chances_are_made_of_is_said():
    _context, page = make(rich(played(4, 1, until=3)), query={"add": "extraction"})
    assert "10 base, 10 per step, 30 for the bonus; 90 at best." in page
    assert "Each competing run on the same target takes 10." in page
