"""Deleting an account: it removes the user from games, so it is not part of `accounts`."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import DeleteForm
from accounts.requests import UserRequest

from ..services.accounts import account_delete


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: UserRequest) -> HttpResponse:
    """Delete one's account: the page says what is deleted and what stays, and asks for the password."""
    if request.method != "POST":
        return render(request, "games/account_delete.html", {"form": DeleteForm(user=request.user)})
    form = DeleteForm(request.POST, user=request.user)
    if not form.is_valid():
        return render(request, "games/account_delete.html", {"form": form}, status=400)
    user = request.user
    account_delete(user=user)
    logout(request)  # afterwards, so that the user can send the form again if the database fails
    messages.success(request, _("Your account is deleted. What you gave to your games stays with them."))
    return redirect("games:landing")
