"""Preferences of visitors and users, the profile, its picture, and deletion, by HTTP."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image, ImageFile

from accounts import pictures, services
from accounts.models import Picture, User
from accounts.pictures import MAX_KEPT, MAX_UPLOAD, SIDE, PictureRefused, reencode
from games.models import Game, LedgerEntry, Mastership, Notice, Player
from games.services import masters, seating
from games.services.accounts import account_delete
from games.services.games import game_join
from tests.builder import GameFactory, UserFactory

from .conftest import PASSWORD

NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
LANDING = "/how-noon-works/"


def file(content: bytes, name: str = "me.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="image/png")


def drawn(size: tuple[int, int], kind: str = "PNG", mode: str = "RGB", **options: object) -> bytes:
    """A picture of noise: the worst there is to compress."""
    noise = Image.effect_noise(size, 90).convert(mode)
    out = BytesIO()
    noise.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.django_db
class TestPreferences:
    def post(self, client: Client, **form: str) -> str:
        return str(client.post(reverse("accounts:preferences"), form).url)

    def test_of_a_visitor_are_kept_in_his_browser(self, client: Client) -> None:
        assert self.post(client, language="fr", next=LANDING) == LANDING
        self.post(client, theme="dark")
        page = client.get(LANDING).content.decode()
        assert '<html lang="fr" data-theme="dark"' in page
        self.post(client, theme="")
        assert "data-theme" not in client.get(LANDING).content.decode()

    def test_zone_of_a_visitor(self, client: Client) -> None:
        self.post(client, time_zone="America/New_York")
        assert client.get(LANDING).wsgi_request.zone_name == "America/New_York"

    def test_of_a_user_are_kept_with_the_account(self, as_ana: Client, ana: User) -> None:
        self.post(as_ana, language="fr", theme="light", time_zone="Asia/Tokyo")
        ana.refresh_from_db()
        assert (ana.language, ana.theme, ana.time_zone, ana.zone_confirmed) == (
            "fr",
            "light",
            "Asia/Tokyo",
            True,
        )
        as_ana.cookies.pop("django_language")
        as_ana.cookies.pop("noon_theme")
        assert '<html lang="fr" data-theme="light"' in as_ana.get(LANDING).content.decode()

    def test_what_is_not_posted_stays(self, as_ana: Client, ana: User) -> None:
        self.post(as_ana, theme="dark")
        ana.refresh_from_db()
        assert (ana.language, ana.time_zone, ana.theme) == ("en", "Europe/Paris", "dark")

    def test_a_guessed_zone_is_asked_about_until_confirmed(self, as_ana: Client, ana: User) -> None:
        User.objects.update(zone_confirmed=False)
        lobby = reverse("games:lobby")
        assert "Hours are shown for Paris" in as_ana.get(lobby).content.decode()
        assert "Hours are shown for" not in as_ana.get(LANDING).content.decode()
        self.post(as_ana, time_zone="Europe/Paris")
        assert "Hours are shown for" not in as_ana.get(lobby).content.decode()

    @pytest.mark.parametrize("form", [{"language": "xx"}, {"theme": "pink"}, {"time_zone": "Etc/../passwd"}])
    def test_refuse_what_there_is_not(self, client: Client, form: dict[str, str]) -> None:
        answer = client.post(reverse("accounts:preferences"), form)
        assert answer.status_code == 400
        assert 'class="refusal"' in answer.content.decode()
        assert not answer.cookies.get("django_language")

    @pytest.mark.parametrize(
        "elsewhere", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", ""]
    )
    def test_lead_nowhere_else(self, client: Client, elsewhere: str) -> None:
        assert self.post(client, theme="dark", next=elsewhere) == reverse("games:landing")

    def test_change_by_post_alone(self, client: Client) -> None:
        client.get(reverse("accounts:preferences"), {"theme": "dark", "language": "fr"})
        assert "noon_theme" not in client.cookies

    def test_damaged_cookies_do_no_harm(self, client: Client) -> None:
        client.cookies["noon_theme"] = '"><b>'
        client.cookies["noon_zone"] = "../../x"
        client.cookies["django_language"] = "\x01"
        assert client.get(LANDING).status_code == 200


@pytest.mark.django_db
class TestProfile:
    form = {"display_name": "Chloé", "language": "fr", "theme": "dark", "time_zone": "Europe/Brussels"}

    def test_is_saved(self, as_ana: Client, ana: User) -> None:
        page = as_ana.post(reverse("accounts:profile"), self.form, follow=True).content.decode()
        ana.refresh_from_db()
        assert {key: getattr(ana, key) for key in self.form} == self.form
        assert ana.zone_confirmed
        assert '<html lang="fr" data-theme="dark"' in page

    def test_refuses_and_keeps_what_was_typed(self, as_ana: Client, ana: User) -> None:
        answer = as_ana.post(reverse("accounts:profile"), {**self.form, "display_name": "#1"})
        assert answer.status_code == 400
        assert 'value="#1"' in answer.content.decode()
        assert 'aria-invalid="true"' in answer.content.decode()
        ana.refresh_from_db()
        assert ana.display_name == "Ana"

    def test_is_for_people_with_an_account(self, client: Client) -> None:
        for name in ("accounts:profile", "games:account_delete"):
            assert client.get(reverse(name)).url.startswith(reverse("account_login"))


class TestPictures:
    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
    def test_become_small_squares(self, kind: str) -> None:
        kept = reencode(file(drawn((900, 700), kind)))
        image = Image.open(BytesIO(kept))
        assert (image.format, image.size) == ("WEBP", (SIDE, SIDE))
        assert len(kept) <= MAX_KEPT

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA"])
    def test_of_every_mode(self, mode: str) -> None:
        assert len(reencode(file(drawn((300, 300), "PNG", mode)))) <= MAX_KEPT

    def test_of_sixteen_bits(self) -> None:
        out = BytesIO()
        Image.new("I;16", (300, 300), 40_000).save(out, "PNG")
        assert Image.open(BytesIO(reencode(file(out.getvalue())))).size == (SIDE, SIDE)

    def test_of_noise_and_transparency_stay_within_the_limit(self) -> None:
        image = Image.merge("RGBA", [Image.effect_noise((256, 256), 200) for _ in range(4)])
        out = BytesIO()
        image.save(out, "PNG")
        assert len(reencode(file(out.getvalue()))) <= MAX_KEPT

    def test_small_ones_are_not_blown_up(self) -> None:
        assert Image.open(BytesIO(reencode(file(drawn((40, 30)))))).size == (30, 30)

    def test_lose_what_a_camera_wrote_into_them(self) -> None:
        exif = Image.Exif()
        exif[0x010F] = "a camera"
        exif[0x0112] = 6  # lies on its side
        image = Image.new("RGB", (400, 400), "red")
        image.paste("blue", (0, 0, 400, 200))
        out = BytesIO()
        image.save(out, "JPEG", exif=exif, comment=b"at home", icc_profile=b"x" * 200)
        kept = reencode(file(out.getvalue()))
        assert b"camera" not in kept
        assert b"home" not in kept
        clean = Image.open(BytesIO(kept)).convert("RGB")
        assert not clean.getexif()
        assert "icc_profile" not in clean.info
        right, left = clean.getpixel((SIDE - 4, SIDE // 2)), clean.getpixel((4, SIDE // 2))
        assert right[2] > 200 > left[2]  # turned upright: what was on top is at the right

    def test_only_the_first_of_a_moving_one_is_kept(self) -> None:
        frames = [Image.new("RGB", (50, 50), color) for color in ("red", "blue")]
        out = BytesIO()
        frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
        assert Image.open(BytesIO(reencode(file(out.getvalue())))).n_frames == 1

    def refused(self, content: bytes, name: str = "me.png") -> str:
        with pytest.raises(PictureRefused) as refusal:
            reencode(file(content, name))
        return str(refusal.value)

    def test_too_heavy(self) -> None:
        assert "The file is 13 MB" in self.refused(b"\x89PNG" + b"x" * MAX_UPLOAD)

    @pytest.mark.parametrize("kind", ["PNG", "WEBP", "GIF"])
    def test_beyond_eight_million_pixels_are_not_decoded(
        self, kind: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = BytesIO()
        Image.new("L", (4000, 2001)).save(out, kind)
        monkeypatch.setattr(Image.Image, "convert", lambda *_args: pytest.fail("decoded"))
        monkeypatch.setattr(ImageFile.ImageFile, "load", lambda *_args: pytest.fail("decoded"))
        assert "more than 8 million pixels" in self.refused(out.getvalue())

    @pytest.mark.parametrize("side", [10_000, 20_000])
    def test_bombs_are_not_decoded(self, side: int, monkeypatch: pytest.MonkeyPatch) -> None:
        out = BytesIO()
        Image.new("1", (side, side)).save(out, "PNG")
        monkeypatch.setattr(Image.Image, "convert", lambda *_args: pytest.fail("decoded"))
        assert "more than 8 million pixels" in self.refused(out.getvalue())

    @pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
    def test_photographs_of_telephones_are_taken_and_decoded_at_a_fraction(
        self, mode: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = BytesIO()
        Image.new(mode, (8160, 6120)).save(out, "JPEG")  # 49.9 million pixels
        sizes, load = [], ImageFile.ImageFile.load

        def loaded(image: ImageFile.ImageFile) -> object:
            sizes.append(image.size)
            return load(image)

        monkeypatch.setattr(ImageFile.ImageFile, "load", loaded)
        assert Image.open(BytesIO(reencode(file(out.getvalue())))).size == (SIDE, SIDE)
        assert max(width * height for width, height in sizes) < 1_000_000

    @pytest.mark.parametrize("size", [(40_000, 300), (8200, 6200)])
    def test_photographs_that_no_fraction_makes_small_are_refused(self, size: tuple[int, int]) -> None:
        """One too narrow to be read at a fraction, and one too big at any."""
        out = BytesIO()
        Image.new("L", size).save(out, "JPEG")
        assert "million pixels" in self.refused(out.getvalue())

    def test_progressive_photographs_which_are_decoded_whole_have_the_smaller_limit(self) -> None:
        out = BytesIO()
        Image.new("L", (4000, 2001)).save(out, "JPEG", progressive=True)
        assert "more than 8 million pixels" in self.refused(out.getvalue())
        out = BytesIO()
        Image.new("L", (900, 700)).save(out, "JPEG", progressive=True)
        assert reencode(file(out.getvalue()))

    def test_a_photograph_whose_colours_come_one_after_the_other_counts_as_progressive(self) -> None:
        """It would be held in memory as a whole, three times two bytes for each pixel."""
        out = BytesIO()
        Image.new("RGB", (4000, 2001)).save(out, "JPEG")
        content = bytearray(out.getvalue())
        scan = content.index(b"\xff\xda")
        content[scan + 4] = 1
        assert "more than 8 million pixels" in self.refused(bytes(content))

    @pytest.mark.parametrize(
        "content",
        [b"", b"<svg onload='x'/>", b"%PDF-1.4", b"GIF89a", drawn((9, 9), "BMP"), drawn((9, 9), "TIFF")],
    )
    def test_what_is_no_picture(self, content: bytes) -> None:
        assert "not a PNG, JPEG, WebP or GIF" in self.refused(content) or "damaged" in self.refused(content)

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
    def test_cut_short(self, kind: str) -> None:
        assert "Picture not saved" in self.refused(drawn((300, 300), kind)[:400])


@pytest.mark.django_db
class TestUpload:
    url = "/account/profile/picture/"

    def test_replaces_and_removes(self, as_ana: Client, ana: User) -> None:
        as_ana.post(self.url, {"picture": file(drawn((300, 200)))})
        ana.refresh_from_db()
        first = ana.picture.key
        assert as_ana.get(reverse("games:picture", args=[first])).headers["Content-Type"] == "image/webp"
        as_ana.post(self.url, {"picture": file(drawn((300, 200)))})
        ana.refresh_from_db()
        assert ana.picture.key != first
        assert Picture.objects.count() == 1
        assert ana.picture.key in as_ana.get(reverse("accounts:profile")).content.decode()
        as_ana.post(self.url, {"remove": "1"})
        ana.refresh_from_db()
        assert ana.picture is None
        assert not Picture.objects.exists()

    def test_one_is_decoded_at_a_time_one_waits_and_the_next_is_sent_away_at_once(
        self, as_ana: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pictures, "PATIENCE", 0.01)
        picture = drawn((30, 20))

        def refused() -> str:
            answer = as_ana.post(self.url, {"picture": file(picture)})
            assert (answer.status_code, answer["Retry-After"]) == (503, "5")
            return answer.content.decode()

        with pictures._decoding_slot():  # another one is being decoded: this one waits until it is refused
            assert "others are being processed" in refused()
        # Another one waits already: this one must not even try to.
        with pictures._decoding_slot(), pictures._inside, monkeypatch.context() as waiting:
            waiting.setattr(pictures, "_decoding", None)
            assert "others are being processed" in refused()
        assert not Picture.objects.exists()
        cache.clear()
        assert as_ana.post(self.url, {"picture": file(picture)}).status_code == 302

    def test_a_picture_that_is_refused_leaves_the_place_free(self, as_ana: Client) -> None:
        for _ in range(3):
            assert as_ana.post(self.url, {"picture": file(b"no picture")}).status_code == 400
        cache.clear()
        assert as_ana.post(self.url, {"picture": file(drawn((30, 20)))}).status_code == 302

    def test_three_a_minute_are_taken(self, as_ana: Client) -> None:
        picture = drawn((30, 20))
        with time_machine.travel(NOW, tick=False):  # within one minute
            answers = [as_ana.post(self.url, {"picture": file(picture)}).status_code for _ in range(4)]
        assert answers == [302, 302, 302, 429]

    @pytest.mark.parametrize("form", [{}, {"picture": ""}, {"picture": "text"}])
    def test_nothing_chosen(self, as_ana: Client, form: dict[str, str]) -> None:
        answer = as_ana.post(self.url, form)
        assert answer.status_code == 400
        assert "No picture was chosen" in answer.content.decode()

    def test_refusal_stands_next_to_the_field(self, as_ana: Client) -> None:
        answer = as_ana.post(self.url, {"picture": file(b"no picture")})
        assert answer.status_code == 400
        assert "Picture not saved" in answer.content.decode()
        assert 'aria-describedby="id_picture_helptext id_picture_error"' in answer.content.decode()

    def test_only_by_post(self, as_ana: Client) -> None:
        assert as_ana.get(self.url).status_code == 405


@pytest.mark.django_db
class TestDeletion:
    def test_says_first_what_goes_and_what_stays(self, as_ana: Client) -> None:
        page = as_ana.get(reverse("games:account_delete")).content.decode()
        assert "What goes" in page
        assert "What stays" in page
        assert User.objects.exists()

    def test_asks_for_the_password(self, as_ana: Client) -> None:
        for typed in ("", "wrong"):
            answer = as_ana.post(reverse("games:account_delete"), {"password": typed})
            assert answer.status_code == 400
            assert 'class="refusal"' in answer.content.decode()
        assert User.objects.exists()

    def test_takes_name_picture_and_address(self, as_ana: Client, ana: User) -> None:
        services.picture_set(user=ana, content=b"x")
        game = Game.objects.create(
            title="dummy",
            name="Cinquième Avenue",
            hour="12:00",
            zone="Europe/Paris",
            stage="running",
            creator=ana,
        )
        seat = Player.objects.create(game=game, number=1, user=ana, name="Ana", picture=ana.picture)
        answer = as_ana.post(reverse("games:account_delete"), {"password": PASSWORD}, follow=True)
        assert "Your account is deleted" in answer.content.decode()
        assert "_auth_user_id" not in as_ana.session
        seat.refresh_from_db()
        assert (seat.user, seat.picture) == (None, None)
        assert "Ana" not in seat.name
        assert not User.objects.exists()
        assert not Picture.objects.exists()

    def test_that_cannot_be_written_logs_nobody_out(
        self, as_ana: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The page that says so asks him to send it once more."""

        def away(**_named: object) -> None:
            raise OperationalError("database is locked")

        monkeypatch.setattr("games.views.account.account_delete", away)
        as_ana.raise_request_exception = False
        assert as_ana.post(reverse("games:account_delete"), {"password": PASSWORD}).status_code == 503
        monkeypatch.undo()
        assert as_ana.post(reverse("games:account_delete"), {"password": PASSWORD}).status_code == 302
        assert not User.objects.exists()


@pytest.mark.django_db
class TestWhatADeletedAccountLeaves:
    def test_no_ledger_and_no_seat_has_its_name(self, client: Client) -> None:
        game = GameFactory(creator=UserFactory(), players=3, running=True)
        boss = UserFactory(is_staff=True, is_superuser=True)
        ana = UserFactory(display_name="Zaphira", is_staff=True)
        act = {"game": game, "author": boss, "reason": "A storm."}
        seating.seat_take(number=2, **act)
        seating.seat_give(user=ana, name="Zaphira", number=2, **act)
        seating.seat_take(number=2, **act)
        masters.master_name(user=ana, **act)
        account_delete(user=ana)
        client.force_login(boss)
        page = client.get(reverse("games:ledger", args=[game.public_id])).content.decode()
        assert "Zaphira" not in page
        assert "A seat was given to a former player." in page
        assert game.players.get(number=2).name == "#2"

    def test_goes_by_as_few_queries_however_much_was_done_to_it(self) -> None:
        counts = []
        for times in (1, 6):
            game, ana = GameFactory(creator=UserFactory(), players=3, running=True), UserFactory()
            act = {
                "game": game,
                "author": UserFactory(is_staff=True, is_superuser=True),
                "reason": "A storm.",
            }
            for _ in range(times):
                seating.seat_take(number=2, **act)
                seating.seat_give(user=ana, name="Zaphira", number=2, **act)
            with CaptureQueriesContext(connection) as queries:
                account_delete(user=ana)
            counts.append(len(queries))
        assert not LedgerEntry.objects.filter(data__name="Zaphira").exists()
        assert counts[0] == counts[1]

    def test_its_place_in_a_game_that_gathers_is_free_again(self) -> None:
        ana, bruno = UserFactory(), UserFactory()
        game = GameFactory(creator=ana)
        game_join(game=game, user=bruno, name="Bruno")
        account_delete(user=bruno)
        assert [player.user for player in game.players.all()] == [ana]

    def test_what_it_did_to_a_game_is_not_told_as_the_houses(self, client: Client) -> None:
        game = GameFactory(creator=UserFactory(), players=3, running=True)
        master = UserFactory(display_name="Zaphira", is_staff=True, is_superuser=True)
        client.force_login(game.creator)
        ledger = reverse("games:ledger", args=[game.public_id])
        before = client.get(ledger).content.decode().count("the site")
        masters.game_pause(game=game, author=master, reason="A storm.")
        account_delete(user=master)
        page = client.get(ledger).content.decode()
        assert page.count("the site") == before
        assert "a deleted account" in page
        assert "Zaphira" not in page

    def test_a_game_nobody_could_start_any_more_is_cancelled(self) -> None:
        ana, bruno = UserFactory(), UserFactory()
        game = GameFactory(creator=ana)
        game_join(game=game, user=bruno, name="Bruno")
        run = GameFactory(creator=ana)
        Mastership.objects.create(game=run, user=UserFactory(is_staff=True))
        account_delete(user=ana)
        game.refresh_from_db()
        run.refresh_from_db()
        assert (game.stage, run.stage) == ("cancelled", "gathering")
        assert Notice.objects.get(user=bruno).kind == "cancelled"


def test_script_and_style_stand_in_files_of_their_own() -> None:
    """The content security policy lets nothing else run."""
    for page in Path("templates").rglob("*.*"):
        text = page.read_text()
        assert "style=" not in text.replace("includeIndicatorStyles", ""), page
        assert "<style" not in text, page
        assert "onclick" not in text, page
        assert text.count("<script") == text.count("<script src="), page
