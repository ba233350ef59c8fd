"""The root URLs of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

urlpatterns = [
    path("", include("games.urls")),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/two-factor/", include("allauth.mfa.urls")),
    # the former URL, for bookmarks
    re_path(
        r"account/two-steps/(?P<url>.*)$",
        require_safe(
            RedirectView.as_view(url="/account/two-factor/%(url)s", permanent=True, query_string=True)
        ),
    ),
    path("admin/", admin.site.urls),
]
if settings.EMAIL_PROVIDER != "none" and settings.EMAIL_EVENTS_SIGN_IN:
    from anymail.urls import urlpatterns as of_providers

    named = {pattern.name: pattern.callback for pattern in of_providers}
    # only for the mail provider, which authenticates; `games.services.bounces` handles what it posts
    events = path("mail/events/", named[f"{settings.EMAIL_PROVIDER}_tracking_webhook"], name="mail_events")
    urlpatterns.append(events)
handler400 = "web.errors.bad_request"
handler403 = "web.errors.forbidden"
handler404 = "web.errors.not_found"
handler429 = "web.errors.too_many"  # called by allauth for its rates
handler500 = "web.errors.broken"
