"""Every page, for every kind of reader, at every chapter, in both languages."""

from __future__ import annotations

import re

import pytest
from django.utils import translation
from msgspec.structs import replace

from corporate.pages import companies, headings, letter, people, race, scores, wallstreet
from corporate.rules import content, today
from corporate.rules.events.news import DerivativeRow, OpeningRow, Row
from corporate.rules.state import Tally
from corporate.skin import SKIN
from corporate.texts import names
from games.contract import Event, Line, PlayerId, only
from games.skin import charts
from tests.pages import looked_at
from tools.servers import ROOT

from ..stage import FRAME, LANGUAGES, START, Played, opening, page_of, played, render_form, render_page

PUBLIC_PAGES = ("wall-street", "newsfeeds", "players", "corporations")
GAPS = re.compile("[\\s\u202f\u00a0,.]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_every_chapter_renders(language):
    game = played(4, 2, transfers=True)
    for reader in ("p1", "p3", None):
        for page in SKIN.pages:
            if page.private and reader is None:
                continue
            for chapter in range(page.first, game.latest + 1) if page.chaptered else [game.latest]:
                looked_at(render_page(page.slug, game.scene(reader, chapter), language))


@pytest.mark.parametrize("slug", PUBLIC_PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_before_the_first_turn(slug, language):
    assert render_page(slug, replace(opening().scene("p1"), latest=-1, chapter=0), language)
    assert render_page(slug, played(3, 1, until=1).scene(None), language)


def test_no_page_hides_what_the_platform_puts_around_it():
    game, start = played(3, 1), opening()
    for page in SKIN.pages:
        assert not FRAME & set(page.context(game.scene("p1")))
    mid = played(3, 1, until=3)
    for one in (mid, start):
        assert not FRAME & set(SKIN.form(one.scene("p1"), one.desk("p1"), ()).context)


# ---- who sees what ----------------------------------------------------------------------------


def marked(game, player):
    """Figures that only this player was told: sums of money of the messages, without separators."""
    found = set()
    for told in game.told[player].values():
        for event in told:
            for key in ("after", "paid", "stake", "received", "amount"):
                value = event.data.get(key)
                if isinstance(value, int) and value > 99_999:
                    found.add(str(value))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_player_is_told_is_on_no_page_of_another(language):
    game = played(4, 6, until=8)
    others = marked(game, "p2") | marked(game, "p4")
    # Sums no price and no dividend can make: only stakes are not multiples of a step of a run.
    secret = {figure for figure in others - marked(game, "p1") if int(figure) % 50_000}
    assert len(secret) > 5
    opened = {event.of for event in game.scene("p1").opened}
    assert not opened & {"p2", "p4"}
    shown = ""
    for chapter in range(1, game.latest + 1):
        scene = game.scene("p1", chapter)
        if any(opened.of in ("p2", "p4") for opened in scene.opened):
            continue
        shown += "".join(render_page(slug, scene, language) for slug in (*PUBLIC_PAGES, "message"))
    shown = GAPS.sub("", re.sub(r'[dxy12]+="[^"]*"|href="[^"]*"', "", shown))
    assert not {figure for figure in secret if re.search(rf"(?<!\d){figure}ny", shown)}


def test_a_spectator_has_no_badges_and_no_message():
    game = played(4, 2, until=5)
    html = render_page("wall-street", game.scene(None))
    assert "yours" not in html
    assert 'class="own' not in html
    assert "yours" in render_page("wall-street", game.scene("p1")) or not game.state.public.seats["p1"].shares
    assert page_of("message").private
    assert not any(card.own for card in people.context(game.scene(None))["cards"])


def test_if_it_ended_today_is_told_from_what_its_reader_may_know():
    """Another's secrets change no byte of it; one's own change one's own lines, and nobody else's page."""
    game = played(4, 2, until=5)
    other = replace(
        game.state.private[PlayerId("p2")],
        money=9_876_543, scoring_money=9_876_543, background="nobody", hidden_background="celebrity",
        strategies={"rentier": 6}, background_points=7, claims=(1, 2, 3, 4),
        tally=Tally(8, {"datasteal": 8}, {"sabotage": 8}),
    )  # fmt: skip
    drawers = {**game.state.private, PlayerId("p2"): other}
    changed = replace(game, state=replace(game.state, private=drawers))

    def page(of: Played, reader: str | None) -> str:
        return render_page("players", of.scene(reader)).partition("<main")[2].partition("</main>")[0]

    for reader in ("p1", "p3", None):
        assert 'id="today"' in page(game, reader)
        assert page(game, reader) == page(changed, reader)
    assert page(game, "p2") != page(changed, "p2")
    own = people.context(changed.scene("p2"))["today"]
    assert any("9,876,543" in row.text for row in own.own)


def test_if_it_ended_today_stands_beside_the_latest_message_and_not_beside_older_ones():
    game = played(4, 2, until=5)
    assert 'id="today"' in render_page("message", game.scene("p1", 4))
    assert 'id="today"' not in render_page("message", game.scene("p1", 3))
    assert 'id="today"' not in render_page("players", opening(3).scene("p1"))


# ---- Wall Street ------------------------------------------------------------------------------


def test_the_causes_of_a_change_add_up_to_it():
    game = played(4, 2)
    for chapter in range(1, game.latest + 1):
        for row in wallstreet.tables(wallstreet.shown(game.scene(None, chapter)))["market"]:
            assert sum(cause.delta for cause in row.causes) == row.change == row.assets - row.was


def test_the_chart_has_lines_and_names_in_the_same_order_and_apart():
    game = played(4, 2)
    chart = wallstreet.tables(wallstreet.shown(game.scene("p1", 5)))["chart"]
    assert [line.slug for line in chart.series] == [slug for slug, _name, _values in chart.rows]
    slots = [line.slot for line in chart.series]
    assert len(set(slots)) == len(slots) and min(slots) >= 1 and max(slots) <= charts.SLOTS
    assert {line.slug for line in chart.series if line.own} <= set(game.state.public.seats["p1"].shares)


def test_every_line_of_the_chart_can_be_brought_out_and_has_a_drawing_of_its_own_on_a_phone():
    """Without scripts: a choice for each line, and the rule that answers it."""
    html = render_page("wall-street", played(4, 2).scene("p1", 5), "en")
    lines = re.findall(r'<g class="series[^"]*" id="([a-z]+-[a-z_-]+)"', html)
    assert len(lines) == len(content.CORPORATIONS)
    choices = html.partition('class="ends"')[2].partition("</div>")[0]
    minis = html.partition('class="minis"')[2].partition("</ul>")[0]
    for line in lines:
        assert f'value="{line.partition("-")[2]}"' in choices
        assert f'<use href="#{line}"' in minis
    sheet = (ROOT / "static" / "noon" / "site.css").read_text()
    for number in range(1, charts.SLOTS + 1):
        assert f".chart:has(label:nth-of-type({number}) :checked) .series:nth-of-type({number})" in sheet


def test_nothing_is_drawn_beyond_the_turn_shown():
    game = played(4, 2)
    assert wallstreet.tables(wallstreet.shown(game.scene("p1", 0)))["chart"] is None  # one point is no line
    for chapter in range(1, 9):
        chart = wallstreet.tables(wallstreet.shown(game.scene("p1", chapter)))["chart"]
        assert [mark.text for mark in chart.axis] == [str(turn) for turn in range(chapter + 1)]
        assert all(
            line.tie_to and line.line.split()[-2].endswith("800") for line in chart.series if not line.end_x
        )
        assert all(line.ended and not line.tie_to for line in chart.series if line.end_x)
    html = render_page("wall-street", game.scene("p1", 3), "en")
    assert html.count('name="c-line"') == 11 and html.count("<use ") == 20


def test_the_race_is_the_ranking_of_each_turn():
    game = played(4, 2)
    found = race.of(game.state.public.corporations, (), 8)
    assert found is not None and [step.turn for step in found.steps] == list(range(9))
    for step in found.steps[1:]:
        closed = wallstreet.tables(wallstreet.shown(game.scene("p1", step.turn)))["market"]
        ranked = [row.name for row in closed if not row.crashed]
        assert [one.name for one in step.runners if not one.gone] == ranked
        for one, row in zip(step.runners, closed, strict=False):
            assert one.gone or (one.figure, one.gained) == (row.assets, row.moved)
    html = render_page("wall-street", game.scene("p1", 5), "fr")
    assert re.findall(r'name="race-turn"\s+value="(\d)"', html) == list("012345")
    assert race.of(game.state.public.corporations, (), 0) is None


def with_course(game, reader="p1"):
    """The scene of somebody who was there from the start, as pages with a course are given it."""
    views = {turn - 1: played(4, 2, until=turn).state.seen_by(PlayerId(reader)) for turn in range(1, 9)}
    return replace(game.scene(reader), course={**views, 8: game.state.seen_by(PlayerId(reader))})


def test_the_race_for_points_is_what_everybody_could_count_and_ends_with_the_scores():
    game = played(4, 2)
    scene = with_course(game)
    found = race.of_players(scene, people.drawers(scene))
    assert found is not None and [step.turn for step in found.steps] == list(range(9))
    for step in found.steps[:-1]:
        told = today.today(scene.course[step.turn])
        points = {scene.name(player): told.score(player) for player in told.seen}
        assert {one.name: one.figure for one in step.runners} == points
        assert [one.figure for one in step.runners] == sorted(points.values(), reverse=True)
    final = [(str(one.rank), scene.name(one.player), one.score) for one in game.state.public.standings]
    assert [(one.place, one.name, one.figure) for one in found.steps[-1].runners] == final
    html = render_page("scores", scene)
    assert re.findall(r'name="points-turn"\s+value="(\d)"', html) == list("012345678")
    assert 'name="race-turn"' in html
    assert 'name="points-turn"' not in render_page("scores", game.scene(None))


def test_players_who_are_level_share_a_place_and_keep_their_lines():
    game = played(4, 2, until=1, characters=False)
    start = game.state.seen_by(PlayerId("p1"))
    level = {player: replace(seat, citizenship=None) for player, seat in start.public.seats.items()}
    same = replace(start, public=replace(start.public, seats=level))
    scene = replace(game.scene("p1"), course={0: same, 1: same})
    found = race.of_players(scene, people.drawers(scene))
    assert {one.place for step in found.steps for one in step.runners} == {"1"}
    assert {one.gained for step in found.steps for one in step.runners} == {0}
    assert race.of_players(scene, {0: same.public}) is None


def headline(*rows):
    with translation.override("en"):
        return wallstreet.headline([street_row(*row) for row in rows])


def street_row(corporation, rank, was_rank, assets, was, change, crashed):
    return Row(
        corporation=corporation, rank=rank, was_rank=was_rank, assets=assets, was=was, change=change,
        mdc=0, sabotage=0, extraction=0, first=0, last=0, unexplained=change, crashed=crashed,
    )  # fmt: skip


def test_headlines():
    ares, sony = ("ares", 1, 1, 18, 16, 2, False), ("sony", 2, 2, 18, 13, 5, False)
    gone = ("spinrad", 3, 3, -2, 1, -3, True)
    assert headline(ares, sony, gone) == "Sony catches Ares; Spinrad is gone"
    assert (
        headline(("sony", 1, 2, 18, 13, 5, False), ("ares", 2, 1, 12, 16, -4, False))
        == "Sony gains 5 and overtakes Ares"
    )
    assert headline(("ares", 1, 1, 9, 9, 0, False), ("sony", 2, 2, 8, 8, 0, False)) == "Ares stays ahead"
    ahead = ("ares", 1, 1, 18, 14, 4, False), ("sony", 2, 2, 8, 8, 0, False)
    assert headline(*ahead) == "Ares stays ahead and gains 4"
    assert headline(*ahead, gone) == "Ares stays ahead; Spinrad is gone"
    with translation.override("en"):
        first = OpeningRow(corporation="ares", rank=1, assets=13)
        assert wallstreet.opening_headline(first) == "The market opens with Ares ahead"
    assert wallstreet.headline([])


def test_the_scores_tell_what_parted_the_first_two_and_the_titles_of_the_winner():
    scene = played(4, 2).scene("p1")
    first, second = scene.view.public.standings[:2]
    parted, titles = scores.decided(scene)
    assert parted.startswith(f"{scene.name(first.player)} against {scene.name(second.player)}: ")
    assert parted.endswith(f"+{first.score - second.score} in all.")
    held = [line.params["title"] for line in first.breakdown if line.code == "title" and line.amount]
    assert held
    assert all(names.title(title) in titles for title in held)


def test_a_shared_victory_has_nobody_to_part():
    scene = played(4, 2).scene("p1")
    public = scene.view.public
    first, second, *others = public.standings
    both = (first, replace(second, rank=1), *others)
    shared = replace(scene, view=replace(scene.view, public=replace(public, standings=both)))
    assert scores.decided(shared) == []


def test_a_crash_is_marked_and_leaves_its_derivative():
    rows = [street_row("ares", 1, 1, 5, 5, 0, False), street_row("spinrad", 2, 2, -2, 1, -3, True)]
    index = DerivativeRow(derivative="dow_jones", members=("ares", "spinrad"), was=6, now=3, opening=5)
    with translation.override("en"):
        told = wallstreet._index(index, rows, 6)
        assert told.note_title == "Spinrad leaves the Dow Jones"
        assert "From turn 7 the index counts 1 corporation and opens at 5." in told.note
        empty = wallstreet._index(replace(index, members=("spinrad",), opening=None), rows, 6)
        assert "no longer quoted" in empty.note


# ---- message ----------------------------------------------------------------------------------


def amount(figure: str) -> int:
    """Nuyens as a page writes them, read back."""
    return int("".join(sign for sign in figure.replace("−", "-") if sign.isdigit() or sign == "-"))


def test_the_lines_of_a_message_lead_from_one_balance_to_the_next():
    game = played(5, 3, transfers=True)
    for player in game.state.public.players:
        for chapter in range(1, game.latest + 1):
            told = tuple(game.told[player][chapter])
            balance = next(event.data for event in told if event.kind == "balance")
            (money,) = [
                part for part in headings.parts(game.scene(player, chapter), told) if part.slug == "money"
            ]
            first, *moves = [amount(figure) for _label, figure in money.ledger]
            assert (first, amount(money.total[1])) == (balance["before"], balance["after"])
            assert first + sum(moves) == amount(money.total[1])


def test_every_private_event_is_in_the_message():
    game = played(5, 3, transfers=True)
    silent = {"balance", "dossier", "no_form"}
    for player in game.state.public.players:
        for chapter in range(1, game.latest + 1):
            told = [event for event in game.told[player][chapter] if event.kind not in silent]
            made = letter.parts(game.scene(player, chapter), tuple(told))
            lines = sum(
                len(part.notes) + len(part.lines) + len(part.entries) + len(part.ledger)
                for part in made
                if part.slug != "undone"
            )
            assert lines == len(told)


def test_a_dossier_shows_its_secrets_and_its_messages():
    for seed in range(1, 20):
        game = played(4, seed)
        for made, grant in game.grants:
            if grant.chapters:
                scene = game.scene(grant.reader, made)
                files = [dossier for dossier in letter.dossiers(scene) if dossier.player == grant.of]
                assert files
                assert len(files[0].messages) == len([chapter for chapter in grant.chapters if chapter > 0])
                assert files[0].name in render_page("message", scene)
                return
    pytest.fail("no dossier in these games")


def test_secrets_are_escaped():
    game = played(4, 2, until=3)
    scene = game.scene("p1", 2)
    dossier = Event(
        "dossier",
        {"player": "p2", "secrets": "<script>x</script>", "background": "heir", "avenger": None,
         "strategies": {"leader": 3}, "chapters": []},
        only(PlayerId("p1")),
    )  # fmt: skip
    html = render_page("message", replace(scene, own_events=(*scene.own_events, dossier)))
    assert "<script>x" not in html
    assert "&lt;script&gt;x" in html
    assert "Heir" in html


# ---- players, corporations, scores -------------------------------------------------------------


def test_the_more_shares_the_darker_the_cell():
    game = played(4, 2, until=6)
    cells = [
        cell for row in people.holders(game.scene("p1"), list(content.CORPORATIONS)) for cell in row.cells
    ]
    largest = max(people.SHADES, *(cell.count for cell in cells))
    for cell in cells:
        assert (cell.shade == 0) == (cell.count == 0) and (cell.shade == people.SHADES) == (
            people.SHADES * cell.count > (people.SHADES - 1) * largest
        )


def test_who_holds_strictly_most_is_starred():
    game = played(4, 2, until=6)
    for slug in content.CORPORATIONS:
        (row,) = people.holders(game.scene(None), [slug])
        counts = [cell.count for cell in row.cells]
        assert [cell.most for cell in row.cells] == [
            count > 0 and counts.count(max(counts)) == 1 and count == max(counts) for count in counts
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_corporation_has_its_section_with_its_figures(language):
    game = played(4, 2, until=6)
    html = render_page("corporations", game.scene("p1"), language)
    for slug in content.CORPORATIONS:
        assert f'id="{slug}"' in html
    with translation.override("en"):
        ares = companies.company(game.scene(None), "ares")
    assert dict(ares.defences) == {"Datasteal": 10, "Sabotage": 30, "Extraction": 10}
    assert ares.first == "the last +1, the second to last +1"
    assert ares.history == list(game.state.public.corporations["ares"].history)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_scores_add_up_and_every_line_is_explained(seed):
    """D48: all detail of all players."""
    game = played(5, seed)
    context = scores.context(game.scene("p2"))
    for place in context["places"]:
        assert sum(place.parts) == place.score == sum(amount for _text, amount in place.lines)
        assert all(text for text, _amount in place.lines)
        widths = [float(piece.x.rstrip("%")) + float(piece.width.rstrip("%")) for piece in place.pieces]
        assert all(width <= 100 for width in widths)
    assert context["mine"].person.id == "p2"
    assert sum(len(rows) for rows in context["titles"]) == len(content.TITLES) == 15
    watched = scores.context(game.scene(None))
    assert watched["mine"] is None
    assert [p.lines for p in watched["places"]] == [p.lines for p in context["places"]], "decision 0021, 14"


def test_points_below_zero_shorten_the_bar():
    scene = played(5, 1).scene("p2")
    standing = scene.view.public.standings[0]
    shares = Line("shares", 52, {"rank": 1, "corporation": "ares", "count": 4})
    lines = (shares, Line("fellow_citizens", -10, {"count": 2}))
    whole, less = (scores._place(scene, replace(standing, breakdown=lines[:n]), 100) for n in (1, 2))
    assert [piece.value for piece in less.pieces] == [52]
    assert (whole.less, less.less.value, less.less.x) == (None, 10, "42.00%")


# ---- characters -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_characters_window_offers_everything_there_is(language):
    game = opening()
    html = render_form(game.scene("p1"), game.desk("p1"), language=language)
    assert all(f'name="citizenship" value="{slug}"' in html for slug in content.CORPORATIONS)
    assert all(f'name="background" value="{slug}"' in html for slug in content.BACKGROUNDS)
    assert all(f'name="strategy_{slug}"' in html for slug in content.TITLES)
    offered = re.findall(r'name="avenger" value="([\w-]+)"', html)
    assert offered == list(game.state.private["p1"].avenger_draw)
    assert 'value="pass"' in html


def test_without_the_option_backgrounds_and_strategies_are_absent():
    game = opening(characters=False)
    html = render_form(game.scene("p1"), game.desk("p1"))
    assert 'name="background"' not in html
    assert "strategy_" not in html
    assert 'name="citizenship"' in html


def test_a_character_is_taken_back_by_a_button_of_the_same_form():
    game = opening()
    desk = replace(game.desk("p1"), saved_at=START, revision=3)
    html = render_form(game.scene("p1"), desk, withdraw_url="/g/abc/withdraw/")
    form = re.search(r'<form[^>]*id="form".*?</form>', html, re.S)[0]
    assert 'formaction="/g/abc/withdraw/"' in form
    assert 'name="revision" value="3"' in form


def test_a_refused_character_keeps_what_was_typed():
    from games.contract import Problem

    game = opening()
    typed = {
        "act": "character", "public_text": "A <b>face</b>", "background": "nobody", "strategy_leader": "6",
        "secrets": "Sh", "citizenship": "sony",
    }  # fmt: skip
    found = (
        Problem("nobody_hides_another", 0, "hidden"),
        Problem("strategy_total", 0, "strategies", {"used": 18, "of": 16}),
    )
    html = render_form(game.scene("p1"), game.desk("p1", typed=typed, problems=found))
    assert "A &lt;b&gt;face" in html
    assert re.search(r'name="background" value="nobody" checked', html)
    assert re.search(r'name="citizenship" value="sony" checked', html)
    assert 'id="hidden-no"' in html
    assert 'href="#hidden-no"' in html  # from the top of the page to the first of them
    assert "Take off 2" in html
    assert "<option selected>6</option>" in html
