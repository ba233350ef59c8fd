"""Sessions of our own, which name their user. Those that exist move over: nobody is logged out."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.db import migrations, models
from django.utils import timezone

SALT = "django.contrib.sessions.SessionStore"
AT_ONCE = 500


def user_of(session):
    """Whose log-in it is; None for a visitor's, and for what another key has signed."""
    try:
        held = signing.loads(session.session_data, salt=SALT, serializer=JSONSerializer)
    except signing.BadSignature:
        return None
    found = str(held.get(SESSION_KEY, ""))
    return int(found) if found.isdecimal() else None


def move_over(apps, schema_editor):
    theirs, ours = apps.get_model("sessions", "Session"), apps.get_model("accounts", "Session")
    users = set(apps.get_model("accounts", "User").objects.values_list("pk", flat=True))
    made = []
    for session in theirs.objects.filter(expire_date__gt=timezone.now()):
        user = user_of(session)
        # Of a user who is gone it lets nobody in.
        if user is None or user in users:
            made.append(ours(session.pk, session.session_data, session.expire_date, user))
    ours.objects.bulk_create(made, AT_ONCE)
    theirs.objects.all().delete()


def move_back(apps, schema_editor):
    theirs, ours = apps.get_model("sessions", "Session"), apps.get_model("accounts", "Session")
    made = [theirs(each.pk, each.session_data, each.expire_date) for each in ours.objects.all()]
    theirs.objects.bulk_create(made, AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_random_ids'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RunPython(move_over, move_back),
    ]
