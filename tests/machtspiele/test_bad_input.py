"""What bad input gets on the site: a sentence in the reader's language at its field, what was typed still
there, and what was saved before still counting. Each row is posted to the page of a real game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest
from msgspec import Struct, field

from games.contract import Orders, Outcome
from games.models import Game, OrderForm
from machtspiele.rules import MachtspieleRules
from tests.battery import site
from tests.builder import GameFactory, hand_in
from tests.formpage import OrderFormPage

from .rules.scene import PASS, Played, buy
from .rules.test_codes import FULL, OWN, meeting, ordering, row, sealed, turn

pytestmark = pytest.mark.django_db
DRAWN = ordering().state.private["p1"].drawn
CARDS = {"legal": "p2", "boss": "p1"}


class Bad(Struct, frozen=True):
    """One row: the game, which action is open, what `p1` types, where which sentence must stand. `at`: the
    name of the field; `saved`: what lies there; `press`: the button, if it is not that of the action."""

    name: str
    scene: Callable[[], Played]
    kind: str
    typed: Mapping[str, str]
    at: str
    english: str
    french: str
    saved: Orders = ()
    press: Mapping[str, str] = field(default_factory=dict)

    @property
    def posted(self) -> Mapping[str, str]:
        return self.press or {"act": f"add-{self.kind}"}


def full() -> Played:
    return turn(offices={**FULL, **OWN})


def swapping() -> Played:
    """X26: Development is full, and Legal is not."""
    filled = {f"development-{n}": ("p2", 1) for n in range(1, 7)}
    return turn(offices={**filled, "development-2": ("p1", 2), "legal-1": ("p1", 2)})


def no_sevens() -> Played:
    return turn(tracks={"p2": {"certificates": (7, 7, 7), "shares": 21}})


def bribing() -> Played:
    return turn(cards=CARDS)


def sealed_bribing() -> Played:
    return sealed(cards=CARDS)


def beginning() -> Played:
    """Mode `rounds`, before round 1: the events are to be ordered."""
    return sealed(stage="order_events", round=1)


def cards(meeting: int, bonus: int) -> str:
    return " ".join(row(meeting, bonus, DRAWN)[0].data["cards"])


ROWS = [
    Bad("a seventh employee", turn, "recruit", {"recruit-place.personnel.2": "1"},
        "recruit-place.personnel.2", "room for 0", "il y a place pour 0"),
    Bad("a third department", turn, "open_own",
        {f"open_own-new.{n}.{key}": value for n in range(3)
         for key, value in (("division", "legal"), ("from.0", "personnel-2"), ("from.1", "personnel-2"))},
        "open_own-new.0.division", "room for 2", "il y a place pour 2. Retirez-en 1"),
    Bad("an office that is not one's own", sealed, "recruit", {"recruit-place.accounting.1": "1"},
        "recruit-place.accounting.1", "Accounting 1 is not yours", "Comptabilité 1 n’est pas à vous"),
    Bad("employees one does not have", sealed, "buy_influence", {"buy_influence-dismiss.personnel.1": "3"},
        "buy_influence-dismiss.personnel.1", "3 wanted, and there are 2",
        "3 demandés, et il y en a 2"),
    Bad("a division that is full", full, "open_new", {"open_new-division": "legal"},
        "open_new-division", "Legal & Patents is full", "Litiges et Brevets, c’est complet"),
    Bad("a swap in full divisions", swapping, "move",
        {"move-moves.0.from": "development-2", "move-moves.0.division": "legal",
         "move-moves.1.from": "legal-1", "move-moves.1.division": "development"},
        "move-moves.1.division", "Development is full", "Développement, c’est complet"),
    Bad("a certificate that is sold out", no_sevens, "buy_shares", {"buy_shares-value": "7"},
        "buy_shares-value", "No certificate of 7 is left", "Il ne reste pas de certificat de 7"),
    Bad("money short, with both figures", turn, "buy_shares", {"buy_shares-value": "7"},
        "buy_shares-value", "1,600,000 P are needed, and you have 800,000 P",
        "Il faut 1 600 000 P, et vous avez 800 000 P"),
    Bad("an offer that is no multiple of 50,000", sealed_bribing, "bribe",
        {"bribe-offers.0.card": "legal", "bribe-offers.0.amount_more": "75000"},
        "bribe-offers.0.amount", "The smallest note is 50,000 P", "Le plus petit billet est de 50 000 P"),
    Bad("words for an amount", sealed_bribing, "bribe",
        {"bribe-offers.0.card": "legal", "bribe-offers.0.amount_more": "lots"},
        "bribe-offers.0.amount", "“lots” is not a whole number", "« lots » n’est pas un nombre entier"),
    Bad("a card that nobody holds", sealed_bribing, "bribe",
        {"bribe-offers.0.card": "legal", "bribe-offers.0.amount": "50000",
         "bribe-offers.1.card": "controlling", "bribe-offers.1.amount": "50000"},
        "bribe-offers.1.card", "Nobody holds Controlling", "Personne ne tient Contrôle de gestion"),
    Bad("a card of one's own", bribing, "bribe",
        {"bribe-offers.0.card": "legal", "bribe-offers.0.amount": "50000",
         "bribe-offers.1.card": "boss", "bribe-offers.1.amount": "50000"},
        "bribe-offers.1.card", "Boss is yours already", "PDG est déjà à vous"),
    Bad("Bonus Day after the Board Meeting", ordering, "events", {"events-cards": cards(5, 6)},
        "events-cards", "Bonus Day comes before the Board Meeting",
        "Le Jour de prime vient avant le Comité de direction"),
    Bad("the Board Meeting before place 5", beginning, "events", {"events-cards": cards(3, 1)},
        "events-cards", "The Board Meeting is in place 4",
        "Le Comité de direction est en place 4", saved=PASS),
    Bad("a fourth choice", sealed, "pass", {}, "pass", "There is room for 3 choices",
        "Il y a place pour 3 choix", saved=(*buy(1), *buy(2), *PASS)),
    Bad("a director's office that is not one's own", sealed, "resign",
        {"resign-division": "legal", "resign-to": "board"},
        "resign-division", "You do not direct Legal & Patents",
        "Vous ne dirigez pas Litiges et Brevets"),
    Bad("nothing chosen", turn, "open_new", {}, "open_new-division", "Nothing is chosen",
        "Rien n’est encore choisi ici"),
    Bad("a least amount that is no multiple", sealed_bribing, "replies", {"replies-legal": "75000"},
        "replies-legal", "The smallest note is 50,000 P", "Le plus petit billet est de 50 000 P", saved=PASS),
    Bad("an action filed for no round", turn, "", {"file-kind": "pass", "file-when": ""},
        "file-when", "Nothing is chosen here yet", "Rien n’est encore choisi ici",
        press={"door": "file"}),
    Bad("no way chosen", meeting, "exit-legal", {}, "exit-legal-to", "Nothing is chosen",
        "Rien n’est encore choisi ici"),
]  # fmt: skip


def game_at(played: Played, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of the site that begins where the scene has come to."""
    count, state = len(played.public.players), Outcome(played.state)
    with monkeypatch.context() as patched:
        patched.setattr(MachtspieleRules, "setup", staticmethod(lambda *_: state))
        return GameFactory(players=count, running=True, title="machtspiele", max_players=count)


def stored(game: Game) -> Any:
    """Everything that counts: how often it was resolved, and the forms that lie there."""
    game.refresh_from_db()
    forms = OrderForm.objects.filter(turn__game=game).order_by("pk")
    return game.number, list(forms.values_list("player", "orders", "revision"))


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(html))


def sentences(html: str, at: str) -> str:
    """What is refused at a field."""
    return plain(" ".join(re.findall(rf'id="{re.escape(at)}-no"[^>]*>(.*?)</(?:span|p)>', html, re.DOTALL)))


def asked(played: Played) -> int:
    """The number of the first player whom the main question asks."""
    return int(played.main.players[0].removeprefix("p"))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_bad_input(row: Bad, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_at(row.scene(), monkeypatch)
    if row.saved:
        hand_in(game, 1, row.saved)
        OrderForm.objects.update(ready=False)
    before = stored(game)
    client = site.client_of(game.players.get(number=1).user, language)
    url = f"/g/{game.public_id}/orders/"
    page = OrderFormPage(client.get(url, {"add": row.kind} if row.kind else {}).content.decode())
    answer = client.post(url, page.posted(**row.typed) | row.posted)
    html = answer.content.decode()
    assert answer.status_code == 422
    wanted = row.french if language == "fr" else row.english
    assert plain(wanted) in sentences(html, row.at), sentences(html, row.at)
    shown = OrderFormPage(html).inputs
    assert {name: shown[name].value for name in row.typed} == dict(row.typed)
    assert stored(game) == before


CLOSED = {"en": "This turn has closed", "fr": "Ce tour est fermé"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_form_from_before_the_round(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its question is closed: nothing is kept, and what was sent is shown to be copied."""
    game = game_at(sealed(), monkeypatch)
    before, url = stored(game), f"/g/{game.public_id}/orders/"
    client = site.client_of(game.players.get(number=1).user, language)
    answer = client.post(url, {"turn": "round/2/1", "buy_shares-value": "6", "act": "add-buy_shares"})
    assert answer.status_code == 409
    assert CLOSED[language] in plain(answer.content.decode())
    assert stored(game) == before


NOT_NOW = {
    "en": "Not as things stand. 1,600,000 P are needed, and you have 800,000 P.",
    "fr": "Pas en l’état. Il faut 1 600 000 P, et vous avez 800 000 P.",
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_others_may_still_change_is_kept_and_told(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D54, X37: in a sealed round a certificate beyond one's purse is a choice like any other."""
    game = game_at(sealed(), monkeypatch)
    client = site.client_of(game.players.get(number=1).user, language)
    url = f"/g/{game.public_id}/orders/"
    page = OrderFormPage(client.get(url, {"add": "buy_shares"}).content.decode())
    typed = {"buy_shares-value": "7", "act": "add-buy_shares"}
    html = plain(client.post(url, page.posted(**typed), follow=True).content.decode())
    assert NOT_NOW[language] in html
    assert OrderForm.objects.get(turn__game=game).orders.count("buy_shares") == 1
