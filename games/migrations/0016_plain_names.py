"""Models and columns get the names that say what they are; the tables of the models keep theirs."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0015_notices_of_moves")]

    operations = [
        migrations.AlterModelTable("event", "games_event"),
        migrations.RenameModel("Event", "ReaderEvents"),
        migrations.AlterModelTable("grant", "games_grant"),
        migrations.RenameModel("Grant", "ReadingRight"),
        migrations.AlterModelTable("standing", "games_standing"),
        migrations.RenameModel("Standing", "FinalStanding"),
        migrations.RenameField("game", "early", "close_when_all_ready"),
        migrations.RemoveIndex("turn", "turn_marked"),
        migrations.RenameField("turn", "marked", "can_close_early"),
        migrations.AddIndex(
            "turn",
            models.Index(
                fields=["can_close_early"],
                condition=Q(status="open", can_close_early=True),
                name="turn_can_close_early",
            ),
        ),
    ]
