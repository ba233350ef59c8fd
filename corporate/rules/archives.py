"""The archives of a finished game (D69): every act with its author, its target, its chance and those who
knew.

Pure: computed from the public drawer before each noon, the draws, and the events. No private drawer is read,
so that the texts of the Secrets, which stay closed, cannot be revealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.contract import Draw, Event, PlayerId

from .content import CONSTANTS, CORPORATIONS, RUNS
from .events import message, news, read
from .market import Market, market
from .orders import Datasteal, Extraction, Information, Run, Sabotage
from .percent import defence, defending, percents
from .state import Public

OPENED: Final[tuple[str, ...]] = (
    message.RunReport.kind,
    message.ProtectionReport.kind,
    message.VoteCast.kind,
    message.DerivativeResult.kind,
    message.RankResult.kind,
    message.NoForm.kind,
    message.OrderDropped.kind,
    message.TransferSent.kind,
)
"""The kinds of private events that the end opens: what follows from forms and draws, which it opens, too.
Dossiers are none of them: they hold the Secrets."""


class Noon(NamedTuple):
    """One stored resolution. `before`: the public drawer before it; `draws`: by label; `told`: the public
    events and those of `OPENED`, by reader; `same_rules`: whether it was made by the rules installed now."""

    turn: int
    before: Public
    draws: Mapping[str, Draw]
    told: Mapping[str, Sequence[Event]]
    same_rules: bool


class Drawn(Struct, frozen=True):
    """A number from 1 to 100 drawn against a percentage. `what`: success, defence, protection or detection;
    `by`: whose Protection. `label`: of the draw."""

    what: str
    drawn: int
    against: int
    by: PlayerId | None = None
    label: str = ""

    @property
    def passed(self) -> bool:
        return self.drawn <= self.against


class Deed(Struct, frozen=True):
    """A run, revealed. `corporation`: the one whose guards it met. `tests`: those drawn, () for a turn played
    under other rules; `chance`: the probability, from 0 to 1, of passing all of them, None without tests.
    `knew`: the citizens who read the sponsor's name; `published`: the Newsfeeds told of it without a name;
    `seen`: the guards noticed it."""

    turn: int
    sponsor: PlayerId
    report: message.RunReport
    corporation: str | None = None
    tests: tuple[Drawn, ...] = ()
    chance: float | None = None
    knew: tuple[PlayerId, ...] = ()
    published: bool = False
    seen: bool = False

    @property
    def success(self) -> bool:
        return self.report.success

    @property
    def unseen(self) -> bool:
        """Whether nobody but the sponsor knew that there was a run. False if that is not known."""
        return bool(self.tests) and not self.knew and not self.published and not self.seen

    @property
    def stopped_by(self) -> tuple[Drawn, ...]:
        """The Defence and the Protections that countered it, if it would have succeeded."""
        if not self.tests or not self.tests[0].passed:
            return ()
        return tuple(test for test in self.tests if test.what in ("defence", "protection") and test.passed)


class Guard(Struct, frozen=True):
    """A Protection, revealed. `stopped`: the sponsors of the runs that it countered and that would otherwise
    have succeeded; `met`: the number of runs it was drawn against, None if that is not known."""

    player: PlayerId
    report: message.ProtectionReport
    stopped: tuple[PlayerId, ...]
    met: int | None


class Move(Struct, frozen=True):
    """One cause of a change of a corporation's assets: vote, run, mdc, hand, first, last, or unknown, with
    the player who caused it."""

    corporation: str
    cause: str
    delta: int
    player: PlayerId | None = None
    run: str = ""


Bet = message.DerivativeResult | message.RankResult


class Turn(Struct, frozen=True):
    """One turn, revealed. `same_rules`: as in `Noon`. `moves` add up to the change of each corporation.
    `silent`: the players without a form; `gifts`: wire transfers by sender."""

    turn: int
    same_rules: bool
    deeds: tuple[Deed, ...]
    guards: tuple[Guard, ...]
    votes: Mapping[PlayerId, message.VoteCast]
    bets: tuple[tuple[PlayerId, Bet], ...]
    moves: tuple[Move, ...]
    market: tuple[news.Row, ...]
    silent: frozenset[PlayerId]
    dropped: Mapping[PlayerId, int]
    gifts: tuple[tuple[PlayerId, message.TransferSent], ...]
    shares: tuple[news.ShareNews, ...]


class Luck(Struct, frozen=True):
    """A player's runs against their chances. `expected`: the sum of the chances; `spread`: the standard
    deviation of the number that succeed."""

    player: PlayerId
    runs: int
    won: int
    expected: float
    spread: float

    @property
    def gap(self) -> float:
        return self.won - self.expected


def turns(noons: Iterable[Noon]) -> tuple[Turn, ...]:
    """Every turn of a game, in order, from its resolutions: the noon, and the transfers before it."""
    by_turn: dict[int, list[Noon]] = defaultdict(list)
    for noon in noons:
        by_turn[noon.turn].append(noon)
    return tuple(_turn(turn, found) for turn, found in sorted(by_turn.items()) if turn > 0)


def luck(opened: Iterable[Turn], players: Iterable[PlayerId]) -> tuple[Luck, ...]:
    """Each player's luck over the turns whose tests are known, in the order of `players`."""
    chances: dict[PlayerId, list[tuple[float, bool]]] = {player: [] for player in players}
    for turn in opened:
        for deed in turn.deeds:
            if deed.chance is not None:
                chances[deed.sponsor].append((deed.chance, deed.success))
    return tuple(
        Luck(
            player,
            len(found),
            sum(success for _chance, success in found),
            sum(chance for chance, _success in found),
            sqrt(sum(chance * (1 - chance) for chance, _success in found)),
        )
        for player, found in chances.items()
    )


def against_the_odds(opened: Iterable[Turn]) -> tuple[Deed, ...]:
    """The unlikeliest success and the likeliest failure of a game, as far as they were less likely than the
    opposite."""
    deeds = [deed for turn in opened for deed in turn.deeds if deed.chance is not None]
    won = min((d for d in deeds if d.success), key=lambda d: d.chance or 0, default=None)
    lost = max((d for d in deeds if not d.success), key=lambda d: d.chance or 0, default=None)
    found = []
    if won is not None and (won.chance or 0) < 0.5:
        found.append(won)
    if lost is not None and (lost.chance or 0) > 0.5:
        found.append(lost)
    return tuple(found)


# ---- one turn ---------------------------------------------------------------------------------------


def _turn(turn: int, noons: Sequence[Noon]) -> Turn:
    said: dict[PlayerId, list[Any]] = defaultdict(list)
    for noon in noons:
        for reader, events in noon.told.items():
            said[PlayerId(reader)] += (data for event in events if (data := read(event)) is not None)
    closing = next((noon for noon in noons if _closes(noon)), noons[-1])
    players = closing.before.players
    mine = {player: said.get(player, []) for player in players}
    public = said.get(PlayerId("public"), [])
    here = market(closing.before)
    deeds = _deeds(closing, here, mine)
    rows = next((data.rows for data in public if isinstance(data, news.MarketClosed)), ())
    votes = {
        player: data for player in players for data in mine[player] if isinstance(data, message.VoteCast)
    }
    return Turn(
        turn=turn,
        same_rules=closing.same_rules,
        deeds=deeds,
        guards=_guards(closing, deeds, mine),
        votes=votes,
        bets=tuple(
            (player, data)
            for player in players
            for data in mine[player]
            if isinstance(data, message.DerivativeResult | message.RankResult)
        ),
        moves=_moves(closing, here, deeds, votes, rows),
        market=rows,
        silent=frozenset(
            player for player in players if any(isinstance(data, message.NoForm) for data in mine[player])
        ),
        dropped={
            player: count
            for player in players
            if (count := sum(isinstance(data, message.OrderDropped) for data in mine[player]))
        },
        gifts=tuple(
            (player, data)
            for player in players
            for data in mine[player]
            if isinstance(data, message.TransferSent)
        ),
        shares=tuple(data for data in public if isinstance(data, news.ShareNews)),
    )


def _closes(noon: Noon) -> bool:
    return any(event.kind == news.MarketClosed.kind for event in noon.told.get("public", ()))


Said = Mapping[PlayerId, Sequence[Any]]


def _deeds(noon: Noon, here: Market, mine: Said) -> tuple[Deed, ...]:
    """The runs of a noon, by sponsor and place. A player's reports are in the order of the form, and so are
    the labels of the draws (D61), so that they can be matched."""
    reports = [
        (player, data)
        for player, said in mine.items()
        for data in said
        if isinstance(data, message.RunReport)
    ]
    if not noon.same_rules:
        return tuple(Deed(noon.turn, player, report) for player, report in reports)
    orders = [(player, _order(report)) for player, report in reports]
    places = _places(noon.draws)
    shields, announced = _shields(noon.draws), _announced(mine)
    final = percents(here.in_force, orders)
    found = []
    for (player, report), (_sponsor, run), (_told, percent) in zip(reports, orders, final, strict=True):
        label = f"{player}.{places[player].pop(0)}"
        guards = (defending(here, run) or "", RUNS[run.kind].defence or "")
        met = shields.get(label, ())
        left = {player: iter(announced[player, *guards]) for player, _label, _drawn in met}
        against = [
            Drawn("protection", drawn, next(left[player]), player, name) for player, name, drawn in met
        ]
        found.append(_deed(noon, here, Deed(noon.turn, player, report), run, percent, label, against))
    return tuple(found)


def _order(report: message.RunReport) -> Run:
    """The order of a report."""
    steps, bonus = report.steps, report.influence_bonus
    if report.player is not None:
        return Information(report.player, steps, bonus)
    target, beneficiary = str(report.target), str(report.beneficiary)
    if report.run == Sabotage.kind:
        return Sabotage(target, steps, bonus)
    if report.run == Datasteal.kind:
        return Datasteal(target, beneficiary, steps, bonus)
    return Extraction(target, beneficiary, steps, bonus)


def _places(draws: Mapping[str, Draw]) -> dict[str, list[int]]:
    """The places on the form of each player's tested runs, in order."""
    found: dict[str, list[int]] = defaultdict(list)
    for label in draws:
        what, _slash, run = label.partition("/")
        if what == "success":
            player, _dot, place = run.partition(".")
            found[player].append(int(place))
    return {player: sorted(places) for player, places in found.items()}


def _deed(
    noon: Noon, here: Market, bare: Deed, run: Run, percent: int, label: str, against: Sequence[Drawn]
) -> Deed:
    """A run with its tests, in the order of 5.6, and what follows from them."""
    corporation, data = defending(here, run), RUNS[run.kind]
    tests = [_test(noon.draws, "success", label, percent)]
    chance, seen = percent / 100, False
    if corporation is not None:
        stops = defence(corporation, run.kind)
        tests += [_test(noon.draws, "defence", label, stops), *against]
        for test in tests[1:]:
            chance *= 1 - test.against / 100
        detection = CORPORATIONS[corporation].detection
        tests.append(_test(noon.draws, "detection", label, detection))
        seen = tests[-1].passed and data.detectable
    citizens = (player for player, where in here.citizenships.items() if where == corporation)
    return replace(
        bare,
        corporation=corporation,
        tests=tuple(tests),
        chance=chance,
        knew=tuple(PlayerId(player) for player in citizens if seen and player != bare.sponsor),
        published=data.told(success=bare.success, detected=seen),
        seen=seen,
    )


def _test(draws: Mapping[str, Draw], what: str, run: str, against: int) -> Drawn:
    label = f"{what}/{run}"
    return Drawn(what, _value(draws, label), against, label=label)


def _shields(draws: Mapping[str, Draw]) -> dict[str, list[tuple[PlayerId, str, int]]]:
    """The Protections that each tested run was drawn against, in the order of their places: whose each
    is, the label of the draw, and what was drawn."""
    found: dict[str, list[tuple[PlayerId, int, str]]] = defaultdict(list)
    for label in draws:
        what, _slash, runs = label.partition("/")
        if what == "protection":
            run, _slash, one = runs.partition("/")
            player, _dot, place = one.partition(".")
            found[run].append((PlayerId(player), int(place), label))
    for ones in found.values():
        ones.sort(key=lambda one: (int(one[0][1:]), one[1]))
    return {
        run: [(player, label, _value(draws, label)) for player, _place, label in ones]
        for run, ones in found.items()
    }


def _announced(mine: Said) -> dict[tuple[PlayerId, str, str], list[int]]:
    """The percentages of each player's Protections of one corporation against one kind of run, in the order
    of their places, as they are reported."""
    found: dict[tuple[PlayerId, str, str], list[int]] = defaultdict(list)
    for player, said in mine.items():
        for data in said:
            if isinstance(data, message.ProtectionReport):
                found[player, data.corporation, data.defence].append(data.percent)
    return found


def _value(draws: Mapping[str, Draw], label: str) -> int:
    value = draws[label].value
    assert isinstance(value, int), label
    return value


def _guards(noon: Noon, deeds: Sequence[Deed], mine: Said) -> tuple[Guard, ...]:
    """The Protections of a noon. If a player has two for the same target and kind, each lists what both
    stopped."""
    found = []
    for player, said in mine.items():
        for report in said:
            if not isinstance(report, message.ProtectionReport):
                continue
            met = [
                deed
                for deed in deeds
                if deed.corporation == report.corporation and RUNS[deed.report.run].defence == report.defence
            ]
            stopped = [deed.sponsor for deed in met if any(test.by == player for test in deed.stopped_by)]
            found.append(Guard(player, report, tuple(stopped), len(met) if noon.same_rules else None))
    return tuple(found)


# ---- what moved the market --------------------------------------------------------------------------


def _moves(
    noon: Noon,
    here: Market,
    deeds: Sequence[Deed],
    votes: Mapping[PlayerId, message.VoteCast],
    rows: Sequence[news.Row],
) -> tuple[Move, ...]:
    """Every cause of the changes of a noon. Changes that none of them explains, under other rules, are
    `unknown`."""
    moves = []
    for player, vote in votes.items():
        moves.append(Move(vote.up, "vote", CONSTANTS.vote_up_delta, player))
        moves.append(Move(vote.down, "vote", CONSTANTS.vote_down_delta, player))
    for deed in deeds:
        report = deed.report
        for side, delta in RUNS[report.run].assets.items() if deed.success else ():
            corporation = report.target if side == "target" else report.beneficiary
            if delta:
                moves.append(Move(str(corporation), "run", delta, deed.sponsor, report.run))
    if noon.same_rules:
        moves += _hand(noon, here)
    for row in rows:
        columns = {"mdc": row.mdc, "first": row.first, "last": row.last}
        moves += [Move(row.corporation, cause, delta) for cause, delta in columns.items() if delta]
    sums: dict[str, int] = defaultdict(int)
    for move in moves:
        sums[move.corporation] += move.delta
    rest = [(row.corporation, row.change - sums[row.corporation]) for row in rows]
    return (*moves, *(Move(corporation, "unknown", delta) for corporation, delta in rest if delta))


def _hand(noon: Noon, here: Market) -> list[Move]:
    """The invisible hand, from its two draws."""
    candidates = tuple(here.assets)
    up = candidates[_value(noon.draws, "hand/up")]
    moves = [Move(up, "hand", CONSTANTS.invisible_hand_up_delta)]
    others = tuple(corporation for corporation in candidates if corporation != up)
    if others:
        down = others[_value(noon.draws, "hand/down")]
        moves.append(Move(down, "hand", CONSTANTS.invisible_hand_down_delta))
    return moves
