"""Deputies: asked for one game and its days away, they read the seat's pages and save its form; nobody else
learns of them, and it ends in time."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import permissions
from games.admin.facts import Facts
from games.contract import Dice, Order, Orders
from games.models import By, Deputy, Game, Notice, OrderForm, Resolution, Vacation
from games.noticetexts import notice_address, notice_text
from games.permissions import GameAct
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services.accounts import account_delete
from games.services.deputies import deputy_accept, deputy_ask, deputy_leave, deputy_withdraw
from games.services.order_forms import order_form_save
from games.services.plans import plans_run
from games.services.refusals import Refused
from games.services.seating import seat_give, seat_take
from games.services.turns import turn_close
from games.services.vacations import FORGOTTEN, vacation_begin, vacation_end, vacations_tidy
from tests.builder import WHY, hand_in, make_user, master_of, open_turn, refused, running_game, say, seat

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)  # the first noon is on the 22nd


def away(game: Game, number: int = 1, *, plan: str = "pass", days: int = 3, first: date = TODAY) -> Vacation:
    """The holder of a seat is away from this game."""
    kept = vacation_begin(
        user=seat(game, number).user, first=first, last=first + timedelta(days=days - 1), zone="Europe/Paris",
        plan=plan, game=game,
    )  # fmt: skip
    plans_run(now=timezone.now())
    return kept


def asked(game: Game, name: str = "Wolfgang", number: int = 1, *, talk: bool = False, **how) -> Deputy:
    return deputy_ask(vacation=away(game, number, **how), name=name, reads_talk=talk)


def standing(game: Game, number: int = 1, **how) -> Deputy:
    """Wolfgang stands in for the holder of a seat."""
    make_user("Wolfgang")
    request = asked(game, number=number, **how)
    deputy_accept(deputy=request)
    request.refresh_from_db()
    return request


def client_of(deputy: Deputy) -> Client:
    client = Client()
    client.force_login(deputy.user)
    return client


def page(game: Game, name: str = "orders", *more: object) -> str:
    return reverse(f"games:{name}", args=[game.public_id, *more])


def save(game: Game, deputy: Deputy, number: int = 5, revision: int = 1):
    return order_form_save(
        player=deputy.player, turn_name=open_turn(game).name, revision=revision,
        orders=(Order("say", {"number": number}),), deputy=deputy.user_id,
    )  # fmt: skip


def form(game: Game, number: int = 1) -> OrderForm:
    return OrderForm.objects.get(turn=open_turn(game), player=seat(game, number))


def noon(game: Game, clock) -> None:
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    turn_close(turn_id=turn.pk)
    plans_run(now=timezone.now())
    game.refresh_from_db()


@pytest.fixture
def private(clock) -> Game:
    return running_game(("Ana", "Bruno"), is_public=False, press="all")


# ---- asking and answering -----------------------------------------------------------------------------


def test_a_request_is_told_to_whoever_is_asked_and_its_answer_to_the_player(private):
    wolfgang = make_user("Wolfgang")
    request = asked(private)
    told = Notice.objects.get(kind=Notice.Kind.DEPUTY)
    assert (told.user, notice_address(told)) == (wolfgang, f"/away/deputy/{request.pk}/")
    assert "asks you to be their deputy" in notice_text(told)
    client = client_of(request)
    assert "Ana goes away and asks you to be the deputy" in client.get(notice_address(told)).content.decode()
    client.post(notice_address(told), {"do": "accept"})
    told = Notice.objects.get(kind=Notice.Kind.DEPUTY, user=seat(private, 1).user)
    assert "has accepted" in notice_text(told)
    assert Notice.objects.filter(kind=Notice.Kind.DEPUTY).count() == 2
    assert "You stand in for Ana" in client.get(f"/away/deputy/{request.pk}/").content.decode()
    assert "you are the deputy" in client.get("/away/").content.decode()


def test_whoever_declines_reads_nothing_and_another_can_be_asked(private):
    make_user("Wolfgang"), make_user("Lena")
    request = asked(private)
    client = client_of(request)
    client.post(f"/away/deputy/{request.pk}/", {"do": "leave"})
    assert client.get(page(private)).status_code == 404
    assert "has declined" in notice_text(
        Notice.objects.get(user=seat(private, 1).user, data__what="declined")
    )
    assert refused(deputy_accept, deputy=request) == "deputy_over"
    assert deputy_ask(vacation=request.vacation, name="lena@example.org", reads_talk=False).user


def test_an_account_that_does_not_exist_looks_as_one_that_has_not_answered(private, client):
    client.force_login(seat(private, 1).user)
    kept = away(private)
    client.post(reverse("games:away_deputy", args=[kept.pk]), {"who": "nobody@example.org"})
    assert "nobody@example.org is asked to be your deputy" in client.get("/away/").content.decode()
    client.post(reverse("games:away_deputy", args=[kept.pk]), {"do": "withdraw"})
    make_user("Wolfgang"), make_user("Wolfgang", email="other@example.org")
    assert deputy_ask(vacation=kept, name="Wolfgang", reads_talk=False).user is None  # two are called so


def test_the_limit_of_a_day_tells_of_no_name_whether_an_account_has_it(private):
    """Five requests, whatever became of them: known or not, withdrawn, or with days that were given up."""
    for name in ("Wolfgang", "Shiro", "Filip"):
        make_user(name)
    days = [away(private, first=TODAY + timedelta(days=n), days=1) for n in (1, 2, 3)]
    for vacation, name in (
        (days[0], "Wolfgang"),
        (days[0], "Shiro"),
        (days[1], "Filip"),
        (days[1], "nobody"),
    ):
        request = deputy_ask(vacation=vacation, name=name, reads_talk=False)
        deputy_withdraw(deputy=request)
    request = deputy_ask(vacation=days[1], name="nobody@example.org", reads_talk=False)
    vacation_end(vacation=days[1])
    assert not Vacation.objects.filter(pk=days[1].pk).exists()
    why = refused(deputy_ask, vacation=days[2], name="Wolfgang", reads_talk=False)
    assert why == "deputy_often"
    vacations_tidy(now=timezone.now() + timedelta(days=2))
    assert not Deputy.objects.filter(pk=request.pk).exists()


def test_days_that_are_given_up_leave_no_request_open(private):
    wolfgang = make_user("Wolfgang")
    request = asked(private, first=TODAY + timedelta(days=2))
    assert Notice.objects.filter(user=wolfgang, kind=Notice.Kind.DEPUTY).exists()
    vacation_end(vacation=request.vacation)
    assert not Notice.objects.filter(user=wolfgang, kind=Notice.Kind.DEPUTY).exists()
    assert client_of(request).get(f"/away/deputy/{request.pk}/").status_code == 404


def test_days_that_are_given_up_leave_nothing_of_a_deputy_who_had_accepted(private):
    request = standing(private, first=TODAY + timedelta(days=2))
    vacation_end(vacation=request.vacation)
    assert not Deputy.objects.exists() and not Vacation.objects.exists()
    told = Notice.objects.get(kind=Notice.Kind.DEPUTY)
    assert told.user == request.user and "not needed as a deputy" in notice_text(told)
    assert notice_address(told) == "/away/", "the page of the request is gone"


def test_what_is_not_asked(private):
    make_user("Wolfgang")
    kept = away(private)
    ask = {"vacation": kept, "reads_talk": False}
    assert refused(deputy_ask, name=" ", **ask) == "deputy_nobody"
    assert refused(deputy_ask, name="Ana", **ask) == "deputy_own"
    deputy_ask(name="Wolfgang", **ask)
    assert refused(deputy_ask, name="Lena", **ask) == "deputy_twice"
    everywhere = vacation_begin(
        user=seat(private, 1).user, first=TODAY, last=TODAY, zone="Europe/Paris", plan="pass", game=None
    )
    assert refused(deputy_ask, vacation=everywhere, name="Lena", reads_talk=False) == "deputy_one_game"
    vacation_end(vacation=kept)
    assert refused(deputy_ask, name="Lena", **ask) == "deputy_over"


def test_who_plays_or_runs_the_game_or_knows_another_place_is_no_deputy(private):
    shiro = master_of(private)
    assert refused(deputy_accept, deputy=asked(private, "Bruno")) == "deputy_plays"
    deputy_leave(deputy=Deputy.objects.get())
    vacation = Vacation.objects.get()
    request = deputy_ask(vacation=vacation, name="Shiro", reads_talk=False)
    assert refused(deputy_accept, deputy=request) == "deputy_runs"
    assert permissions.actor_in(private, shiro).runs_it
    deputy_leave(deputy=request)
    make_user("Wolfgang")
    deputy_accept(deputy=deputy_ask(vacation=vacation, name="Wolfgang", reads_talk=False))
    assert refused(deputy_accept, deputy=asked(private, number=2)) == "deputy_other"


def test_whoever_was_a_deputy_gets_no_other_place_and_does_not_run_the_game(private, clock):
    shiro, held = master_of(private), standing(private)
    deputy_leave(deputy=held)
    seat_take(game=private, number=2, author=shiro, reason=WHY)
    give = {"game": private, "user": held.user, "name": "Wolfgang", "author": shiro, "reason": WHY}
    assert refused(seat_give, number=2, **give) == "other_deputy"
    held.user.is_staff = True
    held.user.save()
    private.masterships.create(user=held.user)
    actor = permissions.actor_in(private, held.user)
    assert permissions.refusal(GameAct.PAUSE, actor) == "master_plays"
    clock.move_to(held.vacation.ends_at + FORGOTTEN + timedelta(days=1))
    vacations_tidy(now=timezone.now())
    assert permissions.actor_in(private, held.user).has_an_interest


# ---- reading and saving -------------------------------------------------------------------------------


def test_a_deputy_reads_the_seats_pages_and_saves_its_form_as_a_deputy(private, clock):
    held = standing(private)
    client, turn = client_of(held), open_turn(private)
    shown = client.get(page(private)).content.decode()
    assert "You stand in for Ana until Monday 23 November" in shown
    assert "Leave this game" not in shown and "/withdraw/" not in shown
    answer = client.post(page(private), {"turn": turn.name, "revision": "1", "number": "5"})
    assert answer.status_code == 303
    kept = form(private)
    assert (kept.by, kept.author, json.loads(kept.orders)[0]["data"]) == (
        By.DEPUTY,
        seat(private, 1).user,
        {"number": 5},
    )
    assert "Handed in by you as a deputy." in client.get(page(private)).content.decode()
    ana = Client()
    ana.force_login(seat(private, 1).user)
    assert "Handed in by your deputy." in ana.get(page(private)).content.decode()
    held.vacation.refresh_from_db()
    assert held.vacation.ended_at is None
    noon(private, clock)
    assert json.loads(Resolution.objects.latest("number").forms)["p1"]["by"] == By.DEPUTY
    assert form(private).by == By.PLAN  # who does nothing leaves the plan


def test_a_deputy_does_nothing_else_for_the_seat(private):
    held = standing(private)
    client = client_of(held)
    seen = seat(private, 1).seen
    client.get(page(private, "ledger"))
    for name in ("withdraw", "undo", "ready", "go_on", "leave", "wait", "together", "rematch"):
        assert client.post(page(private, name), {"turn": open_turn(private).name}).status_code == 404, name
    assert client.get(page(private, "together")).status_code == 404
    client.post(page(private), {"turn": open_turn(private).name, "guide": "on"})
    assert seat(private, 1).seen == seen


def test_a_form_that_the_player_saved_by_hand_stays_and_later_turns_are_the_players_own(private):
    say(private, 1)
    held = standing(private)
    assert refused(save, game=private, deputy=held) == "deputy_saved"
    OrderForm.objects.all().delete()
    turn = open_turn(private)
    turn.deadline = held.vacation.ends_at
    turn.save()
    assert refused(save, game=private, deputy=held, revision=0) == "deputy_not_asked"


def test_a_deputy_who_is_quicker_than_the_sweep_lets_nobody_wait(clock):
    game = running_game(("Ana", "Bruno"), close_when_all_ready=True)
    make_user("Wolfgang")
    kept = vacation_begin(
        user=seat(game, 1).user, first=TODAY, last=TODAY + timedelta(days=3), zone="Europe/Paris",
        plan="pass", game=game,
    )  # fmt: skip
    held = deputy_ask(vacation=kept, name="Wolfgang", reads_talk=False)
    deputy_accept(deputy=held)
    save(game, held, revision=0)
    assert open_turn(game).away == "p1"
    plans_run(now=timezone.now())
    assert (form(game).by, open_turn(game).can_close_early) == (By.DEPUTY, False)


def test_a_deputys_move_waits_for_noon_where_those_of_players_are_done_at_once(clock):
    """It would tell otherwise that somebody acts for a player who is away."""
    game = running_game(("Ana", "Bruno"), title="cardline", options={"mode": "sequential"})
    number = int(json.loads(open_turn(game).window)["awaited"][0][1:])
    held = standing(game, number)
    before, client = Resolution.objects.count(), client_of(held)
    assert client.get(page(game)).status_code == 200
    saved = order_form_save(
        player=held.player, turn_name=open_turn(game).name, revision=0,
        orders=move_of(game, number), deputy=held.user_id,
    )  # fmt: skip
    assert not getattr(saved, "resolved", True), saved
    assert (form(game, number).by, Resolution.objects.count()) == (By.DEPUTY, before)
    assert "Handed in by you as a deputy." in client.get(page(game)).content.decode()


def move_of(game: Game, number: int) -> Orders:
    """What a bot would do in this seat."""
    view, window = view_of(game, seat(game, number)), window_of(open_turn(game))
    return skin_for(game.title).rules.advise(view, window, Dice(b"any")) or ()


# ---- talk ---------------------------------------------------------------------------------------------


def letter(game: Game) -> None:
    client = Client()
    client.force_login(seat(game, 2).user)
    client.post(reverse("games:conversation", args=[game.public_id, "p1"]), {"text": "Between us alone"})


def test_private_talk_is_closed_unless_the_player_allowed_it(private):
    letter(private)
    client = client_of(standing(private))
    assert client.get(page(private, "talk")).status_code == 404
    assert client.get(page(private, "conversation", "p2")).status_code == 404
    assert "/talk/" not in client.get(page(private)).content.decode()


def test_allowed_talk_is_read_and_no_more(private):
    letter(private)
    client = client_of(standing(private, talk=True))
    unread = seat(private, 1).unread
    shown = client.get(page(private, "conversation", "p2")).content.decode()
    assert "Between us alone" in shown
    assert 'name="text"' not in shown
    assert client.get(page(private, "talk")).status_code in (200, 302)
    assert seat(private, 1).unread == unread == 1  # still new to the player
    for name, more in (("conversation", {"text": "A word"}), ("talk_mute", {"mute": "game"})):
        assert client.post(page(private, name, "p2"), more).status_code == 404
    assert client.post(page(private, "talk"), {"to": ["2"], "text": "A word"}).status_code == 404
    assert "A word" not in client.get(page(private, "conversation", "p2")).content.decode()


# ---- nobody else learns of it -------------------------------------------------------------------------


def everything_read_by(game: Game, user, addresses: list[str]) -> list[bytes]:
    client = Client()
    client.force_login(user)
    return [_unstamped(client.get(address)) for address in addresses]


def _unstamped(response) -> bytes:
    """Body and headers without what differs from one request to the next."""
    body = re.sub(rb'(csrfmiddlewaretoken" value|nonce|X-CSRFToken)[=":\' ]+[\w-]+', b"", response.content)
    left_out = ("Content-Security-Policy", "Server-Timing", "X-Request-ID")
    return body + repr(sorted((k, v) for k, v in response.headers.items() if k not in left_out)).encode()


def test_others_read_the_same_to_the_byte_with_and_without_a_deputy(clock):
    """Twins, one with a deputy who has saved a form, one where the plan is done."""
    game = running_game(("Ana", "Bruno"), is_public=True, press="all", close_when_all_ready=True)
    shiro, inès = master_of(game), make_user("Inès")
    make_user("Wolfgang")
    kept = away(game)
    noon(game, clock)
    names = ("orders", "ledger", "draws", "talk", "together")
    addresses = [*(page(game, name) for name in names), page(game, "page", "table"), "/games/", "/away/"]
    addresses += [page(game, "conversation", "table"), "/account/news/"]
    readers = [seat(game, 2).user, shiro, inès]
    plain = [everything_read_by(game, user, addresses) for user in readers]
    held = deputy_ask(vacation=kept, name="Wolfgang", reads_talk=True)
    deputy_accept(deputy=held)
    save(game, held)
    client_of(held).get(page(game))
    assert form(game).by == By.DEPUTY
    assert [everything_read_by(game, user, addresses) for user in readers] == plain


def test_the_desk_of_a_master_who_does_not_play_has_it_and_no_form(private, client):
    shiro, held = master_of(private), standing(private)
    save(private, held)
    assert [each.deputy for each in Facts(private, shiro).seats] == ["Wolfgang", ""]
    private.masterships.create(user=seat(private, 2).user)
    assert {each.deputy for each in Facts(private, seat(private, 2).user).seats} == {""}


# ---- it ends ------------------------------------------------------------------------------------------


def is_out(game: Game, held: Deputy) -> bool:
    closed = client_of(held).get(page(game)).status_code == 404
    assert closed == (refused_save(game, held) == "deputy_over")
    return closed


def refused_save(game: Game, held: Deputy) -> str:
    try:
        save(game, held, revision=form(game).revision)
    except Refused as refusal:
        return refusal.code
    return ""


def test_it_begins_and_ends_with_the_days(private, clock):
    held = standing(private, first=TODAY + timedelta(days=1), days=1)
    client = client_of(held)
    assert client.get(page(private)).status_code == 404
    clock.move_to(held.vacation.begins_at)
    plans_run(now=timezone.now())
    assert client.get(page(private)).status_code == 200
    clock.move_to(held.vacation.ends_at)
    assert client.get(page(private)).status_code == 404
    assert "These days are over" in client.get(f"/away/deputy/{held.pk}/").content.decode()


def test_it_ends_with_a_form_that_the_player_saves(private):
    held = standing(private)
    save(private, held)
    assert not is_out(private, held)
    assert hand_in(private, 1, (Order("say", {"number": 3}),), revision=form(private).revision).came_back
    assert is_out(private, held)
    assert form(private).by == By.SELF


def test_it_ends_with_the_button_and_what_was_saved_stays(private):
    held = standing(private)
    save(private, held)
    vacation_end(vacation=held.vacation)
    plans_run(now=timezone.now())
    assert is_out(private, held)
    assert (form(private).by, open_turn(private).away) == (By.DEPUTY, "")


def test_it_ends_when_the_player_withdraws_or_the_deputy_steps_down(private):
    held = standing(private)
    deputy_withdraw(deputy=held)
    assert is_out(private, held)
    told = Notice.objects.get(user=held.user, data__what="withdrawn")
    assert "no longer deputy" in notice_text(told)
    again = deputy_ask(vacation=held.vacation, name="Wolfgang", reads_talk=False)
    deputy_accept(deputy=again)
    assert not is_out(private, again)
    deputy_leave(deputy=again)
    assert is_out(private, again)
    assert Notice.objects.filter(user=seat(private, 1).user, data__what="stepped_down").exists()


def test_it_ends_with_the_seat_and_with_the_account(private):
    shiro, held = master_of(private), standing(private)
    client = client_of(held)
    seat_take(game=private, number=1, author=shiro, reason=WHY)
    assert client.get(page(private)).status_code == 404
    other = standing_by_lena(private)
    save(private, other)
    kept = form(private, 2)
    account_delete(user=other.user)
    assert not Deputy.objects.filter(pk=other.pk).exists()
    assert form(private, 2).pk == kept.pk  # what was saved stays


def standing_by_lena(game: Game) -> Deputy:
    make_user("Lena")
    request = asked(game, "Lena", 2)
    deputy_accept(deputy=request)
    request.refresh_from_db()
    return request


def test_a_closed_account_is_not_asked_and_a_deleted_player_leaves_nothing_open(private):
    make_user("Wolfgang", is_active=False)
    assert asked(private).user is None
    Deputy.objects.all().delete()
    Vacation.objects.all().delete()
    held = standing_by_lena(private)
    client = client_of(held)
    assert client.get(page(private)).status_code == 200
    account_delete(user=seat(private, 2).user)
    assert client.get(page(private)).status_code == 404
    assert client.get("/away/").status_code == 200


# ---- the page -----------------------------------------------------------------------------------------


def test_a_deputy_is_asked_for_with_the_days(private, client):
    make_user("Wolfgang")
    client.force_login(seat(private, 1).user)
    fields = {"first": "2026-11-21", "last": "2026-11-23", "plan": "pass", "who": "Wolfgang"}
    answer = client.post("/away/", {**fields, "where": "site"})
    assert answer.status_code == 422
    assert "a deputy stands in for you in one game" in answer.content.decode()
    client.post("/away/", {**fields, "where": "game", "game": private.public_id, "talk": "on"})
    request = Deputy.objects.get()
    assert (request.user.display_name, request.reads_talk) == ("Wolfgang", True)
    shown = client.get("/away/").content.decode()
    assert "Wolfgang is asked to be your deputy, and has not answered." in shown


def test_requests_of_others_are_nobodys_to_open(private, client):
    make_user("Wolfgang")
    request = asked(private)
    client.force_login(seat(private, 2).user)
    assert client.get(f"/away/deputy/{request.pk}/").status_code == 404
    assert client.post(f"/away/deputy/{request.pk}/", {"do": "accept"}).status_code == 404
    where = reverse("games:away_deputy", args=[request.vacation_id])
    assert client.post(where, {"do": "withdraw"}).status_code == 404
