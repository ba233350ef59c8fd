"""The countdown: how long there is to wait, or why there is nothing to wait for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from games.countdown import left_text
from games.registry import skin_for
from games.services.rehearsals import rehearsal_create
from tests.battery import site
from tests.games.helpers import make_user


@pytest.mark.parametrize(
    ("left", "english", "french"),
    [
        (timedelta(minutes=12), "12 min", "12 min"),
        (timedelta(hours=3, minutes=12), "3 h 12", "3 h 12"),
        (timedelta(hours=3), "3 h 00", "3 h 00"),
        (timedelta(days=1), "1 day", "1 jour"),
        (timedelta(days=1, minutes=59), "1 day", "1 jour"),
        (timedelta(days=1, hours=1), "1 day 1 h", "1 jour 1 h"),
        (timedelta(days=2), "2 days", "2 jours"),
        (timedelta(days=2, hours=4, minutes=9), "2 days 4 h", "2 jours 4 h"),
        (timedelta(minutes=-5), "0 min", "0 min"),
    ],
)
def test_no_part_of_it_is_a_nought_that_says_nothing(left, english, french):
    for language, told in (("en", english), ("fr", french)):
        with translation.override(language):
            assert " ".join(left_text(left).split()) == told  # its spaces do not break


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("title", "options", "words"),
    [
        ("dummy", {"breaks": False}, ("Noon comes when you say so", "Midi sonne quand vous le dites")),
        ("cardline", {"mode": "sequential"}, ("The bots answer at once", "Les bots répondent aussitôt")),
        ("cardline", {"mode": "simultaneous"}, ("The bots answer at once", "Les bots répondent aussitôt")),
    ],
)
@pytest.mark.parametrize("language", [0, 1], ids=["en", "fr"])
def test_a_rehearsal_says_what_it_waits_for(title, options, words, language):
    user = make_user("Ana")
    whole = {o.key: o.default for o in skin_for(title).rules.meta.options} | options
    game = rehearsal_create(user=user, title=title, name="Ana", options=whole)
    client = site.client_of(user, ("en", "fr")[language])
    for address in (f"/g/{game.public_id}/orders/", "/games/"):
        page = client.get(address).content.decode()
        assert words[language] in page
        assert (words[language] == "Noon comes when you say so") == ("Noon comes when you say so" in page)
