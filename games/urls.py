"""URLs of the platform, the same in both languages. They contain a game's random public id, a turn's name, a
page's slug and chapter."""

from __future__ import annotations

from django.contrib.sitemaps.views import index, sitemap
from django.urls import path
from django.views.decorators.http import require_safe

from .views import (
    account,
    crawlers,
    form_acts,
    gathering,
    guests,
    house,
    invitations,
    lobby,
    orders,
    play,
    record,
    sharing,
    status,
)

app_name = "games"

urlpatterns = [
    path("", house.landing, name="landing"),
    path("try/", guests.first_game, name="first_game"),
    path("how-noon-works/", house.how, name="how"),
    path(".well-known/security.txt", house.security_txt, name="security_txt"),
    path("robots.txt", crawlers.robots, name="robots"),
    path(
        "sitemap.xml",
        require_safe(index),
        {"sitemaps": crawlers.SITEMAPS, "sitemap_url_name": "games:sitemap_of"},
        name="sitemap",
    ),
    path(
        "sitemap-<slug:section>.xml",
        require_safe(sitemap),
        {"sitemaps": crawlers.SITEMAPS},
        name="sitemap_of",
    ),
    path("manifest.webmanifest", crawlers.manifest, name="manifest"),
    path("icon-<int:side>.png", crawlers.icon, name="icon"),
    path("card/<slug:language>.png", sharing.site_card, name="site_card"),
    path("rules/<slug:title>/card/<slug:language>.png", sharing.title_card, name="title_card"),
    path("status/", status.status, name="status"),
    path("health", status.health, name="health"),
    path("health/", status.health),
    path("rules/<slug:title>/", house.rules, name="rules"),
    path("pictures/<slug:key>/", house.picture, name="picture"),
    path("account/delete/", account.delete, name="account_delete"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", lobby.create, name="create"),
    path("games/rehearsal/", lobby.rehearsal, name="rehearsal"),
    path("games/notices/", lobby.notices_put_away, name="notices"),
    path("games/<slug:which>/", lobby.listed, name="list"),
    path("games/<slug:which>/<int:page>/", lobby.listed, name="list_of"),
    path("i/<str:token>/", invitations.invitation, name="invitation"),
    path("g/<slug:public_id>/", play.game, name="game"),
    path("g/<slug:public_id>/join/", gathering.join, name="join"),
    path("g/<slug:public_id>/leave/", gathering.leave, name="leave"),
    path("g/<slug:public_id>/start/", gathering.start, name="start"),
    path("g/<slug:public_id>/edit/", gathering.edit, name="edit"),
    path("g/<slug:public_id>/remove/", gathering.remove, name="remove"),
    path("g/<slug:public_id>/cancel/", gathering.cancel, name="cancel"),
    path("g/<slug:public_id>/invitation/", gathering.invitation_change, name="invitation_change"),
    path("g/<slug:public_id>/orders/", orders.orders, name="orders"),
    path("g/<slug:public_id>/ready/", form_acts.ready, name="ready"),
    path("g/<slug:public_id>/withdraw/", form_acts.withdraw, name="withdraw"),
    path("g/<slug:public_id>/undo/", form_acts.undo, name="undo"),
    path("g/<slug:public_id>/resolve-now/", form_acts.resolve_now, name="resolve_now"),
    path("g/<slug:public_id>/throw-away/", play.throw_away, name="throw_away"),
    path("g/<slug:public_id>/ledger/", record.ledger, name="ledger"),
    path("g/<slug:public_id>/draws/", record.draws, name="draws"),
    path("g/<slug:public_id>/draws.json", record.draws_download, name="draws_download"),
    path("g/<slug:public_id>/draws/<int:chapter>/", record.draws, name="draws_of"),
    path("g/<slug:public_id>/card/<slug:language>.png", sharing.game_card, name="card"),
    path("g/<slug:public_id>/result.png", sharing.result_card, name="result_card"),
    path("g/<slug:public_id>/<slug:slug>/", play.page, name="page"),
    path("g/<slug:public_id>/<slug:slug>/<int:chapter>/", play.page, name="page_of"),
]
