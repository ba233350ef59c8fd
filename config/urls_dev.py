"""The site's URLs with those of the developer pages: used only with DEBUG."""

from django.urls import path

from games.views import developer

from . import urls
from .urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("dev/", developer.games, name="developer_games"),
    path("dev/<slug:public_id>/", developer.game, name="developer_game"),
    *urls.urlpatterns,
]
