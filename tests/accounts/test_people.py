"""Users, names, avatars, zones, and the operator's command."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Session, User
from accounts.templatetags.people import avatar_of, skyline
from accounts.zones import place_of, zone_choices, zone_named
from config.zones import is_zone
from games.tasks import tidy
from tests.builder import UserFactory

SKYLINES = {  # as the reference drawings have them
    "Ana": ("M3 38v-8h6v8zM10 38v-16h6v16zM17 38v-28h6v28zM24 38v-20h6v20zM31 38v-24h6v24z", 34, 9),
    "Bruno": ("M3 38v-8h6v8zM10 38v-8h6v8zM17 38v-8h6v8zM24 38v-24h6v24zM31 38v-12h6v12z", 27, 9),
    "Chloé": ("M3 38v-20h6v20zM10 38v-8h6v8zM17 38v-8h6v8zM24 38v-24h6v24zM31 38v-12h6v12z", 34, 21),
    "Dimitri": ("M3 38v-28h6v28zM10 38v-24h6v24zM17 38v-20h6v20zM24 38v-8h6v8zM31 38v-12h6v12z", 20, 13),
    "Inès": ("M3 38v-12h6v12zM10 38v-12h6v12zM17 38v-8h6v8zM24 38v-8h6v8zM31 38v-16h6v16z", 13, 21),
}


class TestAvatars:
    @pytest.mark.parametrize("name", SKYLINES)
    def test_are_drawn_from_the_name(self, name: str) -> None:
        assert skyline(name) == skyline(name.upper()) == SKYLINES[name]
        assert f'd="{SKYLINES[name][0]}"' in avatar_of(name)

    def test_tag_takes_players_and_users(self) -> None:
        from games.skin import Person

        page = Template("{% load people %}{% avatar person %}{% avatar user big=True %}").render(
            Context({"person": Person("p1", "Bruno", "/pictures/x/"), "user": User(display_name="Ana")})
        )
        assert '<img class="avatar" src="/pictures/x/" alt=""' in page
        assert 'class="avatar big"' in page
        assert SKYLINES["Ana"][0] in page

    def test_names_cannot_break_out(self) -> None:
        assert "<script>" not in avatar_of("x", '"><script>')


class TestUsers:
    pytestmark = pytest.mark.django_db

    def test_are_known_by_their_address_whatever_its_case(self) -> None:
        user = User.objects.create_user(" Ana@Example.ORG ", "x")
        assert user.email == "ana@example.org"
        assert user.display_name == "ana"
        assert User.objects.get_by_natural_key("ANA@example.org") == user
        with pytest.raises(IntegrityError):
            User.objects.bulk_create([User(email="ANA@example.org")])

    def test_need_an_address(self) -> None:
        with pytest.raises(ValueError, match="address"):
            User.objects.create_user("")

    def test_superusers(self) -> None:
        root = User.objects.create_superuser("bruno@example.org", "x", display_name="Bruno")
        assert root.is_staff
        assert root.is_superuser
        assert (str(root), root.get_full_name(), root.get_short_name()) == ("Bruno",) * 3


class TestZones:
    def test_names(self) -> None:
        assert is_zone("Asia/Calcutta")
        assert is_zone("UTC")
        assert not is_zone("Etc/GMT+3")
        assert not is_zone("../../etc/passwd")
        assert zone_named("").key == "Europe/Paris"

    def test_are_said_in_the_readers_language(self) -> None:
        assert place_of("Europe/London", "fr") == "Londres"
        assert place_of("America/Argentina/Buenos_Aires", "en") == "Argentina, Buenos Aires"

    @pytest.mark.parametrize(("language", "region"), [("fr", "Afrique"), ("en", "Africa")])
    def test_choices(self, language: str, region: str) -> None:
        with translation.override(language):
            groups = dict(zone_choices())
            assert "Africa/Abidjan" in dict(groups[region])
            assert sum(len(zones) for zones in groups.values()) > 300
            assert zone_choices("Asia/Calcutta")[0][1][0][0] == "Asia/Calcutta"


class TestSetPassword:
    pytestmark = pytest.mark.django_db

    def test_prints_a_new_one_once(self, ana: User, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("set_password", "ANA@example.org")
        printed = capsys.readouterr().out.strip().rsplit(" ", 1)[-1]
        ana.refresh_from_db()
        assert ana.check_password(printed)

    def test_asks(
        self, ana: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        answers = iter(["nine-ledgers-open", "nine-ledgers-open", "a", "b", "short", "short"])
        monkeypatch.setattr("getpass.getpass", lambda _prompt: next(answers))
        call_command("set_password", "ana@example.org", "--ask")
        ana.refresh_from_db()
        assert ana.check_password("nine-ledgers-open")
        assert "nine-ledgers-open" not in capsys.readouterr().out
        for why in ("differ", "short"):
            with pytest.raises(CommandError, match=why):
                call_command("set_password", "ana@example.org", "--ask")

    def test_unknown_address(self) -> None:
        with pytest.raises(CommandError, match="No account"):
            call_command("set_password", "lena@example.org")


@pytest.mark.django_db
def test_log_ins_that_are_over_are_forgotten_and_the_others_go_on(client: Client) -> None:
    client.force_login(UserFactory())
    Session.objects.create(session_key="over", session_data="", expire_date=timezone.now())
    tidy()
    assert not Session.objects.filter(session_key="over").exists()
    assert client.get("/account/profile/").status_code == 200
