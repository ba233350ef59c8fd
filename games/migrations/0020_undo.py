"""A form keeps its orders before the last change, so that its author can undo it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_plain_labels")]

    operations = [migrations.AddField("orderform", "previous", models.TextField(null=True))]
