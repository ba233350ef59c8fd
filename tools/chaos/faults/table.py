"""Every fault by name, in groups with separate games, because each game lasts eight noons."""

from __future__ import annotations

from functools import partial

from . import BOTH, EMBEDDED, HOSTED, Fault, hours, outside, processes, stores

HERE = (HOSTED,)


def killing(kills: int, engine: str) -> Fault:
    """The fault with this number of kills of worker, beat and web."""
    run = partial(processes.kills, wanted=kills)
    return Fault("worker, beat and web killed with SIGKILL", run, ("process killed",), (engine,))


FIRST = [
    Fault("workers killed amid a batch", processes.kills_amid_batches, ("process killed",), HERE),
    Fault("Redis gone before noon", stores.redis_before, ("no worker heard",), HERE),
    Fault("Redis gone during noon", stores.redis_during, ("no worker heard",), HERE),
    Fault("PostgreSQL restarted amid transactions", stores.postgres_restart, ("turn put off",), HERE),
    Fault("the network to PostgreSQL cut without a word", stores.postgres_cut, ("turn put off",), HERE),
    # these two do no harm, so that nobody has to be notified
    Fault("two beats", processes.two_beats, ()),
    Fault("the same task delivered five times", processes.five_times, (), HERE),
]
SECOND = [
    Fault("Redis gone after noon, and back empty", stores.redis_after, ("cache out of reach",), HERE),
    Fault("the network to Redis cut without a word", stores.redis_cut, ("no worker heard",), HERE),
    Fault("a resolution that hangs holding its claim", processes.hanging_resolution, ("process hangs",)),
    Fault("every process at the same moment, the stores' too", stores.everything, ("process killed",)),
    Fault("a database that has become read-only", stores.read_only, ("heartbeat not written",)),
]
THIRD = [
    Fault("the disk full, writes refused", stores.disk_full, ("orders not taken",)),
    Fault("the clock set back by two hours", hours.clock_back, ("clock wrong",)),
    Fault("server down over one noon", hours.down_over_one_noon,
          ("turn late", "was silent"), BOTH, "turns late"),
    Fault("server down over three noons", hours.down_over_three_noons, ("was silent",)),
    Fault("rules that raise for one game among a hundred", hours.rules_that_raise,
          ("turn stuck",), BOTH, "A turn is stuck"),
    Fault("a mail server that refuses", hours.mail_refused,
          ("mail server out of reach", "operators not reached by mail"), BOTH, ""),
]  # fmt: skip
MAIL = [
    Fault("a mail server in every kind of trouble", outside.mail, ("mail server out of reach",), BOTH, ""),
]  # fmt: skip
# operators are not notified if the address of a single user does not answer
OUTSIDE = [
    Fault("webhooks in every kind of trouble", outside.hooks, ()),
    Fault("a push service in every kind of trouble", outside.push, ()),
]
# A few seconds of it, for the short form.
BRIEF = [
    Fault(
        "webhooks in trouble for a moment", partial(outside.hooks, trouble=outside.A_MOMENT), (), (EMBEDDED,)
    )
]
# the number of games of each group
GROUPS = [(40, FIRST), (40, SECOND), (99, THIRD), (12, MAIL), (12, OUTSIDE)]
