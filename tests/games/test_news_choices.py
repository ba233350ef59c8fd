"""What a user chose to be told by which channel: chosen on a page, kept to by the deliveries."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import NewsChoices
from games.models import Delivery, LedgerEntry, Notice, PushDevice
from games.newskinds import FIRST, NewsKind, news_kind
from games.push import key_name
from games.services import deliveries
from games.services.hooks import hook_set
from games.services.news_choices import news_choices_set
from games.services.notices import tell
from tests.builder import make_user, running_game, seat
from tests.games.test_deliveries import REFUSES, Fake, clock, has, minutes  # noqa: F401

pytestmark = pytest.mark.django_db
PAGE = "/account/news/"


def device_of(user) -> PushDevice:
    return PushDevice.objects.create(
        user=user, endpoint="https://push.example.org/1", digest=f"{user.pk}", server_key=key_name()
    )


@pytest.fixture
def ana(client: Client, settings):
    """Ana, logged in, with mail and a device."""
    settings.MAIL_CONFIGURED = True
    user = make_user("Ana")
    device_of(user)
    client.force_login(user)
    return user


def test_every_kind_of_notice_is_of_a_kind_that_is_chosen_or_of_the_account():
    account = {Notice.Kind.TWO_FACTOR, Notice.Kind.CHANNEL_STOPPED}
    kinds = {kind: news_kind(Notice(kind=kind)) for kind in Notice.Kind}
    assert {kind for kind, found in kinds.items() if found is None} == account
    acts = {news_kind(Notice(kind="announced", data={"act": act})) for act in LedgerEntry.Act}
    assert acts == {NewsKind.ACT, NewsKind.PAUSE, NewsKind.SEAT}
    run = {news_kind(Notice(kind="announced", data={"act": act, "run": True})) for act in LedgerEntry.Act}
    assert {*kinds.values(), *acts, *run} - {None} == set(NewsKind) == set(FIRST)


def test_what_goes_on_with_a_question_asks_for_an_answer():
    assert news_kind(Notice(kind="chapter_over", data={"over": 1, "asked": "turn/2"})) is NewsKind.ASKED


def test_a_channel_carries_what_was_chosen_for_it_alone(has):  # noqa: F811
    game = running_game()
    ana, bruno = seat(game, 1).user, seat(game, 2).user
    news_choices_set(user=ana, ways={("started", "mail"): "never", ("started", "push"): "now"})
    has(Fake("mail"), Fake("push"))
    deliveries.notices_send()
    found = Delivery.objects.order_by("channel").values_list("notice__user", "channel")
    assert [channel for user, channel in found if user == ana.pk] == ["push"]
    assert [channel for user, channel in found if user == bruno.pk] == ["mail", "push"]


def test_news_of_the_account_are_told_whatever_was_chosen(has):  # noqa: F811
    ana = make_user("Ana")
    news_choices_set(user=ana, ways={(kind, "mail"): "never" for kind in NewsKind})
    Notice.objects.create(user=ana, kind="two_steps", key="x")
    has(mail := Fake("mail"))
    deliveries.notices_send()
    assert len(mail.sent) == 1


def test_a_channel_takes_over_only_what_is_wanted_there(has, clock):  # noqa: F811
    game = running_game()
    ana = seat(game, 1).user
    has(Fake("mail", REFUSES), push := Fake("push", users={ana.pk}), hook := Fake("hook", users={ana.pk}))
    Notice.objects.all().delete()
    ways = {("published", "mail"): "now", ("published", "push"): "never"}
    news_choices_set(user=ana, ways=ways)
    tell(game=game, users=[ana.pk], kind="resolved", key="resolved/x", data={"turn": "setup"})
    deliveries.notices_route([Fake("mail")])
    minutes(clock, 3)
    told = Notice.objects.get(key="resolved/x").pk
    assert told in hook.sent and told not in push.sent


def test_statements_of_routing_do_not_grow_with_choices(has):  # noqa: F811
    has(Fake("mail"), Fake("push"))
    counts = []
    for names in (["Ana", "Basil"], ["Chloé", "Dimitri", "Eva", "Farid"]):
        for player in running_game(names).players.all():
            news_choices_set(user=player.user, ways={("published", "mail"): "never"})
        with CaptureQueriesContext(connection) as found:
            deliveries.notices_route(deliveries.channels())
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_the_page_keeps_what_is_posted_and_what_is_not_stays(client, ana):
    assert client.post(PAGE, {"published-mail": "never", "over-push": "never"}).status_code == 302
    assert client.post(PAGE, {"over-push": "now", "published-smoke": "never"}).status_code == 302
    assert NewsChoices.objects.get().ways == {"published": {"mail": "never"}, "over": {"push": "now"}}
    page = client.get(PAGE).content.decode()
    assert 'name="published-mail" value="never" checked' in page
    assert 'name="started-mail" value="now" checked' in page


def test_another_word_is_refused(client, ana):
    assert client.post(PAGE, {"published-mail": "daily"}).status_code == 422
    assert not NewsChoices.objects.exists()


def test_only_the_channels_of_the_reader_are_shown(client, ana, settings):
    page = client.get(PAGE).content.decode()
    assert "near-mail" in page and "near-push" in page and "published-hook" not in page
    hook_set(url="https://hooks.example.org/", style="signed", language="en", set_by=ana, user=ana)
    page = client.get(PAGE).content.decode()
    assert "published-hook" in page and "near-hook" not in page
    assert "others may read there" in page
    client.post(PAGE, {"near-hook": "now"})
    assert NewsChoices.objects.get().ways == {}
    settings.MAIL_CONFIGURED = False
    PushDevice.objects.all().delete()
    ana.webhook.delete()
    assert "No channel leads to you yet" in client.get(PAGE).content.decode()


def test_who_runs_games_is_asked_of_them_too(client, ana):
    assert "stuck-mail" not in client.get(PAGE).content.decode()
    client.post(PAGE, {"stuck-mail": "never"})
    assert NewsChoices.objects.get().ways == {}
    ana.is_staff = True
    ana.save()
    assert "stuck-mail" in client.get(PAGE).content.decode()


def test_it_says_that_mails_are_stopped(client, ana):
    text = "Mails about games are stopped"
    assert text not in client.get(PAGE).content.decode()
    type(ana).objects.update(game_mail="never")
    assert text in client.get(PAGE).content.decode()


def test_choices_are_one_row_for_a_user():
    ana = make_user("Ana")
    for way in ("now", "never"):
        news_choices_set(user=ana, ways={("over", "mail"): way})
    assert NewsChoices.objects.get().ways == {"over": {"mail": "never"}}
    with pytest.raises(IntegrityError), transaction.atomic():
        NewsChoices.objects.create(user=ana)
