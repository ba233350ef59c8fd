"""A picture of one's own: what is too heavy is told beside the field or on a page, and nothing breaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.headers import MAX_UPLOAD, MOST_SENT

from .conftest import Visit

UPLOAD = 'form:has([name="picture"]) button'


@pytest.fixture
def heavy(tmp_path: Path) -> Path:
    """A photograph as some telephones make them: more than is taken, less than is absurd."""
    made = tmp_path / "heavy.jpg"
    made.write_bytes(b"\xff\xd8\xff" + b"x" * MOST_SENT)
    return made


def test_a_script_says_so_before_anything_is_sent(visit: Visit, heavy: Path, tmp_path: Path):
    ana = visit(locale="fr-FR")
    ana.sign_up()
    ana.page.goto("/account/profile/")
    ana.page.set_input_files('[name="picture"]', heavy)
    told = ana.page.locator("#picture .refusal")
    expect(told).to_contain_text("14 Mo, la limite est de 12 Mo")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.page.click(UPLOAD)
    ana.page.wait_for_timeout(300)
    assert not asked
    light = tmp_path / "light.jpg"
    light.write_bytes(b"\xff\xd8\xff" + b"x" * 100)
    ana.page.set_input_files('[name="picture"]', light)
    expect(told).to_have_count(0)
    assert ana.page.locator('[name="picture"]').evaluate("field => field.checkValidity()")


def test_without_scripts_the_site_says_so(visit: Visit, heavy: Path, tmp_path: Path):
    ana = visit(java_script_enabled=False)
    ana.sign_up()
    middling = tmp_path / "middling.jpg"
    middling.write_bytes(b"\xff\xd8\xff" + b"x" * MAX_UPLOAD)
    for file, sentence in ((middling, "The file is 13 MB, the limit is 12 MB"), (heavy, "up to 12 MB")):
        ana.page.goto("/account/profile/")
        ana.page.set_input_files('[name="picture"]', file)
        ana.page.click(UPLOAD)
        expect(ana.page.locator("body")).to_contain_text(sentence)
