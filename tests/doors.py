"""A site with one game of each kind and one client of each role, for tests of every address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver
from msgspec import Struct, field

from accounts.calendars import Fetched, calendar_token
from accounts.mails import stop_token
from accounts.models import Picture
from accounts.services import calendar_open
from games.models import Game, Turn
from games.services.games import game_leave, game_start
from games.services.rehearsals import rehearsal_create
from tests.builder import GameFactory, make_user

# Who opens the door. A spectator of a public game is a stranger to it; he stands in its column.
ROLES = (
    "visitor", "stranger", "elsewhere", "player", "creator", "other_master", "master", "plays", "superuser",
)  # fmt: skip
# Kept apart from everything else: sessions come and go with visits, `seen` with reading.
_VISITS = re.compile(r'"(?:django|accounts)_session"|^UPDATE "games_player" SET "seen" = ')
_WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE|REPLACE|ALTER|DROP|CREATE)\b", re.IGNORECASE)
# What a pattern's place holds, where no game fills it.
_PLACES = re.compile(r"<(?:\w+:)?(\w+)>")


def patterns(resolver: Any = None, before: str = "/") -> Iterator[tuple[str, str]]:
    """Every address of the site, as its pattern and its name, admin and accounts included."""
    for entry in (resolver or get_resolver()).url_patterns:
        here = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry, here)
        elif isinstance(entry, URLPattern):
            yield here, entry.name or ""


class World(Struct):
    """`games`: by kind; `pictures`: keys of avatars seen in that kind of game alone."""

    games: dict[str, Game] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    users: dict[str, Any] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    sites: dict[str, ClientHandler] = field(default_factory=dict)

    def client(self, role: str, **options: Any) -> Client:
        """A new browser of a role, in the session it has had from the start; all of them speak to one site,
        whose middleware is not built anew for each."""
        client = Client(raise_request_exception=False, **options)
        client.handler = self.sites.setdefault(repr(options), client.handler)
        if role in self.cookies:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.cookies[role]
        return client

    def address(self, pattern: str, kind: str) -> str:
        """An address that fits a pattern, in a game of this kind where it speaks of one."""
        game = self.games.get(kind)
        values = {
            "public_id": game.public_id if game else "none",
            "token": (game and game.invitation) or "kept",
            "key": self.pictures.get(kind, "none"),
            "section": "site", "language": "en", "side": "192",
            "title": "corporate", "which": "open", "page": "1", "slug": "news", "chapter": "1",
            "conversation": "table", "vacation": "1", "asked": "1",
            "content_type_id": "1", "object_id": str(self._row(pattern, game).pk),
        }  # fmt: skip
        if "/act/" in pattern:
            values["slug"] = "announce"
        if "/mails/" in pattern:
            values["token"] = stop_token(self.users["stranger"].pk)
        if "/calendar/<" in pattern:
            what = Fetched.FEED if pattern.endswith(".atom") else Fetched.CALENDAR
            values["token"] = calendar_token(self.users["stranger"], what)
        for regex, shown in (
            (r"^confirm-email/(?P<key>[-:\w]+)/$", "confirm-email/none/"),
            (r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", "password/reset/key/1-none/"),
            (r"(?P<url>.*)$", "nowhere/"),
        ):
            pattern = pattern.replace(regex, shown)
        pattern = re.sub(r"\^\(\?P<app_label>[^)]*\)/\$", "games/", pattern)
        return _PLACES.sub(lambda found: values[found[1]], pattern)

    def _row(self, pattern: str, game: Game | None) -> Any:
        """What a page of the admin is about."""
        if game and "admin/games" in pattern:
            return game
        stranger = self.users["stranger"]
        return EmailAddress.objects.get(user=stranger) if "emailaddress" in pattern else stranger

    def posted(self, fields: dict[str, str], kind: str) -> dict[str, str]:
        """The same fields, with the name of the game's open turn for `{turn}`."""
        game = self.games.get(kind)
        turn = game.turns.filter(status=Turn.Status.OPEN).first() if game else None
        return {key: value.replace("{turn}", turn.name if turn else "none") for key, value in fields.items()}


def world() -> World:
    """Every role, and a private and a public game in each stage, and a rehearsal."""
    made = World()
    names = dict(
        zip(ROLES[1:], ("Lena", "Inès", "Ana", "Chloé", "Jack", "Shiro", "Bruno", "Dimitri"), strict=True)
    )
    staff = {"other_master", "master", "plays", "superuser"}
    for role, name in names.items():
        user = make_user(name, is_staff=role in staff, is_superuser=role == "superuser")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        client = Client()
        client.force_login(user)
        calendar_open(user=user)
        made.users[role], made.cookies[role] = user, client.cookies[settings.SESSION_COOKIE_NAME].value
    users = made.users
    GameFactory(
        seats=(users["elsewhere"], users["player"]),
        masters=(users["other_master"],),
        name="Park Avenue",
        is_public=False,
    )
    for stage in ("gathering", "running"):
        for access in ("private", "public"):
            kind = f"{stage} {access}"
            made.games[kind] = _game(made, kind, access == "public", stage == "running")
    made.games["rehearsal"] = rehearsal_create(
        user=users["player"], title="dummy", name="Ana", bots=2, options={"breaks": False}, game_name="Alone"
    )
    return made


def _game(made: World, kind: str, is_public: bool, running: bool) -> Game:
    users = made.users
    seats = [users[role] for role in ("creator", "player", "plays")]
    masters = [users[role] for role in ("master", "plays")]
    game = GameFactory(
        seats=seats, masters=masters, name=f"A {kind} game", is_public=is_public, press=Game.Press.ALL
    )
    game_leave(player=game.players.get(user=users["creator"]))
    seat = game.players.get(user=users["player"])
    seat.picture = Picture.objects.create(owner=users["player"], content=b"x", content_type="image/webp")
    seat.save()
    made.pictures[kind] = seat.picture.key
    if running:
        game_start(game=game, author=users["creator"])
        strike(game)
    game.refresh_from_db()
    return game


def strike(game: Game) -> None:
    """Noon, at once: so that there is an edition to read."""
    from games.services.turns import turn_close

    turn = game.turns.get(status=Turn.Status.OPEN)
    Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
    assert turn_close(turn_id=turn.pk)


class Writes:
    """Counts the statements that change a table, while it is held; visits are no change."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if _WRITES.match(sql) and not _VISITS.search(sql):
            self.found.append(sql)
        return execute(sql, params, many, context)


def everything() -> dict[str, list[Any]]:
    """Every row of every table but the sessions'."""
    rows = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in {"accounts_session", "django_session", "django_migrations"}:
                cursor.execute(f'SELECT * FROM "{table}"')
                rows[table] = sorted(map(repr, cursor.fetchall()))
    return rows
