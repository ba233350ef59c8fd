"""What bad input gets on the site: a sentence in the reader's language at its field, everything else still
chosen, nothing kept. Each row is posted to the page of a real game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from django.test import Client
from django.utils import translation
from msgspec import Struct
from msgspec.structs import replace

from controle.rules.content import REGIONS, layout_of
from controle.texts import problems
from games.contract import Orders, PlayerId, Problem
from games.models import Game, OrderForm
from tests.battery import site
from tests.builder import hand_in
from tests.formpage import OrderFormPage

from .rules.scene import DULL, EASY, WALL, Played, act, game, new, plan
from .rules.test_codes import HAND, SEEDS, forced, mine, racket, sealed, surplus
from .stage import game_at, plain, sentences, stored

pytestmark = pytest.mark.django_db

WALL3 = {
    "play-effect": f"{WALL}-3", "play-R": "0", "play-V": "1", "play-U": "p2",
    f"play-{WALL}.3.0": "pol-med",
}  # fmt: skip
WALL1 = {"play-effect": f"{WALL}-1", "play-R": "0"}
GERRYMANDER = "pol1_05_gerrymander"


def lower() -> Played:
    """p1 is at pol II, with one token of it."""
    return mine(played={"pol": 4}, held={"p1": "pol1 com1", "p2": "mil1 rel1"})


def empty_pile() -> Played:
    return mine(empty=("rel2",))


def waiting() -> Played:
    """The turn of p2, at which p1 may file."""
    return mine(order="p2 p1 p3 p4")


class Bad(Struct, frozen=True):
    """One row: the game, what `p1` types, and at which field which sentence must stand. `saved`: what lies
    there; `press`: the button."""

    name: str
    scene: Callable[[], Played]
    typed: Mapping[str, str]
    at: str
    english: str
    french: str
    press: Mapping[str, str]
    saved: Orders = ()
    opened: str = ""


PLAY, PLAN = {"act": "add-play"}, {"act": "add-plan"}
NEIGHBOUR = (
    "Inner Sea does not border Northern Isles. Choose one of its neighbours, or another main region.",
    "Mer Intérieure : aucune frontière avec Îles du Nord. Choisissez une voisine, ou une autre région "
    "principale.",
)
CHOOSE = ("Nothing is chosen here yet. Choose one.", "Rien n’est encore choisi ici. Choisissez.")
ROWS = [
    Bad("no card chosen", mine, {"play-R": "0"}, "play-effect", *CHOOSE, PLAY),
    Bad("no rival", mine, {k: v for k, v in WALL3.items() if k != "play-U"}, "play-U", *CHOOSE, PLAY),
    Bad("a level short", lower, {**WALL3, f"play-{WALL}.3.level.pol.0": ""}, "play-effect",
        "Politics: level III is required; you are at level II and compensate 0. Buy 1 more, or take a weaker "
        "effect.",
        "Politique : il faut le niveau III ; vous êtes au niveau II et en compensez 0. Compensez-en encore "
        "1, ou prenez un effet plus faible.", PLAY),
    Bad("a level bought in vain", mine, {**WALL3, f"play-{WALL}.3.level.pol.0": "pol"},
        f"play-{WALL}.3.level.pol.0",
        "Politics: level III is required; you are at level III and compensate 1, which is too much. Take out "
        "what is not needed.",
        "Politique : il faut le niveau III ; vous êtes au niveau III et en compensez 1, c’est trop. Retirez "
        "ce qui ne sert pas.", PLAY),
    Bad("a token spent twice", lower,
        {**WALL3, f"play-{WALL}.3.level.pol.0": "pol", "play-boost": "pol"}, "play-boost",
        "Networks: tokens needed 1, held 0. Pay with another type, or leave that use out.",
        "Réseaux : il en faut 1, vous en avez 0. Payez avec d’autres jetons, ou renoncez à cet emploi.",
        PLAY),
    Bad("a token that is not held", mine, {**WALL1, "play-develop": "bio"}, "play-develop",
        "Patents: tokens needed 1, held 0.", "Brevets : il en faut 1, vous en avez 0.", PLAY),
    Bad("a card no longer in hand", mine, {**WALL1, "play-effect": "com1_01_import_export_startup-1"},
        "play-effect",
        "Import-export Startup is not in your hand, or not that many times. Choose a card that you hold.",
        "« Startup d’import-export » n’est pas dans votre main, ou pas en autant d’exemplaires. Choisissez "
        "une carte que vous tenez.", PLAY),
    Bad("a neighbour that is none", mine, {**WALL3, "play-V": "5"}, "play-V", *NEIGHBOUR, PLAY),
    Bad("a split of the wrong number", mine, {**WALL3, f"play-{WALL}.3.0": "pol"}, f"play-{WALL}.3.0",
        "Step 1 of the effect: 1 chosen, 2 needed. Choose exactly that many.",
        "Étape 1 de l’effet : 1 au lieu de 2. Choisissez le compte exact.", PLAY),
    Bad("a split of too many", mine, {**WALL3, f"play-{WALL}.3.0": "pol-pol-med"}, f"play-{WALL}.3.0",
        "Step 1 of the effect: 3 chosen, 2 needed. Choose exactly that many.",
        "Étape 1 de l’effet : 3 au lieu de 2. Choisissez le compte exact.", PLAY),
    Bad("a sabotage of nothing", mine, {**WALL1, "play-sabotage": "p3-com"}, "play-sabotage",
        "has none of Commerce there: Northern Isles. Choose another player or category.",
        "n’a rien en Commerce là (Îles du Nord). Choisissez un autre joueur ou une autre catégorie.", PLAY),
    Bad("a theft of what nobody holds", racket,
        {"play-effect": f"{SEEDS}-2", "play-R": "0", "play-U": "p2", f"play-{SEEDS}.2.1": "bio"},
        f"play-{SEEDS}.2.1", "has no token of this type left: Patents. Take another one.",
        "n’a plus de jeton Brevets. Prenez-en un autre.", PLAY),
    Bad("an influence that is not there", mine,
        {"play-effect": f"{GERRYMANDER}-2", "play-R": "0", "play-V": "1",
         f"play-{GERRYMANDER}.2.0": "bio"}, f"play-{GERRYMANDER}.2.0",
        "Step 1 of the effect: chosen 1, there 0 (Biology, Old Capitals). Choose fewer, or another category.",
        "Étape 1 de l’effet : 1 au lieu de 0 au plus (Biologie, Vieilles Capitales). Choisissez-en moins, ou "
        "une autre catégorie.", PLAY),
    Bad("a pile without cards", lambda: mine(empty=("rel2",)).act(act("play", card=WALL, effect=1, R=0)),
        {"draw-draws.0": "rel2"}, "draw-draws.0",
        "Religions 2 is exhausted: no card is left there. Name another pile.",
        "Religions 2 : pile épuisée, il n’y reste aucune carte. Nommez-en une autre.", {"act": "add-draw"}),
    Bad("too few cards returned", surplus, {"surplus-return.0": ""}, "surplus-return.0",
        "Cards chosen: 0; to be returned: 1. Choose exactly that many.",
        "Cartes choisies : 0 ; à rendre : 1. Choisissez le compte exact.", {"act": "add-surplus"}),
    Bad("a start far from home", new, {"start-free.region": "FAR"}, "start-free.region",
        "Your free influence goes to", "L’influence libre se place dans votre région d’origine",
        {"act": "add-start"}),
    Bad("a forced turn in a region that is none", forced, {"forced-R": "9"}, "forced-R",
        "No region has that number: this world has 6 of them. Choose one on the map.",
        "Aucune région ne porte ce numéro : ce monde en compte 6. Choisissez-en une sur la carte.",
        {"act": "add-forced"}),
    Bad("a plan that nothing can mend", sealed,
        {"plan-effect": f"{WALL}-3", "plan-R": "0", "plan-V": "5", "plan-U": "p2",
         f"plan-{WALL}.3.0": "pol-med"}, "plan-V", *NEIGHBOUR, PLAN, opened="plan"),
    Bad("a seventh plan", sealed, {"plan-effect": f"{WALL}-1", "plan-R": "0"}, "ask-plan",
        "Too many of these: Plan. 6 at most; take out the rest.",
        "C’est trop : Plan. 6 au plus ; retirez le reste.", PLAN, saved=plan(WALL, 1) * 6, opened="plan"),
    Bad("a plan filed with a neighbour that is none", waiting,
        {"file-effect": f"{WALL}-3", "file-R": "0", "file-V": "5", "file-U": "p2",
         f"file-{WALL}.3.0": "pol-med"}, "file-V", *NEIGHBOUR, {"door": "file"}),
]  # fmt: skip


def named(played: Played) -> Played:
    """The same game with regions of the data on its slots, as on the site."""
    state = played.state
    tiles = zip(state.public.regions, REGIONS, strict=False)
    regions = tuple(replace(region, slug=slug) for region, slug in tiles)
    return Played(replace(state, public=replace(state.public, regions=regions)))


def begun(played: Played, monkeypatch: pytest.MonkeyPatch, language: str) -> tuple[Game, Client, str]:
    """A game of the site come to this point, its first player's browser, and the address of the form."""
    made = game_at(named(played), monkeypatch)
    client = site.client_of(made.players.get(number=1).user, language)
    return made, client, f"/g/{made.public_id}/orders/"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_bad_input(row: Bad, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = row.scene()
    made, client, url = begun(played, monkeypatch, language)
    if row.saved:
        hand_in(made, 1, row.saved)
        OrderForm.objects.update(ready=False)
    before = stored(made)
    query = {"add": row.opened} if row.opened else {}
    page = OrderFormPage(client.get(url, query).content.decode())
    typed = {name: far(played) if value == "FAR" else value for name, value in row.typed.items()}
    answer = client.post(url, page.posted(**typed) | row.press)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert plain(row.french if language == "fr" else row.english) in sentences(html, row.at)
    after = OrderFormPage(html).inputs
    assert {name: after[name].value for name in typed} == typed
    assert stored(made) == before


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Inner Sea", "Konstantin, Commerce", "Biology"]),
        ("fr", ["Mer Intérieure", "Konstantin, Commerce", "Biologie"]),
    ],
)
def test_what_can_no_longer_be_chosen_is_shown_by_its_name(
    language: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A neighbour of the region that was chosen before, a rival who has nothing there, a token just spent."""
    made, client, url = begun(mine(), monkeypatch, language)
    made.players.filter(number=3).update(name="Konstantin")
    page = OrderFormPage(client.get(url).content.decode())
    typed = {**WALL3, "play-V": "5", "play-sabotage": "p3-com", "play-boost": "bio"}
    html = client.post(url, page.posted(**typed) | PLAY).content.decode()
    shown = {plain("".join(one)).strip() for one in CHOSEN.findall(html)}
    assert shown.issuperset(told), shown


CHOSEN = re.compile(r" selected>([^<\n]*)|checked[^>]*>\s*<b>(.*?)</b>")


def far(played: Played) -> str:
    """A region that is neither home nor beside it."""
    home = played.public.seats[PlayerId("p1")].home
    near = {home, *layout_of(len(played.public.players)).neighbours[home]}
    return str(next(slot for slot in range(len(played.public.regions)) if slot not in near))


@pytest.mark.parametrize(
    ("language", "told"), [("en", "What you had typed"), ("fr", "Ce que vous aviez tapé")]
)
def test_the_turn_of_somebody_else_takes_nothing_and_shows_what_was_typed(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a page that was open before the turn passed on."""
    made, client, url = begun(waiting(), monkeypatch, language)
    page, before = OrderFormPage(client.get(url).content.decode()), stored(made)
    for name in ("play/1/p2", "play/1/p1"):
        answer = client.post(url, {**page.posted(), **WALL1, **PLAY, "open-play": "1", "turn": name})
        assert answer.status_code == 409
        assert told in plain(answer.content.decode())
        assert f"{WALL}-1" in answer.content.decode()
    assert stored(made) == before


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Nothing played: your own draw comes first. Name your piles, then play your card."),
        ("fr", "Rien n’a été joué : votre pioche passe d’abord. Nommez vos piles, puis jouez votre carte."),
    ],
)
def test_a_turn_before_the_own_draw_is_refused(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D34: the draw is what is asked; the turn is open beside it, and takes nothing yet."""
    made, client, url = begun(own_draw(), monkeypatch, language)
    page, before = OrderFormPage(client.get(url).content.decode()), stored(made)
    typed = {"play-effect": f"{DULL[1]}-1", "play-R": "1", "open-play": "1", "turn": "play/2/p1"}
    answer = client.post(url, {**page.posted(), **typed, **PLAY})
    assert answer.status_code == 422
    assert plain(told) in plain(answer.content.decode())
    assert stored(made) == before


def own_draw() -> Played:
    """The turn of p1 has opened, and the draw of the round before is still owed."""
    influence = {0: {"p1": "mil9"}}
    hand = (WALL, *DULL[:3])
    played = Played(game(played={"pol": 2}, influence=influence, hands={"p1": hand}, order="p2 p3 p1"))
    played.late(played.main.name)
    return played.late(played.main.name).act(act("play", card=WALL, effect=1, R=0))


@pytest.mark.parametrize(
    ("problem", "english", "french"),
    [
        (Problem("used_too_often", None, "invest", {"use": "boost", "named": 2, "most": 1}),
         "Boost: 2 on your form, 1 allowed in a turn. Take out the rest.",
         "Amplifier : 2 fois sur le formulaire, 1 par tour. Retirez ce qui dépasse."),
        (Problem("icon_not_shown", None, "icons", {"category": "pol", "named": 2, "shown": 1}),
         "Networks: 2 taken, 1 on the card. Take what it shows.",
         "Réseaux : 2 au lieu de 1 sur la carte. Prenez ce qu’elle montre."),
        (Problem("answer_your_turn"),
         "Nothing filed: your turn is asked right now. Play a card instead of planning one.",
         "Rien n’a été déposé : c’est justement à vous. Jouez une carte au lieu d’en prévoir une."),
    ],
)  # fmt: skip
def test_what_no_page_lets_one_type_has_its_sentence_too(problem: Problem, english: str, french: str) -> None:
    """The form has one Boost and each icon once; an invented post is told the figures all the same."""
    for language, told in (("en", english), ("fr", french)):
        with translation.override(language):
            assert plain(problems.text(None, problem)) == plain(told)


def test_a_form_from_before_the_world_moved_is_judged_on_the_world_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page drawn while the pile had a card, which somebody else has drawn meanwhile."""
    made, client, url = begun(last_card("rel2"), monkeypatch, "en")
    page = OrderFormPage(client.get(url).content.decode())
    hand_in(made, 2, act("play", card=EASY[1], effect=1, R=0, draws=["rel2"]))
    answer = client.post(url, {**page.posted(**{"draw-draws.0": "rel2"}), "act": "add-draw"})
    assert answer.status_code == 422
    assert "Religions 2 is exhausted" in sentences(answer.content.decode(), "draw-draws.0")


def last_card(pile: str) -> Played:
    """p1 may draw, p2 is to play, and one card is left in a pile."""
    hands = {"p1": HAND, "p2": EASY}
    played = mine(hands=hands, played={"pol": 8, "mil": 2}).act(act("play", card=WALL, effect=1, R=0))
    public, hidden = played.state.public, played.state.hidden
    return Played(
        replace(
            played.state,
            public=replace(public, piles={**public.piles, pile: 1}),
            hidden=replace(hidden, piles={**hidden.piles, pile: hidden.piles[pile][:1]}),
        )
    )
