"""Users in the admin, for superusers: who may log in, and who is staff."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest

from .models import User

# The admin's own log-in page knows neither the site's rate limits nor its look.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["display_name", "email", "is_active", "is_staff", "is_superuser", "date_joined"]
    list_filter = ["is_staff", "is_superuser", "is_active"]
    search_fields = ["display_name", "email"]
    ordering = ["display_name"]
    fields = [
        "display_name", "email", "language", "theme", "time_zone",
        "is_active", "is_staff", "is_superuser", "date_joined", "last_login",
    ]  # fmt: skip
    readonly_fields = ["email", "date_joined", "last_login"]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    has_change_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up themselves; `createsuperuser` makes the first one

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # deleting an account has to empty its places in games first
