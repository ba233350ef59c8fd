"""Every index has a use: none is the beginning of another one, which would answer for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations.state import ProjectState

from config.operations import DropForeignKeyIndex
from games.models import Drawer

OURS = [model for app in ("accounts", "games") for model in apps.get_app_config(app).get_models()]


def indexes(model: type[models.Model]) -> dict[str, dict[str, Any]]:
    """The indexes of a table as the database has them, by name, without those that leave rows out, or that
    PostgreSQL has for texts that begin alike."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    given = [*model._meta.indexes, *model._meta.constraints]
    partial = {one.name for one in given if getattr(one, "condition", None) is not None}
    return {
        name: one
        for name, one in found.items()
        if (one["index"] or one["unique"] or one["primary_key"])
        and name not in partial
        and not name.endswith("_like")
    }


@pytest.mark.django_db
@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_no_index_is_the_beginning_of_another(model):
    kept = indexes(model)
    assert kept, "at least that of the primary key"
    for name, one in kept.items():
        if one["unique"] or one["primary_key"]:
            continue
        for other, longer in kept.items():
            assert other == name or longer["columns"][: len(one["columns"])] != one["columns"], (name, other)


@pytest.mark.django_db(transaction=True)  # SQLite changes no table inside a transaction
def test_a_migration_drops_the_index_of_a_foreign_key_alone_and_makes_it_again():
    before = indexes(Drawer)
    now = ProjectState.from_apps(apps)
    operation = DropForeignKeyIndex("drawer", "game", Drawer._meta.get_field("game").clone())
    with connection.schema_editor(atomic=False) as editor:
        operation.database_backwards("games", editor, now, now)
    (added,) = [one for name, one in indexes(Drawer).items() if name not in before]
    assert added["columns"] == ["game_id"]
    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("games", editor, now, now)
    assert indexes(Drawer) == before
