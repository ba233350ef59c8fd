"""Parts of pages, rendered by Jinja2: everything that a page repeats, and what every page contains.

Django's templates are the frames of pages: they extend one another and fill blocks. Each node of a Django
template takes 5 to 8 µs, and a page had up to a thousand of them; Jinja2 compiles a part to Python. In a
Django template, `{% part "games/parts/seal.jinja" %}` draws a part with the values of the page, and `{% part
"games/parts/seal.jinja" seal=receipt.seal %}` with another beside them; parts include each other. What they
print is escaped as in Django's templates.

In addition to Jinja2's own, parts have `_`, `pgettext`, `{% trans %}` (trimmed), `url`, `static`, `now`,
`csrf_input`, and the filters of our template libraries, prefixed with the library's name if a Django template
has to load it: `{{ sum|corporate_figures.money }}`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.template import Context, Engine
from django.template.defaultfilters import capfirst
from django.template.defaultfilters import date as date_text
from django.templatetags.static import static
from django.urls import NoReverseMatch, get_script_prefix
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, Template, pass_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.nodes import EvalContext, Expr, Include
from jinja2.runtime import Context as JinjaContext
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]  # the first is private

from .addresses import address
from .templates import on_one_line

register = template.Library()

_TOKEN_FIELD = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="%s">')
# A call whose output is fixed for a language. Texts with a percent sign, which gettext doubles, stay calls.
_TEXT = r"""(?:"[^"%{}]+"|'[^'%{}]+')"""
_FIXED = re.compile(
    rf"\{{\{{ (?P<call>_|pgettext|url|static)\((?P<given>{_TEXT}(?:, {_TEXT})*)\) \}}\}}"
    r"|\{% trans %\}(?P<block>[^%{}]+)\{% endtrans %\}"
)


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **values: Any) -> TemplateModule:
    """The part `name`, drawn with the values of the page and `values`."""
    assert context.template is not None
    jinja = environment(context.template.engine, get_language() or "", get_script_prefix())
    page: dict[Any, Any] = {**jinja.globals, **context.flatten(), **values}
    # not `render`, which copies the values key by key; the text of a module is marked as safe
    return jinja.get_template(name).make_module(page, shared=True)


@functools.lru_cache(maxsize=32)
def environment(engine: Engine, language: str, prefix: str) -> Environment:
    """The Jinja2 environment that compiles and caches the parts for one language and script prefix."""
    made = PartEnvironment(
        loader=PartLoader(engine.dirs),
        autoescape=True,
        undefined=ChainableUndefined,  # missing values print nothing, as in Django's templates
        auto_reload=settings.DEBUG,
        cache_size=-1,
        extensions=["jinja2.ext.i18n"],
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_callables(  # type: ignore[attr-defined]  # of the extension
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    made.globals.update(url=address, static=static, now=now, csrf_input=csrf_input)
    made.filters.update(_filters(engine))
    return made


class PartGenerator(CodeGenerator):
    """Compiles parts: what a part prints is escaped, and made markup only as a whole."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        assert frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None
        self.write("environment.printed(")

    def visit_Include(self, node: Include, frame: Frame) -> None:
        """Prints an included part as one text. Jinja2 itself hands on each piece of it, through every part
        that it is included by."""
        assert node.with_context and not node.ignore_missing
        self.writeline("template = environment.get_template(", node)
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")
        given = f"context.get_all(), True, {self.dump_local_context(frame)}"
        self.simple_write(f"''.join(template.root_render_func(template.new_context({given})))", frame)


class PartContext(JinjaContext):
    """The values that one part is drawn with. Jinja2 itself makes a set of all globals and settings of its
    own for each part; parts have no globals but those of the environment, no blocks, and are all escaped."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: Mapping[str, object],
        globals: object = None,
    ) -> None:
        assert isinstance(environment, PartEnvironment) and not blocks
        self.environment, self.parent, self.name = environment, parent, name
        self.vars, self.exported_vars = {}, set()
        self.globals_keys, self.blocks = set(), {}
        self.eval_ctx = environment.all_escaped


class PartEnvironment(Environment):
    """Finds a part by its name. Jinja2 itself makes a key and a layer of globals each time, for parts that
    are given globals of their own; pages include up to two hundred parts, and none has any."""

    code_generator_class = PartGenerator
    context_class = PartContext

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.all_escaped = EvalContext(self)
        self.found: dict[str | Template, Template] = {}

    def get_template(self, name: str | Template, parent: str | None = None, globals: Any = None) -> Template:
        found = self.found.get(name)
        if found is None:
            found = super().get_template(name, parent, globals)
            if not self.auto_reload:
                found.globals = self.globals
                self.found[name] = found
        return found

    @staticmethod
    def printed(value: Any) -> str:
        """A value escaped. A text is most of what parts print: `escape` makes an object of markup of each."""
        return _escape_inner(value) if type(value) is str else escape(value)


class PartLoader(FileSystemLoader):
    """Reads parts without their line breaks; calls with a fixed output for the active language are already
    replaced by it."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        text, path, is_fresh = super().get_source(environment, template)
        text = on_one_line(text)
        # In DEBUG, catalogues are reloaded.
        return text if settings.DEBUG else with_fixed_calls(text), path, is_fresh


def with_fixed_calls(text: str) -> str:
    """The same part, its calls with a fixed output replaced by their output in the active language."""
    return _FIXED.sub(_output, text)


def _output(found: re.Match[str]) -> str:
    """The output of a call; the call itself if that would contain template syntax, or if there is none: the
    call then raises when it is drawn, and only then."""
    given = [text[1:-1] for text in re.findall(_TEXT, found["given"] or "")]
    made: str
    try:
        if found["block"]:
            made = gettext(found["block"].strip())
        elif found["call"] == "_":
            made = gettext(*given)
        elif found["call"] == "pgettext":
            made = pgettext(*given)
        else:
            made = conditional_escape(address(*given) if found["call"] == "url" else static(*given))
    except (NoReverseMatch, ValueError):
        return found[0]
    return found[0] if "{" in made else made


def _filters(engine: Engine) -> dict[str, Callable[..., Any]]:
    """Our own filters, and the few of Django's that Jinja2 lacks."""
    found = {
        f"{name}.{key}": function
        for name, library in engine.template_libraries.items()
        for key, function in library.filters.items()
    }
    for name, library in zip(engine.builtins, engine.template_builtins, strict=True):
        if not name.startswith("django."):
            found |= library.filters
    return found | {"date": date, "capfirst": capfirst}


# ---- functions for parts --------------------------------------------------------------------------


@pass_context
def csrf_input(context: JinjaContext) -> Markup:
    """The hidden field that every form that posts needs."""
    return _TOKEN_FIELD % str(context.get("csrf_token", ""))


def now(form: str) -> str:
    """The current time in the reader's zone, in one of Django's formats."""
    return date_text(timezone.localtime(), form)


def date(moment: datetime, form: str) -> str:
    """An aware datetime in the reader's zone, in one of Django's formats."""
    return date_text(timezone.localtime(moment), form)
