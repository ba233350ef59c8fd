"""What every title's order form has, drawn by the platform; and no button that loses what another field
holds. Fields and buttons are found on the page, titles in the registry."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from django.test import Client

from games.contract import Closes, Order, decode, encode
from games.models import Game, OrderForm, Player, Resolution
from games.registry import skin_for
from games.selectors import window_of
from games.skin import figures
from tests.battery import site
from tests.battery.pressing import FULLY, amounts, ending, filled, games, opened, page_of, press, rehearsals
from tests.battery.shown import taken_back
from tests.formpage import Button, OrderFormPage

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SAMPLE = 2  # presses at each further kind of question
# How often a button that was there before is pressed beside a form that is handed in: `NOON_AGAIN=1` always.
AGAIN = float(os.environ.get("NOON_AGAIN", "0.25"))
TRUTH = {"on": ("true",), "yes": ("true",), "no": ("false",)}  # what is kept of a field that says so


def test_what_is_saved_has_a_receipt_with_its_fingerprint_and_salt(title, clock):
    looked_at = 0
    for game, player in games(title):
        turn, client = site.main_turn(game), site.client_of(player.user)
        site.hand_in(game, player)
        form = OrderForm.objects.filter(turn=turn, player=player).first()
        if form is None:  # it counted at once
            kept = decode(Resolution.objects.get(turn=turn).forms, dict)[player.pid]
        else:
            kept = {"fingerprint": form.fingerprint, "salt": form.salt}
        page = page_of(client, game)
        assert "receipt" in page.ids
        assert figures.in_groups(kept["fingerprint"]) in page.text
        assert figures.in_groups(kept["salt"]) in page.text
        looked_at += 1
    assert looked_at


def test_who_was_set_aside_reads_it_and_why(title, clock):
    looked_at = 0
    for game, player in games(title):
        turn, client = site.main_turn(game), site.client_of(player.user)
        if window_of(turn).closes is Closes.AT_ONCE:
            continue  # nothing lies with it that could be set aside
        looked_at += 1
        site.hand_in(game, player)
        assert "set-aside" not in page_of(client, game).ids
        wrong = encode((Order("unheard_of", {}),))
        OrderForm.objects.filter(turn=turn, player=player).update(set_aside=True, orders=wrong)
        page = page_of(client, game)
        assert "set-aside" in page.ids
        assert "receipt" not in page.ids
        told = page.text[page.text.index('id="set-aside"') :].split("</p>")[0]
        rules = skin_for(title).rules
        problem = rules.check(site.view_of(game, player), window_of(turn), (Order("unheard_of", {}),))[0]
        sentence = skin_for(title).problem_text(None, problem)  # type: ignore[arg-type]
        assert sentence in told
    assert looked_at


def test_a_form_is_taken_back_and_said_to_be_ready_by_buttons_of_the_frame(title, clock):
    looked_at = 0
    for game, player in games(title):
        turn, client = site.main_turn(game), site.client_of(player.user)
        if window_of(turn).closes is Closes.AT_ONCE or window_of(turn).in_parts:
            continue
        assert not [b for b in page_of(client, game).buttons if b.url.endswith(("/ready/", "/withdraw/"))]
        site.hand_in(game, player)
        if len(window_of(turn).awaited) == 1:
            continue  # it has counted: nobody else was asked
        looked_at += 1
        page = page_of(client, game)
        page = press(client, game, page, ending(page, "/ready/"))
        assert OrderForm.objects.get(turn=turn, player=player).ready
        assert ending(page, "/ready/").value == "0"
        page = press(client, game, page, ending(page, "/withdraw/"))
        form = OrderForm.objects.get(turn=turn, player=player)
        assert (form.set_aside, form.orders) == (True, "[]")
        assert "receipt" not in page.ids
    assert looked_at


# ---- no button loses what another field holds -------------------------------------------------------


def saved_by(game: Game, player: Player) -> Counter[str]:
    """Every order of a player's that is kept, handed in or resolved, and how often."""
    forms = OrderForm.objects.filter(player=player, set_aside=False).values_list("orders", flat=True)
    resolved = [decode(r.forms, dict).get(player.pid) for r in Resolution.objects.filter(game=game)]
    kept = [json.loads(form) for form in forms] + [form["orders"] for form in resolved if form]
    return Counter(encode(order) for orders in kept for order in orders)


def lost(
    page: OrderFormPage, after: OrderFormPage, fresh: Counter[str], chosen: dict[str, str], button: Button
) -> list[str]:
    """The chosen fields that are neither on the page that follows nor in a `fresh` order, one that was kept
    by this press. An order that has moved goes by another key: as many of its fields must show the value as
    before."""
    mine = button.value.partition("-")[2]
    there, here = values_of(page, chosen, mine), values_of(after, {}, mine)
    gone = []
    for name, value in chosen.items():
        shown, field = after.inputs.get(name), (name.rpartition("-")[2], value)
        if shown is not None and shown.value == value:
            continue
        if re.match(r"o\d+-", name) and here[field] >= there[field]:
            continue
        ways = [[value], re.split("[-.]", value), *([one] for one in TRUTH.get(value, ()))]
        if not any(all(is_in(part, order) for part in way) for way in ways for order in fresh):
            gone.append(f"{name}={value}")
    return gone


def values_of(page: OrderFormPage, chosen: dict[str, str], key: str) -> Counter[tuple[str, str]]:
    """How often each value stands in a field of each name, with these chosen, but for the question `key`."""
    return Counter(
        (name.rpartition("-")[2], chosen.get(name, one.value))
        for name, one in page.inputs.items()
        if one.question != key
    )


def is_in(part: str, kept: str) -> bool:
    """Whether a whole value is among those kept: 1 is not in 17."""
    return f'"{part}"' in kept or re.search(rf":{re.escape(part)}(?!\w)", kept) is not None


def presses(
    page: OrderFormPage, chance: random.Random, legal: Sequence[int]
) -> Iterator[tuple[Button, dict[str, str]]]:
    """Each button, with some of the fields filled in that it does not speak of: one alone, then all of
    its question's. `legal`: numbers that a form may hold."""
    for button in page.buttons:
        key = button.value.partition("-")[2]
        others = [one for one in page.open_fields() if not key or one.question != key]
        if not others:
            continue
        one = chance.choice(others)
        yield button, filled(page, [one], chance, legal)
        question = [other for other in others if other.question == one.question]
        yield button, filled(page, question, chance, legal)


def test_no_button_loses_what_another_field_holds(title, clock):
    """All at the first kinds of questions, some at the others. Once a form is handed in, all that come with
    it and some of those that were there before; of rehearsals, those that no game had at the same kind of
    question."""
    chance, pressed = random.Random(title), set[object]()
    for made in (games, rehearsals):
        walked, known = 0, frozenset(pressed)
        for nth, (game, player) in enumerate(made(title)):
            client, fully = site.client_of(player.user), nth < FULLY
            window, before = window_of(site.main_turn(game)), set[object]()
            for handed_in in (False, True) if fully else (False,):
                if handed_in and window.closes is not Closes.AT_ONCE:
                    site.hand_in(game, player)
                page = page_of(client, game)
                page = opened(client, game, page) if fully else page
                found = list(presses(page, chance, amounts(game, player)))
                for button, chosen in found if fully else chance.sample(found, min(SAMPLE, len(found))):
                    which = button.name, button.value, button.url.split("/")[-2:]
                    again = handed_in and repr(which) in before and chance.random() > AGAIN
                    before |= set() if handed_in else {repr(which)}
                    which = repr((window.kind, handed_in, *which))
                    pressed.add(which)
                    if chosen and not again and which not in known:
                        assert_nothing_lost(client, game, player, page, button, chosen)
                        walked += 1
        assert walked > 3 or known  # what a rehearsal has, every game may have had


def assert_nothing_lost(
    client: Client, game: Game, player: Player, page: OrderFormPage, button: Button, chosen: dict[str, str]
) -> None:
    before = saved_by(game, player)
    with taken_back():
        after = press(client, game, page, button, **chosen)
        gone = lost(page, after, saved_by(game, player) - before, chosen, button)
        assert not gone, f"{button} loses {gone} of {chosen}"
        if "unsaved" in after.ids:
            on = next(b for b in after.buttons if b.name == "without")
            press(client, game, after, on)
