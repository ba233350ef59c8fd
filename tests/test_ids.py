"""Nobody is shown a number that counts rows: with one's own one would guess another's.

Games are known by their public ids, turns by their names, pictures and invitations by random keys,
seats by their places. Every counter is set to figures found nowhere else, and every answer searched.
"""

from __future__ import annotations

import base64
import itertools
import re
from collections.abc import Iterable

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.test import Client
from django.utils.http import int_to_base36

from accounts.models import Session, User
from games.models import Game, LedgerEntry, Notice
from games.services import masters
from tests.doors import World, patterns, world
from tests.test_every_door import POSTED, kinds_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FIRST = 730_000_000_001  # a million apart for each table


def counted() -> list[type[models.Model]]:
    """The models whose ids are counted by the database."""
    found = [m for m in apps.get_models(include_auto_created=True) if m._meta.managed and not m._meta.proxy]
    return [m for m in found if isinstance(m._meta.pk, models.AutoField | models.BigAutoField)]


@pytest.fixture
def planted(db) -> World:
    """The world of `tests/doors.txt`, every table counting from far away."""
    with connection.cursor() as cursor:
        for n, model in enumerate(counted()):
            start, table = FIRST + n * 1_000_000, model._meta.db_table
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, start])
            elif connection.ops.sequence_reset_sql(no_style(), [model]):
                column = model._meta.pk.column
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, start])
    made = world()
    for game in made.games.values():
        if game.stage != Game.Stage.CANCELLED and not game.is_rehearsal:
            masters.game_announce(game=game, author=made.users["master"], text="A word")
    return made


def shapes(pk: int) -> set[str]:
    """How an id may be written: in figures, in letters and figures, wrapped as signatures wrap it."""
    wrapped = base64.urlsafe_b64encode(str(pk).encode()).decode().rstrip("=")
    return {str(pk), int_to_base36(pk), f"{pk:x}", wrapped}


def ids(but: Iterable[type[models.Model]] = ()) -> dict[str, str]:
    """Every way to write the id of any row -> whose it is."""
    left_out = {Session, *but}
    return {
        shape: f"{model.__name__} {pk}"
        for model in counted()
        if model not in left_out
        for pk in model._base_manager.values_list("pk", flat=True)
        for shape in shapes(pk)
        if len(shape) > 5
    }


def met(text: str, known: dict[str, str]) -> set[str]:
    return {known[word] for word in re.findall(r"[A-Za-z0-9]+", text) if word in known}


# Between them these are shown whatever players are; superusers edit rows, and must know which.
@pytest.mark.parametrize("role", ["stranger", "player", "creator", "plays"])
def test_no_answer_holds_the_id_of_a_row(planted, role):
    known, found, walked = ids(), [], 0
    assert len(known) > 300
    games = {f"Game {pk}" for pk in Game.objects.values_list("pk", flat=True)}
    client = planted.client(role)
    for pattern, _name in patterns():
        for kind in kinds_of(pattern):
            address = planted.address(pattern, kind)
            asked = met(address, known)  # what he typed himself comes back in a page that is not there
            for method in ("GET", "POST"):
                cache.clear()
                try:
                    with transaction.atomic():
                        data = planted.posted(POSTED.get(pattern, {}), kind)
                        answer = client.get(address) if method == "GET" else client.post(address, data)
                        body = answer.content.decode(errors="replace")  # some answers are pictures
                        shown = met(f"{answer.headers} {answer.cookies} {body}", known)
                        raise _Undone
                except _Undone:
                    pass
                walked += 1
                # The admin's addresses hold the id of a game, which is drawn at random.
                allowed = asked | (games if role == "plays" and pattern.startswith("/admin/") else set())
                found += [f"{method} {address}: {what}" for what in shown - allowed]
    assert not found, "\n".join(found[:20])
    assert walked > 200


class _Undone(Exception):
    """Takes back what one request did."""


def test_no_mail_holds_the_counted_id_of_a_row(planted, settings, django_capture_on_commit_callbacks):
    settings.MAIL_CONFIGURED = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    from games.services.deliveries import notices_send

    person = {"email": "maya@example.org", "password1": "seven-towers-noon", "display_name": "Maya"}
    with django_capture_on_commit_callbacks(execute=True):
        Client().post("/account/signup/", person)
        Client().post("/account/password/reset/", {"email": planted.users["stranger"].email})
    assert notices_send() > 3
    links = [m for m in mail.outbox if "/account/" in m.body.replace("/account/mails/", "")]
    assert {m.to[0] for m in links} == {"maya@example.org", planted.users["stranger"].email}
    known = ids(but=(User,))
    for message in mail.outbox:
        assert not met(f"{message.subject} {message.body} {message.extra_headers}", known), message.body


def test_ids_that_stand_in_addresses_are_drawn_at_random(planted):
    for model in (User, Game):
        drawn = sorted(model.objects.values_list("pk", flat=True))
        assert len(drawn) > 3
        assert all(2**40 <= pk < 2**53 for pk in drawn)
        assert min(after - before for before, after in itertools.pairwise(drawn)) > 10**6
    assert LedgerEntry.objects.filter(pk__gte=FIRST).exists()
    assert Notice.objects.filter(pk__gte=FIRST).exists()
