"""The order form over HTTP: saved means counted, refused means kept, nothing typed is ever lost."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import OperationalError
from django.test import Client
from msgspec.structs import replace

from games import access, context
from games.contract import Order, Orders, decode
from games.models import Game, OrderForm, Resolution, Turn
from games.skin import REST, Edit, Summary, figures
from games.tasks import close_due
from games.views import orders as order_views
from tests.builder import open_turn, running_game, seat
from tests.dummy import DummySkin

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(game):
    client = Client()
    client.force_login(seat(game, 1).user)
    return client


def plain(content: bytes, public_id: str) -> str:
    """A page without its address and the CSRF token, whose mask is new each time."""
    text = content.decode().replace(public_id, "")
    return re.sub(r"[A-Za-z0-9]{64}", "", text)


def post(client, game, **fields):
    data = {"turn": "secret/1", "revision": "0", "number": "471", **fields}
    return client.post(f"/g/{game.public_id}/orders/", data)


def test_a_saved_form_shows_its_receipt(client, game):
    answer = post(client, game)
    assert answer.status_code == 303
    page = client.get(answer["Location"])
    form = OrderForm.objects.get()
    assert "say 471" in page.content.decode()
    assert figures.in_groups(form.fingerprint) in page.content.decode()


def test_what_is_refused_stands_beside_what_was_typed(client, game):
    page = post(client, game, number="abc")
    assert page.status_code == 422
    assert 'role="alert"' in page.content.decode()
    assert 'value="abc"' in page.content.decode()
    assert not OrderForm.objects.exists()


def test_a_stale_revision_keeps_the_text(client, game):
    post(client, game)
    page = post(client, game, number="472")
    assert page.status_code == 409
    assert "472" in page.content.decode()
    assert '"number":471' in OrderForm.objects.get().orders


@pytest.mark.parametrize("turn", ["secret/2", "", "nonsense/9", "secret/1/x"])
def test_a_closed_or_unknown_turn_keeps_the_text(client, game, turn):
    page = post(client, game, turn=turn, number="473")
    assert page.status_code == 409
    assert "473" in page.content.decode()


def test_too_late_says_so_and_keeps_the_text(client, game, clock):
    clock.move_to(open_turn(game).deadline + timedelta(milliseconds=100))
    page = post(client, game, number="474")
    assert page.status_code == 409
    assert "474" in page.content.decode()
    assert not OrderForm.objects.exists()


def test_logged_out_meanwhile_keeps_the_text(game):
    page = post(Client(), game, number="475")
    assert page.status_code == 403
    assert "475" in page.content.decode()
    assert "/account/login/?next=" in page.content.decode()


@pytest.mark.parametrize("act", ["ready", "resolve-now", "withdraw", "throw-away"])
def test_acts_of_somebody_logged_out_meanwhile_lead_to_the_log_in(game, act):
    page = Client().post(f"/g/{game.public_id}/{act}/", {"turn": open_turn(game).name, "ready": "1"})
    assert page.status_code == 403
    assert f"/account/login/?next={quote(f'/g/{game.public_id}/{act}/', safe='')}" in page.content.decode()
    assert "What you had typed" not in page.content.decode()


@pytest.mark.parametrize(("problem", "status"), [(OperationalError, 503), (RuntimeError, 500)])
@pytest.mark.parametrize("act", ["orders", "ready", "withdraw", "throw-away"])
def test_where_it_breaks_what_was_typed_stays_in_sight(client, game, monkeypatch, problem, status, act):
    """Also where nothing of the ordinary frame can be had."""

    def breaks(*args, **kwargs):
        raise problem("the form says so")

    monkeypatch.setattr(access, "seat_for", breaks)
    monkeypatch.setattr(order_views, "arriving", breaks)  # how the order form finds its seat
    monkeypatch.setattr(context, "site", breaks)
    client.raise_request_exception = False
    page = client.post(f"/g/{game.public_id}/{act}/", {"turn": "x", "number": "472", "password": "a secret"})
    assert page.status_code == status
    assert "472" in page.content.decode()
    assert "the form says" not in page.content.decode() and "a secret" not in page.content.decode()
    assert page.get("Retry-After") == ("60" if status == 503 else None)


def test_a_changed_token_keeps_the_text(game):
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat(game, 1).user)
    page = post(client, game, number="476")
    assert page.status_code == 403
    assert "476" in page.content.decode()


def test_another_site_has_no_words_of_its_own_shown(game):
    client = Client(enforce_csrf_checks=True, headers={"Origin": "https://elsewhere.example"})
    client.force_login(seat(game, 1).user)
    page = post(client, game, number="476476476")
    assert page.status_code == 403
    assert "476476476" not in page.content.decode()


def test_what_was_typed_stands_under_the_words_of_the_form():
    client = Client(enforce_csrf_checks=True)
    typed = {"login": "ana@example.org", "public_text": "Came by boat.", "remember": "on", "": "x"}
    page = client.post("/account/login/", typed, headers={"accept-language": "fr"}).content.decode()
    told = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page)
    assert told == [("Adresse électronique", "ana@example.org"), ("Texte public", "Came by boat."), ("", "x")]


def test_strangers_get_the_same_404_whether_or_not_the_game_exists(game, clock):
    from tests.builder import make_user

    game.is_public = False
    game.save()
    client = Client()
    client.force_login(make_user("Lena"))
    for slug in ("", "orders/", "news/", "message/", "news/1/", "ledger/", "draws/"):
        real = client.get(f"/g/{game.public_id}/{slug}")
        fake = client.get(f"/g/{'a' * 12}/{slug}")
        assert real.status_code == fake.status_code == 404
        assert plain(real.content, game.public_id) == plain(fake.content, "a" * 12)


def test_while_noon_is_due_the_page_says_so_and_shows_the_receipt(client, game, clock):
    post(client, game)
    clock.move_to(open_turn(game).deadline + timedelta(seconds=1))
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "Noon has passed" in page
    assert "say 471" in page


def test_a_stuck_turn_takes_no_orders_and_says_nothing_is_lost(client, game):
    Turn.objects.update(status=Turn.Status.STUCK)
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "nothing is lost" in page
    assert "Nothing of yours was saved" in page
    assert post(client, game).status_code == 409


def test_a_stuck_turn_shows_the_receipt_of_what_was_saved(client, game):
    post(client, game, number="471")
    Turn.objects.update(status=Turn.Status.STUCK)
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "say 471" in page
    assert "Nothing of yours was saved" not in page


def test_a_page_of_a_chapter_not_yet_resolved_is_not_there(client, game):
    assert client.get(f"/g/{game.public_id}/news/1/").status_code == 404
    address = f"/g/{game.public_id}/"
    assert "Nothing has appeared yet" in client.get(f"{address}news/").content.decode()
    assert f'class="btn go" href="{address}"' in client.get(f"{address}news/").content.decode()
    # To who watches, the game begins with this page: the button leads on, not round.
    assert f'href="{address}">Back' not in Client().get(f"{address}news/").content.decode()


def test_the_dot_of_a_new_page_goes_when_it_was_read(client, game, clock):
    clock.move_to(open_turn(game).deadline)
    close_due()
    home = client.get(f"/g/{game.public_id}/")
    assert home["Location"].endswith("/message/")  # the message first, then the orders
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert page.count('class="new"') == 2
    client.get(f"/g/{game.public_id}/message/")
    client.get(f"/g/{game.public_id}/news/")
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert 'class="new"' not in page
    assert client.get(f"/g/{game.public_id}/")["Location"].endswith("/orders/")


def test_an_edition_before_the_first_is_not_there(client, game, clock):
    clock.move_to(open_turn(game).deadline)
    close_due()
    assert client.get(f"/g/{game.public_id}/news/1/").status_code == 200
    assert client.get(f"/g/{game.public_id}/news/0/").status_code == 404


def test_reading_an_old_edition_leaves_the_dot_of_the_new_one(client, game, clock):
    for _ in range(2):
        clock.move_to(open_turn(game).deadline)
        close_due()
    client.get(f"/g/{game.public_id}/news/1/")
    assert seat(game, 1).seen == {}
    client.get(f"/g/{game.public_id}/news/2/")
    assert seat(game, 1).seen == {"news": 2}


def test_who_is_ready_stays_so_when_he_changes_his_form(client, clock):
    game = running_game(("Chloé", "Dimitri"), close_when_all_ready=True)
    client.force_login(seat(game, 1).user)
    orders = f"/g/{game.public_id}/orders/"
    client.post(orders, {"turn": "secret/1", "revision": 0, "number": 1})
    client.post(f"/g/{game.public_id}/ready/", {"turn": "secret/1", "revision": 1, "ready": "1"})
    client.post(orders, {"turn": "secret/1", "revision": 1, "number": 2})
    form = seat(game, 1).forms.get()
    assert (form.revision, form.ready) == (2, True)


def test_a_title_that_takes_a_name_of_the_platforms_is_told(client, game, monkeypatch):
    """Its own value would never be drawn."""
    form = DummySkin.form

    def takes(self, scene, desk, doors):
        page = form(self, scene, desk, doors)
        return replace(page, context={**page.context, "receipt": "mine"})

    monkeypatch.setattr(DummySkin, "form", takes)
    with pytest.raises(AssertionError, match="receipt"):
        client.get(f"/g/{game.public_id}/orders/")


def test_the_summary_is_drawn_beside_the_form_and_in_the_dock(client, game, monkeypatch):
    form, summary = DummySkin.form, Summary("Left in all", "4711", "ny", dock_unit="free", dock_line="Saved.")
    monkeypatch.setattr(DummySkin, "form", lambda *given: replace(form(*given), summary=summary))
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    beside, dock = page.split('id="dock"')
    assert beside.count("4711") == dock.count("4711") == 1
    assert "Left in all" in beside and "Left in all" in dock
    assert "Saved." in dock


def test_ready_is_said_of_the_form_that_was_seen(client, clock):
    """Another tab has saved since: its form is not declared ready unseen, and the page shows it."""
    game = running_game(("Chloé", "Dimitri"), close_when_all_ready=True)
    client.force_login(seat(game, 1).user)
    address, ready = f"/g/{game.public_id}/orders/", f"/g/{game.public_id}/ready/"
    for revision, number in enumerate((1, 2)):
        client.post(address, {"turn": "secret/1", "revision": revision, "number": number})
    answer = client.post(ready, {"turn": "secret/1", "revision": 1, "ready": "1"}, follow=True)
    page = answer.content.decode()
    assert "changed elsewhere meanwhile" in page and "say 2" in page
    assert not seat(game, 1).forms.get().ready
    client.post(ready, {"turn": "secret/1", "revision": 2, "ready": "1"})
    assert seat(game, 1).forms.get().ready


def test_ready_is_said_of_what_the_same_press_saved_along(client, clock, monkeypatch):
    game = running_game(("Chloé", "Dimitri"), close_when_all_ready=True)
    client.force_login(seat(game, 1).user)
    client.post(f"/g/{game.public_id}/orders/", {"turn": "secret/1", "revision": 0, "number": 1})
    orders = (Order("say", {"number": 2}),)
    monkeypatch.setattr(
        DummySkin, "edit",
        lambda self, scene, desk, post: Edit(orders, along=("two",) if post["act"] == REST else ()),
    )  # fmt: skip
    client.post(f"/g/{game.public_id}/ready/", {"turn": "secret/1", "revision": 1, "ready": "1"})
    form = seat(game, 1).forms.get()
    assert (form.revision, form.ready, decode(form.orders, Orders)) == (2, True, orders)


def test_what_was_typed_counts_though_the_title_has_no_words_for_it(client, game, monkeypatch):
    """A title that returns the new form for another button, and does not say what is saved along with it."""
    own = DummySkin.edit

    def edit(self, scene, desk, post):
        if post.get("act") == REST and post.get("number"):
            return Edit((Order("say", {"number": int(post["number"])}),))
        return own(self, scene, desk, post)

    monkeypatch.setattr(DummySkin, "edit", edit)
    ready = {"turn": "secret/1", "revision": "0", "number": "471", "ready": "1"}
    answer = client.post(f"/g/{game.public_id}/ready/", ready, follow=True)
    assert '"number":471' in OrderForm.objects.get().orders
    assert "Saved along with it: what you had filled in." in answer.content.decode()
    unchanged = {**ready, "revision": "1"}
    client.post(f"/g/{game.public_id}/ready/", unchanged)
    assert OrderForm.objects.get().revision == 1


def test_noon_struck_in_a_rehearsal_hands_in_what_is_filled_in(client, game, monkeypatch):
    """As the button says."""
    own = DummySkin.edit

    def edit(self, scene, desk, post):
        if post.get("act") == REST:
            return Edit((Order("say", {"number": int(post["number"])}),))
        return own(self, scene, desk, post)

    monkeypatch.setattr(DummySkin, "edit", edit)
    Game.objects.filter(pk=game.pk).update(is_rehearsal=True)
    struck = {"turn": "secret/1", "revision": "0", "number": "471"}
    client.post(f"/g/{game.public_id}/resolve-now/", struck, follow=True)
    struck_noon = game.resolutions.get(cause=Resolution.Cause.RESOLVE_NOW)
    assert '"number":471' in struck_noon.forms.replace("\\", "")
