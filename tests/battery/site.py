"""A game of any title on the real site: its pages as each kind of reader sees them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from django.test import Client

from games import vault
from games.contract import Dice, Orders, PlayerId, Window
from games.models import Drawer, Game, Player, Turn
from games.registry import skin_for
from games.selectors import chapter_in_progress, view_of, window_of
from games.services.order_forms import order_form_save
from tests.battery.play import stays
from tests.builder import running_game
from tests.formpage import OrderFormPage
from tools.stage import main_turn

NAMES = ("Ana", "Bruno", "Chloé")
TRIES = 20
TOKEN = re.compile(r"[A-Za-z0-9]{64}")
GAPS = re.compile(r"[\s\u202f\u00a0\u2009.,']")


def new_game(title: str, **options: Any) -> Game:
    """A public game of three players, just started."""
    return running_game(NAMES, title=title, min_players=3, max_players=3, options=options)


def seats(game: Game) -> list[Player]:
    return list(game.players.select_related("user", "game"))


def asked(game: Game) -> list[Player]:
    """Those whom the main open question asks."""
    players = window_of(main_turn(game)).players
    return [player for player in seats(game) if player.pid in players]


def hand_in(
    game: Game, player: Player, label: str = "a", *, empty: bool = False, complete: bool = True
) -> None:
    """A legal form of `sample`'s for the main open turn; `complete`: where it may be saved in parts."""
    rules = skin_for(game.title).rules
    turn = main_turn(game)
    window = window_of(turn)
    form = turn.forms.filter(player=player).first()
    view = view_of(game, player)
    orders = () if empty else rules.sample(view, window, Dice(f"{label}/{player.pid}".encode())) or ()
    order_form_save(
        player=player, turn_name=turn.name, revision=form.revision if form else 0, orders=orders,
        ready=window.in_parts and complete,
    )  # fmt: skip


def addresses(game: Game) -> list[str]:
    """Every address of a game that a reader might open, of every chapter."""
    base, in_progress = f"/g/{game.public_id}/", chapter_in_progress(game)
    newest = game.latest if in_progress is None else in_progress
    found = [base, f"{base}orders/", f"{base}ledger/", f"{base}draws/", "/games/"]
    for page in skin_for(game.title).pages:
        found.append(f"{base}{page.slug}/")
        if page.chaptered:
            found += [f"{base}{page.slug}/{n}/" for n in range(page.first, newest + 1)]
    found += [f"{base}draws/{n}/" for n in range(game.latest + 1)]
    return found


def client_of(user: Any = None, language: str = "en") -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    if user is not None:
        client.force_login(user)
    return client


def pages(game: Game, client: Client) -> dict[str, str]:
    """What a reader sees at every address, redirects followed, CSRF tokens taken out; on the order form also
    with each question drawn that a button opens."""
    found = {address: client.get(address, follow=True).content.decode() for address in addresses(game)}
    orders = f"/g/{game.public_id}/orders/"
    form = OrderFormPage(found[orders])
    for button in form.buttons:
        if button.opens:
            answer = client.post(button.url or orders, form.posted(button), follow=True)
            found[f"{orders} {button.value}"] = answer.content.decode()
    return {address: TOKEN.sub("", page) for address, page in found.items()}


def leaves(game: Game, window: Window, player: Player, orders: Orders) -> bool:
    """Whether an act at a door ends a player's game: nothing more is asked of him afterwards."""
    if not window.is_door:
        return False
    rules, pid = skin_for(game.title).rules, PlayerId(player.pid)
    outcome = rules.resolve(vault.load(game, rules).state, window, {pid: orders}, Dice(b"leaves"))
    return not stays(rules, outcome, pid)


def keep_something(game: Game, player: Player) -> None:
    """Forms of `sample`'s at the doors that lead nobody out of the game, for a player whose drawer holds
    nothing that could be marked: orders given in advance, an offer."""
    rules = skin_for(game.title).rules
    for number in range(TRIES):
        drawer = Drawer.objects.filter(game=game, owner=player.pid).order_by("-number")[0]
        marked(json.loads(drawer.content), "", 0, marks := [])
        if marks:
            return
        for turn in game.turns.filter(status=Turn.Status.OPEN).order_by("position"):
            window = window_of(turn)
            if not window.is_door or player.pid not in window.players:
                continue
            dice = Dice(f"{number}/{turn.name}/{player.pid}".encode())
            orders = rules.sample(view_of(game, player), window, dice)
            if orders is not None and not leaves(game, window, player, orders):
                used = turn.acts.get(player.pid, 0)  # as on a page that was just opened
                order_form_save(player=player, turn_name=turn.name, revision=used, orders=orders)
                game.refresh_from_db()
                break


def mark(game: Game, player: Player, base: int) -> list[str]:
    """Put numbers nobody else has into every whole number of a private drawer, and a word into every
    empty text, wherever they stand in it. Returns what to search for."""
    drawer = Drawer.objects.filter(game=game, owner=player.pid).order_by("-number")[0]
    marks: list[str] = []
    content = marked(json.loads(drawer.content), f"secretof{player.pid}x", base, marks)
    drawer.content = json.dumps(content)
    drawer.save()
    return marks


def marked(value: Any, word: str, base: int, marks: list[str]) -> Any:
    """A value of JSON with its whole numbers and empty texts marked; the marks are added to `marks`."""
    if isinstance(value, dict):
        return {key: marked(value[key], word, base, marks) for key in sorted(value)}
    if isinstance(value, list):
        return [marked(item, word, base, marks) for item in value]
    if type(value) is not int and value != "":
        return value
    made = f"{word}{base + len(marks)}" if value == "" else base + len(marks)
    marks.append(str(made))
    return made


def marks_in(text: str, marks: Iterable[str]) -> set[str]:
    """The marks that stand in a text, also where its numbers have something between thousands."""
    squeezed = GAPS.sub("", text)
    return {mark for mark in marks if mark in squeezed}
