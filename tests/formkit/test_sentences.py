"""Every refusal that any form knows is a sentence, in both languages."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.formkit.money import Money
from games.formkit.sentences import SHAPES, TYPING, Sentences, whole
from games.rulekit.readers import FAULTS

FIGURES = {"maximum": 100, "length": 1_200, "typed": "two"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", {**FAULTS, **SHAPES, **TYPING})
def test_every_code_of_a_form_has_a_sentence(code, language):
    table = {**TYPING, **SHAPES}
    with translation.override(language):
        told = table[code](FIGURES)
        assert told.endswith(".")
        assert "{" not in told
        assert table[code]({}).endswith(".")  # whatever figures it comes with


def test_a_refused_number_is_told_with_what_was_typed():
    assert "“two”" in TYPING["not_a_number"]({"typed": "two"})
    assert "1,100" in SHAPES["text_too_long"](FIGURES)


def test_a_table_has_a_sentence_for_codes_it_does_not_know():
    table = Sentences({"a": lambda params: str(whole(params, "n"))}, lambda params: "?")
    assert (table("a", {"n": 3}), table("a", {"n": "x"}), table("b", {})) == ("3", "0", "?")


def test_money_is_written_with_its_unit():
    euros = Money("€")
    with translation.override("en"):
        assert (euros.text(1_500), euros.signed(200)) == ("1,500\u00a0€", "+200\u00a0€")
    with translation.override("fr"):
        assert euros.text(-1_500) == "\u22121\u202f500\u00a0€"
