"""What the players of a game decide together: more than half, silence that agrees to going on alone, and
nobody who is told how anybody has voted."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Order
from games.models import FinalStanding, Game, LedgerEntry, Notice, Player, Proposal, Turn, Vote
from games.noticetexts import notice_text
from games.selectors import proposals_awaiting
from games.services import agreements, masters, seating
from games.services.agreements import outcome, proposal_make, proposal_vote, proposals_close, why_not
from games.services.order_forms import order_form_save
from games.services.pauses import game_go_on, games_pause_themselves
from games.services.turns import turn_close
from games.tasks import close_due
from tests.battery import site
from tests.builder import NOON, WHY, ledger, make_user, open_turn, refused, running_game, say, seat
from tests.games.test_asleep import asleep
from tools import stage

pytestmark = pytest.mark.django_db
Kind, State = Proposal.Kind, Proposal.State
DAY = timedelta(days=1)
NAMES = ("Ana", "Basil", "Dimitri", "Inès")


@pytest.fixture
def names() -> tuple[str, ...]:
    return NAMES


@pytest.fixture
def long_game(clock) -> Game:
    """A game of moves, each player's noon one after the other, twelve times."""
    return running_game(NAMES, options={"closes": "at_once"})


def propose(game: Game, number: int, kind: str, about: Player | None = None) -> Proposal:
    return proposal_make(player=seat(game, number), kind=kind, about=about)


def vote(game: Game, number: int, kind: str, agrees: bool = True) -> bool:
    return proposal_vote(player=seat(game, number), kind=kind, agrees=agrees)


def noon(game: Game, clock) -> None:
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def state_of(game: Game, kind: str) -> str:
    return Proposal.objects.get(game=game, kind=kind).state


# ---- counting -------------------------------------------------------------------------------------


@given(st.sampled_from(list(Kind)), st.integers(0, 12), st.data())
def test_every_proposal_ends_and_silence_says_what_it_says(kind, seats, data):
    agree = data.draw(st.integers(0, seats))
    refuse = data.draw(st.integers(0, seats - agree))
    silent = seats - agree - refuse
    now, end = (outcome(kind, seats, agree, refuse, closes=closes) for closes in (False, True))
    assert end is not None
    if now is not None:  # what votes have decided, time does not change
        assert now == end
    agreeing = agree + silent if kind == Kind.GO_ON else agree
    assert (end == State.AGREED) == (agreeing > seats / 2)
    if kind != Kind.GO_ON and not agree:
        assert end != State.AGREED
    if silent == 0:
        assert now is not None


@pytest.mark.parametrize("kind", list(Kind))
def test_more_than_half_is_more_than_half(kind):
    assert outcome(kind, 4, 2, 0) is None
    assert outcome(kind, 4, 3, 0) == State.AGREED
    assert outcome(kind, 4, 2, 2) == State.REFUSED
    assert outcome(kind, 1, 1, 0) == State.AGREED
    assert outcome(kind, 0, 0, 0, closes=True) == State.REFUSED


# ---- pausing and going on -------------------------------------------------------------------------


def test_more_than_half_pause_the_game_and_the_ledger_names_the_table(game, master, clock):
    propose(game, 1, Kind.PAUSE)
    assert not vote(game, 2, Kind.PAUSE)
    game.refresh_from_db()
    assert (game.paused, game.open_proposals) == (False, 1)
    assert vote(game, 3, Kind.PAUSE)
    game.refresh_from_db()
    assert (game.paused, game.idle_since, game.open_proposals) == (True, None, 0)
    entry = ledger(game)
    assert (entry.act, entry.author, entry.data) == (LedgerEntry.Act.PAUSED, None, {"table": True})
    page = site.client_of(seat(game, 4).user).get(f"/g/{game.public_id}/ledger/").content.decode()
    assert "the table" in page
    told = Notice.objects.filter(game=game, key__startswith="paused/")
    assert set(told.values_list("user_id", flat=True)) == {
        master.pk, *game.players.values_list("user_id", flat=True)
    }  # fmt: skip
    assert "More than half of the players agreed to pause" in notice_text(told.first())
    assert not Vote.objects.exists()


def test_everybody_but_who_proposed_is_told_and_not_by_whom(game, clock):
    propose(game, 2, Kind.PAUSE)
    told = Notice.objects.filter(game=game, key__startswith="proposal/")
    assert set(told.values_list("user_id", flat=True)) == {seat(game, n).user_id for n in (1, 3, 4)}
    for notice in told:
        assert "Basil" not in notice_text(notice)
        assert "proposes to pause" in notice_text(notice)
        assert "Sunday 22 November" in notice_text(notice)


def test_silence_does_not_pause_and_the_same_waits_for_the_next_noon(game, clock):
    until = propose(game, 1, Kind.PAUSE).until
    assert until == NOON
    vote(game, 2, Kind.PAUSE)
    assert refused(propose, game=game, number=3, kind=Kind.PAUSE) == "proposed"
    clock.move_to(until)
    close_due()
    close_due()
    game.refresh_from_db()
    assert (state_of(game, Kind.PAUSE), game.paused, game.open_proposals) == (State.LAPSED, False, 0)
    assert refused(vote, game=game, number=3, kind=Kind.PAUSE) == "not_proposed"
    assert refused(propose, game=game, number=3, kind=Kind.PAUSE) == "proposed_lately"
    clock.shift(DAY)
    close_due()
    assert propose(game, 3, Kind.PAUSE).state == State.OPEN
    assert Proposal.objects.filter(game=game).count() == 1


def test_it_is_open_for_twelve_hours_at_least(game, clock):
    clock.move_to(NOON - timedelta(hours=12))
    assert propose(game, 1, Kind.PAUSE).until == NOON
    clock.shift(timedelta(seconds=1))
    assert propose(game, 1, Kind.END).until == NOON + DAY


def test_silence_lets_the_game_go_on(game, clock):
    for number in (1, 2, 3):
        (propose if number == 1 else vote)(game, number, Kind.PAUSE)
    until = propose(game, 1, Kind.GO_ON).until
    vote(game, 2, Kind.GO_ON, agrees=False)
    clock.move_to(until)
    assert proposals_close(now=timezone.now()) == 1
    game.refresh_from_db()
    assert not game.paused
    assert (ledger(game).act, ledger(game).data) == (LedgerEntry.Act.RESUMED, {"table": True})
    assert open_turn(game).deadline > timezone.now()


def test_half_of_the_table_keeps_it_paused(game, clock):
    for number in (1, 2, 3):
        (propose if number == 1 else vote)(game, number, Kind.PAUSE)
    propose(game, 1, Kind.GO_ON)
    vote(game, 2, Kind.GO_ON, agrees=False)
    assert vote(game, 3, Kind.GO_ON, agrees=False)
    game.refresh_from_db()
    assert (game.paused, state_of(game, Kind.GO_ON)) == (True, State.REFUSED)


def test_a_pause_that_was_agreed_on_ends_by_itself(game, clock):
    for number in (1, 2, 3):
        (propose if number == 1 else vote)(game, number, Kind.PAUSE)
    clock.shift(14 * DAY - timedelta(minutes=1))
    assert proposals_close(now=timezone.now()) == 0
    clock.shift(timedelta(minutes=1))
    assert proposals_close(now=timezone.now()) == 1
    game.refresh_from_db()
    assert not game.paused
    assert "had agreed on is over" in notice_text(Notice.objects.filter(key__startswith="resumed/").first())
    assert proposals_close(now=timezone.now()) == 0


def test_a_pause_of_a_master_is_not_ended_by_an_older_agreement(game, boss, clock):
    for number in (1, 2, 3):
        (propose if number == 1 else vote)(game, number, Kind.PAUSE)
    masters.game_resume(game=game, author=boss, reason=WHY)
    masters.game_pause(game=game, author=boss, reason=WHY)
    clock.shift(15 * DAY)
    assert proposals_close(now=timezone.now()) == 0
    game.refresh_from_db()
    assert game.paused


# ---- noon a day later -----------------------------------------------------------------------------


def test_noon_moves_by_a_day_that_is_played(game, clock):
    Game.objects.filter(pk=game.pk).update(days=[0, 2, 6])  # Monday, Wednesday, Sunday
    for number in (1, 2, 3):
        (propose if number == 1 else vote)(game, number, Kind.LATER)
    assert open_turn(game).deadline == NOON + DAY
    assert ledger(game).act == LedgerEntry.Act.EXTENDED
    clock.shift(timedelta(hours=1))
    assert refused(propose, game=game, number=1, kind=Kind.LATER) == "proposed_lately"


def test_nothing_moves_while_a_turn_is_due(game, clock):
    propose(game, 1, Kind.LATER)
    clock.move_to(open_turn(game).deadline)
    assert refused(propose, game=game, number=2, kind=Kind.END) == "due"
    assert why_not(Game.objects.get(pk=game.pk), Kind.LATER) == "due"


# ---- replacing ------------------------------------------------------------------------------------


def missed_two(game: Game, clock) -> Player:
    """Dimitri has missed two noons; the others have not."""
    for _ in range(2):
        for number in (1, 2, 4):
            say(game, number)
        noon(game, clock)
    return seat(game, 3)


def test_who_missed_two_is_replaced_by_those_who_agree(game, clock):
    assert refused(propose, game=game, number=1, kind=Kind.REPLACE, about=seat(game, 3)) == "not_missed_two"
    away = missed_two(game, clock)
    user = away.user
    assert refused(propose, game=game, number=1, kind=Kind.REPLACE, about=seat(game, 2)) == "not_missed_two"
    propose(game, 1, Kind.REPLACE, away)
    vote(game, 2, Kind.REPLACE)
    assert vote(game, 4, Kind.REPLACE)
    away.refresh_from_db()
    assert (away.user, away.is_bot) == (None, True)
    assert away.offer
    entry = ledger(game)
    assert (entry.act, entry.data["table"], entry.data["way"]) == (LedgerEntry.Act.UNSEATED, True, "bot")
    removed = Notice.objects.get(game=game, kind=Notice.Kind.REMOVED)
    assert removed.user == user
    assert "You have missed two noons" in notice_text(removed)
    page = site.client_of(user).get(f"/g/{game.public_id}/orders/")
    assert (page.status_code, "the table" in page.content.decode()) == (
        403,
        True,
    ) or "Dimitri" in page.content.decode()


def test_the_page_costs_the_same_however_many_could_be_replaced(missed_by_most):
    few, many = missed_by_most
    costs = []
    for game in (few, many):
        client = site.client_of(seat(game, 1).user)
        client.get(f"/g/{game.public_id}/together/")
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"/g/{game.public_id}/together/").content.decode()
        assert page.count('<option value="') >= game.players.count() - 2
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.fixture
def missed_by_most(clock) -> tuple[Game, Game]:
    """Two games, of four and of eight, in which only the first has handed in at two noons."""
    found = []
    for count in (4, 8):
        found.append(running_game([f"P{count}-{number}" for number in range(count)], max_players=count))
    for _ in range(2):
        for game in found:
            say(game, 1)
        turns = [open_turn(game) for game in found]
        clock.move_to(turns[0].deadline)
        assert all(turn_close(turn_id=turn.pk) for turn in turns)
    return found[0], found[1]


def test_silence_replaces_nobody(game, clock):
    until = propose(game, 1, Kind.REPLACE, missed_two(game, clock)).until
    vote(game, 2, Kind.REPLACE)
    clock.move_to(until)
    proposals_close(now=timezone.now())
    assert state_of(game, Kind.REPLACE) in (State.LAPSED, State.REFUSED)
    assert seat(game, 3).user_id is not None


def test_who_has_played_again_stays(long_game, clock):
    game = long_game
    for _ in range(10):
        noon(game, clock)
    away, turn = seat(game, 3), open_turn(game)
    assert why_not(game, Kind.REPLACE, away) == ""
    propose(game, 1, Kind.REPLACE, away)
    order_form_save(player=away, turn_name=turn.name, revision=0, orders=(Order("say", {"number": 1}),))
    vote(game, 2, Kind.REPLACE)
    assert vote(game, 4, Kind.REPLACE)
    assert state_of(game, Kind.REPLACE) == State.LAPSED
    assert seat(game, 3).user == away.user


def test_what_the_rules_refuse_is_closed_at_its_time(game, clock, monkeypatch):
    """Everybody has agreed, and the bot that would take the seat raises: it is not tried for ever."""
    until = propose(game, 1, Kind.PAUSE).until
    monkeypatch.setattr(agreements, "outcome", lambda *votes, closes: State.AGREED if closes else None)
    monkeypatch.setitem(agreements._ACTS, Kind.PAUSE, lambda *act: 1 / 0)
    clock.move_to(until)
    turn_close(turn_id=open_turn(game).pk)
    assert proposals_close(now=timezone.now()) == 0
    game.refresh_from_db()
    assert (state_of(game, Kind.PAUSE), game.open_proposals) == (State.LAPSED, 0)


# ---- ending ---------------------------------------------------------------------------------------


def test_they_end_it_as_it_stands_without_final_places(game, clock):
    for number in (1, 2, 3):
        (propose if number == 1 else vote)(game, number, Kind.END)
    game.refresh_from_db()
    assert (game.stage, game.ended) == (Game.Stage.FINISHED, Game.Ended.BY_TABLE)
    assert not FinalStanding.objects.exists()
    text = site.client_of(seat(game, 4).user).get(f"/g/{game.public_id}/", follow=True).content.decode()
    assert "agreed to end the game as it stood" in text
    assert refused(propose, game=game, number=1, kind=Kind.PAUSE) == "not_running"


def test_silence_does_not_end_it(game, clock):
    until = propose(game, 1, Kind.END).until
    vote(game, 2, Kind.END)
    clock.move_to(until + timedelta(minutes=1))
    proposals_close(now=timezone.now())
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING


def test_what_is_open_when_a_game_ends_is_closed_at_its_time(game, clock):
    until = propose(game, 1, Kind.PAUSE).until
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
    clock.move_to(until)
    assert proposals_close(now=timezone.now()) == 1
    assert state_of(game, Kind.PAUSE) == State.LAPSED


# ---- who votes ------------------------------------------------------------------------------------


def test_a_seat_that_changed_hands_votes_anew(game, boss, clock):
    propose(game, 1, Kind.PAUSE)
    vote(game, 2, Kind.PAUSE)
    seating.seat_take(game=game, number=1, author=boss, reason=WHY)
    seating.seat_give(game=game, user=make_user("Zoé"), name="Zoé", number=1, author=boss, reason=WHY)
    assert not vote(game, 4, Kind.PAUSE)  # two of four: the vote of who left counts no more
    game.refresh_from_db()
    assert not game.paused
    assert vote(game, 1, Kind.PAUSE)


def test_bots_and_who_only_watches_do_not_vote(game, boss, clock):
    seating.player_to_bot(game=game, number=4, author=boss, reason=WHY)
    propose(game, 1, Kind.PAUSE)
    assert vote(game, 2, Kind.PAUSE)  # two of three people
    stranger = Client()
    stranger.force_login(make_user("Zoé"))
    assert stranger.get(f"/g/{game.public_id}/together/").status_code == 404
    assert stranger.post(f"/g/{game.public_id}/together/", {"act": "agree", "kind": "end"}).status_code == 404


def test_a_changed_mind_is_one_vote(game, clock):
    propose(game, 1, Kind.PAUSE)
    vote(game, 2, Kind.PAUSE)
    vote(game, 2, Kind.PAUSE, agrees=False)
    assert Vote.objects.count() == 2
    assert not vote(game, 3, Kind.PAUSE)
    assert vote(game, 4, Kind.PAUSE)  # Ana, Dimitri, Inès


def test_a_rehearsal_has_none(game, clock):
    Game.objects.filter(pk=game.pk).update(is_rehearsal=True)
    assert refused(propose, game=game, number=1, kind=Kind.PAUSE) == "not_running"
    assert site.client_of(seat(game, 1).user).get(f"/g/{game.public_id}/together/").status_code == 404


def test_a_game_that_paused_itself_goes_on_by_one_and_not_by_a_vote(long_game, clock):
    game = long_game
    for _ in range(3):
        noon(game, clock)
    assert games_pause_themselves(now=timezone.now()) == 1
    assert refused(propose, game=game, number=1, kind=Kind.GO_ON) == "by_one"
    assert refused(propose, game=game, number=1, kind=Kind.PAUSE) == "clock_stands"
    game_go_on(player=seat(game, 1))


@pytest.mark.parametrize("title", ["megacorps", "machtspiele", "controle"])
def test_a_sleeping_game_pauses_goes_on_and_ends_by_agreement(title, clock):
    game = asleep(title, 3, clock)
    assert refused(propose, game=game, number=1, kind=Kind.LATER) == "no_deadline"
    for kind in (Kind.PAUSE, Kind.GO_ON, Kind.END):
        propose(game, 1, kind)
        assert vote(game, 2, kind)
        assert state_of(game, kind) == State.AGREED
    game.refresh_from_db()
    assert (game.stage, game.paused) == (Game.Stage.FINISHED, False)


def test_a_title_with_many_windows_moves_them_all(clock):
    game = stage.started_game("controle", 3, "Many")
    turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN, deadline__isnull=False)
    propose(game, 1, Kind.LATER)
    vote(game, 2, Kind.LATER)
    assert len({turn.deadline for turn in turns}) == 1


# ---- the page -------------------------------------------------------------------------------------


def test_no_page_changes_with_a_vote_of_somebody_else(game, clock):
    """Neither a name nor a count tells who was there."""
    propose(game, 1, Kind.PAUSE)
    readers = {number: site.client_of(seat(game, number).user) for number in (1, 3, 4)}
    pages = ("together/", "orders/", "ledger/")

    def seen() -> dict:
        cache.clear()
        return {
            (number, page): site.TOKEN.sub("", client.get(f"/g/{game.public_id}/{page}").content.decode())
            for number, client in readers.items()
            for page in pages
        }

    before = seen()
    vote(game, 2, Kind.PAUSE)
    assert seen() == before
    vote(game, 2, Kind.PAUSE, agrees=False)
    assert seen() == before


def test_whoever_takes_a_seat_over_is_asked_what_its_holder_had_answered(game, clock):
    propose(game, 1, Kind.PAUSE)
    vote(game, 2, Kind.PAUSE)
    game.refresh_from_db()
    player, now = seat(game, 2), timezone.now()
    assert proposals_awaiting(game, player, now) == []
    player.user = make_user("Zoé")
    assert [each.kind for each in proposals_awaiting(game, player, now)] == [Kind.PAUSE]


def test_one_proposes_and_answers_on_the_page(game, clock):
    clients = [site.client_of(seat(game, number).user) for number in (1, 2, 3)]
    url = f"/g/{game.public_id}/together/"
    assert "Pause the game" in clients[0].get(url).content.decode()
    assert clients[0].post(url, {"act": "propose", "kind": "pause"}).status_code == 303
    orders = f"/g/{game.public_id}/orders/"
    noted = [re.sub(r"\s+", " ", client.get(orders).content.decode()) for client in clients]
    assert ["Proposed to you:</b> Pause the game. <a" in text for text in noted] == [False, True, True]
    text = clients[1].get(url).content.decode()
    assert "Whoever does not answer refuses." in text
    clients[1].post(url, {"act": "agree", "kind": "pause"})
    text = clients[1].get(url).content.decode()
    assert "You have agreed." in text
    assert "Refuse after all" in text
    assert "Proposed to you" not in clients[1].get(orders).content.decode()
    answer = clients[2].post(url, {"act": "agree", "kind": "pause"}, follow=True).content.decode()
    assert "That decided it." in answer
    assert "Agreed, and done." in answer
    assert "Let the game go on" in answer
    for odd in ({}, {"act": "agree", "kind": "nothing"}, {"act": "propose", "kind": "replace", "who": "²"}):
        assert clients[0].post(url, odd).status_code == 303
