"""Acts on a whole turn from its order form: being ready, withdrawing a form, resolving now."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.guests import open_to_guests

from .. import tasks
from ..access import Entry
from ..refusaltexts import refusal_text
from ..services.order_forms import Declined, order_form_ready, order_form_undo, order_form_withdraw
from ..services.refusals import Refused
from ..services.turns import turn_resolve_now
from .answers import SeeOther, acting, leave_for
from .errors import refused_post
from .orders import posted, settled


@open_to_guests
@acting
def ready(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Declare oneself ready (in games that close as soon as everybody is) or one's form complete (if it is
    saved in parts), or revoke it."""
    assert entry.player is not None
    before = settled(request, entry)
    if before.answer:
        return before.answer
    post = posted(request)
    try:
        closing = order_form_ready(
            player=entry.player,
            turn_name=post.get("turn", ""),
            revision=before.revision,
            ready=post.get("ready") == "1",
        )
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
    else:
        if closing and entry.game.closes_in_request:  # closed already
            return leave_for(request, reverse("games:game", args=[entry.game.public_id]))
        if closing:
            tasks.close_soon(closing)
    return SeeOther(reverse("games:orders", args=[entry.game.public_id]))


@open_to_guests
@acting
def withdraw(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Withdraw one's form, as if nothing had been handed in."""
    assert entry.player is not None
    before = settled(request, entry, keep=False)
    if before.answer:
        return before.answer
    url, post = reverse("games:orders", args=[entry.game.public_id]), posted(request)
    try:
        order_form_withdraw(player=entry.player, turn_name=post.get("turn", ""), revision=before.revision)
    except Refused as refused:
        return refused_post(request, refused.code, refused.params, url=url)
    messages.success(request, _("Withdrawn: nothing of yours is handed in for this turn."))
    return SeeOther(url)


@open_to_guests
@acting
def undo(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Undo the last change of one's saved form."""
    assert entry.player is not None
    before = settled(request, entry, keep=False)
    if before.answer:
        return before.answer
    url, post = reverse("games:orders", args=[entry.game.public_id]), posted(request)
    try:
        done = order_form_undo(player=entry.player, turn_name=post.get("turn", ""), revision=before.revision)
    except Refused as refused:
        return refused_post(request, refused.code, refused.params, url=url)
    if isinstance(done, Declined):
        return refused_post(request, "undo_impossible", {}, url=url)
    if done.closes and entry.game.closes_in_request:
        return leave_for(request, reverse("games:game", args=[entry.game.public_id]))
    if done.closes:
        tasks.close_soon(done.closes)
    messages.success(request, _("Undone: your form is as it was before its last change."))
    return SeeOther(url)


@open_to_guests
@acting
def resolve_now(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The player of a rehearsal resolves the turn now, within this request."""
    if not entry.game.closes_in_request:
        raise Http404
    if answer := settled(request, entry).answer:
        return answer
    if not turn_resolve_now(game=entry.game, turn_name=posted(request).get("turn", "")):
        messages.warning(request, _("This noon has struck already. Here is the result."))
    return leave_for(request, reverse("games:game", args=[entry.game.public_id]))
