"""The state of the site in figures that anybody may see: reads only, two queries."""

from __future__ import annotations

import functools
import tomllib
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Max, Min, Q
from msgspec import Struct

from .models import Game, Heartbeat, Resolution, Turn
from .registry import installed

LATE = timedelta(minutes=5)  # a turn that is later than this is reported
WORKER_SILENT = timedelta(minutes=3)  # a worker without a heartbeat for so long counts as gone


@functools.cache
def version() -> str:
    """The version of the code that runs."""
    text = (settings.BASE_DIR / "pyproject.toml").read_text()
    return str(tomllib.loads(text)["project"]["version"])


class Health(Struct, frozen=True):
    """`backlog`: number of turns past their deadline; `late`: how long the oldest of them has waited;
    `stuck`: number of turns whose resolution raised; `waiting`: number of running games of titles that are
    not installed, which the other figures leave out; `worker`, `web`: the last heartbeat of each."""

    now: datetime
    worker: datetime | None
    web: datetime | None
    backlog: int
    late: timedelta
    stuck: int
    waiting: int
    next_noon: datetime | None

    @property
    def has_worker(self) -> bool:
        return self.worker is not None and self.now - self.worker <= WORKER_SILENT

    @property
    def is_late(self) -> bool:
        return self.late > LATE

    @property
    def status(self) -> str:
        """What is wrong, the worst first: `late`, `no worker`, `stuck`; else `ok`."""
        if self.is_late:
            return "late"
        if not self.has_worker:
            return "no worker"
        return "stuck" if self.stuck else "ok"


def health_at(now: datetime) -> Health:
    """The site's health. Turns that can close early are not counted: that would reveal who has handed in."""
    heard = dict(Heartbeat.objects.values_list("role").annotate(Max("until")))
    running = Turn.objects.filter(game__stage=Game.Stage.RUNNING, game__paused=False)
    here = Q(game__title__in=installed())
    due, to_come = Q(here, status=Turn.Status.OPEN, deadline__lte=now), Q(here, deadline__gt=now)
    figures = running.filter(status__in=Turn.ASKED).aggregate(
        backlog=Count("pk", filter=due),
        oldest=Min("deadline", filter=due),
        stuck=Count("pk", filter=Q(status=Turn.Status.STUCK)),
        waiting=Count("game", filter=~here, distinct=True),
        next=Min("deadline", filter=to_come & Q(status=Turn.Status.OPEN)),
    )
    return Health(
        now=now,
        worker=heard.get(Heartbeat.Role.WORKER),
        web=heard.get(Heartbeat.Role.WEB),
        backlog=figures["backlog"],
        late=now - figures["oldest"] if figures["oldest"] else timedelta(0),
        stuck=figures["stuck"],
        waiting=figures["waiting"],
        next_noon=figures["next"],
    )


class Noon(Struct, frozen=True):
    """A noon that was resolved: its deadline, and when it was published."""

    at: datetime
    made_at: datetime


def last_noon() -> Noon | None:
    """The newest resolution that a deadline caused, of any game. One query."""
    newest = Resolution.objects.filter(cause=Resolution.Cause.DEADLINE).order_by("-pk")
    row = newest.values_list("at", "made_at").first()
    return Noon(*row) if row else None
