"""The form in which somebody says when they are away, from what, and what is done meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import set_choices

from ..models import Game, Vacation
from ..refusaltexts import refusal_text

NO_DAY = _("There is no such day. Choose one in the calendar, or write it as 2026-11-25.")
EVERYWHERE, ONE_GAME = "site", "game"


def _day() -> forms.DateField:
    return forms.DateField(
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages=dict.fromkeys(("required", "invalid"), NO_DAY),
    )


class AwayForm(forms.Form):
    """Days, games, plan, and who is asked to be deputy in the one game. `games`: those the user plays in."""

    first = _day()
    last = _day()
    where = forms.ChoiceField(choices=[(EVERYWHERE, ""), (ONE_GAME, "")], initial=EVERYWHERE)
    game = forms.ChoiceField(label=_("Which game"), required=False)
    plan = forms.ChoiceField(
        choices=Vacation.Plan.choices,
        error_messages={"required": _("You have not said what becomes of your forms. Choose a plan.")},
    )

    who = forms.CharField(label=_("Your deputy"), required=False, max_length=254)
    talk = forms.BooleanField(required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        games: Sequence[Game],
        initial: dict[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.fields["first"].label, self.fields["last"].label = _("First day away"), _("Last day away")
        self.games = {game.public_id: game for game in games}
        set_choices(self, "game", [(key, game.name) for key, game in self.games.items()])

    def chosen_days(self) -> tuple[date, date, str]:
        """The first day, the last, and the plan."""
        days: dict[str, date] = self.cleaned_data
        plan: str = self.cleaned_data["plan"]
        return days["first"], days["last"], plan

    def chosen_game(self) -> Game | None:
        """The one game that was chosen; None for all of them."""
        if self.cleaned_data["where"] == EVERYWHERE:
            return None
        return self.games.get(self.cleaned_data.get("game", ""))

    def clean(self) -> dict[str, object]:
        found: dict[str, object] = super().clean() or {}
        if found.get("where") == ONE_GAME and not found.get("game") and "game" not in self.errors:
            self.add_error("game", _("You have not said from which game. Choose one."))
        if found.get("where") == EVERYWHERE and found.get("who"):
            self.add_error("who", refusal_text("deputy_one_game", {}))
        return found
