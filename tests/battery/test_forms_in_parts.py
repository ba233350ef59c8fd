"""A sealed form put together in several sittings: what is saved counts at the deadline, and its author is in,
and waited for no longer, when he says that it is complete."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.contract import decode
from games.models import Game, Player, Resolution, Turn
from games.registry import all_skins
from games.selectors import answered, window_of
from games.services.turns import turn_close
from tests.battery import site
from tests.battery.conftest import NOW
from tests.battery.pressing import ending, games, page_of, press, rehearsals
from tests.battery.site import TOKEN

pytestmark = pytest.mark.django_db


def in_parts(title: str) -> Iterator[tuple[Game, Player]]:
    """Games with a question whose form may be saved in parts."""
    for game, player in games(title):
        if window_of(site.main_turn(game)).in_parts:
            yield game, player


def shown_to_others(game: Game, player: Player) -> list[str]:
    """The order forms of the others, and the page of a visitor."""
    others = [site.client_of(seat.user) for seat in site.seats(game) if seat != player]
    return [TOKEN.sub("", page_of(client, game).text) for client in (*others, site.client_of())]


def test_a_form_saved_in_parts_is_in_when_its_author_says_that_it_is_complete(title, clock):
    for game, player in in_parts(title):
        turn, client, before = (
            site.main_turn(game),
            site.client_of(player.user),
            shown_to_others(game, player),
        )
        site.hand_in(game, player)
        whole = shown_to_others(game, player)
        assert whole[0] != before[0]  # who is in, shows
        page = page_of(client, game)
        page = press(client, game, page, ending(page, "/ready/"))
        assert "receipt" in page.ids  # what is saved counts, and shows to nobody
        assert shown_to_others(game, player) == before
        assert player.pid not in answered(turn)
        press(client, game, page, ending(page, "/ready/"))
        assert shown_to_others(game, player) == whole
        press(client, game, page, ending(page, "/withdraw/"))
        assert shown_to_others(game, player) == before


def test_parts_saved_by_everybody_close_nothing_before_the_deadline_and_count_then(title, clock):
    for game, _player in in_parts(title):
        turn = site.main_turn(game)
        for player in site.seats(game):
            site.hand_in(game, player, complete=False)
        assert not site.main_turn(game).can_close_early
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
        resolution = Resolution.objects.get(turn=turn)
        assert set(decode(resolution.forms, dict)) == {player.pid for player in site.seats(game)}
        assert decode(resolution.missing, list) == []
        clock.move_to(NOW)


def test_the_last_who_says_that_his_form_is_complete_closes_the_turn(title, clock):
    for game, last in in_parts(title):
        turn, client = site.main_turn(game), site.client_of(last.user)
        site.hand_in(game, last, complete=False)
        for player in site.seats(game):
            if player != last:
                site.hand_in(game, player)
        assert not site.main_turn(game).can_close_early
        page = page_of(client, game)
        press(client, game, page, ending(page, "/ready/"))
        turn.refresh_from_db()
        assert turn.can_close_early or turn.status == Turn.Status.RESOLVED


def test_a_rehearsal_waits_for_its_players_complete_form_alone(title, clock):
    for game, player in rehearsals(title):
        turn = site.main_turn(game)
        if not window_of(turn).in_parts:
            continue
        site.hand_in(game, player, complete=False)
        assert site.main_turn(game).pk == turn.pk
        client = site.client_of(player.user)
        page = page_of(client, game)
        press(client, game, page, ending(page, "/ready/"))
        turn.refresh_from_db()
        assert turn.status == Turn.Status.RESOLVED


def test_some_title_saves_its_forms_in_parts(clock):
    """Else nothing above is tested."""
    assert any(True for skin in all_skins() for _found in in_parts(skin.rules.meta.key))
