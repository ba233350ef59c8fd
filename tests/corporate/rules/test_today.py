"""What the score would be if the game ended now, as far as one reader may know."""

from __future__ import annotations

from msgspec.structs import replace

from corporate.rules.scoring import score
from corporate.rules.state import Hidden, Private, Public, Tally
from corporate.rules.today import today
from games.contract import PlayerId, State
from games.rulekit.events import line

from .playing import play
from .scene import Who, claim, game, noon
from .test_examples_end import P, Q, R, S

ONE, TWO = PlayerId("p1"), PlayerId("p2")


def bounds(state: State[Public, Private, Hidden], reader: PlayerId = ONE) -> tuple[int, int]:
    found = today(state.seen_by(reader))
    assert found is not None
    return (
        sum(one.least for one in found.own),
        sum(one.least if one.most is None else one.most for one in found.own),
    )


def test_what_a_reader_is_told_holds_the_score_that_would_be_counted():
    """In random games, at every noon: the real score lies between the bounds, and each line that is sure, or
    that everybody can count, is a line of it. Only a Spin genius may have more."""
    seen = 0
    for step in play(4, 3):
        state = step.outcome.state
        if state.public.standings is not None or not state.public.corporations:
            continue
        for standing in score(state):
            reader = PlayerId(standing.player)
            found = today(state.seen_by(reader))
            assert found is not None
            spins = any(one.most is None for one in found.own)
            least, most = bounds(state, reader)
            recorded = any(len(row.history) > 1 for row in state.public.corporations.values())
            if recorded:
                assert least <= standing.score
                assert standing.score <= most or spins
            lines = [line(one.line) for one in found.own if one.sure and one.most is not None]
            assert all(told in standing.breakdown for told in lines if told.code != "money")
            seen += len(lines)
            if not state.private[reader].hidden_background:
                assert all(line(told) in standing.breakdown for told in found.seen[reader])
    assert seen > 100


def test_the_lines_are_those_of_the_end():
    """E28: what P may know of it. The others may be richer, or have won more Datasteals."""
    state = game({"ares": 14, "sony": 12, "horizon": 11, "renraku": 9, "neonet": 8}, P, Q, R, S, turn=8)
    found = today(state.seen_by(ONE))
    assert found is not None
    told = {line(one.line).code + str(getattr(one.line, "title", "")): one for one in found.own}
    assert (told["titlebig_boss"].least, told["titlebig_boss"].most) == (12, 12)
    assert (told["money"].least, told["money"].most) == (1, 4)
    assert (told["titlecode_breaker"].least, told["titlecode_breaker"].most) == (0, 5)
    assert (told["strategyrentier"].least, told["strategyrentier"].most) == (-2, 4)
    assert (told["strategybig_boss"].least, told["strategybig_boss"].most) == (6, 6)
    assert told["no_background"].seen
    assert not told["strategybig_boss"].seen


def test_everybody_counts_the_same_and_nothing_of_a_drawer():
    state = game({"ares": 14, "sony": 12, "horizon": 11}, P, Q, R, S, turn=8)
    seen = today(state.seen_by(ONE))
    rich = replace(state.private[TWO], scoring_money=10**9, tally=Tally(9, {"datasteal": 9}), claims=(1, 2))
    changed = State(state.public, {**state.private, TWO: rich}, state.hidden)
    assert seen is not None
    for reader in (ONE, PlayerId("p3")):
        assert today(changed.seen_by(reader)) == today(state.seen_by(reader))
    found = today(changed.seen_by(TWO))
    assert found is not None
    assert found.seen == seen.seen
    spectator = today(replace(state.seen_by(ONE), viewer=None, private=None))
    assert spectator is not None
    assert (spectator.seen, spectator.own) == (seen.seen, ())


def test_a_claim_counts_for_whoever_made_it_and_is_not_counted_by_others():
    state = game({"ares": 14, "sony": 12, "horizon": 11}, Who(shares={"sony": 1}), Who(), turn=3)
    outcome = noon(state, {"p1": [claim("sony")]})
    assert outcome.state.private[ONE].claims == (3,)
    own, other = today(outcome.state.seen_by(ONE)), today(outcome.state.seen_by(TWO))
    assert own is not None and other is not None
    assert [(told.least, told.most, told.seen) for told in own.own if told.line.code == "claim"] == [
        (-3, -3, False)
    ]
    assert "claim" not in [line.code for line in other.seen[ONE]]


def test_nothing_before_the_ranking_is_drawn_and_the_opening_money_on_the_first_turn():
    state = game()
    assert today(replace(state.seen_by(ONE), public=replace(state.public, corporations={}))) is None
    found = today(state.seen_by(ONE))
    assert found is not None
    money = next(one for one in found.own if one.line.code == "money")
    assert (money.least, money.most) == (1, 3)
    assert getattr(money.line, "money", 0) == state.private[ONE].money
