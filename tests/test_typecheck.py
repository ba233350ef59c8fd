"""The check of types: the share of `Any` is measured and must not grow."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools.typecheck import ROOT, share_of_any, verdict

REPORT = """
        Name   Anys   Exprs   Coverage
--------------------------------------
 games.texts     97     677     85.67%
  games.rows      3     123     97.56%
--------------------------------------
       Total    100     800     87.50%
"""


def test_the_share_is_that_of_the_last_line():
    assert share_of_any(REPORT) == 12.5


@pytest.mark.parametrize("report", ["", "Total"])
def test_a_report_that_was_cut_is_no_share(report):
    with pytest.raises((ValueError, IndexError)):
        share_of_any(report)


def test_nothing_measured_is_not_taken_for_nothing_wrong():
    assert verdict(share_of_any("Total 0 0 100.00%"), 2.7)[0] == 1


def test_as_much_as_allowed_passes_and_is_printed():
    assert verdict(2.7, 2.7) == (0, "note: 2.70 % of the expressions are Any, at most 2.7 %.")


def test_more_than_allowed_fails_and_says_where_to_look():
    code, text = verdict(2.71, 2.7)
    assert code == 1 and "2.71 %" in text and "most_any" in text


def test_a_ceiling_that_became_too_high_is_said():
    assert verdict(2.31, 2.7)[1].endswith("can come down to 2.4.")


def test_an_error_of_mypy_is_seen(tmp_path):
    """The configuration in use refuses a function without types, and a user that may be a visitor."""
    module = tmp_path / "unclear.py"
    module.write_text(
        "from django.http import HttpRequest\n\n\ndef name(request: HttpRequest) -> str:\n"
        "    return request.user.display_name\n\n\ndef untyped(value):\n    return value\n"
    )
    mypy = [sys.executable, "-m", "mypy", str(module)]
    result = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 1
    assert "[union-attr]" in result.stdout and "[no-untyped-def]" in result.stdout
