"""The full text of a resolution by mail: for who chose it, in their own mails alone, and of nobody else's
secrets. That marked secrets of others are never in it is tested for every title in the battery."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from accounts.models import NewsChoices
from games.contract import Event, decode
from games.models import Game, Notice, ReaderEvents
from games.registry import skin_for
from games.selectors import told_alone
from games.services import deliveries
from games.services.news_choices import news_choices_reset, news_choices_set
from games.services.seating import player_to_bot
from games.services.turns import turn_close
from tests.battery.carried import carried
from tests.builder import WHY, make_user, master_of, seat
from tests.games.test_deliveries import clock  # noqa: F401
from tools import stage

pytestmark = pytest.mark.django_db
PAGE = "/account/news/"
HEAD = "To you alone:"


@pytest.fixture
def game(settings: Any, clock: Any) -> Game:  # noqa: F811
    """A game of a title that tells each player something alone, after a noon whose mails wait."""
    settings.MAIL_CONFIGURED = True
    game = stage.started_game("corporate", 3, "Fifth Avenue")
    for _ in range(2):
        Notice.objects.all().delete()
        turn = stage.main_turn(game)
        stage.hand_in(game, turn, ())
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    return game


def chooses(user: Any, **ways: str) -> None:
    news_choices_set(user=user, ways={("published", "mail"): "now", **ways}, mail_text="full")


def alone(game: Game, number: int) -> list[str]:
    """What the last resolution told a player alone, in words."""
    notice = Notice.objects.get(user=seat(game, number).user, kind="resolved")
    scene = told_alone(notice)
    assert scene is not None
    rows = ReaderEvents.objects.filter(game=game, number=game.number, reader=f"p{number}")
    events = [event for row in rows for event in decode(row.content, tuple[Event, ...])]
    assert list(scene.own_events) == events
    return [text for event in events if (text := skin_for(game.title).event_text(scene, event))]


def mails() -> dict[str, str]:
    """What was mailed, text and HTML, by address."""
    mail.outbox = []
    deliveries.notices_send()
    return {one.to[0]: f"{one.body}\n{one.alternatives[0][0]}" for one in mail.outbox}


def test_only_the_mail_of_who_chose_it_holds_what_they_were_told_alone(game):
    ana = seat(game, 1).user
    chooses(ana)
    news_choices_set(user=seat(game, 2).user, ways={("published", "mail"): "now"})
    lines = alone(game, 1)
    assert lines
    users = {f"p{number}": seat(game, number).user for number in (1, 2, 3)}
    for text in carried(game, users).values():
        assert HEAD not in text and not any(line in text for line in lines)
    sent = mails()
    assert set(sent) == {user.email for user in users.values()}
    mine = sent.pop(ana.email)
    assert all(line in mine for line in lines) and mine.count(HEAD) == 2
    assert not any(HEAD in text for text in sent.values())


def test_a_digest_holds_it_too(game, clock):  # noqa: F811
    ana = seat(game, 1).user
    chooses(ana)
    news_choices_set(user=ana, ways={("published", "mail"): "digest"})
    assert ana.email not in mails()
    clock.shift(24 * 3600)
    text = mails()[ana.email]
    assert HEAD in text and all(line in text for line in alone(game, 1))


def test_who_lost_the_seat_before_the_mail_went_is_told_nothing_alone(game):
    ana = seat(game, 1).user
    chooses(ana)
    lena = master_of(game)
    player_to_bot(game=game, number=1, author=lena, reason=WHY)
    mail.outbox = []
    deliveries.notices_send()
    mine = [one for one in mail.outbox if ana.email in one.to]
    assert len(mine) == 2 and not any(HEAD in one.body for one in mine)


def test_a_mail_goes_in_any_case(game, monkeypatch):
    ana = seat(game, 1).user
    chooses(ana)

    def breaks(*_args: Any) -> str:
        raise LookupError

    monkeypatch.setattr(type(skin_for("corporate")), "event_text", staticmethod(breaks))
    assert HEAD not in mails()[ana.email]


def test_only_what_publishes_a_resolution_has_it(game):
    ana = seat(game, 1).user
    for kind in Notice.Kind:
        found = told_alone(Notice(user=ana, game=game, kind=kind, data={"turn": stage.main_turn(game).name}))
        assert found is None, "that turn is not resolved"
    last = Notice.objects.get(user=ana, kind="resolved").data
    has = {kind for kind in Notice.Kind if told_alone(Notice(user=ana, game=game, kind=kind, data=last))}
    assert has == {Notice.Kind.RESOLVED, Notice.Kind.FINISHED}


def test_it_is_chosen_on_the_page_and_off_at_first(client, settings):
    settings.MAIL_CONFIGURED = True
    ana = make_user("Ana")
    client.force_login(ana)
    page = client.get(PAGE).content.decode()
    assert '<option value="short" selected' in page and "cannot be taken back" in page
    client.post(PAGE, {"mail_text": "full"})
    client.post(PAGE, {"over-mail": "never"})
    chosen = NewsChoices.objects.get(user=ana)
    assert (chosen.mail_text, chosen.ways) == ("full", {"over": {"mail": "never"}})
    assert client.post(PAGE, {"mail_text": "all"}).status_code == 422
    news_choices_reset(user=ana)
    assert NewsChoices.objects.get(user=ana).mail_text == "short"
    settings.MAIL_CONFIGURED = False
    assert "mail_text" not in client.get(PAGE).content.decode()
