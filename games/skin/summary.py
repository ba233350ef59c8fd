"""The cost of a form in words: the summary beside an order form, and the lines of a receipt.

A title gives these values; `games/order_form.html` draws them, at a desk and in the dock of a phone. All
figures are texts of the reader's language.
"""

from __future__ import annotations

from django.utils.functional import Promise
from msgspec import Struct

Text = str | Promise


class SummaryLine(Struct, frozen=True):
    """One line of a summary: what it is, and its figure."""

    label: Text
    figure: str


class Share(Struct, frozen=True):
    """A piece of the bar that shows where the money goes. `at` and `size` in percent of the whole; `shade`:
    1 to 3, one of its colours."""

    at: float
    size: float
    shade: int = 1

    @property
    def x(self) -> str:
        return f"{self.at:.2f}%"

    @property
    def width(self) -> str:
        return f"{self.size:.2f}%"


class Remark(Struct, frozen=True):
    """A remark or a warning under a summary. `mood`: "" for a plain one, "yes" and "no" for good and bad
    news, "empty" where nothing is saved yet."""

    title: Text
    text: Text = ""
    mood: str = ""


class Summary(Struct, frozen=True):
    """The summary of an order form.

    `label`: its heading ("You have left"). `left`: the one figure that counts, with its `unit`; "" for none.
    `lines`: the calculation, from the amount before to the amount after, which is the last of them. `shares`:
    the same as a bar, whose `shares_text` says it in words. `facts`: what else the player has. `quotas`: how
    much of what is limited is used. `remark`: what is still to be done, or what saving this means.

    In the dock of a phone: the same figure with `dock_unit`, and `dock_line` below it, which a script of the
    title's may rewrite (`data-said`). `dock_label` names the dock for screen readers; "Total" if empty.
    """

    label: Text
    left: str = ""
    unit: Text = ""
    lines: tuple[SummaryLine, ...] = ()
    shares: tuple[Share, ...] = ()
    shares_text: str = ""
    facts: tuple[Text, ...] = ()
    quotas: tuple[SummaryLine, ...] = ()
    remark: Remark | None = None
    dock_unit: Text = ""
    dock_line: Text = ""
    dock_label: Text = ""


class ReceiptLine(Struct, frozen=True):
    """One line of a receipt. `amount`: what it costs, in words; "" if it costs nothing by itself."""

    text: str
    amount: str


class ReceiptText(Struct, frozen=True):
    """The orders of a form and their cost: one line per order, then lines without an amount that concern
    several. `total`: the total cost, "" if nothing is paid. `again`: the end of the sentence on the
    fingerprint if the receipt is shown again (": your noon message will show it again."); "" if it is not.
    """

    lines: tuple[ReceiptLine, ...] = ()
    total: str = ""
    again: Text = ""
