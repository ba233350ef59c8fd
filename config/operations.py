"""Migration operations that Django lacks, or that it does at too high a price."""

from __future__ import annotations

from typing import Any

from django.db.migrations import AlterField
from django.db.migrations.operations.base import Operation
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


class CompressQuickly(Operation):
    """Have PostgreSQL compress long texts of some columns with lz4 from now on, which is quicker than its own
    way. A server that was built without lz4 keeps its own way; SQLite compresses nothing."""

    reduces_to_sql = True

    def __init__(self, model_name: str, fields: tuple[str, ...]) -> None:
        self.model_name, self.fields = model_name, fields

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Models do not know of it."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self._compress(to_state.apps.get_model(app_label, self.model_name), schema_editor, "lz4")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self._compress(to_state.apps.get_model(app_label, self.model_name), schema_editor, "default")

    def describe(self) -> str:
        return f"Compress {', '.join(self.fields)} of {self.model_name} with lz4 on PostgreSQL"

    def _compress(self, model: Any, schema_editor: Any, method: str) -> None:
        if schema_editor.connection.vendor != "postgresql":
            return
        quote = schema_editor.quote_name
        columns = [quote(model._meta.get_field(name).column) for name in self.fields]
        changes = ", ".join(f"ALTER COLUMN {column} SET COMPRESSION {method}" for column in columns)
        schema_editor.execute(
            f"DO $$ BEGIN ALTER TABLE {quote(model._meta.db_table)} {changes};"
            " EXCEPTION WHEN feature_not_supported THEN NULL; END $$"
        )
