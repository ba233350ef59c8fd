"""Absence: who is no longer awaited, when a game sleeps, who forfeits, whom a sealed window awaits."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.absence import Absence, after_answer, after_miss, split_asked

ANA, BOB, CHLOE = players = (PlayerId("p1"), PlayerId("p2"), PlayerId("p3"))
RULE = Absence(after=2, forfeit_after=4)


def test_absent_after_so_many_misses_in_a_row() -> None:
    missed: dict[PlayerId, int] = {}
    told = []
    for _ in range(3):
        missed = after_miss(missed, BOB)
        told.append((RULE.absent(players, missed), RULE.begins(missed[BOB])))
    assert told == [((), False), ((BOB,), True), ((BOB,), False)]
    assert [RULE.is_absent(count) for count in (1, 2, 3)] == [False, True, True]
    assert RULE.absent(players, after_answer(missed, BOB)) == ()


def test_counting_changes_no_older_count() -> None:
    before = {ANA: 1}
    assert after_miss(before, ANA) == {ANA: 2}
    assert after_answer(before, ANA) == {ANA: 0}
    assert before == {ANA: 1}


def test_an_answer_breaks_the_row() -> None:
    missed = after_miss(after_answer(after_miss({}, ANA), ANA), ANA)
    assert RULE.absent(players, missed) == ()


def test_whoever_said_that_he_is_away_is_absent_at_once() -> None:
    assert RULE.absent((CHLOE, ANA), {}, left={CHLOE}) == (CHLOE,)
    assert RULE.asleep((CHLOE, ANA), {ANA: 2}, left={CHLOE})


def test_a_game_sleeps_when_all_who_are_in_it_are_absent() -> None:
    assert RULE.asleep(players, {ANA: 2, BOB: 3, CHLOE: 2})
    assert not RULE.asleep(players, {ANA: 2, BOB: 3, CHLOE: 1})
    assert RULE.asleep((ANA, BOB), {ANA: 2, BOB: 3, CHLOE: 0})  # Chloé is out of the game


def test_forfeits_come_together_and_never_take_the_last() -> None:
    assert RULE.forfeits(players, {ANA: 4, BOB: 3, CHLOE: 9}) == (ANA, CHLOE)
    assert RULE.forfeits(players, {ANA: 3}) == ()
    assert RULE.forfeits(players, dict.fromkeys(players, 4)) == ()
    assert Absence(2).forfeits(players, {ANA: 99}) == ()


def test_a_sealed_window_awaits_those_who_are_not_excused() -> None:
    assert split_asked(players) == (players, ())
    assert split_asked(players, (BOB,)) == ((ANA, CHLOE), (BOB,))
    assert split_asked(players, (BOB,), (ANA,)) == ((CHLOE,), (ANA, BOB))


def test_a_window_always_waits_for_somebody() -> None:
    """All have answered in advance: those who are here are awaited. All are absent: everybody is."""
    assert split_asked(players, (BOB,), (ANA, CHLOE)) == ((ANA, CHLOE), (BOB,))
    assert split_asked(players, players, (ANA,)) == (players, ())
    assert split_asked((), players) == ((), ())
