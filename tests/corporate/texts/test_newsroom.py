"""The newsroom: what it remembers, how words bend, and games read as a proof-reader would."""

from __future__ import annotations

import os

import pytest
from django.utils import translation
from django.utils.translation import gettext

from corporate.rules.events.news import (
    CoalitionWeight,
    Delta,
    EffectNews,
    MdcResult,
    OpeningRow,
    Row,
    RunNews,
    ShareNews,
)
from corporate.texts.newsroom.edition import compose
from corporate.texts.newsroom.grammar import Coalition, Corp, Count, Listing, Named
from corporate.texts.newsroom.memory import Day, Memory
from corporate.texts.newsroom.stocks import ALL
from corporate.texts.newsroom.writer import Writer
from games.contract import PlayerId
from tools import newsroom

GAMES = int(os.environ.get("NOON_EDITIONS", "12"))
FREQUENT = (
    "leader", "crash", "rise", "fall", "quiet", "council", "council_close", "council_alone", "council_none",
    "datasteal_won", "datasteal_lost", "sabotage_won", "sabotage_lost", "extraction_won", "extraction_lost",
    "run_again", "influence", "influence_many", "citizen", "effect_first", "effect_last", "causes",
    "effect_first_then", "effect_last_then",
    "bet_won", "bet_lost", "streak_up", "streak_down", "last_light", "reign", "mixed", "tie", "held", "spree",
    "brief_datasteal_won", "brief_datasteal_lost", "brief_sabotage_won", "brief_sabotage_lost",
    "brief_extraction_won", "brief_extraction_lost", "comeback", "decline", "leader_back", "overtake", "rush",
    "run_first", "run_streak", "second", "holder", "council_defector", "council_broken", "council_row",
    "council_back", "council_first", "council_effect_up", "next_deregulation", "next_transparency",
    "next_targeted_controls", "next_banking_safeguards", "influence_first", "game_over", "opening",
)  # fmt: skip
P1, P2 = PlayerId("p1"), PlayerId("p2")


def test_games_read_from_the_first_edition_to_the_last_have_no_fault():
    """No repeat, no contradiction, nothing wider than its column, each event told, in both languages."""
    faults, counted = newsroom.read(range(GAMES))
    assert not faults, "\n".join(faults[:20])
    assert len(counted.kinds) > 20
    assert counted.short() == [], "printed in every other game, with fewer than twelve variants"


def test_what_happens_often_has_twelve_phrasings_or_more():
    assert {slug: len(ALL[slug].variants) for slug in FREQUENT if len(ALL[slug].variants) < 12} == {}
    for stock in ALL.values():
        assert len(set(stock.variants)) == len(stock.variants), stock.slug


@pytest.mark.parametrize("language", newsroom.LANGUAGES)
def test_no_two_phrasings_have_a_sentence_in_common(language):
    """Whole sentences are compared, also within longer variants: with equal figures they would be repeats."""
    found: dict[str, str] = {}
    twice = []
    with translation.override(language):
        for stock in ALL.values():
            for variant in stock.variants:
                for sentence in {piece for text in variant for piece in newsroom.END.split(gettext(text))}:
                    if len(sentence.split()) > 2 and sentence in found:
                        twice.append((sentence, found[sentence], stock.slug))
                    found[sentence] = stock.slug
    assert twice == []


@pytest.mark.parametrize(
    ("language", "value", "spec", "said"),
    [
        ("en", Count(2), "asset", "two assets"), ("fr", Count(1), "part", "une part"),
        ("en", Count(0), "asset", "no assets"), ("fr", Count(0), "part", "aucune part"),
        ("en", Count(12), "", "12"), ("en", Count(-3), "^", "Minus three"),
        ("en", Count(2), "time", "twice"), ("fr", Count(1), "fth", "première"),
        ("fr", Count(1), "=sépare|séparent", "sépare"), ("en", Count(2), "=lies|lie", "lie"),
        ("fr", Count(1), "de actif", "d’un actif"), ("fr", Count(3), "que actif", "que trois actifs"),
        ("en", Count(1), "extraction", "an extraction"), ("fr", Count(3), "sabotage", "trois sabotages"),
        ("en", Count(10), "th", "tenth"), ("fr", Count(10), "fth", "dixième"),
        ("en", Count(18), "^blow", "Eighteen blows"), ("en", Count(40, spelled=True), "", "forty"),
        ("en", Count(117), "^point", "One hundred and seventeen points"),
        ("en", Count(74, spelled=True), "", "seventy-four"), ("en", Count(200), "^", "Two hundred"),
        ("fr", Count(21), "^part", "Vingt et une parts"), ("fr", Count(71), "^", "Soixante et onze"),
        ("fr", Count(80), "^point", "Quatre-vingts points"), ("fr", Count(81), "^", "Quatre-vingt-un"),
        ("fr", Count(91), "^", "Quatre-vingt-onze"), ("fr", Count(117), "^", "Cent dix-sept"),
        ("fr", Count(200), "^", "Deux cents"), ("fr", Count(1200), "^", "1\u202f200"),
        ("en", Corp("ares"), "s", "Ares’s"), ("fr", Corp("ares"), "de", "d’Ares"),
        ("fr", Corp("horizon"), "de", "d’Horizon"), ("fr", Named("Hugo"), "de", "de Hugo"),
        ("fr", Named("Élise"), "que", "qu’Élise"), ("fr", Corp("sony"), "de", "de Sony"),
        ("fr", Listing([Named("Ana"), Named("Bruno")]), "de", "d’Ana et de Bruno"),
        ("en", Listing([Named("Ana"), Named("Bruno"), Named("Chloé")]), "", "Ana, Bruno and Chloé"),
        ("fr", Coalition("public_contracts"), "de", "des Contrats publics"),
        ("fr", Coalition("urban_development"), "à", "au Développement urbain"),
        ("fr", Coalition("transparency"), "Le", "La Transparence"),
        ("fr", Coalition("public_contracts"), "=gagne|gagnent", "gagnent"),
        ("en", Coalition("public_contracts"), "=wins|win", "wins"),
    ],
)  # fmt: skip
def test_words_bend_as_their_language_has_it(language, value, spec, said):
    with translation.override(language):
        assert format(value, spec) == said


@pytest.mark.parametrize(
    ("language", "slugs", "said"),
    [
        ("en", ("ares",), "Ares loses one asset"),
        ("en", ("ares", "sony"), "Ares and Sony lose one asset each"),
        ("fr", ("ares",), "Ares perd un actif"),
        ("fr", ("ares", "sony"), "Ares et Sony perdent chacune un actif"),
    ],
)  # fmt: skip
def test_an_effect_on_several_says_each(language, slugs, said):
    corps = Listing([Corp(slug) for slug in slugs])
    with translation.override(language):
        assert Writer("").tell(ALL["effect_down"], corps=corps, n=Count(1)).text == said


@pytest.mark.parametrize(("closes_first", "stock"), [("ares", "effect_first"), ("sony", "effect_first_then")])
def test_whoever_was_first_before_the_effects_need_not_be_so_at_the_close(closes_first, stock):
    """The rule of the first hits at the end of the day, and may cost it the place."""
    other = "sony" if closes_first == "ares" else "ares"
    closing = row(closes_first, 1, 1, 12, 12), row(other, 2, 2, 11, 11), row("spinrad", 3, 3, 6, 8)
    effect = EffectNews("first", "ares", (Delta("spinrad", -2),))
    [_opening, edition] = compose([opening(), Day(1, rows=closing, effects=[effect])])
    [brief] = [brief for brief in edition.briefs if brief.kind == "first"]
    assert [line.stock for line in brief.lines] == [stock]


# ---- a game made by hand --------------------------------------------------------------------------


def row(corporation: str, rank: int, was_rank: int, assets: int, was: int, **more: int) -> Row:
    known = dict.fromkeys(("mdc", "sabotage", "extraction", "first", "last", "unexplained"), 0) | more
    crashed = bool(known.pop("crashed", 0))
    return Row(
        corporation=corporation, rank=rank, was_rank=was_rank, assets=assets, was=was, change=assets - was,
        crashed=crashed, **known,
    )  # fmt: skip


def opening() -> Day:
    slugs = ("ares", "sony", "spinrad")
    return Day(
        0, opening=tuple(OpeningRow(corporation=s, rank=n, assets=12 - 2 * n) for n, s in enumerate(slugs, 1))
    )


def days() -> list[Day]:
    """Sony passes Ares on turn 1 and loses the first place on turn 2; Spinrad is hit twice."""
    hit = RunNews("sabotage", "spinrad", True)
    first, second = [
        (row("sony", 1, 2, 11, 8), row("ares", 2, 1, 10, 10), row("spinrad", 3, 3, 6, 6, sabotage=-2)),
        (row("ares", 1, 2, 12, 10), row("sony", 2, 1, 11, 11), row("spinrad", 3, 3, 4, 6, sabotage=-2)),
    ]
    return [
        opening(),
        Day(1, rows=first, council=council("transparency", "deregulation", P1, P2), runs=[hit]),
        Day(
            2, rows=second, council=council("deregulation", "transparency", P1), runs=[hit],
            shares=[ShareNews(P1, "sony", 1)],
        ),
    ]  # fmt: skip


def council(winner: str, rival: str, *members: PlayerId) -> MdcResult:
    return MdcResult(winner, (CoalitionWeight(winner, 3, members, ()), CoalitionWeight(rival, 2, (), ())))


def test_the_past_is_remembered():
    memory = Memory()
    for day in days():
        memory.add(day)
    assert memory.leaders == {0: "ares", 1: "sony", 2: "ares"}
    assert (memory.led("ares", 2), memory.reign("sony", 1), memory.streak("spinrad")) == (0, 1, -1)
    assert (memory.hit_days("spinrad"), memory.blows["spinrad"]) == (2, [1, 2])
    assert memory.worst("sony") == (2, 2) and memory.peak("sony") == (11, 1)
    assert (memory.winner(), memory.winner(1), memory.council_row()) == ("deregulation", "transparency", 1)
    assert memory.sides(1) == {"p1": "transparency", "p2": "transparency"}
    assert memory.holder("sony") == ("p1", 1) and memory.holder_before("sony") is None


def test_an_edition_tells_what_came_before_it():
    """A return to the top, a coalition that broke, a house that was hit on two days: each is said."""
    first, second = compose(days(), newsroom.name)[1:]
    assert (first.lead.kind, first.lead.angle) == ("leader", "top")
    assert (second.lead.kind, second.lead.head.stock, second.lead.angle) == ("leader", "leader_back", "back")
    council = next(story for story in second.stories if story.section == "council")
    assert council.angle == "break"
    assert {"council_broken", "council_first"} <= {sentence.stock for sentence in council.more}
    raid = next(story for story in second.stories if story.section == "matrix")
    assert {"run_again", "run_streak"} == {sentence.stock for sentence in raid.more}


def test_an_edition_says_the_same_when_later_ones_follow():
    early, late = compose(days()[:2], newsroom.name), compose(days(), newsroom.name)
    assert [edition.texts() for edition in early] == [edition.texts() for edition in late[:2]]


def test_no_article_on_a_foiled_attempt_denies_a_loss():
    foiled, day = RunNews("sabotage", "spinrad", False), days()[1]
    told = []
    for assets in (6, 4):
        others = row("sony", 1, 2, 11, 8), row("ares", 2, 1, 8, 10)  # Ares falls as far: no article on a fall
        day.rows = (*others, row("spinrad", 3, 3, assets, 6))
        day.runs = [foiled]
        edition = compose([opening(), day], newsroom.name)[1]
        told.append(
            (any(story.subject == "spinrad" for story in edition.every()), [b.kind for b in edition.briefs])
        )
    assert told[0] == (True, [])
    assert told[1][1] == ["sabotage/lost"]


@pytest.mark.parametrize(("third", "told"), [(9, True), (11, False)])
def test_a_tie_at_the_top_is_told_where_two_are_level(third, told):
    """Where three are, a story of two would contradict the table."""
    rows = (row("ares", 1, 1, 11, 11), row("sony", 2, 2, 11, 10), row("spinrad", 3, 3, third, 8))
    edition = compose([opening(), Day(1, rows=rows)], newsroom.name)[1]
    assert ("tie" in {story.kind for story in edition.every()}) is told


def test_a_day_with_a_new_leader_is_not_told_as_calm():
    moved = Day(1, rows=(row("sony", 1, 2, 11, 10), row("ares", 2, 1, 11, 12), row("spinrad", 3, 3, 8, 8)))
    same = Day(1, rows=(row("ares", 1, 1, 12, 12), row("sony", 2, 2, 11, 10), row("spinrad", 3, 3, 8, 8)))
    kinds = [
        {story.kind for story in compose([opening(), day], newsroom.name)[1].every()} for day in (moved, same)
    ]
    assert kinds[0] >= {"leader"} and "quiet" not in kinds[0]
    assert "quiet" in kinds[1]


def test_a_phrasing_comes_once_in_a_game_and_in_another_order_in_another():
    stock = ALL["rise"]
    writers = [Writer("ares/sony"), Writer("sony/ares"), Writer("ares/sony")]
    orders = [[writer.maybe(stock).variant for _ in stock.variants] for writer in writers]
    assert all(sorted(order) == sorted(stock.variants) for order in orders)
    assert orders[0] == orders[2] != orders[1]
    assert writers[0].maybe(stock) is None and not writers[0].has(stock)
