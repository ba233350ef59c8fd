"""My money and my points turn by turn: as the messages told them, and nobody else's."""

from __future__ import annotations

import pytest

from corporate.pages.letter import laps
from corporate.texts import figures
from games import access
from games.models import ReaderEvents
from games.selectors import scene_for, seats_of
from games.selectors.told import SceneRequest
from tools import stage

pytestmark = pytest.mark.django_db


def test_a_lap_is_what_the_message_of_its_turn_said():
    options = stage.default_options("corporate", characters=True)
    game = stage.started_game("corporate", 3, "Fifth Avenue", options=options)
    game = stage.played_to(game, 4)
    for player in game.players.filter(number__in=[1, 2]).select_related("user"):
        entry = access.Entry(game, player, is_creator=False, is_master=False)
        asked = SceneRequest(2, private=True, course=True)
        scene = scene_for(entry, seats_of(game), asked, {})
        assert {view.viewer for view in scene.course.values()} == {player.pid}
        shown = {lap.turn: lap.money for lap in laps(scene)}
        assert list(shown) == [0, 1, 2]
        for chapter in (1, 2):
            told = ReaderEvents.objects.get(game=game, reader=player.pid, chapter=chapter).content
            after = told.split('"balance"', 1)[1].split('"after":', 1)[1].split("}", 1)[0].split(",", 1)[0]
            assert shown[chapter] == figures.money(int(after))
