"""What follows noons missed in a row, as the policy of a game says it before anybody joins."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.forms import values_of
from games.ledgertexts import ledger_text
from games.models import Game, LedgerEntry, Notice, OnMissed, Player, Turn
from games.noticetexts import notice_text
from games.policies import PRESETS, PresetName, consequences, preset_of
from games.policytexts import policy_of
from games.registry import all_skins
from games.services import absences, seating
from games.services.absences import absences_settle
from games.services.games import game_seat_bots, game_start_with_bots
from games.services.leaving import place_take_over
from games.services.turns import turn_close
from tests import dummy
from tests.builder import (
    NOON,
    WHY,
    GameFactory,
    UserFactory,
    make_user,
    master_of,
    open_turn,
    refused,
    running_game,
    say,
    seat,
)
from tests.games.test_lobby import settings

pytestmark = pytest.mark.django_db
Act = LedgerEntry.Act
STRICT = PRESETS[PresetName.STRICT].on_missed
NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture(autouse=True)
def long_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rounds would be over with the third noon missed."""
    monkeypatch.setattr(dummy, "ROUNDS", 9)


@pytest.fixture
def ana(client: Client, clock: object) -> Any:
    user = UserFactory(display_name="Ana")
    client.force_login(user)
    return user


def noon(game: Game, clock: Any, *handing_in: int) -> None:
    """One noon: these players hand in, it strikes, and what follows is looked at."""
    for number in handing_in:
        say(game, number)
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    absences_settle()


def acts(game: Game) -> list[tuple[str, int, str]]:
    """What the ledger has of missed noons, oldest first: act, how many in a row, whose."""
    found = game.ledger.filter(act__in=(Act.ABSENT, Act.BOT)).order_by("pk")
    return [(entry.act, entry.data.get("nth", 0), entry.data["name"]) for entry in found]


def strict(**settings: Any) -> Game:
    return running_game(NAMES, on_missed=STRICT, **settings)


# ---- what follows ---------------------------------------------------------------------------------


def test_one_is_told_then_the_place_is_offered_then_a_bot_plays(clock):
    game = strict()
    noon(game, clock, 1, 2)
    assert acts(game) == [("absent", 1, "Chloé")]
    assert seat(game, 3).offer is None
    noon(game, clock, 1, 2)
    held = seat(game, 3)
    assert held.offer
    assert held.user is not None
    noon(game, clock, 1, 2)
    assert acts(game) == [("absent", 1, "Chloé"), ("absent", 2, "Chloé"), ("bot", 3, "Chloé")]
    gone = seat(game, 3)
    assert gone.user is None
    assert gone.is_bot
    assert gone.offer == held.offer
    assert gone.forms.filter(turn=open_turn(game)).count() == 1  # the bot has handed in already
    noon(game, clock, 1, 2)
    assert len(acts(game)) == 3


def test_the_house_is_the_author_and_everybody_is_told(clock):
    game = strict()
    noon(game, clock, 1, 2)
    entry = game.ledger.get(act=Act.ABSENT)
    assert entry.author is None
    assert entry.author_name == ""
    assert ledger_text(entry) == "Chloé has missed 1 noon."
    told = Notice.objects.filter(game=game, key=f"absent/{entry.pk}")
    assert {notice.user.display_name for notice in told} == set(NAMES)
    assert {notice_text(notice) for notice in told} == {"Chloé has missed 1 noon."}
    with translation.override("fr"):
        assert ledger_text(entry) == "Chloé\N{NO-BREAK SPACE}: 1 midi manqué."


def test_who_lost_the_place_reads_why(clock):
    game = strict(is_public=False)
    chloe = seat(game, 3).user
    for _ in range(3):
        noon(game, clock, 1, 2)
    removed = Notice.objects.get(user=chloe, kind=Notice.Kind.REMOVED)
    assert "You have missed 3 noons in a row" in notice_text(removed)
    client = Client()
    client.force_login(chloe)
    page = client.get(f"/g/{game.public_id}/")
    assert "Chloé has missed 3 noons in a row." in page.content.decode()


def test_a_form_ends_the_row_and_the_offer(clock):
    game = strict()
    noon(game, clock, 1, 2)
    noon(game, clock, 1, 2)
    say(game, 3)
    absences_settle()
    assert seat(game, 3).offer  # before noon nothing tells that a form is saved
    noon(game, clock, 1, 2)
    assert seat(game, 3).offer is None
    assert game.ledger.first().data["back"] is True
    noon(game, clock, 1, 2)
    assert acts(game)[-1] == ("absent", 1, "Chloé")  # counted from the beginning


def test_where_nobody_plays_nobody_loses_a_place(clock):
    game = strict()
    for _ in range(3):
        noon(game, clock)
    assert {act for act, _nth, _name in acts(game)} == {"absent"}
    assert all(player.user and not player.offer for player in game.players.all())


def test_looking_again_does_nothing(clock):
    game = strict()
    noon(game, clock, 1, 2)
    before = acts(game)
    assert absences_settle() == 0
    assert acts(game) == before


def test_a_turn_that_is_excused_neither_counts_nor_ends_a_row(clock):
    game = strict()
    noon(game, clock, 1, 2)
    Turn.objects.filter(pk=open_turn(game).pk).update(excused={"p3": "away"})
    noon(game, clock, 1, 2)
    assert acts(game) == [("absent", 1, "Chloé")]
    noon(game, clock, 1, 2)
    assert acts(game)[-1] == ("absent", 2, "Chloé")


def test_the_rows_of_two_players_are_counted_apart(clock):
    game = strict()
    noon(game, clock, 1)
    noon(game, clock, 1, 2)
    assert acts(game) == [("absent", 1, "Bruno"), ("absent", 1, "Chloé"), ("absent", 2, "Chloé")]


def test_a_game_without_consequences_is_never_looked_at(clock, django_assert_num_queries):
    game = running_game(NAMES)
    noon(game, clock)
    with django_assert_num_queries(1):
        assert absences_settle() == 0
    assert acts(game) == []


def test_a_game_that_raises_delays_no_other(clock, monkeypatch):
    people = [UserFactory() for _ in NAMES]
    first, second = (running_game(people, name=name, on_missed=STRICT) for name in ("One", "Two"))
    for game in (first, second):
        say(game, 1)
        say(game, 2)
    clock.move_to(NOON)
    for game in (first, second):
        assert turn_close(turn_id=open_turn(game).pk)
    real, broken = absences.in_a_row, min(first.pk, second.pk)

    def counted(game: Game, *rest: Any) -> Any:
        if game.pk == broken:
            raise ZeroDivisionError
        return real(game, *rest)

    monkeypatch.setattr(absences, "in_a_row", counted)
    absences_settle()
    assert sorted(len(acts(game)) for game in (first, second)) == [0, 1]
    monkeypatch.undo()
    absences_settle()
    assert [len(acts(game)) for game in (first, second)] == [1, 1]


# ---- taking such a place over -----------------------------------------------------------------------


def test_somebody_takes_the_place_over_while_its_player_still_has_it(clock, client):
    game = strict(is_public=True)
    chloe = seat(game, 3).user
    noon(game, clock, 1, 2)
    noon(game, clock, 1, 2)
    say(game, 3)
    dimitri = make_user("Dimitri")
    client.force_login(dimitri)
    assert "Chloé, who has missed several noons" in client.get("/games/").content.decode()
    token = seat(game, 3).offer
    assert "held by somebody who has missed several noons" in client.get(f"/places/{token}/").content.decode()
    taken = place_take_over(token=token or "", user=dimitri, name="Dimitri")
    assert taken.user == dimitri
    assert taken.offer is None
    assert not taken.forms.filter(turn=open_turn(game)).exists()  # what Chloé saved is hers
    removed = Notice.objects.get(user=chloe, kind=Notice.Kind.REMOVED)
    assert "somebody has taken it over" in notice_text(removed)
    noon(game, clock, 1, 2)
    assert acts(game)[-1] == ("absent", 1, "Dimitri")  # the misses of a seat are not those of its next holder


def test_who_has_missed_them_cannot_take_over_their_own_place(clock):
    game = strict()
    noon(game, clock, 1, 2)
    noon(game, clock, 1, 2)
    held = seat(game, 3)
    assert refused(place_take_over, token=held.offer, user=held.user, name="Chloé") == "already_in"


# ---- titles and presets -----------------------------------------------------------------------------


def test_titles_with_rules_for_absence_keep_them(clock):
    """Their constitutions say what becomes of who is absent, and how one comes back: no place is taken."""
    own = {skin.rules.meta.key for skin in all_skins() if skin.rules.meta.absence}
    assert own == {"cardline", "controle", "machtspiele", "megacorps"}
    for title in own:
        game = Game(title=title, on_missed="told,offered,bot")
        assert set(consequences(game)) == {OnMissed.TOLD}
    assert consequences(Game(title="corporate", on_missed="told,offered,bot")) == STRICT


@pytest.mark.parametrize("name", list(PRESETS))
def test_each_preset_is_a_row_of_choices(client, ana, name):
    client.post("/games/new/", settings(policy=name, missed_1="bot", no_bots="on"))
    game, preset = Game.objects.get(), PRESETS[name]
    assert game.days == list(preset.days)
    assert consequences(game) == preset.on_missed
    assert game.bots_play == preset.bots
    assert preset_of(game) == name
    assert values_of(game)["days"] == []
    if not preset.bots:
        assert game.on_leave == Game.OnLeave.EMPTY


def test_choices_of_ones_own_count_with_the_days_ticked(client, ana):
    typed = settings(policy="own", missed_1="told", missed_2="told", missed_3="bot", days=["5", "6"])
    client.post("/games/new/", typed)
    game = Game.objects.get()
    assert game.on_missed == "told,told,bot"
    assert game.days == [5, 6]
    assert preset_of(game) == PresetName.OWN
    page = client.get(f"/g/{game.public_id}/edit/").content.decode()
    assert '<option value="bot" selected>' in page


def test_nothing_chosen_is_friendly_and_nothing_followed_is_kept_as_nothing(client, ana):
    client.post("/games/new/", settings())
    assert preset_of(Game.objects.get()) == PresetName.FRIENDLY
    client.post("/games/new/", settings(name="Another", policy="own"))
    assert Game.objects.get(name="Another").on_missed == ""


def test_a_bot_takes_over_nowhere_where_none_may(client, ana):
    answer = client.post("/games/new/", settings(policy="own", missed_3="bot", no_bots="on"))
    assert answer.status_code == 422
    assert "A bot cannot play there" in answer.content.decode()
    assert client.post("/games/new/", settings(policy="x")).status_code == 422
    assert client.post("/games/new/", settings(policy="own", missed_1="x")).status_code == 422


def test_where_no_bot_may_hold_a_place_none_ever_does(clock, client):
    gathering = GameFactory(players=2, bots_play=False)
    assert refused(game_seat_bots, game=gathering, count=1) == "no_bots"
    assert refused(game_start_with_bots, game=gathering, author=gathering.creator) == "no_bots"
    client.force_login(gathering.creator)
    assert f"/g/{gathering.public_id}/bots/" not in client.get(f"/g/{gathering.public_id}/").content.decode()
    game = strict(name="Another", bots_play=False)
    act = {"game": game, "number": 2, "author": master_of(game), "reason": WHY}
    assert refused(seating.player_to_bot, **act) == "no_bots"
    for _ in range(4):
        noon(game, clock, 1, 2)
    assert acts(game) == [("absent", nth, "Chloé") for nth in (1, 2, 3)]
    assert not Player.objects.filter(game=game, is_bot=True).exists()


def test_the_page_names_the_preset_and_nothing_for_choices_of_ones_own(client):
    for name, preset in PRESETS.items():
        values = {"on_missed": preset.on_missed, "bots_play": preset.bots, "waits": preset.waits}
        game = GameFactory(name=f"Kept {name}", **values)
        page = client.get(f"/g/{game.public_id}/").content.decode()
        assert f"The policy chosen for it: <b>{PresetName(name).label}</b>." in page
    own = GameFactory(name="Kept otherwise", on_missed=("told", "told", "told"))
    assert "The policy chosen for it" not in client.get(f"/g/{own.public_id}/").content.decode()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sentences_say_what_follows(clock, language):
    with translation.override(language):
        for skin in all_skins():
            for preset in PRESETS.values():
                game = GameFactory(
                    title=skin.rules.meta.key, on_missed=preset.on_missed, bots_play=preset.bots
                )
                parts = {part.heading: part for part in policy_of(game, NOON, "Europe/Paris")}
                steps = next(part.steps for part in parts.values() if part.steps)
                assert len(steps) == 3
                offered = {"en": "offered", "fr": "proposée"}[language]
                takes = OnMissed.OFFERED in consequences(game)
                assert any(offered in step for step in steps) == takes
