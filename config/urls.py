"""The site's addresses."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/two-steps/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
]
handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_found"
handler429 = "games.views.errors.too_many"  # allauth's rates
handler500 = "games.views.errors.broken"
