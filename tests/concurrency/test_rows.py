"""What only PostgreSQL refuses."""

from __future__ import annotations

import pytest
from django.db import DataError, transaction

from games import rows
from games.models import Drawer
from tests.games.helpers import running_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_text_that_is_too_long_is_refused_and_not_cut():
    of = {"game_id": running_game().pk, "number": 99, "schema": 1}
    with pytest.raises(DataError), transaction.atomic():
        rows.together(rows.insert(Drawer, of, {"owner": ["p" * 11], "content": [""]}))
