"""The worked examples of section 9 about money: shares, dividends, influence, speculations."""

from __future__ import annotations

from corporate.rules.state import Council

from .scene import (
    CALM,
    Who,
    calm,
    check,
    claim,
    codes,
    derivative,
    game,
    influence,
    noon,
    quote,
    rank,
    sabotage,
    share,
    vote,
)

K = 1000
DERE = Council("deregulation", {"deregulation": ("p1",)})
BANK = Council("banking_safeguards", {"banking_safeguards": ("p1",)})


def test_e01_share_price() -> None:
    state = game({"ares": 13, "sony": 5, "horizon": 4})
    line = quote(state, share("sony")).orders[0]
    assert (line.code, line.amount) == ("buy_share", 500 * K)
    assert line.params == {"price": 500 * K, "assets": 5, "owns_after": 1}


def test_e02_share_of_the_first_corporation() -> None:
    state = game({"ares": 13, "sony": 5}, Who(), Who(citizenship="ares"), Who(shares={"ares": 1}))
    assert quote(state, share("ares")).spent == 1_625 * K
    assert quote(state, share("ares"), player="p2").spent == 1_300 * K
    # Nor does being citizen of another corporation.
    assert quote(game({"ares": 13}, Who(citizenship="sony"), Who()), share("ares")).spent == 1_625 * K
    # A claim on the same form does not lower the price.
    assert quote(state, claim("ares"), share("ares"), player="p3").spent == 1_625 * K


def test_shares_on_one_form_add_up() -> None:
    state = game({"ares": 13, "sony": 5}, Who(influence=3, shares={"sony": 2}), Who())
    lines = quote(state, share("sony"), share("ares"), share("sony")).orders
    assert [line.params["owns_after"] for line in lines] == [3, 1, 4]


def dividends(assets: dict[str, int], shares: dict[str, int]) -> int:
    told = noon(game(assets, Who(shares=shares), Who()), {}, ("renraku", "aztechnology"))
    return sum(line["amount"] for line in told.told("p1", "dividend"))


def test_e03_dividends() -> None:
    shares = {"sony": 2, "ares": 1}
    # Renraku first and Aztechnology last touch nobody here; the hand raises one and lowers the other.
    middle = {"renraku": 20, "ares": 10, "sony": 5, "aztechnology": 3}
    assert dividends(middle, shares) == 1_000 * K
    # First is Spinrad, whose effect is on itself: the share of 10 assets is 12 after it, so start at 8.
    first = {"spinrad": 8, "renraku": 7, "sony": 5, "aztechnology": 3}
    assert dividends(first, {"sony": 2, "spinrad": 1}) == 500 * K + 750 * K
    last = {"renraku": 20, "ares": 10, "aztechnology": 6}
    assert dividends(last, {"aztechnology": 2, "ares": 1}) == 250 * K + 500 * K


def test_e04_influence() -> None:
    prices = []
    for level in range(1, 6):
        state = game(CALM, Who(money=5_000 * K, influence=level), Who())
        prices.append(quote(state, influence()).spent)
    assert prices == [800 * K, 1_200 * K, 1_600 * K, 2_000 * K, 2_400 * K]
    assert sum(prices) == 8_000 * K
    # Bought on turn 3, the level limits orders from turn 4.
    state = game(CALM, Who(money=9_000 * K), Who(), turn=3)
    both = (influence(), share("sony"), share("sony"))
    assert codes(state, *both) == ["share_quota"]
    after = calm(state, {"p1": both[:2]}).state
    assert after.public.turn == 4
    assert codes(after, share("sony"), share("sony")) == []


def claim_lines(background: str | None, claims: tuple[int, ...]) -> list[int]:
    end = calm(game(CALM, Who(background=background, claims=claims), Who(), turn=8), {}).state
    standings = end.public.standings
    assert standings is not None
    mine = next(one for one in standings if one.player == "p1")
    return [line.amount for line in mine.breakdown if line.code == "claim"]


def test_e05_citizenship_cost() -> None:
    """D45: claims add up."""
    state = game(CALM, Who(shares={"sony": 1}), Who(shares={"sony": 1}, background="man_of_honour"), turn=6)
    assert quote(state, claim("sony")).orders[0].params == {"points": -6}
    assert quote(state, claim("sony"), player="p2").orders[0].params == {"points": -12}
    told = calm(state, {"p1": [claim("sony")], "p2": [claim("sony")]})
    assert told.told("p1", "citizenship_claimed") == [{"corporation": "sony", "points": -6}]
    assert told.told("p2", "citizenship_claimed") == [{"corporation": "sony", "points": -12}]
    assert told.state.private["p1"].claims == (6,)  # type: ignore[index]
    assert claim_lines(None, (2, 6)) == [-2, -6]
    assert sum(claim_lines("man_of_honour", (2, 6))) == -16
    assert claim_lines(None, ()) == []


def test_a_man_of_honour_whom_nobody_hides_is_shown_what_his_claim_costs_him() -> None:
    """8.7: the Background that Nobody hides scores, and its price is due, like any other's."""
    hidden = Who(shares={"sony": 1}, background="nobody", hidden="man_of_honour")
    plain = Who(shares={"sony": 1}, background="nobody", hidden="heir")
    state = game(CALM, hidden, plain, turn=6)
    assert quote(state, claim("sony")).orders[0].params == {"points": -12}
    assert quote(state, claim("sony"), player="p2").orders[0].params == {"points": -6}
    told = calm(state, {"p1": [claim("sony")], "p2": [claim("sony")]})
    assert told.told("p1", "citizenship_claimed") == [{"corporation": "sony", "points": -12}]
    assert told.told("p2", "citizenship_claimed") == [{"corporation": "sony", "points": -6}]


def test_e14_speculations() -> None:
    # The Nikkei (Sony, Shiawase, Renraku) gains 2; Horizon ends second.
    state = game({**CALM, "renraku": 10, "horizon": 12}, Who(influence=2), Who(), Who())
    told = noon(
        state,
        {
            "p1": [derivative("nikkei", "down", 200 * K), rank("horizon", 2, 100 * K)],
            "p2": [vote("sony", "spinrad")],
        },
        ("sony", "saeder-krupp"),
    )
    fall = told.told("p1", "derivative_result")[0]
    assert (fall["was"], fall["now"], fall["won"], fall["received"]) == (27, 29, False, 0)
    place = told.told("p1", "rank_result")[0]
    assert (place["final"], place["won"], place["odds"], place["received"]) == (2, True, 5, 500 * K)
    assert told.money() - 2_000 * K == 200 * K


def test_e15_odds() -> None:
    bets = (
        rank("spinrad", 1, 100 * K),
        rank("spinrad", 4, 100 * K),
        derivative("nikkei", "up", 100 * K),
    )

    def returns(council: Council) -> list[int]:
        state = game(CALM, Who(influence=3), Who(), council=council, turn=2)
        return [line.params["returns"] for line in quote(state, *bets).orders]

    assert returns(Council()) == [300 * K, 500 * K, 200 * K]
    assert returns(DERE) == [400 * K, 600 * K, 300 * K]
    # Won and paid as quoted; a safeguarded loss gives its stake back.
    for council, received in ((Council(), 300 * K), (DERE, 400 * K), (BANK, 300 * K)):
        told = calm(game(CALM, Who(), Who(), council=council, turn=2), {"p1": bets[:1]})
        assert told.told("p1", "rank_result")[0]["received"] == received
        assert told.money() == 1_900 * K + received
    for council, received in ((Council(), 0), (DERE, 0), (BANK, 100 * K)):
        told = calm(game(CALM, Who(), Who(), council=council, turn=2), {"p1": bets[1:2]})
        assert told.told("p1", "rank_result")[0]["received"] == received
        assert told.money() == 1_900 * K + received


def test_e16_derivative_and_crash() -> None:
    """D24: a crash counts with its last value, then leaves both sides of the comparison."""
    # Sony 6 to 7, Shiawase 5 to 6, Renraku 1 to -1: 12 and 12.
    assets = {"spinrad": 40, "sony": 6, "shiawase": 5, "ares": 4, "aztechnology": 3, "renraku": 1}
    state = game(assets, Who(), Who(), Who(), turn=2)
    # Renraku is last: Sony -1, Shiawase +1. Votes: Sony twice up, Renraku twice down.
    told = noon(
        state,
        {
            "p1": [derivative("nikkei", "up", K), vote("sony", "renraku")],
            "p2": [derivative("nikkei", "down", K), vote("sony", "renraku")],
        },
        ("ares", "spinrad"),
    )
    assert told.assets("sony", "shiawase", "renraku") == [7, 6, -1]
    for player in ("p1", "p2"):
        line = told.told(player, "derivative_result")[0]
        assert (line["was"], line["now"], line["won"]) == (12, 12, False)
    assert told.public("wall_street")[0]["derivatives"][0] == {
        "derivative": "nikkei",
        "members": ["sony", "shiawase", "renraku"],
        "was": 12,
        "now": 12,
        "opening": 13,
    }
    assert [news["corporation"] for news in told.public("crash_news")] == ["renraku"]
    # On the next turn the reference is 13; ending at 14, up wins.
    then = noon(told.state, {"p1": [derivative("nikkei", "up", K)]}, ("sony", "spinrad"))
    line = then.told("p1", "derivative_result")[0]
    assert (line["was"], line["now"], line["won"], line["received"]) == (13, 14, True, 2 * K)


def test_e26_affordability() -> None:
    state = game({"ares": 13, "sony": 9, "horizon": 8})
    sheet = (share("sony"), influence())
    assert quote(state, *sheet).left == 300 * K
    refused = check(state, *sheet, sabotage("ares", 7))
    assert [(one.code, one.order, one.input) for one in refused] == [("not_enough_money", 2, "steps")]
    assert refused[0].params == {"price": 350 * K, "left": 300 * K, "missing": 50 * K}
    assert check(state, *sheet, sabotage("ares", 6)) == ()
    assert quote(state, *sheet, sabotage("ares", 6)).left == 0
    rich = game({"ares": 13, "sony": 9, "horizon": 8}, Who(money=90_000 * K), Who())
    second = check(rich, share("sony"), share("sony"))
    assert [(one.code, one.order, dict(one.params)) for one in second] == [
        ("share_quota", 1, {"used": 2, "of": 1})
    ]
