"""Random and damaged posts to the order form of every title, in every kind of question: no 500, each
refusal a sentence, nothing stored that `check` refuses.

Fields, choices and buttons are found on the page. Most posts are read by the skin and judged by the rules as
the site does it, without a page; some go through the site.
"""

from __future__ import annotations

import random
import re
from contextlib import nullcontext
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games import access, selectors
from games.contract import Closes
from games.models import Game, OrderForm, Player
from games.registry import skin_for
from games.skin import REST
from tests.battery import site
from tests.battery.pressing import FULLY, games, opened, page_of, press
from tests.battery.shown import taken_back
from tests.formpage import OrderFormPage

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Posts for each of the first kinds of questions of a title, and for each of those after them: read by the
# skin, sent to the site.
READ, SENT = (400, 20), (36, 4)
AFRESH = 12  # posts from one page
LONGEST_NAME = 1_000  # of a field: no browser sends a longer one
JUNK = (
    "", " ", "0", "-1", "1e9", "99999999999999999999", "1.5", "½", "٣", "true", "null", "[]", "{}", "<b>",
    "\x00", "a\x00b", "\uffff", "p1", "p2", "p99", "more", "1 000", "100000", "1_000", "0x10", "’",
    "a" * 5000, "../../etc", "%00", "'; --", "NaN", "Infinity", "−5",
)  # fmt: skip
NUMBERS = ("1", "12", "1000", "50 000")
A_CODE = re.compile(r"\b[a-z]+_[a-z_]+\b")


def a_post(chance: random.Random, page: OrderFormPage) -> dict[str, str]:
    """What a browser, a tired player or a hostile program might post from this page."""
    button = chance.choice([b for b in page.buttons if not b.url] or [None])
    whole = chance.random() < 0.4  # filled in as it should be, as far as a page can tell
    chosen = {
        one.name: chance.choice(one.choices) if one.choices else chance.choice(NUMBERS)
        for one in page.open_fields()
        if chance.random() < (0.95 if whole else 0.5) and not one.name.endswith("_more")
    }
    post = page.posted(button, **chosen)
    if whole:
        return post
    names = [*page.inputs, "turn", "revision", "act", "door", "look", "kind", "place", *JUNK]
    for _ in range(chance.choice((0, 0, 1, 1, 2, 5))):
        post[chance.choice(names)] = chance.choice(JUNK)
    if chance.random() < 0.2:
        act, _, key = post.get("act", "add-x").partition("-")
        post["act"] = chance.choice((f"{act}-{chance.choice(JUNK)}", f"{chance.choice(JUNK)}-{key}", REST))
    for _ in range(chance.choice((0, 0, 0, 1, 3))):
        post.pop(chance.choice(list(post)), None)
    return post


def alerts(page: str) -> list[str]:
    found = re.findall(r'<(\w+)[^>]*role="alert"[^>]*>(.*?)</\1>', page, re.S)
    return [re.sub(r"<[^>]+>", "", text).strip() for _tag, text in found]


def assert_told(texts: list[str]) -> None:
    assert texts, "refused without a sentence"
    for text in texts:
        assert len(text.split()) >= 4, text
        assert not A_CODE.search(text), f"a code, not a sentence: {text}"


def test_no_post_breaks_the_skin_and_each_refusal_is_a_sentence(title, clock):
    skin, chance = skin_for(title), random.Random(f"read/{title}")
    found = {"refused": 0, "read": 0}
    for nth, (game, player) in enumerate(games(title)):
        page = opened(site.client_of(player.user), game, page_of(site.client_of(player.user), game))
        entry = access.seat_for(player.user, game.public_id)
        view = selectors.view_of(game, player)
        scene = selectors.scene_to_edit(entry, view)
        desks = selectors.desks_of(player, selectors.open_turns(game))
        kept = {desk.window.name: desk.orders for desk in desks}
        for _ in range(READ[nth >= FULLY]):
            desk, post = chance.choice(desks), a_post(chance, page)
            edit = skin.edit(scene, desk, post)
            problems = (*edit.errors, *skin.rules.check(view, desk.window, edit.orders))
            if problems:
                assert_told([skin.problem_text(scene, problem) for problem in problems])
            found["refused" if problems else "read"] += 1
            assert set(edit.left) <= set(post) | set(page.inputs)
        assert kept == {desk.window.name: desk.orders for desk in desks}
    assert min(found.values()) > 40, found


def test_no_post_breaks_the_site_and_nothing_is_kept_that_check_refuses(title, clock):
    chance, counts = random.Random(f"sent/{title}"), dict[int, int]()
    for nth, (game, player) in enumerate(games(title)):
        client = site.client_of(player.user, chance.choice(("en", "fr")))
        final = selectors.window_of(site.main_turn(game)).closes is Closes.AT_ONCE
        for n in range(SENT[nth >= FULLY]):
            cache.clear()  # nobody presses that fast
            if n % AFRESH == 0:
                page = a_page(chance, client, game)
            post = a_post(chance, page) | ({"revision": revision(game, player)} if n % 4 else {})
            # What was saved stays on the form for some posts; an act would end the question.
            stays = not final and "door" not in post and chance.random() < 0.5
            with nullcontext() if stays else taken_back():
                answer = client.post(f"/g/{game.public_id}/orders/", post)
                assert_answered(answer, post)
                assert_kept_is_legal(game, player)
            counts[answer.status_code] = counts.get(answer.status_code, 0) + 1
    kept = counts.get(303, 0) + counts.get(200, 0)  # 200: what else was typed is shown again
    assert min(kept, counts.get(409, 0), counts.get(422, 0)) > 5, counts


def a_page(chance: random.Random, client: Client, game: Game) -> OrderFormPage:
    """The order form as it stands, mostly with one question open."""
    page = page_of(client, game)
    closed = [button for button in page.buttons if button.opens]
    return press(client, game, page, chance.choice(closed)) if closed and chance.random() < 0.9 else page


def revision(game: Game, player: Player) -> str:
    """That of the player's form, as a page that was just opened has it."""
    form = site.main_turn(game).forms.filter(player=player).first()
    return str(form.revision if form else 0)


def assert_answered(answer: Any, post: dict[str, str]) -> None:
    if any(len(name) > LONGEST_NAME for name in post):
        assert answer.status_code == 400
        return
    assert answer.status_code in (200, 303, 409, 422), answer.status_code
    if answer.status_code == 422:
        assert_told(alerts(answer.content.decode()))


def assert_kept_is_legal(game: Game, player: Player) -> None:
    for form in OrderForm.objects.filter(turn__game=game, player=player, set_aside=False):
        window = selectors.window_of(form.turn)
        view = selectors.view_of(game, player)
        assert skin_for(game.title).rules.check(view, window, selectors.orders_of(form)) == ()
