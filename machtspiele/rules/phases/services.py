"""Phase II (7): the events and actions of a round, its end, and the Board Meeting event (8.2)."""

from __future__ import annotations

from games.contract import PlayerId, Problem
from games.rulekit.forms import Answers, all_of, first_of
from games.rulekit.judging import Refusals
from games.rulekit.standing import first_legal

from .. import orders as o
from ..actions import perform, targets
from ..board import directors
from ..content import BOARD_MEETING, BOSS, C, Mode
from ..defaults import action as default_action
from ..defaults import boss as default_boss
from ..defaults import filed_for
from ..ending import end
from ..events import BossDeclined, BossUsed, NotPossible, PassedOver
from ..judge import Case, Level, judge
from ..points import settle
from ..state import Public, Question
from ..table import Table
from ..windows import acts_at_meeting, has_boss_card
from . import bribes
from .board_meeting import keep_row
from .events import reveal

# ---- rounds ----------------------------------------------------------------------------------------------


def event(table: Table) -> None:
    """Reveal the event of the next round; in mode `rounds` everybody is asked after it."""
    table.change(round=len(table.public.revealed) + 1)
    if reveal(table) == BOARD_MEETING:
        table.change(stage="boss" if table.public.mode is Mode.CLASSIC else "meeting")
    elif table.public.mode is Mode.CLASSIC:
        table.change(stage="actions", to_act=table.public.from_marker())
    else:
        at = (table.public.turn, table.public.round)
        table.change(stage="round", question=Question("round", at, table.public.players))


def actions(table: Table) -> None:
    """Mode `classic`: ask for the next player's action."""
    if not table.public.to_act:
        table.change(stage="checkpoint")
        return
    player = table.public.to_act[0]
    at = (table.public.turn, table.public.round, player)
    table.change(question=Question("action", at, (player,)))


def acted(table: Table, question: Question, answers: Answers) -> None:
    """Handle the answer to `action` or `extra_action`: one action, then the next player, or the
    checkpoint."""
    table.change(question=None)
    if question.kind == "action":
        table.change(to_act=table.public.to_act[1:])
    else:
        table.change(stage="meeting_checkpoint")
    act(table, question.asked[0], all_of(answers, question.asked[0], o.Action))


def round_closed(table: Table, question: Question, answers: Answers) -> None:
    """Close a sealed round (mode `rounds`, 13.6): in round 1 the events are ordered and the first is
    revealed; then each player in turn takes the first of their actions that is possible at that moment."""
    table.change(question=None, stage="checkpoint")
    if question.at[1] == 1:
        keep_row(table, answers)
        reveal(table)
    for player in table.public.from_marker():
        act(table, player, all_of(answers, player, o.Action))


def act(table: Table, player: PlayerId, preferences: tuple[o.Action, ...]) -> None:
    """Carry out the first possible preference, or filed action; otherwise the default. Only the player learns
    what was not possible."""
    wanted = preferences or tuple(map(o.filed_action, filed_for(table.public, table.private[player])))

    def possible(action: o.Action, refuse: Refusals) -> None:
        judge(Case(table.public, player, table.cash(player), Level.NOW, refuse), action)

    tried = first_legal(wanted, possible)
    taken = tried.taken or default_action(table.public, player)
    if tried.refused:
        refused = tuple(_not_possible(wanted, problem) for problem in tried.refused)
        table.tell_only(PassedOver(*table.now, taken.kind, tried.taken is None, refused), player)
    if isinstance(taken, o.BribeOrder):
        bribes.begin(table, player, taken)
    else:
        perform(table, player, taken)
        settle(table)


def _not_possible(wanted: tuple[o.Action, ...], problem: Problem) -> NotPossible:
    place = problem.order or 0
    return NotPossible(place, wanted[place].kind, problem.code, problem.params)


def checkpoint(table: Table) -> None:
    """The end of a round (12)."""
    if table.public.triggered:
        end(table, last_turn=False)
    else:
        table.change(stage="event")


# ---- the Board Meeting event -----------------------------------------------------------------------------


def boss_privilege(table: Table) -> None:
    """Mode `classic`: ask the holder of a Boss card that can be used (9.7)."""
    public = table.public
    player = public.cards[BOSS].holder
    table.change(stage="extra")
    if player is not None and has_boss_card(public, player):
        table.change(question=Question("boss_privilege", (public.turn,), (player,)))


def boss_answered(table: Table, question: Question, answers: Answers) -> None:
    table.change(question=None)
    _use_boss(table, question.asked[0], first_of(answers, question.asked[0], o.Boss))


def _use_boss(table: Table, player: PlayerId, answer: o.Boss | None) -> None:
    wanted = answer or default_boss(table.public)
    if wanted.division is None:
        table.tell(BossDeclined(player))
        return
    opening_by_boss(table, player, wanted.division)
    settle(table)


def opening_by_boss(table: Table, player: PlayerId, division: str) -> None:
    """Open a department or, with the corrupt side, a general department (9.7)."""
    corrupt = table.public.cards[BOSS].corrupt
    (office,) = targets(table, [division])
    table.from_reserve(player, 2 if corrupt else 1)
    if not corrupt:
        table.supply(-1)
    table.open_office(office, player, 0 if corrupt else 1, corrupt)
    table.tell(BossUsed(player, office, corrupt))


def extra_action(table: Table) -> None:
    """Mode `classic`: ask the holder of a corrupt Communication card (9.3), once per Board Meeting."""
    public = table.public
    table.change(stage="meeting_checkpoint")
    player = public.cards["communication"].holder
    if player is not None and acts_at_meeting(public, player):
        table.change(question=Question("extra_action", (public.turn,), (player,)))


def meeting(table: Table) -> None:
    """Mode `rounds`: ask everybody whom the Board Meeting concerns, at once."""
    public = table.public
    asked = tuple(player for player in public.players if concerns(public, player))
    if asked:
        table.change(question=Question("meeting", (public.turn,), asked))
    else:
        table.change(stage="meeting_checkpoint")


def concerns(public: Public, player: PlayerId) -> bool:
    """Whether a player has a card to use at the Board Meeting, or a director (13.6)."""
    return has_boss_card(public, player) or acts_at_meeting(public, player) or bool(directors(public, player))


def meeting_closed(table: Table, question: Question, answers: Answers) -> None:
    """Close a meeting: the Boss card, then the extra action; the exits of directors are used in the phase I
    that follows."""
    table.change(question=None, stage="meeting_checkpoint")
    for player in question.asked:
        exits = {each.division: each.to for each in all_of(answers, player, o.Exit)}
        table.set_private(player, exits=exits)
    for player in question.asked:
        if has_boss_card(table.public, player):
            _use_boss(table, player, first_of(answers, player, o.Boss))
            break
    for player in question.asked:
        if acts_at_meeting(table.public, player):
            act(table, player, all_of(answers, player, o.Action))
            break


def meeting_checkpoint(table: Table) -> None:
    """End the game (in the last turn in any case, D45), or begin phase I of the next turn."""
    last = table.public.turn == C.end.last_turn
    if table.public.triggered or last:
        end(table, last_turn=not table.public.triggered)
    else:
        table.change(stage="thank_boss", turn=table.public.turn + 1)


def acts_alone(public: Public, player: PlayerId) -> bool:
    """Whether the Board Meeting asks a player only for the extra action."""
    others = has_boss_card(public, player) or directors(public, player)
    return acts_at_meeting(public, player) and not others
