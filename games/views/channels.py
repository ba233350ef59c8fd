"""Pages for push messages and webhooks: those of a user, the webhook of a game, and the service worker."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import UserRequest

from .. import access
from ..channels.base import SendResult
from ..forms.channels import HookForm
from ..models import Game, PushDevice, Webhook
from ..push import key_name, public_key
from ..refusaltexts import refusal_text
from ..services.hooks import hook_remove, hook_renew_secret, hook_set, hook_try
from ..services.pushes import push_subscribe, push_unsubscribe
from ..services.refusals import Refused
from ..texts import answer_text


@login_required
@require_safe
def channels(request: UserRequest) -> HttpResponse:
    """The devices and the webhook of the reader. Two queries."""
    return _channels(request, _form_of(_hook_of(request)))


def _channels(request: UserRequest, form: HookForm, *, status: int = 200) -> HttpResponse:
    hook = _hook_of(request)
    devices = PushDevice.objects.filter(user=request.user, server_key=key_name()).order_by("pk")
    context = {
        "devices": [(device, answer_text(device.answer)) for device in devices],
        "push_key": public_key(),
        "hook": hook,
        "answer": answer_text(hook.answer) if hook else "",
        "form": form,
        "nav": "account",
    }
    return render(request, "games/channels.html", context, status=status)


def _hook_of(request: UserRequest) -> Webhook | None:
    return Webhook.objects.filter(user=request.user).first()


def _form_of(hook: Webhook | None) -> HookForm:
    language = get_language() or settings.LANGUAGE_CODE
    if hook is None:
        return HookForm(initial={"language": language, "style": Webhook.Style.DISCORD})
    return HookForm(initial={"url": hook.url, "style": hook.style, "language": hook.language})


@login_required
@require_POST
def hook(request: UserRequest) -> HttpResponse:
    """Save, try, or remove the reader's webhook, or give it another secret."""
    kept = _hook_of(request)
    if request.POST.get("act") == "save":
        form = HookForm(request.POST)
        if _saved(request, form, game=None):
            return redirect("games:channels")
        return _channels(request, form, status=422)
    if kept is not None:
        _act(request, kept)
    return redirect("games:channels")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_hook(request: UserRequest, public_id: str) -> HttpResponse:
    """The webhook of a game, for its creator and its game masters."""
    game = access.game_of_host(request.user, public_id)
    kept = Webhook.objects.filter(game=game).select_related("game").first()
    form = _form_of(kept)
    if request.method == "POST":
        if request.POST.get("act") == "save":
            form = HookForm(request.POST)
            if _saved(request, form, game=game):
                return redirect("games:game_hook", public_id)
        else:
            if kept is not None:
                _act(request, kept)
            return redirect("games:game_hook", public_id)
    context = {
        "game": game, "title_key": game.title, "hook": kept, "form": form, "nav": "games",
        "answer": answer_text(kept.answer) if kept else "",
    }  # fmt: skip
    return render(request, "games/game_hook.html", context, status=422 if form.errors else 200)


def _saved(request: UserRequest, form: HookForm, *, game: Game | None) -> bool:
    """Whether the address was saved; if not, the form says why."""
    if not form.is_valid():
        return False
    asked: dict[str, str] = form.cleaned_data
    try:
        hook_set(
            url=asked["url"],
            style=asked["style"],
            language=asked["language"],
            set_by=request.user,
            game=game,
            user=request.user if game is None else None,
        )
    except Refused as refused:
        form.add_error("url", refusal_text(refused.code, refused.params))
        return False
    messages.success(request, _("The address is saved. Send a test to see whether it arrives."))
    return True


def _act(request: UserRequest, kept: Webhook) -> None:
    act = request.POST.get("act")
    if act == "try":
        outcome = hook_try(hook=kept)
        if outcome.result is SendResult.DELIVERED:
            messages.success(request, _("The test has arrived."))
        else:
            text = _("The test has not arrived: %(why)s. Look at the address, and try it again.")
            messages.warning(request, text % {"why": outcome.answer})
    elif act == "secret":
        hook_renew_secret(hook=kept)
        messages.success(request, _("There is a new secret. What is signed from now on is signed with it."))
    elif act == "remove":
        hook_remove(hook=kept)
        messages.success(request, _("The address is forgotten. Nothing more is posted there."))


@login_required
@require_POST
def push(request: UserRequest) -> HttpResponse:
    """Subscribe this browser to push messages, or remove one of the user's devices."""
    fields = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth", "name")}
    if request.POST.get("act") == "remove":
        if push_unsubscribe(user=request.user, digest=request.POST.get("digest", "")):
            messages.success(request, _("Nothing more is sent to that device."))
    else:
        try:
            push_subscribe(user=request.user, **fields)
            messages.success(request, _("News of your games now comes to this device."))
        except Refused as refused:
            messages.warning(request, refusal_text(refused.code, refused.params))
    return redirect("games:channels")


@cache
def _worker() -> str:
    found = finders.find("noon/worker.js")
    assert isinstance(found, str)
    return Path(found).read_text(encoding="utf-8")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker that shows push messages. It is served from the root, because its scope is the path
    below it. It caches no pages."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
