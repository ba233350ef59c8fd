"""What was typed becomes values, or problems that say what was typed."""

from __future__ import annotations

import pytest

from games.formkit.reading import MAX_TYPED, FieldReader, read_number


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("50000", 50_000), ("50 000", 50_000), ("50\u202f000\u00a0ny", 50_000), ("50,000", 50_000),
        ("50.000", 50_000),
        ("1'000", 1_000), ("-3", -3), ("\u22123", -3), ("007", 7), ("", "no_number"), ("1,5",
        "not_a_number"),
        ("½", "not_a_number"), ("٣", "not_a_number"), ("1" * 13, "number_too_big"), ("0" * 50 + "1", 1),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(written, read):
    assert read_number(written, "ny") == read


def test_a_unit_is_that_of_the_titles_money_alone():
    assert read_number("50 \u20ac", "\u20ac") == 50
    assert read_number("50 NY", "ny") == 50
    assert read_number("50 ny") == "not_a_number"
    assert read_number("ny", "ny") == "no_number"


def test_values_and_problems_are_told_apart():
    reader = FieldReader(
        {"who": " ares ", "none": "none", "sum": "1 500 ny", "box": "on", "text": " a\r\nb "}, 3, "ny"
    )
    reader.choice("who", ("ares", "sony"))
    reader.optional("none", ("ares",))
    reader.number("sum")
    reader.tick("box")
    reader.tick("other_box")
    reader.text("text")
    assert reader.data == {
        "who": "ares", "none": None, "sum": 1_500, "box": True, "other_box": False, "text": "a\nb"
    }  # fmt: skip
    assert not reader.problems


@pytest.mark.parametrize(
    ("typed", "code", "params"),
    [
        ("", "no_number", {}),
        ("two", "not_a_number", {"typed": "two"}),
        ("x" * 5_000, "not_a_number", {"typed": "x" * MAX_TYPED + "…"}),
        ("9" * 13, "number_too_big", {"maximum": 10**12 - 1}),
    ],
)
def test_a_number_that_cannot_be_read_is_refused_with_what_was_typed(typed, code, params):
    reader = FieldReader({"sum": typed}, 3)
    reader.number("sum")
    (problem,) = reader.problems
    assert (problem.code, problem.order, problem.input, problem.params) == (code, 3, "sum", params)
    assert not reader.data


def test_a_choice_is_one_of_the_list():
    reader = FieldReader({"b": "x"}, 0)
    reader.choice("a", ("ares",))
    reader.choice("b", ("ares",))
    assert [problem.code for problem in reader.problems] == ["choose_one", "unknown_choice"]


def test_what_the_rules_refuse_themselves_is_handed_on_as_it_was_typed():
    reader = FieldReader({"gap": "3", "odd": "third", "none": " "}, 0)
    for key in ("gap", "odd", "none"):
        reader.as_typed(key)
    assert reader.data == {"gap": 3, "odd": "third", "none": None}
