"""All tables of this app at once: what a new site runs in place of 15 migrations (decision 0176)."""

import accounts.models
import config.ids
import datetime
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

REPLACED = [
    "0001_initial", "0002_random_ids", "0003_sessions_with_users", "0004_guests",
    "0005_organizers", "0006_news_of_the_games_one_runs", "0007_game_mail", "0008_reminders",
    "0009_calendars", "0010_channels", "0011_more_channels", "0012_choices_of_news",
    "0013_digest_and_quiet_hours", "0014_text_of_mails",
    "0015_fewer_indexes",
]


class Migration(migrations.Migration):

    replaces = [("accounts", name) for name in REPLACED]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('id', models.BigAutoField(default=config.ids.random_id, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail')),
                ('display_name', models.CharField(max_length=40, verbose_name='name')),
                ('language', models.CharField(blank=True, choices=[('en', 'English'), ('fr', 'French')], max_length=5, verbose_name='language')),
                ('time_zone', models.CharField(blank=True, max_length=50, verbose_name='time zone')),
                ('zone_confirmed', models.BooleanField(default=False)),
                ('guest_until', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('theme', models.CharField(blank=True, choices=[('', 'As my device says'), ('light', 'Day'), ('dark', 'Night')], max_length=5, verbose_name='theme')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may enter the admin')),
                ('run_news', models.CharField(blank=True, choices=[('', 'What asks me to act'), ('all', 'Starts and ends, too')], max_length=3, verbose_name='news of the games I run')),
                ('game_mail', models.CharField(blank=True, choices=[('', 'At once'), ('never', 'Never: I read them on the site')], max_length=6, verbose_name='mails about games')),
                ('reminders', models.CharField(blank=True, max_length=10, verbose_name='reminders before noon')),
                ('calendar_key', models.CharField(blank=True, editable=False, max_length=22, null=True, unique=True)),
                ('is_organizer', models.BooleanField(default=False, verbose_name='organizer')),
                ('is_active', models.BooleanField(default=True, verbose_name='may log in')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='since')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_account_per_address')],
            },
            managers=[
                ('objects', accounts.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='NewsChoices',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ways', models.JSONField(default=dict)),
                ('digest_at', models.TimeField(default=datetime.time(18, 30), verbose_name='hour of the digest')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet hours from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet hours until')),
                ('mail_text', models.CharField(choices=[('short', 'Only that there is news, and of which turn'), ('full', 'Also what the resolution tells me alone')], db_default='short', default='short', max_length=5)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='news_choices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'choices of news',
                'verbose_name_plural': 'choices of news',
            },
        ),
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=accounts.models.picture_key, editable=False, max_length=32, unique=True)),
                ('content', models.BinaryField()),
                ('content_type', models.CharField(max_length=20)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pictures', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'picture',
                'verbose_name_plural': 'pictures',
            },
        ),
        migrations.AddField(
            model_name='user',
            name='picture',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='shown_by', to='accounts.picture'),
        ),
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
        migrations.CreateModel(
            name='UserChannel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('mail', 'Mail'), ('push', 'Notices on your devices'), ('hook', 'Webhook')], max_length=4)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=160)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='channels', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'channel',
                'verbose_name_plural': 'channels',
                'constraints': [models.UniqueConstraint(fields=('user', 'kind'), name='channel_once_per_user')],
            },
        ),
    ]
