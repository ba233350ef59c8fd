"""Damaged forms in every window and door of every title: nothing raises, and dropped orders are told."""

from __future__ import annotations

from contextlib import suppress

import pytest

from games.contract import Dice, decode, encode
from games.contract.codec import is_keepable
from games.registry import skin_for
from games.selectors import orders_of, view_of, window_of
from games.services.order_forms import order_form_save
from games.services.refusals import Refused
from tests.battery import pressing, site
from tests.battery.vocabulary import vocabulary
from tests.battery.walks import damage, damaged, legal_forms, steps

pytestmark = pytest.mark.slow
DROPPED = "order_dropped"  # what the kit of the rules tells of an order that fell


@pytest.fixture
def rules(title):
    return skin_for(title).rules


def test_every_window_and_door_is_handed_damaged_forms_and_some_pass(rules):
    """Else nothing below is tested."""
    kinds = {window.kind for step in steps(rules) for window in rules.windows(step.outcome.state.public)}
    assert {each.window.kind for each in damaged(rules)} >= kinds
    for kind in kinds:
        passed = [not each.problems for each in damaged(rules) if each.window.kind == kind]
        assert 2 <= sum(passed) < 0.9 * len(passed), kind


def test_every_problem_is_one_the_title_names_with_its_figures(rules):
    codes, met = vocabulary(rules).codes, set()
    for each in damaged(rules):
        for problem in each.problems:
            met.add(problem.code)
            assert set(problem.params) == set(codes[problem.code]), problem
            assert is_keepable(dict(problem.params))
            assert problem.order is None or 0 <= problem.order < len(each.form)
            assert problem.input is None or problem.input.isprintable()
    assert met


def test_every_code_is_said_somewhere_in_the_rules(rules):
    known = vocabulary(rules)
    assert known.codes.keys() <= known.said


def sums(amounts):
    """What some of these come to, all of them, or none: of preferences one is paid, and what is not possible
    costs nothing."""
    found = {0}
    for amount in amounts:
        found |= {each + amount for each in found}
    return found


def test_a_quote_has_one_line_for_each_order_of_any_form(rules):
    for each in damaged(rules):
        assert len(each.quote.orders) == len(each.form)
        assert each.quote.spent in sums(line.amount for line in each.quote.orders)
        assert is_keepable([dict(line.params) for line in each.quote.orders])


def test_what_falls_is_told_to_its_author_alone_and_what_passes_is_not(rules):
    for each in damaged(rules):
        fell = [event for event in each.outcome.events if event.kind == DROPPED]
        assert all(event.to == (each.player,) for event in fell)
        first = {problem.order: problem.code for problem in reversed(each.problems)}
        told = {event.data["problem"] for event in fell}
        assert told <= set(first.values())
        if each.player in each.window.players:  # an empty form holds nothing that could fall
            assert told >= {code for order, code in first.items() if order is not None}


def test_whatever_comes_of_a_damaged_form_can_be_kept(rules):
    kinds = rules.drawers
    for each in damaged(rules):
        state = each.outcome.state
        assert all(is_keepable(dict(event.data)) for event in each.outcome.events)
        assert decode(encode(state.public), kinds.public) == state.public
        assert decode(encode(state.hidden), kinds.hidden) == state.hidden
        for drawer in state.private.values():
            assert decode(encode(drawer), kinds.private) == drawer


@pytest.mark.django_db
def test_nothing_is_kept_that_check_refuses(title, clock):
    """Saved by the service that every page uses, in every kind of first question."""
    rules, kept, refused = skin_for(title).rules, 0, 0
    made = damage(rules)
    for game, player in pressing.games(title):
        turn = site.main_turn(game)
        window = window_of(turn)
        for _ in range(40):
            with pressing.taken_back():
                view = view_of(game, player)
                forms = legal_forms(rules).get(window.kind) or ((),)
                legal = rules.sample(view, window, Dice(made.chance.randbytes(8))) or forms[0]
                form = made.form(legal)
                problems = rules.check(view, window, form)
                with suppress(Refused):
                    order_form_save(player=player, turn_name=turn.name, revision=0, orders=form)
                saved = turn.forms.filter(player=player).first()
                game.refresh_from_db()
                if problems:
                    refused += 1
                    assert saved is None
                    assert turn.resolutions == 0
                elif saved is not None:
                    kept += 1
                    assert rules.check(view, window, orders_of(saved)) == ()
    assert refused > 10
    assert kept
