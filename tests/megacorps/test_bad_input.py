"""What bad input gets on the site: a sentence in the reader's language at its field, what was typed still
there, and what was saved before still counting. Each row is posted in its window to the page of a real game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest
from msgspec import Struct

from games.contract import Order, Outcome
from games.models import Game, OrderForm
from games.services.order_forms import order_form_save
from megacorps.rules import MegaCorpsRules
from tests.battery import site
from tests.builder import GameFactory, hand_in
from tests.formpage import OrderFormPage

from .rules.scene import Played, act, programmed
from .rules.test_codes import ABC, auction, bargain, election, offered, refused, turn, war

pytestmark = pytest.mark.django_db
PRICES = "file-mercenary_prices-rules"
CARDS = "file-card_orders-orders"
BIDS = "turn-buy_mercenaries-bids"


class Bad(Struct, frozen=True):
    """One row: the game, what `player` types there, and where which sentence must stand. `at`: the name of
    the field, or of the question where the sentence is about no single field; `saved`: what `player` has
    handed in before."""

    name: str
    scene: Callable[[], Played]
    typed: Mapping[str, str]
    at: str
    english: str
    french: str
    player: int = 1
    door: str = ""
    saved: tuple[Order, ...] = ()


def wishing() -> Played:
    return Played(programmed(*ABC))


def warlike() -> Played:
    return turn(hands={"mokia": ["elections"]})


ROWS = [
    Bad("words for a number", turn, {"turn-kind": "buy_mercenaries", f"{BIDS}-defense.china": "two"},
        f"{BIDS}-defense.china", "“two” is not a whole number", "« two » n’est pas un nombre entier"),
    Bad("a negative price", turn, {f"{PRICES}-2-answer": "price", f"{PRICES}-2-price": "-4"},
        f"{PRICES}-2-price", "below 0", "négatif", door="file"),
    Bad("a price of twelve digits", turn,
        {f"{PRICES}-1-answer": "price", f"{PRICES}-1-price": "999999999999"},
        f"{PRICES}-1-price", "too long", "trop long", door="file"),
    Bad("a gift of twelve digits", turn, {"trade-do": "deal", "trade-to": "p2",
        "trade-give-money": "999999999999"}, "trade-give-money", "there are", "demandé", door="trade"),
    Bad("bids above one's money", turn, {"turn-kind": "buy_mercenaries", f"{BIDS}-defense.china": "41"},
        f"{BIDS}-defense.china", "Your bids come to €41", "41 €"),
    Bad("a price beside another answer", bargain,
        {"mercenary_reply-defense.china-answer": "refuse", "mercenary_reply-defense.china-price": "11"},
        "mercenary_reply-defense.china-price", "does not belong", "ne va pas avec", player=2),
    Bad("a counter-price of twelve digits", bargain,
        {"mercenary_reply-defense.china-answer": "counter",
         "mercenary_reply-defense.china-price": "999999999999"},
        "mercenary_reply-defense.china-price", "too long", "trop long", player=2),
    Bad("a bid above one's money", auction, {"auction_bid-amount": "41"},
        "auction_bid-amount", "You bid €41", "41 €"),
    Bad("a card not held", warlike,
        {"turn-kind": "play_card", "turn-card-card": "l5", "turn-card-l5-buy": "no"},
        "turn-card-card", "not in your hand", "pas dans votre main"),
    Bad("a country that is one's own", turn, {"turn-kind": "war", "turn-war-country": "asean"},
        "turn-war-country", "You control this country already", "déjà ce pays"),
    Bad("a country that cannot be attacked", turn, {"turn-kind": "war", "turn-war-country": "switzerland"},
        "turn-war-country", "not on the list", "liste"),
    Bad("a turn without an action", turn, {"turn-kind": ""},
        "turn-kind", "Choose", "hoisi"),
    Bad("a bargain nobody asked for", bargain,
        {"mercenary_reply-defense.china-answer": "counter", "mercenary_reply-defense.china-price": "3"},
        "mercenary_reply-defense.china-price", "must be higher", "plus élevé", player=2),
    Bad("a company refused before", refused, {"buy_again-company": "oil.maghreb"},
        "buy_again-company", "was refused in this turn", "refusé"),
    Bad("too many mercenaries", war, {"war_aid-to_attacker": "2", "war_aid-to_defender": "1"},
        "war_aid", "Pledge fewer", "moins", player=3),
    Bad("a vote for who has left", election, {"election_vote-for": "p3"},
        "election_vote-for", "Not in the game any more", "A quitté la partie", player=2),
    Bad("an offer withdrawn", turn, {"trade-do": "accept:p3-p1-1"},
        "trade", "This offer is gone", "Cette offre", door="trade"),
    Bad("an offer no longer covered", offered, {"trade-do": "accept:p3-p1-1"},
        "trade-do", "asked for, and there are €0", "0 €", door="trade"),
    Bad("assets under a lock", bargain, {"trade-do": "deal", "trade-to": "p2", "trade-give-money": "1"},
        "trade-give-money", "locked while this question is open", "n’y touche pas", door="trade"),
    Bad("a moment its card cannot have", turn, {f"{CARDS}-1-trigger": "before_turn_of:p2",
        f"{CARDS}-1-card": "elections", f"{CARDS}-1-country": "india"},
        f"{CARDS}-1-trigger", "cannot be played at that moment", "à ce moment", door="file"),
    Bad("a programme with a forged action", wishing, {"line-2-kind": "buy_company",
        "line-2-buy_company-company": "software.open_source_software"},
        "line-2-buy_company-company", "no game ever sells it", "aucune partie ne la vend",
        saved=act("pass")),
    Bad("a gift that would leave a pledge uncovered", war,
        {"trade-do": "deal", "trade-to": "p1", "trade-give-mercenaries": "2"},
        "trade", "Mercenaries pledged: 2. You have 0",
        "Mercenaires promis : 2. Vous en avez 0",
        player=3, door="trade", saved=act("war_aid", to_attacker=2)),
    Bad("a line without its action", wishing, {"line-2-kind": "", "line-2-war-country": "japan"},
        "line-2-kind", "Choose", "hoisi", saved=act("pass")),
]  # fmt: skip


def game_at(played: Played, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of the site that begins where the scene has come to."""
    count, state = len(played.public.players), Outcome(played.state)
    with monkeypatch.context() as patched:
        patched.setattr(MegaCorpsRules, "setup", staticmethod(lambda *_: state))
        return GameFactory(players=count, running=True, title="megacorps", max_players=max(count, 3))


def stored(game: Game) -> Any:
    """Everything that counts: how often it was resolved, and the forms that lie there."""
    game.refresh_from_db()
    forms = OrderForm.objects.filter(turn__game=game).order_by("pk")
    return game.number, list(forms.values_list("player", "orders", "revision"))


def window_name(game: Game, door: str) -> str:
    names = game.turns.filter(status="open").values_list("name", flat=True)
    return next(name for name in names if name.split("/")[0] == door)


def sentences(html: str, at: str) -> str:
    """What is refused at a field, or else at a question of that name."""
    found = re.findall(rf'id="{re.escape(at)}-no"[^>]*>(.*?)</', html, re.DOTALL)
    inside = re.findall(rf'id="{re.escape(at)}".*?class="refusal" role="alert"[^>]*>(.*?)</', html, re.DOTALL)
    return plain(" ".join(found or inside[:1]))


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(html))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_bad_input(row: Bad, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_at(row.scene(), monkeypatch)
    if row.saved:
        hand_in(game, row.player, row.saved)
    before = stored(game)
    client = site.client_of(game.players.get(number=row.player).user, language)
    url = f"/g/{game.public_id}/orders/"
    page = OrderFormPage(client.get(url).content.decode())
    press = {"door": window_name(game, row.door)} if row.door else {"act": "save"}
    answer = client.post(url, page.posted(**row.typed) | press)
    html = answer.content.decode()
    assert answer.status_code == 422
    wanted = row.french if language == "fr" else row.english
    assert wanted in sentences(html, row.at), sentences(html, row.at)
    shown = OrderFormPage(html).inputs
    assert {n: shown[n].value for n in row.typed if n in shown} == {
        n: v for n, v in row.typed.items() if n in shown
    }
    assert stored(game) == before


CLOSED = {"en": "This turn has closed", "fr": "Ce tour est fermé"}
ANEW = {"en": "something has happened since", "fr": "il s’est passé quelque chose depuis"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_permission_asked_of_nobody(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a question is not open: nothing is kept, and what was sent is shown to be copied."""
    game = game_at(turn(), monkeypatch)
    before, url = stored(game), f"/g/{game.public_id}/orders/"
    client = site.client_of(game.players.get(number=2).user, language)
    answer = client.post(url, {"turn": "antitrust/3/1", "antitrust-allow": "yes", "act": "save"})
    html = plain(answer.content.decode())
    assert answer.status_code == 409
    assert CLOSED[language] in html
    assert "Allow" in html
    assert stored(game) == before


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_turn_that_was_asked_anew(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told something between the look at the board and the turn: it is looked at again."""
    game = game_at(turn(), monkeypatch)
    url = f"/g/{game.public_id}/orders/"
    client = site.client_of(game.players.get(number=1).user, language)
    page = OrderFormPage(client.get(url).content.decode())
    other = game.players.select_related("user", "game").get(number=3)
    given = act("gift", to="p2", give={"money": 1})
    order_form_save(player=other, turn_name=window_name(game, "trade"), revision=0, orders=given)
    before = stored(game)
    typed = {"turn-kind": "war", "turn-war-country": "japan"}
    answer = client.post(url, page.posted(**typed) | {"act": "save"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert ANEW[language] in sentences(html, "turn")
    assert OrderFormPage(html).inputs["turn-war-country"].value == "japan"
    assert stored(game) == before
