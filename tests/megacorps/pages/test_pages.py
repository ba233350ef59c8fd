"""Every page, for every kind of reader, at every round, in both languages; what it says and keeps."""

from __future__ import annotations

import gzip
import re
from functools import partial

import pytest
from msgspec.structs import replace

from games.contract import PUBLIC, Order, PlayerId, encode
from games.rulekit.events import EventData, event
from games.skin import Scene
from megacorps.pages import board as board_page
from megacorps.pages import drawing, money, scores
from megacorps.pages import round as round_page
from megacorps.rules import board
from megacorps.rules.content import COMPANIES, CONTENT, COUNTRIES
from megacorps.rules.events import (
    AuctionHeld,
    BecameAbsent,
    CompanyBought,
    CompanyTaken,
    CountryDealt,
    Given,
    LineRefused,
    MegacorpDealt,
    Moved,
    NoAnswer,
    PaidOut,
    Payment,
    PayoutAnnounced,
    ProgrammeRead,
)
from megacorps.rules.state import StandingOrders
from megacorps.texts import names
from megacorps.texts.parties import party
from tests.pages import looked_at

from .stage import LANGUAGES, Played, played, render_page

GAMES = ((3, 1), (4, 3), (5, 9), (6, 12))  # of both modes
PLATFORM = {"game", "entry", "skin", "people", "me", "tabs", "day", "progress", "title_key", "scene"}
TOKEN = re.compile(r'"X-CSRFToken": "\w+"|name="csrfmiddlewaretoken" value="\w+"')
LONG = tuple(f"{letter}{'wolfeschlegelsteinhausenbergerdorff':x<39}" for letter in "ABCDEF")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_renders(game: tuple[int, int], language: str) -> None:
    over = played(*game)
    for reader in ("p1", None):
        for chapter in range(over.latest + 1):
            looked_at(render_page(round_page, over.scene(reader, chapter), language))
        looked_at(render_page(scores, over.scene(reader), language))
        for until in (0, 1, 5, None):
            looked_at(render_page(board_page, played(*game, until).scene(reader), language))


def test_the_games_are_of_both_modes_and_somebody_leaves() -> None:
    games = [played(*game).state.public for game in GAMES]
    assert {game.programmed for game in games} == {True, False}


def test_no_page_hides_what_the_platform_puts_around_it() -> None:
    scene = played(4, 3).scene("p1")
    for page in (board_page, round_page, scores):
        assert not PLATFORM & set(page.context(scene))


# ---- the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_drawing_says_what_the_tables_say(game: tuple[int, int]) -> None:
    scene = played(*game, 7).scene("p1")
    public = scene.view.public
    drawn = {box.slug: box for box in drawing.drawing(scene).boxes}
    assert set(drawn) == {*COMPANIES, *COUNTRIES}
    rows = dict(zip(CONTENT.countries, board_page.countries(scene), strict=True))
    for country, row in rows.items():
        for company, cell in zip(CONTENT.by_country[country], row.companies, strict=True):
            box = drawn[company]
            owner = public.companies[company].owner
            assert (cell.owner.person.id if cell.owner else None) == owner
            if cell.owner:
                assert (box.css, box.mark) == ("own" if cell.owner.own else "held", cell.owner.letter)
            else:
                assert cell.state
                assert box.css in ("free", "nat", "syn", "gone")
        if not row.neutral:
            controls = row.controller.letter if row.controller else ""
            assert drawn[country].mark == controls


def test_no_two_boxes_of_the_drawing_share_a_place() -> None:
    boxes = drawing.drawing(played(4, 3, 5).scene(None)).boxes
    assert len({(box.x, box.y) for box in boxes}) == len(boxes)
    assert all(0 <= float(box.x.rstrip("%")) <= 94 for box in boxes)


def test_what_a_payout_would_bring_is_what_the_rules_pay() -> None:
    scene = played(5, 9, 9).scene("p1")
    public = scene.view.public
    sums = drawing.drawing(scene).sums
    for industry, row, drawn in zip(CONTENT.industries, board_page.industries(scene), sums, strict=True):
        paid = {one.player: one.amount for one in board.payments(public, industry)}
        assert {one.to.person.id: one.amount for one in row.payments} == {
            player: f"€{amount}" for player, amount in paid.items()
        }
        assert drawn.each == board.payout(public, industry).each
        assert drawn.mine == str(paid.get(PlayerId("p1"), ""))


def test_players_stand_by_their_money_and_turns_in_their_order() -> None:
    scene = played(5, 9, 9).scene("p1")
    public = scene.view.public
    rich = [row.who.person.id for row in board_page.players(scene)]
    assert rich == sorted(rich, key=lambda player: -public.seats[player].money)
    order = board_page.order(scene)
    assert tuple(seat.who.person.id for seat in order) == public.in_order
    assert {seat.state for seat in order} == {"awaited"}
    answered = board_page.order(replace(scene, answered=frozenset({PlayerId("p2")})))
    assert [seat.state for seat in answered if seat.who.person.id == "p2"] == ["✓ in"]
    assert sum(seat.awaited for seat in answered) == len(order) - 1


# ---- rounds and money -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_a_round_add_up_to_its_change(game: tuple[int, int]) -> None:
    """Whoever is in at its end: money moves in no other way than the acts say."""
    over = played(*game)
    for chapter in range(1, over.latest + 1):
        scene = over.scene(None, chapter)
        moved: dict[str, int] = {}
        for act in round_page.acts(scene):
            for move in act.moves:
                amount = int(move.amount.replace("−", "-").replace("€", ""))
                moved[move.who.person.id] = moved.get(move.who.person.id, 0) + amount
        for row in money.rows(scene):
            assert row.change == moved.get(row.who.person.id, 0), (chapter, row.who.name)


@pytest.mark.parametrize("game", GAMES)
def test_chart_and_table_say_the_same(game: tuple[int, int]) -> None:
    over = played(*game)
    chart = money.chart(over.scene("p1"), over.latest)
    assert chart is not None
    assert [line.slug for line in chart.series] == [slug for slug, _name, _values in chart.rows]
    for line, (slug, _name, values) in zip(chart.series, chart.rows, strict=True):
        history = over.state.public.seats[slug].history
        assert line.values == history
        assert [value for value in values if value != "–"] == [str(one).replace("-", "−") for one in history]
    assert {line.slug for line in chart.series if line.own} <= {"p1"}
    assert money.chart(over.scene("p1"), 0) is None


def test_a_programme_is_read_line_by_line_by_its_author_alone() -> None:
    """Each line with what it was to do; those before the one taken say why not, those after are spare."""
    over = played(4, 3)
    found = 0
    for chapter in range(1, over.latest + 1):
        for player in over.state.public.players:
            lines = round_page.programme(over.scene(player, chapter))
            found += sum(bool(line.why) and not line.taken for line in lines)
            assert [
                (line.taken, bool(line.why and not line.taken), line.spare).count(True) for line in lines
            ] == ([1] * len(lines))
            assert sum(line.taken for line in lines) == bool(lines)
            assert [line.place for line in lines] == list(range(1, len(lines) + 1))
        assert round_page.programme(over.scene(None, chapter)) == []
    assert found > 5


def test_a_line_of_a_programme_says_what_it_was_to_do() -> None:
    data = ProgrammeRead(
        1, "payout", (LineRefused(0, "war", "no_mercenary", {}),),
        (Order("war", {"country": "japan"}), Order("payout", {"industry": "oil"}), Order("pass", {})),
    )  # fmt: skip
    scene = replace(played(4, 3).scene("p1", 1), own_events=(event(data, PUBLIC),))
    lines = round_page.programme(scene)
    assert [line.name for line in lines] == ["Launch a war: Japan", "Industry payout: Oil", "Pass"]
    assert [(line.taken, line.spare) for line in lines] == [(False, False), (True, False), (False, True)]


@pytest.mark.parametrize(("taken", "last"), [(1, "payout"), (None, "pass")])
def test_a_programme_that_was_told_without_its_lines(taken: int | None, last: str) -> None:
    """As events of before have it: the kinds of what was refused and of what was taken."""
    data = ProgrammeRead(taken, last, (LineRefused(0, "war", "no_mercenary", {}),))
    scene = replace(played(4, 3).scene("p1", 1), own_events=(event(data, PUBLIC),))
    refused, done = round_page.programme(scene)
    assert (refused.place, refused.taken, refused.spare) == (1, False, False)
    assert (done.place, done.taken, done.spare) == (2, True, False)


# ---- auctions and headlines --------------------------------------------------------------------------


def auction(
    bids: dict[str, int], winner: str | None, controller: str | None, before: str | None
) -> AuctionHeld:
    given = {PlayerId(who): bid for who, bid in bids.items()}
    seats = [PlayerId(one) if one else None for one in (winner, controller, before)]
    return AuctionHeld("asean", given, seats[0], max(bids.values()), seats[1], seats[2])


def told_in_a_round(*data: EventData) -> Scene:
    return replace(played(4, 3).scene("p1", 2), public_events=tuple(event(one, PUBLIC) for one in data))


def test_what_everybody_is_dealt_does_not_stand_under_an_absence() -> None:
    p1, p2 = PlayerId("p1"), PlayerId("p2")
    scene = told_in_a_round(
        NoAnswer(p1, "choose_megacorp"), NoAnswer(p2, "choose_megacorp"), MegacorpDealt(p1, "globbo"),
        CountryDealt(p1, "japan", False), NoAnswer(p1, "pick_company"),
        CompanyTaken(p2, next(iter(COMPANIES))),
    )  # fmt: skip
    found = [(act.title, len(act.lines), act.who) for act in round_page.acts(scene)]
    assert found == [
        ("No answer", 2, None), ("Set-up", 2, None),
        ("No answer", 1, None), ("Set-up", 1, None),
    ]  # fmt: skip


def test_a_missing_answer_names_the_question_and_blames_nobody() -> None:
    """True in a rehearsal, too, where nothing has a deadline and nobody is away."""
    p2 = PlayerId("p2")
    (act,) = round_page.acts(told_in_a_round(NoAnswer(p2, "program"), BecameAbsent(p2)))
    name = party(played(4, 3).scene("p1", 2), p2)
    assert act.lines == (
        f"Programme: {name} gave no answer; the default counts.",
        f"{name} gave no answer in three turns running: the game waits no longer.",
    )


def test_what_the_heading_and_the_money_say_is_not_told_again() -> None:
    p1, p2, company = PlayerId("p1"), PlayerId("p2"), next(iter(COMPANIES))
    paid = PaidOut(p1, "oil", "action", 2, 0, 8, (Payment(p1, 2, 16),))
    bought, payout = round_page.acts(
        told_in_a_round(CompanyBought(p2, company, 4), PayoutAnnounced(p1, "oil", "action"), paid)
    )
    assert names.company(company) in bought.title and not bought.lines
    assert [move.amount for move in bought.moves] == ["−€4"]
    assert len(payout.lines) == 1 and "called by" in payout.lines[0]
    first, *_rest = round_page.acts(told_in_a_round(PayoutAnnounced(p1, "oil", "action")))
    assert len(first.lines) == 1
    (free,) = round_page.acts(told_in_a_round(CompanyBought(p2, company, 0)))
    assert free.lines


def test_the_set_up_is_told_once() -> None:
    assert not round_page.context(played(4, 3).scene("p1", 0))["changes"]
    assert "What changed hands" not in render_page(round_page, played(4, 3).scene("p1", 0))


def test_bids_are_bars_the_highest_the_longest() -> None:
    scene = told_in_a_round(auction({"p1": 4, "p2": 8, "p3": 0}, "p2", "p2", None))
    (act,) = round_page.acts(scene)
    assert [(bid.who.person.id, bid.amount, bid.width) for bid in act.bids] == [
        ("p2", "€8", 100), ("p1", "€4", 50), ("p3", "€0", 0),
    ]  # fmt: skip
    html = render_page(round_page, scene)
    assert html.count('class="mc-bar"') == 3 and "Bids for ASEAN" in html
    (act,) = round_page.acts(told_in_a_round(auction({"p1": 0, "p2": 0}, None, "p2", "p2")))
    assert not act.bids and "nobody bids" in act.lines[0]


def test_a_round_is_called_by_the_countries_that_changed_hands_else_by_the_dearest_payout() -> None:
    won = auction({"p1": 4, "p2": 8}, "p2", "p2", None)
    kept = auction({"p1": 0, "p2": 0}, None, "p3", "p3")
    paid = PaidOut(PlayerId("p1"), "oil", "action", 2, 0, 8, (Payment(PlayerId("p1"), 2, 16),))
    name = partial(party, played(4, 3).scene("p1", 2))
    assert round_page.headline(told_in_a_round(paid, won)) == f"ASEAN to {name(PlayerId('p2'))}"
    assert round_page.headline(told_in_a_round(kept, paid)) == f"Oil pays {name(PlayerId('p1'))} €16"
    assert round_page.headline(told_in_a_round(kept)) == ""
    assert not round_page.context(told_in_a_round(kept))["changes"]


def test_what_changed_hands_tells_whose_it_was_and_whose_it_is_in_the_end() -> None:
    first, second = PlayerId("p1"), PlayerId("p2")
    company = next(iter(COMPANIES))
    gift = Moved(money=0, mercenaries=0, companies=(company,), countries=(), cards=0)
    scene = told_in_a_round(
        CompanyBought(first, company, 4), Given(first, second, gift), auction({"p1": 4}, "p1", "p1", "p3"),
    )  # fmt: skip
    name = partial(party, played(4, 3).scene("p1", 2))
    assert [(one.before, one.whose) for one in round_page.context(scene)["changes"]] == [
        ("without an owner", name(second)), (name(PlayerId("p3")), name(first)),
    ]  # fmt: skip
    assert "without an owner" in render_page(round_page, scene)


# ---- the end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_the_scores_add_up(game: tuple[int, int]) -> None:
    over = played(*game)
    context = scores.context(over.scene("p1"))

    def money_of(text: str) -> int:
        return 0 if text == "–" else int(text.replace("€", ""))

    for place, total in enumerate(context["totals"]):
        cells = [cells[place] for _name, cells in context["table"]]
        assert sum(money_of(cell.amount) for cell in cells) == money_of(total)
    assert [row.rank for row in context["places"]] == [row.rank for row in over.state.public.standings]


def test_a_shared_victory_is_told() -> None:
    over = played(4, 3)
    public = over.state.public
    first, second, *rest = public.standings
    tied = (first, replace(second, rank=1, score=first.score), *rest)
    over = replace(over, state=replace(over.state, public=replace(public, standings=tied)))
    context = scores.context(over.scene(None))
    assert "share the victory" in context["headline"]
    assert over.scene(None).name(second.player) in context["headline"]


# ---- secrets and weights ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_what_is_another_players_changes_no_byte(game: tuple[int, int]) -> None:
    """Other hands, standing orders, bids, offers, decks, and what others were told alone."""
    mid = played(*game, 6)
    chapter, private = mid.latest, dict(mid.state.private)
    other = PlayerId("p2")
    private[other] = replace(
        private[other],
        hand=tuple(reversed(list(CONTENT.cards)[: len(private[other].hand)])),
        standing=StandingOrders(company_wish_list=COMPANIES[:5]),
        bids={"defense.japan": 17},
        offers_made={PlayerId("p1"): 9},
    )
    hidden = replace(mid.state.hidden, deck=tuple(reversed(mid.state.hidden.deck)))
    changed = replace(mid, state=replace(mid.state, private=private, hidden=hidden))
    assert encode(changed.state.private[other]) != encode(mid.state.private[other])
    changed.told[other].clear()
    for reader in ("p1", None):
        for page in (board_page, round_page):
            shown = [render_page(page, game.scene(reader, chapter)) for game in (mid, changed)]
            assert TOKEN.sub("", shown[0]) == TOKEN.sub("", shown[1])


def full_game() -> Played:
    """Six players with names of 40 letters who own all sixty companies."""
    game = played(6, 12, 11)
    game = replace(game, names=LONG)
    public = game.state.public
    companies = {
        slug: replace(company, state=type(company.state).OWNED, owner=public.players[place % 6])
        for place, (slug, company) in enumerate(public.companies.items())
    }
    game.state = replace(game.state, public=replace(public, companies=companies))
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_stay_light(language: str) -> None:
    game = full_game()
    assert all(len(name) == 40 for name in LONG)
    assert len(gzip.compress(render_page(board_page, game.scene("p1"), language).encode())) < 12_000
    over = played(6, 12)
    over = replace(over, names=LONG)
    for chapter in range(over.latest + 1):
        assert (
            len(gzip.compress(render_page(round_page, over.scene("p1", chapter), language).encode())) < 10_000
        )
