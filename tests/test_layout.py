"""Templates and style sheets: one element, one declaration to a line, and sent without those lines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.template.loader import get_template
from django.test import override_settings
from django.urls import set_script_prefix
from django.utils import translation

from config.templates import on_one_line, with_fixed_parts
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
    assert "templates/page.html:2: 121 characters, at most 119" in layout.off(project)


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


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "tag",
    [
        '{% translate "Close" %}',
        '{% translate ": " context "before a name" %}',
        '{% url "games:lobby" %}',
        '{% url "games:icon" 180 %}',
        "{% blocktranslate trimmed %} They will be removed, and you will have handed in nothing: this turn"
        " counts as missed unless you save again before noon. {% endblocktranslate %}",
        "{% blocktranslate %} not in the catalogue  at all {% endblocktranslate %}",
    ],
)
def test_what_is_fixed_for_a_language_is_text_already(language, tag):
    with translation.override(language):
        text = with_fixed_parts(f"a {tag} b")
        assert "{%" not in text
        assert text == Template(f"a {tag} b").render(Context())


@pytest.mark.parametrize(
    "tag",
    [
        '{% translate "Rule" as rule %}',
        '{% translate "100% of it" %}',
        '{% url "games:game" game.public_id %}',
        '{% url "no-such-page" %}',
        "{% blocktranslate trimmed %}in {{ left }}{% endblocktranslate %}",
        "{% blocktranslate count n=n trimmed %}one{% plural %}many{% endblocktranslate %}",
    ],
)
def test_what_depends_on_the_page_stays_a_tag(tag):
    assert with_fixed_parts(tag) == tag


def test_each_language_and_each_place_below_the_host_has_its_own_template():
    def page() -> str:
        return get_template("404.html").render({})

    with translation.override("en"):
        english = page()
        with translation.override("fr"):
            french = page()
            assert french != english
        assert page() == english
        try:
            set_script_prefix("/below/")
            assert 'href="/below/' in page()
        finally:
            set_script_prefix("/")
        assert page() == english


def test_whoever_translates_sees_it_at_once(tmp_path):
    (tmp_path / "page.html").write_text('{% translate "Close" %}')
    from django.template import Engine, Origin

    from config.templates import Loader

    loader, origin = Loader(Engine(), [tmp_path]), Origin(str(tmp_path / "page.html"), "page.html")
    assert loader.get_contents(origin) == "Close"
    with override_settings(DEBUG=True):
        assert loader.get_contents(origin) == '{% translate "Close" %}'


def test_a_page_does_not_look_for_the_blocks_of_what_it_extends_again(tmp_path, monkeypatch):
    from django.template import Engine, NodeList
    from django.template.loader_tags import BlockNode

    (tmp_path / "frame.html").write_text("{% block body %}nothing{% endblock %}")
    (tmp_path / "page.html").write_text("{% extends 'frame.html' %}{% block body %}{{ text }}{% endblock %}")
    loaders = [("config.templates.CachedLoader", [("config.templates.Loader", [tmp_path])])]
    engine, looked = Engine(loaders=loaders), []
    look = NodeList.get_nodes_by_type

    def counted(nodes, nodetype):
        looked.append(nodetype)
        return look(nodes, nodetype)

    monkeypatch.setattr(NodeList, "get_nodes_by_type", counted)
    assert engine.render_to_string("page.html", {"text": "one"}) == "one"
    assert BlockNode in looked
    looked.clear()
    assert engine.render_to_string("page.html", {"text": "two"}) == "two"
    assert not looked
