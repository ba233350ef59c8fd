"""The page on which users choose their notices by channel."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from accounts.models import ChannelKind, NewsChoices, User
from accounts.requests import UserRequest
from accounts.services import preferences_set
from accounts.zones import place_of

from .. import access, selectors
from ..channels import SendResult, channels
from ..forms.news import NewsForm
from ..models import Delivery, Notice, Webhook
from ..newskinds import OF_MASTERS, NewsKind, news_kind, quiet_hours
from ..noticetexts import notice_about
from ..services.news_choices import news_choices_of, news_choices_reset, news_choices_set
from ..services.trials import channel_try
from .myday import MyDay, my_day

HINTS: dict[NewsKind, Promise] = {
    NewsKind.NEAR: gettext_lazy("and nothing of yours is saved"),
    NewsKind.ASKED: gettext_lazy("a question, an order form set aside"),
    NewsKind.PUBLISHED: gettext_lazy("and the next turn is open"),
    NewsKind.SEAT: gettext_lazy("somebody leaves, somebody comes, a rematch"),
    NewsKind.ACT: gettext_lazy("settings, words to all, a place given back"),
    NewsKind.OVER: gettext_lazy("or cancelled before it started"),
    NewsKind.MISSED: gettext_lazy("by a player, told after noon; or by this site, which came late"),
    NewsKind.UNREACHED: gettext_lazy("none of their channels works"),
    NewsKind.EMPTY: gettext_lazy("it is offered, or a bot plays there"),
    NewsKind.ASLEEP: gettext_lazy("nobody plays any more"),
}


class NewsCell(Struct, frozen=True):
    """One kind of news and one channel. `ways`: (value, label, whether it is chosen); empty if the channel
    does not carry it."""

    name: str
    channel: ChannelKind
    ways: list[tuple[str, str, bool]]


class NewsRow(Struct, frozen=True):
    """One kind of news, by all channels of the reader."""

    kind: NewsKind
    hint: Promise | str
    cells: list[NewsCell]


class ChannelWay(Struct, frozen=True):
    """A channel on the page: its name, its link, its last success and its last refusal, and whether it has
    stopped. `told`, `refused`: what these were about; `came`: whether the refused notice was delivered in the
    end."""

    kind: ChannelKind
    leads: str
    record: selectors.ChannelRecord
    told: str
    refused: str
    came: bool


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def news(request: UserRequest) -> HttpResponse:
    """Which notices the reader gets by which channel and when, and the state of each channel. Six queries,
    and four for each channel."""
    user = request.user
    mine = _channels_of(user)
    kinds = [kind for kind in NewsKind if user.is_staff or kind not in OF_MASTERS]
    chosen = news_choices_of([user.pk]).get(user.pk)
    posted = request.POST if request.method == "POST" else None
    if posted is not None and posted.get("act") == "first":
        news_choices_reset(user=user)
        messages.success(request, _("The first settings hold again."))
        return redirect("games:news")
    form = NewsForm(posted, user=user, kinds=kinds, channels=mine, chosen=chosen)
    if posted is not None and form.is_valid():
        preferences_set(user=user, chosen=form.own())
        news_choices_set(user=user, ways=form.ways(), hours=form.hours(), mail_text=form.mail_says())
        messages.success(request, _("Your choices are saved. They hold for what happens from now on."))
        return redirect("games:news")
    rows = [_row(form, kind, mine) for kind in kinds]
    context = {
        "channels": mine,
        "rows": [row for row in rows if row.kind not in OF_MASTERS],
        "rows_of_masters": [row for row in rows if row.kind in OF_MASTERS],
        "no_mail": ChannelKind.MAIL in mine and user.game_mail == User.GameMail.NEVER,
        "form": form,
        "ways": [_way(record, user) for record in selectors.channel_records(user.pk, mine)],
        "day": _day(user, chosen),
        "place": place_of(user.zone.key),
        "nav": "account",
    }
    return render(request, "games/news.html", context, status=422 if form.errors else 200)


def _day(user: User, chosen: NewsChoices | None) -> MyDay:
    """The reader's day as stored. Two queries."""
    digest = (chosen or NewsChoices()).digest_at
    noons = selectors.next_deadlines(access.games_to_be_away_from(user))
    return my_day(user.zone, digest, quiet_hours(user, chosen), user.reminder_hours, noons.values())


@login_required
@require_POST
def test(request: UserRequest) -> HttpResponse:
    """Send the reader a test by one of their channels, at once."""
    outcome = channel_try(user=request.user, kind=request.POST.get("channel", ""))
    if outcome is not None and outcome.result is SendResult.DELIVERED:
        messages.success(request, _("The test is on its way: the other side has taken it."))
    elif outcome is None:
        messages.warning(request, _("There is nothing to send a test to: add a device or an address first."))
    else:
        text = _("The test has not arrived: %(why)s.") % {"why": outcome.answer or _("no answer")}
        messages.warning(request, text)
    return redirect(f"{reverse('games:news')}#delivery")


def _way(record: selectors.ChannelRecord, user: User) -> ChannelWay:
    leads = user.email if record.kind == ChannelKind.MAIL else ""
    came = record.refused is not None and record.refused.state == Delivery.State.SENT
    return ChannelWay(record.kind, leads, record, _told(record.sent), _told(record.refused), came)


def _told(row: Delivery | None) -> str:
    """The game and the kind of news of a delivery."""
    if row is None:
        return ""
    notice: Notice = row.notice
    kind = news_kind(notice)
    return f"{notice_about(notice)} · {kind.label}" if kind else notice_about(notice)


def _channels_of(user: User) -> list[ChannelKind]:
    """The channels of this user, in their order, those that have stopped included."""
    reached = {channel.kind for channel in channels() if channel.reaches([user.pk])}
    stopped = user.channels.filter(stopped_at__isnull=False).values_list("kind", flat=True)
    hook = {ChannelKind.HOOK} if Webhook.objects.filter(user=user).exists() else set()
    return [kind for kind in ChannelKind if kind in reached | hook | set(stopped)]


def _row(form: NewsForm, kind: NewsKind, mine: list[ChannelKind]) -> NewsRow:
    return NewsRow(kind, HINTS.get(kind, ""), [_cell(form, kind, channel) for channel in mine])


def _cell(form: NewsForm, kind: NewsKind, channel: ChannelKind) -> NewsCell:
    name = f"{kind}-{channel}"
    if name not in form.asked:
        return NewsCell(name, channel, [])
    kept = form[name].value() or form[name].initial
    ways = [(value, str(label), value == kept) for value, label in NewsChoices.Way.choices]
    return NewsCell(name, channel, ways)
