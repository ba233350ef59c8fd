"""The data hold what `docs/rules/controle.json` says and `docs/rules/controle.md` prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from controle.rules.content import (
    CARDS,
    COLOURS,
    LAST_LEVEL,
    ORGANIZATIONS,
    PILE_SIZE,
    PILES,
    REGIONS,
    RESOURCES,
    C,
    Card,
    Name,
    copies,
    first_column,
    layout_of,
    level_at,
    size_of,
)
from controle.rules.notation import CATEGORIES, PLACE, Reaction, Step, read_civil_society, read_steps

RULES = Path(__file__).parents[3] / "docs/rules"
BOOK = json.loads((RULES / "controle.json").read_text("utf-8"))
PAGE = (RULES / "controle.md").read_text("utf-8")
ROMAN = ("0", "I", "II", "III", "IV", "V")


def same(name: Name, given: dict[str, str]) -> bool:
    """A name in both languages, with the apostrophe that is printed."""
    return (name.en, name.fr) == (given["en"].replace("'", "’"), given["fr"].replace("'", "’"))


def slugs(listed: tuple[int, ...]) -> list[str]:
    return [CATEGORIES[place] for place in listed]


def as_book(step: Step) -> dict[str, Any]:
    """A step in the words of the book."""
    given: dict[str, Any] = {"op": {"take": "take_resource", "steal": "steal_resource"}.get(step.op, step.op)}
    given["amount"] = step.amount
    if step.op in ("gain", "lose"):
        given |= {"region": step.where, "player": step.who, "categories": slugs(step.listed)}
    elif step.op == "develop":
        given |= {"region": step.where}
    elif step.op == "take":
        given |= {"types": slugs(step.listed)}
    elif step.op == "steal":
        given |= {"player": step.who}
    elif step.op == "move":
        given |= {"player": "J", "from": step.origin, "to": step.where, "categories": slugs(step.listed)}
    elif step.op == "convert":
        given |= {"player": "J", "region": step.where, "from_categories": slugs(step.listed)}
        given |= {"to_category": CATEGORIES[step.into]}
    return given | ({"timing": "end_of_turn"} if step.late else {})


def in_order(step: dict[str, Any]) -> dict[str, Any]:
    """A step of the book, its lists in the order that breaks ties; the printed one is in the notation."""
    return {
        key: sorted(each, key=PLACE.__getitem__) if isinstance(each, list) else each
        for key, each in step.items()
    }


def reaction_as_book(step: Reaction) -> dict[str, Any]:
    if step.op == "develop":
        return {"op": "develop", "amount": step.amount, "min_level": step.above}
    who = {"top": "top_total"}.get(step.who, step.who)
    category = CATEGORIES[step.category] if step.category >= 0 else "largest"
    return {"op": "lose", "player": who, "category": category, "amount": step.amount, "min_level": step.above}


@pytest.mark.parametrize("given", BOOK["cards"]["items"], ids=lambda card: card["id"])
def test_every_card_is_that_of_the_book(given: dict[str, Any]) -> None:
    """D5, D15, D24, D29, D31: three effects each, the weakest first; backs by category and level."""
    card = CARDS[given["id"]]
    assert same(card.name, given["name"])
    assert (CATEGORIES[card.category], card.level, card.pile) == (
        given["category"], given["pile_level"], given["pile"],
    )  # fmt: skip
    assert slugs(card.icons) == given["resources"]
    assert given["copies"] == C.figures.copies
    assert [effect.rank for effect in card.effects] == [each["rank"] for each in given["effects"]]
    for effect, each in zip(card.effects, given["effects"], strict=True):
        assert same(effect.name, each["name"])
        assert {CATEGORIES[place]: level for place, level in effect.requires} == each["requires"]
        assert [as_book(step) for step in effect.steps] == list(map(in_order, each["steps"]))
        assert effect.notation == each["notation"]
    society, told = card.civil_society, given["civil_society"]
    words = {"dom": "domination", "tot": "total"}
    assert words.get(society.rank, society.rank) == told["region"]["rank_by"]
    assert words.get(society.tie, society.tie) == told["region"]["tie_by"]
    assert [reaction_as_book(step) for step in society.steps] == told["steps"]


def test_the_set_of_cards() -> None:
    """D31: six designs in each pile, the levels by the pile, effects of growing strength."""
    assert list(CARDS) == [card["id"] for card in BOOK["cards"]["items"]]
    assert len(CARDS) * C.figures.copies == 144
    assert tuple(pile["id"] for pile in BOOK["piles"]["items"]) == PILES
    assert all(pile["size"] == PILE_SIZE == len(copies(pile["id"])) for pile in BOOK["piles"]["items"])
    for card in CARDS.values():
        levels = [dict(effect.requires)[card.category] for effect in card.effects]
        assert levels == ([1, 2, 3] if card.level == 1 else [2, 3, 4])
        assert 1 <= len(card.icons) <= 2
        assert all("R" in effect.uses for effect in card.effects)


def printed(card: Card) -> list[str]:
    """A card as Appendix A prints it."""
    icons = " ".join(slugs(card.icons))
    lines = [f"**{card.name.en}** ({card.name.fr}), icons {icons}, `{card.id}`"]
    for effect in card.effects:
        needs = " ".join(f"{CATEGORIES[place]} {ROMAN[level]}" for place, level in effect.requires)
        lines.append(f"- {needs} · {effect.name.en} ({effect.name.fr}) · `{effect.notation}`")
    return [*lines, f"- civil society · `{card.civil_notation}`"]


def test_appendix_a_prints_these_cards() -> None:
    appendix = PAGE[PAGE.index("## Appendix A") :].replace("'", "’").replace(") [site] ·", ") ·")
    appendix = appendix.replace("end\\|", "end|")
    lines = [line for line in appendix.splitlines() if line.startswith(("**", "- "))]
    assert lines == [line for card in CARDS.values() for line in printed(card)]


def test_the_effect_known_from_the_site() -> None:
    """8.2."""
    wall = CARDS["pol1_01_identity_ideology"].effects[2]
    assert (wall.requires, wall.notation) == (((0, 3),), "R:J+2pol/med; V:J+1mil; V:U-1pol")
    assert wall.uses == {"R", "V", "U"}


@pytest.mark.parametrize("players", range(2, 7))
def test_the_table_by_number_of_players(players: int) -> None:
    """5.1, D2, D4."""
    (row,) = (row for row in BOOK["players"]["setup"] if row["players"] == players)
    size = size_of(players)
    assert (size.layout, list(size.chips), size.reserve) == (
        row["layout"], row["development_chips"], row["reserve_per_resource"],
    )  # fmt: skip
    assert len(size.chips) == players + 3 == row["regions"]
    assert size.reserve == players + 4
    chips = " ".join(map(str, size.chips))
    assert (
        f"| {players} | {players + 3} | `{size.layout}` | {chips} | {sum(size.chips)} | {size.reserve} |"
        in PAGE
    )
    assert row["start_influence"] == {
        "major_home": C.figures.home_influences,
        "minor_neighbour": C.figures.neighbour_influences,
        "free": 1,
    }
    assert row["start_hand"] == C.figures.start_draws == C.figures.hand == BOOK["players"]["hand_size"]


@pytest.mark.parametrize("players", range(2, 7))
def test_layouts(players: int) -> None:
    """5.1: neighbours differ by one step on the hexagonal grid, and the page prints them."""
    layout = layout_of(players)
    (given,) = (each for each in BOOK["layouts"]["items"] if each["id"] == size_of(players).layout)
    assert [(slot["q"], slot["r"]) for slot in given["slots"]] == list(layout.at)
    assert [slot["neighbours"] for slot in given["slots"]] == [list(beside) for beside in layout.neighbours]
    line = "; ".join(f"{at}: {' '.join(map(str, beside))}" for at, beside in enumerate(layout.neighbours))
    assert f"| `{given['id']}` | {line} |" in PAGE
    steps = {(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)}
    for at, (q, r) in enumerate(layout.at):
        beside = [other for other, (x, y) in enumerate(layout.at) if (x - q, y - r) in steps]
        assert beside == list(layout.neighbours[at])


def test_names_of_the_world() -> None:
    """D7, D33: regions, organizations, colours and categories, in both languages."""
    assert all(same(REGIONS[each["id"]].name, each["name"]) for each in BOOK["regions"]["items"])
    assert list(REGIONS) == [each["id"] for each in BOOK["regions"]["items"]]
    assert list(ORGANIZATIONS) == [each["id"] for each in BOOK["organizations"]["items"]]
    for each in BOOK["organizations"]["items"]:
        organization = ORGANIZATIONS[each["id"]]
        assert same(organization.name, each["name"])
        assert (organization.major, organization.minor) == (each["major"], each["minor"])
        name = re.escape(
            f"| {each['name']['en']} ({each['name']['fr']}) | `{each['major']}` | `{each['minor']}` |"
        )
        assert re.search(name, PAGE)
    assert [each["id"] for each in BOOK["players"]["colours"]] == list(COLOURS)
    assert [each["seat"] for each in BOOK["players"]["colours"]] == [f"p{n}" for n in range(1, 7)]
    assert all(same(COLOURS[each["id"]].name, each["name"]) for each in BOOK["players"]["colours"])
    assert BOOK["categories"]["order"] == list(CATEGORIES) == [each.slug for each in C.categories]
    for category, given in zip(C.categories, BOOK["categories"]["items"], strict=True):
        assert same(category.name, given["name"])
    for given in BOOK["resources"]["items"]:
        assert same(RESOURCES[given["category"]], given["name"])


def test_levels_and_their_first_columns() -> None:
    """D3, D41."""
    rows = {row["level"]: row for row in BOOK["globalization"]["thresholds"]}
    assert BOOK["globalization"]["end_level"] == LAST_LEVEL == max(rows)
    for players in range(2, 7):
        for level, row in rows.items():
            first = row.get("min_column", row.get("min_column_by_players", {}).get(str(players)))
            assert first_column(level, players) == first
            assert level_at(first, players) == level
            assert first == 0 or level_at(first - 1, players) == level - 1
        assert level_at(99, players) == LAST_LEVEL
    assert BOOK["globalization"]["max_rounds"] == C.figures.rounds


def test_limits_and_prices() -> None:
    """D22, D23, D38, D40, D49."""
    assert BOOK["players"]["resource_holding_limit"] == C.figures.holding
    uses = {use["id"]: use for use in BOOK["resources"]["uses"]}
    assert {slug: use["limit_per_turn"] or 0 for slug, use in uses.items()} == C.uses
    assert uses["level"]["cost"][1]["count"] == C.figures.one_by_other
    assert all(
        len(use["cost"]) == 1 == use["cost"][0]["count"] for slug, use in uses.items() if slug != "level"
    )
    assert BOOK["asynchronous"]["absent_after_turns_by_default"] == C.figures.absent_after
    assert BOOK["asynchronous"]["max_plans"] == C.figures.plans


def test_the_original_is_credited() -> None:
    """D30: with its title in one place."""
    meta = BOOK["meta"]
    assert (C.title.name, C.title.author, C.title.site) == (meta["title"]["fr"], meta["author"], meta["site"])


@pytest.mark.parametrize("text", ["R:J+2xyz", "X:dev+1", "steal:O", "move:J:V>R", "R:J-1pol", ""])
def test_what_is_no_short_form_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        read_steps(text)
    with pytest.raises((ValueError, KeyError)):
        read_civil_society(f"pol>med: {text}x")
