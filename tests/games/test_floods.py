"""What one user can make the site send to another, or keep for him: each has a bound."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.models import Game, Notice
from games.noticetexts import notice_text
from games.services import deliveries
from games.services.deliveries import AN_HOUR, notices_send
from games.services.games import game_edit
from games.services.notices import tell, tell_changed
from games.services.rehearsals import MAX_REHEARSALS, rehearsal_create
from tests.builder import GameFactory, make_user, plan, unsent

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
KIND = Notice.Kind
# Once for each turn, each game or each command of the operators: the key says which.
ONCE = {
    KIND.STARTED, KIND.RESOLVED, KIND.FINISHED, KIND.CANCELLED, KIND.NEVER_FILLED, KIND.STUCK, KIND.SET_ASIDE,
    KIND.TWO_FACTOR, KIND.ASKED, KIND.UNANSWERED, KIND.CHAPTER_OVER, KIND.REMATCH,
    KIND.NEAR, KIND.CHANNEL_STOPPED, KIND.MISSED, KIND.UNREACHED, KIND.ASLEEP,
}  # fmt: skip


@pytest.fixture
def gathering(clock, settings) -> Game:
    """Ana's game, which Bruno has joined, on a site that sends mail."""
    settings.MAIL_CONFIGURED = True
    return GameFactory(seats=("Ana", "Bruno"))


def edit(game: Game, times: int, first: int = 0) -> None:
    for n in range(first, first + times):
        game_edit(game=game, author=game.creator, plan=plan(name=f"Game {n}", notice=24))


def test_many_edits_of_a_game_are_one_notice_and_one_mail(gathering):
    edit(gathering, 149)
    game_edit(game=gathering, author=gathering.creator, plan=plan(name="Game 148", zone="Europe/London"))
    notice = Notice.objects.get()
    assert notice.data == {"changed": ["name", "zone"]}
    assert "name, time zone" in notice_text(notice)
    notices_send()
    assert [sent.to for sent in mail.outbox] == [["bruno@example.org"]]


def test_what_changes_after_the_mail_waits_for_the_next_hour_as_one_notice(gathering, clock):
    edit(gathering, 1)
    assert notices_send() == 1
    edit(gathering, 20, first=1)
    assert unsent().count() == 1
    clock.shift(timedelta(minutes=59))
    assert notices_send() == 0
    clock.shift(timedelta(minutes=2))
    assert notices_send() == 1
    assert len(mail.outbox) == 2


def test_an_edit_meanwhile_shows_again_what_was_put_away(gathering, settings):
    settings.MAIL_CONFIGURED = False
    edit(gathering, 1)
    Notice.objects.update(read_at="2026-11-21T07:00Z")
    edit(gathering, 1, first=1)
    assert Notice.objects.get().read_at is None


def test_a_notice_that_takes_up_a_change_while_it_is_sent_is_not_sent_with_the_old_words(
    gathering, monkeypatch
):
    """Read by the one who sends, changed, then claimed: the claim fails, and the next go has all words."""
    edit(gathering, 1)
    inner = deliveries._send_all

    def late(*found):
        game_edit(game=gathering, author=gathering.creator, plan=plan(name="Game 0", zone="Europe/London"))
        return inner(*found)

    monkeypatch.setattr(deliveries, "timezone", _Ticking())
    monkeypatch.setattr(deliveries, "_send_all", late)
    assert notices_send() == 0
    monkeypatch.setattr(deliveries, "_send_all", inner)
    assert notices_send() == 1
    assert "name, time zone" in mail.outbox[0].body


class _Ticking:
    """Time that goes on by a millisecond with each look."""

    def __init__(self) -> None:
        from django.utils import timezone

        self.inner, self.looks = timezone, 0

    def now(self):
        self.looks += 1
        return self.inner.now() + timedelta(milliseconds=self.looks)

    def override(self, zone):
        return self.inner.override(zone)


def test_every_kind_of_notice_is_told_once_or_has_a_bound_by_the_hour():
    assert set(KIND) == ONCE | set(AN_HOUR) and not ONCE & set(AN_HOUR)


@pytest.mark.parametrize("kind", AN_HOUR)
def test_nobody_gets_more_mails_of_a_kind_in_an_hour_than_its_bound(gathering, clock, kind):
    bruno = gathering.players.get(name="Bruno").user_id
    for n in range(40):
        data = {"act": "announced", "reason": f"Word {n}"}
        tell(game=gathering, users=[bruno], kind=kind, key=f"{kind}/{n}", data=data)
    for _minute in range(3):
        notices_send()
        clock.shift(timedelta(minutes=1))
    assert len(mail.outbox) == AN_HOUR[kind]
    clock.shift(timedelta(hours=1))
    notices_send()
    assert len(mail.outbox) == 2 * AN_HOUR[kind], "the others wait and are not lost"


def test_the_mails_of_one_game_or_user_hold_up_no_other(gathering, clock):
    other = GameFactory(creator=gathering.creator, name="Other")
    users = [make_user("Inès").pk, gathering.players.get(name="Bruno").user_id]
    for game in (gathering, other):
        tell_changed(game=game, users=users, changed=["hour"])
    assert notices_send() == 4


# ---- rehearsals -----------------------------------------------------------------------------------


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def rehearsals(clock, user, count: int) -> None:
    for n in range(count):
        clock.shift(1)
        rehearsal_create(user=user, title="dummy", name="Ana", bots=1, game_name=f"Rehearsal {n}")


def test_a_user_keeps_so_many_rehearsals_and_is_offered_to_drop_the_oldest(clock):
    ana, bruno = make_user("Ana"), make_user("Bruno")
    rehearsals(clock, ana, MAX_REHEARSALS)
    oldest = Game.objects.get(name="Rehearsal 0")
    client, url = client_of(ana), reverse("games:rehearsal")
    form = {"asked": "1", "title": "dummy", "bots": "2"}
    for typed in (form, {}):  # from its own page, and from the button in the lobby
        page = client.post(url, typed)
        assert page.status_code == 422
        text = page.content.decode()
        assert "you have 20 of them" in text and "Throw away “Rehearsal 0”" in text
        assert f'name="drop" value="{oldest.public_id}"' in text
    assert Game.objects.filter(creator=ana).count() == MAX_REHEARSALS
    answer = client.post(url, {**form, "drop": oldest.public_id})
    assert answer.status_code == 302
    assert not Game.objects.filter(pk=oldest.pk).exists()
    assert Game.objects.filter(creator=ana).count() == MAX_REHEARSALS
    assert client_of(bruno).post(url, form).status_code == 302


def test_nobody_drops_what_is_no_rehearsal_of_his(clock):
    ana, bruno = make_user("Ana"), make_user("Bruno")
    rehearsals(clock, ana, MAX_REHEARSALS)
    rehearsals(clock, bruno, 1)
    other = Game.objects.get(creator=bruno)
    game = GameFactory(creator=ana)
    for drop in (other.public_id, game.public_id, "nothing", "\x00"):
        form = {"asked": "1", "title": "dummy", "bots": "2", "drop": drop}
        assert client_of(ana).post(reverse("games:rehearsal"), form).status_code == 422
    assert Game.objects.count() == MAX_REHEARSALS + 2


# ---- the creator's acts by HTTP -------------------------------------------------------------------


@pytest.mark.parametrize("act", ["edit", "invitation_change"])
def test_a_creator_changes_his_game_sixty_times_an_hour(gathering, act):
    client = client_of(gathering.creator)
    form = {
        "min_players": 2, "max_players": 4, "who": "public", "hour": "12:00", "zone": "Europe/Paris",
        "act": "renew",
    }  # fmt: skip
    url = reverse(f"games:{act}", args=[gathering.public_id])
    answers = [client.post(url, {**form, "name": f"Game {n}"}).status_code for n in range(150)]
    assert answers == [302] * 60 + [429] * 90
    notices_send()
    assert len(mail.outbox) == (1 if act == "edit" else 0)
