"""Templates and style sheets: one element, one declaration to a line, and sent without those lines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings

from config.templates import on_one_line
from tools import layout

TEMPLATE = "<ul>\n {% for line in lines %}\n  <li>{{ line }}</li>\n {% endfor %}\n</ul>\n"
SHEET = "a {\n  color: red;\n}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one template and one sheet, both as they should be."""
    shutil.copy(layout.ROOT / "pyproject.toml", tmp_path)
    for path, text in (("templates/page.html", TEMPLATE), ("static/noon/site.css", SHEET)):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "tests" / "templates").mkdir(parents=True)
    (tmp_path / "tests" / "templates" / "other.html").write_text(TEMPLATE)
    return tmp_path


def test_what_is_formatted_is_left_alone(project):
    assert layout.off(project) == []
    layout.write(project)
    assert (project / "templates/page.html").read_text() == TEMPLATE
    assert (project / "static/noon/site.css").read_text() == SHEET


@pytest.mark.parametrize(
    ("path", "text", "formatted"),
    [
        ("templates/page.html", "<ul><li>a</li><li>b</li></ul>", "<ul>\n <li>a</li>\n <li>b</li>\n</ul>\n"),
        ("static/noon/site.css", "a { color: red; }", SHEET),
    ],
)
def test_two_to_a_line_are_told_and_put_right(project, path, text, formatted):
    (project / path).write_text(text)
    assert path in "\n".join(layout.off(project))
    layout.write(project)
    assert (project / path).read_text() == formatted
    assert layout.off(project) == []


def test_a_line_too_long_is_told_with_its_number(project):
    text = f"<p>\n {'word' * 30}\n</p>\n"
    (project / "templates/page.html").write_text(text)
    assert "templates/page.html:2: 121 characters" in layout.off(project)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<td>\n {{ a }}\n</td>\n", "<td>{{ a }}</td>"),
        ("<b>a</b>\n<i>b</i>\n", "<b>a</b> <i>b</i>"),
        ('<a\n class="b"\n {% if c %}d{% endif %}\n>e</a>\n', '<a class="b" {% if c %}d{% endif %}>e</a>'),
        ("{% block title %}\n a\n{% endblock %}\n", "{% block title %}a{% endblock %}"),
        ("a\n<p>b</p>\nc", "a<p>b</p>c"),
    ],
)
def test_a_template_is_read_without_its_line_breaks(written, sent):
    assert on_one_line(written) == sent


def test_no_template_has_line_breaks_that_would_be_seen():
    """`pre` and `textarea` show them, and an untrimmed text would be another one than the translated."""
    seen = re.compile(r"<(pre|textarea)\b[^>]*>[^<]*\n|\{% blocktranslate (?![^%]*trimmed)[^%]*%\}[^{]*\n")
    for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html"):
        assert not seen.search(path.read_text(encoding="utf-8")), path
