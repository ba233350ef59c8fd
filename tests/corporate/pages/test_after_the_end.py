"""What a finished game reveals, and what stays closed."""

from __future__ import annotations

import re

from corporate.texts import names
from games.contract import Order
from games.receipts import without_closed

from ..stage import played, render_page


def test_d69_what_is_opened_after_the_end():
    """Strategies and hidden Backgrounds in the scores, forms and draws on their own pages; never the free
    text of the Secrets."""
    game = played(5, 1)
    page = render_page("scores", game.scene("p1"))
    drawers = list(game.state.private.values())
    held = [drawer for drawer in drawers if drawer.strategies or drawer.hidden_background]
    assert held
    for drawer in held:
        for title in drawer.strategies:
            assert re.search(rf"Strategy (held|missed): {re.escape(names.title(title))}", page)
        assert not drawer.hidden_background or names.background(drawer.hidden_background) in page
    texts = {drawer.secrets.split("\n")[0] for drawer in drawers} - {""}
    assert texts
    assert not any(text in page for text in texts)
    made = {"background": "nobody", "hidden": "heir", "strategies": {"leader": 4}, "secrets": "x"}
    order = Order("character", made)
    (opened,) = without_closed((order,))
    assert opened.data == {**order.data, "secrets": ""}
