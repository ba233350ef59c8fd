"""Whatever people write is shown as they wrote it, and is never markup: a marked text in every field.

Every title, by discovery: names of people, seats and games, every free text on a form, what masters
give as reasons, what they announce; on pages, in the admin, in refusals and in mails.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone
from django.utils.html import escape
from msgspec import structs

from accounts.models import User
from games.models import Game, Mastership, Player
from games.registry import all_skins, skin_for
from games.services import masters, seating
from games.services.deliveries import notices_send
from games.services.games import game_join
from games.services.rehearsals import rehearsal_create
from tests.battery import site
from tests.battery.random_game import step
from tests.battery.shown import addresses
from tests.builder import GameFactory, make_user
from tests.pages import MARK, MARKED, Page

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", [skin.rules.meta.key for skin in all_skins()])


class Marking:
    """Rules whose `sample` writes the mark wherever `check` lets a form hold any text."""

    def __init__(self, rules: Any) -> None:
        self._rules, self.found = rules, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def sample(self, view: Any, window: Any, dice: Any) -> Any:
        orders = self._rules.sample(view, window, dice)
        for n, order in enumerate(orders or ()):
            for key, value in order.data.items():
                marked = structs.replace(order, data={**order.data, key: MARKED})
                changed = (*orders[:n], marked, *orders[n + 1 :])
                if isinstance(value, str) and not self._rules.check(view, window, changed):
                    orders, order, self.found = changed, marked, self.found + 1
        return orders


NO_PAGES = ("application/json", "image/png", "application/atom+xml")


@pytest.fixture
def made(title, monkeypatch):
    """A game of three noons in which every name and text is marked; and one that gathers players."""
    skin = skin_for(title)
    rules = Marking(skin.rules)
    monkeypatch.setattr("tests.battery.random_game.skin_for", lambda title: type("", (), {"rules": rules}))
    switches = {o.key: True for o in skin.rules.meta.options if o.default is True or o.default is False}
    with time_machine.travel(NOW, tick=False) as clock:
        running = site.new_game(title, **{key: key != "breaks" for key in switches})
        creator = site.seats(running)[0].user
        waiting = GameFactory(creator=creator, name="Park Avenue")
        game_join(game=waiting, user=site.seats(running)[1].user, name="Bruno")
        # Straight into the rows: no form that might refuse a sign stands before a page.
        for n, player in enumerate(Player.objects.all()):
            Player.objects.filter(pk=player.pk).update(name=f"{MARKED}{n}"[:40])
        User.objects.update(display_name=MARKED)
        Game.objects.update(name=MARKED)
        chance = random.Random(title)
        for _ in range(3):
            step(running, chance, clock)
        running.refresh_from_db()
        yield {"running": running, "waiting": waiting, "rules": rules, **_acts(running)}


def _acts(game: Game) -> dict[str, Any]:
    """Every act of a master that takes a text; the readers who see what comes of it."""
    master = make_user("Jack", is_staff=True)
    boss = make_user("Mirna", is_staff=True, is_superuser=True)
    User.objects.filter(pk__in=[master.pk, boss.pk]).update(display_name=MARKED)
    for user in (master, boss):
        user.refresh_from_db()
    Mastership.objects.create(game=game, user=master)
    masters.master_name(game=game, user=make_user("Lena", is_staff=True), author=boss, reason=MARKED)
    masters.game_announce(game=game, author=master, text=MARKED)
    if game.stage == Game.Stage.RUNNING:
        masters.game_pause(game=game, author=master, reason=MARKED)
        masters.game_resume(game=game, author=master, reason=MARKED)
        until = timezone.now() + timedelta(days=4)
        masters.game_extend(game=game, until=until, author=master, reason=MARKED)
        seating.seat_take(game=game, number=3, author=master, reason=MARKED)
        seating.player_to_bot(game=game, number=3, author=master, reason=MARKED)
    return {"master": master, "boss": boss}


def pages(client: Any, found: list[str]) -> dict[str, str]:
    """What each address answers; a file to download is no page, whatever it holds, nor is a picture. Of the
    addresses that lead to the same page, such as the log-in, one is followed. What programs read of a feed
    is XML, in which a marked text is one."""
    answers, led = {}, set()
    for address in found:
        answer = client.get(address)
        place = answer.get("Location", "").partition("?")[0]
        if place in found or place in led:
            continue
        answers[address] = client.get(answer["Location"], follow=True) if place else answer
        led |= {place} if place else set()
    for answer in answers.values():
        if answer["Content-Type"].startswith("application/atom+xml"):
            title = ElementTree.fromstring(answer.content).findtext("{http://www.w3.org/2005/Atom}title")
            assert title is not None
            assert MARKED in title
    return {
        address: answer.content.decode()
        for address, answer in answers.items()
        if answer["Content-Type"].partition(";")[0] not in NO_PAGES
    }


def test_a_marked_text_is_text_on_every_page(made):
    """Of those who read everything, the player in French."""
    running, waiting = made["running"], made["waiting"]
    player = site.seats(running)[0].user
    shown = dict.fromkeys(("visitor", "player", "master", "boss"), 0)
    for reader, user in {
        "visitor": None,
        "player": player,
        **{r: made[r] for r in ("master", "boss")},
    }.items():
        client = site.client_of(user, "fr" if reader == "player" else "en")
        found = [a for a in addresses(running, everything=False) if user or not a.startswith("/admin/")]
        found += [f"/g/{waiting.public_id}/", f"/g/{waiting.public_id}/edit/", f"/i/{waiting.invitation}/"]
        found += ["/account/profile/", "/account/delete/"]
        if reader == "boss":
            found += [f"/admin/accounts/user/{player.pk}/{page}/" for page in ("change", "history")]
            found += ["/admin/accounts/user/", "/admin/account/emailaddress/"]
        for address, page in pages(client, found).items():
            assert not (wrong := Page(page).wrong), (reader, address, wrong)
            shown[reader] += MARK in page
    assert min(shown.values()) > 5, f"the marked texts are hardly shown: {shown}"


def test_what_was_typed_and_refused_is_text_too(made):
    running, waiting = made["running"], made["waiting"]
    player = site.seats(running)[0].user
    client, boss = site.client_of(player), site.client_of(made["boss"])
    base, admin = f"/g/{running.public_id}", f"/admin/games/game/{running.pk}/act"
    turn = running.turns.filter(status="open").order_by("position").first()
    posts = [
        (client, f"{base}/orders/", {"turn": MARKED, "anything": MARKED, MARKED: MARKED}),
        (client, f"{base}/orders/", {"turn": turn.name if turn else "", "revision": MARKED, "text": MARKED}),
        (client, "/games/new/", {"name": MARKED * 9, "title": MARKED, "zone": MARKED, "hour": MARKED}),
        (client, f"/g/{waiting.public_id}/edit/", {"name": MARKED * 9, "zone": MARKED, "hour": MARKED}),
        (client, "/account/profile/", {"display_name": MARKED * 9, "language": MARKED, "time_zone": MARKED}),
        (client, "/games/rehearsal/", {"asked": "1", "title": MARKED, "bots": MARKED}),
        (boss, "/admin/games/game/add/", {"name": MARKED * 9, "zone": MARKED, "reason": MARKED}),
        (boss, f"{admin}/extend/", {"until": MARKED, "reason": MARKED}),
        (boss, f"{admin}/seat/", {"email": MARKED, "name": MARKED, "reason": MARKED}),
        (boss, f"{admin}/announce/", {"reason": MARKED * 99}),
        (site.client_of(), "/account/login/", {"login": MARKED, "password": "x"}),
        (site.client_of(), "/account/signup/", {"email": MARKED, "display_name": MARKED, "password1": "x"}),
        (site.client_of(), "/account/password/reset/", {"email": MARKED}),
    ]
    marked = 0
    for who, address, fields in posts:
        answer = who.post(address, fields, follow=True)
        page = answer.content.decode()
        assert answer.status_code < 500
        assert not Page(page).wrong, (address, Page(page).wrong)
        marked += MARK in page
    assert marked >= len(posts) - 2


def test_mails_hold_what_was_written_as_text(made, settings, django_capture_on_commit_callbacks):
    settings.MAIL_CONFIGURED = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    player = site.seats(made["running"])[0].user
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    with django_capture_on_commit_callbacks(execute=True):
        site.client_of().post("/account/password/reset/", {"email": player.email})
        site.client_of().post(
            "/account/signup/",
            {"email": "maya@example.org", "display_name": MARKED, "password1": "seven-towers-noon"},
        )
    assert notices_send() > 3
    assert len(mail.outbox) > 5
    for message in mail.outbox:
        assert message.content_subtype == "plain"
        for part in getattr(message, "alternatives", ()):
            assert part.mimetype == "text/html"
            assert MARKED not in part.content
            assert (escape(MARKED) in part.content) == (MARKED in message.body)
        assert not message.attachments
        assert "&lt;" not in message.subject + message.body, "escaped for a page, in a mail"
        assert "&#x27;" not in message.subject + message.body
        assert "\n" not in message.subject
    assert sum(MARKED in message.body for message in mail.outbox) > 2
    assert sum(MARKED in message.subject for message in mail.outbox) > 2


def test_free_texts_are_found_on_forms(made):
    """If a title of which we know that it takes texts held none, the mark would be nowhere."""
    if made["running"].title == "corporate":
        assert made["rules"].found > 0


def test_a_rehearsal_against_bots_is_no_way_around(title):
    user = make_user("Maya")
    skin = skin_for(title)
    options = {o.key: o.default for o in skin.rules.meta.options}
    game = rehearsal_create(user=user, title=title, name="Maya", bots=3, options=options, game_name="x")
    Game.objects.filter(pk=game.pk).update(name=MARKED)
    Player.objects.filter(game=game, number=1).update(name=MARKED[:40])
    shown = pages(site.client_of(user), addresses(game, everything=False))
    assert not {address: wrong for address, page in shown.items() if (wrong := Page(page).wrong)}
    assert sum(MARK in page for page in shown.values()) > 3
