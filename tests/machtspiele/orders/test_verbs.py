"""Each verb of the form: what is typed becomes the order, the order stands in its fields again, and the page
says what it would bring."""

from __future__ import annotations

from collections import Counter

import pytest

from games.contract import Order
from games.formkit import posts
from games.formkit.kinds import Question
from games.skin import Desk
from machtspiele.orders.dealing import REMOVED
from machtspiele.orders.fields import simple
from machtspiele.orders.ground import ground
from machtspiele.orders.kinds import ACTIONS, FORM, GROUPS, KINDS
from machtspiele.rules import RULES
from machtspiele.rules.content import Mode
from machtspiele.rules.orders import SHAPES
from tests.battery.play import play

from ..rules.scene import K, M, Played, game
from ..stage import Told
from .sheet import Sheet

OFFICES = {"personnel-1": ("p1", 5), "personnel-2": ("p1", 4), "controlling-1": ("p1", 3, True),
           "accounting-1": ("p2", 1), "legal-1": ("p3", 2)}  # fmt: skip
CARDS = {"legal": "p1", "development": "p1", "boss": "p2", "controlling": "p3", "accounting": "p2"}


def table(mode: str = "rounds", **given: object) -> Played:
    values = {
        "offices": OFFICES, "directors": {"personnel": "p1"}, "cards": CARDS, "cash": {"p1": 3 * M}, **given,
    }  # fmt: skip
    return Played(game(mode=mode, **values))  # type: ignore[arg-type]


TYPED = [
    ("recruit", {"recruit-place.personnel.1": "", "recruit-place.controlling.1": "",
                 "recruit-place.personnel.2": "2"},
     {"place": [{"office": "personnel-2", "count": 2}]}, "supply"),
    ("open_own", {"open_own-new.0.division": "legal", "open_own-new.0.from.0": "personnel-1",
                  "open_own-new.0.from.1": "personnel-2"},
     {"new": [{"division": "legal", "from": ["personnel-1", "personnel-2"]}]}, "Legal & Patents"),
    ("open_new", {"open_new-division": "legal", "open_new-move.personnel.1": "1"},
     {"division": "legal", "move": [{"from": "personnel-1", "count": 1}]}, "Legal & Patents"),
    ("move", {"move-moves.0.from": "personnel-1", "move-moves.0.division": "legal"},
     {"moves": [{"from": "personnel-1", "division": "legal"}]}, "Legal & Patents"),
    ("merge", {"merge-from.0": "personnel-1", "merge-from.1": "personnel-2", "merge-to": "personnel-1",
               "merge-overflow.controlling.1": "1"},
     {"from": ["personnel-1", "personnel-2"], "to": "personnel-1",
      "overflow": [{"office": "controlling-1", "count": 1}]}, "general departments: you would have 2"),
    ("resign", {"resign-division": "personnel", "resign-to": "consultant"},
     {"division": "personnel", "to": "consultant"}, "Personnel"),
    ("bribe", {"bribe-offers.0.card": "boss", "bribe-offers.0.amount": "100000",
               "bribe-offers.0.remove.0": "accounting-1", "bribe-offers.1.card": "controlling",
               "bribe-offers.1.amount": "750000"},
     {"offers": [{"card": "boss", "amount": 100 * K, "remove": ["accounting-1"]},
                 {"card": "controlling", "amount": 750 * K, "remove": []}]}, "corruption: you would have 1"),
    ("buy_influence", {"buy_influence-dismiss.personnel.1": "2", "buy_influence-dismiss.controlling.1": "1"},
     {"dismiss": [{"office": "personnel-1", "count": 2}, {"office": "controlling-1", "count": 1}]},
     "influence: you would have 1"),
    ("buy_general", {"buy_general-division": "legal"}, {"division": "legal"}, "1,500,000 P"),
    ("buy_consultant", {"buy_consultant-division": "legal"}, {"division": "legal"}, "2,000,000 P"),
    ("buy_shares", {"buy_shares-value": "5"}, {"value": 5}, "shares: you would have 5"),
    ("use_development", {"use_development-take.0.from": "accounting-1",
                         "use_development-take.0.to": "personnel-1"},
     {"take": [{"from": "accounting-1", "to": "personnel-1"}]}, "Personnel 1"),
    ("use_legal", {"use_legal-dismiss.personnel.1": "1"},
     {"dismiss": [{"office": "personnel-1", "count": 1}]}, "influence: you would have 1"),
    ("pass", {}, {}, "Do nothing"),
]  # fmt: skip


def test_every_action_is_here():
    assert sorted(kind for kind, *_rest in TYPED) == sorted(ACTIONS)
    assert {slug for group in GROUPS for slug in group.kinds} == set(ACTIONS)


@pytest.mark.parametrize(("kind", "typed", "data", "said"), TYPED, ids=[row[0] for row in TYPED])
@pytest.mark.parametrize("mode", ["rounds", "classic"])
def test_what_is_typed_becomes_the_order(kind, typed, data, said, mode):
    """Opened, filled in, kept: three steps at most."""
    opened = Sheet(table(mode))
    if typed:
        opened = opened.press(f"open-{kind}")
        fields = opened.page().inputs
        assert typed.keys() <= fields.keys()
        for name, value in typed.items():
            one = fields[name]
            assert not (value and one.choices) or value in one.choices, name
    done = opened.press(f"add-{kind}", **typed)
    assert not done.problems
    assert (done.kinds(), done.data()) == ([kind], data)
    if mode == "rounds":
        assert said.lower() in done.text().lower()
        assert "Possible as things stand" in done.text()


@pytest.mark.parametrize("kind", [row[0] for row in TYPED if row[1]])
def test_an_order_that_was_kept_stands_in_its_fields_when_it_is_changed(kind):
    typed = next(row[1] for row in TYPED if row[0] == kind)
    kept = Sheet(table()).press(f"open-{kind}").press(f"add-{kind}", **typed)
    changing = kept.press("open-o0")
    fields = changing.page().inputs
    for name, value in typed.items():
        assert fields[name.replace(f"{kind}-", "o0-", 1)].value == value
    again = changing.press("replace-o0")
    assert again.orders == kept.orders


@pytest.mark.parametrize("kind", [row[0] for row in TYPED if row[1]])
def test_nothing_chosen_is_refused_at_a_field_and_what_was_saved_stays(kind):
    saved = Sheet(table()).press("add-pass")
    empty = {name: "" for name in saved.press(f"open-{kind}").page().inputs if name.startswith(f"{kind}-")}
    refused = saved.press(f"open-{kind}").press(f"add-{kind}", **empty)
    assert refused.problems
    assert refused.kinds() == ["pass"]
    assert 'role="alert"' in refused.page().text


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("move", {"move-moves.0.division": "legal"}),
        ("open_own", {"open_own-new.0.division": "legal"}),
        ("use_development", {"use_development-take.0.from": "supply"}),
    ],
)
def test_with_one_office_the_second_part_of_a_list_stays_empty(kind, typed):
    """The only choice is made by the page, but not where nothing need be chosen."""
    one = table(offices={"personnel-1": ("p1", 4)}, cards={"development": "p1 corrupt"})
    done = Sheet(one).press(f"open-{kind}").press(f"add-{kind}", **typed)
    assert not done.problems
    assert all(len(data) == 1 for data in done.data().values())


def test_every_order_of_random_games_goes_to_its_fields_and_back():
    """Whatever the rules take, a page can show and read again."""
    seen = set()
    for seed, count in ((1, 3), (3, 4), (9, 5)):
        for step in play(RULES, seed, count, 0.1):
            for player, form in step.forms.items():
                if step.window.is_door and step.window.kind != "file":
                    continue
                scene = Told(step.before).scene(player)
                for order in form:
                    slug = FORM.slug_of(order)
                    values = {key: value for key, value in order.data.items() if key != "when"}
                    if slug == "replies" and scene.view.public.mode is Mode.ROUNDS:
                        # There is nothing between accepting and refusing (13.6), so one amount is asked.
                        values = {card: {"accept_from": each["accept_from"]}
                                  for card, each in values.items() if each.get("accept_from")}  # fmt: skip
                    if slug == "bribe":  # the page asks for two offices, which is what it can show again
                        values = {"offers": [{**each, "remove": each.get("remove", [])[:REMOVED]}
                                             for each in values.get("offers", ())]}  # fmt: skip
                    if KINDS[slug].order != order.kind or RULES.check(scene.view, step.window, form):
                        continue
                    about = ground(scene, step.window)
                    desk = Desk(step.window, form)
                    fields = FORM.kinds[slug].fields(Question(scene, desk, about, slug, 0, values))
                    post = {one.name: str(getattr(one, "value", "")) for one in simple(fields)}
                    read, problems = posts.read_order(FORM, scene, slug, post, 0)
                    assert not problems, (slug, values, post)
                    assert read is not None
                    seen.add(slug)
                    assert _plain(read) == _plain(Order(order.kind, values)), slug
    assert seen >= {"recruit", "open_new", "move", "merge", "bribe", "buy_shares", "place", "events"}


def _plain(order):
    """An order as its type, with one entry for each office, by their names."""
    data = dict(order.data)
    for key, named in (("place", "office"), ("dismiss", "office"), ("overflow", "office"), ("move", "from")):
        if isinstance(data.get(key), list | tuple):
            counts = Counter()
            for each in data[key]:
                counts[each[named]] += each["count"]
            data[key] = [{named: office, "count": count} for office, count in sorted(counts.items())]
    read = SHAPES.read(Order(order.kind, data), 0)
    assert not isinstance(read, list | tuple), read
    return str(read)


@pytest.mark.parametrize(("card", "most"), [("", 2), ("p1", 4), ("p1 corrupt", 5), ("p1 down", 2), ("p2", 2)])
def test_recruiting_says_how_many_before_and_while_it_is_filled_in(card: str, most: int) -> None:
    """At motivation 1: two, and what Personnel adds while it lies face up (9.2)."""
    sheet = Sheet(table(cards={"personnel": card}, motivation=1))
    assert f"Recruit up to {most} employees" in sheet.text()
    assert f"Up to {most} in all." in sheet.press("open-recruit").text()


@pytest.mark.parametrize(("kind", "takes"), [("open_new", 1), ("buy_consultant", 1), ("buy_general", 2)])
def test_what_takes_executives_says_how_many_there_are(kind: str, takes: int) -> None:
    text = Sheet(table(reserve={"p1": 7})).press(f"open-{kind}").text()
    assert f"It takes {takes} executive{'s' * (takes > 1)}; your reserve has 7." in text
