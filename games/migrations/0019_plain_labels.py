"""Labels say what they mean in plain words; no column changes."""

from django.db import migrations, models

KINDS = [
    ("started", "the game has started"),
    ("resolved", "a turn is resolved"),
    ("asked", "a question is asked"),
    ("unanswered", "a question closed without an answer"),
    ("chapter_over", "a round is over"),
    ("finished", "the game is over"),
    ("changed", "the game's settings changed"),
    ("removed", "removed from the game"),
    ("cancelled", "the game is cancelled"),
    ("never_filled", "the game did not fill in time"),
    ("announced", "an announcement of a game master"),
    ("stuck", "a turn is stuck"),
    ("set_aside", "an order form was set aside"),
    ("two_steps", "two-factor authentication was removed"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0018_orders_kept_once")]

    operations = [
        migrations.AlterModelOptions(
            "heartbeat", options={"verbose_name": "heartbeat", "verbose_name_plural": "heartbeats"}
        ),
        migrations.AlterField("notice", "kind", models.CharField(choices=KINDS, max_length=14)),
    ]
