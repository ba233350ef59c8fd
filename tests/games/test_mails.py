"""The mails of notices: their thread, their two parts of the same words, and how each reader stops them."""

from __future__ import annotations

import html
import re
from email import message_from_bytes

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.mails import stop_address, stop_token
from accounts.models import User
from games.mails import digest_mail
from games.models import Notice
from games.policytexts import policy_lines
from games.services import deliveries
from tests.builder import make_user, running_game, send_again

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(settings):
    settings.MAIL_CONFIGURED = True
    return running_game()


def sent() -> list[mail.EmailMultiAlternatives]:
    mail.outbox = []
    deliveries.notices_send()
    return mail.outbox


def stops_of(message: mail.EmailMultiAlternatives) -> str:
    found = re.fullmatch(r"<(https?://[^>]+)>", message.extra_headers["List-Unsubscribe"])
    assert found
    return found[1]


def path_of(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)


@pytest.mark.parametrize("kind", [kind for kind in Notice.Kind if kind != Notice.Kind.TWO_FACTOR])
def test_no_mail_about_a_game_goes_out_without_a_way_to_stop_it(game, kind):
    """Whatever is told of a game: the headers for mail programs, the address for who reads the text."""
    user = game.players.filter(user__isnull=False)[0].user
    Notice.objects.all().delete()
    data = {"turn": "round/1", "missed": "round/1", "asked": "round/1", "act": "announced", "by": "Ana"}
    turn = game.turns.get(deadline__isnull=False)
    data |= {"turn_id": turn.pk, "until": turn.deadline.isoformat()}  # a reminder must be true to be sent
    Notice.objects.create(user=user, game=game, kind=kind, key="x", data=data)
    (message,) = sent()
    headers = message_from_bytes(message.message().as_bytes())
    assert headers["List-Unsubscribe"].replace("\n ", "") == f"<{stop_address(user.pk)}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["Auto-Submitted"] == "auto-generated"
    assert stop_address(user.pk) in message.body and f'href="{stop_address(user.pk)}"' in str(
        message.alternatives
    )


def test_the_html_has_the_words_of_the_text_and_escapes_them(game):
    game.name = "<b>Rue & Co</b>"
    game.save()
    Notice.objects.update(kind=Notice.Kind.ANNOUNCED, data={"reason": "<i>Noon</i> & later"})
    for message in sent():
        ((page, kind),) = message.alternatives
        assert kind == "text/html" and "<i>" not in page
        body = page.partition("<body>")[2].partition("</body>")[0]
        words = html.unescape(re.sub(r"<[^>]+>", " ", body)).split()
        assert words == message.body.split()
        assert page.count(' lang="en"') == 1


def test_mails_of_one_game_are_one_thread_for_each_reader(game):
    first, other = sent()
    send_again()
    again = {message.to[0]: message for message in sent()}[first.to[0]]
    assert again.extra_headers["Message-ID"] == first.extra_headers["Message-ID"], "the same mail, sent twice"
    assert first.extra_headers["Message-ID"] != other.extra_headers["Message-ID"]
    assert first.extra_headers["References"] == first.extra_headers["In-Reply-To"]
    assert first.extra_headers["References"] != other.extra_headers["References"]
    user = User.objects.get(email=first.to[0])
    Notice.objects.create(user=user, game=game, kind=Notice.Kind.FINISHED, key="finished/x")
    (later,) = sent()
    assert later.extra_headers["References"] == first.extra_headers["References"]
    assert later.extra_headers["Message-ID"] != first.extra_headers["Message-ID"]
    another = running_game(seats=("Lena", "Inès"))
    Notice.objects.update(game=another)
    send_again()
    assert first.extra_headers["References"] not in {m.extra_headers["References"] for m in sent()}


def test_the_address_asks_and_the_post_stops(game):
    """By a person who is not logged in, without a cookie; reading the page does nothing: mail scanners do."""
    client = Client(enforce_csrf_checks=True)
    first = sent()[0]
    user, address = User.objects.get(email=first.to[0]), path_of(stops_of(first))
    page = client.get(address)
    user.refresh_from_db()
    assert page.status_code == 200 and user.game_mail == "" and b'<form method="post">' in page.content
    assert page["Cache-Control"] == "private, no-store" and "noindex" in page["X-Robots-Tag"]
    assert client.post(address).status_code == 200
    user.refresh_from_db()
    assert user.game_mail == User.GameMail.NEVER
    send_again()
    assert [message.to for message in sent()] == [
        [other.user.email] for other in game.players.exclude(user=user).filter(user__isnull=False)
    ]
    assert not deliveries.notices_wait(), "what nobody wants keeps no worker busy"


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_one_click_in_a_mail_program_stops(game, content_type):
    client = Client(enforce_csrf_checks=True)
    user = User.objects.get(email=sent()[0].to[0])
    bodies = {
        "application/x-www-form-urlencoded": "List-Unsubscribe=One-Click",
        "multipart/form-data": (
            '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
        ),
    }
    kind = content_type + ("; boundary=x" if content_type.startswith("multipart") else "")
    answer = client.post(path_of(stop_address(user.pk)), bodies[content_type], content_type=kind)
    user.refresh_from_db()
    assert answer.status_code == 200 and user.game_mail == User.GameMail.NEVER


def test_an_address_that_the_site_did_not_make_stops_nobody(game):
    user = game.players.filter(user__isnull=False)[0].user
    good = stop_token(user.pk)
    other = make_user("Lena")
    for wrong in (good[:-1], good[::-1], f"{other.pk}.{good.partition('.')[2]}", str(user.pk), "none"):
        for method in ("get", "post"):
            answer = getattr(Client(), method)(f"/account/mails/{wrong}/")
            assert answer.status_code == 404 and b"<form method" not in answer.content
    assert not User.objects.filter(game_mail=User.GameMail.NEVER).exists()
    gone = stop_token(make_user("Shiro").pk)
    User.objects.filter(display_name="Shiro").delete()
    assert Client().post(f"/account/mails/{gone}/").status_code == 404


def test_what_is_said_of_the_account_is_mailed_to_who_stopped_the_rest(settings):
    settings.MAIL_CONFIGURED = True
    user = make_user("Ana", game_mail=User.GameMail.NEVER)
    Notice.objects.create(user=user, kind=Notice.Kind.TWO_FACTOR, key="x")
    (message,) = sent()
    assert "List-Unsubscribe" not in message.extra_headers and "References" not in message.extra_headers
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"


def test_mails_come_again_by_the_profile(game, client):
    user = game.players.filter(user__isnull=False)[0].user
    User.objects.filter(pk=user.pk).update(game_mail=User.GameMail.NEVER)
    client.force_login(user)
    page = client.get("/account/profile/").content.decode()
    assert 'value="never" selected' in page
    posted = {"display_name": str(user), "game_mail": "", "language": "fr", "theme": "", "time_zone": "UTC"}
    assert client.post("/account/profile/", posted).status_code == 302
    user.refresh_from_db()
    assert user.game_mail == ""


def test_a_mail_is_written_in_its_readers_language(game):
    user = game.players.filter(user__isnull=False)[0].user
    User.objects.filter(pk=user.pk).update(language="fr")
    with translation.override("en"):
        message = next(one for one in sent() if one.to == [user.email])
    assert '<html lang="fr">' in message.alternatives[0][0]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_mail_of_a_start_says_how_the_game_is_kept_and_no_other_does(game, language):
    """At once as in a digest, in the reader's language and zone; the words are those of the game's page."""
    user = game.players.filter(user__isnull=False)[0].user
    user.language, user.time_zone = language, "America/Montreal"
    user.save()
    Notice.objects.exclude(kind=Notice.Kind.STARTED).delete()
    started = Notice.objects.select_related("user", "game").get(user=user)
    with translation.override(language):
        lines = policy_lines(game, started.created_at, "America/Montreal")
        by_digest = digest_mail([started])
    message = next(one for one in sent() if one.to == [user.email])
    assert len(lines) == 9
    for one in (message, by_digest):
        shown = html.unescape(str(one.alternatives[0][0]))
        for heading, said in lines:
            assert f"{heading}\n{said}" in one.body
            assert f"<b>{heading}</b><br>\n{said}" in shown
    Notice.objects.create(user=user, game=game, kind=Notice.Kind.RESOLVED, key="x", data={"turn": "round/1"})
    (other,) = sent()
    assert not any(said in other.body for _heading, said in lines)
