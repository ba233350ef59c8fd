"""The order form of a page, as a browser without scripts holds it: fields, buttons, what is posted."""

from __future__ import annotations

import re
from html import unescape

from msgspec import Struct, field

Attrs = dict[str, str]

# What a form is made of; what stands in a comment or a script is none. Python's own reader of HTML looks at
# every tag and text of a page, which took a fifth of the time of whoever presses all buttons.
TAG = re.compile(
    r"""<!--.*?-->|<(?P<raw>script|style)\b.*?</(?P=raw)\s*>"""
    r"""|<(?P<end>/?)(?P<tag>form|button|input|select|textarea|option)\b(?P<attrs>(?:[^>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
ID = re.compile(r'<[a-zA-Z][^>]*?\sid="([^"]*)"')


class Input(Struct):
    """One field by its name. `choices`: what may be chosen; `value`: what stands in it, "" for nothing."""

    name: str
    kind: str
    value: str = ""
    choices: list[str] = field(default_factory=list)

    @property
    def question(self) -> str:
        """The question it is a part of; the fields of a form of one question have no prefix."""
        return self.name.rpartition("-")[0]


class Button(Struct, frozen=True):
    name: str
    value: str
    url: str  # "" for that of the form

    @property
    def opens(self) -> bool:
        """Whether it has the fields of one more question drawn, and does nothing else."""
        return self.name == "open" or self.value.startswith("open-")


class OrderFormPage:
    """Reads the form with the id `form`, and what stands outside of it with `form="form"`."""

    def __init__(self, page: str) -> None:
        self.inputs: dict[str, Input] = {}
        self.buttons: list[Button] = []
        self.ids: set[str] = {unescape(one) for one in ID.findall(page)}
        self.text = page
        self._inside = self._chosen = False
        self._select: Input | None = None
        for found in TAG.finditer(page):
            tag = (found["tag"] or "").lower()
            if found["end"]:
                self._ends(tag)
            elif tag:
                had = {
                    name.lower(): unescape(one or two or three)
                    for name, one, two, three in ATTRIBUTE.findall(found["attrs"])
                }
                self._begins(tag, had, found.end())

    def _begins(self, tag: str, had: Attrs, after: int) -> None:
        if tag == "form":
            self._inside = had.get("id") == "form"
        if not (self._inside or had.get("form") == "form") or "disabled" in had:
            return
        name, value = had.get("name", ""), had.get("value", "")
        if tag == "button":
            self.buttons.append(Button(name, value, had.get("formaction", "").partition("#")[0]))
        elif tag == "input":
            self._input(had, name, value)
        elif tag == "textarea":
            self.inputs[name] = Input(
                name, tag, unescape(self.text[after : self.text.index("</textarea", after)])
            )
        elif tag == "select":
            self._select = self.inputs[name] = Input(name, tag)
        elif tag == "option" and self._select:
            self._chosen = "selected" in had
            if "value" not in had:  # then its text is its value
                value = unescape(self.text[after : self.text.index("<", after)]).strip()
            self._take_option(value)

    def _ends(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = None

    def _take_option(self, value: str) -> None:
        if self._select and value:
            self._select.choices.append(value)
        if self._select and self._chosen:
            self._select.value = value

    def _input(self, had: Attrs, name: str, value: str) -> None:
        kind = had.get("type") or "text"
        one = self.inputs.setdefault(name, Input(name, kind))
        if kind in ("radio", "checkbox"):
            one.choices.append(value or "on")
            if "checked" in had:
                one.value = value or "on"
        else:
            one.value = value

    def posted(self, button: Button | None = None, **chosen: str) -> dict[str, str]:
        """What a browser sends with these fields chosen and this button pressed."""
        stands = {name: one.value for name, one in self.inputs.items()}
        unchecked = {
            n for n, one in self.inputs.items() if one.kind in ("radio", "checkbox") and not one.value
        }
        sent = {name: value for name, value in stands.items() if name not in unchecked} | chosen
        return sent | ({button.name: button.value} if button and button.name else {})

    def open_fields(self) -> list[Input]:
        """The fields in which a reader can choose or write something."""
        return [one for one in self.inputs.values() if one.name and one.kind != "hidden"]
