"""Parts of pages, which Jinja2 draws: escaped, translated and collected like every template."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import Context, Engine, Template
from django.test import override_settings
from django.urls import set_script_prefix
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from config.parts import environment, with_fixed_calls
from tools import catalogues


def drawn(tmp_path: Path, text: str, **values) -> str:
    """A page whose only content is one part."""
    (tmp_path / "one.jinja").write_text(text)
    engine = Engine(
        dirs=[tmp_path], builtins=Engine.get_default().builtins, libraries=Engine.get_default().libraries
    )
    return Template('{% part "one.jinja" also="also" %}', engine=engine).render(Context(values))


def test_what_people_write_is_escaped_and_what_is_markup_already_is_not(tmp_path):
    values = {"name": "<b>&", "svg": format_html("<svg>{}</svg>", "<"), "lazy": gettext_lazy("<i>")}
    found = drawn(tmp_path, '{{ name }} <a title="{{ name }}">{{ svg }}</a> {{ lazy }}', **values)
    assert found == '&lt;b&gt;&amp; <a title="&lt;b&gt;&amp;"><svg>&lt;</svg></a> &lt;i&gt;'


def test_names_in_a_text_are_escaped(tmp_path):
    text = "{% trans name=who %}Hello {{ name }}{% endtrans %}"
    assert drawn(tmp_path, text, who="<b>") == "Hello &lt;b&gt;"
    with translation.override("fr"):
        assert drawn(tmp_path, text, who="<b>") == "Bonjour &lt;b&gt;"


@pytest.mark.parametrize(("count", "said"), [(1, "1 ordre enregistré."), (2, "2 ordres enregistrés.")])
def test_a_text_over_several_lines_is_found_in_the_catalogue(tmp_path, count, said):
    one, more = "\n {{ count }} order saved.\n", "\n {{ count }} orders saved.\n"
    text = "{% trans count=n %}" + one + "{% pluralize %}" + more + "{% endtrans %}"
    with translation.override("fr"):
        assert drawn(tmp_path, text, n=count) == said


def test_a_part_has_the_values_of_the_page_those_of_its_tag_and_our_filters(tmp_path):
    moment = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
    ours = "{{ 1500|corporate_figures.money }}, {{ moment|date('H:i') }}, {{ 'ABCDEF'|groups }}"
    with timezone.override("Europe/Paris"):
        found = drawn(tmp_path, "{{ page }}, {{ also }}, " + ours, page="page", moment=moment)
    assert found == "page, also, 1,500\u00a0ny, 12:00, ABCD EF"


def test_a_part_in_a_part_sees_what_that_has_and_leaves_nothing_behind(tmp_path):
    (tmp_path / "two.jinja").write_text("{% set inner = 1 %}<i>{{ page }}{{ each }}{{ inner }}</i>")
    include = '{% include "two.jinja" %}'
    kept = f"{{% set kept %}}{include}{{% endset %}}[{{{{ kept }}}}]"
    text = f"{{% for each in '<b' %}}{include}{{% endfor %}}{kept}{{{{ inner }}}}{{{{ each }}}}"
    assert drawn(tmp_path, text, page="&") == "<i>&amp;&lt;1</i><i>&amp;b1</i>[<i>&amp;1</i>]"


FIXED = [
    '{{ _("Close") }}',
    "{{ _('Close') }}",
    '{{ pgettext("before a name", ": ") }}',
    '{{ url("games:lobby") }}',
    "{% trans %} They will be removed, and you will have handed in nothing: this turn counts as missed"
    " unless you save again before noon. {% endtrans %}",
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("call", FIXED)
def test_what_is_fixed_for_a_language_is_text_already(language, call):
    engine = Engine.get_default()
    with translation.override(language):
        text = with_fixed_calls(f"a {call} b")
        assert "{" not in text
        assert text == environment(engine, language, "/").from_string(f"a {call} b").render()


@pytest.mark.parametrize(
    "call",
    [
        '{{ _("100% of it") }}',
        '{{ url("games:game", game.public_id) }}',
        '{{ url("no-such-page") }}',
        "{% trans %}in {{ left }}{% endtrans %}",
        "{% trans n=n %}one{% pluralize %}many{% endtrans %}",
    ],
)
def test_what_depends_on_the_page_stays_a_call(call):
    assert with_fixed_calls(call) == call


def test_each_language_and_each_place_below_the_host_has_its_own_part(tmp_path):
    text = '{{ url("games:lobby") }} {{ _("Close") }}'
    with translation.override("en"):
        assert drawn(tmp_path, text) == "/games/ Close"
    try:
        set_script_prefix("/below/")
        with translation.override("fr"):
            assert drawn(tmp_path, text) == "/below/games/ Fermer"
    finally:
        set_script_prefix("/")


def test_whoever_changes_a_part_sees_it_at_once(tmp_path):
    (tmp_path / "one.jinja").write_text('{{ _("Close") }}')
    with override_settings(DEBUG=True):
        jinja = environment(Engine(dirs=[tmp_path]), "en", "/")
        assert jinja.get_template("one.jinja").render() == "Close"
        assert jinja.loader.get_source(jinja, "one.jinja")[0] == '{{ _("Close") }}'
        (tmp_path / "one.jinja").write_text("other")
        os.utime(tmp_path / "one.jinja", (1, 1))
        assert jinja.get_template("one.jinja").render() == "other"


def test_texts_of_parts_are_collected(tmp_path):
    """Whatever `catalogues.py check` compares was found in parts, too: plurals, contexts, several lines."""
    places = {
        key: [str(path) for path, _line in message.locations]
        for key, message in catalogues.texts(catalogues.read(catalogues.CATALOGUES[-1])).items()
    }
    assert "templates/games/formkit/order.jinja" in places[(None, "Close")]
    assert "templates/games/formkit/order.jinja" in places[("before a name", ": ")]
    assert (
        "templates/corporate/parts/pass.jinja"
        in places[(None, "Your order will be removed. Your shares pay all the same.")]
    )
