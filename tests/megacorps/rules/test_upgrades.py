"""Drawers of an earlier schema are read as those of today."""

from __future__ import annotations

from games.contract.codec import as_kept, from_plain
from megacorps.rules import RULES
from megacorps.rules.frames import FRAMES, Play, Turn
from megacorps.rules.orders import CardOrder, PlayCard
from megacorps.rules.state import Hidden, Private, StandingOrders

from .scene import P1, P2


def test_schema_2_a_card_names_whom_its_author_votes_for_by_the_key_of_the_form():
    order = CardOrder("last_call", "elections#1", country="india", for_=P2)
    play = PlayCard("elections#1", country="india", for_=P2)
    private = Private(hand=("elections#1",), standing=StandingOrders(card_orders=(order,)))
    hidden = Hidden(frames=tuple(map(FRAMES.keep, (Turn(P1, (play,)), Play(P1, play, None, True)))))

    def earlier(raw):
        if isinstance(raw, list):
            return [earlier(each) for each in raw]
        if isinstance(raw, dict):
            return {{"for_": "vote"}.get(key, key): earlier(each) for key, each in raw.items()}
        return raw

    for owner, drawer in (("p1", private), ("hidden", hidden)):
        kept = earlier(as_kept(drawer))
        assert "vote" in str(kept) and "for_" not in str(kept)
        assert from_plain(RULES.upgrade(owner, kept, 1), type(drawer)) == drawer
