"""Days away: the plan is done as turns open, ends by itself and by hand, and the table reads only that
somebody is away, after a noon."""

from __future__ import annotations

import json
import random
import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from games import clock
from games.contract import Order, Problem
from games.models import By, Excuse, Game, Notice, OrderForm, Player, Resolution, Sitting, Vacation
from games.selectors import turns_missed
from games.services import plans
from games.services.endings import game_end_early
from games.services.masters import game_pause, game_resume
from games.services.order_forms import order_form_ready
from games.services.plans import plans_run
from games.services.turns import turn_close
from games.services.vacations import (
    FORGOTTEN,
    day_begins,
    vacation_begin,
    vacation_end,
    vacations_tidy,
)
from tests.builder import WHY, hand_in, make_user, master_of, open_turn, refused, running_game, say, seat
from tests.dummy import DummyRules

pytestmark = pytest.mark.django_db
PARIS = "Europe/Paris"
TODAY = date(2026, 11, 21)  # the first noon is on the 22nd


def away(game: Game, number: int = 1, *, plan: str = "pass", days: int = 3, where: Game | None = None):
    """The holder of a seat is away from today on, for so many days."""
    return vacation_begin(
        user=seat(game, number).user, first=TODAY, last=TODAY + timedelta(days=days - 1), zone=PARIS,
        plan=plan, game=where,
    )  # fmt: skip


def minute() -> int:
    return plans_run(now=timezone.now())


def noon(game: Game, clock) -> None:
    """The main turn closes at its deadline, and the next minute's sweep looks around."""
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    turn_close(turn_id=turn.pk)
    minute()
    game.refresh_from_db()


def form(game: Game, number: int = 1) -> OrderForm | None:
    return OrderForm.objects.filter(turn=open_turn(game), player=seat(game, number)).first()


# ---- the dates ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (date(2026, 11, 23), date(2026, 11, 22), "away_backwards"),
        (date(2026, 11, 19), date(2026, 11, 20), "away_past"),
        (TODAY, TODAY + timedelta(days=90), "away_long"),
        (TODAY + timedelta(days=366), TODAY + timedelta(days=367), "away_far"),
    ],
)
def test_dates_that_make_no_vacation(game, first, last, why):
    asked = {"user": seat(game, 1).user, "zone": PARIS, "plan": "pass", "game": None}
    assert refused(vacation_begin, first=first, last=last, **asked) == why


def test_nobody_is_away_twice_from_the_same(game):
    away(game)
    assert refused(away, game=game) == "away_twice"
    away(game, where=game)  # the game's own goes before that for all
    assert refused(away, game=game, where=game) == "away_twice"


def test_only_a_player_is_away_from_a_game(game):
    asked = {"user": make_user("Inès"), "zone": PARIS, "plan": "pass", "game": game}
    assert refused(vacation_begin, first=TODAY, last=TODAY, **asked) == "no_such_player"


def test_a_vacation_is_forgotten_two_months_after_it_is_over(game, clock):
    kept = away(game, days=1)
    clock.move_to(kept.ends_at + FORGOTTEN)
    assert vacations_tidy(now=timezone.now()) == 0
    clock.shift(timedelta(seconds=1))
    assert vacations_tidy(now=timezone.now()) == 1


@pytest.mark.parametrize(
    ("day", "zone", "at"),
    [
        (date(2026, 3, 29), PARIS, datetime(2026, 3, 28, 23, tzinfo=UTC)),
        (date(2026, 3, 30), PARIS, datetime(2026, 3, 29, 22, tzinfo=UTC)),  # that day had 23 hours
        (date(2026, 10, 25), PARIS, datetime(2026, 10, 24, 22, tzinfo=UTC)),
        (date(2026, 10, 26), PARIS, datetime(2026, 10, 25, 23, tzinfo=UTC)),  # and that one 25
        (date(2026, 9, 6), "America/Santiago", datetime(2026, 9, 6, 4, tzinfo=UTC)),  # it has no midnight
    ],
)
def test_days_begin_at_midnight_of_the_users_zone_whatever_the_clocks_do(day, zone, at):
    assert day_begins(day, zone) == at


@pytest.mark.parametrize("zone", [PARIS, "America/New_York", "Asia/Tokyo", "America/Santiago"])
@pytest.mark.parametrize("change", [date(2026, 3, 29), date(2026, 10, 25)])
def test_a_vacation_holds_the_noons_of_its_days_over_both_changes_of_the_clock(zone, change):
    """Whatever the hour and the zone of the game: a noon is within iff its day, where the user is, is one of
    the days away."""
    chance = random.Random(f"{zone}/{change}")
    for _ in range(60):
        first = change + timedelta(days=chance.randint(-9, 3))
        last = first + timedelta(days=chance.randint(0, 12))
        begins, ends = day_begins(first, zone), day_begins(last + timedelta(days=1), zone)
        hour = time(chance.randrange(24), chance.choice((0, 30)))
        game = clock.Calendar(hour, chance.choice((PARIS, "Europe/London", "Pacific/Auckland")))
        noon = clock.next_deadline(game, day_begins(change - timedelta(days=15), PARIS), 24)
        for _noon in range(30):
            there = noon.astimezone(ZoneInfo(zone)).date()
            assert (begins <= noon < ends) == (first <= there <= last), (first, last, noon)
            noon = clock.next_deadline(game, noon, 24)


# ---- what is handed in --------------------------------------------------------------------------------


def test_passing_is_a_form_like_any_other(game, clock):
    away(game, plan="pass")
    assert minute() == 1
    kept = form(game)
    assert (kept.orders, kept.by, kept.author, kept.ready) == ("[]", By.PLAN, seat(game, 1).user, True)
    assert kept.fingerprint
    assert minute() == 0  # once for each turn
    noon(game, clock)
    assert json.loads(Resolution.objects.filter(game=game).latest("number").forms)["p1"]["by"] == By.PLAN
    assert form(game).by == By.PLAN  # and the next turn has its own as soon as it is open


def test_the_last_form_is_handed_in_again_each_day(game, clock):
    say(game, 1)
    last = form(game).orders
    assert last != "[]"
    noon(game, clock)
    away(game, plan="again", days=5)
    minute()
    assert (form(game).orders, form(game).by) == (last, By.PLAN)
    noon(game, clock)
    assert form(game).orders == last


def test_what_no_longer_passes_is_left_out_and_told(game, clock):
    hand_in(game, 1, (Order("say", {"number": 7}),))
    noon(game, clock)
    resolution = Resolution.objects.filter(game=game).latest("number")
    forms = json.loads(resolution.forms)
    forms["p1"]["orders"].append({"kind": "say", "data": {"number": "many"}})
    Resolution.objects.filter(pk=resolution.pk).update(forms=json.dumps(forms))
    away(game, plan="again")
    minute()
    assert len(json.loads(form(game).orders)) == 1
    told = Notice.objects.get(kind=Notice.Kind.SET_ASIDE)
    assert (told.user, told.data) == (seat(game, 1).user, {"turn": open_turn(game).name, "plan": True})


def test_a_form_is_not_repeated_for_who_did_not_hand_it_in(game, clock):
    say(game, 1)
    noon(game, clock)
    Sitting.objects.filter(user=seat(game, 1).user).update(since=timezone.now())
    away(game, plan="again")
    minute()
    assert form(game).orders == "[]"


def test_a_bot_plays_for_the_holder_of_the_seat(game):
    away(game, plan="bot")
    minute()
    kept = form(game)
    assert (kept.by, kept.author) == (By.BOT, seat(game, 1).user)
    assert not seat(game, 1).is_bot


def test_nothing_is_a_turn_missed(game, clock):
    away(game, plan="nothing")
    minute()
    assert form(game) is None
    clock.move_to(open_turn(game).deadline)
    name = open_turn(game).name
    turn_close(turn_id=open_turn(game).pk)
    players, sittings = game.players.all(), Sitting.objects.filter(game=game)
    assert turns_missed(game, players, sittings)["p1"] == (name,)


def test_a_game_that_cannot_be_read_keeps_no_plan_of_another_waiting(game, monkeypatch, caplog):
    other = running_game(("Lena", "Inès"))
    away(game, days=3)
    away(other, days=3)
    tasks = plans._tasks

    def broken(table: plans.Table, now: datetime) -> list[plans.Task]:
        if table.game.pk == game.pk:
            raise ValueError
        return tasks(table, now)

    monkeypatch.setattr(plans, "_tasks", broken)
    assert minute() == 1
    assert form(other) and not form(game)
    assert "plan not done" in caplog.text


def test_a_plan_that_finds_nothing_to_hand_in_excuses(game, monkeypatch):
    monkeypatch.setattr(DummyRules, "check", lambda *_all: (Problem("not_a_number"),))
    away(game, plan="pass")
    minute()
    assert open_turn(game).excused == {"p1": Excuse.AWAY}
    assert form(game) is None


def test_what_is_saved_by_hand_before_stays(game):
    say(game, 1)
    before = form(game).orders
    away(game, plan="pass")
    minute()
    assert (form(game).orders, form(game).by) == (before, By.SELF)
    assert open_turn(game).away == ""


def test_a_turn_whose_noon_comes_after_the_last_day_is_the_players_own(game):
    away(game, days=1)
    assert minute() == 0
    assert form(game) is None


def test_nothing_is_done_before_the_first_day(game, clock):
    user = seat(game, 1).user
    first = TODAY + timedelta(days=1)
    kept = vacation_begin(user=user, first=first, last=first, zone=PARIS, plan="pass", game=None)
    assert minute() == 0
    clock.move_to(kept.begins_at)
    assert minute() == 1
    assert form(game).by == By.PLAN


def test_the_games_own_plan_goes_before_that_for_all(game):
    away(game, plan="pass")
    away(game, plan="nothing", where=game)
    minute()
    assert form(game) is None


def test_a_paused_game_waits_and_goes_on_with_the_plan(game):
    lena = master_of(game)
    away(game)
    game_pause(game=game, author=lena, reason=WHY)
    assert minute() == 0
    game_resume(game=game, author=lena, reason=WHY)
    assert minute() == 1


# ---- nobody waits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", Vacation.Plan.values)
def test_a_turn_closes_when_everybody_who_is_there_is_ready(clock, plan):
    game = running_game(("Ana", "Bruno"), close_when_all_ready=True)
    away(game, plan=plan)
    minute()
    assert not open_turn(game).can_close_early
    say(game, 2)
    order_form_ready(player=seat(game, 2), turn_name=open_turn(game).name, revision=1, ready=True)
    assert open_turn(game).can_close_early


@pytest.mark.parametrize("plan", Vacation.Plan.values)
def test_a_turn_of_players_who_are_all_away_keeps_its_noon(clock, plan):
    game = running_game(("Ana", "Bruno"), close_when_all_ready=True)
    for number in (1, 2):
        away(game, number, plan=plan)
    minute()
    assert not open_turn(game).can_close_early


# ---- it ends ------------------------------------------------------------------------------------------


def test_the_first_form_saved_by_hand_ends_it(game):
    kept = away(game)
    minute()
    saved = hand_in(game, 1, (Order("say", {"number": 3}),), revision=1)
    assert saved.came_back
    kept.refresh_from_db()
    assert kept.ended_at == timezone.now()
    assert (form(game).by, open_turn(game).away) == (By.SELF, "")
    assert minute() == 0
    assert not hand_in(game, 1, (Order("say", {"number": 4}),), revision=2).came_back


def test_a_form_in_another_game_leaves_a_vacation_from_one(game):
    ana = seat(game, 1).user
    other = running_game((ana, "Chloé"), name="Park Avenue")
    kept = away(game, where=game)
    minute()
    assert not hand_in(other, 1, (Order("say", {"number": 3}),)).came_back
    kept.refresh_from_db()
    assert kept.ended_at is None


def test_who_comes_back_by_the_button_keeps_the_form_and_is_waited_for(clock):
    game = running_game(("Ana", "Bruno"), close_when_all_ready=True)
    kept = away(game)
    minute()
    say(game, 2)
    order_form_ready(player=seat(game, 2), turn_name=open_turn(game).name, revision=1, ready=True)
    vacation_end(vacation=kept)
    minute()
    assert (open_turn(game).away, form(game).by) == ("", By.PLAN)
    order_form_ready(player=seat(game, 1), turn_name=open_turn(game).name, revision=1, ready=False)
    assert not open_turn(game).can_close_early


def test_one_that_has_not_begun_is_forgotten(game):
    first = TODAY + timedelta(days=1)
    kept = vacation_begin(
        user=seat(game, 1).user, first=first, last=first, zone=PARIS, plan="pass", game=None
    )
    vacation_end(vacation=kept)
    assert not Vacation.objects.exists()


def test_it_ends_by_itself(game, clock):
    away(game, days=2)
    minute()
    noon(game, clock)  # that of the second day; the next one falls after it
    assert form(game) is None
    noon(game, clock)
    assert form(game) is None


# ---- what the table reads -----------------------------------------------------------------------------


def test_the_table_reads_it_from_the_next_noon_to_the_noon_after(game, clock):
    away(game)
    minute()
    game.refresh_from_db()
    assert game.away == ""
    noon(game, clock)
    assert game.away == "p1:2026-11-23"
    hand_in(game, 1, (Order("say", {"number": 3}),), revision=1)
    minute()
    game.refresh_from_db()
    assert game.away == "p1:2026-11-23"  # the end would tell that she has saved
    noon(game, clock)
    assert game.away == ""


def test_a_noon_that_was_moved_keeps_it_closed(game, clock):
    away(game)
    minute()
    noon(game, clock)
    hand_in(game, 1, (Order("say", {"number": 3}),), revision=1)
    turn = open_turn(game)
    before, turn.deadline = turn.deadline, turn.deadline + timedelta(days=1)
    turn.save()
    clock.move_to(before + timedelta(hours=1))
    minute()
    game.refresh_from_db()
    assert game.away == "p1:2026-11-23"
    noon(game, clock)
    assert game.away == ""


def test_the_pages_say_who_is_away_and_until_when(game, clock, client):
    away(game, plan="bot")
    noon(game, clock)
    client.force_login(seat(game, 2).user)
    page = client.get(reverse("games:orders", args=[game.public_id])).content.decode()
    assert "Ana is away until Monday 23 November." in page


def test_who_watches_learns_of_nobodys_days_away_and_no_page_keeps_them_when_it_is_over(game, clock, client):
    away(game, plan="bot")
    noon(game, clock)
    url = reverse("games:ledger", args=[game.public_id])
    assert "is away until" not in client.get(url).content.decode()
    client.force_login(make_user("Lena"))
    assert "is away until" not in client.get(url).content.decode()
    for reader in (seat(game, 2).user, master_of(game)):
        client.force_login(reader)
        assert "is away until" in client.get(url).content.decode()
    game_end_early(Game.objects.get(pk=game.pk), Game.Ended.BY_TABLE, timezone.now())
    assert "is away until" not in client.get(url).content.decode()


# ---- the page -----------------------------------------------------------------------------------------


def posted(**fields: str) -> dict[str, str]:
    return {"first": "2026-11-21", "last": "2026-11-23", "where": "site", "plan": "pass", **fields}


def test_going_and_coming_back_by_the_page(game, client):
    client.force_login(seat(game, 1).user)
    page = reverse("games:away")
    assert client.get(page).status_code == 200
    assert client.post(page, posted()).status_code == 302
    assert form(game).by == By.PLAN  # at once
    shown = client.get(page).content.decode()
    assert "Saturday 21 November to Monday 23 November" in shown
    kept = Vacation.objects.get()
    client.post(reverse("games:away_back", args=[kept.pk]))
    kept.refresh_from_db()
    assert kept.ended_at is not None
    assert open_turn(game).away == ""


def test_the_page_says_what_it_did_not_keep_and_shows_what_was_typed(game, client):
    client.force_login(seat(game, 1).user)
    answer = client.post(reverse("games:away"), posted(last="2026-11-20", plan="bot"))
    assert answer.status_code == 422
    assert "the last day comes before the first" in answer.content.decode()
    assert 'value="2026-11-20"' in answer.content.decode()
    answer = client.post(reverse("games:away"), posted(where="game"))
    assert "from which game" in answer.content.decode()


def test_nobody_ends_the_vacation_of_another(game, client):
    kept = away(game)
    client.force_login(seat(game, 2).user)
    assert client.post(reverse("games:away_back", args=[kept.pk])).status_code == 404


def test_one_can_be_away_from_ones_own_games_alone(game, client):
    other = running_game(("Chloé", "Dimitri"))
    client.force_login(seat(game, 1).user)
    answer = client.post(reverse("games:away"), posted(where="game", game=other.public_id))
    assert answer.status_code == 422
    assert client.post(reverse("games:away"), posted(where="game", game=game.public_id)).status_code == 302
    assert Vacation.objects.get().game == game


# ---- what will happen ---------------------------------------------------------------------------------


def told_ahead(client, **fields: str) -> str:
    """What a script is told of what is typed."""
    answer = client.get(reverse("games:away"), posted(**fields), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_page_tells_the_noons_ahead_and_they_come_so(game, clock, client):
    client.force_login(seat(game, 1).user)
    shown = told_ahead(client, plan="bot", last="2026-11-26")
    assert f'<th scope="row">{game.name}</th>' in shown
    assert "Sun 22, 12:00; Mon 23, 12:00; Tue 24, 12:00; 2 more" in shown
    assert "<td>5</td>" in shown and "For each of them: A bot." in shown
    assert "Ana is away until Thursday 26 November." in shown
    assert "<td>2</td>" in told_ahead(client, plan="bot")
    away(game, plan="bot")
    minute()
    hands = []
    for _ in range(3):
        hands.append(form(game).by if form(game) else "")
        noon(game, clock)
    assert hands == [By.BOT, By.BOT, ""]


def test_what_is_ahead_follows_the_days_played_and_the_game_that_was_chosen(game, client):
    me = seat(game, 1).user
    paused, other = running_game((me, "Chloé"), name="Paused"), running_game((me, "Inès"), name="Mondays")
    Game.objects.filter(pk=other.pk).update(days=[0])
    Game.objects.filter(pk=paused.pk).update(paused=True)
    other.turns.update(deadline=datetime(2026, 11, 23, 11, tzinfo=UTC))
    client.force_login(seat(game, 1).user)
    everywhere = told_ahead(client, last="2026-12-07")
    assert "Mon 23, 12:00; Mon 30, 12:00; Mon 7, 12:00<" in everywhere and "Paused" not in everywhere
    assert "<td>19</td>" in everywhere
    one = told_ahead(client, last="2026-12-07", where="game", game=other.public_id)
    assert "<td>3</td>" in one and f">{game.name}<" not in one


def test_each_table_reads_the_name_of_the_seat_there(game, client):
    """The name of an account may be another by now."""
    me = seat(game, 1).user
    other = running_game((me, "Chloé"), name="Other")
    Player.objects.filter(game=other, user=me).update(name="Zora")
    client.force_login(me)
    everywhere = told_ahead(client, last="2026-11-26")
    assert everywhere.count("is away until Thursday 26 November.") == 2
    one = told_ahead(client, last="2026-11-26", where="game", game=other.public_id)
    assert "Zora is away until Thursday 26 November." in one and "Ana is away" not in one


def test_whoever_is_asked_to_be_deputy_is_in_no_address(game, client):
    """What is typed is asked for by an address, which a proxy may log: the days, the games and the plan."""
    client.force_login(seat(game, 1).user)
    page = client.get(reverse("games:away")).content.decode()
    (sent,) = re.findall(r'hx-params="([^"]*)"', page)
    assert sent.split(",") == ["first", "last", "where", "game", "plan"]


def test_days_that_make_no_sense_tell_nothing_and_break_nothing(game, client):
    client.force_login(seat(game, 1).user)
    for fields in (
        {"first": "never"}, {"last": "2026-11-20"}, {"last": "9999-12-31"}, {"first": "0001-01-01"},
        {"where": "moon"}, {"plan": "moon"}, {"where": "game", "game": "none"},
        {"first": "2199-12-01", "last": "2199-12-31"}, {"first": "2026-11-01", "last": "2026-11-20"},
    ):  # fmt: skip
        shown = told_ahead(client, **fields)
        assert "What will happen" in shown
        nothing_to_say = {"first", "last", "game"} & set(fields)
        assert ("is away until" in shown) is not bool(nothing_to_say)
        assert ("Noons without you" in shown) is not bool(nothing_to_say)
    page = client.get(reverse("games:away")).content.decode()
    assert "Noons without you" in page
    assert "django_htmx/htmx-2.min" in page, "nothing asks for what is typed"
