"""The pages of game masters: the list of games, one game, and the confirmation of each act."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .. import access, permissions
from ..countdown import noon_text
from ..forms import first_values
from ..models import Game, Player, Turn
from ..permissions import GameAct as May
from ..refusaltexts import refusal_text
from ..registry import all_skins, is_installed, skin_for
from ..selectors import run_games
from ..services.masters import master_game_create, may_create
from ..services.refusals import Refused
from ..skin import figures
from ..tablerows import TableRow, table_row
from .acts import MasterAct, act_named, acts_for
from .facts import Facts
from .forms import ActForm, CreateForm, SettingsForm


class StageFilter(admin.ChoicesFieldListFilter):
    """Games by stage."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = gettext("stage")


if TYPE_CHECKING:
    Base = admin.ModelAdmin[Game]  # Django's class takes no argument when it runs
else:
    Base = admin.ModelAdmin


def _user(request: HttpRequest) -> User:
    """The logged-in user. The admin admits nobody else; PermissionDenied if it ever did."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


if TYPE_CHECKING:

    class Row(Game):
        """A game with the columns that the list adds: see `GameAdmin.get_queryset`."""

        seats: int
        noon: datetime | None
        mine: bool
        stuck: bool
        table: TableRow | None

        class Meta:
            abstract = True


class GamesToRun(ChangeList):
    """The list of games, each with what its master sees of it from afar: four queries for a page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        games: list[Any] = list(self.result_list)
        now, zone = timezone.now(), timezone.get_current_timezone_name()
        for game, run in zip(games, run_games(games, now), strict=True):
            # masters who play in a game read what players read
            game.table = None if game.mine else table_row(run, now, zone)
        self.result_list = games


class GameAdmin(Base):
    """Games except rehearsals: all of them for superusers, otherwise those the user is game master of. Fields
    cannot be edited: a game changes only by acts."""

    list_display = ["named", "next_noon", "to_come", "troubles", "players_count"]
    list_display_links = ["named"]
    list_filter = [("stage", StageFilter)]
    search_fields = ["name"]
    search_help_text = _("The name of a game, or a part of it")
    list_per_page = 50
    show_full_result_count = False
    empty_value_display = "·"
    show_facets = admin.ShowFacets.NEVER
    actions = None

    # ---- who sees what ------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        seats = Player.objects.filter(game=OuterRef("pk"), user=_user(request))
        stuck = Turn.objects.filter(game=OuterRef("pk"), status=Turn.Status.STUCK)
        asked = Q(turns__status__in=Turn.ASKED)
        return (
            access.mastered(request.user)
            .with_masters()
            .annotate(
                seats=Count("players", distinct=True),
                noon=Min("turns__deadline", filter=asked),
                mine=Exists(seats),
                stuck=Exists(stuck),
            )
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return may_create(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_create(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allow only the filter offered: Django would let the URL filter by any column, letter by letter."""
        return lookup == "stage__exact"

    # ---- the list -----------------------------------------------------------------------------

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return [F("noon").asc(nulls_last=True), "-created_at"]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[GamesToRun]:
        return GamesToRun

    @admin.display(description=_("game"), ordering="name")
    def named(self, game: Row) -> SafeString:
        stage = str(game.get_stage_display())
        if game.paused:
            stage = gettext("%(stage)s, paused") % {"stage": stage}
        title = skin_for(game.title).name if is_installed(game.title) else game.title
        you = gettext("you play") if game.mine else ""
        about = " · ".join(str(part) for part in (title, stage, you) if part)
        return format_html('<b>{}</b><br><span class="small soft">{}</span>', game.name, about)

    @admin.display(description=_("next noon"), ordering=F("noon").asc(nulls_last=True))
    def next_noon(self, game: Row) -> SafeString | None:
        """The day and hour in the game's zone, named, and the reader's hour where it differs."""
        if game.paused or game.noon is None:
            return None
        day = figures.date_text(game.noon.astimezone(ZoneInfo(game.zone)), "D j M")
        hour = noon_text(game.noon, game.zone, timezone.get_current_timezone_name())
        late = gettext("late") if game.noon <= timezone.now() else ""
        badge = format_html(' <span class="badge bad">{}</span>', late) if late else ""
        return format_html('{}{}<br><span class="small">{}</span>', day, badge, hour)

    @admin.display(description=_("to come"))
    def to_come(self, game: Row) -> str:
        """Who is awaited, where the whole table sees it; never who has handed in."""
        return game.table.to_come if game.table else ""

    @admin.display(description=_("trouble"))
    def troubles(self, game: Row) -> SafeString:
        found = [gettext("a turn is stuck")] if game.stuck else []
        if game.table and game.table.missed_by_mail:
            found.append(gettext("not reached: %(names)s") % {"names": game.table.unreached})
        return format_html_join("", '<span class="refusal">{}</span>', ((text,) for text in found))

    @admin.display(description=_("players"), ordering="seats")
    def players_count(self, game: Row) -> SafeString:
        empty = game.table.places if game.table and game.table.lacks else ""
        return format_html('{} / {} <span class="small soft">{}</span>', game.seats, game.max_players, empty)

    # ---- URLs ---------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """The list, creating a game, one game, an act. Django's pages for editing rows are left out."""
        view = self.admin_site.admin_view
        return [
            path("", view(self.changelist_view), name="games_game_changelist"),
            path("add/", view(self.create), name="games_game_add"),
            path("<int:object_id>/change/", view(self.game), name="games_game_change"),
            path("<int:object_id>/act/<slug:slug>/", view(self.act), name="games_game_act"),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": gettext("Games to run"), **(extra_context or {})})

    def _facts(self, request: HttpRequest, object_id: int) -> Facts:
        game = access.mastered(request.user).with_masters().filter(pk=object_id).first()
        if game is None:
            raise Http404
        return Facts(game, _user(request))

    def _page(
        self, request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
    ) -> TemplateResponse:
        values = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"admin/games/{template}", values, status=status)

    # ---- pages --------------------------------------------------------------------------------

    def game(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show a game to its master, with the acts that are possible; times in the game's zone."""
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        facts = self._facts(request, object_id)
        game, user = facts.game, _user(request)
        readers = game.is_public or facts.actor.plays or user in facts.masters or game.creator_id == user.pk
        context = {
            "title": game.name,
            "facts": facts,
            "game": game,
            "member": readers,
            "invitation": self._invitation(facts, member=readers),
        }
        with timezone.override(ZoneInfo(game.zone)):
            return self._page(request, "game.html", {**context, "groups": acts_for(facts)}).render()

    @staticmethod
    def _invitation(facts: Facts, *, member: bool) -> str:
        """The link to a gathering game, for masters who do not play in it; "" if there is none."""
        game = facts.game
        if not member or not game.invitation or permissions.refusal(May.SETTINGS, facts.actor):
            return ""
        return settings.SITE_URL + reverse("games:invitation", args=[game.invitation])

    def act(self, request: HttpRequest, object_id: int, slug: str) -> HttpResponse:
        """Ask for confirmation of an act; do it by POST."""
        facts, act = self._facts(request, object_id), act_named(slug)
        if act is None:
            raise Http404
        if not act.open_to(facts):
            raise PermissionDenied
        back = reverse("admin:games_game_change", args=[object_id])
        if request.method != "POST" and not act.when(facts):
            messages.warning(request, gettext("%(act)s: this is not possible now.") % {"act": act.label})
            return redirect(back)
        with timezone.override(ZoneInfo(facts.game.zone)):
            initial = {key: request.GET[key] for key in act.form.prefill if key in request.GET}
            form = act.form(_posted(request), facts=facts, initial=initial)
            if request.method == "POST" and form.is_valid() and self._done(request, act, facts, form):
                return redirect(back)
            context = {"title": act.label, "act": act, "form": form, "facts": facts, "game": facts.game}
            return self._page(request, "act.html", context, status=422 if form.is_bound else 200).render()

    def _done(self, request: HttpRequest, act: MasterAct, facts: Facts, form: ActForm | SettingsForm) -> bool:
        data = {**form.cleaned_data, **({"user": form.user} if hasattr(form, "user") else {})}
        if isinstance(form, SettingsForm):
            data["plan"] = form.plan()
        try:
            done = act.run(facts.game, data, _user(request))
        except Refused as refused:
            said = refusal_text(refused.code, refused.params)
            field = form.beside.get(refused.code)
            form.add_error(field if field in form.fields else None, said)
            return False
        if done is False:
            messages.warning(request, act.not_done(self._facts(request, facts.game.pk)))
        else:
            messages.success(request, act.done)
        return True

    def create(self, request: HttpRequest) -> HttpResponse:
        """Create a game without a seat for its creator."""
        if not may_create(request.user):
            raise PermissionDenied
        skins = all_skins()
        initial = first_values(skins[0] if skins else None, "")
        form = CreateForm(_posted(request), initial=initial, author=_user(request))
        if request.method == "POST" and form.is_valid():
            cleaned = form.cleaned_data
            try:
                game = master_game_create(
                    author=_user(request), plan=form.plan(),
                    reason=cleaned["reason"], masters=cleaned.get("masters", ()),
                )  # fmt: skip
            except Refused as refused:
                form.add_error(None, refusal_text(refused.code, refused.params))
            else:
                return self._created(request, game)
        context = {"title": gettext("Create a game"), "form": form}
        return self._page(request, "create.html", context, status=422 if form.is_bound else 200)

    def _created(self, request: HttpRequest, game: Game) -> HttpResponse:
        messages.success(request, gettext("The game is created. It gathers players now."))
        return redirect("admin:games_game_change", game.pk)


def _posted(request: HttpRequest) -> QueryDict | None:
    """The POST data, even if empty; None for other methods."""
    return request.POST if request.method == "POST" else None
