"""A first visit weighs at most 60 kB: the page, and every style, script, icon and picture it brings."""

from __future__ import annotations

import gzip
import re
from io import BytesIO

import pytest
from django.core.management import call_command
from django.template import Engine
from django.test import Client
from django.utils import timezone
from PIL import Image

from accounts.models import Picture
from accounts.pictures import reencode
from config.parts import environment
from config.static import DESCENDANT
from games.access import Spot
from games.contract import Dice
from games.models import Conversation, Game, Mastership
from games.registry import skin_for
from games.selectors import window_of
from games.services import talk
from tests.battery.on_site import play_until
from tests.builder import make_user, running_game
from tools import stage
from tools.bench.weight import Answer, first_visit

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MOST_BYTES = 60_000
BROWSER = {"HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd", "HTTP_ACCEPT_LANGUAGE": "fr"}


@pytest.fixture(autouse=True)
def files_as_deployed(settings, tmp_path):
    """Styles and scripts under the names and in the compression that a site gives them."""
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS = tmp_path, False
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.static.Files"},
    }
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "*.map"])
    forget_templates()  # they hold the names of static files
    yield
    forget_templates()


def forget_templates() -> None:
    environment.cache_clear()
    for loader in Engine.get_default().template_loaders:
        loader.reset()


def visitor(game: Game, number: int = 1):
    """A browser of a seat's user that fetches as browsers do."""
    return visitor_of(game.players.get(number=number).user)


def visitor_of(user):
    client = Client(**BROWSER)
    client.force_login(user)

    def get(address: str) -> Answer:
        answer = client.get(address)
        body = answer.getvalue()
        plain = gzip.decompress(body) if answer.get("Content-Encoding") == "gzip" else body
        return Answer(answer.status_code, dict(answer.items()), body, plain)

    return get


def everybody_has_a_picture(game: Game) -> None:
    """Each of them another one, as heavy as any that is kept."""
    for player in game.players.select_related("user"):
        out = BytesIO()
        Image.effect_noise((300, 300), 90 + player.number).save(out, "PNG")
        out.seek(0)
        out.size = len(out.getvalue())
        kept = Picture.objects.create(content=reencode(out), content_type="image/webp", owner=player.user)
        game.players.filter(pk=player.pk).update(picture=kept)
        player.user.picture = kept
        player.user.save()


def too_heavy(get, addresses) -> list[str]:
    found = {address: first_visit(get, address) for address in addresses}
    assert all(len(weight.parts) >= 5 for weight in found.values()), "styles, scripts and the icon are missed"
    return [f"{where}: {w.total} {dict(w.parts)}" for where, w in found.items() if w.total > MOST_BYTES]


@pytest.mark.parametrize(("players", "turn"), [(5, 1), (5, 8), (50, 1), (50, 8)])
def test_the_pages_of_the_corporate_game(players, turn):
    options = stage.default_options("corporate", characters=True, wire_transfers=True)
    game = stage.started_game("corporate", players, "Fifth Avenue", is_public=True, options=options)
    game = stage.played_to(game, turn)
    stage.hand_in(game, stage.main_turn(game), {1})
    everybody_has_a_picture(game)
    base = f"/g/{game.public_id}/"
    pages = ["/games/", *(f"{base}{slug}/" for slug in ("orders", "wall-street", "newsfeeds", "players"))]
    assert not too_heavy(visitor(game), pages)
    if turn == 8:
        game = stage.played_to(game, None)
        assert not too_heavy(visitor(game), [f"{base}archives/", f"{base}scores/", f"{base}draws/8/"])


@pytest.mark.parametrize("players", [2, 8])
def test_a_table_of_cardline(players):
    game = stage.started_game(
        "cardline", players, "A line", is_public=True, options=stage.default_options("cardline")
    )
    everybody_has_a_picture(game)
    for number in (1, 2):
        base = f"/g/{game.public_id}/"
        assert not too_heavy(visitor(game, number), [f"{base}orders/", f"{base}line/"])


def test_the_pages_of_a_table_people_live_at(settings):
    """Talk, days away, notices, what is decided together, how the game is kept, the tables one runs."""
    settings.MAIL_CONFIGURED = True
    lena = make_user("Lena", is_staff=True, is_organizer=True)
    people = [make_user(name) for name in ("Ana", "Bruno", "Chloé")]
    for number in range(6):
        game = running_game(people, title="corporate", name=f"Rue {number}", press="all")
        Mastership.objects.create(game=game, user=lena)
    everybody_has_a_picture(game)
    ana, bruno = (game.players.select_related("user").get(number=number) for number in (1, 2))
    spot = Spot(Conversation.Kind.LETTER, "1-2", (ana.pk, bruno.pk), writes=True)
    for number in range(30):
        talk.message_send(
            game=game, spot=spot, author=bruno.user, player=bruno, text=f"{number}. " + "Deregulation. " * 40,
            began=timezone.now(),
        )  # fmt: skip
    base = f"/g/{game.public_id}/"
    pages = [f"{base}{slug}/" for slug in ("talk", "talk/p2", "talk/table", "together", "leave", "ledger")]
    assert not too_heavy(visitor(game), ["/away/", "/account/news/", "/account/channels/", *pages])
    assert not too_heavy(visitor_of(lena), ["/games/", "/account/news/", f"{base}talk/reports/"])


def advised_by(title):
    """What makes the forms of a question: the bots of a title."""
    rules = skin_for(title).rules

    def advised(state, window):
        forms = {p: rules.advise(state.seen_by(p), window, Dice(b"weight")) for p in window.awaited}
        return {player: form for player, form in forms.items() if form is not None}

    return advised


@pytest.mark.parametrize("mode", ["rounds", "classic"])
def test_the_pages_of_machtspiele(mode):
    """With five players, in the third turn of bots; an action of the form is open."""
    options = stage.default_options("machtspiele", mode=mode)
    game = stage.started_game("machtspiele", 5, f"La Tour {mode}", is_public=True, options=options)
    everybody_has_a_picture(game)
    until = lambda public: (public.turn, public.round) >= (3, 2) and public.question  # noqa: E731
    play_until(game, advised_by("machtspiele"), until)
    asked = int(window_of(stage.main_turn(game)).awaited[0][1:])
    base = f"/g/{game.public_id}/"
    slugs = ("orders/", "orders/?add=bribe", "orders/?add=open_own", "company/", "minutes/", "minutes/2/")
    assert not too_heavy(visitor(game, asked), ["/rules/machtspiele/", *(base + slug for slug in slugs)])


def test_the_pages_of_controle():
    """With six players of long names, in the fifth round of bots; a plan of the form is open."""
    options = stage.default_options("controle", mode="rounds")
    game = stage.started_game("controle", 6, "La planète", is_public=True, options=options)
    for number, player in enumerate(game.players.select_related("user"), 1):
        player.user.display_name = f"{number} Maximilienne Wolfeschlegelsteinhausen"[:40]
        player.user.save()
    play_until(game, advised_by("controle"), lambda public: public.round >= 5)
    asked = int(window_of(stage.main_turn(game)).awaited[0][1:])
    base = f"/g/{game.public_id}/"
    slugs = ("orders/", "orders/?add=plan", "world/", "rounds/", "rounds/4/", "cards/")
    assert not too_heavy(visitor(game, asked), ["/rules/controle/", *(base + slug for slug in slugs)])


def tokens(sheet: str) -> list[str]:
    """A sheet without its comments and spaces, and without the semicolon that may end a rule."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    parts = [part for part in re.split(r"\s+|(?<=[{};:,>!])|(?=[{};:,>!])", bare) if part]
    return [part for part, then in zip(parts, [*parts[1:], ""], strict=True) if (part, then) != (";", "}")]


def test_a_style_sheet_goes_out_smaller_and_with_all_its_rules(settings, tmp_path):
    for source in (settings.BASE_DIR / "static" / "noon").rglob("*.css"):
        where = tmp_path / source.relative_to(settings.BASE_DIR / "static").parent
        (given,) = where.glob(f"{source.stem}.????????????.css")
        source_text, sent = source.read_bytes(), given.read_text()
        written = DESCENDANT.sub(b" *:", source_text).decode()  # said in full, so that its space stays
        assert len(sent) < 0.9 * len(written)
        assert tokens(sent) == tokens(written)
        assert gzip.decompress(given.with_name(given.name + ".gz").read_bytes()).decode() == sent


def test_a_script_goes_out_smaller_and_with_all_its_statements(settings, tmp_path):
    for source in (settings.BASE_DIR / "static" / "noon").glob("*.js"):
        (given,) = tmp_path.glob(f"noon/{source.stem}.????????????.js")
        written, sent = source.read_text(), given.read_text()
        lines = [line.strip().partition("  //")[0] for line in written.splitlines()]
        statements = "".join(line for line in lines if not line.startswith("//"))
        assert len(sent) < 0.9 * len(written)
        assert "".join(sent.split()) == "".join(statements.split())
