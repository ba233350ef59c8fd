"""What decided a game: an act of the last turn is taken away alone, and the score counted anew."""

from __future__ import annotations

from msgspec.structs import replace

from corporate.rules.archives import Noon, turns
from corporate.rules.content import VICTORY
from corporate.rules.deciding import _acts, pivots, without
from games.contract import Standing

from ..stage import played

SLIGHT = 1  # points between the winner and whoever would have won


def last_of(game):
    return turns(Noon(a.chapter, a.before, a.draws, a.told, a.same_rules) for a in game.archives)[-1]


def test_nothing_taken_away_changes_nothing():
    for seed in (1, 2, 3):
        public = played(4, seed).state.public
        assert without(public, {}) == {one.player: one.score for one in public.standings}


def test_a_share_is_worth_what_its_new_rank_is_worth():
    """The first corporation loses so much that it is last: its owners lose what they had for it."""
    public = played(4, 2).state.public
    alive = sorted((row.rank, slug) for slug, row in public.corporations.items() if row.crashed is None)
    first, second = alive[0][1], alive[1][1]
    lead = public.corporations[first].assets - public.corporations[second].assets
    scores = without(public, {first: lead + 1})  # it would stand one below the second
    assert scores is not None
    one, two = VICTORY.shares_by_final_rank[:2]
    for standing in public.standings:
        seat = public.seats[standing.player]
        moved = (two - one) * (seat.shares.get(first, 0) - seat.shares.get(second, 0))
        moved += VICTORY.citizenship_per_rank * ((seat.citizenship == first) - (seat.citizenship == second))
        titles = scores[standing.player] - standing.score - moved
        assert titles == 0 or abs(titles) <= 12  # the title for shares of the first corporation


def test_a_crash_cannot_be_undone():
    public = played(4, 2).state.public
    slug, row = next((slug, row) for slug, row in public.corporations.items() if row.crashed is None)
    assert without(public, {slug: row.assets}) is None
    gone = replace(public, corporations={**public.corporations, slug: replace(row, crashed=8)})
    assert without(gone, {slug: -1}) is None


def test_a_pivot_is_an_act_without_which_others_win():
    """Two players stand so close that an act which moves their points apart decides between them."""
    found = 0
    for seed in range(1, 6):
        game = played(4, seed)
        public, last = game.state.public, last_of(game)
        for player, act, hits in _acts(last):
            moved = without(replace(public, standings=flat(public, 50)), hits)
            if moved is None or len(set(moved.values())) == 1:
                continue
            loser = max(moved, key=lambda one: moved[one])
            winner = min(moved, key=lambda one: moved[one])
            close = replace(public, standings=flat(public, 0, **{winner: 51, loser: 51 - SLIGHT}))
            if moved[loser] - moved[winner] > SLIGHT:
                found += 1
                (pivot,) = [one for one in pivots(close, last) if (one.player, one.act) == (player, act)]
                assert pivot.winners == (loser,)
                assert not pivots(replace(public, standings=flat(public, 0, **{winner: 99})), last)
    assert found > 1


def flat(public, score, **others):
    """Final standings with made up scores."""
    scores = dict.fromkeys(public.players, score) | others
    best = max(scores.values())
    return tuple(
        Standing(player, 1 if scores[player] == best else 2, scores[player], ())
        for player in sorted(scores, key=lambda one: -scores[one])
    )
