"""The page of the archives of a finished game: every act with its author, its target, its luck and those who
knew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.contract import PlayerId
from games.skin import Person, Scene

from ..rules.archives import Deed, Drawn, Guard, Luck, Noon, Turn, against_the_odds, luck, turns
from ..rules.deciding import pivots
from ..rules.state import Public
from ..texts import archives as words
from ..texts import figures, names
from . import race, scores
from .common import holdings, person_of, public, published

COLUMNS: Final = 6  # the most players whose deeds of the whole game fit into one table
STORIES: Final = 8
PIVOTS: Final = 3
FIRST: Final = 5  # places shown beside the headline, and the reader's own


class Act(Struct, frozen=True):
    """A run or a Protection in a table. `won`: None for a Protection; `times`: how many alike there were."""

    what: str
    won: bool | None
    on: str
    note: str
    unseen: bool
    times: int = 1


class Cell(Struct, frozen=True):
    """The deeds of one player on one turn. `silent`: the player handed in no form."""

    name: str
    own: bool
    acts: list[Act]
    silent: bool


class TurnRow(Struct, frozen=True):
    """A turn of the table of the whole game."""

    turn: int
    url: str
    cells: list[Cell]


class PlayerRow(Struct, frozen=True):
    """The deeds of one player on the turn shown: runs and Protections, and everything else in words."""

    cell: Cell
    vote: str
    other: list[str]


class CorporationRow(Struct, frozen=True):
    """The causes of a corporation's change on the turn shown."""

    name: str
    assets: int
    change: int
    causes: str
    crashed: bool


class Bar(Struct, frozen=True):
    """A test as a bar of 100: the zone that passes, and the number drawn."""

    name: str
    drawn: int
    against: int
    outcome: str
    label: str


class Duel(Struct, frozen=True):
    """A run that went against its odds, with its draws."""

    kicker: str
    own: bool
    turn: int
    headline: str
    story: str
    odds: str
    chance: int
    bars: list[Bar]


class LuckRow(Struct, frozen=True):
    """A player's luck as a bar: runs launched, expected and won, in percent of the longest bar."""

    person: Person
    own: bool
    gap: str
    css: str
    words: str
    all: str
    expected: str
    won: str
    start: str
    width: str


def _places(podium: list[scores.Place]) -> list[scores.Place]:
    return podium[:FIRST] + [place for place in podium[FIRST:] if place.own]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/archives.html`; the game is over, and its reader has played in it.

    `?turn=` chooses the turn told in full, by default the last.
    """
    state = public(scene)
    opened = turns(Noon(a.chapter, a.before, a.draws, a.told, a.same_rules) for a in scene.archives)
    shown = _asked(scene, opened)
    few = len(state.players) <= COLUMNS
    standings = state.standings or ()
    deeds = _("Who did what to whom") if few else _("Player by player")
    return {
        "headline": scores.headline(scene, standings),
        "stand": words.stand(opened),
        "published": published(scene, state.turn),
        "turns": len(opened),
        "places": _places(scores.podium(scene)),
        "part_names": scores.legend(scene),
        "scores_url": scene.url("scores"),
        "decided": _decided(scene, opened),
        "points": race.of_players(scene, _drawers(scene)),
        "race": race.of(state.corporations, holdings(scene), state.turn),
        "duels": [_duel(scene, deed) for deed in against_the_odds(opened)],
        "players": [(scene.name(player), player == scene.reader) for player in state.players] if few else [],
        "table": [_turn_row(scene, turn) for turn in opened] if few else [],
        "runs": words.headline(shown) if shown else "",
        "shown": shown.turn if shown else None,
        "turn_links": [(turn.turn, _url(scene, turn.turn)) for turn in opened],
        "stories": _stories(scene, shown) if shown else [],
        "untold": words.untold(len(shown.deeds) - STORIES, deeds) if shown else "",
        "silent": words.silent(scene, [p for p in state.players if p in shown.silent]) if shown else "",
        "player_rows": [_player_row(scene, shown, player) for player in state.players] if shown else [],
        "corporation_rows": _corporations(scene, shown) if shown else [],
        "other_rules": any(not turn.same_rules for turn in opened),
        "luck": _luck(scene, luck(opened, state.players)),
        "draws_url": scene.url("draws", shown.turn) if shown else scene.url("draws"),
    }


def _drawers(scene: Scene) -> dict[int, Public]:
    """The public drawer at the end of each chapter, which is the one with which the next began."""
    found: dict[int, Public] = {}
    for one in scene.archives:
        if one.before is not None:
            found.setdefault(one.chapter - 1, one.before)
    return {**found, public(scene).turn: public(scene)}


def _decided(scene: Scene, opened: Sequence[Turn]) -> list[str]:
    """The difference between the winner and the runner-up, then the acts of the last turn that decided the
    game by themselves."""
    if (told := scores.margin(scene)) is None or not opened:
        return []
    found = pivots(public(scene), opened[-1])
    pivotal = [words.pivot(scene, one) for one in found[:PIVOTS]]
    return [told, *(pivotal or [_("No single run or vote of the last turn decided it by itself.")])]


def _url(scene: Scene, turn: int) -> str:
    return f"{scene.url('archives')}?turn={turn}#turn"


def _asked(scene: Scene, opened: Sequence[Turn]) -> Turn | None:
    """The turn that the address names, or else the last one."""
    wanted = scene.query.get("turn", "")
    found = next((turn for turn in opened if str(turn.turn) == wanted), None)
    return found or (opened[-1] if opened else None)


# ---- who did what -----------------------------------------------------------------------------------


def _turn_row(scene: Scene, turn: Turn) -> TurnRow:
    cells = [_cell(scene, turn, player) for player in public(scene).players]
    return TurnRow(turn.turn, _url(scene, turn.turn), cells)


def _cell(scene: Scene, turn: Turn, player: PlayerId) -> Cell:
    acts = [_act(scene, deed) for deed in turn.deeds if deed.sponsor == player]
    acts += [_protection(scene, guard) for guard in turn.guards if guard.player == player]
    merged = [replace(act, times=times) for act, times in Counter(acts).items()]
    return Cell(scene.name(player), player == scene.reader, merged, player in turn.silent)


def _act(scene: Scene, deed: Deed) -> Act:
    return Act(
        names.run(deed.report.run),
        deed.success,
        words.on(scene, deed.report),
        words.who_knew(scene, deed),
        deed.unseen,
    )


def _protection(scene: Scene, guard: Guard) -> Act:
    return Act(names.run("protection"), None, words.guarded(guard), words.guard(scene, guard), False)


def _player_row(scene: Scene, turn: Turn, player: PlayerId) -> PlayerRow:
    vote = turn.votes.get(player)
    other = [words.bet(bet) for who, bet in turn.bets if who == player]
    other += [words.gift(scene, sent) for who, sent in turn.gifts if who == player]
    other += [words.bought(share) for share in turn.shares if share.player == player]
    if player in turn.dropped:
        other.append(words.set_aside(turn.dropped[player]))
    return PlayerRow(_cell(scene, turn, player), words.vote(vote) if vote else "", words.counted(other))


def _corporations(scene: Scene, turn: Turn) -> list[CorporationRow]:
    return [
        CorporationRow(
            names.corp(row.corporation),
            row.assets,
            row.change,
            figures.parts(
                words.counted(
                    words.move(scene, move) for move in turn.moves if move.corporation == row.corporation
                )
            ),
            row.crashed,
        )
        for row in turn.market
    ]


# ---- stories ----------------------------------------------------------------------------------------


def _stories(scene: Scene, turn: Turn) -> list[str]:
    """The runs of a turn that most deserve a story, in the order in which they were resolved."""
    ranked = sorted(enumerate(turn.deeds), key=lambda one: _weight(one[1]), reverse=True)[:STORIES]
    chosen = sorted(ranked, key=lambda one: one[0])
    return [words.story(scene, deed, turn.turn + place) for place, (_nth, deed) in enumerate(chosen)]


def _weight(deed: Deed) -> tuple[bool, bool, float]:
    """The sort key: deeds that nobody knew of first, then those that others read or stopped, then unlikely
    ones."""
    chance = deed.chance or 0.0
    surprise = 1 - chance if deed.success else chance
    return deed.unseen and deed.success, bool(deed.knew or deed.stopped_by), surprise


def _duel(scene: Scene, deed: Deed) -> Duel:
    corporation = names.corp(deed.corporation or "")
    return Duel(
        kicker=words.title(scene, deed),
        own=deed.sponsor == scene.reader,
        turn=deed.turn,
        headline=words.against(scene, deed),
        story=words.story(scene, deed, deed.turn),
        odds=words.odds(deed),
        chance=round(100 * (deed.chance or 0)),
        bars=[_bar(scene, test, corporation) for test in deed.tests],
    )


def _bar(scene: Scene, test: Drawn, corporation: str) -> Bar:
    return Bar(
        words.test_name(scene, test, corporation),
        test.drawn,
        test.against,
        words.test_outcome(test),
        words.test_label(test),
    )


# ---- luck -------------------------------------------------------------------------------------------


def _luck(scene: Scene, found: Sequence[Luck]) -> list[LuckRow]:
    """The luck of each player, the luckiest first."""
    longest = max((one.runs for one in found), default=0) or 1
    return [_luck_row(scene, one, longest) for one in sorted(found, key=lambda one: -one.gap)]


def _luck_row(scene: Scene, one: Luck, longest: int) -> LuckRow:
    def at(value: float) -> str:
        return f"{97 * value / longest:.1f}%"

    css = "up" if round(one.gap, 1) > 0 else "dn" if round(one.gap, 1) < 0 else "eq"
    return LuckRow(
        person=person_of(scene, one.player),
        own=one.player == scene.reader,
        gap=words.gap(one),
        css=css,
        words=words.luck(one),
        all=at(one.runs),
        expected=at(one.expected),
        won=at(one.won),
        start=at(min(one.won, one.expected)),
        width=at(abs(one.gap)),
    )
