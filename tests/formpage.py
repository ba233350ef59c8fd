"""The order form of a page, as a browser without scripts holds it: fields, buttons, what is posted."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attrs = dict[str, str | None]


@dataclass
class Input:
    """One field by its name. `choices`: what may be chosen; `value`: what stands in it, "" for nothing."""

    name: str
    kind: str
    value: str = ""
    choices: list[str] = field(default_factory=list)

    @property
    def question(self) -> str:
        """The question it is a part of; the fields of a form of one question have no prefix."""
        return self.name.rpartition("-")[0]


@dataclass(frozen=True)
class Button:
    name: str
    value: str
    url: str  # "" for that of the form

    @property
    def opens(self) -> bool:
        """Whether it has the fields of one more question drawn, and does nothing else."""
        return self.name == "open" or self.value.startswith("open-")


class OrderFormPage(HTMLParser):
    """Reads the form with the id `form`, and what stands outside of it with `form="form"`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inputs: dict[str, Input] = {}
        self.buttons: list[Button] = []
        self.ids: set[str] = set()
        self.text = page
        self._inside = self._option = self._chosen = False
        self._select: Input | None = None
        self._area: Input | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = dict(attrs)
        self.ids.add(had.get("id") or "")
        if tag == "form":
            self._inside = had.get("id") == "form"
        if not (self._inside or had.get("form") == "form") or "disabled" in had:
            return
        name, value = had.get("name") or "", had.get("value") or ""
        if tag == "button":
            self.buttons.append(Button(name, value, (had.get("formaction") or "").partition("#")[0]))
        elif tag == "input":
            self._input(had, name, value)
        elif tag in ("select", "textarea"):
            made = self.inputs[name] = Input(name, tag)
            self._select, self._area = (made, None) if tag == "select" else (None, made)
        elif tag == "option" and self._select:
            self._option = "value" not in had  # then its text is its value
            self._chosen = "selected" in had
            self._take_option(value)

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

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag in ("select", "textarea"):
            self._select = self._area = None

    def handle_data(self, data: str) -> None:
        if self._area:
            self._area.value += data
        if self._option and data.strip():
            self._take_option(data.strip())
            self._option = False

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
