"""The forms of game masters: every act asks for a reason, and some for more."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import set_choices
from accounts.models import User
from accounts.names import clean_title

from ..forms import GameForm, OptionalNameField, values_of
from ..services.moderation import CREATOR
from .facts import Facts, SeatFact

MOST = 500
TOO_LONG = _("This has %(show_value)s characters; the limit is %(limit_value)s. Shorten it.")
NOT_CHOSEN = dict.fromkeys(("required", "invalid_choice"), _("Nothing was chosen here. Choose one."))


NO_REASON = _("Nothing was done: no reason was given. Write one; the players read it in the ledger.")
NO_ADDRESS = _("No place was given: that is not an e-mail address. Write one.")


def reason_field(label: Any, required: Any = NO_REASON) -> forms.CharField:
    """The field for the reason, which players read in the ledger. `required`: the error if it is empty."""
    return forms.CharField(
        label=label,
        max_length=MOST,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Everybody who may see the game reads it in the ledger."),
        error_messages={
            "required": required,
            "max_length": TOO_LONG,
        },
    )


class ActForm(forms.Form):
    """The form of an act that needs only a reason. `facts`: the game as its master sees it."""

    reason = reason_field(_("Reason"))
    prefill: tuple[str, ...] = ()  # the fields a link may fill in
    beside: dict[str, str] = {"no_reason": "reason"}  # the code of a refusal -> the field it is about

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        self.facts = facts
        super().__init__(*args, **kwargs)

    def refuse(self, code: str, text: str) -> None:
        """Show a refusal of the service beside the field it is about, otherwise above the form."""
        field = self.beside.get(code)
        self.add_error(field if field in self.fields else None, text)


class AnnounceForm(ActForm):
    reason = reason_field(
        _("Your message"), _("Nothing was announced: you wrote nothing. Write your message.")
    )


class ExtendForm(ActForm):
    """Moves the deadline. The time is in the game's own time zone, which the page activates."""

    until = forms.DateTimeField(
        label=_("New deadline"),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        error_messages=dict.fromkeys(
            ("required", "invalid"),
            _("Deadline not moved: that is not a date and time. Write it like 2026-11-22 18:00."),
        ),
    )
    field_order = ["until", "reason"]
    beside = {**ActForm.beside, "not_later": "until", "too_late": "until"}

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        self.fields["until"].initial = facts.deadline
        self.fields["until"].help_text = gettext("In the time zone of the game: %(zone)s.") % {
            "zone": facts.game.zone
        }


class NoonForm(ActForm):
    """Contains the turn's name, so that two masters who press at the same moment resolve one turn only."""

    # Not required, because nobody would see the error of a hidden field; an empty name matches no turn.
    turn = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        self.fields["turn"].initial = facts.main.name if facts.main else ""


class RetryForm(ActForm):
    turn = forms.ChoiceField(label=_("Turn"), error_messages=NOT_CHOSEN)
    field_order = ["turn", "reason"]
    prefill = ("turn",)
    beside = {**ActForm.beside, "not_stuck": "turn"}

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        set_choices(self, "turn", [(t.name, f"{t.text} · {t.incident}") for t in facts.to_retry])


class SeatForm(ActForm):
    """A choice among the seats for which `fits` is true."""

    seat = forms.TypedChoiceField(label=_("Place"), coerce=int, error_messages=NOT_CHOSEN)
    field_order = ["seat", "back", "email", "name", "reason"]
    prefill = ("seat",)
    beside = {**ActForm.beside, "no_such_player": "seat"}

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        # With several seats, none is preselected, so that nobody acts on the first one by mistake.
        seats = [(s.number, s.label) for s in facts.seats if self.fits(s)]
        set_choices(self, "seat", seats if len(seats) == 1 else [("", gettext("Choose…")), *seats])

    @staticmethod
    def fits(seat: SeatFact) -> bool:
        return seat.user is not None


class UnseatForm(SeatForm):
    """Before the start bots can be removed, too."""

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        if facts.game.number < 0:
            seats = [(s.number, s.label) for s in facts.seats]
            set_choices(self, "seat", seats if len(seats) == 1 else [("", gettext("Choose…")), *seats])


class BotForm(SeatForm):
    @staticmethod
    def fits(seat: SeatFact) -> bool:
        return not seat.is_bot


class WhoseForm(SeatForm):
    """Whose name or picture: that of any seat, or of the creator, who may have none."""

    beside = {**SeatForm.beside, "no_picture": "seat"}

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        choices: list[tuple[Any, str]] = [("", gettext("Choose…"))]
        choices += [(s.number, s.label) for s in facts.seats]
        if facts.game.creator is not None:
            label = gettext("its creator: %(name)s") % {"name": facts.game.creator}
            choices.append((CREATOR, label))
        set_choices(self, "seat", choices)


class GameNameForm(ActForm):
    name = forms.CharField(
        label=_("New name of the game"),
        max_length=60,
        error_messages={
            "required": _("Not renamed: the game needs a name. Write one."),
            "max_length": TOO_LONG,
        },
    )
    field_order = ["name", "reason"]

    def clean_name(self) -> str:
        return clean_title(self.cleaned_data["name"])


class BotsForm(ActForm):
    """How many bots to seat."""

    count = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            _("No bot was seated: write a whole number, at least 1 and at most the free places."),
        ),
    )
    field_order = ["count", "reason"]

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        self.fields["count"].initial = 1
        self.fields["count"].widget.attrs["max"] = facts.free


class GiveForm(SeatForm):
    """Whom to give a seat: a former player of the game, or an account by its address. There is no list of all
    accounts, because it would show every user to every master."""

    back = forms.TypedChoiceField(
        label=_("Back to a former player"),
        coerce=int,
        empty_value=None,
        required=False,
        error_messages=NOT_CHOSEN,
    )
    email = forms.EmailField(
        label=_("E-mail address of the account"), required=False, error_messages={"invalid": NO_ADDRESS}
    )
    name = OptionalNameField(
        label=_("Name in this game"), required=False, help_text=_("Left empty: the name of the account.")
    )
    beside = {
        **ActForm.beside, "no_such_seat": "seat", "other_seat": "seat", "other_deputy": "seat",
        "already_in": "email", "own_seat": "email", "name_taken": "name",
    }  # fmt: skip

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        if facts.game.number < 0:
            del self.fields["seat"]
        if facts.former:
            former = [(fact.user, fact.name) for fact in facts.former]
            set_choices(self, "back", [("", gettext("nobody: to the account below")), *former])
        else:
            del self.fields["back"]

    @staticmethod
    def fits(seat: SeatFact) -> bool:
        return seat.user is None

    def clean(self) -> dict[str, Any]:
        """Find the account. A former player gets their former name."""
        data = super().clean() or self.cleaned_data
        if data.get("back") is not None:
            names = {fact.user: fact.name for fact in self.facts.former}
            data["name"] = data.get("name") or names[data["back"]]
            gone = gettext("No place was given: this account is closed. Choose another.")
            self._find("back", gone, pk=data["back"])
        elif data.get("email"):
            unknown = gettext("No place was given: no account has this address. Check it with the player.")
            self._find("email", unknown, email=data["email"].lower())
        elif not self.errors.keys() & {"email", "back"}:
            self.add_error("email", NO_ADDRESS)
        return data

    def _find(self, field: str, unknown: str, **by: Any) -> None:
        self.user = User.objects.filter(is_active=True, **by).first()
        if self.user is None:
            self.add_error(field, unknown)


def _set_users(form: forms.Form, name: str, users: QuerySet[User]) -> None:
    """Set the users that one field of a form offers."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = users


class _StaffChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django's class takes none when it runs
    def label_from_instance(self, user: User) -> str:
        return f"{user.display_name} ({user.email})"


class NameMasterForm(ActForm):
    user = _StaffChoice(label=_("Member of staff"), queryset=None, error_messages=NOT_CHOSEN)
    beside = {**ActForm.beside, "not_staff": "user", "already_master": "user"}
    field_order = ["user", "reason"]

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        _set_users(self, "user", staff().exclude(masterships__game=facts.game))


class DismissMasterForm(ActForm):
    user = _StaffChoice(label=_("Game master"), queryset=None, error_messages=NOT_CHOSEN)
    beside = {**ActForm.beside, "no_such_master": "user"}
    field_order = ["user", "reason"]

    def __init__(self, *args: Any, facts: Facts, **kwargs: Any) -> None:
        super().__init__(*args, facts=facts, **kwargs)
        users = User.objects.filter(masterships__game=facts.game)
        _set_users(self, "user", users.order_by("display_name"))


def staff() -> QuerySet[User]:
    """The users who can be named game masters."""
    return User.objects.filter(is_staff=True, is_active=True).order_by("display_name")


class SettingsForm(GameForm):
    """The settings of a game that has not started, with a reason."""

    reason = reason_field(_("Reason"))
    prefill: tuple[str, ...] = ()
    beside = {**ActForm.beside, "game_name_taken": "name", "fewer_than_joined": "max_players"}

    def __init__(self, *args: Any, facts: Facts, initial: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, game=facts.game, initial={**values_of(facts.game), **initial}, **kwargs)

    refuse = ActForm.refuse


class CreateForm(GameForm):
    """The settings of a new game, as in the lobby, but without a seat for its creator."""

    masters: forms.ModelMultipleChoiceField[User] = forms.ModelMultipleChoiceField(
        label=_("Game masters"),
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Whoever is chosen here runs the game. With nobody chosen, you run it yourself."),
        error_messages=dict.fromkeys(
            ("invalid_choice", "invalid_pk_value", "invalid_list"),
            _("Not created: somebody chosen here is no longer a member of staff. Choose again."),
        ),
    )
    reason = reason_field(_("Reason"))

    def __init__(self, *args: Any, author: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["seat_name"]
        _set_users(self, "masters", staff())
        if not author.is_superuser:
            del self.fields["masters"]
