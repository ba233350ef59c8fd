"""Who holds and who held a seat, from the seats and the ledger; forms belong to whoever holds the seat."""

from django.db import migrations
from django.db.models import OuterRef, Subquery

ACTS = ["seated", "unseated", "bot"]


def forwards(apps, schema_editor):
    model = lambda name: apps.get_model("games", name)  # noqa: E731
    Player, Sitting, OrderForm = model("Player"), model("Sitting"), model("OrderForm")
    holder = Player.objects.filter(pk=OuterRef("player")).values("user")[:1]
    OrderForm.objects.update(author=Subquery(holder))
    since = _former(apps, Player, Sitting)
    seats = Player.objects.exclude(user=None)
    for game, pk, user, joined in seats.values_list("game_id", "pk", "user_id", "joined_at").iterator():
        start = since.get((game, user), joined)
        Sitting.objects.get_or_create(
            game_id=game, user_id=user, until=None, defaults={"player_id": pk, "since": start}
        )


def _former(apps, Player, Sitting):
    """Sittings that ended, as the ledger tells them. Returns since when the others last: (game, user) -> moment."""
    entries = apps.get_model("games", "LedgerEntry").objects.filter(act__in=ACTS).order_by("id")
    users = set(apps.get_model("accounts", "User").objects.values_list("pk", flat=True))
    since = {}
    for entry in entries.select_related("game").iterator():
        game, user = entry.game, entry.data.get("about")
        if user not in users:
            continue
        if entry.act == "seated":
            since[game.pk, user] = entry.at
            continue
        began = game.started_at is not None and entry.at >= game.started_at
        seats = Player.objects.filter(game=game, name=entry.data.get("name", ""))
        Sitting.objects.create(
            game=game, user_id=user, player=seats.first() if began else None,
            since=since.pop((game.pk, user), game.created_at), until=entry.at,
        )  # fmt: skip
    return since


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_seats_and_their_forms"),
        ("accounts", "0001_initial"),
    ]

    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
