"""Users, names, avatars, zones, and the operator's command."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.names import alike, clean_name
from accounts.templatetags.people import avatar_of, skyline
from accounts.zones import is_zone, place_of, zone_choices, zone_named
from games.tasks import tidy
from tests.factories import UserFactory

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


class TestNames:
    def test_are_folded_and_composed(self) -> None:
        assert clean_name("  Chloe\u0301   d ") == "Chloé d"
        assert clean_name("नी\u200dना") == "नी\u200dना"
        assert clean_name("Ana ❤\ufe0f") == "Ana ❤\ufe0f"

    @pytest.mark.parametrize(
        "sign", "\u034f\u115f\u1160\u17b4\u180b\u2800\u3164\ufe00\uffa0\u00ad\u200b\u202e"
    )
    def test_hold_nothing_that_prints_nothing(self, sign: str) -> None:
        for typed in (sign, f"Ana{sign}", f"A{sign}na"):
            with pytest.raises(ValidationError):
                clean_name(typed)

    @pytest.mark.parametrize(
        "other", ["ANA", "An\u200da", "Ana\u200c", "Ana\ufe0f", "Ana\U000e0101", "Ａｎａ"]
    )
    def test_that_look_the_same_are_alike(self, other: str) -> None:
        assert alike(other, "Ana")
        assert not alike(other, "Anna")

    @pytest.mark.parametrize(
        ("name", "other"),
        [
            ("Ana", "\u0410na"),  # a Cyrillic A
            ("Zo\u00eb", "Zo\u0451"),
            ("COPA", "\u0421\u041e\u0420\u0410"),
            ("Tom", "T\u03bfm"),  # a Greek o
            ("Alice", "AIice"),
            ("\u0412\u043e\u0432\u0430", "\u0412\u041e\u0412\u0410"),  # Cyrillic alone, in capitals
            ("Bob \U0001f3f4", "Bob \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"),
        ],
    )
    def test_whose_letters_are_drawn_alike_are_alike(self, name: str, other: str) -> None:
        assert clean_name(name) and clean_name(other)
        assert alike(name, other) and alike(other, name)

    @pytest.mark.parametrize(
        ("name", "other"),
        [
            ("Ian", "Lan"),
            ("Ana", "An\u00e1"),
            ("Eva", "\u0415\u0432\u0430"),
            ("boba", "\u0432\u043e\u0432\u0430"),
            ("Jose", "Jos\u00e9"),
            ("\u674e\u660e", "\u674e\u540d"),
        ],
    )
    def test_that_can_be_told_apart_are_not(self, name: str, other: str) -> None:
        assert not alike(name, other)


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
