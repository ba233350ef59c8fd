"""What names may be made of, and which ones look alike (UTS 39)."""

from __future__ import annotations

import re
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts.lookalikes import TABLE, skeleton
from accounts.models import User
from accounts.names import alike, clean_name, clean_title


def refusal(typed: str, clean=clean_name) -> str:
    """The sentence with which a name is refused."""
    with pytest.raises(ValidationError) as caught:
        clean(typed)
    return caught.value.messages[0]


def test_names_are_folded_and_composed() -> None:
    assert clean_name("  Chloe\u0301   d ") == "Chloé d"
    assert clean_name("Ana\u00a0\u3000d") == "Ana d"


@pytest.mark.parametrize(
    "name",
    [
        "क्\u200dष",  # a joiner behind a virama
        "علی\u200cرضا",  # a non-joiner between letters that would join
        "Ana ❤\ufe0f",
        "Ana 👩\u200d💻",
        "Ana 👩🏽\u200d💻",
        "Ana 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "辻\U000e0100",
        "Ana 1\ufe0f\u20e3",
    ],
)
def test_signs_that_shape_what_stands_around_them_are_taken_there(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "sign",
    "\u034f\u115f\u1160\u17b4\u180b\u180e\u2800\u3164\ufe00\ufe0f\uffa0\u00ad\u061c\u200b\u200c\u200d\u200e\u200f"
    "\u2028\u202a\u202e\u2060\u2066\u2069\u206f\ufeff\ufff9\U0001d159\U0001d173\U000e0001\U000e0041\U000e0100"
    "\U000f0000\x07\x7f",
)
def test_nothing_invisible_is_taken_in_any_name(sign: str) -> None:
    for typed in (sign, f"Ana{sign}", f"{sign}Ana", f"A{sign}na"):
        for clean in (clean_name, clean_title):
            try:
                kept = clean(typed)
            except ValidationError:
                continue
            assert kept in ("Ana", "A na"), "a sign that Python takes for a space is folded like one"


def test_at_most_two_marks_stand_in_a_row_and_none_twice() -> None:
    assert clean_name("Ế Ǘ") and clean_name("x\u0323\u0302")
    for typed in (
        "x\u0323\u0302\u0301",
        "a\u0301\u0301",
        "Z" + "\u0335" * 12 + "algo",
        "a\u20dd\u0301\u0302b",
    ):
        for clean in (clean_name, clean_title):
            assert "too many accents" in refusal(typed, clean)


@pytest.mark.parametrize(
    "name",
    [
        "Ana-Maria O’Hara 3", "Élodie", "Вова", "Γιάννης", "محمد", "שרה", "नीना", "สมชาย", "ქეთი",
        "山田たろうカナー", "李明", "김철수 金", "李ㄅㄆ", "ትዕግስት", "ᏣᎳᎩ", "Ana ❤ 3", "42",
    ],
)  # fmt: skip
def test_names_of_one_script_are_taken(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "\u0410na",
        "Zo\u0451",
        "T\u03bfm",
        "Bоb",
        "Ana Вова",
        "scоpe",
        "ひらХ",
        "김た",
        "Аna\u0301",
        "ա\u006ea",
    ],
)
def test_names_that_mix_scripts_are_refused(name: str) -> None:
    assert "several alphabets" in refusal(name)
    assert clean_title(name)  # a game may be called so: nobody passes for somebody by it


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "name",
    [
        "Bot", "BOT", "bot", "Bot Alfa", "Bot-Alfa", "Alfa (bot)", "Bot3", "B0t", "Ｂｏｔ", "𝐁𝐨𝐭",
        "ВОТ", "Вот", "B o t", "Bót", "Former player", "former  PLAYER 3", "Former p1ayer", "Former pIayer 2",
        "Formerplayer", "a former player", "Ancien joueur", "ancien joueur 4", "Anclen joueur", "Game master",
        "Maitre du jeu", "Maître du jeu Ana", "The Site", "Le site", "Noon", "N00N", "Nobody", "Personne",
    ],
)  # fmt: skip
def test_what_the_site_calls_its_own_is_nobodys_name(name: str, language: str) -> None:
    with translation.override(language):
        assert {"en": "which only the site uses", "fr": "réservé au site"}[language] in refusal(name)


@pytest.mark.parametrize(
    "name",
    ["Botticelli", "Abbot", "Talbot", "Robot", "Noonan", "Player 3", "Joueur 3", "House", "Sites"],
)
def test_names_that_only_hold_such_a_word_are_taken(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Ａｎａ"),
        ("Ana", "𝒜na"),
        ("Ana", "An\u200da"),
        ("Ana", "Ana\ufe0f"),
        ("Ana", "\u0410na"),  # a Cyrillic A
        ("Zo\u00eb", "Zo\u0451"),
        ("COPA", "\u0421\u041e\u0420\u0410"),  # Cyrillic throughout
        ("copa", "\u0441\u043e\u0440\u0430"),
        ("Copa", "\u0421\u041e\u0420\u0410"),
        ("COPA", "\u0441\u043e\u0440\u0430"),
        ("Tom", "T\u03bfm"),
        ("Tom", "\u0422\u041e\u041c"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Oskar", "0skar"),
        ("mania", "rnania"),
        ("OXO", "\u0555X\u0555"),  # Armenian
        ("POLLO", "\u13e2O\u13de\u13deO"),  # Cherokee
        ("BIKE", "\u0392\u0399\u039a\u0395"),  # Greek throughout
        ("Strasse", "Straße"),
        ("\u0412\u043e\u0432\u0430", "\u0412\u041e\u0412\u0410"),
        ("Bob 🏴", "Bob 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"),
        ("lan", "Ian"),
        ("工工", "エエ"),  # Han and Katakana
    ],
)
def test_names_that_look_alike_are_alike(name: str, other: str) -> None:
    assert alike(name, other) and alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ian", "Lan"), ("Ana", "An\u00e1"), ("Ana", "Anna"), ("Eva", "\u0415\u0432\u0430"),
        ("Jose", "Jos\u00e9"), ("boba", "\u0432\u043e\u0432\u0430"), ("\u674e\u660e", "\u674e\u540d"),
        ("Bob", "Bo b"),
    ],
)  # fmt: skip
def test_names_that_can_be_told_apart_are_not(name: str, other: str) -> None:
    assert not alike(name, other) and not alike(other, name)


def test_every_pair_of_unicodes_table_has_one_skeleton() -> None:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    pairs = [
        ("".join(chr(int(code, 16)) for code in to.split()), chr(int(source, 16)))
        for to, _arrow, sources in (line.partition("<") for line in lines)
        for source in sources.split()
    ]
    assert len(pairs) > 5000
    assert not [(to, source) for to, source in pairs if skeleton(to) != skeleton(source)]
    assert not [source for _to, source in pairs if unicodedata.normalize("NFD", source) != source]


def test_a_skeleton_is_its_own_skeleton() -> None:
    for text in ("Ana Maria", "paypal", "Ｍ１ ﬃ", "Ѡ ſ ß", "Straße", "工 エ", re.escape("~!@#$%^&*()")):
        assert skeleton(skeleton(text)) == skeleton(text)


# ---- by HTTP: next to the field, and what was typed is still there ---------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "typed", ["Bot Alfa", "Former player 3", "\u0410na", "An\u200da", "Ana" + "\u0301" * 3]
)
def test_a_name_is_refused_at_sign_up_and_in_the_profile(client, ana, typed: str, language: str) -> None:
    form = {"display_name": typed, "email": "bo@example.org", "password1": "nine-ledgers-open"}
    headers = {"Accept-Language": language}
    start = {"en": "Name not accepted: ", "fr": "Nom non retenu\u00a0: "}[language]
    page = client.post("/account/signup/", form, headers=headers).content.decode()
    assert start in page and f'value="{typed}"' in page
    User.objects.filter(pk=ana.pk).update(language=language)
    client.force_login(ana)
    page = client.post("/account/profile/", form, headers=headers).content.decode()
    assert start in page and f'value="{typed}"' in page
    ana.refresh_from_db()
    assert ana.display_name == "Ana"


@pytest.mark.django_db
def test_a_name_older_than_a_rule_stays_until_it_is_changed(client, ana) -> None:
    ana.display_name = "Bot Alfa"
    ana.save()
    client.force_login(ana)
    assert client.post("/account/profile/", {"display_name": "Bot Alfa", "theme": "dark"}).status_code == 302
    ana.refresh_from_db()
    assert (ana.display_name, ana.theme) == ("Bot Alfa", "dark")
    assert client.post("/account/profile/", {"display_name": "Bot Bravo"}).status_code == 400
