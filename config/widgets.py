"""Fields of forms, rendered by Jinja2 with the templates that Django has for it.

Django's own engine renders each option of a choice as a template of its own: of the account's page, with its
400 time zones, fields took two thirds of the time.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.forms.renderers import DjangoTemplates
from django.template.backends.jinja2 import Jinja2

OURS = {"django/forms/widgets/select.html": "widgets/select.jinja"}


class Renderer(DjangoTemplates):
    """`FORM_RENDERER`: Jinja2 for the widgets of Django, Django's engine for those of its admin, which has
    templates for that one alone."""

    @cached_property
    def _jinja2(self) -> Jinja2:
        folders = [settings.BASE_DIR / "templates", Path(forms.__file__).parent / "jinja2"]
        options = {"trim_blocks": True, "lstrip_blocks": True}
        return Jinja2({"APP_DIRS": False, "DIRS": folders, "NAME": "widgets", "OPTIONS": options})

    def get_template(self, template_name: str) -> Any:
        if template_name.startswith("django/forms/"):
            return self._jinja2.get_template(OURS.get(template_name, template_name))
        return super().get_template(template_name)
