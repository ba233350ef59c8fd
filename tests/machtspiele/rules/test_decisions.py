"""The decisions of section 14 that the examples do not show, each named by its number."""

from __future__ import annotations

from msgspec.structs import replace

from games.contract import Dice
from machtspiele.rules import RULES
from machtspiele.rules.content import DIVISIONS, OTHERS
from machtspiele.rules.phases.board_meeting import PHASE_ONE, candidates
from machtspiele.rules.points import outdoes
from machtspiele.rules.standings import ranked
from machtspiele.rules.state import Hidden, Nemesis, Public

from .scene import P1, P2, P3, P4, PASS, K, M, Played, act, at, bribe, buy, game, new, recruit
from .test_examples_setup import after_event


def test_the_seven_steps_of_phase_one_are_one_tuple():
    assert [step.__name__ for step in PHASE_ONE] == [
        "thank_boss", "elect_boss", "appoint", "distribute", "influence", "motivation", "order_events",
    ]  # fmt: skip


# ---- the board: D1, D8b to D16 ---------------------------------------------------------------------------


def test_d1_d10_the_board_has_five_seats_and_overflows_in_the_setup_too():
    played = new(3)
    for number in range(9):
        played.act(act("place", to="board"))
        assert len(played.public.board) <= 5
        pushed = played.fact("placed")["pushed"]
        assert (pushed is not None) == (number >= 5)
    assert sum(seat.reserve for seat in played.public.seats.values()) == 3 * 18 - 5


def test_d8b_without_a_director_of_communication_the_marker_stays():
    stays = Played(game(marker=P2, stage="distribute", round=1))
    assert stays.public.marker == P2
    goes = Played(game(marker=P2, stage="distribute", round=1, directors={"communication": "p3"}))
    assert goes.public.marker == P3
    assert goes.main.awaited == (P3,)


def test_d9_the_first_free_office_from_the_top_and_nothing_moves_up():
    offices = {"legal-1": ("p2", 1), "legal-2": ("p1", 2), "legal-4": ("p2", 1)}
    played = Played(game(offices=offices)).act(act("open_new", division="legal"))
    assert "legal-3" in played.public.offices
    played.act(act("move", moves=[{"from_": "legal-1", "division": "personnel"}]))
    assert set(played.public.offices) == {"legal-2", "legal-3", "legal-4", "personnel-1"}


def test_d11_nobody_on_the_board_no_boss():
    played = Played(game(stage="thank_boss", boss="p2", round=1, cards={"boss": "p2"}))
    assert played.public.boss is None
    assert (played.reserve("p2"), played.card("boss")) == (18, "")


def test_d12_ties_for_a_director():
    """The sitting one first; nobody there: no change; without a figure in reserve the next best."""
    offices = {"legal-1": ("p1", 1), "legal-2": ("p2", 5)}
    sits = game(offices=offices, directors={"legal": "p1", "controlling": "p3"})
    assert candidates(sits.public) == []
    assert [each.new for each in candidates(game(offices=offices).public)] == [P2]
    empty = replace(sits.public, directors={})
    seats = {**empty.seats, P2: replace(empty.seats[P2], reserve=0)}
    assert [each.new for each in candidates(replace(empty, seats=seats))] == [P1]
    nobody = {player: replace(seat, reserve=0) for player, seat in empty.seats.items()}
    assert candidates(replace(empty, seats=nobody)) == []
    twice = {**offices, "personnel-1": ("p2", 5)}
    one_left = game(offices=twice, reserve={"p2": 1})
    assert [(e.division, e.new) for e in candidates(one_left.public)] == [("personnel", P2), ("legal", P1)]


def exits(**given) -> Played:
    offices = {"legal-1": ("p1", 3), "personnel-1": ("p1", 3), "legal-2": ("p2", 1), "legal-3": ("p1", 1)}
    directors = {"legal": "p2", "personnel": "p3"}
    return Played(game(offices=offices, directors=directors, stage="appoint", round=1, **given))


def test_d13_an_ousted_director_leaves_alone():
    played = exits()
    played.hand_in(
        p2=act("exit", division="legal", to="consultant"), p3=act("exit", division="personnel", to="board")
    )
    assert played.public.consultants == {"legal": (P2,)}
    assert "legal-2" in played.public.offices
    assert "closed" not in played.told


def test_d14_exits_are_chosen_together_and_applied_in_board_order():
    played = exits(board="p1 p1 p1 p1")
    assert (played.main.awaited, played.main.closes.value) == ((P2, P3), "together")
    played.hand_in(
        p2=act("exit", division="legal", to="board"), p3=act("exit", division="personnel", to="board")
    )
    assert played.board == "p1 p1 p1 p3 p2"  # Personnel stands before Legal
    assert [(f["division"], f["pushed"]) for f in played.facts("director")] == [
        ("personnel", None),
        ("legal", "p1"),
    ]


def test_the_default_of_an_exit():
    """13.2: a consultant if he has none in that box yet, otherwise the board."""
    played = exits(consultants={"legal": "p2"}).miss()
    assert played.board == "p2"
    assert played.public.consultants == {"legal": (P2,), "personnel": (P3,)}


def test_d15_a_card_without_an_office_holder_is_out_of_play():
    played = Played(
        game(stage="distribute", round=1, directors={"legal": "p2"}, cards={"personnel": "p1 corrupt"})
    )
    assert (played.card("personnel"), played.card("legal")) == ("", "p2")
    played.miss()
    assert played.codes("p1", bribe(("personnel", 50 * K))) == ["no_holder"]


def test_d16_two_rules_of_order_and_no_third():
    drawn = list(game(stage="order_events", round=1).private[P1].drawn)
    played = Played(game(stage="order_events", round=1))
    for cards in (
        [*drawn[:4], "bonus_day", "board_meeting", *drawn[4:]],
        ["bonus_day", *drawn, "board_meeting"],
    ):
        assert played.codes("p1", act("events", cards=cards)) == []


# ---- events and privileges: D17 to D23 -------------------------------------------------------------------


def test_d17_d18_boss_card_then_the_extra_action_then_the_boss_is_thanked():
    state = game(round=6, board="p1", boss="p2", cards={"boss": "p2", "communication": "p3 corrupt"})
    played = Played(state)
    assert played.main.name == "boss_privilege/2"
    played.act(act("boss", division="legal"))
    assert (played.main.name, played.public.boss) == ("extra_action/2", P2)
    played.act(PASS)
    assert played.told[:2] == ["passed", "boss_thanked"]
    assert played.public.turn == 3


def test_a_boss_card_that_cannot_be_used_asks_nobody():
    """9.7, D48."""
    played = Played(game(round=6, cards={"boss": "p2 corrupt"}, reserve={"p2": 1}))
    assert played.main.kind != "boss_privilege"
    plain = Played(game(round=6, cards={"boss": "p2"}, reserve={"p2": 1}))
    assert plain.main.kind == "boss_privilege"
    plain.miss()
    assert plain.fact("boss_used") == {"player": "p2", "office": "development-1", "general": False}


def test_the_corrupt_boss_card_opens_a_general_department():
    played = Played(game(round=6, cards={"boss": "p2 corrupt"}))
    played.act(act("boss", division="legal"))
    assert (played.points("p2", "general_departments"), played.employees("legal-1")) == (1, [0])
    declined = Played(game(round=6, cards={"boss": "p2 corrupt"})).act(act("boss", decline=True))
    assert "boss_declined" in declined.told


def test_the_buyer_of_the_communication_card_gets_no_second_extra_action():
    """8.2."""
    played = Played(game(round=6, cards={"communication": "p3 corrupt", "legal": "p2"}))
    played.act(bribe(("legal", 50 * K)))
    played.hand_in(p2=act("reply", accept=True))
    assert played.public.turn == 3


def test_d19_d20_nobody_pays_more_than_he_has():
    table = after_event("fool#1")
    assert [table.cash(p) for p in (P1, P2, P3)] == [800 * K] * 3
    table = after_event("birthday#1", boss="p1", directors={"legal": "p1"}, cash={"p1": 50 * K})
    assert table.cash(P1) == 0


def test_d21_the_boss_is_no_board_member():
    table = after_event("summer_gala#1", boss="p1", board="p2")
    assert [table.cash(p) for p in (P1, P2)] == [800 * K, 700 * K]


def test_d22_a_scandal_turns_the_boss_card_down_in_a_bribers_hands_too():
    table = after_event("board_scandal#1", boss="p1", cards={"boss": "p2 corrupt"})
    assert (table.cash(P1), table.public.boss) == (1_000 * K, None)
    assert table.public.cards["boss"].face_down
    quiet = after_event("board_scandal#1", cards={"boss": "p2 corrupt"})
    assert not quiet.public.cards["boss"].face_down


def test_d23_one_supplement_for_each_department_of_either_kind():
    offices = {"legal-1": ("p1", 1), "legal-2": ("p1", 0, True)}
    table = after_event("bonus_day", offices=offices, cards={"controlling": "p1"}, motivation=0)
    (told,) = [event.data for event in table.outcome().events if event.kind == "income"]
    assert told["lines"][-1] == {"per": "supplement", "count": 2, "amount": 200 * K}


# ---- actions: D24 to D32, D37, D42, D44 ------------------------------------------------------------------


def test_d24_recruits_may_be_split():
    played = Played(game(offices={"legal-1": ("p1", 1), "personnel-1": ("p1", 0, True)}))
    played.act(recruit("legal-1", "personnel-1"))
    assert played.employees("legal-1", "personnel-1") == [2, 1]


def test_d25_exactly_two_employees_or_a_newcomer_with_more():
    offices = {"legal-1": ("p1", 6)}
    played = Played(game(offices=offices, cards={"personnel": "p1"}, motivation=2))
    move = [{"from_": "legal-1", "count": 3}]
    played.act(act("open_new", division="legal", extra=1, move=move))
    assert played.employees("legal-1", "legal-2") == [3, 5]
    assert played.public.supply == 60 - 8


def test_d26_a_merger_may_go_anywhere_and_what_exceeds_six_too():
    offices = {"legal-1": ("p1", 6), "personnel-1": ("p1", 6), "controlling-1": ("p1", 1)}
    played = Played(game(offices=offices))
    merge = act("merge", from_=["legal-1", "personnel-1"], to={"division": "development"},
                overflow=[at("controlling-1", 4)])  # fmt: skip
    played.act(merge)
    assert played.employees("development-1", "controlling-1") == [6, 5]
    assert played.fact("merged")["dismissed"] == 2
    assert set(played.public.offices) == {"development-1", "controlling-1"}


def test_d27_only_ones_own_departments_close():
    offices = {"legal-1": ("p1", 2), "legal-2": ("p2", 2), "legal-3": ("p1", 3, True)}
    played = Played(game(offices=offices, directors={"legal": "p1"}))
    played.act(act("resign", division="legal", to="board"))
    assert set(played.public.offices) == {"legal-2", "legal-3"}


def test_d28_one_point_of_corruption_an_action_and_an_employee_a_refusal():
    played = Played(game(cards={"legal": "p2", "personnel": "p2"}, offices={"legal-1": ("p2", 2)}))
    played.act(bribe(("legal", 50 * K), ("personnel", 100 * K)))
    played.miss().miss()
    assert played.points("p1", "corruption") == 1
    assert played.facts("closed") == [{"player": "p2", "office": "legal-1"}]


def test_an_employee_is_removed_from_the_first_office_of_the_list_that_has_one():
    """10: entries that are not the target's are skipped; then his fullest."""
    offices = {
        "legal-1": ("p1", 3),
        "legal-2": ("p2", 1),
        "personnel-1": ("p2", 4),
        "controlling-1": ("p2", 4),
    }
    for remove, lost in ((("legal-1", "legal-2"), "legal-2"), (("legal-1",), "personnel-1")):
        played = Played(game(offices=offices, cards={"legal": "p2"})).act(bribe(("legal", 50 * K, *remove)))
        played.miss()
        assert played.fact("bribe_refused")["office"] == lost


def test_d29_one_purchase_an_action():
    assert Played(game()).codes("p1", (*buy(1), *buy(1))) == ["one_order"]


def test_d30_the_bonus_is_applied_in_full_and_the_paid_for_need_not_be_left():
    state = game(cards={"accounting": "p1"}, motivation=1, market=(3, 3, 0, 3, 1, 3, 3))
    played = Played(state).act(buy(5))
    assert played.fact("shares_bought") == {"player": "p1", "value": 5, "cost": 400 * K, "bonus": 2}
    assert played.public.market == (3, 3, 0, 3, 0, 3, 3)


def test_d31_a_privilege_is_used_again_in_the_next_round():
    played = Played(game(offices={"legal-1": ("p1", 4)}, cards={"legal": "p1"}))
    for influence in (1, 2):
        played.act(act("use_legal", dismiss=[at("legal-1")])).act(PASS).act(PASS)
        assert (played.points("p1", "influence"), played.card("legal")) == (influence, "p1")


def test_d32_corrupt_cards_may_be_used_in_part_and_step_by_step():
    """D44: only the corrupt Development card works step by step."""
    offices = {"legal-1": ("p1", 5), "legal-2": ("p2", 1), "personnel-1": ("p1", 1)}
    cards = {"development": "p1 corrupt", "legal": "p1 corrupt"}
    played = Played(game(offices=offices, cards=cards))
    take = {"from_": "legal-2", "to": "legal-1"}
    assert played.codes("p1", act("use_development", take=[take, take])) == ["no_room", "too_few_employees"]
    played.act(act("use_development", take=[take, {"from_": "supply", "to": "personnel-1"}]))
    assert played.employees("legal-1", "legal-2", "personnel-1") == [6, 0, 2]
    assert played.facts("closed") == [{"player": "p2", "office": "legal-2"}]


def test_d37_passing_is_allowed():
    assert "passed" in Played(game()).act(PASS).told


def test_d44_what_an_action_frees_it_cannot_use():
    """The office and the executive of a department that it closes, and the one that it opens; see X26."""
    one = {"division": "legal", "from_": ["legal-1", "legal-1"]}
    full = {f"legal-{n}": ("p1" if n == 1 else "p2", 2) for n in range(1, 7)}
    played = Played(game(offices=full))
    assert played.codes("p1", act("open_own", new=[one])) == ["division_full"]
    own = {"legal-1": ("p1", 2), "personnel-1": ("p1", 1)}
    played = Played(game(offices=own, reserve={"p1": 0}))
    assert played.codes("p1", act("open_own", new=[one])) == ["no_executives"]
    played = Played(game(offices=own))
    newcomer = {"division": "controlling", "from_": ["legal-2", "legal-2"]}
    assert played.codes("p1", act("open_own", new=[one, newcomer])) == ["not_your_office"]
    played.act(act("open_own", new=[one]))
    assert (played.employees("legal-2", "personnel-1"), played.reserve("p1")) == ([1, 1], 16)
    assert "legal-1" not in played.public.offices


def test_d42_the_bank_is_unlimited():
    """It pays what is due, whatever it has paid before, and nothing in the game says what it has."""
    generals = {f"{division}-{n}": ("p1", 6, True) for division in DIVISIONS[:4] for n in (1, 2)}
    given = {"offices": generals, "board": "p1 p1 p2", "boss": "p3"}
    got, ids = [], (P1, P2, P3)
    for before in (0, 10**12):
        after = Played(game(**given, round=4, cash=dict.fromkeys(ids, before))).cash(*ids)
        got.append([amount - before for amount in after])
    assert got[0] == got[1]
    assert min(got[0]) > 0
    assert not any("bank" in name for drawer in (Public, Hidden) for name in drawer.__struct_fields__)


# ---- points and the end: D4, D33, D35, D39, D40 ----------------------------------------------------------


def test_d33_only_the_nemesis_point_can_be_lost():
    tracks = {"p1": {"influence": 7, "shares": 18}}
    played = Played(game(tracks=tracks, offices={"legal-1": ("p1", 0, True)}))
    for _ in range(6):
        played.miss()
    assert played.points("p1", "influence") >= 7


def test_d34_after_the_board_meeting_event_the_game_ends_without_a_new_phase_one():
    tracks = {"p1": {"influence": 7, "shares": 18, "corruption": 9, "general_departments": 3}}
    played = Played(game(round=6, tracks=tracks, cards={"boss": "p1 corrupt"}))
    played.act(act("boss", division="legal"))
    assert played.public.over
    assert (played.public.turn, "boss_thanked" in played.told) == (2, False)


def test_d35_ties_go_by_cash_shares_influence_corruption():
    public = game(4, tracks={"p1": {"corruption": 2}, "p2": {"influence": 1}, "p3": {"shares": 1}}).public
    nothing = dict.fromkeys(public.players, ())
    same = dict.fromkeys(public.players, 100 * K)
    assert [one.player for one in ranked(public, nothing, same)] == [P3, P2, P1, P4]
    richer = {**same, P4: 150 * K}
    assert ranked(public, nothing, richer)[0].player == P4
    level = replace(public, seats=dict.fromkeys(public.players, public.seats[P4]))
    assert [one.rank for one in ranked(level, nothing, same)] == [1, 1, 1, 1]


def test_d39_consulting_is_compared_by_different_boxes():
    public = game(consultants={"legal": "p1 p2 p2 p2", "personnel": "p1"}).public
    tracks = {P1: {"shares": 1, "corruption": 1}}
    seats = {p: replace(seat, **tracks.get(p, {})) for p, seat in public.seats.items()}
    assert outdoes(replace(public, seats=seats), P1, Nemesis(P2, "n6"))


def test_d4_tracks_have_no_upper_end():
    """A point beyond every threshold counts, and decides who outdoes whom; equal is not enough."""
    given = {"offices": {"legal-1": ("p1", 6)}, "cards": {"legal": "p1"}}
    played = Played(game(**given, tracks={"p1": {"influence": 99}, "p2": {"influence": 99}}))
    assert not outdoes(played.public, P1, Nemesis(P2, "n1"))
    level = {"shares": 21, "corruption": 60}
    public = game(tracks={"p1": {"influence": 100, **level}, "p2": {"influence": 99, **level}}).public
    ahead = replace(public.seats[P1], shares=22, corruption=61)
    assert outdoes(replace(public, seats={**public.seats, P1: ahead}), P1, Nemesis(P2, "n1"))
    played.act(act("use_legal", dismiss=[at("legal-1")]))
    assert played.points("p1", "influence") == 100


def test_d40_four_points_declare_themselves_once():
    tracks = {"p1": {"influence": 6, "shares": 18, "corruption": 9, "general_departments": 4}}
    played = Played(game(tracks=tracks, offices={"legal-1": ("p1", 4)}, cards={"legal": "p1"}))
    played.act(act("use_legal", dismiss=[at("legal-1")]))
    assert played.fact("four_points") == {"player": "p1", "nemesis": None, "card": None}
    played.act(PASS).act(PASS)
    assert played.public.over


def test_who_outdoes_his_nemesis_after_four_points_has_an_unlocked_fifth():
    """11.3."""
    tracks = {
        "p1": {"influence": 7, "shares": 18, "corruption": 9, "general_departments": 4},
        "p2": {"influence": 7, "shares": 1, "corruption": 1},
    }
    given = {"tracks": tracks, "nemesis": {"p1": ("p2", "n1")}, "offices": {"legal-1": ("p1", 6)}}
    played = Played(game(**given, stage="distribute", round=1)).miss()
    assert played.public.seats[P1].four
    played.act(act("buy_influence", dismiss=[at("legal-1", 3)]))
    assert "nemesis_outdone" in played.told
    assert played.public.seats[P1].nemesis is None
    played.act(PASS).act(PASS)
    assert next(iter(RULES.standings(played.public))).score == 5


# ---- secrets and draws: D36, D43, D48, D51 ---------------------------------------------------------------


def test_d36_cash_is_in_ones_own_drawer_alone():
    assert "cash" not in game().public.seats[P1].__struct_fields__
    assert game(cash={"p2": M}).public == game().public


def test_d43_the_four_named_draws():
    dice = Dice(b"names")
    state = RULES.setup((P1, P2, P3), {"mode": "classic"}, dice).state
    assert set(dice.draws) == {"first", "nemesis/colours", "nemesis/competences"}
    played, last = Played(state), Dice(b"last")
    for number in range(8):
        played.act(act("place", to="department", division=DIVISIONS[number % 6]))
    form = {played.main.awaited[0]: act("place", to="board")}
    RULES.resolve(played.state, played.main, form, last)
    assert set(last.draws) == {"events/1"}


def test_d43_nobody_is_dealt_a_colour_that_is_not_in_play():
    """D8, D51: the players sit in the order of joining."""
    for count in (3, 4, 5):
        state = new(count, seed=count).state
        dealt = [drawer.nemesis for drawer in state.private.values()]
        assert {each.player for each in dealt} == set(state.public.players)
        assert len({each.card for each in dealt}) == count
        assert list(state.public.players) == [f"p{n}" for n in range(1, count + 1)]


def test_d51_the_first_player_is_drawn_and_seats_are_not_shuffled():
    """By `first`: everybody is first sometimes; the others follow him clockwise, as they have joined."""
    ids = (P1, P2, P3, P4)
    firsts = set()
    for seed in range(16):
        dice = Dice(b"%d" % seed)
        outcome = RULES.setup(ids, {"mode": "classic"}, dice)
        public, drawn = outcome.state.public, dice.draws["first"]
        place = ids.index(public.marker)
        assert public.players == ids
        assert public.order == ids[place:] + ids[:place]
        assert ids[drawn.value] == public.marker
        assert outcome.events[0].data["first"] == public.marker
        assert RULES.windows(public)[0].awaited == (public.marker,)
        firsts.add(public.marker)
    assert firsts == set(ids)


def test_d48_windows_open_by_what_everybody_sees():
    """An action is asked of who can only pass; an extra action, too."""
    poor = game(cash={"p1": 0})
    assert RULES.windows(poor.public) == RULES.windows(game().public)
    assert (
        Played(game(round=6, cards={"communication": "p2 corrupt"}, cash={"p2": 0})).main.kind
        == "extra_action"
    )


# ---- asynchronous play: D38, D46, D47, D49, D52, D54 -----------------------------------------------------


def test_d38_defaults_never_spend_and_give_nothing_away():
    played = Played(game(cards={"legal": "p2"}, offices={"legal-1": ("p1", 1)}))
    played.act(bribe(("legal", 500 * K))).miss()
    assert (played.card("legal"), played.cash("p1", "p2")) == ("p2", [800 * K] * 2)
    before = played.cash("p1", "p2", "p3")
    played.miss().miss()
    assert played.cash("p1", "p2", "p3") == before


def test_d46_filing_replaces_all_and_nothing_is_used_up():
    played = Played(game(offices={"legal-1": ("p2", 2), "personnel-1": ("p3", 1)}))
    replies = act("replies", legal={"accept_from": 100 * K})
    played.file("p2", recruit("legal-1", when="any"), replies)
    assert played.fact("filed") == {"actions": 1, "replies": 1}
    played.act(PASS)
    assert played.main.name == "action/2/2/p3"
    assert played.state.private[P2].filed
    played.act(PASS).act(PASS)
    assert played.employees("legal-1") == [4]
    played.file("p2")
    assert played.fact("filed") == {"actions": 0, "replies": 1}


def test_filing_while_one_is_asked_answers_there_and_then_and_anothers_filing_does_not():
    """13.1; reading 1 of decision 0120."""
    filed = {p: recruit("legal-1", when="any") for p in ("p1", "p2", "p3")}
    played = Played(game(offices={"legal-1": ("p1", 2), "legal-2": ("p2", 2)}, filed=filed))
    assert played.main.name == "action/2/2/p2"  # he has no legal-1: nothing filed is legal
    played.file("p1", recruit("legal-1", when="any")).leave("p3")
    assert played.main.name == "action/2/2/p2"
    played.file("p2", recruit("legal-2", when="2.2"))
    assert played.employees("legal-2") == [3]


def test_d47_two_misses_in_a_row_and_a_form_between_them():
    played = Played(game(offices={"legal-1": ("p1", 2)}))
    for answer in (False, True, False):
        played.act(PASS) if answer else played.miss()
        assert not played.public.away
        played.act(PASS).act(PASS)
    played.miss()
    assert played.public.away == (P1,)
    assert played.names[-1] == "return"
    played.come_back("p1")
    assert (played.public.away, played.public.seats[P1].missed) == ((), 0)


def test_d47_who_comes_back_is_awaited_in_the_open_sealed_window():
    played = Played(game(mode="rounds", offices={"legal-1": ("p1", 1)})).leave("p2")
    assert played.main.awaited == (P1, P3)
    played.at("file", "p2", ())
    assert "returned" in played.told
    assert played.main.awaited == (P1, P2, P3)


def test_d47_a_form_of_who_is_away_brings_him_back():
    played = Played(game(mode="rounds", offices={"legal-1": ("p1", 1)})).leave("p2")
    played.hand_in(p1=PASS, p2=PASS, p3=PASS)
    assert "returned" in played.told
    assert not played.public.away


def test_d49_a_round_is_one_window():
    played = Played(game(mode="rounds"))
    assert (played.main.name, played.main.in_parts, played.main.closes.value) == (
        "round/2/2",
        True,
        "together",
    )
    played.hand_in(p1=PASS, p2=PASS, p3=PASS)
    assert played.main.name == "round/2/3"


def test_d49_the_setup_takes_three_windows_in_snake_order():
    played = new(3, mode="rounds")
    assert [name for name in played.names if "placement" in name] == ["placement/0/1"]
    order = played.public.order
    played.hand_in(**dict.fromkeys(order, act("place", to="board")))
    assert played.public.board == order
    played.hand_in(**dict.fromkeys(order, act("place", to="board")))
    assert played.public.board == (*order[1:], *order[::-1])[-5:]
    played.miss()
    assert played.main.name == "round/1/1"
    assert played.told.count("missed") == 3


def test_a_placement_that_is_no_longer_possible_is_replaced():
    """13.6."""
    state = new(5, mode="rounds").state
    full = {f"legal-{n}": game(offices={"legal-1": ("p1", 3)}).public.offices["legal-1"] for n in range(1, 6)}
    played = Played(replace(state, public=replace(state.public, offices=full, supply=60 - 15)))
    played.hand_in(**dict.fromkeys(state.public.players, act("place", to="department", division="legal")))
    offices = [fact["office"] for fact in played.facts("placed")]
    assert sorted(offices) == ["accounting-1", "communication-1", "development-1", "legal-6", "personnel-1"]


def test_the_events_of_round_one_are_ordered_with_the_first_form():
    """13.6: shown the six drawn cards when the window opens; the event applies before the actions."""
    played = Played(game(mode="rounds", stage="order_events", round=1))
    drawn = played.state.private[P1].drawn
    assert len(drawn) == 6
    assert set(drawn) <= set(OTHERS)
    assert not played.state.private[P2].drawn
    cards = [*drawn[::-1], "bonus_day", "board_meeting"]
    played.hand_in(p1=(*PASS, *act("events", cards=cards)), p2=PASS, p3=PASS)
    assert played.state.private[P1].row == tuple(cards)
    assert played.told.index("events_ordered") < played.told.index("event") < played.told.index("passed")
    assert played.public.revealed == tuple(cards[:2])
    assert played.public.row == 6


def meeting(**given) -> Played:
    cards = {"boss": "p2", "communication": "p3 corrupt"}
    return Played(game(mode="rounds", round=6, cards=cards, directors={"legal": "p1"}, **given))


def test_the_meeting_asks_each_for_what_concerns_him():
    """13.6: the exits serve in the phase I that follows, where nobody is asked."""
    offices = {"legal-1": ("p2", 2), "legal-2": ("p2", 2), "personnel-1": ("p3", 1)}
    played = meeting(offices=offices)
    assert (played.main.name, played.main.awaited) == ("meeting/2", (P1, P2, P3))
    played.hand_in(
        p1=act("exit", division="legal", to="board"), p2=act("boss", division="controlling"),
        p3=(*act("buy_general", division="legal"), *recruit("personnel-1")),
    )  # fmt: skip
    assert (played.board, played.public.boss) == ("p1", None)  # he joined after the election
    assert played.public.directors["legal"] == P2
    assert played.told.index("boss_used") < played.told.index("recruited")
    assert not played.state.private[P1].exits
