"""Back up the whole database to one file and restore it, between both engines: gzip, one line per row.

The first line names the migrations the rows fit. A line with `model` begins a table and names its columns;
rows follow as lists. The last line counts them, so that a truncated file is detected.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import os
import tempfile
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import OperationalError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

FORMAT = 1
BATCH = 200
LEFT_OUT = {"accounts.Session", "sessions.Session"}  # a log-in belongs to a browser: everybody logs in again
OF_EVERY_SITE = {"contenttypes.ContentType", "auth.Permission"}  # `migrate` writes them into an empty one


class BackupRefused(Exception):
    """A sentence for the operator: what was not done, why, and what to do."""


def tables() -> list[type[models.Model]]:
    """Every table of every app, including those of many-to-many relations. Tables that the applied
    migrations have not created yet are left out: a backup of an older release contains the tables it had."""
    return [model for model in _made() if model._meta.label not in LEFT_OUT]


def _made() -> list[type[models.Model]]:
    """The same, with those that a backup leaves out."""
    made = set(connection.introspection.table_names())
    found = [m for m in apps.get_models(include_auto_created=True) if m._meta.db_table in made]
    return [m for m in found if m._meta.managed and not m._meta.proxy]


def applied() -> list[list[str]]:
    """The migrations that were applied to the database. Not one that replaces others: those are recorded,
    too, and a backup from before it still fits."""
    loader = MigrationLoader(connection)
    return sorted(map(list, loader.applied_migrations.keys() - loader.replacements.keys()))


# ---- out --------------------------------------------------------------------------------------------


def backup_write(path: Path) -> int:
    """Write every row, as of one moment, to a new file readable by its owner only. Returns the number of
    rows. Raises BackupRefused if the file exists or its folder does not; a failed backup leaves no file."""
    if path.exists():
        raise BackupRefused(f"Nothing written: {path} is there already. Name another file.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise BackupRefused(f"Nothing written: {path.parent} is no folder that this user may write to.")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # 0600: owner only
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as file, _snapshot():
                count = 0
                for line in _lines():
                    count += isinstance(line, list)
                    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
                file.write(json.dumps({"rows": count}) + "\n")
            raw.flush()
            os.fsync(raw.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return count


@contextlib.contextmanager
def _snapshot() -> Iterator[None]:
    """All reads see the same moment and block nobody. `atomic` would take SQLite's write lock here."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _lines() -> Iterator[Any]:
    yield {"noon": FORMAT, "migrations": applied()}
    for model in tables():
        fields = model._meta.concrete_fields
        yield {"model": model._meta.label, "columns": [f.attname for f in fields]}
        rows = model._base_manager.order_by("pk").values_list(*(f.attname for f in fields))
        for row in rows.iterator(chunk_size=BATCH):
            yield [_out(value) for value in row]


def _out(value: Any) -> Any:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


# ---- back -------------------------------------------------------------------------------------------


def backup_restore(path: Path, *, replace: bool = False) -> int:
    """Fill this database from a file, in one transaction. Returns the number of rows. Raises BackupRefused,
    and changes nothing, if there are rows already (unless `replace`), or if the file fits other
    migrations, is truncated or is not a backup."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            lines = map(json.loads, file)
            _check_head(next(lines, None))
            _empty(replace)
            count = _fill(lines)
            # Read to the end: only there does gzip compare the data with its checksum.
            if next(lines, None) is not None:
                raise BackupRefused("Nothing restored: rows follow after the last one. Take another backup.")
            _reset_sequences()
    except BackupRefused:
        raise
    except OperationalError as cause:
        raise BackupRefused("Nothing restored: the database does not answer, or has no room left.") from cause
    except Exception as cause:
        # Damaged bytes may raise anywhere: in gzip, in JSON, in a row, in a constraint.
        told = getattr(cause, "strerror", None) or type(cause).__name__
        raise BackupRefused(f"Nothing restored: {path} cannot be read as a backup ({told}).") from cause
    return count


def _check_head(head: Any) -> None:
    if not isinstance(head, dict) or head.get("noon") != FORMAT:
        raise BackupRefused("Nothing restored: the file is no backup of this site.")
    if not (there := applied()):
        raise BackupRefused(
            "Nothing restored: this database has no tables yet. Run `manage.py migrate`, then restore."
        )
    if head["migrations"] != there:
        raise BackupRefused(
            "Nothing restored: the backup was made by another release. Install that one, run "
            "`manage.py migrate`, restore, then upgrade."
        )


def _empty(replace: bool) -> None:
    if not replace:
        full = [m for m in tables() if m._meta.label not in OF_EVERY_SITE and m._base_manager.exists()]
        if full:
            names = ", ".join(sorted(m._meta.label for m in full)[:5])
            raise BackupRefused(
                f"Nothing restored: this database has rows already ({names}). With --replace they are "
                "thrown away first."
            )
    for model in _made():
        # Constraints between tables are deferred to the commit, so that the order of tables does not matter.
        model._base_manager.all()._raw_delete(connection.alias)


def _fill(lines: Iterator[Any]) -> int:
    count, model, fields, batch = 0, None, [], []
    of_these_tables = _models_of_these_tables()
    for line in lines:
        if isinstance(line, list):
            assert model is not None
            batch.append(model(**{f.attname: _back(f, v) for f, v in zip(fields, line, strict=True)}))
            count += 1
            if len(batch) < BATCH:
                continue
        if model is not None and batch:
            _insert(model, fields, batch)
            batch = []
        if isinstance(line, dict) and "model" in line:
            model = of_these_tables.get_model(line["model"])
            fields = [model._meta.get_field(name) for name in line["columns"]]
        elif not isinstance(line, list):
            if isinstance(line, dict) and line.get("rows") == count:
                return count
            break
    raise BackupRefused("Nothing restored: the file is cut short, or not whole. Take another backup.")


def _models_of_these_tables() -> StateApps:
    """The models as of the applied migrations: a later migration may have renamed a column."""
    loader = MigrationLoader(connection)
    nodes = [key for key in loader.applied_migrations or () if key in loader.graph.nodes]
    return loader.project_state(nodes).apps


def _back(field: Any, value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.BinaryField):
        return base64.b64decode(value)
    return field.to_python(value)


def _insert(model: type[models.Model], fields: list[Any], rows: list[Any]) -> None:
    """Insert rows as `loaddata` does, so that `auto_now_add` and the like do not write the current time."""
    size = max(1, connection.ops.bulk_batch_size(fields, rows))
    for start in range(0, len(rows), size):
        model._base_manager._insert(  # type: ignore[attr-defined]  # no public name: as `Model.save_base`
            rows[start : start + size], fields=fields, using=connection.alias, raw=True
        )


def _reset_sequences() -> None:
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)
