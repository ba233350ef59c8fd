"""Reads about the games that a master runs: next noon, who is to come, who is not reached, empty seats.

Never who has handed in: nothing is read about a turn whose answers are sealed. The number of queries does not
depend on the number of games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta

from django.db.models import Count, Exists, F, Min, OuterRef, Q
from msgspec import Struct

from .. import rows
from ..contract import Closes, PlayerId, Window
from ..models import Delivery, Deputy, Game, MessageReport, Notice, OrderForm, Player, Sitting, Turn
from ..reads import lobby as reads
from .game import seat_name, window_of

RECENT = timedelta(days=3)  # earlier failures say nothing about today
# Notices that only concern their reader (a form set aside, a reminder, a message, a deputy) are left out:
# that they failed would reveal that they exist.
OF_ITS_READER = (Notice.Kind.SET_ASIDE, Notice.Kind.NEAR, Notice.Kind.MESSAGE, Notice.Kind.DEPUTY)


class RunGame(Struct, frozen=True):
    """A game in its master's list. `sealed`: whether a turn is open whose answers nobody may know; `to_come`:
    the names of the players that the whole table sees awaited; `unreached`: the names of the seats whose
    notices were not delivered, `numbers`: their numbers; `empty`: the number of seats in play without a
    holder; `people`: of seats held by users; `bots`: of bots' seats; `offered`: of seats that can be taken
    over though a user or a bot has them; `away`: who the table reads is away, and until which day."""

    game: Game
    turns: list[Turn]
    seats: int
    people: int
    bots: int
    empty: int
    sealed: bool = False
    to_come: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    offered: int = 0
    away: tuple[tuple[str, date], ...] = ()

    @property
    def stuck(self) -> Turn | None:
        return next((turn for turn in self.turns if turn.status == Turn.Status.STUCK), None)

    @property
    def deadline(self) -> datetime | None:
        """The next deadline; None for a paused game, or without one."""
        if self.game.paused:
            return None
        return min((turn.deadline for turn in self.turns if turn.deadline), default=None)

    @property
    def free(self) -> int:
        """The number of places to fill: not yet taken before the start, without a holder after it."""
        if self.game.stage == Game.Stage.GATHERING:
            return max(0, self.game.max_players - self.seats)
        return self.empty


def games_run_by(user_id: int, limit: int, offset: int = 0) -> list[Game]:
    """The games that a master runs without a seat in them, those not over, by their next noon. One query."""
    asked = Q(turns__status__in=Turn.ASKED)
    return list(
        Game.objects.filter(masterships__user=user_id, stage__in=(Game.Stage.GATHERING, Game.Stage.RUNNING))
        .exclude(players__user=user_id)
        .annotate(noon=Min("turns__deadline", filter=asked))
        .order_by("paused", F("noon").asc(nulls_last=True), "-created_at", "pk")[offset : offset + limit]
    )


def run_games(games: Iterable[Game], now: datetime) -> list[RunGame]:
    """These games as their master sees them, in the same order. Three queries, one more if turns are answered
    together; none without games."""
    games = list(games)
    ids = [game.pk for game in games]
    if not ids:
        return []
    seats: dict[int, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(game__in=ids).order_by("number"):
        seats[player.game_id].append(player)
    turns: dict[int, list[tuple[Turn, Window]]] = defaultdict(list)
    for turn in rows.fetch_as(Turn, reads.asked_turns(ids)):
        turns[turn.game_id].append((turn, window_of(turn)))
    answered = answered_together(asked for found in turns.values() for asked in found)
    failed = _failed(ids, now)
    return [_run_game(game, seats[game.pk], turns[game.pk], answered, failed) for game in games]


def _run_game(
    game: Game,
    seats: list[Player],
    turns: list[tuple[Turn, Window]],
    answered: Mapping[int, list[int]],
    failed: set[tuple[int, int]],
) -> RunGame:
    asked = [(t, w) for t, w in turns if t.status == Turn.Status.OPEN and not w.is_door]
    awaited = {
        player.pk
        for player in seats
        for turn, window in asked
        if window.closes is not Closes.AT_NOON
        and PlayerId(player.pid) in window.awaited
        and player.pk not in answered.get(turn.pk, ())
    }
    in_play = {player for _turn, window in turns for player in window.players}
    held = [player for player in seats if player.user_id is not None or player.is_bot]
    lost = [player for player in seats if (game.pk, player.user_id or 0) in failed]
    until = dict(entry.split(":") for entry in game.away.split())
    return RunGame(
        game=game,
        turns=[turn for turn, _window in turns],
        seats=len(seats),
        people=sum(player.user_id is not None for player in seats),
        bots=sum(player.is_bot for player in seats),
        empty=sum(PlayerId(player.pid) in in_play for player in seats if player not in held),
        sealed=any(window.closes is Closes.AT_NOON for _turn, window in asked),
        to_come=tuple(seat_name(player) for player in held if player.pk in awaited),
        unreached=tuple(seat_name(player) for player in lost),
        numbers=tuple(player.number for player in lost),
        offered=sum(bool(player.offer) for player in held),
        away=tuple(
            (seat_name(player), date.fromisoformat(until[player.pid]))
            for player in seats
            if player.pid in until
        ),
    )


class MastersLetters(Struct, frozen=True):
    """What reaches a master of some games: how many reports wait for a decision, by game; the games in which
    he may write to players."""

    reports: Mapping[int, int]
    writes: Collection[int]


def masters_letters(user_id: int, games: Iterable[Game]) -> MastersLetters:
    """The same of games that a user runs: none where the user has had a seat or was a deputy. Two queries;
    none without games."""
    talking = [game.pk for game in games if game.has_talk]
    if not talking:
        return MastersLetters({}, ())
    sat = Sitting.objects.filter(game=OuterRef("pk"), user=user_id)
    stood_in = Deputy.objects.filter(game=OuterRef("pk"), user=user_id, accepted_at__isnull=False)
    free = Game.objects.filter(pk__in=talking).exclude(Exists(sat)).exclude(Exists(stood_in))
    writes = set(free.values_list("pk", flat=True))
    waiting = MessageReport.objects.filter(decision="", message__conversation__game__in=writes)
    counted = waiting.values("message__conversation__game").annotate(found=Count("message", distinct=True))
    return MastersLetters(dict(counted.values_list("message__conversation__game", "found")), writes)


def answered_together(asked: Iterable[tuple[Turn, Window]]) -> dict[int, list[int]]:
    """For each turn that is answered together, the seats whose forms the whole table sees handed in, in their
    order; if forms are saved in parts, the complete ones. At most one query."""
    together = {t.pk: (w.in_parts, t.seats_away) for t, w in asked if w.closes is Closes.TOGETHER}
    found: dict[int, list[int]] = {}
    if not together:
        return found
    forms = OrderForm.objects.filter(turn__in=together, set_aside=False).order_by("player__number")
    for turn, seat, number, ready in forms.values_list("turn_id", "player_id", "player__number", "ready"):
        in_parts, away = together[turn]
        # a form handed in by a plan would reveal the plan
        if (ready or not in_parts) and f"p{number}" not in away:
            found.setdefault(turn, []).append(seat)
    return found


def _failed(games: list[int], now: datetime) -> set[tuple[int, int]]:
    """(game, user) for each notice that no channel delivered lately, except notices that only concern their
    reader. One query."""
    failed = Delivery.objects.filter(
        state=Delivery.State.FAILED, notice__game__in=games, notice__created_at__gt=now - RECENT
    ).exclude(notice__kind__in=OF_ITS_READER)
    carried = Delivery.objects.filter(notice=OuterRef("notice")).exclude(state=Delivery.State.FAILED)
    return set(failed.filter(~Exists(carried)).values_list("notice__game", "notice__user"))
