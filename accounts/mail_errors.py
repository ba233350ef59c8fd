"""The page for whoever waits for a mail that was not sent."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from config.logs import logged_already
from web.errors import rejected_post

from .adapter import MailNotSent


class MailNotSentMiddleware(MiddlewareMixin):
    """Tells whoever waits for a mail that none was sent, and why; it is no fault of the page's."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, MailNotSent):
            return None
        if problem.code == "mail_refused":
            sentence = _(
                "No mail was sent: the mail server takes none for this address. Check how it is written, or "
                "give another."
            )
            return rejected_post(request, sentence, status=422)
        sentence = _(
            "No mail was sent: the site’s mail server does not answer just now, and its operators know. Try "
            "again in a few minutes."
        )
        return logged_already(rejected_post(request, sentence, status=503))
