"""What a form says before it asks: what the last round did to its reader, in the words of the minutes."""

from __future__ import annotations

import pytest
from django.utils import translation
from msgspec.structs import replace

from games.contract import Event, PlayerId
from games.skin import Scene
from machtspiele.orders import said
from machtspiele.rules import events as told

from ..rules.scene import Played, bribe, game, recruit
from ..stage import Told

OFFICES = {"legal-1": ("p2", 3), "personnel-1": ("p1", 2), "controlling-1": ("p3", 2)}


def before(**given: object) -> Played:
    values = {"mode": "rounds", "offices": OFFICES, "cards": {"legal": "p2"}, **given}
    return Played(game(**values))  # type: ignore[arg-type]


def scene_after(played: Played, reader: str) -> Scene:
    """A reader's page, with what the last resolution told."""
    turn, player = played.public.turn, PlayerId(reader)
    events: tuple[Event, ...] = played.events
    return replace(
        Told(played.state).scene(reader),
        recent={turn: tuple(each for each in events if "public" in each.to)},
        own_recent={turn: tuple(each for each in events if player in each.to)},
    )


def lines(played: Played, reader: str) -> list[str]:
    return [" ".join(line.split()) for line in said.last(scene_after(played, reader))]


def after(forms: dict[str, object], **given: object) -> Played:
    return before(**given).hand_in("round", **forms)  # type: ignore[arg-type]


REPLIES = {"p2": {"legal": {"accept_from": 100_000}}}


@pytest.mark.parametrize("reader", ["p1", "p2"])
def test_a_bribe_is_one_sentence_and_the_sum_for_the_two(reader: str) -> None:
    played = after({"p1": bribe(("legal", 150_000))}, replies=REPLIES)
    assert lines(played, reader)[:2] == [
        "Ana bribes Bruno: Legal & Patents changes hands. Bruno accepts: Legal & Patents goes to Ana.",
        "In the envelope of Ana for Bruno, card Legal & Patents: 150,000 P.",
    ]


def test_who_has_nothing_to_do_with_it_reads_nothing_of_it() -> None:
    played = after({"p1": bribe(("legal", 150_000))}, replies=REPLIES)
    assert not any("Bruno" in line for line in lines(played, "p3"))


def test_a_refusal_names_the_office_that_pays_for_it() -> None:
    played = after({"p1": bribe(("legal", 150_000, "legal-1"))})
    line = lines(played, "p2")[0]
    assert "loses an employee of Legal & Patents 1" in line
    assert line.startswith("Ana offers Bruno an envelope in vain. Bruno refuses and keeps Legal & Patents")


def test_an_offer_that_awaits_an_answer_is_the_question_itself() -> None:
    played = before(mode="classic").act(bribe(("legal", 150_000)))
    assert lines(played, "p2") == []
    (line, _sum) = lines(played, "p1")
    assert line == (
        "Ana bribes Bruno, who has yet to answer. Ana hands Bruno an envelope for the card Legal & Patents."
    )


def test_ones_own_act_and_that_it_came_late() -> None:
    played = after({"p1": recruit("personnel-1")})
    assert "Ana recruits: 1 employee in Personnel 1." in lines(played, "p1")
    (line,) = [line for line in lines(played, "p3") if "Controlling 1" in line]
    assert line.startswith("Chloé recruits") and "gave no answer" in line


def test_influence_scored_concerns_who_scored_it() -> None:
    scored = told.InfluenceScored((told.InfluencePart(PlayerId("p1"), 1, 2, 0),))
    for reader, concerns in (("p1", True), ("p2", False)):
        assert said._concerns(Told(before().state).scene(reader), scored) == concerns


@pytest.mark.parametrize(
    ("language", "second"), [("en", "a director who has to go"), ("fr", "une direction")]
)
def test_what_silence_means_is_one_sentence(language: str, second: str) -> None:
    """Each default of a meeting, one after the other; the first alone begins with a capital."""
    cards = {"boss": "p1", "communication": "p2 corrupt"}
    played = Played(game(mode="rounds", round=6, offices=OFFICES, cards=cards, directors={"legal": "p1"}))
    with translation.override(language):
        told = said.silence(Told(played.state).scene("p1"), played.main)
    first, rest = told.split(";", 1)
    assert first[0].isupper()
    assert rest.strip().startswith(second)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_card_gives_stands_within_its_sentence(language: str) -> None:
    played = before(mode="classic").act(bribe(("legal", 150_000)))
    with translation.override(language):
        told = " ".join(said.matter(Told(played.state).scene("p2"), played.main).split())
    assert {"en": "now: an action", "fr": "moment : une action"}[language] in told


def test_an_event_with_its_effect_in_its_name_says_it_once() -> None:
    played = before(mode="classic")
    public = replace(played.state.public, revealed=("motivation_minus_1#2",), motivation=2)
    scene = Told(replace(played.state, public=public)).scene("p1")
    told = said.matter(scene, replace(played.main, kind="action"))
    assert "takes cards only (Motivation −1). Motivation is now 2." in told
