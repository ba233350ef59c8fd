"""The pages of game masters, in Django's admin.

Nothing else of the platform is registered: seeds, drawers, order forms, events, reading rights and
resolutions have no page, so that nobody, superusers included, can read a secret or edit a state.
"""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.views.generic import RedirectView

from ..models import Game
from .game import GameAdmin

# The site's log-in page has rate limits and password reset; the admin's own page has neither.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth's manual has it
# The admin's own pages would not mail the user and would not count guesses.
_to_password = RedirectView.as_view(pattern_name="account_change_password")
admin.site.password_change = _to_password  # type: ignore[assignment,method-assign]  # any view will do
admin.site.password_change_done = _to_password  # type: ignore[assignment,method-assign]  # any view will do
admin.site.enable_nav_sidebar = False
admin.site.register(Game, GameAdmin)
