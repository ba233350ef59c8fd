"""The data files hold what the tables of section 2 of the rule book say."""

from __future__ import annotations

import re
from pathlib import Path

from megacorps.rules.content import CONSTANTS, CONTENT, MEGACORPS, CompanyState, Timing

BOOK = (Path(__file__).parents[3] / "docs" / "rules" / "megacorps.md").read_text("utf-8")
GOVERNMENTS = {"Democracy": "democracy", "Dictatorship": "dictatorship", "Kleptocracy": "kleptocracy"}


def table(title: str) -> list[list[str]]:
    """The rows of the first table of a section, without its head, without bold type."""
    text = BOOK.split(f"### {title}")[1].split("\n### ")[0].split("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip(" *`") for cell in row.split("|")[1:-1]] for row in rows[2:]]


def test_megacorps_and_their_countries() -> None:
    rows = table("2.1")
    assert tuple(row[0] for row in rows) == MEGACORPS
    names = {row[2]: row[1] for row in table("2.3")}
    for slug, _, country in rows:
        start = [one.slug for one in CONTENT.countries.values() if one.start == slug]
        assert start == ([] if country == "—" else [names[country]])


def test_industries_in_their_order() -> None:
    assert tuple(row[1] for row in table("2.2")) == CONTENT.industries


def test_countries_with_their_figures() -> None:
    """D48: the governments, too."""
    for row in table("2.3")[:11]:
        country = CONTENT.countries[row[1]]
        assert country.government is not None
        assert country.government.value == GOVERNMENTS[row[4]]
        assert [country.defence, country.strength] == [int(row[5].strip("*")), int(row[6].strip("*"))]
    draws = [CONTENT.countries[slug].start for slug in ("asean", "african_federation")]
    assert draws == ["random_draw_1", "random_draw_2"]


def test_the_sixty_boxes() -> None:
    names = {row[2]: row[1] for row in table("2.3")[:11]}
    names |= {"Switzerland": "switzerland", "L-5": "l5", "Asteroid": "asteroid"}
    names |= {"Open Source Software": "open_source_software"}
    *rows, last = table("2.4")
    for row in rows:
        slug = names[row[0].removesuffix(" (neutral)")]
        boxes = [industry for industry, cell in zip(CONTENT.industries, row[1:13], strict=True) if cell]
        assert CONTENT.countries[slug].boxes == tuple(boxes)
        assert len(boxes) == int(row[13])
        stated = set(row[1:13]) & {"absent", "syndicalised"}
        state = CONTENT.countries[slug].box_state
        assert stated == (set() if state is CompanyState.UNOWNED else {state.value})
    assert int(last[13]) == len(CONTENT.boxes)


def test_the_payout_table() -> None:
    text = BOOK.split("### 2.5")[1].split("\n### ")[0]
    (row,) = [line for line in text.splitlines() if line.startswith("| €")]
    assert CONSTANTS.payout == tuple(int(cell) for cell in row.split("|")[2:-1])


def test_the_cards() -> None:
    *rows, total = table("2.6")
    assert tuple(row[0] for row in rows) == tuple(CONTENT.cards)
    assert int(total[2]) == sum(card.count for card in CONTENT.cards.values())
    for slug, _, count, timing, choices, *_ in rows:
        card = CONTENT.cards[slug]
        assert (card.count, card.timing) == (int(count), Timing(timing.strip("`")))
        named = {GOVERNMENTS[name] for name in re.findall(r"Democracy|Dictatorship|Kleptocracy", choices)}
        assert {government.value for government in card.governments} == named
        assert card.controlled == ("that has a controller" in choices)
        assert bool(card.states) == ("company" in choices)


def test_the_figures_of_the_text() -> None:
    for sentence, figure in (
        (r"\*\*Money\.\*\* €(\d+) each", CONSTANTS.start_money),
        (r"\*\*Mercenaries\.\*\* (\d+) each", CONSTANTS.start_mercenaries),
        (r"money ≥ (\d+); permission", CONSTANTS.company_price),
        (r"old owner gets €(\d+) from the bank", CONSTANTS.compensation),
        (r"at €(\d+) each, paid to the\s+bank", CONSTANTS.bank_mercenary_price),
        (r"after (\d+) of one's own turns in a row", CONSTANTS.absent_after),
    ):
        assert {int(found) for found in re.findall(sentence, BOOK)} == {figure}, sentence
    text = BOOK.split("| players | 3 | 4 | 5 | 6 |")[1]
    (row,) = [line for line in text.splitlines() if "cards in the deck =" in line]
    assert [int(cell) for cell in row.split("|")[2:-1]] == [CONSTANTS.deck[count] for count in "3456"]
