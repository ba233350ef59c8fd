"""The root URLs of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/two-steps/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
]
handler400 = "web.errors.bad_request"
handler403 = "web.errors.forbidden"
handler404 = "web.errors.not_found"
handler429 = "web.errors.too_many"  # called by allauth for its rates
handler500 = "web.errors.broken"
