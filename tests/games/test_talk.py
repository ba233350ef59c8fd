"""What is said within a game: who reads and writes it, what is counted and told, drafts, muting, reports."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.contract import Order
from games.ledgertexts import ledger_text
from games.models import (
    Conversation,
    ConversationReader,
    Game,
    Message,
    MessageReport,
    Notice,
    Player,
    Turn,
)
from games.noticetexts import notice_address, notice_text
from games.services import talk as service
from games.services.accounts import account_delete
from games.services.games import game_start
from games.services.leaving import place_take_over, seat_leave
from games.services.notices import tell
from games.services.order_forms import order_form_save
from games.services.seating import player_to_bot, seat_take
from games.services.turns import turn_close
from tests.builder import WHY, GameFactory, make_user, master_of, open_turn, running_game, seat

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Bruno", "Chloé")
HELLO = "Do you bring the other vote?"
ALL, TABLE, NONE = Game.Press.ALL, Game.Press.TABLE, Game.Press.NONE


@pytest.fixture
def game(clock: object) -> Game:
    return running_game(NAMES, press=ALL)


def browser(user: Any) -> Client:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client


def of(game: Game, number: int) -> Client:
    return browser(seat(game, number).user)


def url(game: Game, *parts: str) -> str:
    return "/".join(["/g", game.public_id, "talk", *parts, ""])


def write(game: Game, number: int, to: str, text: str = HELLO, **more: Any) -> Any:
    return of(game, number).post(url(game, to), {"text": text, **more})


def read(game: Game, number: int, to: str) -> str:
    answer = of(game, number).get(url(game, to))
    assert answer.status_code == 200, answer.status_code
    return str(answer.content.decode())


def group(game: Game, number: int, *to: int, text: str = HELLO, name: str = "") -> str:
    """The address of a group that a player opens."""
    answer = of(game, number).post(url(game), {"text": text, "to": [str(n) for n in to], "name": name})
    assert answer.status_code == 303, answer.content.decode()
    return str(answer["Location"])


def strike(game: Game, clock: Any) -> None:
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def over(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(stage="finished", finished_at=timezone.now())
    Turn.objects.filter(game=game).update(status=Turn.Status.RESOLVED)


# ---- who reads and writes ---------------------------------------------------------------------------


def test_a_letter_is_read_by_two_and_by_nobody_else(game):
    assert write(game, 1, "p2").status_code == 303
    for number, address in ((1, "p2"), (2, "p1")):
        assert HELLO in read(game, number, address)
    everybody = [seat(game, 3).user, make_user("Inès"), master_of(game), None]
    everybody.append(make_user("Dimitri", is_staff=True, is_superuser=True))
    for user in everybody:
        for address in ("p1", "p2", "1-2", "table", "masters"):
            assert HELLO not in browser(user).get(url(game, address), follow=True).content.decode()
        found = browser(user).get(url(game) + "?q=other+vote", follow=True)
        assert HELLO not in found.content.decode()
    assert write(game, 3, "1-2", "I read along").status_code == 404
    assert Message.objects.count() == 1


def test_a_group_is_read_by_whoever_is_in_it(game):
    address = group(game, 1, 2, name="The Horizon affair")
    assert HELLO in of(game, 2).get(address).content.decode()
    assert "The Horizon affair" in read(game, 1, "table")
    assert of(game, 3).get(address).status_code == 404
    assert "The Horizon affair" not in read(game, 3, "table")
    assert of(game, 3).post(address, {"text": "In?"}).status_code == 404


def test_one_player_and_no_name_is_a_letter(game):
    assert group(game, 1, 2).endswith("/talk/p2/")
    assert Conversation.objects.get().kind == Conversation.Kind.LETTER


def test_the_table_is_read_by_all_who_play_and_by_spectators_after_their_noon(game, clock):
    write(game, 1, "table")
    assert HELLO in read(game, 3, "table")
    watcher = browser(make_user("Inès"))
    for client in (watcher, browser(None)):
        page = client.get(url(game, "table"))
        assert page.status_code == 200 and HELLO not in page.content.decode()
    assert "Nothing has been written" in watcher.get(url(game, "table")).content.decode()
    strike(game, clock)
    assert HELLO in watcher.get(url(game, "table")).content.decode()
    assert watcher.post(url(game, "table"), {"text": "Hear, hear"}).status_code == 404


def test_a_turn_that_closes_early_opens_nothing_before_its_noon(game, clock):
    write(game, 1, "table")
    turn = open_turn(game)
    Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
    assert turn_close(turn_id=turn.pk)
    watcher = browser(make_user("Inès"))
    assert HELLO not in watcher.get(url(game, "table")).content.decode()
    clock.move_to(turn.deadline)
    assert HELLO in watcher.get(url(game, "table")).content.decode()


@pytest.mark.parametrize(
    ("press", "open_to"),
    [(NONE, {"masters"}), (TABLE, {"masters", "table"}), (ALL, {"masters", "table", "p2"})],
)
def test_the_press_of_a_game_says_what_is_open(clock, press, open_to):
    game = running_game(NAMES, press=press)
    for address in ("masters", "table", "p2"):
        expected = 303 if address in open_to else 404
        assert write(game, 1, address).status_code == expected, address
    answer = of(game, 1).post(url(game), {"text": HELLO, "to": ["2", "3"]})
    assert (answer.status_code == 303) == (press == ALL)
    assert Message.objects.count() == len(open_to) + (press == ALL)
    spectator = browser(None).get(url(game))
    assert spectator.status_code == (404 if press == NONE else 302)


def test_game_masters_are_written_to_in_every_game_and_answer(clock):
    game = running_game(NAMES, press=NONE)
    master = master_of(game)
    write(game, 1, "masters")
    assert Notice.objects.get(kind="message").user == master
    client = browser(master)
    assert "masters-1" in client.get(url(game)).content.decode()
    assert HELLO in client.get(url(game, "masters-1")).content.decode()
    assert client.post(url(game, "masters-1"), {"text": "Noon stays."}).status_code == 303
    assert "Noon stays." in read(game, 1, "masters")
    assert "Noon stays." not in read(game, 2, "masters")
    assert of(game, 2).get(url(game, "masters-1")).status_code == 404
    assert client.get(url(game, "p2")).status_code == 404


def test_a_master_who_plays_does_not_read_what_others_write_to_the_masters(clock):
    game = running_game(NAMES, press=ALL, masters=())
    from games.models import Mastership

    bruno = seat(game, 2).user
    bruno.is_staff = True
    bruno.save()
    Mastership.objects.create(game=game, user=bruno)
    boss = make_user("Dimitri", is_staff=True, is_superuser=True)
    write(game, 1, "masters")
    assert browser(bruno).get(url(game, "masters-1")).status_code == 404
    assert [n.user for n in Notice.objects.filter(kind="message")] == [boss]
    assert HELLO in browser(boss).get(url(game, "masters-1")).content.decode()


def test_a_rehearsal_and_a_game_that_waits_for_players_have_no_talk(clock):
    game = GameFactory(seats=("Ana", "Bruno"), press=ALL)
    assert of(game, 1).get(url(game)).status_code == 404
    game_start(game=game, author=seat(game, 1).user)
    assert of(game, 1).get(url(game)).status_code == 200


# ---- seats that change hands ------------------------------------------------------------------------


def test_who_takes_a_seat_over_reads_its_letters_and_finds_no_draft(game, clock):
    clock.shift(timedelta(minutes=1))
    write(game, 1, "p2")
    write(game, 2, "p1", "Yes, I do.")
    bruno = seat(game, 2).user
    write(game, 2, "p1", "A draft of mine", do="keep")
    seat_leave(player=seat(game, 2))
    assert browser(bruno).get(url(game, "p1")).status_code == 404
    ines = make_user("Inès")
    token = seat(game, 2).offer
    assert token
    place_take_over(token=token, user=ines, name="Inès")
    assert seat(game, 2).unread == 2
    page = browser(ines).get(url(game, "p1")).content.decode()
    assert HELLO in page and "A draft of mine" not in page
    assert "before the place changed hands" in page
    assert "somebody else took this place over" in read(game, 1, "p2")


def test_who_was_put_out_reads_and_writes_nothing_more(game, master):
    write(game, 1, "p2")
    bruno = seat(game, 2).user
    seat_take(game=game, number=2, author=master, reason=WHY)
    for method in ("get", "post"):
        for address in ("p1", "masters"):
            answer = getattr(browser(bruno), method)(url(game, address), {"text": "Again"})
            assert answer.status_code == 404
    assert Message.objects.count() == 1


def test_nobody_begins_a_letter_to_a_bot_but_goes_on_with_one(game, master):
    write(game, 1, "p2")
    for number in (2, 3):
        player_to_bot(game=game, number=number, author=master, reason=WHY)
    answer = write(game, 1, "p3")
    assert answer.status_code == 422 and "nobody would read it" in answer.content.decode()
    assert HELLO in answer.content.decode()  # what was typed is still there
    assert write(game, 1, "p2", "Still?").status_code == 303
    assert "A bot plays in this place" in read(game, 1, "p2")


def test_a_deleted_account_leaves_its_messages_under_a_number_and_no_draft(game):
    write(game, 2, "p1", "Yes, I do.")
    write(game, 2, "p1", "A draft", do="keep")
    account_delete(user=seat(game, 2).user)
    page = read(game, 1, "p2")
    assert "Yes, I do." in page and "Former player 2" in page and "Bruno" not in page
    assert not ConversationReader.objects.exclude(user=seat(game, 1).user).exists()


# ---- what is counted and told -----------------------------------------------------------------------


def unread(game: Game) -> list[int]:
    return list(game.players.order_by("number").values_list("unread", flat=True))


def test_unread_messages_are_counted_on_the_tab_and_in_the_lobby_until_they_are_read(game):
    write(game, 1, "p2")
    write(game, 1, "table")
    write(game, 1, "table", "Twice")
    assert unread(game) == [0, 3, 2]
    assert "3 unread messages" in of(game, 2).get("/games/").content.decode()
    assert "unread" not in of(game, 1).get("/games/").content.decode()
    assert '<b class="unread-count">3' in of(game, 2).get(f"/g/{game.public_id}/orders/").content.decode()
    page = read(game, 2, "table")
    assert "2 new" in page and 'id="new"' in page
    assert unread(game) == [0, 1, 2]
    assert 'id="new"' not in read(game, 2, "table")
    read(game, 2, "p1")
    assert unread(game) == [0, 0, 2]
    assert "unread message" not in of(game, 2).get("/games/").content.decode()


def test_an_open_page_is_told_of_newer_messages_and_nothing_counts_as_read(game):
    def asked(after: str, **headers: str) -> Any:
        return of(game, 2).get(f"{url(game, 'p1')}?after={after}", headers={"HX-Request": "true", **headers})

    write(game, 1, "p2", "One")
    assert 'hx-get="' in read(game, 2, "p1") and "?after=1" in read(game, 2, "p1")
    assert asked("1").status_code == 204
    write(game, 1, "p2", "Two")
    write(game, 1, "p2", "Three")
    page = asked("1").content.decode()
    assert "2 new messages: show them" in page and 'id="newer"' in page
    assert "Two" not in page, "the line says how many, and nothing of them"
    assert unread(game) == [0, 2, 0]
    assert "3 new messages" in asked("nonsense").content.decode()
    assert of(game, 3).get(f"{url(game, 'p1')}?after=0", headers={"HX-Request": "true"}).status_code == 204


def test_who_loses_a_seat_hears_no_more_of_its_messages(game):
    write(game, 1, "p2")
    write(game, 1, "p3")
    bruno = seat(game, 2).user
    player_to_bot(game=game, number=2, author=master_of(game), reason=WHY)
    assert not Notice.objects.filter(user=bruno, kind=Notice.Kind.MESSAGE).exists()
    assert Notice.objects.filter(kind=Notice.Kind.MESSAGE).count() == 1, "the other one is told"


def test_a_reader_is_told_once_until_the_conversation_is_read(game):
    def told() -> int:
        return Notice.objects.filter(kind="message", user=seat(game, 2).user, read_at=None).count()

    for text in ("One", "Two", "Three"):
        write(game, 1, "p2", text)
    assert told() == 1
    write(game, 1, "table")
    assert told() == 2  # one for each conversation
    notice = Notice.objects.filter(kind="message").first()
    assert notice is not None
    assert notice_text(notice) == "There is a message for you in this game."
    assert notice_address(notice) == url(game)
    assert notice.data == {}
    bruno = of(game, 2)
    page = bruno.get("/games/").content.decode()
    assert page.count("There is a message for you in this game.") == 1
    bruno.post("/games/notices/", {"at": timezone.now().isoformat()})
    assert "There is a message" not in bruno.get("/games/").content.decode()
    Notice.objects.filter(kind="message").update(read_at=None)
    read(game, 2, "p1")
    assert told() == 1
    write(game, 1, "p2", "Four")
    assert told() == 2
    assert not Notice.objects.filter(kind="message", user=seat(game, 1).user).exists()


def test_a_muted_conversation_counts_and_tells_nothing_until_its_noon(game, clock):
    write(game, 1, "p2")
    read(game, 2, "p1")
    answer = of(game, 2).post(url(game, "p1", "mute"), {"mute": "noon"}, follow=True)
    assert "This conversation is muted" in answer.content.decode()
    write(game, 1, "p2", "Are you there?")
    assert unread(game)[1] == 0 and not Notice.objects.filter(kind="message").exists()
    assert "muted" not in read(game, 1, "p2").split('<nav class="convs"')[1]
    assert "muted" in read(game, 2, "table").split('<nav class="convs"')[1]
    strike(game, clock)
    clock.shift(timedelta(minutes=1))
    write(game, 1, "p2", "Still there?")
    assert unread(game)[1] == 1


def test_a_conversation_muted_until_the_end_is_heard_of_again_when_asked(game, clock):
    write(game, 1, "p2")
    of(game, 2).post(url(game, "p1", "mute"), {"mute": "game"})
    assert unread(game)[1] == 0
    strike(game, clock)
    write(game, 1, "p2", "Still?")
    assert unread(game)[1] == 0
    of(game, 2).post(url(game, "p1", "mute"), {"mute": ""})
    assert unread(game)[1] == 2


def test_nothing_of_a_message_shows_on_pages_of_others(game):
    """Neither a byte nor a query of a page changes for who is not in the conversation."""
    readers = {"Chloé": seat(game, 3).user, "watcher": make_user("Inès"), "visitor": None}
    pages = ["/games/", url(game, "table"), f"/g/{game.public_id}/ledger/", f"/g/{game.public_id}/orders/"]
    pages += [url(game, "p1"), url(game, "p2"), url(game) + "?q=vote"]

    def walk() -> dict[str, Any]:
        shown: dict[str, Any] = {}
        for name, user in readers.items():
            client = browser(user)
            for page in pages:
                client.get(page)
                with CaptureQueriesContext(connection) as queries:
                    answer = client.get(page)
                body = answer.content.decode()
                tokens = body.split('name="csrfmiddlewaretoken" value="')
                body = "".join([tokens[0], *(part[64:] for part in tokens[1:])])
                body = body.split("X-CSRFToken")[0] + body.split("X-CSRFToken")[-1][80:]
                shown[name + page] = (answer.status_code, body, len(queries))
        return shown

    before = walk()
    write(game, 1, "p2")
    write(game, 2, "p1", "Yes")
    write(game, 1, "p3", "A draft only", do="keep")
    assert of(game, 3).get(url(game, "1-3")).status_code == 404
    group(game, 1, 2, name="The Horizon affair")
    write(game, 2, "masters", "A question")
    of(game, 2).post(url(game, "p1", "mute"), {"mute": "game"})
    for key, shown in walk().items():
        assert shown == before[key], key


def test_the_pages_cost_the_same_however_much_is_said(clock):
    game = running_game(tuple(f"Player {n}" for n in range(12)), press=ALL, max_players=12)

    def costs() -> list[int]:
        found = []
        for page in (url(game, "table"), url(game, "p2"), url(game), url(game) + "?q=word", "/games/"):
            client = of(game, 1)
            client.get(page)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            found.append(len(queries))
        return found

    write(game, 2, "table", "a word")
    write(game, 2, "p1", "a word")
    few = costs()
    for number in range(2, 9):
        write(game, number, "table", "a word")
        write(game, number, "p1", "a word")
        group(game, number, 1, 2 if number > 2 else 3, text="a word")
    assert costs() == few
    assert max(few) <= 12, few


# ---- noon -------------------------------------------------------------------------------------------


def test_a_message_sent_while_noon_strikes_belongs_to_the_turn_that_was_open_and_says_so(game, clock):
    turn = open_turn(game)
    clock.move_to(turn.deadline + timedelta(seconds=1))
    write(game, 1, "p2")
    said = Message.objects.get()
    assert (said.turn, said.struck) == (turn, True)
    assert turn_close(turn_id=turn.pk)
    assert "Sent while noon struck. It belongs to: Turn 1" in read(game, 2, "p1")
    write(game, 1, "p2", "After it")
    later = Message.objects.get(number=2)
    assert not later.struck and later.turn == open_turn(game)


def test_a_message_that_waited_for_the_noon_belongs_to_the_turn_that_came_of_it(game, clock):
    began = timezone.now()
    strike(game, clock)
    player = seat(game, 1)
    from games.access import Spot

    spot = Spot(Conversation.Kind.TABLE, "table", writes=True)
    said = service.message_send(
        game=game, spot=spot, author=player.user, player=player, text=HELLO, began=began
    )
    assert said.struck and said.turn == open_turn(game)


# ---- drafts, search, texts --------------------------------------------------------------------------


def test_a_draft_is_kept_for_its_writer_alone_and_gone_once_it_is_sent(game):
    assert write(game, 1, "p2", "If you were to", do="keep").status_code == 303
    assert "If you were to" in read(game, 1, "p2")
    assert "If you were to" not in read(game, 2, "p1")
    answer = of(game, 1).post(url(game, "p2", "draft"), {"text": "If you were to leave", "after": "0"})
    assert "Draft kept at" in answer.content.decode() and "20 of 2,000" in answer.content.decode()
    write(game, 1, "p2", "Sent")
    assert "If you were to" not in read(game, 1, "p2")
    # What was on its way when the message was sent is no draft any more.
    of(game, 1).post(url(game, "p2", "draft"), {"text": "Sen", "after": "0"})
    assert not ConversationReader.objects.exclude(draft="").exists()
    write(game, 1, "p2", "Again", do="keep")
    write(game, 1, "p2", "", do="drop")
    assert "Again" not in read(game, 1, "p2")


def test_a_message_sent_twice_from_one_page_is_kept_once(game):
    for _ in range(2):
        assert write(game, 1, "p2", after="0").status_code == 303
    assert Message.objects.count() == 1
    write(game, 1, "p2", after="1")
    assert Message.objects.count() == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("  \n ", "Nothing was sent: you wrote nothing."),
        ("x" * 2001, "this has 2001 characters"),
        ("\u202e\x07", "you wrote nothing"),
    ],
)
def test_what_is_refused_is_said_beside_the_field_and_still_there(game, text, sentence):
    answer = write(game, 1, "p2", text)
    body = answer.content.decode()
    assert answer.status_code == 422 and sentence in body
    assert 'aria-invalid="true"' in body and 'id="text_error"' in body
    assert "x" * 2001 in body or len(text) < 100
    assert not Message.objects.exists()


def test_a_group_without_anybody_or_with_a_long_name_is_refused_beside_its_field(game):
    client = of(game, 1)
    for fields, field in (({"to": []}, "to_error"), ({"to": ["2"], "name": "x" * 61}, "name_error")):
        answer = client.post(url(game), {"text": HELLO, **fields})
        body = answer.content.decode()
        assert answer.status_code == 422 and f'id="{field}"' in body and HELLO in body
    for numbers in (["1"], ["99"], ["two"]):
        assert client.post(url(game), {"text": HELLO, "to": numbers}).status_code == 422
    assert not Message.objects.exists()


def test_a_search_finds_what_its_reader_may_read_and_takes_marks_as_they_are(game):
    write(game, 1, "p2", "100% of Prometheus_")
    write(game, 1, "table", "1000 of nothing")
    for words, hits in (("100%", 1), ("100", 2), ("s_", 1), ("%", 1), ("_", 1), ("nothing", 1), ("\\", 0)):
        page = of(game, 2).get(url(game), {"q": words}).content.decode()
        assert page.count("<article") == hits, words
    assert of(game, 3).get(url(game), {"q": "100"}).content.decode().count("<article") == 1
    page = of(game, 2).get(url(game), {"q": "100%"}).content.decode()
    assert f"{url(game, 'p1')}?all=1#m1" in page


def test_more_in_a_day_than_anybody_says_is_refused(game, monkeypatch):
    monkeypatch.setattr(service, "MAX_A_DAY", 2)
    monkeypatch.setattr(service, "MAX_GROUPS", 1)
    group(game, 1, 2, 3)
    answer = of(game, 1).post(url(game), {"text": HELLO, "to": ["2", "3"]})
    assert "which is the limit" in answer.content.decode()
    write(game, 1, "p2")
    answer = write(game, 1, "p2", "Three")
    assert answer.status_code == 422 and "Write again tomorrow" in answer.content.decode()


# ---- reports ----------------------------------------------------------------------------------------


def report(game: Game, number: int, to: str, said: int, **fields: Any) -> Any:
    values = {"which": str(said), "why": "insult", "words": "", **fields}
    return of(game, number).post(url(game, to, "report"), values, follow=True)


def test_a_report_shows_the_masters_five_messages_and_the_ledger_no_name(game, master):
    for n in range(1, 8):
        write(game, 1 if n % 2 else 2, "p2" if n % 2 else "p1", f"Letter number {n}.")
    assert "Reported." in report(game, 2, "p1", 3, words="He <b>swears</b>").content.decode()
    assert Notice.objects.filter(kind="reported").get().user == master
    client = browser(master)
    page = client.get(url(game, "reports")).content.decode()
    for n in range(1, 8):
        assert (f"Letter number {n}." in page) == (1 <= n <= 5)
    assert "He &lt;b&gt;swears&lt;/b&gt;" in page
    assert "1 report to decide" in client.get(url(game), follow=True).content.decode()
    found = MessageReport.objects.get()
    answer = client.post(url(game, "reports"), {"report": str(found.pk), "decision": "removed"})
    assert answer.status_code == 303
    entry = game.ledger.first()
    assert entry is not None
    assert ledger_text(entry) == "A message was reported (insult or threat): it is removed."
    assert not {"Ana", "Bruno"} & set(str(entry.data).split("'"))
    assert "Letter number 3." not in read(game, 1, "p2") + read(game, 2, "p1")
    assert "A game master removed this message." in read(game, 1, "p2")
    again = client.post(url(game, "reports"), {"report": str(found.pk), "decision": "left"}, follow=True)
    assert "this report is decided" in again.content.decode()


def test_whoever_is_reported_learns_nothing(game, master):
    write(game, 1, "p2")
    read(game, 2, "p1")
    client = of(game, 1)
    pages = (url(game, "p2"), "/games/", f"/g/{game.public_id}/ledger/")

    def seen() -> list[Any]:
        shown = []
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(page)
            shown.append((answer.content.decode().count("\n"), len(answer.content), len(queries)))
        return shown

    client.get(url(game, "p2"))
    before = seen()
    report(game, 2, "p1", 1)
    assert seen() == before
    assert not Notice.objects.filter(user=seat(game, 1).user, kind="reported").exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"which": "99"}, "no message was chosen"),
        ({"which": "x"}, "no message was chosen"),
        ({"why": "sloth"}, "you have not said why"),
        ({"words": "w" * 501}, "your words have 501 characters"),
        ({"which": "2"}, "you wrote this message yourself"),
    ],
)
def test_a_report_that_is_refused_keeps_what_was_typed(game, fields, sentence):
    write(game, 1, "p2")
    write(game, 2, "p1", "Mine")
    answer = report(game, 2, "p1", 1, **{"words": "Look at this", **fields})
    body = answer.content.decode()
    assert answer.status_code == 422 and sentence in body
    assert fields.get("words", "Look at this") in body
    assert not MessageReport.objects.exists()


def test_one_reports_a_message_once_and_only_masters_read_reports(game, master):
    write(game, 1, "table")
    report(game, 2, "table", 1)
    assert "You have reported this message already" in report(game, 2, "table", 1).content.decode()
    for user in (seat(game, 1).user, seat(game, 2).user, make_user("Inès")):
        assert browser(user).get(url(game, "reports")).status_code == 404
        assert browser(user).post(url(game, "reports"), {"decision": "removed"}).status_code == 404
    assert browser(None).get(url(game, "reports")).status_code == 302


# ---- after the end ----------------------------------------------------------------------------------


def agree(game: Game, number: int, to: str, yes: str = "yes") -> str:
    answer = of(game, number).post(url(game, to, "publish"), {"agrees": yes}, follow=True)
    return str(answer.content.decode())


def test_a_letter_is_public_after_the_end_once_each_of_its_writers_agrees(game):
    write(game, 1, "p2")
    write(game, 2, "p1", "Yes.")
    assert "is not over" in agree(game, 1, "p2")
    over(game)
    watcher = browser(make_user("Inès"))
    assert watcher.get(url(game, "1-2")).status_code == 404
    assert "It stays private until" in agree(game, 1, "p2")
    assert watcher.get(url(game, "1-2")).status_code == 404
    assert "You no longer agree" in agree(game, 1, "p2", "no")
    agree(game, 2, "p1")
    assert watcher.get(url(game, "1-2")).status_code == 404
    write(game, 2, "p1", "One more thing.")  # nobody has agreed to this one
    agree(game, 1, "p2")
    assert watcher.get(url(game, "1-2")).status_code == 404
    assert "Published" in agree(game, 2, "p1")
    page = watcher.get(url(game, "1-2")).content.decode()
    assert HELLO in page and "One more thing." in page
    assert "08:48" not in page  # its hours are its members' to know
    apart = read(game, 3, "1-2") + of(game, 3).get(url(game) + "?q=other+vote").content.decode()
    assert HELLO in apart and "08:48" not in apart  # also where somebody else plays in the same game
    assert "08:48" in read(game, 1, "p2")
    assert "1-2" in watcher.get(url(game, "table")).content.decode()
    assert write(game, 1, "p2", "Too late").status_code == 404


def test_a_letter_whose_writer_left_is_never_published(game):
    write(game, 1, "p2")
    write(game, 2, "p1", "Yes.")
    seat_leave(player=seat(game, 2))
    token = seat(game, 2).offer
    assert token
    place_take_over(token=token, user=make_user("Inès"), name="Inès")
    write(game, 2, "p1", "I am new here.")
    over(game)
    assert "has no place in the game any more" in agree(game, 1, "p2")
    agree(game, 2, "p1")
    assert browser(None).get(url(game, "1-2")).status_code == 404


# ---- settings ---------------------------------------------------------------------------------------


def test_a_rematch_has_the_press_of_its_game_and_the_invitation_says_it(game):
    from games.services.rematches import rematch

    over(game)
    made = rematch(player=seat(game, 1), user=seat(game, 1).user)
    assert made.press == ALL
    page = of(game, 2).get(f"/i/{made.invitation}/").content.decode()
    assert "at the table, in groups and in letters" in page


def test_a_notice_of_something_else_is_not_taken_for_one_of_a_message(game):
    tell(game=game, users=[seat(game, 2).user_id], kind="announced", key="message/1/1", data={})
    write(game, 1, "p2")
    read(game, 2, "p1")
    assert Notice.objects.filter(kind="announced", read_at=None).exists()
    player = seat(game, 1)
    order_form_save(
        player=player, turn_name=open_turn(game).name, revision=0, orders=(Order("say", {"number": 1}),)
    )
    assert Player.objects.filter(game=game, unread__gt=0).count() == 0
