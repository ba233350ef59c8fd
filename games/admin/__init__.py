"""The game masters' side: plain Django admin, for staff, through the site's own log-in.

What is registered here is all there is: seeds, drawers, order forms, events, rights and resolutions
have no page, so that no secret can be read and no state edited, whoever asks.
"""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.views.generic import RedirectView

from ..models import Game
from .game import GameAdmin

# The site's log-in has the rate limits, the reset and the look; the admin's own would have none.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth's manual has it
# Its own pages would tell nobody by mail, and count no guesses.
_to_password = RedirectView.as_view(pattern_name="account_change_password")
admin.site.password_change = _to_password  # type: ignore[assignment,method-assign]  # any view will do
admin.site.password_change_done = _to_password  # type: ignore[assignment,method-assign]  # any view will do
admin.site.enable_nav_sidebar = False
admin.site.register(Game, GameAdmin)
