"""A bot's runs: for its main corporation, against those of its rivals."""

from __future__ import annotations

from ..content import CONSTANTS, RUNS
from ..orders import DEFENCES, Datasteal, Extraction, Information, Protection, Sabotage
from .plan import POINT, Plan


def habits(plan: Plan) -> None:
    """The cheapest runs that earn points with the bot's Background."""
    level = plan.desk.seat.influence
    if plan.left < plan.reserve:
        return
    if plan.background == "decorated_veteran":
        for number in range(level):
            _protect(plan, DEFENCES[(plan.desk.market.turn + number) % len(DEFENCES)])
    elif plan.background == "made_man":
        for _ in range(level):
            _against(plan, Sabotage)
    elif plan.background == "shadow_veteran":
        for _ in range(level + 1):
            _against(plan, Datasteal)
    elif plan.background == "social_parasite":
        _inform(plan)


def runs(plan: Plan) -> None:
    """Further runs with part of the money left, more if the bot is richer; none with a Background that earns
    points for turns without runs."""
    if plan.background == "winning_ticket":
        return
    taste = plan.taste
    rounds = 1 + min(taste.most_rounds - 1, plan.left // taste.round_money)
    keep = max(plan.reserve, plan.left // (taste.kept_last if plan.last_turn else taste.kept))
    for number in range(rounds):
        _round(plan, keep, str(number))


def _round(plan: Plan, keep: int, number: str) -> None:
    likes = plan.taste.round
    exposed = plan.shares.get(plan.main, 0) >= 2
    if exposed and plan.chance(likes["protect"], "protect", number):
        _protect(plan, plan.pick(DEFENCES, "protected", number), keep)
    if plan.chance(60 if plan.wants("arsonist") else likes["sabotage"], "sabotage", number):
        _against(plan, Sabotage, keep)
    if plan.chance(70 if plan.wants("matchmaker") else likes["extract"], "extract", number):
        _against(plan, Extraction, keep)
    if plan.chance(70 if plan.wants("code_breaker") else likes["steal"], "steal", number):
        _against(plan, Datasteal, keep)
    if plan.chance(70 if plan.wants("spymaster") else likes["inform"], "inform", number):
        _inform(plan, keep)


def _steps(kind: str, goal: int, bonus: bool, base: int | None = None) -> int:
    """Steps that reach `goal` percent."""
    given = RUNS[kind].base_percent if base is None else base
    assert isinstance(given, int)
    missing = goal - given - (CONSTANTS.run_influence_bonus_percent if bonus else 0)
    return max(CONSTANTS.run_min_steps, -(-missing // CONSTANTS.run_step_percent))


def _victim(plan: Plan) -> str | None:
    """A corporation that the bot does not need, preferably one that a rival profits from."""
    if plan.taste.hunts:
        return _prey(plan)
    free = [one for one in plan.desk.market.assets if one != plan.main and not plan.shares.get(one)]
    avenged = plan.desk.private.avenger
    if not free:
        return None
    if avenged in free:
        return avenged
    label = plan.fresh()

    def appeal(corporation: str) -> int:
        rank = plan.desk.market.ranks[corporation]
        return 3 * plan.threat(corporation) - rank + plan.noise(3, "victim", label, corporation)

    return max(free, key=appeal)


def _prey(plan: Plan) -> str | None:
    """The corporation that feeds others most, even if the bot has a share of it."""
    others = [one for one in plan.desk.market.assets if one != plan.main]
    if not others:
        return None
    avenged = plan.desk.private.avenger
    if avenged in others:
        return avenged
    label = plan.fresh()
    return max(others, key=lambda one: plan.feeds(one) + plan.noise(3, "prey", label, one) * POINT)


def _goal(plan: Plan) -> int:
    return plan.pick(plan.taste.goals, "goal", plan.fresh())


def _against(plan: Plan, kind: type[Sabotage | Datasteal | Extraction], keep: int = 0) -> None:
    """Add a run against a corporation; if it has a beneficiary, that is the bot's main corporation."""
    target, bonus = _victim(plan), plan.bonuses > 0
    if target is None:
        return
    steps = _steps(kind.kind, _goal(plan), bonus)
    if issubclass(kind, Sabotage):
        plan.add(kind(target, steps, bonus), keep=keep)
    else:
        plan.add(kind(target, plan.main, steps, bonus), keep=keep)


def _inform(plan: Plan, keep: int = 0) -> None:
    """Add an Information run on a player not known yet, if there is one."""
    known = plan.desk.private.tally.informed_on
    targets = [rival for rival in plan.rivals() if rival not in known] or plan.rivals()
    target = plan.pick(targets, "informed", plan.fresh())
    steps = _steps("information", _goal(plan), False)
    plan.add(Information(target, steps, False), keep=keep)


def _protect(plan: Plan, defence: str, keep: int = 0) -> None:
    base = RUNS["protection"].base_percent
    assert not isinstance(base, int)
    bonus = plan.bonuses > 0 and base[defence] < CONSTANTS.run_step_percent * 3
    goal = CONSTANTS.protection_max_percent
    steps = _steps("protection", goal, bonus, base[defence])
    plan.add(Protection(plan.main, defence, steps, bonus), keep=keep)
