"""Migration operations that Django lacks, or that it does at too high a price."""

from __future__ import annotations

from typing import Any

from django.db.migrations import AlterField
from django.db.models import Index


class DropForeignKeyIndex(AlterField):
    """Give a foreign key `db_index=False` and drop its index, and nothing more.

    `AlterField` would copy the whole table on SQLite, and check every row of it again on PostgreSQL.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        column, named = model._meta.get_field(self.name).column, {index.name for index in model._meta.indexes}
        with schema_editor.connection.cursor() as cursor:
            found = schema_editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
        for name, one in found.items():
            if one["index"] and not one["unique"] and one["columns"] == [column] and name not in named:
                schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        index = Index(fields=[self.name])
        index.set_name_with_model(model)
        schema_editor.add_index(model, index)
