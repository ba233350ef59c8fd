"""The audit of installed packages: it fails for a vulnerability or an error, but not without a network."""

from __future__ import annotations

import json

from tools.audit import verdict

HOLE = {"id": "PYSEC-1", "fix_versions": ["2.0"]}


def report(*vulns: dict) -> str:
    return json.dumps({"dependencies": [{"name": "kept", "version": "1.0", "vulns": list(vulns)}]})


def test_a_known_hole_fails_and_says_what_mends_it():
    assert verdict(1, report(HOLE), "") == (1, "kept 1.0: PYSEC-1, fixed in 2.0")


def test_nothing_known_passes():
    assert verdict(0, report(), "") == (0, "")


def test_a_database_out_of_reach_is_said_and_fails_nothing():
    code, text = verdict(1, "", "ConnectionError: HTTPSConnectionPool(host=…): Max retries exceeded")
    assert code == 0 and text.startswith("note: not audited")


def test_packages_that_the_database_did_not_know_are_counted_aloud():
    skipped = json.dumps({"dependencies": [{"name": "kept", "skip_reason": "not found"}, {"name": "other"}]})
    code, text = verdict(0, skipped, "")
    assert code == 0 and text.startswith("note: 1 of 2 packages not audited")


def test_any_other_trouble_of_the_audit_fails():
    assert verdict(2, "", "usage: pip-audit")[0] == 2
