"""Accounts in the admin, for superusers: who may log in and who may enter the admin; no passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa import admin as mfa_admin
from django import forms
from django.contrib import admin
from django.contrib.auth import admin as auth_admin  # noqa: F401  # registers the groups unregistered below
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from .models import User
from .signals import account_closed, organizer_named

if TYPE_CHECKING:
    Base = admin.ModelAdmin[User]  # Django's class takes no argument when it runs
else:
    Base = admin.ModelAdmin


class SwitchesForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """Naming an organizer lets them enter the admin, where the acts of game masters are."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        # One's own page shows the switch `is_staff`, and does not post it.
        if data.get("is_organizer") and not data.get("is_staff", self.instance.is_staff):
            if self.instance.is_organizer:
                text = _("Not saved: an organizer enters the admin. Switch both off, or neither.")
                self.add_error("is_staff", text)
            data["is_staff"] = True
        return data


class UserAdmin(Base):
    """Four switches only. Accounts are created by signing up and deleted by their owners; addresses and
    passwords are changed on the account's own pages, where they are confirmed."""

    form = SwitchesForm
    list_display = [
        "display_name", "email", "is_active", "is_staff", "is_organizer", "is_superuser", "date_joined",
    ]  # fmt: skip
    list_filter = ["is_staff", "is_organizer", "is_superuser", "is_active"]
    search_fields = ["display_name", "email"]
    search_help_text = _("A name or an address, or part of one")
    ordering = ["-date_joined"]
    fields = [
        "display_name", "email", "language", "time_zone", "has_picture", "date_joined", "last_login",
        "is_active", "is_staff", "is_organizer", "is_superuser",
    ]  # fmt: skip
    readonly_fields = [
        "display_name", "email", "language", "time_zone", "has_picture", "date_joined", "last_login",
    ]  # fmt: skip
    actions = None
    list_per_page = 50
    show_full_result_count = False
    empty_value_display = "·"
    show_facets = admin.ShowFacets.NEVER

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).filter(guest_until=None).defer("password")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Superusers cannot change their own switches: there might be nobody left to set them back."""
        own = ["is_active", "is_staff", "is_superuser"]
        return [*self.readonly_fields, *(own if obj is not None and obj.pk == request.user.pk else [])]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "is_organizer" in form.changed_data and obj.is_organizer:
            organizer_named.send(User, user=obj, author=request.user)
        if "is_active" in form.changed_data and not obj.is_active:
            account_closed.send(User, user=obj)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Users"), **(extra_context or {})})

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context |= {"title": str(kwargs.get("obj") or ""), "subtitle": None}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("picture"), boolean=True)
    def has_picture(self, user: User) -> bool:
        return user.picture_id is not None

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _superuser(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _superuser(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allow only the filters offered: Django would let the URL filter by any column, even by a password
        hash."""
        return lookup in {f"{name}__exact" for name in self.list_filter}


class AddressAdmin(EmailAddressAdmin):
    """Addresses of accounts, so that an operator can confirm one whose owner never received the mail. They
    are changed on the account's own pages."""

    readonly_fields = ["user", "email", "primary"]
    list_filter = ["verified"]
    show_facets = admin.ShowFacets.NEVER

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        page: HttpResponse = super().changelist_view(
            request, {"title": _("E-mail addresses"), **(extra_context or {})}
        )
        return page

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _superuser(request: HttpRequest) -> bool:
    user = request.user
    return bool(user.is_active and user.is_staff and user.is_superuser)


# Registered by importing their modules. Groups would promise permissions that nothing here reads: a game
# master is appointed for one game. Keys of two-factor authentication and of addresses are for their owners
# only.
admin.site.unregister([Group, EmailAddress, EmailConfirmation, mfa_admin.Authenticator])
admin.site.register(EmailAddress, AddressAdmin)
admin.site.register(User, UserAdmin)
