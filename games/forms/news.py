"""The form on which one chooses what to be told by which channel, and when."""

from __future__ import annotations

from collections.abc import Collection
from datetime import time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import Ticks, reminder_choices
from accounts.models import DIGEST_AT, REMINDERS, ChannelKind, NewsChoices, User

from ..hours import MOST_QUIET, is_within, quiet_length
from ..newskinds import OF_ONE, NewsKind, way_of_kind

HOURS = ("digest_at", "quiet_from", "quiet_until")


def _hour(**kwargs: Any) -> forms.TimeField:
    widget = forms.TimeInput({"type": "time"}, format="%H:%M")
    return forms.TimeField(required=False, widget=widget, input_formats=["%H:%M", "%H:%M:%S"], **kwargs)


class NewsForm(forms.Form):
    """One choice for each kind of news and channel, and the hours. What is not posted stays as it is."""

    digest_at = _hour(
        label=_("Hour of the digest"),
        help_text=_("One message a day, with the news of all your games; none if there is no news."),
    )
    quiet_from = _hour(label=_("Quiet hours from"))
    quiet_until = _hour(
        label=_("Quiet hours until"),
        help_text=_(
            "What falls into them waits for their end. A reminder that would come too late then comes before "
            "they begin. Empty: no quiet hours."
        ),
    )
    reminders = forms.MultipleChoiceField(
        label=_("Reminders before a deadline, if nothing of yours is saved"),
        required=False,
        choices=reminder_choices,
        widget=Ticks,
        help_text=_("They go to you alone. Nothing that others see changes with them."),
    )
    mail_text = forms.ChoiceField(
        label=_("What a mail says of a resolution"),
        required=False,
        choices=NewsChoices.MailText.choices,
        help_text=_(
            "What a resolution tells you alone are your secrets in the game. In a mail they leave this site: "
            "your mail provider has them, and so has whoever reads your mail or sees your screen. A mail "
            "that was sent cannot be taken back. What others hide from you is never in it, and your devices "
            "and webhooks never carry it."
        ),
    )

    def __init__(
        self,
        posted: QueryDict | None,
        *,
        user: User,
        kinds: Collection[NewsKind],
        channels: Collection[ChannelKind],
        chosen: NewsChoices | None,
    ) -> None:
        self.kept = chosen or NewsChoices()
        initial: dict[str, object] = {name: getattr(self.kept, name) for name in HOURS}
        initial["reminders"] = [str(hours) for hours in user.reminder_hours]
        initial["mail_text"] = self.kept.mail_text
        super().__init__(posted, initial=initial)
        if ChannelKind.MAIL not in channels:
            del self.fields["mail_text"]
        self.asked = {
            f"{kind}-{channel}": (kind, channel)
            for kind in kinds
            for channel in channels
            if channel != ChannelKind.HOOK or kind not in OF_ONE
        }
        for name, (kind, channel) in self.asked.items():
            self.fields[name] = forms.ChoiceField(
                choices=NewsChoices.Way.choices,
                required=False,
                initial=way_of_kind(kind, channel, chosen),
                label=f"{kind.label}, {channel.label}",
            )

    def clean_digest_at(self) -> time:
        hour: time | None = self.cleaned_data["digest_at"]
        return hour or DIGEST_AT

    def clean_reminders(self) -> str:
        """As the account keeps them."""
        picked = set(self.cleaned_data["reminders"])
        return ",".join(str(hours) for hours in REMINDERS if str(hours) in picked)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        digest, start, end = (
            cleaned.get(name) if name in self.data else getattr(self.kept, name) for name in HOURS
        )
        if self.errors or (start is None and end is None):
            return cleaned
        if start is None or end is None:
            missing = "quiet_from" if start is None else "quiet_until"
            self.add_error(missing, gettext("Quiet hours have a beginning and an end: type both, or none."))
        elif start == end or quiet_length(start, end) > MOST_QUIET:
            most = MOST_QUIET.seconds // 3600
            text = ngettext(
                "Quiet hours last %(most)s hour at most: choose a later beginning or an earlier end.",
                "Quiet hours last %(most)s hours at most: choose a later beginning or an earlier end.",
                most,
            )
            self.add_error("quiet_until", text % {"most": most})
        elif is_within(digest or DIGEST_AT, start, end):
            self.add_error("digest_at", gettext("That hour is a quiet one: choose one outside of them."))
        return cleaned

    def ways(self) -> dict[tuple[str, str], str]:
        """What was posted: (kind, channel) -> way."""
        posted = {name: self.cleaned_data[name] for name in self.asked}
        return {self.asked[name]: way for name, way in posted.items() if way}

    def hours(self) -> dict[str, time | None]:
        """The hours that were posted, by the names of their columns."""
        return {name: self.cleaned_data[name] for name in HOURS if name in self.data}

    def mail_says(self) -> str:
        """What was posted of the text of mails; "" if it was not."""
        return str(self.cleaned_data.get("mail_text", ""))

    def own(self) -> dict[str, str]:
        """The choices that were posted and are stored with the account."""
        return {"reminders": self.cleaned_data["reminders"]} if "reminders" in self.data else {}
