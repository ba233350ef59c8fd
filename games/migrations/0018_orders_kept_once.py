"""Order forms of resolved turns go: their resolution keeps them, and nothing reads them here any more.

In batches, each in a transaction of its own, so that a large table is not locked while the site runs. A
form goes if the resolution has its fingerprint, if it was set aside, or if its turn was never resolved; any
other stays, because it would be an order that was lost.
"""

import json

from django.db import migrations, transaction

BATCH = 1000  # forms
OVER = ("resolved", "undone")


def forget_copies(apps, schema_editor):
    using = schema_editor.connection.alias
    forms = apps.get_model("games", "OrderForm").objects.using(using)
    resolutions = apps.get_model("games", "Resolution").objects.using(using)
    columns = ("pk", "turn_id", "turn__resolutions", "fingerprint", "set_aside")
    last = 0
    while batch := list(
        forms.filter(pk__gt=last, turn__status__in=OVER).order_by("pk").values_list(*columns)[:BATCH]
    ):
        turns = {turn for _pk, turn, *_rest in batch}
        kept = {
            (turn, form["fingerprint"])
            for turn, text in resolutions.filter(turn__in=turns).values_list("turn_id", "forms")
            for form in json.loads(text).values()
        }
        gone = [
            pk
            for pk, turn, resolved, fingerprint, set_aside in batch
            if set_aside or not resolved or (turn, fingerprint) in kept
        ]
        with transaction.atomic(using=using):
            forms.filter(pk__in=gone).delete()
        last = batch[-1][0]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0016_plain_names")]

    operations = [migrations.RunPython(forget_copies, migrations.RunPython.noop)]
