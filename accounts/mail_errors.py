"""The error page for somebody who waits for a mail that could not be sent."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from config.logs import logged_already
from web.errors import rejected_post

from .adapter import MailNotSent


class MailNotSentMiddleware(MiddlewareMixin):
    """Answers `MailNotSent` with a page that gives the reason: 422 if the address was refused, 503 if the
    mail server did not answer."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, MailNotSent):
            return None
        if problem.code == "mail_refused":
            sentence = _(
                "No mail was sent: the mail server accepts none for this address. Check its "
                "spelling, or give another."
            )
            return rejected_post(request, sentence, status=422)
        sentence = _(
            "No mail was sent: the site’s mail server does not answer at the moment; the "
            "operators are told. Try again in a few minutes."
        )
        return logged_already(rejected_post(request, sentence, status=503))
