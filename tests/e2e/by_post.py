"""Somebody who plays by posts alone, for the tests that look at pages and do not ask how one came there: each
step is that of `tools/walk.py`, by the same forms, without a browser between."""

from __future__ import annotations

import re
import time
from typing import Any

from django.core.cache import cache
from django.test import Client

from tests.formpage import Button, OrderFormPage
from tools import stage

PATIENCE = 60  # seconds for bots to answer
LAST = ("-down", "-beneficiary")  # a choice that has to be another one than in the first column


class ByPost:
    """`game`: the address of the game that was started last; `at`: where the last page came from."""

    def __init__(self, user: Any) -> None:
        self.user = user
        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.force_login(user)
        self.game = self.at = ""

    def rehearse(self, bots: int, title: str, **options: str) -> None:
        """Start a game against so many bots with these options, and the defaults for the others."""
        cache.clear()  # nobody posts that fast
        chosen = stage.default_options(title, **options)
        assert set(chosen) >= set(options), f"{title} offers {sorted(chosen)}"
        ticked = {
            f"option-{title}-{key}": "on" if value is True else str(value)
            for key, value in chosen.items()
            if value is not False
        }
        sent = {"asked": "1", "title": title, "bots": str(bots), **ticked}
        answer = self.client.post("/games/rehearsal/", sent)
        assert answer.status_code == 302, answer.content.decode()
        self.game = answer["Location"]

    def form(self) -> OrderFormPage:
        """The order form as it is now."""
        return self._read(f"{self.game}orders/")

    def _read(self, address: str) -> OrderFormPage:
        answer = self.client.get(address, follow=True)
        assert answer.status_code == 200, f"{answer.status_code} {address}"
        self.at = answer.request["PATH_INFO"]
        return OrderFormPage(answer.content.decode())

    def press(self, page: OrderFormPage, button: Button, **chosen: str) -> OrderFormPage:
        """What a button of the form brings."""
        cache.clear()
        sent = page.posted(button, **chosen)
        answer = self.client.post(button.url or f"{self.game}orders/", sent, follow=True)
        assert answer.status_code == 200, f"{answer.status_code} for {button}: {sent}"
        self.at = answer.request["PATH_INFO"]
        return OrderFormPage(answer.content.decode())

    def be_somebody(self) -> None:
        """Hand in a character: a few words, and whatever is chosen already."""
        page = self.form()
        save = next(one for one in page.buttons if one.value == "character")
        self.press(page, save, public_text="Came by boat, stayed for the fog.")

    def add(self, kind: str, **choices: int | str) -> None:
        """Save one order. A number chooses by position (-1: the last), a text by value; every other choice
        is the first."""
        page = self.form()
        for opener in [one for one in page.buttons if one.value == f"open-{kind}"][:1]:
            page = self.press(page, opener)
        chosen = {}
        for name, one in page.inputs.items():
            if not name.startswith(f"{kind}-") or not one.choices:
                continue
            choice = choices.get(name.removeprefix(f"{kind}-"))
            if isinstance(choice, str):
                chosen[name] = choice
            elif choice is not None:
                chosen[name] = one.choices[choice]
            elif not one.value:
                chosen[name] = one.choices[name.endswith(LAST)]
        add = next(one for one in page.buttons if one.value == f"add-{kind}")
        page = self.press(page, add, **chosen)
        assert "refusal" not in page.text, f"{kind} with {chosen} was refused"

    def strike(self) -> None:
        """Hand in what the form holds: strike noon."""
        page = self.form()
        self.press(page, next(one for one in page.buttons if one.url.endswith("/resolve-now/")))

    def strike_if_asked(self, shown: OrderFormPage | None = None) -> OrderFormPage | None:
        """Strike noon, after coming back where the game waits for that, and after the bots where they alone
        are asked; the page that comes then. `shown`: what came last, if that was this game. None once the
        game is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            page, shown = shown or self._read(self.game), None
            if "/scores/" in self.at:
                return None
            if 'id="form"' not in page.text:  # a message, which comes before it
                page = self.form()
            if back := re.search(r'<section class="note.*?name="door" value="([^"]+)"', page.text, re.DOTALL):
                shown = self.press(page, Button("door", back[1], ""))
                continue
            for strike in [one for one in page.buttons if one.url.endswith("/resolve-now/")]:
                return self.press(page, strike)
            time.sleep(0.1)
        raise AssertionError(f"nobody answers in {self.game}")

    def strike_to_the_end(self) -> None:
        """Strike noon until the game is over."""
        shown = None
        while shown := self.strike_if_asked(shown):
            pass
